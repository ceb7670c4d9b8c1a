"""Boards in lines: rows of colours from the top, a blank line between two boards, and games as moves behind them.

Words are parted by white space, commas or semicolons, or each colour is one digit and nothing parts them. What follows
a `#` is a comment; `# name: ...` names the board that follows, and `# samegame` begins one. Moves, `column row` a line
with any words behind, follow the line `moves`; or they follow the rows at once, as programs for CodinGame have it, if
the board is not two columns wide.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice

from puzzles.errors import PuzzleError
from puzzles.samegame.formats.board_record import MOST_MOVES, MOST_RECORDS, Field, Record, Step, quoted
from puzzles.samegame.puzzle import EMPTY, LARGEST_SIDE, Move, SameGamePuzzle, moves_of
from puzzles.text.names import cleaned

HEADER = re.compile(r"\s*#\s*samegame\b.*", re.IGNORECASE)
MOVES = re.compile(r"\s*moves\s*(?::\s*)?", re.IGNORECASE)
COMPACT = re.compile(r"[0-9.]+")
A_MOVE_IS = "a move such as 3 0: column from the left, row from the bottom, both from 0"

_NAME = re.compile(r"\s*#\s*name\s*:(.*)", re.IGNORECASE)
_WORD = re.compile(r"[^\s,;]+")
_COORDINATE = re.compile(r"[0-9]{1,4}")
_NUMBER = re.compile(r"-?[0-9]+|\.")


def read(text: str) -> list[Record]:
    """The records of the text; not empty. PuzzleError, with line and column, for what is neither row nor move."""
    reader = _Reader()
    lines = text.split("\n")
    for number, line in enumerate(lines, start=1):
        reader.take(number, line)
    return reader.end(lines)


def words(number: int, line: str) -> list[Field]:
    """The line's words without its comment; at most one more than a row may have, so that a huge line costs nothing."""
    found = islice(_WORD.finditer(line.partition("#")[0]), LARGEST_SIDE + 1)
    return [Field(match.group(), number, match.start() + 1) for match in found]


def is_move(fields: Sequence[Field], width: int) -> bool:
    """Whether the words are a column and a row, perhaps with a message behind, and no row of `width` words."""
    if len(fields) < 2 or len(fields) == width or not all(_COORDINATE.fullmatch(one.text) for one in fields[:2]):
        return False
    return len(fields) == 2 or not _NUMBER.fullmatch(fields[2].text)


def step_of(fields: Sequence[Field]) -> Step:
    """The move in the words; PuzzleError, at the first word, if there is none."""
    at = fields[0]
    if not is_move(fields, 0):
        found = " ".join(one.text for one in fields[:3])
        raise PuzzleError(f"found {quoted(found)}", A_MOVE_IS, line=at.line, column=at.column)
    return Step(Move(int(fields[0].text), int(fields[1].text)), at.line, at.column)


def unpacked(rows: list[list[Field]]) -> list[list[Field]]:
    """The rows, each character a cell of its own if all rows are words of digits and dots, and the first is longer."""
    if (
        not rows
        or len(rows[0][0].text) < 2
        or not all(len(row) == 1 and COMPACT.fullmatch(row[0].text) for row in rows)
    ):
        return rows
    return [
        [Field(letter, one.line, one.column + at) for at, letter in enumerate(one.text[: LARGEST_SIDE + 1])]
        for [one] in rows
    ]


def write_rows(puzzle: SameGamePuzzle, board: Sequence[int], about: str) -> str:
    """The board with `.` for an empty cell, then the game under `moves`; `about` is a comment on it."""
    head = [f"# samegame: {puzzle.width} x {puzzle.height}, {puzzle.colours} colours"]
    if cleaned(puzzle.name):
        head.append(f"# name: {cleaned(puzzle.name)}")
    game = [f"# {about}", "moves", *move_texts(board)] if board else []
    return "\n".join([*head, *_rows(puzzle, "."), *game]) + "\n"


def write_codingame(puzzle: SameGamePuzzle, board: Sequence[int]) -> str:
    """The board with -1 for an empty cell and the moves right behind, as CodinGame's referee and players say them."""
    if puzzle.width == 2:
        raise PuzzleError("format codingame can't tell moves from rows of two cells", "format rows or json")
    return "\n".join([*_rows(puzzle, "-1"), *move_texts(board)]) + "\n"


def _rows(puzzle: SameGamePuzzle, empty: str) -> list[str]:
    cells = [empty if colour == EMPTY else str(colour) for colour in puzzle.cells]
    width = puzzle.width
    return [" ".join(cells[first : first + width]) for first in range(0, len(cells), width)]


