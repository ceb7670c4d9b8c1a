"""The common text form of benchmark instances: nodes, a row of the matrix a line, then a line `earliest latest` a node.

The sets of Solomon-Potvin-Bengio, Dumas, AFG, Ohlmann-Thomas and others have this form. Line breaks do not matter. What
follows a `#` is a comment; in comments below the windows we keep name, objective, coordinates and tour.

A text with a fault should still be recognised, so that an error can name the fault. All such texts begin with the
number of nodes, alone on its line. No other family has such a line above rows of several numbers, but a Latin square or
a board of SameGame may get one by mistake; so more evidence is needed: decimals, windows behind the matrix, or
rows that are neither a square's nor a board's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from puzzles.errors import PuzzleError
from puzzles.text.fields import Field, Places
from puzzles.text.quoting import cleaned, counted, quoted
from puzzles.tsptw.formats.rows import (
    LARGEST_COORDINATE,
    Numbers,
    Row,
    clock_note,
    divided,
    instance,
    matrix_lines,
    place_of,
    plainly,
    rows_of,
    times_of,
)
from puzzles.tsptw.puzzle import FEWEST_NODES, MOST_NODES, OBJECTIVES, TsptwPuzzle

HEAD = 20_000
"""Characters that are looked at to know the format, whole lines of them."""

SURE = 0.97
"""The likeness of a text that has as many numbers as its first one says, several of them on its second line."""

LIKELY = 0.96
"""More than a grid with a slip gets from any other family, less than a family's own mark."""

LARGEST_COLOUR = 8
"""Of a board of SameGame."""

_WORD = re.compile(r"[+-]?(?:[0-9]+|[0-9]*([.,])[0-9]+|[0-9]+\.)(?:e[+-]?[0-9]+)?[,;]?|[+-]?(?:inf|infinity|nan)", re.I)
"""What is meant as a number: decimals with a comma, commas behind numbers, and what programs print for no number."""

_PLAIN = re.compile(r"[0-9.eE+\-:]*|[0-9:.]+[ap]\.?m\.?", re.IGNORECASE)
_ZERO = re.compile(r"0+(?:\.0*)?|\.0+")

_COMMENT = re.compile(r"^[ \t]*#[ \t]*(name|objective|coordinates)[ \t]*:[ \t]*(.*)$", re.IGNORECASE | re.MULTILINE)


def likeness(text: str) -> float:
    """How much the text looks like nodes, matrix and windows, 0 to 1: a sound text or a damaged one."""
    if not text[:200].lstrip("\ufeff \t\n#")[:1].strip():
        return 0.0
    first = next(rows_of(text[:HEAD], damaged=True), None)
    if not first or not (first.words[0].isdigit() if len(first.words) == 1 else _ZERO.fullmatch(first.words[0])):
        return 0.0  # neither the number of nodes nor a matrix's first row
    rows, torn = _rows(text[:HEAD], damaged=True), len(text) > HEAD
    if len(rows) < 2:
        return 0.0
    return max(_of_sound(rows, torn), _of_damaged(rows), 1.0 if _is_without_size(rows) else 0.0)


def _rows(text: str, *, damaged: bool = False) -> list[Row]:
    """As `rows_of`, without a last line EOF."""
    rows = list(rows_of(text, damaged=damaged))
    return rows[:-1] if rows and rows[-1].words == ["EOF"] else rows


def _is_without_size(rows: Sequence[Row]) -> bool:
    """Whether the rows are a matrix with zeros on its diagonal, and windows, without the number of nodes above."""
    n = len(rows[0].words)
    if n < 2 or [len(row.words) for row in rows] != [n] * n + [2] * n:
        return False
    return all(_ZERO.fullmatch(row.words[place]) for place, row in enumerate(rows[:n]))


def _of_sound(rows: Sequence[Row], torn: bool) -> float:
    """How much the rows look like a text without a fault: by the count of numbers or the first lines."""
    if not all(_PLAIN.fullmatch(word) for row in rows[:20] for word in row.words):
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


def _of_damaged(rows: Sequence[Row]) -> float:
    """LIKELY if the rows, of which the last may be torn, look like a damaged matrix with windows; else 0."""
    head, body = rows[0].words, rows[1:]
    if len(head) != 1 or not head[0].isdecimal() or not body:
        return 0.0
    wide = [row for row in body if len(row.words) > 1]
    found = [_WORD.fullmatch(word) for row in wide for word in row.words]
    numbers = [one for one in found if one]
    if 2 * len(wide) < len(body) or not wide or 4 * len(numbers) < 3 * len(found):
        return 0.0
    if 4 * sum(1 for one in numbers if one[1]) >= len(numbers):
        return LIKELY
    n = _size(int(head[0][:9]), [len(row.words) for row in body])
    if n and (2 * sum(1 for row in body[n:] if len(row.words) == 2) > len(body[n:]) or _is_foreign(body[:n], n)):
        return LIKELY
    return 0.0


