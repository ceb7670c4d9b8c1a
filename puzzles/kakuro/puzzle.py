"""The Kakuro puzzle: white cells, their runs with clues, and given digits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, NamedTuple

from puzzles.connected import lay_runs

CROSSWORD_VALUES = 9
"""Crossword shapes use the digits 1 to 9, so no run is longer."""

LARGEST_VALUES = 16
"""The paper's form admits values up to this: rules enumerate sets of values, and 2**16 of them are few."""

LARGEST_SIDE = 200
"""Rows and columns of the largest grid; the largest published ones have some 50."""


class Run(NamedTuple):
    """A maximal line of white cells, as indices into `Kakuro.cells`; `clue`: its sum, None if missing."""

    across: bool
    cells: tuple[int, ...]
    clue: int | None


@dataclass(frozen=True)
class Kakuro:
    """An immutable puzzle; equal puzzles have equal cells, runs and givens, whatever the reader noted.

    `cells`: (row, column) of each white cell, 0-based, in reading order. `runs`: all across runs in reading
    order of their first cells, then all down runs likewise; every cell is in exactly one of each.
    `givens`: one digit a cell, 0 = open. `values`: digits are 1 to `values`.
    `square`: the form of Cazenave, Learning a Prior, 4.2: all rows x columns cells are white and the sums
    stand outside. Otherwise a crossword shape: row 0 and column 0 are black, and each run's clue stands in
    the black cell before its first cell.
    """

    family: ClassVar[str] = "kakuro"
    rows: int
    columns: int
    values: int
    cells: tuple[tuple[int, int], ...]
    runs: tuple[Run, ...]
    givens: tuple[int, ...]
    square: bool = False
    note: str = field(default="", compare=False)

    @property
    def title(self) -> str:
        """One line: form, size, white cells, and what is special."""
        if self.square:
            words = [f"Kakuro square {self.rows} x {self.columns}, values 1 to {self.values}"]
        else:
            words = [f"Kakuro {self.rows} x {self.columns}, {len(self.cells)} cells"]
        given = sum(1 for digit in self.givens if digit)
        if given:
            words.append(f"{given} given")
        missing = sum(1 for run in self.runs if run.clue is None)
        if missing:
            words.append(f"{missing} without clue")
        return ", ".join(words)

    def place(self, cell: int) -> tuple[int, int]:
        """Row and column of a white cell as people count them, from 1; a crossword's margin of clues is not counted."""
        row, column = self.cells[cell]
        return (row + 1, column + 1) if self.square else (row, column)

    def place_name(self, cell: int) -> str:
        row, column = self.place(cell)
        return f"row {row}, column {column}"

    def short_name(self, cell: int) -> str:
        """Such as `r4c2`."""
        row, column = self.place(cell)
        return f"r{row}c{column}"

    @cached_property
    def clues(self) -> dict[tuple[int, int], dict[bool, int | None]]:
        """By place of the drawn grid, margin included, the clues of the run below it (False) and right of it (True)."""
        margin = 1 if self.square else 0
        found: dict[tuple[int, int], dict[bool, int | None]] = {}
        for run in self.runs:
            row, column = self.cells[run.cells[0]]
            place = (row + margin, column + margin - 1) if run.across else (row + margin - 1, column + margin)
            found.setdefault(place, {})[run.across] = run.clue
        return found

    @cached_property
    def index(self) -> dict[tuple[int, int], int]:
        return {place: i for i, place in enumerate(self.cells)}

    @cached_property
    def runs_of(self) -> tuple[tuple[int, int], ...]:
        """For each cell, the indices of its across run and its down run."""
        across = [0] * len(self.cells)
        down = [0] * len(self.cells)
        for number, run in enumerate(self.runs):
            for cell in run.cells:
                (across if run.across else down)[cell] = number
        return tuple(zip(across, down, strict=True))

    @cached_property
    def seen(self) -> tuple[frozenset[int], ...]:
        """For each cell, the others of its two runs."""
        lines = [frozenset(run.cells) for run in self.runs]
        return tuple((lines[across] | lines[down]) - {cell} for cell, (across, down) in enumerate(self.runs_of))


def reach(length: int, values: int) -> tuple[int, int]:
    """The least and the largest sum of `length` distinct values of 1 to `values`; all between are reached."""
    return length * (length + 1) // 2, length * (2 * values - length + 1) // 2


def blank(
    rows: int, columns: int, cells: Iterable[tuple[int, int]], *, values: int = CROSSWORD_VALUES, square: bool = False
) -> Kakuro:
    """The shape alone: a puzzle without clues and givens. `cells` are the white ones in reading order."""
    placed = tuple(cells)
    runs = tuple(Run(across, line, None) for across, line in lay_runs(placed))
    return Kakuro(rows, columns, values, placed, runs, (0,) * len(placed), square)


def with_sums(shape: Kakuro, digits: Sequence[int], note: str = "") -> Kakuro:
    """The puzzle of that shape whose clues are the sums of the digits (one a cell); no givens."""
    runs = tuple(Run(run.across, run.cells, sum(digits[i] for i in run.cells)) for run in shape.runs)
    return Kakuro(shape.rows, shape.columns, shape.values, shape.cells, runs, (0,) * len(digits), shape.square, note)
