"""The grid of a Kakuro in the making: black and white cells, and the runs between the black ones."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from puzzles.editing import GridDraft
from puzzles.kakuro.puzzle import CROSSWORD_VALUES


class Cell(NamedTuple):
    """A white cell with its digit, or a black one with its clues; 0 for none."""

    white: bool = True
    digit: int = 0
    down: int = 0
    across: int = 0


OPEN, SOLID = Cell(), Cell(False)


class Line(NamedTuple):
    """A run of white cells: the black cell before it, and its cells."""

    across: bool
    before: int
    places: tuple[int, ...]


@dataclass(frozen=True)
class KakuroGrid(GridDraft):
    """`cells` are those of the drawing, `width` a row: of a `square` the sums stand in row 0 and column 0.

    `shaping`: the rows of a new crossword are typed, as numbers of white cells.
    """

    family = "kakuro"
    width: int
    cells: tuple[Cell, ...]
    values: int = CROSSWORD_VALUES
    square: bool = False
    shaping: bool = False

    @property
    def columns(self) -> int:
        return self.width

    @cached_property
    def runs(self) -> tuple[Line, ...]:
        """Across runs row by row, then down runs column by column."""
        found = []
        rows = [range(r * self.columns, (r + 1) * self.columns) for r in range(self.rows)]
        columns = [range(c, len(self.cells), self.columns) for c in range(self.columns)]
        for across, lines in ((True, rows), (False, columns)):
            for line in lines:
                black = [place for place in line if not self.cells[place].white]
                for one, after in pairwise([*black, line[-1] + line.step]):
                    if after > one + line.step:
                        found.append(Line(across, one, tuple(range(one + line.step, after, line.step))))
        return tuple(found)

    @cached_property
    def runs_before(self) -> dict[int, dict[bool, Line]]:
        """Of each black cell the runs that it has clues for, by whether they go across."""
        found: dict[int, dict[bool, Line]] = {}
        for run in self.runs:
            found.setdefault(run.before, {})[run.across] = run
        return found

    @cached_property
    def runs_through(self) -> dict[int, dict[bool, Line]]:
        """Of each white cell its two runs."""
        found: dict[int, dict[bool, Line]] = {}
        for run in self.runs:
            for place in run.places:
                found.setdefault(place, {})[run.across] = run
        return found

    def clue(self, run: Line) -> int:
        """The run's clue; 0 if it has none yet."""
        cell = self.cells[run.before]
        return int(cell.across if run.across else cell.down)

    def margin(self, place: int) -> bool:
        """True for a cell of the first row or column."""
        return place < self.columns or place % self.columns == 0

    def name_of(self, place: int) -> str:
        """As people count: the margin, whose cells hold clues alone, is no row and no column."""
        row, column = divmod(place, self.columns)
        if row and column:
            return f"Row {row}, column {column}"
        return f"Left of row {row}" if row else f"Above column {column}" if column else "The corner"

    @cached_property
    def wanted(self) -> tuple[Line, ...]:
        """The runs that need a clue: of a crossword those of two cells or more."""
        return tuple(run for run in self.runs if self.square or len(run.places) > 1)
