"""Boards in lines: rows of colours from the top, a blank line between two boards, and games as moves after them.

Words are separated by white space, commas, semicolons or bars, and may be in quotes; or rows are in brackets, as Python
and JSON print them; or each colour is one digit and nothing separates them. Text after a `#` is a comment; `# name:
...` names the board that follows, and `# samegame` begins one. Moves, `column row` a line with any words after it,
follow the line `moves`; or they follow the rows at once, as programs for CodinGame have it, if the board is not two
columns wide.

A row of a board repeats its few colours. A row or column of a Latin square repeats only its mark for a hole, which may
be 0, and perhaps a symbol by mistake; so `likeness` counts repeated colours other than 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain

from puzzles.errors import PuzzleError
from puzzles.family import Verdict
from puzzles.samegame.formats.board_record import (
    COLOURS,
    MOST_MOVES,
    MOST_RECORDS,
    Record,
    cell_texts,
    is_move,
    step_of,
)
from puzzles.samegame.puzzle import LARGEST_SIDE, SameGamePuzzle, moves_of, unsettled
from puzzles.text.arrays import bracketed_rows, depth_of, is_bracketed
from puzzles.text.fields import Field, lines_of
from puzzles.text.format_table import is_rule, repeated_share
from puzzles.text.json_texts import is_json
from puzzles.text.quoting import cleaned, counted
from puzzles.text.separated import sheet

HEADER = re.compile(r"\s*#\s*samegame\b.*", re.IGNORECASE)
MOVES = re.compile(r"\s*moves\s*(?::\s*)?", re.IGNORECASE)
COMPACT = re.compile(r"[0-9.]+")

_NAME = re.compile(r"\s*#\s*name\s*:(.*)", re.IGNORECASE)
_WORD = re.compile(r"[^\s,;]+")
_BRACKETS = ("[", "[[")

HEAD = 20_000
"""Characters that are looked at: all of a board of 64 x 64."""

FEW, MANY = 0.25, 0.5
"""Shares of repeated cells. A Latin square of order 3 with one wrong symbol has 0.11; the standard boards have 0.65 and
more, a board of 5 x 5 in 3 colours some 0.5."""


NOT_COUNTED = ("0", ".", "-1")
"""Cells that a Latin square repeats, too: its marks for holes."""

SLIPS = 20
"""A text still looks like a board if one in this many fields is not a cell."""


def read(text: str) -> list[Record]:
    """The records of the text; not empty. PuzzleError, with line and column, for what is neither row nor move."""
    reader = _Reader()
    for line, fields in _divided(text):
        reader.take(line, fields)
    return reader.end(text.split("\n"))


def _divided(text: str) -> Iterator[tuple[Field, list[Field]]]:
    """Each line with its words, and in place of lines in brackets each row in them; PuzzleError as of `sheet`."""
    opened: list[Field] = []
    depth = 0
    lines = list(lines_of(text))
    for line in lines:
        kept = line._replace(text=line.text.partition("#")[0])
        if not opened and kept.text.strip() not in _BRACKETS and not is_bracketed([kept]):
            found = words(kept)
            if found or not kept.text.strip():  # else a table's rule
                yield line, found
            continue
        opened.append(kept)
        depth += depth_of(kept.text)
        if depth <= 0 or line is lines[-1]:
            for row in bracketed_rows(opened, LARGEST_SIDE + 1):
                yield row[0]._replace(text="["), row
            opened, depth = [], 0


def words(line: Field) -> list[Field]:
    """The words of a line without its comment; at most one more than a row may have, so that a huge line costs nothing.

    Behind a move words are a message, whatever quotes or bars are in them.
    """
    found = line.words(LARGEST_SIDE + 1, _WORD)
    if not any(sign in line.text for sign in '"|') or is_move(found, 0):
        return found
    rows = sheet([line], LARGEST_SIDE).rows
    return rows[0] if rows else []


def unpacked(rows: list[list[Field]]) -> list[list[Field]]:
    """The rows, each character a cell of its own if all rows are words of digits and dots, and the first is longer."""
    compact = all(len(row) == 1 and COMPACT.fullmatch(row[0].text) for row in rows)
    if not rows or not compact or len(rows[0][0].text) < 2:
        return rows
    return [one.pieces(1, LARGEST_SIDE + 1) for [one] in rows]


def write_rows(puzzle: SameGamePuzzle, board: Sequence[int], about: str) -> str:
    """The board with `.` for an empty cell, then the game under `moves`; `about` is a comment on it."""
    head = [f"# samegame: {puzzle.width} x {puzzle.height}, {puzzle.colours} colours"]
    if cleaned(puzzle.name):
        head.append(f"# name: {cleaned(puzzle.name)}")
    game = [f"# {about}", "moves", *move_texts(board)] if board else []
    return "\n".join([*head, *_rows(puzzle, "."), *game]) + "\n"


def write_codingame(puzzle: SameGamePuzzle, board: Sequence[int], verdict: Verdict) -> str:
    """The board with -1 for an empty cell and the moves right after it, as in CodinGame."""
    if puzzle.width == 2:
        raise PuzzleError("format codingame cannot distinguish moves from rows of two cells", "format rows or json")
    return "\n".join([*_rows(puzzle, "-1"), *move_texts(board)]) + "\n"


def _rows(puzzle: SameGamePuzzle, empty: str) -> list[str]:
    return [" ".join(row) for row in cell_texts(puzzle, empty)]


def move_texts(board: Sequence[int]) -> list[str]:
    """Each move as `3 0`: column from the left, row from the bottom, both from 0."""
    return [f"{move.column} {move.row}" for move in moves_of(board)]


@dataclass(slots=True)
class _Reader:
    """Takes a text line by line and divides it into records.

    `gap`: a blank line or a header came, so a new record may begin; `waiting`: the line on which it would, that of the
    first comment before its first row; `name`: the one in them. `moving`: the moves of the record have begun;
    `headed`: with a line that says so.
    """

    records: list[Record] = field(default_factory=lambda: [Record()])
    gap: bool = False
    waiting: int = 0
    name: str = ""
    moving: bool = False
    headed: bool = False

    def take(self, line: Field, fields: list[Field]) -> None:
        """One more line, and its words."""
        self.gap = self.gap or line.text.startswith("\f")
        if not line.text.strip() or is_rule(line.text):
            self.gap = True
            return
        record = self.records[-1]
        if not fields:
            self._take_comment(line)
            return
        if MOVES.fullmatch(line.text.partition("#")[0]):
            if self.headed:
                raise fields[0].error("the moves begin twice", "one game a board")
            if record.steps:
                raise fields[0].error("the line 'moves' comes after moves", "the line before the first move")
            self.moving = self.headed = True
        elif (record.rows or record.steps) and self._parted(is_move(fields, self._width)):
            self._begin(line)
            self._take_row(fields)
        elif self.moving or (record.rows and is_move(fields, self._width)):
            self._take_move(fields)
        else:
            self._take_row(fields)
        record = self.records[-1]
        record.name = record.name or self.name  # the comments so far are about this record
        self.name, self.waiting, self.gap = "", 0, False

    def end(self, lines: list[str]) -> list[Record]:
        """All records, with their numbers and parts of the text."""
        ends = [record.line - 1 for record in self.records[1:]] + [len(lines)]
        for number, (record, end) in enumerate(zip(self.records, ends, strict=True), start=1):
            record.number = number
            record.text = "\n".join(lines[record.line - 1 : end]) + "\n"
            record.rows = unpacked(record.rows)
        return self.records

    def _parted(self, move: bool) -> bool:
        """Whether a new record begins with this line: behind a gap, or with a row behind a comment."""
        return not (self.moving and move) if self.gap else bool(self.waiting) and not move

    @property
    def _width(self) -> int:
        rows = self.records[-1].rows
        return len(rows[0]) if rows else 0

    def _take_comment(self, line: Field) -> None:
        if HEADER.fullmatch(line.text):
            self.gap = True
            self.moving = self.moving and not self.records[-1].rows
        self.waiting = self.waiting or line.line
        named = _NAME.fullmatch(line.text)
        if named:
            self.name = cleaned(named.group(1))

    def _begin(self, line: Field) -> None:
        if len(self.records) == MOST_RECORDS:
            raise line.error(f"the text holds more than {counted(MOST_RECORDS, 'board')}", "fewer")
        self.records.append(Record(self.waiting or line.line))
        self.moving = self.headed = False

    def _take_row(self, fields: list[Field]) -> None:
        """One more row, or a move of a text that has moves alone."""
        rows = self.records[-1].rows
        if len(rows) == MOST_MOVES:
            wanted = f"at most {LARGEST_SIDE} rows; a blank line separates two boards"
            raise PuzzleError(f"the board has more than {MOST_MOVES:,} rows", wanted, line=fields[0].line, column=1)
        rows.append(fields)

    def _take_move(self, fields: list[Field]) -> None:
        rows, steps = self.records[-1].rows, self.records[-1].steps
        if not self.headed and steps and len(fields) == self._width and not is_move(fields, 0):
            # rows go on: what looked like a move is a row that lost cells
            raise steps[0].at.error(f"row {len(rows) + 1} has 2 cells", f"{len(fields)}, as in the other rows")
        self.moving = True
        steps.append(step_of(fields))
        if len(steps) > MOST_MOVES:
            raise fields[0].error(f"the game has more than {MOST_MOVES:,} moves", "a game")


def likeness(text: str) -> float:
    """1 with the header `# samegame`, 0.97 with a line `moves`, else by the first board's cells; 0 to 1."""
    lines = text[:HEAD].split("\n")
    if len(text) > HEAD and len(lines) > 1:
        lines.pop()  # the last line may be torn
    if any(HEADER.fullmatch(line) for line in lines[:50]):
        return 1.0
    rows = _first_rows(lines)
    cells = list(chain.from_iterable(rows))
    strange = set(cells).difference(COLOURS)
    wrong = sum(map(strange.__contains__, cells)) if strange else 0
    if not cells or wrong * SLIPS > len(cells):
        return 0.0
    if any(MOVES.fullmatch(line) for line in lines):
        return 0.97
    if wrong:  # a mistake in what is certainly a board is reported as one of a board
        return 0.92 if len(rows) > 1 and repeated_share(rows, NOT_COUNTED) > MANY else 0.0
    return _of_cells(rows)


