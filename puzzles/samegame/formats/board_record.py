"""One board as a text has it, with the place of each cell and move, and the puzzle that it makes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from puzzles.errors import PuzzleError
from puzzles.family import Verdict
from puzzles.samegame import checker
from puzzles.samegame.checker import replay
from puzzles.samegame.position import CLEARED, Position, groups
from puzzles.samegame.puzzle import EMPTY, LARGEST_SIDE, MOST_COLOURS, Move, SameGamePuzzle, encode_move, unsettled
from puzzles.text.fields import NOWHERE, Field
from puzzles.text.quoting import counted, quoted

MOST_RECORDS = 10_000
"""Boards of one text; the usual test set has 20. A larger text is refused before it is read to its end."""

MOST_MOVES = LARGEST_SIDE * LARGEST_SIDE // 2
"""Moves of one game: each removes two cells or more."""

FREE = "."
"""An empty cell, as we write it."""

COLOURS = {str(colour): colour for colour in range(EMPTY, MOST_COLOURS)} | {FREE: EMPTY}
"""Of each text that a cell may have its colour."""

A_MOVE_IS = "a move such as 3 0: column from the left, row from the bottom, both from 0"
_COORDINATE = re.compile(r"[0-9]{1,4}")
_NUMBER = re.compile(r"-?[0-9]+|\.")

CELLS_ARE = f"0 to {MOST_COLOURS - 1}, or -1 or . for an empty cell"


class Step(NamedTuple):
    """A move of the text, and its place."""

    move: Move
    at: Field = NOWHERE


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
    """The record's puzzle, with its game; PuzzleError, at its place in the text, if one is not valid."""
    width, height, cells = board_of_rows(record)
    return with_game(SameGamePuzzle(width, height, cells, record.name), record.steps)


def with_game(puzzle: SameGamePuzzle, steps: Sequence[Step]) -> SameGamePuzzle:
    """The puzzle with the game and a note that says so; PuzzleError at the first move that is not legal."""
    if not steps:
        return puzzle
    moves = codes_of(steps)
    found = checker.replay(puzzle, moves)
    if found.fault:
        raise steps[found.legal].at.error(found.fault, "a group of two cells or more")
    count, points = counted(len(moves), "move"), counted(found.position.points, "point")
    note = f"a game of {count}, {points}, came with the board; a search begins with its first position"
    return replace(puzzle, note=note, moves=moves)


def codes_of(steps: Sequence[Step]) -> tuple[int, ...]:
    """The moves as numbers; PuzzleError at one that no board of any size has."""
    codes = []
    for number, step in enumerate(steps, start=1):
        try:
            codes.append(encode_move(step.move))
        except ValueError:
            place = f"({step.move.column},{step.move.row})"
            wanted = f"columns and rows 0 to {LARGEST_SIDE - 1}"
            raise step.at.error(f"move {number} is {place}", wanted) from None
    return tuple(codes)


def is_move(fields: Sequence[Field], width: int) -> bool:
    """Whether the words are a column and a row, perhaps followed by a message, and no row of `width` words."""
    if len(fields) < 2 or len(fields) == width or not all(_COORDINATE.fullmatch(one.text) for one in fields[:2]):
        return False
    return len(fields) == 2 or not _NUMBER.fullmatch(fields[2].text)


def step_of(fields: Sequence[Field]) -> Step:
    """The move in the words; PuzzleError, at the first word, if there is none."""
    at = fields[0]
    if not is_move(fields, 0):
        found = " ".join(one.text for one in fields[:3])
        raise at.error(f"found {quoted(found)}", A_MOVE_IS)
    return Step(Move(int(fields[0].text), int(fields[1].text)), at)


