"""A puzzle of cells in the making: values in a form whose boxes, regions and constraints stay as they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from puzzles.draft_kinds import GridDraft
from puzzles.editing import Count, Draft, Editor, Pen, Problem, Shown, Stage, Taken
from puzzles.family import Puzzle, own
from puzzles.latin.editing import HOLES, fault_of_values
from puzzles.latin.grouped import HOLE
from puzzles.parameters import Parameter, Value, resolve
from puzzles.sudoku.by_hand import SudokuByHand
from puzzles.sudoku.formats import FORMATS, dimacs, grid
from puzzles.sudoku.graph import Colouring
from puzzles.sudoku.puzzle import MAX_ORDER, MIN_ORDER, Sudoku

SIZES = (Parameter("order", int, 9, "rows, columns and values", MIN_ORDER, MAX_ORDER),)
HAND = SudokuByHand()
FEWEST = 17 / 81
"""Share of cells that must be given in a Sudoku of 9 x 9 (McGuire, Tugemann, Civario: There is no 16-clue Sudoku)."""


@dataclass(frozen=True)
class SudokuDraft(GridDraft):
    """`cells`: by place in the frame, values from 0, -1 for a hole; `form`: the puzzle without them."""

    family = "sudoku"
    stages = (
        Stage(
            "Clues",
            "Type the given values; . leaves a cell empty.",
            "Enter: next row. Cages and other rules: v, in the text.",
        ),
    )
    form: Sudoku
    cells: tuple[int, ...]

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

    def shown(self, place: int) -> Shown:
        value = self.cells[place]
        if self.cell_of(place) is None:
            return Shown("", "black")
        return Shown("", "open") if value == HOLE else Shown(str(value + self.form.first_symbol))

    def stops(self, place: int) -> bool:
        return self.cell_of(place) is not None

    def takes(self, place: int, text: str) -> Taken:
        last, zero = self.form.last_symbol, self.form.first_symbol == 0
        if text in HOLES and not (text == "0" and zero):
            return "done"
        if not (text.isascii() and text.isdigit()) or (text[0] == "0" and text != "0") or int(text) > last:
            return "no"
        return "more" if 0 < int(text) * 10 <= last else "done"

    def put(self, place: int, text: str) -> Draft:
        hole = text in HOLES and not (text == "0" and self.form.first_symbol == 0)
        return self.with_cells({place: HOLE if hole else int(text) - self.form.first_symbol})

    def clear(self, place: int) -> Draft:
        return self.put(place, ".")

    def onward(self, place: int, text: str) -> Pen:
        after = (one for one in range(place + 1, len(self.cells)) if self.stops(one))
        return Pen(self, next(after, place))

    def swallows(self, key: str, before: str) -> bool:
        """A blank behind a number, as in a text, where numbers may have two digits."""
        return key == " " and self.form.last_symbol > 9 and before not in HOLES

    def count(self) -> Count:
        return Count(len(self.board) - self.board.count(HOLE), 0, f"of {len(self.board)} cells given")

    @property
    def complete(self) -> bool:
        """True if so many values are given as settle a Sudoku at least; with constraints, or a graph, always."""
        return bool(self.form.constraints) or self.form.graph or self.count().typed >= FEWEST * len(self.board)

    @property
    def counts_solutions(self) -> bool:
        return True

    @cached_property
    def board(self) -> tuple[int, ...]:
        """The values by the puzzle's cells."""
        return tuple(self.cells[row * self.columns + column] for row, column in self.form.places)

    def place_of(self, cell: int) -> int:
        row, column = self.form.places[cell]
        return row * self.columns + column

    @cached_property
    def _problems(self) -> tuple[Problem, ...]:
        return tuple(
            Problem(tuple(map(self.place_of, one.cells)), one.words) for one in HAND.clashes(self.form, self.board)
        )

    def problems(self) -> tuple[Problem, ...]:
        return self._problems

    def about(self, place: int) -> tuple[str, ...]:
        cell = self.cell_of(place)
        if cell is None or self.cells[place] != HOLE:
            return ()
        left = [str(value + self.form.first_symbol) for value in HAND.candidates(self.form, self.board, cell)]
        return (f"fits {' '.join(left)}" if left else "no value fits",)

    def related(self, place: int) -> frozenset[int]:
        """The neighbours of a vertex."""
        cell = self.cell_of(place)
        return (
            frozenset(map(self.place_of, self.form.seen[cell])) if self.form.graph and cell is not None else frozenset()
        )

    def impossible(self) -> str:
        return fault_of_values(HAND, self.form, self.board)

    def solved(self, board: tuple[int, ...]) -> dict[int, str]:
        return {
            self.place_of(cell): str(value + self.form.first_symbol)
            for cell, value in enumerate(board)
            if value != HOLE and self.board[cell] == HOLE
        }

    def sizes(self) -> dict[str, Value]:
        return {"order": self.form.order}

    def sized(self, sizes: Mapping[str, Value]) -> Draft:
        """A plain Sudoku of the new order, or the graph with as many colours; values that are too large are gone."""
        order = int(resolve(SIZES, sizes, "a Sudoku")["order"])
        if self.form.graph:
            left = tuple(value if value < order else HOLE for value in self.cells)
            return replace(self, form=replace(self.form, order=order), cells=left)
        kept = (value if value < order else HOLE for value in self.recut(order, order, HOLE))
        return SudokuDraft(replace(Sudoku.of_order(order), first_symbol=self.form.first_symbol), tuple(kept))

    @property
    def marked(self) -> Sudoku:
        return self.form

    def to_puzzle(self) -> Sudoku:
        return replace(self.form, grid=self.board)

    def text(self) -> str:
        if isinstance(self.form, Colouring):
            return dimacs.write(self.form, self.board)
        return "# sudoku\n" + grid.write(self.form, self.board)


class SudokuEditor(Editor):
    def new(self, sizes: Mapping[str, Value]) -> SudokuDraft:
        order = int(resolve(self.sizes, sizes, "a Sudoku")["order"])
        return _draft(Sudoku.of_order(order), (HOLE,) * order**2)

    def from_puzzle(self, puzzle: Puzzle) -> SudokuDraft:
        one = own(puzzle, Sudoku)
        return _draft(one.empty(), one.grid)

    def read(self, text: str) -> SudokuDraft:
        """Equal values in a group are read, too."""
        reading = FORMATS.read_unchecked(text)
        return _draft(reading.form, reading.values)


def _draft(form: Sudoku, board: tuple[int, ...]) -> SudokuDraft:
    cells = [HOLE] * (form.rows * form.columns)
    for (row, column), value in zip(form.places, board, strict=True):
        cells[row * form.columns + column] = value
    return SudokuDraft(form, tuple(cells))


EDITOR = SudokuEditor(SIZES)
