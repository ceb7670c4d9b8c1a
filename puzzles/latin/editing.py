"""A Latin square, or another puzzle of groups, in the making: any values in any cells, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any, ClassVar, Generic, Self, cast

from puzzles.draft_kinds import GridDraft
from puzzles.editing import Count, Draft, Editor, Pen, Problem, Shown, Stage, Taken
from puzzles.family import Puzzle, own
from puzzles.latin.by_hand import LatinByHand
from puzzles.latin.formats import FORMATS, GroupedFormats, plain
from puzzles.latin.grouped import HOLE, SomeGrouped
from puzzles.latin.puzzle import FEWEST, MAX_ORDER, LatinSquare
from puzzles.parameters import Parameter, Value, resolve
from puzzles.text.quoting import capital

HOLES = " .0"
"""What is typed for a hole; 0 only where values begin with 1."""


@dataclass(frozen=True)
class GroupedDraft(GridDraft, Generic[SomeGrouped]):
    """`cells`: by place in the frame, values from 0, -1 for a hole; `form`: the puzzle without them.

    `kind`: the puzzle's class; `hand`: how it is filled in; `asked`: the sizes of a new one; `called`: its name where a
    size is refused.
    """

    counts_solutions = True
    kind: ClassVar[type[Any]]
    hand: ClassVar[LatinByHand]
    asked: ClassVar[tuple[Parameter, ...]]
    called: ClassVar[str]
    form: SomeGrouped
    cells: tuple[int, ...]

    @classmethod
    def new(cls, sizes: Mapping[str, Value]) -> Self:
        form = cls.kind.of_order(int(resolve(cls.asked, sizes, cls.called)["order"]))
        return cls.of(form, form.grid)

    @classmethod
    def of(cls, form: SomeGrouped, board: tuple[int, ...]) -> Self:
        """The draft of a board, a value a cell."""
        return cls(form, tuple(chain.from_iterable(form.laid_out(board, HOLE))))

    @property
    def columns(self) -> int:
        return self.form.columns

    @property
    def cell_width(self) -> int:
        return len(str(self.form.last_symbol)) + (1 if self.form.last_symbol > 9 else 0)

    @property
    def title(self) -> str:
        return self.form.heading

    def cell_of(self, place: int) -> int | None:
        """The puzzle's cell at a place of the frame."""
        return self.form.cell_at.get(divmod(place, self.columns))

    def place_of(self, cell: int) -> int:
        row, column = self.form.places[cell]
        return row * self.columns + column

    @cached_property
    def board(self) -> tuple[int, ...]:
        """The values by the puzzle's cells."""
        return tuple(self.cells[row * self.columns + column] for row, column in self.form.places)

    def shown(self, place: int) -> Shown:
        if self.cell_of(place) is None:
            return Shown("", "black")
        value = self.cells[place]
        return Shown("", "open") if value == HOLE else Shown(self.form.symbol(value))

    def stops(self, place: int) -> bool:
        return self.cell_of(place) is not None

    def _is_hole(self, text: str) -> bool:
        return text in HOLES and not (text == "0" and self.form.first_symbol == 0)

    def takes(self, place: int, text: str) -> Taken:
        last = self.form.last_symbol
        if self._is_hole(text):
            return "done"
        if not (text.isascii() and text.isdigit()) or (text[0] == "0" and text != "0") or int(text) > last:
            return "no"
        return "more" if 0 < int(text) * 10 <= last else "done"

    def put(self, place: int, text: str) -> Draft:
        return self.with_cells({place: HOLE if self._is_hole(text) else int(text) - self.form.first_symbol})

    def clear(self, place: int) -> Draft:
        return self.with_cells({place: HOLE})

    def onward(self, place: int, text: str) -> Pen:
        after = (one for one in range(place + 1, len(self.cells)) if self.stops(one))
        return Pen(self, next(after, place))

    def swallows(self, key: str, before: str) -> bool:
        """A blank behind a number, as in a text, where numbers may have two digits."""
        return key == " " and self.form.last_symbol > 9 and before not in HOLES

    def count(self) -> Count:
        return Count(len(self.board) - self.board.count(HOLE), 0, f"of {len(self.board)} cells given")

    def name_of(self, place: int) -> str:
        cell = self.cell_of(place)
        return super().name_of(place) if cell is None else capital(self.form.place_name(cell))

    @cached_property
    def _problems(self) -> tuple[Problem, ...]:
        clashes = self.hand.clashes(self.form, self.board)
        return tuple(Problem(tuple(map(self.place_of, one.cells)), one.words) for one in clashes)

    def problems(self) -> tuple[Problem, ...]:
        return self._problems

    def about(self, place: int) -> tuple[str, ...]:
        cell = self.cell_of(place)
        if cell is None or self.cells[place] != HOLE:
            return ()
        left = map(self.form.symbol, self.hand.candidates(self.form, self.board, cell))
        return (f"fits {fitting}" if (fitting := " ".join(left)) else "no value fits",)

    def impossible(self) -> str:
        """A cell that no value fits, or a group that has no cell for a value; empty if there is none."""
        form, board = self.form, self.board
        fitting = {
            cell: self.hand.candidates(self.form, board, cell) for cell, value in enumerate(board) if value == HOLE
        }
        for cell, values in fitting.items():
            if not values:
                return f"no value fits in {form.place_name(cell)}"
        for group in form.groups:
            if len(group.cells) == form.order:
                for value in set(range(form.order)) - {board[cell] for cell in group.cells}:
                    if not any(value in fitting.get(cell, ()) for cell in group.cells):
                        return f"{group.name} has no cell for {self.form.symbol(value)}"
        return ""

    def solved(self, board: tuple[int, ...]) -> dict[int, str]:
        return {
            self.place_of(cell): self.form.symbol(value)
            for cell, value in enumerate(board)
            if value != HOLE and self.board[cell] == HOLE
        }

    def sizes(self) -> dict[str, Value]:
        return {"order": self.form.order}

    def sized(self, sizes: Mapping[str, Value]) -> Draft:
        """A plain one of the new order; values that are too large for it are gone."""
        fresh: Any = self.new(sizes).form
        form = replace(fresh, first_symbol=self.form.first_symbol)
        kept = (value if value < form.order else HOLE for value in self.recut(form.order, form.order, HOLE))
        return replace(self, form=form, cells=tuple(kept))

    def to_puzzle(self) -> SomeGrouped:
        return cast(SomeGrouped, replace(cast(Any, self.form), grid=self.board))


