"""The usual text of benchmark instances: nodes, a row of the matrix a line, then a line `earliest latest` a node.

So Solomon-Potvin-Bengio, Dumas, AFG, Ohlmann-Thomas and others are handed on. Line breaks do not matter. What follows a
`#` is a comment; in comments below the windows we keep name, objective, coordinates and tour.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from puzzles.errors import PuzzleError
from puzzles.tsptw import decimals
from puzzles.tsptw.formats import damaged_matrix
from puzzles.tsptw.formats.comments import Told, told_in, written
from puzzles.tsptw.formats.rows import Row, located, place_of, rows_of, times_of
from puzzles.tsptw.puzzle import FEWEST_NODES, MOST_NODES, OBJECTIVES, TsptwPuzzle

HEAD = 20_000
"""Characters that are looked at to know the format, whole lines of them."""

SURE = 0.97
"""The likeness of a text that has as many numbers as its first one says, several of them on its second line."""

_PLAIN = re.compile(r"[0-9.eE+\-\s]*")


def likeness(text: str) -> float:
    """How much the text looks like nodes, matrix and windows, 0 to 1: a sound text or a damaged one."""
    if not text[:200].lstrip("\ufeff \t\n#")[:1].strip():
        return 0.0
    rows, torn = rows_of(text[:HEAD]), len(text) > HEAD
    if len(rows) < 2:
        return 0.0
    return max(_of_sound(rows, torn), damaged_matrix.likeness(rows))


def _of_sound(rows: Sequence[Row], torn: bool) -> float:
    """How much the rows look like a text without a fault: by the count of numbers or the first lines."""
    if not all(_PLAIN.fullmatch(row.text) for row in rows[:20]):
        return 0.0
    first = rows[0].words
    if len(first) > 1 or not first[0].isdigit() or int(first[0][:9]) < FEWEST_NODES:
        return 0.0
    n = int(first[0][:9])
    wide = len(rows[1].words) in (n - 1, n, n + 1)
    if torn:
        return 0.9 if wide or (len(rows) == 2 and len(rows[1].words) <= n) else 0.0
    count = sum(len(row.words) for row in rows[1:])
    if count == n * n + 2 * n:
        return SURE if len(rows[1].words) > 1 else 0.6
    if count == n * n:
        return 0.0  # a square alone, such as a Latin one
    return 0.7 if wide and len(rows) > n and all(len(row.words) == 2 for row in rows[n + 2 :]) else 0.0


def read(text: str) -> TsptwPuzzle:
    """The instance in the text; PuzzleError with line and column."""
    rows = rows_of(text)
    if not rows:
        raise PuzzleError("the text holds no number", "the number of nodes first")
    n = rows[0].whole(0, "the number of nodes, a whole number")
    if not FEWEST_NODES <= n <= MOST_NODES:
        raise rows[0].error(0, f"the number of nodes is {n:,}", f"{FEWEST_NODES} to {MOST_NODES:,}")
    head = rows[0]
    rest = Row(head.line, head.text.replace(head.words[0], " " * len(head.words[0]), 1), head.words[1:])
    body = ([rest] if rest.words else []) + rows[1:]
    wanted = n * n + 2 * n
    if not body:
        raise head.error(1, "the text ends after the number of nodes", f"a matrix of {n} x {n}, then windows")
    if sum(len(row.words) for row in body) != wanted:
        raise _miscounted(body, n)
    numbers = times_of(body, 0, wanted, "a number")
    values = numbers.scaled(numbers.digits)
    windows = values[n * n :]
    for node in range(n):
        if windows[2 * node + 1] < windows[2 * node]:
            row, index = place_of(body, n * n + 2 * node + 1)
            closes, opens = (decimals.shown(windows[2 * node + k], numbers.digits) for k in (1, 0))
            found = f"the window of node {node} closes at {closes}"
            raise row.error(index, found, f"{opens}, when it opens, or later")
    told = told_in(text, n)
    parts = (values[: n * n], (0,) * n, windows[0::2], windows[1::2], told.coordinates, told.name)
    try:
        return TsptwPuzzle(n, numbers.digits, *parts, told.objective or OBJECTIVES[0])
    except PuzzleError as error:
        raise located(error, [numbers]) from None


def write(puzzle: TsptwPuzzle, board: Sequence[int] | None) -> str:
    """The instance, and the tour in a comment; PuzzleError if service times are stated apart from the matrix."""
    if any(puzzle.service):
        raise PuzzleError("format matrix can't hold service times apart", "format tsplib or json")
    n, digits = puzzle.n, puzzle.digits
    words = [decimals.shown(value, digits) for value in puzzle.travel]
    lines = [str(n), *(" ".join(words[row * n : row * n + n]) for row in range(n))]
    lines += [
        f"{decimals.shown(opens, digits)} {decimals.shown(closes, digits)}"
        for opens, closes in zip(puzzle.earliest, puzzle.latest, strict=True)
    ]
    told = Told(puzzle.name, puzzle.objective, puzzle.coordinates, tuple(board or ()))
    return "\n".join([*lines, *written(told)]) + "\n"


def _miscounted(body: Sequence[Row], n: int) -> PuzzleError:
    """The error of a text with too many or too few numbers: at the first line that is not as it should be."""
    matrix, windows = body[:n], body[n:]
    whole = sum(len(row.words) == n for row in matrix)
    size = len(matrix[0].words)
    if size != n and size > 2 and [len(row.words) for row in body[: size + 1]] == [size] * size + [2]:
        found = f"row 1 of the matrix has {size} numbers, as have the next {size - 1}"
        return matrix[0].error(min(n, size), found, f"{n}, the number of nodes above")
    if 2 * whole >= len(matrix) and n > 2:
        for number, row in enumerate(matrix, start=1):
            if len(row.words) != n:
                found = f"row {number} of the matrix has {_numbers(len(row.words))}"
                return row.error(min(n, len(row.words)), found, f"{n}, as the matrix is square")
        if len(matrix) < n:
            return matrix[-1].error(n, f"the text ends after {len(matrix)} rows of the matrix", f"{n}, then windows")
        for node, row in enumerate(windows[:n]):
            if len(row.words) != 2:
                found = f"the window of node {node} has {_numbers(len(row.words))}"
                return row.error(min(2, len(row.words)), found, "2: earliest and latest")
        if len(windows) < n:
            last = windows[-1] if windows else matrix[-1]
            found = f"the text ends after {len(windows)} window{'' if len(windows) == 1 else 's'}"
            return last.error(len(last.words), found, f"{n}, one a node")
    count, wanted = sum(len(row.words) for row in body), n * n + 2 * n
    row, index = place_of(body, wanted)
    expected = f"{wanted:,}: {n} x {n} of the matrix, then two a node"
    return row.error(index, f"{_numbers(count)} after the number of nodes", expected)


def _numbers(count: int) -> str:
    return "1 number" if count == 1 else f"{count:,} numbers"