def move_texts(board: Sequence[int]) -> list[str]:
    """Each move as `3 0`: column from the left, row from the bottom, both from 0."""
    return [f"{move.column} {move.row}" for move in moves_of(board)]


@dataclass(slots=True)
class _Reader:
    """Takes a text line by line and parts it into records.

    `gap`: a blank line or a header came, so a new record may begin; `waiting`: the line on which it would, that of the
    first comment before its first row; `told`: the name in them. `moving`: the moves of the record have begun;
    `headed`: with a line that says so.
    """

    records: list[Record] = field(default_factory=lambda: [Record()])
    gap: bool = False
    waiting: int = 0
    told: str = ""
    moving: bool = False
    headed: bool = False

    @property
    def current(self) -> Record:
        return self.records[-1]

    def take(self, number: int, line: str) -> None:
        """One more line."""
        fields = words(number, line)
        if not fields:
            self._skip(number, line)
        elif MOVES.fullmatch(line.partition("#")[0]):
            self._begin_moves(fields[0])
        elif self._ends(fields):
            self._begin(number)
            self._row(fields)
        elif self.moving or (self.current.rows and is_move(fields, self._width)):
            self._move(fields)
        else:
            self._name()
            self._row(fields)

    def end(self, lines: list[str]) -> list[Record]:
        """All records, with their numbers and parts of the text."""
        ends = [record.line - 1 for record in self.records[1:]] + [len(lines)]
        for number, (record, end) in enumerate(zip(self.records, ends, strict=True), start=1):
            record.number = number
            record.text = "\n".join(lines[record.line - 1 : end]) + "\n"
            record.rows = unpacked(record.rows)
        return self.records

    @property
    def _width(self) -> int:
        """Words of the current record's first row; 0 if it has none."""
        return len(self.current.rows[0]) if self.current.rows else 0

    def _skip(self, number: int, line: str) -> None:
        """A blank line or a comment."""
        header, named = HEADER.fullmatch(line), _NAME.fullmatch(line)
        if header or not line.strip():
            self.gap = True
            self.moving = self.moving and not (header and self.current.rows)
        if line.strip() and not self.waiting:
            self.waiting = number
        if named:
            self.told = cleaned(named.group(1))

    def _ends(self, fields: list[Field]) -> bool:
        """Whether a new record begins with this row."""
        if not self.gap or not (self.current.rows or self.current.steps):
            return False
        return not (self.moving and is_move(fields, self._width))

    def _begin(self, number: int) -> None:
        if len(self.records) == MOST_RECORDS:
            raise PuzzleError(f"the text holds more than {MOST_RECORDS:,} boards", "fewer", line=number, column=1)
        self.records.append(Record(self.waiting or number))
        self.moving = self.headed = False
        self._name()

    def _name(self) -> None:
        """The comments so far belong to the current record."""
        self.current.name = self.current.name or self.told
        self.told, self.waiting, self.gap = "", 0, False

    def _row(self, fields: list[Field]) -> None:
        """One more row, or a move of a text that has moves alone."""
        if len(self.current.rows) == MOST_MOVES:
            wanted = f"at most {LARGEST_SIDE} rows; a blank line parts two boards"
            raise PuzzleError(f"the board has more than {MOST_MOVES:,} rows", wanted, line=fields[0].line, column=1)
        self.current.rows.append(fields)

    def _begin_moves(self, at: Field) -> None:
        if self.headed:
            raise PuzzleError("the moves begin twice", "one game a board", line=at.line, column=at.column)
        if self.current.steps:
            found = "the line 'moves' stands behind moves"
            raise PuzzleError(found, "the line before the first move", line=at.line, column=at.column)
        self.moving = self.headed = True
        self._name()

    def _move(self, fields: list[Field]) -> None:
        steps = self.current.steps
        if not self.headed and steps and len(fields) == self._width and not is_move(fields, 0):
            # rows go on: what looked like a move is a row that lost cells
            found, at = f"row {len(self.current.rows) + 1} has 2 cells", steps[0]
            raise PuzzleError(found, f"{len(fields)}, as in the other rows", line=at.line, column=at.column)
        self.moving = True
        steps.append(step_of(fields))
        self._name()
        if len(steps) > MOST_MOVES:
            found = f"the game has more than {MOST_MOVES:,} moves"
            raise PuzzleError(found, "a game", line=fields[0].line, column=fields[0].column)
