"""Our JSON: a puzzle as plain values, as runs and workers keep it, and as a text, a row of the matrix a line.

Numbers are those of the file. A float that is the nearest to a number of that many digits gives that number back; what
has more digits than a float holds is written as a text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from puzzles.errors import PuzzleError
from puzzles.parameters import Value
from puzzles.text.json_texts import load_object, marked, object_text, require_family, text_value, wrong_value
from puzzles.text.quoting import cleaned, quoted
from puzzles.tsptw.formats.rows import LARGEST_COORDINATE, LONGEST_WORD, read_number
from puzzles.tsptw.puzzle import FEWEST_NODES, MOST_DIGITS, MOST_NODES, OBJECTIVES, PENALTY, TsptwPuzzle, shown

EXACT = 10**15
"""Units below which a float names one decimal number only (IEEE 754: 15 digits)."""


MARKS = {r'"family"\s*:\s*"tsptw"': 1.0, '"travel"': 0.9, r'(?s)\A(?=.*"nodes")(?=.*"windows")': 0.9}
"""How much a JSON text with each of these looks like an instance."""


def likeness(text: str) -> float:
    return marked(text, MARKS) if text.lstrip()[:1] == "{" else 0.0


def read(text: str) -> TsptwPuzzle:
    """The instance; numbers are read as decimals, so none is rounded. PuzzleError, with its place, if it is no JSON."""
    return puzzle({"family": "tsptw"} | load_object(text, '{"family": "tsptw", ...}', Decimal))


def write(puzzle: TsptwPuzzle, board: Sequence[int] | None, facts: Mapping[str, Value]) -> str:
    """The instance as one object, each row and each pair on a line of its own."""
    data: dict[str, Any] = plain(puzzle)
    if board:
        data |= {"tour": list(board), **facts}
    return object_text(data)


def plain(puzzle: TsptwPuzzle) -> dict[str, Any]:
    """The puzzle's values: the matrix row by row, windows as [earliest, latest]; what is not there is left out.

    `begun`: the nodes with which every tour begins. `penalty`: what a late visit adds to a score, if that is not the
    usual number; it follows from the others, but in the spec of a run it tells by what the run has counted.
    """
    digits, n = puzzle.digits, puzzle.n
    numbers = [_number(value, digits) for value in puzzle.travel] if digits else list(puzzle.travel)
    data: dict[str, Any] = {"family": "tsptw", "name": puzzle.name, "objective": puzzle.objective}
    data |= {"nodes": n, "digits": digits}
    if puzzle.penalty != PENALTY * 10**digits:
        data["penalty"] = _number(puzzle.penalty, digits)
    data["travel"] = [numbers[row * n : row * n + n] for row in range(n)]
    if any(puzzle.service):
        data["service"] = [_number(value, digits) for value in puzzle.service]
    data["windows"] = [
        [_number(opens, digits), _number(closes, digits)]
        for opens, closes in zip(puzzle.earliest, puzzle.latest, strict=True)
    ]
    if puzzle.coordinates:
        data["coordinates"] = [list(point) for point in puzzle.coordinates]
    if puzzle.note:
        data["note"] = puzzle.note
    if puzzle.begun:
        data["begun"] = list(puzzle.begun)
    return data


def puzzle(data: Mapping[str, Any]) -> TsptwPuzzle:
    """The puzzle back; PuzzleError if the values are not valid. Numbers may be ints, floats, Decimals or texts."""
    require_family(data, "tsptw")
    rows = _rows(data, "travel", 0)
    n = len(rows)
    if not FEWEST_NODES <= n <= MOST_NODES:
        raise PuzzleError(f'"travel" has {n:,} rows', f"{FEWEST_NODES} to {MOST_NODES:,}")
    if data.get("nodes", n) != n:
        raise wrong_value("nodes", data["nodes"], f'{n}, as many as "travel" has rows')
    for number, row in enumerate(rows, start=1):
        if len(row) != n:
            raise PuzzleError(f'row {number} of "travel" has {len(row):,} numbers', f"{n:,}, as there are rows")
    windows = _rows(data, "windows", 2)
    if len(windows) != n:
        raise PuzzleError(f'"windows" has {len(windows):,} pairs', f"{n:,}, one a node")
    service = data.get("service", [0] * n)
    if not isinstance(service, (list, tuple)) or len(service) != n:
        raise PuzzleError('"service" is no array of one number a node', f"{n:,} numbers, or none")
    digits = data.get("digits", 0)
    if type(digits) is not int or not 0 <= digits <= MOST_DIGITS:
        raise wrong_value("digits", digits, f"0 to {MOST_DIGITS}")
    groups = {
        "travel": [one for row in rows for one in row],
        "service": service,
        "earliest": [row[0] for row in windows],
        "latest": [row[1] for row in windows],
    }
    unit = 10**digits
    if all({*map(type, values)} == {int} for values in groups.values()):
        scaled = {name: tuple([value * unit for value in values]) for name, values in groups.items()}
    else:
        read = {name: [_scaled(name, value, digits) for value in values] for name, values in groups.items()}
        digits = max(digits, *(more for values in read.values() for _, more in values))
        scaled = {
            name: tuple(value if have == digits else value * 10 ** (digits - have) for value, have in values)
            for name, values in read.items()
        }
    return TsptwPuzzle(
        n,
        digits,
        **scaled,
        coordinates=_coordinates(data, n),
        name=cleaned(text_value(data, "name")),
        objective=text_value(data, "objective") or OBJECTIVES[0],
        note=text_value(data, "note"),
        begun=_begun(data),
    )


def _begun(data: Mapping[str, Any]) -> tuple[int, ...]:
    nodes = data.get("begun", [])
    if not isinstance(nodes, (list, tuple)) or any(type(node) is not int for node in nodes):
        raise wrong_value("begun", nodes, "an array of nodes")
    return tuple(nodes)


def _number(value: int, digits: int) -> int | float | str:
    unit: int = 10**digits
    if value % unit == 0:
        return value // unit
    return value / unit if value < EXACT else shown(value, digits)


def _scaled(name: str, value: Any, digits: int) -> tuple[int, int]:
    """(value, digits), of as many digits as are given or more if the number has more."""
    if type(value) is int:
        return value * 10**digits, digits
    if type(value) is float and abs(value) * 10**digits < EXACT:
        units = round(value * 10**digits)
        if units / 10**digits == value:
            return units, digits
    if isinstance(value, (float, Decimal)):
        number = Decimal(str(value))
        value = f"{number:f}" if number.is_finite() and abs(number.adjusted()) < LONGEST_WORD else str(number)
    if not isinstance(value, str):
        raise PuzzleError(f'"{name}" holds {quoted(value)}', "numbers")
    try:
        units, have = read_number(value)
    except PuzzleError as error:
        raise PuzzleError(f'"{name}": {error.found}', error.expected) from None
    return (units * 10 ** (digits - have), digits) if have < digits else (units, have)


def _rows(data: Mapping[str, Any], name: str, width: int) -> Sequence[Sequence[Any]]:
    rows = data.get(name)
    if not isinstance(rows, (list, tuple)) or not all(isinstance(row, (list, tuple)) for row in rows):
        raise PuzzleError(f'"{name}" is no array of arrays', "one row a node")
    for number, row in enumerate(rows, start=1):
        if width and len(row) != width:
            raise PuzzleError(f'item {number} of "{name}" has {len(row)} numbers', f"{width}")
    return rows


def _coordinates(data: Mapping[str, Any], n: int) -> tuple[tuple[float, float], ...]:
    if not data.get("coordinates"):
        return ()
    rows = _rows(data, "coordinates", 2)
    if len(rows) != n:
        raise PuzzleError(f'"coordinates" has {len(rows):,} pairs', f"{n:,} or none")
    return tuple((_coordinate(x), _coordinate(y)) for x, y in rows)


def _coordinate(value: Any) -> float:
    number = isinstance(value, (int, float, Decimal)) and not isinstance(value, bool)
    if not number or not abs(value) < LARGEST_COORDINATE:  # also refuses NaN
        raise PuzzleError(f'"coordinates" holds {quoted(value)}', "numbers below 10**15")
    return float(value)