@dataclass(frozen=True)
class GroupedEditor(Editor):
    """Of the drafts of that class, read as the table's formats."""

    drafts: type[GroupedDraft[Any]]
    table: GroupedFormats[Any]

    def new(self, sizes: Mapping[str, Value]) -> Draft:
        return self.drafts.new(sizes)

    def from_puzzle(self, puzzle: Puzzle) -> Draft:
        one = own(puzzle, self.drafts.kind)
        return self.drafts.of(one.empty(), one.grid)

    def read(self, text: str) -> Draft:
        """Equal values in a group are read, too."""
        reading = self.table.read_unchecked(text)
        return self.drafts.of(reading.form, reading.values)


@dataclass(frozen=True)
class LatinDraft(GroupedDraft[LatinSquare]):
    family = "latin"
    stages = (
        Stage(
            "Clues",
            "Type the given values; . leaves a cell empty.",
            "Enter: next row. An arrow or a click goes to another cell.",
        ),
    )
    kind = LatinSquare
    hand = LatinByHand()
    asked = (Parameter("order", int, 9, "rows, columns and values", FEWEST, MAX_ORDER),)
    called = "a Latin square"

    @property
    def complete(self) -> bool:
        """True from a quarter of the cells on: the fewest cells that settle a square are believed to be so many."""
        return self.count().typed >= self.form.order**2 // 4

    def text(self) -> str:
        head = ["# latin", f"# symbols {self.form.first_symbol} to {self.form.last_symbol}"]
        return "\n".join([*head, *plain.rows_of(self.form, self.cells)]) + "\n"


EDITOR = GroupedEditor(LatinDraft.asked, LatinDraft, FORMATS)