def _size(n: int, widths: Sequence[int]) -> int:
    """The number of nodes, n if most rows of the matrix are about that long, or that of the rows themselves; else 0."""
    whole = widths[: min(n, max(1, len(widths) - 1))]  # the last one may be torn
    if 2 * sum(1 for width in whole if width > 1 and abs(width - n) <= max(1, n // 20)) > len(whole):
        return n
    own = widths[0]
    return own if own > 2 and [*widths[: own + 1]] == [own] * own + [2] else 0


def _is_foreign(matrix: Sequence[Row], n: int) -> bool:
    unlike = 0
    for place, row in enumerate(matrix):
        words = [word.rstrip(",;") for word in row.words]
        values = [int(word) if word.isdecimal() and len(word) < 10 else -1 for word in words]
        given = [value for value in values if value > 0]
        latin = len(set(given)) == len(given) and max(given, default=0) <= n
        diagonal = [at for at, value in enumerate(values) if value == 0] == [place]
        unlike += not latin and (diagonal or max(given, default=0) > LARGEST_COLOUR)
    return 2 * unlike > len(matrix)


def read(text: str) -> TsptwPuzzle:
    """The instance in the text; PuzzleError with line and column."""
    rows = _rows(text)
    if not rows:
        raise PuzzleError("the text holds no number", "the number of nodes first")
    if _is_without_size(rows):
        rows.insert(0, Row(rows[0].line, "", [str(len(rows[0].words))]))
    n = rows[0].whole(0, "the number of nodes, a whole number")
    if not FEWEST_NODES <= n <= MOST_NODES:
        raise rows[0].error(0, f"the number of nodes is {n:,}", f"{FEWEST_NODES} to {MOST_NODES:,}")
    head = rows[0]
    body = divided(rows, 1)[1]
    wanted = n * n + 2 * n
    if not body:
        raise head.error(1, "the text ends after the number of nodes", f"a matrix of {n} x {n}, then windows")
    if sum(len(row.words) for row in body) != wanted:
        raise _miscounted(body, n)
    entries, bounds = divided(body, n * n)
    travel, times = times_of(entries, 0, n * n, "a number"), times_of(bounds, 0, 2 * n, "a time", clock=True)
    others = _comments(text, n) | {"note": clock_note(times.unit)}
    return instance(travel, times, Numbers([0] * n, 0), lambda node: place_of(body, n * n + 2 * node + 1), **others)


def write(puzzle: TsptwPuzzle, board: Sequence[int] | None) -> str:
    """The instance, and the tour in a comment; PuzzleError if service times are stated apart from the matrix."""
    if any(puzzle.service):
        raise PuzzleError("format matrix can't hold service times apart", "format tsplib or json")
    lines = [str(puzzle.n), *matrix_lines(puzzle)]
    lines += [" ".join(map(puzzle.shown, bounds)) for bounds in zip(puzzle.earliest, puzzle.latest, strict=True)]
    if cleaned(puzzle.name):
        lines.append(f"# name: {cleaned(puzzle.name)}")
    if puzzle.objective != OBJECTIVES[0]:
        lines.append(f"# objective: {puzzle.objective}")
    if puzzle.coordinates:
        lines.append("# coordinates: " + ", ".join(f"{plainly(x)} {plainly(y)}" for x, y in puzzle.coordinates))
    if board:
        lines.append("# tour: " + " ".join(str(node) for node in board))
    return "\n".join(lines) + "\n"


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
                found = f"row {number} of the matrix has {counted(len(row.words), 'number')}"
                return row.error(min(n, len(row.words)), found, f"{n}, as the matrix is square")
        if len(matrix) < n:
            return matrix[-1].error(n, f"the text ends after {len(matrix)} rows of the matrix", f"{n}, then windows")
        for node, row in enumerate(windows[:n]):
            if len(row.words) != 2:
                found = f"the window of node {node} has {counted(len(row.words), 'number')}"
                return row.error(min(2, len(row.words)), found, "2: earliest and latest")
        if len(windows) < n:
            last = windows[-1] if windows else matrix[-1]
            found = f"the text ends after {counted(len(windows), 'window')}"
            return last.error(len(last.words), found, f"{n}, one a node")
    count, wanted = sum(len(row.words) for row in body), n * n + 2 * n
    row, index = place_of(body, wanted)
    expected = f"{wanted:,}: {n} x {n} of the matrix, then two a node"
    return row.error(index, f"{counted(count, 'number')} after the number of nodes", expected)


def _comments(text: str, n: int) -> dict[str, Any]:
    """Name, objective and coordinates of n nodes, as far as comments give them; PuzzleError for wrong ones."""
    settings: dict[str, Any] = {}
    places = Places(text)
    for found in _COMMENT.finditer(text):
        key, value = found.group(1).lower(), places.field(found.group(2).strip(), found.start(2))
        if key == "objective" and value.text not in OBJECTIVES:
            raise value.error(f"the objective is {quoted(value.text)}", " or ".join(OBJECTIVES))
        if key == "coordinates":
            settings[key] = _coordinates(value, n)
        else:
            settings[key] = cleaned(value.text) if key == "name" else value.text
    return settings


def _coordinates(value: Field, n: int) -> tuple[tuple[float, float], ...]:
    try:
        pairs = tuple(tuple(float(word) for word in pair.split()) for pair in value.text.split(","))
    except ValueError:
        pairs = ()
    if len(pairs) != n or not all(
        len(pair) == 2 and all(abs(one) < LARGEST_COORDINATE for one in pair) for pair in pairs
    ):
        raise value.error("these are no coordinates", f"{n} pairs x y with commas between")
    return tuple((pair[0], pair[1]) for pair in pairs)
