"""The drawn grid between text and puzzle: white squares with digits, black ones with clues, and places.

Every reader makes a Drawing, `assemble` makes the puzzle of it and finds what is wrong; `draw` goes
the other way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from puzzles.connected import lay_runs
from puzzles.errors import PuzzleError
from puzzles.kakuro.puzzle import CROSSWORD_VALUES, LARGEST_SIDE, Kakuro, Run, reach
from puzzles.text.fields import NOWHERE, Field
from puzzles.text.quoting import counted
from puzzles.text.separated import SEPARATORS, sheet


class Clue(NamedTuple):
    """A sum, and the field in which it stands, from the character of that offset on."""

    value: int
    at: Field = NOWHERE
    offset: int = 0

    def error(self, found: str, expected: str) -> PuzzleError:
        """A PuzzleError at the sum."""
        return self.at.error(found, expected, self.offset)


class Square(NamedTuple):
    """One square: white with its digit (0 = open), or black with up to two clues; and its place."""

    white: bool
    digit: int = 0
    across: Clue | None = None
    down: Clue | None = None
    at: Field = NOWHERE


@dataclass(frozen=True, slots=True)
class Drawing:
    """A rectangle of squares. In the paper's form (`square`) row 0 and column 0 hold the sums."""

    rows: tuple[tuple[Square, ...], ...]
    values: int = CROSSWORD_VALUES
    square: bool = False
    note: str = field(default="", compare=False)


def clue(value: int, at: Field) -> Clue | None:
    """The clue of that sum; None for 0 or less, which means no clue."""
    return Clue(value, at) if value > 0 else None


def white(field: Field, digit: int = 0) -> Square:
    return Square(True, digit, at=field)


def black(field: Field, across: Clue | None = None, down: Clue | None = None) -> Square:
    return Square(False, 0, across, down, field)


def assemble(drawing: Drawing) -> Kakuro:
    """The puzzle that is drawn; PuzzleError, at the square or clue in question, if it is not one."""
    check_size(drawing)
    rows = drawing.rows
    places = [(r, c) for r, row in enumerate(rows) for c, one in enumerate(row) if one.white]
    squares = [rows[r][c] for r, c in places]
    filled = any(one.digit for one in squares)
    runs = tuple(_run(drawing, across, places[line[0]], squares, line, filled) for across, line in lay_runs(places))
    _check_clues_used(drawing)
    margin = 1 if drawing.square else 0
    return Kakuro(
        len(rows) - margin,
        len(rows[0]) - margin,
        drawing.values,
        tuple((r - margin, c - margin) for r, c in places),
        runs,
        tuple(one.digit for one in squares),
        drawing.square,
        drawing.note,
    )


def draw(puzzle: Kakuro, board: Sequence[int] | None = None) -> Drawing:
    """The puzzle drawn, with the board's digits (or else the givens) in its white squares; without places."""
    margin = 1 if puzzle.square else 0
    digits = puzzle.givens if board is None else board
    rows = [[Square(False)] * (puzzle.columns + margin) for _ in range(puzzle.rows + margin)]
    for (row, column), clues in puzzle.clues.items():
        across, down = (None if (one := clues.get(way)) is None else Clue(one) for way in (True, False))
        rows[row][column] = Square(False, 0, across, down)
    for (row, column), digit in zip(puzzle.cells, digits, strict=True):
        rows[row + margin][column + margin] = Square(True, digit)
    return Drawing(tuple(map(tuple, rows)), puzzle.values, puzzle.square, puzzle.note)


def check_size(drawing: Drawing) -> None:
    """Raises PuzzleError unless the grid has white squares, none of them in the first row or column."""
    rows = drawing.rows
    if max(len(rows), len(rows[0]) if rows else 0) > LARGEST_SIDE:
        raise PuzzleError(f"the grid is {len(rows)} x {len(rows[0])}", f"at most {LARGEST_SIDE} rows and columns")
    if not any(one.white for row in rows for one in row):
        line = rows[0][0].at.line if rows and rows[0] else 0
        raise PuzzleError("there is no white cell", "a Kakuro with at least one", line=line)
    for number, one in enumerate([*rows[0], *(row[0] for row in rows[1:])]):
        if one.white:
            edge, side = ("row", "above it") if number < len(rows[0]) else ("column", "to its left")
            found = f"white cell in the first {edge}, with no clue cell {side}"
            raise one.at.error(found, "a black cell or a clue")


