"""Filled-in boards for a known puzzle, from any text with digits in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from puzzles.errors import PuzzleError
from puzzles.kakuro.formats.drawn_grid import Drawing, cells_in, check_size, check_widths, draw
from puzzles.kakuro.puzzle import LARGEST_SIDE, Kakuro
from puzzles.text.fields import Field, used_lines
from puzzles.text.quoting import quoted

_OPEN = ("?", "_", ".", "0", "")
_BLACK = ("0", "*", "x", "X", "#", ".", "\\", ":", "-", "")


def rows_of(puzzle: Kakuro, board: Sequence[int]) -> list[str]:
    """The board's rows, margin included, one text each: digits, `.` for an open cell, `*` for a black one."""
    words = dict(zip(puzzle.cells, [str(digit) if digit else "." for digit in board], strict=True))
    width = max(map(len, words.values()), default=1)
    return [" ".join(words.get((r, c), "*").rjust(width) for c in range(puzzle.columns)) for r in range(puzzle.rows)]


def from_drawing(puzzle: Kakuro, found: Drawing) -> tuple[int, ...]:
    """The digits of a drawn grid that must show the same puzzle."""
    check_size(found)
    known = draw(puzzle).rows
    size, wanted_size = (f"{len(rows)} x {len(rows[0])}" for rows in (found.rows, known))
    if size != wanted_size:
        raise PuzzleError(f"the grid is {size}", wanted_size, line=found.rows[0][0].at.line)
    digits = []
    for found_row, known_row in zip(found.rows, known, strict=True):
        for one, other in zip(found_row, known_row, strict=True):
            if one.white != other.white:
                colours = ("white cell", "a black one") if one.white else ("black cell", "a white one")
                raise one.at.error(*colours)
            for way in ("across", "down"):
                clue, wanted = getattr(one, way), getattr(other, way)
                if clue is not None and (wanted is None or clue.value != wanted.value):
                    expected = f"{wanted.value}, as in the puzzle" if wanted else "none, as in the puzzle"
                    raise clue.error(f"{way} clue {clue.value}", expected)
            if one.white:
                digits.append(_checked(puzzle, one.digit, one.at))
    return tuple(digits)


def from_grid(puzzle: Kakuro, text: str) -> tuple[int, ...]:
    """The digits of a plain grid, with or without the margin of a crossword shape."""
    rows = cells_in(used_lines(text, ("# ", "//", "%")))
    if not rows:
        raise PuzzleError("the text has comments alone", "a filled-in Kakuro")
    if all(len(row) == 1 and len(row[0].text) > 1 for row in rows):  # no separators: one character a cell
        rows = [row[0].pieces(1, LARGEST_SIDE + 1) for row in rows]
    check_widths(rows)
    size = (len(rows), len(rows[0]))
    whole = (puzzle.rows, puzzle.columns)
    inner = (puzzle.rows - 1, puzzle.columns - 1)
    if size != whole and (puzzle.square or size != inner):
        expected = f"{whole[0]} x {whole[1]}" + (
            "" if puzzle.square else f", or {inner[0]} x {inner[1]} without margin"
        )
        raise PuzzleError(f"the grid is {size[0]} x {size[1]}", expected, line=rows[0][0].line)
    margin = 0 if size == whole else 1
    for r, row in enumerate(rows):
        for c, field in enumerate(row):
            if (r + margin, c + margin) not in puzzle.index and field.text not in _BLACK:
                raise field.error(f"{quoted(field.text)} in a black cell", "0, *, x, #, . or - there")
    return tuple(_digit(puzzle, rows[r - margin][c - margin]) for r, c in puzzle.cells)


def _digit(puzzle: Kakuro, field: Field) -> int:
    if field.text in _OPEN:
        return 0
    plain = field._replace(text=field.text.removeprefix("#"))  # .puz marks given digits
    return _checked(puzzle, plain.number(f"a digit of 1 to {puzzle.values}, or ? for an open cell"), field)


def _checked(puzzle: Kakuro, digit: int, field: Field) -> int:
    if not 0 <= digit <= puzzle.values:
        raise field.error(f"digit {digit}", f"1 to {puzzle.values}")
    return digit


def from_json(puzzle: Kakuro, value: Any) -> tuple[int, ...]:
    """The digits of a flat list, or of rows with 0 for black cells."""
    expected = f"a list of {len(puzzle.cells)} digits, or {puzzle.rows} rows of {puzzle.columns}"
    if isinstance(value, list) and value and all(isinstance(row, list) for row in value):
        if len(value) != puzzle.rows or any(len(row) != puzzle.columns for row in value):
            raise PuzzleError("the JSON board has other rows or columns than the puzzle", expected)
        value = [value[r][c] for r, c in puzzle.cells]
    if not isinstance(value, list) or len(value) != len(puzzle.cells):
        raise PuzzleError("the JSON board does not fit the puzzle", expected)
    for i, digit in enumerate(value):
        if type(digit) is not int or not 0 <= digit <= puzzle.values:
            row, column = puzzle.place(i)
            found = f"digit {quoted(str(digit))} at row {row}, column {column}"
            raise PuzzleError(found, f"0 (open) to {puzzle.values}")
    return tuple(value)