def _of_cells(rows: Sequence[Sequence[str]]) -> float:
    width = len(rows[0])
    if len(rows) == 1 or (width == 1 and any(len(row) > 1 for row in rows)):
        return 0.2  # one line, or a number that stands alone above other rows
    if set(rows[0]) == {row[0] for row in rows} == {"0"}:
        return 0.3  # a margin of 0, as a Kakuro has
    share = repeated_share(rows, NOT_COUNTED)
    if any(len(row) != width for row in rows):
        return 0.6 if share > FEW else 0.2
    cells = [COLOURS[cell] for row in rows for cell in row]
    if unsettled(width, cells):
        return 0.92 if share > MANY else 0.3
    if share > FEW:
        return 0.95
    return 0.55 if share and len(rows) != width else 0.2


def _first_rows(lines: Sequence[str]) -> list[list[str]]:
    rows: list[list[str]] = []
    for line, texts in _texts_of(lines):
        if rows and (not line.strip() or is_rule(line)):
            break
        if texts:
            other = rows and len(texts) != len(rows[0])
            if rows and (MOVES.fullmatch(line) or (other and is_move([*map(Field, texts[:3])], 0))):
                break
            rows.append(texts)
    if not rows or len(rows[0]) > 1:
        return rows
    return [[one.text for one in row] for row in unpacked([[*map(Field, row)] for row in rows])]


def _texts_of(lines: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Lines and words as `_divided` has them, up to a fault; of JSON as they stand."""
    text = "\n".join(lines)
    if is_json(text) or not any(sign in text for sign in '"|[('):
        yield from ((line, _WORD.findall(line.partition("#")[0])[: LARGEST_SIDE + 1]) for line in lines)
        return
    with suppress(PuzzleError):
        yield from ((line.text, [one.text for one in fields]) for line, fields in _divided(text))