def check_margin(drawing: Drawing) -> None:
    """Raises PuzzleError unless, in the paper's form, every sum is in the margin and all inside is white."""
    for r, row in enumerate(drawing.rows):
        for c, one in enumerate(row):
            wanted = "the empty corner" if r == c == 0 else "a column sum" if r == 0 else "a row sum"
            right = not one.white and (one.down is not None) == (c > 0) and (one.across is not None) == (r > 0)
            if r and c:
                wanted, right = "a white cell", one.white
            if not right:
                raise one.at.error("square of another kind", wanted)


_reach = lru_cache(1024)(reach)


def _run(
    drawing: Drawing,
    across: bool,
    place: tuple[int, int],
    squares: list[Square],
    cells: tuple[int, ...],
    has_digits: bool,
) -> Run:
    """The run of those of the white squares; its first is at the place."""
    row, column = place
    way = "across" if across else "down"
    total = drawing.rows[row][column - 1].across if across else drawing.rows[row - 1][column].down
    length = len(cells)
    if length > drawing.values:
        expected = f"at most {drawing.values} (digits 1 to {drawing.values}, each once)"
        raise squares[cells[0]].at.error(f"{way} run of {length} cells", expected)
    if total:
        low, high = _reach(length, drawing.values)
        if not low <= total.value <= high:
            reached = f"{low} to {high}" if low < high else f"{low}"
            raise total.error(f"{way} clue {total.value} in {counted(length, 'cell')}", reached)
    seen: set[int] = set()
    for one in [squares[i] for i in cells if squares[i].digit] if has_digits else ():
        if one.digit > drawing.values:
            raise one.at.error(f"digit {one.digit}", f"1 to {drawing.values}")
        if one.digit in seen:
            raise one.at.error(f"digit {one.digit} repeats in its {way} run", "each digit at most once in a run")
        seen.add(one.digit)
    return Run(across, cells, None if total is None else total.value)


def _check_clues_used(drawing: Drawing) -> None:
    rows = drawing.rows
    for r, row in enumerate(rows):
        for c, one in enumerate(row):
            if one.across and not (c + 1 < len(row) and row[c + 1].white):
                raise _unused(one.across, "across", "to its right")
            if one.down and not (r + 1 < len(rows) and rows[r + 1][c].white):
                raise _unused(one.down, "down", "below it")


def _unused(total: Clue, way: str, side: str) -> PuzzleError:
    found = f"{way} clue {total.value} with no white cell {side}"
    return total.error(found, f"a white cell {side}, or no {way} clue")


def cells_in(lines: Sequence[Field], among: str = SEPARATORS) -> list[list[Field]]:
    """The cells of the lines of a grid, by what separates all of them; PuzzleError if no grid is that wide."""
    rows = sheet(lines, LARGEST_SIDE, among).rows
    for row in rows:
        if len(row) > LARGEST_SIDE:
            at = row[LARGEST_SIDE]
            raise at.error(f"line {at.line} has more than {LARGEST_SIDE} cells", f"at most {LARGEST_SIDE}")
    return rows


def check_widths(rows: Sequence[Sequence[Field]], width: int | None = None) -> None:
    """Raises PuzzleError at the first row that has not `width` fields (default: as many as the first row)."""
    wanted = len(rows[0]) if width is None else width
    for number, row in enumerate(rows, start=1):
        if len(row) != wanted:
            at = row[wanted] if len(row) > wanted else row[-1]
            raise at.error(f"row {number} has {counted(len(row), 'cell')}", f"{wanted}")
