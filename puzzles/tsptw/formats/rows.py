"""A text's lines as words, each with its place, and the exact numbers that words hold, as integers of one unit;
and distances of nodes by their coordinates, by TSPLIB's formulas and as the TSPTW sets of the literature have them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from puzzles.errors import PuzzleError
from puzzles.text import reading
from puzzles.text.arrays import bracketed_rows, depth_of
from puzzles.text.fields import Field
from puzzles.text.quoting import quoted
from puzzles.text.separated import cells_of, separator_of
from puzzles.tsptw.puzzle import MOST_DIGITS, MOST_NODES, TsptwPuzzle, shown

LARGEST_COORDINATE = 1e15

NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?")
"""A number as files have it: 35, 35.0571, .5 and 1.5e+02."""

_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")

LONGEST_WORD = 40
"""Characters of a number. Longer ones have useless zeros."""


MOST_WORDS = 1 << 30
"""More words than a line that is read can have."""


def read_number(word: str) -> tuple[int, int]:
    """(value, digits): the number is value / 10**digits, with no more digits than it needs, at most MOST_DIGITS.

    PuzzleError, without a place, for a word that is no such number.
    """
    if not NUMBER.fullmatch(word) or len(word) > LONGEST_WORD:
        raise PuzzleError(f"found {quoted(word)}", "a number")
    if "e" in word or "E" in word:
        word = f"{Decimal(word):f}"
    if asked := reading.asked():
        word = asked.rounded(word)
    whole, _, part = word.partition(".")
    part = part.rstrip("0")
    if len(part) > MOST_DIGITS:
        found = f"{quoted(word)} has {len(part)} decimals"
        raise PuzzleError(found, f"at most {MOST_DIGITS}; --round 6 rounds all numbers to 6")
    digits = f"{whole}{part}"
    return int(digits if digits.strip("+-") else "0"), len(part)  # `.0` is a number


@dataclass(frozen=True, slots=True)
class Row:
    """One line that holds something: its number in the text, from 1, the line without its comment, and its words.

    `cells`: the places of the words, if more than blanks are between them.
    """

    line: int
    text: str
    words: list[str]
    cells: Sequence[Field] = ()

    def field(self, index: int) -> Field:
        """The word with that index, whose place is only looked for here; the end of the line if there is none."""
        if self.cells:
            return self.cells[index] if index < len(self.cells) else self.cells[-1].behind()
        line = Field(self.text, self.line, 1)
        words = line.words(index + 1)  # of a line that is as long as the text, no more than needed
        return words[index] if index < len(words) else line.part("", len(self.text.rstrip()))

    def error(self, index: int, found: str, expected: str) -> PuzzleError:
        return self.field(index).error(found, expected)

    def whole(self, index: int, expected: str) -> int:
        """The word with that index as a whole number of at most 9 digits; PuzzleError otherwise."""
        if index >= len(self.words):
            raise self.error(index, "the line ends", expected)
        if not _WHOLE.fullmatch(self.words[index]):
            raise self.error(index, f"found {quoted(self.words[index])}", expected)
        return int(self.words[index])


@dataclass(frozen=True, slots=True)
class Numbers:
    """Numbers of one text as integers in units of 10**-digits, the most decimals that one of them needs.

    `largest`: where the largest of them stands; None if they were not read. `unit`: what a time of day is counted in,
    such as `minutes`; empty if they are plain numbers.
    """

    values: list[int]
    digits: int
    largest: tuple[Row, int] | None = None
    unit: str = ""

    def scaled(self, digits: int) -> tuple[int, ...]:
        """The numbers in units of 10**-digits; `digits` is at least their own."""
        factor = 10 ** (digits - self.digits)
        return tuple(self.values) if factor == 1 else tuple(value * factor for value in self.values)


_BLANKS_ONLY = re.compile(r"[^\[\](){};,|\"'=]*")
_DECIMAL_COMMAS = re.compile(r"\s*[+-]?[0-9]+(?:,[0-9]+)?(?:\s+[+-]?[0-9]+(?:,[0-9]+)?)+\s*")
_SIGNS = str.maketrans('[](){},;|"', "          ")


def rows_of(text: str, *, damaged: bool = False) -> Iterator[Row]:
    """The lines that hold a word, each made when it is asked for; what follows a `#` is a comment.

    Words are between blanks, commas, semicolons, tabs or bars, or rows in brackets as Python and JSON print them.
    PuzzleError for brackets that do not match, or a quote without end; `damaged`: these are passed over.
    """
    opened: list[Field] = []
    depth = 0
    for number, line in enumerate(text.split("\n"), start=1):
        kept = line.partition("#")[0]
        if not opened and _BLANKS_ONLY.fullmatch(kept):
            if words := kept.split():
                yield Row(number, kept, words)
        elif kept.strip():
            opened.append(Field(kept, number, 1))
            depth += depth_of(kept)
            if depth <= 0:
                yield from _rows_of(opened, damaged)
                opened, depth = [], 0
    if opened:
        yield from _rows_of(opened, damaged)


def _rows_of(lines: Sequence[Field], damaged: bool) -> list[Row]:
    try:
        return _separated(lines)
    except PuzzleError:
        if not damaged:
            raise
        return [Row(line.line, line.text, words) for line in lines if (words := line.text.translate(_SIGNS).split())]


def _separated(lines: Sequence[Field]) -> list[Row]:
    """The rows of the lines, whose brackets match."""
    text = lines[0].text
    if any(sign in line.text for line in lines for sign in "[]({})"):
        rows = bracketed_rows(lines, MOST_NODES + 1, ())
    elif _DECIMAL_COMMAS.fullmatch(text) and "\t" not in text:
        rows = [[word._replace(text=word.text.replace(",", ".")) for word in lines[0].words()]]
    else:
        line = lines[0]._replace(text=text.rstrip().rstrip(",;|\t"))
        separator = separator_of([line])
        cells = cells_of(line, separator) if line.text.strip() else []
        decimal = separator in (";", "\t")
        rows = [[cell._replace(text=cell.text.replace(",", ".", 1)) if decimal else cell for cell in cells]]
    return [Row(row[0].line, text, [cell.text for cell in row], row) for row in rows if row]


CLOCK = re.compile(r"([0-9]{1,2}):([0-5][0-9])(:[0-5][0-9])?")
"""A time of day, such as 08:05 or 08:05:30."""


def times_of(rows: Sequence[Row], first: int, width: int, what: str, *, clock: bool = False) -> Numbers:
    """The words `first` ... of each row, at most `width` of them, as numbers of 0 or more; PuzzleError at another.

    `clock`: they may be times of day, all of them: 08:05 in minutes since midnight, 08:05:30 in seconds.
    """
    known: dict[str, tuple[int, int]] = {}
    read: list[tuple[int, int]] = []
    kind = kind_of(rows[0].words[first]) if clock and rows and len(rows[0].words) > first else ""
    for row in rows:
        for index, word in enumerate(row.words[first : first + width], start=first):
            pair = known.get(word)
            if pair is None:
                pair = known[word] = _read(row, index, what, kind)
            read.append(pair)
    digits = max((have for _, have in known.values()), default=0)
    values = [value * 10 ** (digits - have) for value, have in read]
    largest = place_of(rows, values.index(max(values)), first, width) if values else None
    return Numbers(values, digits, largest, kind)


def kind_of(word: str) -> str:
    """`minutes` or `seconds` for a time of day; empty for another word."""
    found = CLOCK.fullmatch(word)
    return "" if found is None else "seconds" if found[3] else "minutes"


def clock_value(word: str) -> int:
    """Minutes, or seconds, since midnight, of a time of day."""
    value = 0
    for part in word.split(":"):
        value = value * 60 + int(part)
    return value


def clock_note(unit: str) -> str:
    """How times of day were read; empty if none were."""
    return f"times of day are read as {unit} since midnight, so all other times are {unit}" if unit else ""


def located(error: PuzzleError, groups: Sequence[Numbers]) -> PuzzleError:
    """The error, at the largest of all numbers if it has no place yet: for numbers that are too large together."""
    placed = [one for one in groups if one.largest is not None and one.values]
    if error.line or not placed:
        return error
    row, index = max(placed, key=lambda one: Fraction(max(one.values), 10**one.digits)).largest or (Row(0, "", []), 0)
    return row.error(index, error.found, error.expected)


def instance(
    travel: Numbers,
    times: Numbers,
    service: Numbers,
    closing: Callable[[int], tuple[Row, int]],
    first: int = 0,
    **others: Any,
) -> TsptwPuzzle:
    """The puzzle of the matrix, of each node's window in `times`, and of service times, with its `others` as given.

    `closing`: where the end of a node's window stands, from 0; nodes are called by numbers from `first` on. PuzzleError
    for a window that closes before it opens, and, at the largest number, for numbers that are too large together.
    """
    for node, (opens, closes) in enumerate(zip(times.values[0::2], times.values[1::2], strict=True)):
        if closes < opens:
            row, index = closing(node)
            found = f"the window of node {node + first} closes at {shown(closes, times.digits)}"
            raise row.error(index, found, f"{shown(opens, times.digits)}, when it opens, or later")
    digits = max(travel.digits, times.digits, service.digits)
    bounds, parts = times.scaled(digits), (travel.scaled(digits), service.scaled(digits))
    try:
        return TsptwPuzzle(len(bounds) // 2, digits, *parts, bounds[0::2], bounds[1::2], **others)
    except PuzzleError as error:
        raise located(error, [travel, times, service]) from None


def _read(row: Row, index: int, what: str, kind: str) -> tuple[int, int]:
    word = row.words[index]
    if (kind or ":" in word) and kind_of(word) != kind:
        forms = {"minutes": "a time of day as 08:05", "seconds": "a time of day as 08:05:30", "": "a number"}
        why = "as the first window has" if kind or what == "a time" else "as times of day are for windows"
        raise row.error(index, f"found {quoted(word)}", f"{forms[kind]}, {why}")
    if kind:
        return clock_value(word), 0
    try:
        pair = read_number(word)
    except PuzzleError as error:
        hour = ", or times of day in all windows, as 08:05 or 08:05:30" if ":" in word and what == "a time" else ""
        raise row.error(index, error.found, error.expected + hour) from None
    if pair[0] < 0:
        raise row.error(index, f"{what} is {word[:20]}", "0 or more")
    return pair


def place_of(rows: Sequence[Row], index: int, first: int = 0, width: int = MOST_WORDS) -> tuple[Row, int]:
    """The row and the index in it of a word, counted from 0 over the words `first` ... of all rows, `width` of each.

    Behind the last word if there are fewer.
    """
    for row in rows:
        count = len(row.words[first : first + width])
        if index < count:
            return row, first + index
        index -= count
    return rows[-1], len(rows[-1].words)


def divided(rows: Sequence[Row], count: int) -> tuple[list[Row], list[Row]]:
    """The rows of the first words, that many, and those of all others; a row may be divided."""
    for number, row in enumerate(rows):
        if count == 0:
            return list(rows[:number]), list(rows[number:])
        if count < len(row.words):
            cells = [row.field(index) for index in range(len(row.words))]
            first = Row(row.line, row.text, row.words[:count], cells[:count])
            second = Row(row.line, row.text, row.words[count:], cells[count:])
            return [*rows[:number], first], [second, *rows[number + 1 :]]
        count -= len(row.words)
    return list(rows), []


def coordinate_of(row: Row, index: int) -> float:
    """The word with that index as a coordinate; PuzzleError otherwise."""
    word = row.words[index]
    value = float(word) if NUMBER.fullmatch(word) else math.inf
    if abs(value) >= LARGEST_COORDINATE:
        raise row.error(index, f"found {quoted(word)}", "a coordinate")
    return value


def plainly(value: float) -> str:
    """The coordinate in the fewest characters that give it back: 12 for 12.0."""
    return str(int(value)) if value.is_integer() else repr(value)


def matrix_lines(puzzle: TsptwPuzzle) -> list[str]:
    """The matrix, a row a line, in the file's units."""
    words = [puzzle.shown(value) for value in puzzle.travel]
    return [" ".join(words[start : start + puzzle.n]) for start in range(0, len(words), puzzle.n)]


