"""A Latin square in the making: any symbols in any cells, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from puzzles.draft_kinds import GridDraft
from puzzles.editing import Count, Draft, Editor, Pen, Problem, Shown, Stage, Taken
from puzzles.family import Puzzle, own
from puzzles.latin.by_hand import LatinByHand
from puzzles.latin.formats import FORMATS
from puzzles.latin.grouped import HOLE, Grouped
from puzzles.latin.puzzle import FEWEST, MAX_ORDER, LatinSquare, require_order
from puzzles.parameters import Parameter, Value, resolve

SIZES = (Parameter("order", int, 9, "rows, columns and values", FEWEST, MAX_ORDER),)
HAND = LatinByHand()
HOLES = " .0"
"""What is typed for a hole; 0 only where values begin with 1."""


@dataclass(frozen=True)
class LatinDraft(GridDraft):
    """`cells` are values from 0, -1 for a hole, row by row; `first` is how people see value 0: as 0 or as 1."""

    family = "latin"
    stages = (
        Stage(
            "Clues",
            "Type the given values; . leaves a cell empty.",
            "Enter: next row. An arrow or a click goes to another cell.",
        ),
    )
    order: int
    cells: tuple[int, ...]
    first: int = 1

    @property
    def columns(self) -> int:
        return self.order

    @property
    def cell_width(self) -> int:
        return len(str(self.last)) + (1 if self.last > 9 else 0)

    @property
    def last(self) -> int:
        """The largest value as people see it."""
        return self.order - 1 + self.first

    @property
    def title(self) -> str:
        return f"Latin square {self.order} x {self.order}"

    def shown(self, place: int) -> Shown:
        value = self.cells[place]
        return Shown("", "open") if value == HOLE else Shown(str(value + self.first))

    def takes(self, place: int, text: str) -> Taken:
        if text in HOLES and not (text == "0" and self.first == 0):
            return "done"
        if not (text.isascii() and text.isdigit()) or (text[0] == "0" and text != "0"):
            return "no"
        if int(text) > self.last:
            return "no"
        return "more" if 0 < int(text) * 10 <= self.last else "done"

    def put(self, place: int, text: str) -> Draft:
        hole = text in HOLES and not (text == "0" and self.first == 0)
        return self.with_cells({place: HOLE if hole else int(text) - self.first})

    def clear(self, place: int) -> Draft:
        return self.put(place, ".")

    def onward(self, place: int, text: str) -> Pen:
        return Pen(self, self.next_to(place))

    def swallows(self, key: str, before: str) -> bool:
        """A blank behind a number, as in a text, where numbers may have two digits."""
        return key == " " and self.last > 9 and before not in HOLES

    def count(self) -> Count:
        return Count(len(self.cells) - self.cells.count(HOLE), 0, f"of {len(self.cells)} cells given")

    @property
    def complete(self) -> bool:
        """True from a quarter of the cells on: the fewest cells that settle a square are believed to be so many."""
        return self.count().typed >= self.order**2 // 4

    @property
    def counts_solutions(self) -> bool:
        return True

    @cached_property
    def _problems(self) -> tuple[Problem, ...]:
        return tuple(Problem(one.cells, one.words) for one in HAND.clashes(self._empty, self.cells))

    def problems(self) -> tuple[Problem, ...]:
        return self._problems

    @cached_property
    def _empty(self) -> LatinSquare:
        """The square without a value, of which these cells are a board."""
        return LatinSquare(self.order, (HOLE,) * self.order**2, self.first)

    def about(self, place: int) -> tuple[str, ...]:
        if self.cells[place] != HOLE:
            return ()
        left = [str(value + self.first) for value in HAND.candidates(self._empty, self.cells, place)]
        return (f"fits {' '.join(left)}" if left else "no value fits",)

    def impossible(self) -> str:
        return fault_of_values(HAND, self._empty, self.cells)

    def solved(self, board: tuple[int, ...]) -> dict[int, str]:
        return {
            place: str(value + self.first)
            for place, value in enumerate(board)
            if value != HOLE and self.cells[place] == HOLE
        }

    def sizes(self) -> dict[str, Value]:
        return {"order": self.order}

    def sized(self, sizes: Mapping[str, Value]) -> Draft:
        """Values that are too large for the new order are gone."""
        order = int(resolve(SIZES, sizes, "a Latin square")["order"])
        kept = (value if value < order else HOLE for value in self.recut(order, order, HOLE))
        return replace(self, order=order, cells=tuple(kept))

    def to_puzzle(self) -> LatinSquare:
        return LatinSquare(self.order, self.cells, self.first)

    def text(self) -> str:
        width = len(str(self.last))
        words = ["." if value == HOLE else str(value + self.first) for value in self.cells]
        rows = [
            " ".join(word.rjust(width) for word in words[i : i + self.order]) for i in range(0, len(words), self.order)
        ]
        return "\n".join(["# latin", f"# symbols {self.first} to {self.last}", *rows]) + "\n"


def fault_of_values(hand: LatinByHand, form: Grouped, board: tuple[int, ...]) -> str:
    """A cell that no value fits, or a group that has no cell for a value; empty if there is none."""
    fitting = {cell: hand.candidates(form, board, cell) for cell, value in enumerate(board) if value == HOLE}
    for cell, values in fitting.items():
        if not values:
            return f"no value fits in {form.place_name(cell)}"
    for group in form.groups:
        if len(group.cells) == form.order:
            for value in set(range(form.order)) - {board[cell] for cell in group.cells}:
                if not any(value in fitting.get(cell, ()) for cell in group.cells):
                    return f"{group.name} has no cell for {value + form.first_symbol}"
    return ""


class LatinEditor(Editor):
    def new(self, sizes: Mapping[str, Value]) -> LatinDraft:
        order = int(resolve(self.sizes, sizes, "a Latin square")["order"])
        return LatinDraft(order, (HOLE,) * order**2)

    def from_puzzle(self, puzzle: Puzzle) -> LatinDraft:
        square = own(puzzle, LatinSquare)
        return LatinDraft(square.order, square.grid, square.first_symbol)

    def read(self, text: str) -> LatinDraft:
        """Equal symbols in a line are read, too."""
        reading = FORMATS.read_unchecked(text)
        require_order(reading.order)
        return LatinDraft(reading.order, reading.values, reading.first)


EDITOR = LatinEditor(SIZES)