def board_of_rows(record: Record) -> tuple[int, int, tuple[int, ...]]:
    """Width, height and cells of the record's board; PuzzleError, with line and column, if it is not one."""
    rows = record.rows
    if not rows:
        line = record.steps[0].at.line if record.steps else record.line
        raise PuzzleError("there is no board", "rows of colours, the top row first", line=line, column=1)
    width = Counter(len(row) for row in rows).most_common(1)[0][0]
    for number, row in enumerate(rows, start=1):
        if len(row) > LARGEST_SIDE:
            at = row[LARGEST_SIDE]
            raise at.error(f"row {number} is longer", f"at most {LARGEST_SIDE} cells")
        if number > LARGEST_SIDE:
            wanted = f"at most {LARGEST_SIDE}; a blank line separates two boards"
            raise PuzzleError(f"the board has more than {LARGEST_SIDE} rows", wanted, line=row[0].line, column=1)
        if len(row) != width:
            at = row[width] if len(row) > width else row[-1].behind()
            found = f"row {number} has {counted(len(row), 'cell')}"
            raise at.error(found, f"{width}, as in the other rows")
    for cell in (cell for row in rows for cell in row):
        if cell.text not in COLOURS:
            raise cell.error(f"the cell is {quoted(cell.text)}", CELLS_ARE)
    cells = tuple(COLOURS[cell.text] for row in rows for cell in row)
    wrong = unsettled(width, cells)
    if wrong:
        at = rows[wrong.row][wrong.column]
        raise at.error(wrong.found, wrong.expected)
    return width, len(rows), cells


def game_steps(puzzle: SameGamePuzzle, records: Sequence[Record]) -> list[Step]:
    """The moves, none if the text is the puzzle's board alone; PuzzleError for another board or several.

    Rows of two cells look like moves: they are the board if they begin as the puzzle's does.
    """
    rows = [row for record in records for row in record.rows]
    steps = [step for record in records for step in record.steps]
    texts = [[FREE if cell.text == str(EMPTY) else cell.text for cell in row] for row in rows[: puzzle.height]]
    if rows and all(is_move(row, 0) for row in rows) and texts != cell_texts(puzzle, FREE):
        return [*map(step_of, rows), *steps]
    boards = [record for record in records if record.rows]
    if puzzle.width == 2 and boards:
        boards, rest = [Record(rows=rows[: puzzle.height])], rows[puzzle.height :]
        steps = [*map(step_of, rest), *steps]
    if len(boards) > 1:
        wanted = "one, or its number after the file's name, such as #2"
        raise PuzzleError(f"the text holds {len(boards)} boards", wanted, line=boards[1].rows[0][0].line, column=1)
    if boards:
        _require_same(puzzle, boards[0])
    return steps


def _require_same(puzzle: SameGamePuzzle, board: Record) -> None:
    width, height, cells = board_of_rows(board)
    if (width, height) != (puzzle.width, puzzle.height):
        wanted = f"{puzzle.width} x {puzzle.height}, as the puzzle's"
        raise board.rows[0][0].error(f"the board is {width} x {height}", wanted)
    for index, (cell, own) in enumerate(zip(cells, puzzle.cells, strict=True)):
        if cell != own:
            row, column = divmod(index, width)
            at, wanted = board.rows[row][column], cell_texts(puzzle, FREE)[row][column]
            raise at.error(f"the cell is {at.text}", f"{wanted}, as in the puzzle's board")


def cell_texts(puzzle: SameGamePuzzle, empty: str) -> list[list[str]]:
    """The rows of the puzzle's board from the top, each cell as text, an empty one as given."""
    texts = [empty if colour == EMPTY else str(colour) for colour in puzzle.cells]
    return [texts[first : first + puzzle.width] for first in range(0, len(texts), puzzle.width)]


def remarks(puzzle: SameGamePuzzle, board: Sequence[int]) -> tuple[str, ...]:
    """The lines for a legal game; of a game without a move, how many cells each colour has, too."""
    found = replay(puzzle, board)
    if board:
        return (f"{counted(found.legal, 'move')}; {_state(found.position)}",)
    counts = Counter(colour for column in found.position.columns for colour in column)
    listed = ", ".join(str(counts[colour]) for colour in range(puzzle.colours))
    return _state(found.position), f"cells of each colour: {listed}"


def summary(board: Sequence[int], verdict: Verdict) -> str:
    """A judged legal game in a line: moves, points, what is left; of a game without a move, its cells."""
    left = int(verdict.facts["left"])
    if not board:
        return counted(left, "cell")
    rest = f"{counted(left, 'cell')} left" if left else "the board is empty"
    return f"{counted(len(board), 'move')}, {counted(int(verdict.score), 'point')}, {rest}"


def _state(position: Position) -> str:
    if not position.left:
        return f"the board is empty ({CLEARED:,} points)"
    sizes = sorted(len(cells) for cells in groups(position))
    left = f"{counted(position.left, 'cell')} left"
    if not sizes:
        return f"{left}, no group"
    largest = f"of {sizes[-1]} cells" if len(sizes) == 1 else f"the largest of {sizes[-1]} cells"
    return f"{left}, {counted(len(sizes), 'group')}, {largest}"