Points = Sequence[tuple[float, float]]

ROUNDED: dict[str, Callable[[float], int]] = {"EUC_2D": lambda length: int(length + 0.5), "CEIL_2D": math.ceil}
"""The EDGE_WEIGHT_TYPEs that are computed from NODE_COORD_SECTION: nint, which is int(d + 0.5), and up (2.1, 2.5)."""


RADIUS = 6378.388
"""Of the earth in km, as TSPLIB has it."""


def _geographical(x: float, y: float, u: float, v: float) -> int:
    latitude, longitude, other_latitude, other_longitude = map(_radians, (x, y, u, v))
    q1, q2 = math.cos(longitude - other_longitude), math.cos(latitude - other_latitude)
    q3 = math.cos(latitude + other_latitude)
    return int(RADIUS * math.acos(max(-1.0, min(1.0, 0.5 * ((1 + q1) * q2 - (1 - q1) * q3)))) + 1.0)


def _radians(coordinate: float) -> float:
    """Of degrees and minutes, DDD.MM; TSPLIB's value of pi."""
    degrees = int(coordinate)
    return 3.141592 * (degrees + 5.0 * (coordinate - degrees) / 3.0) / 180.0


def _nearest(length: float) -> int:
    return int(length + 0.5)


METRICS: dict[str, Callable[[float, float, float, float], int]] = {
    "FLOOR_2D": lambda x, y, u, v: int(math.hypot(x - u, y - v)),
    "MAN_2D": lambda x, y, u, v: _nearest(abs(x - u) + abs(y - v)),
    "MAX_2D": lambda x, y, u, v: max(_nearest(abs(x - u)), _nearest(abs(y - v))),
    "ATT": lambda x, y, u, v: math.ceil(round(math.sqrt(((x - u) ** 2 + (y - v) ** 2) / 10.0), 9)),
    "GEO": _geographical,
}
"""Other EDGE_WEIGHT_TYPEs (2.3 to 2.6; FLOOR_2D is LKH's). ATT rounds up: to nint, and 1 more where that is less."""
EXACT = "EXACT_2D"
"""The length itself, which is rounded to EXACT_DIGITS decimals, as LKH does, or as the user asks."""
EXACT_DIGITS = 3


