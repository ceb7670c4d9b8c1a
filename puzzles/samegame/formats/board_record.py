"""One board as a text has it, with the place of each cell and move, and the puzzle that it makes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from puzzles.errors import PuzzleError
from puzzles.samegame import checker
from puzzles.samegame.puzzle import EMPTY, LARGEST_SIDE, MOST_COLOURS, Move, SameGamePuzzle, encode_move, unsettled
from puzzles.samegame.remarks import counted

MOST_RECORDS = 10_000
"""Boards of one text; the usual test set has 20. A larger text is refused before it is read to its end."""

MOST_MOVES = LARGEST_SIDE * LARGEST_SIDE // 2
"""Moves of one game: each removes two cells or more."""

CELL = re.compile(rf"[0-{MOST_COLOURS - 1}]|-1|\.")
"""One cell's text."""

CELLS_ARE = f"0 to {MOST_COLOURS - 1}, or -1 or . for an empty cell"


class Field(NamedTuple):
    """A word of the text, and the line and column (from 1) at which it stands."""

    text: str
    line: int
    column: int


class Step(NamedTuple):
    """A move of the text, and its place; line 0 if it has none."""

    move: Move
    line: int = 0
    column: int = 0


@dataclass(slots=True)
class Record:
    """A board's rows and moves. `line` is where it begins, `text` its part of the whole."""

    line: int = 1
    name: str = ""
    rows: list[list[Field]] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    number: int = 1
    text: str = ""


def puzzle_of(record: Record) -> SameGamePuzzle:
    """The record's puzzle, with its game; PuzzleError, at its place in the text, if the board or the game is none."""
    width, height, cells = board_of_rows(record)
    return with_game(SameGamePuzzle(width, height, cells, record.name), record.steps)


def with_game(puzzle: SameGamePuzzle, steps: Sequence[Step]) -> SameGamePuzzle:
    """The puzzle with the game and a note that says so; PuzzleError at the first move that is not legal."""
    if not steps:
        return puzzle
    moves = codes_of(steps)
    found = checker.replay(puzzle, moves)
    if found.fault:
        at = steps[found.legal]
        raise PuzzleError(found.fault, "a group of two cells or more", line=at.line, column=at.column)
    count, points = counted(len(moves), "move"), counted(found.position.points, "point")
    note = f"a game of {count}, {points}, came with the board; a search begins with its first position"
    return SameGamePuzzle(puzzle.width, puzzle.height, puzzle.cells, puzzle.name, note, moves)


def codes_of(steps: Sequence[Step]) -> tuple[int, ...]:
    """The moves as numbers; PuzzleError at one that no board of any size has."""
    codes = []
    for number, step in enumerate(steps, start=1):
        try:
            codes.append(encode_move(step.move))
        except ValueError:
            place = f"({step.move.column},{step.move.row})"
            wanted = f"columns and rows 0 to {LARGEST_SIDE - 1}"
            raise PuzzleError(f"move {number} is {place}", wanted, line=step.line, column=step.column) from None
    return tuple(codes)


def board_of_rows(record: Record) -> tuple[int, int, tuple[int, ...]]:
    """Width, height and cells of the record's board; PuzzleError, with line and column, if it is none."""
    rows = record.rows
    if not rows:
        line = record.steps[0].line if record.steps else record.line
        raise PuzzleError("there is no board", "rows of colours, the top row first", line=line, column=1)
    width = Counter(len(row) for row in rows).most_common(1)[0][0]
    for number, row in enumerate(rows, start=1):
        if len(row) > LARGEST_SIDE:
            at = row[LARGEST_SIDE]
            raise PuzzleError(
                f"row {number} is longer", f"at most {LARGEST_SIDE} cells", line=at.line, column=at.column
            )
        if number > LARGEST_SIDE:
            wanted = f"at most {LARGEST_SIDE}; a blank line parts two boards"
            raise PuzzleError(f"the board has more than {LARGEST_SIDE} rows", wanted, line=row[0].line, column=1)
        if len(row) != width:
            at = row[width] if len(row) > width else behind(row[-1])
            found = f"row {number} has {counted(len(row), 'cell')}"
            raise PuzzleError(found, f"{width}, as in the other rows", line=at.line, column=at.column)
    cells = tuple(_colour(cell) for row in rows for cell in row)
    wrong = unsettled(width, cells)
    if wrong:
        at = rows[wrong.row][wrong.column]
        raise PuzzleError(wrong.found, wrong.expected, line=at.line, column=at.column)
    return width, len(rows), cells


def behind(last: Field) -> Field:
    """The place just behind the field."""
    return Field("", last.line, last.column + len(last.text))


def quoted(text: str) -> str:
    """The text in quotes for a message: ASCII, cut to some 20 characters."""
    return ascii(text if len(text) <= 20 else text[:20] + "...")


def _colour(cell: Field) -> int:
    if not CELL.fullmatch(cell.text):
        raise PuzzleError(f"the cell is {quoted(cell.text)}", CELLS_ARE, line=cell.line, column=cell.column)
    return EMPTY if cell.text in (".", "-1") else int(cell.text)