def exact(points: Points, digits: int) -> Numbers:
    """The matrix of the distances in the plane, rounded to that many decimals."""
    unit = 10**digits
    return fewest(distances(points, lambda length: round(length * unit)), digits)


def fewest(values: list[int], digits: int) -> Numbers:
    """The numbers, values / 10**digits, in the fewest decimals."""
    while digits and not any(value % 10 for value in values):
        values, digits = [value // 10 for value in values], digits - 1
    return Numbers(values, digits)


def distances(points: Points, rounded: Callable[[float], int]) -> list[int]:
    """The matrix of the distances in the plane, row by row."""
    return [rounded(math.sqrt((x - u) * (x - u) + (y - v) * (y - v))) for x, y in points for u, v in points]


def shortened(rows: list[list[int]]) -> list[int]:
    """The matrix, row by row, each entry replaced by the shortest way over one node, in the order in which they stand.

    As Dumas and others did, once and in place, so that some entries keep shorter ways over two nodes. By this, and
    from lengths cut to whole numbers, the coordinates of n20w20.001 give the matrix that circulates.
    """
    import numpy as np  # which other formats have no use for

    matrix = np.array(rows, np.int64)
    columns = matrix.T.copy()
    for i, row in enumerate(matrix):
        for j, column in enumerate(columns):
            shortest = (row + column).min()
            if shortest < row[j]:
                row[j] = column[i] = shortest
    return [int(entry) for entry in matrix.ravel()]
