"""MSR 0.1, the Morpion Solitaire Record: JSON, read with its claims and written as its schema asks, or in one line.

Source: the specification and JSON schema of morpion-solitaire.io (spec/0.1/msr.md, sections 3 to 6). Unknown fields of
a record are ignored, as section 9 demands; a move has its four fields and no other, as the schema says.
The compact form is `MS1:` and the JSON, deflated (RFC 1951), in unpadded base64 for URLs (RFC 4648, 5).
"""

from __future__ import annotations

import base64
import importlib.metadata
import json
import re
import zlib
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from puzzles.errors import PuzzleError
from puzzles.morpion.formats import found_game
from puzzles.morpion.formats.found_game import LONGEST_WORDS, Claim, Reading, described, facts, refused
from puzzles.morpion.puzzle import VARIANTS, Move
from puzzles.text.fields import NOWHERE, Places
from puzzles.text.json_texts import JsonText, object_text
from puzzles.text.quoting import quoted

CODES = ("H", "V", "DP", "DN")
"""MSR's directions, in the order of DIRECTIONS."""

TEXTS = ("description", "author", "source", "transcribed_by")
OTHERS = ("producer", "saved_at")
SOLVER = {"tool": str, "method": str, "seed": int, "nodes_explored": int, "elapsed_secs": float}
FARTHEST_VERSION = 1
"""Largest major version that is read: files of 0.1 were first written as 1, and 1.0 is announced as its stable form."""

MARK = "MS1:"
LARGEST = 1024 * 1024
"""Bytes of the JSON inside, at most; a game of 485 moves has some 30,000."""

_FOREIGN = re.compile(r"[^A-Za-z0-9_\-+/=\s]")
_RAW_DEFLATE = -zlib.MAX_WBITS
_KEYS = re.compile(r'"variant"\s*:\s*"(?:[45][TD]|[TD][45])"|"dir"\s*:\s*"(?:H|V|DP|DN)"', re.IGNORECASE)
_SOME = re.compile(r'"(?:variant|moves)"\s*:')


def likeness(text: str) -> float:
    """1 for a JSON object with a variant or a move of MSR's, 0.4 for one with those keys; else 0."""
    if not text.lstrip().startswith("{") or re.search(r'"family"\s*:', text):
        return 0.0
    return 1.0 if _KEYS.search(text) else 0.4 if _SOME.search(text) else 0.0


def read(text: str, expected: str = "") -> Reading:
    """The record: its moves with their lines, and what it claims of them."""
    places = JsonText(text, 'a record: {"version": "0.1", "variant": "5D", ...}')
    data = places.data
    version = data.get("version", "0.1")
    major = re.fullmatch(r"([0-9]{1,4})(?:\.[0-9]{1,4}){0,2}", str(version))
    if type(version) not in (str, int) or not major or int(major.group(1)) > FARTHEST_VERSION:
        raise places.wrong("version", "0.1")
    code = data.get("variant")
    variant = code.upper() if isinstance(code, str) and len(code) == 2 else ""
    variant = variant if variant in VARIANTS else variant[::-1]
    if variant not in VARIANTS:
        raise places.wrong("variant", " or ".join(VARIANTS))
    rows = data.get("moves")
    if not isinstance(rows, list):
        raise places.wrong("moves", "an array of moves")
    found_game.check_count(len(rows), places.value("moves").line)
    braces = islice(re.compile(r"\{").finditer(text, places.index("moves")), len(rows))
    # right up to the first move with braces inside, which is refused
    known_lines = [places.field("", one.start()).line for one in braces] or [places.value("moves").line]
    lines = tuple(known_lines + known_lines[-1:] * (len(rows) - len(known_lines)))
    moves = tuple(_move(row, number, variant, lines[number - 1]) for number, row in enumerate(rows, start=1))
    about = _about(data, places)
    known = dict(about)
    note = known.get("description") or (f"by {known['author']}" if "author" in known else "")
    return Reading(variant, moves, lines, note, about, _claims(data, places))


def write(variant: str, moves: Sequence[Move], about: Sequence[tuple[str, str]] = ()) -> str:
    """The record of a legal game, one move a line."""
    return object_text(_record(variant, moves, about), 2, ascii_only=False)


def likeness_compact(text: str) -> float:
    """1 for a text that begins with `MS` and a number and a colon, else 0."""
    return 1.0 if re.match(r"\s*MS[0-9]{1,3}:", text) else 0.0


def read_compact(text: str, expected: str = "") -> Reading:
    """The record inside; its faults have no line, as the text has none that a person reads."""
    start = len(text) - len(text.lstrip())
    line = text.count("\n", 0, start) + 1
    if not text.startswith(MARK, start):
        raise PuzzleError(f"found {quoted(text[start : start + 6])}", MARK, line=line, column=1)
    inside = _unpacked(text, start + len(MARK), line)
    try:
        reading = read(inside, expected)
    except PuzzleError as error:
        raise PuzzleError(f"inside {MARK} {error.found}", error.expected, line=line) from None
    bare = tuple(replace(claim, at=NOWHERE) for claim in reading.claims)
    return replace(reading, lines=(0,) * len(reading.lines), claims=bare)


def write_compact(variant: str, moves: Sequence[Move], about: Sequence[tuple[str, str]] = ()) -> str:
    """The record of a legal game, packed into one line."""
    packer = zlib.compressobj(9, zlib.DEFLATED, _RAW_DEFLATE)
    short = json.dumps(_record(variant, moves, about), ensure_ascii=False, separators=(",", ":"))
    packed = packer.compress(short.encode()) + packer.flush()
    return f"{MARK}{base64.urlsafe_b64encode(packed).rstrip(b'=').decode()}\n"


def _unpacked(text: str, start: int, line: int) -> str:
    """The JSON text; never more than LARGEST bytes of it are made."""
    foreign = _FOREIGN.search(text, start)
    if foreign:
        at = Places(text).field(foreign.group(), foreign.start())
        raise at.error(f"found {quoted(at.text)}", "base64 letters")
    letters = "".join(text[start:].split()).rstrip("=").translate(str.maketrans("+/", "-_"))
    if "=" in letters or len(letters) % 4 == 1:
        raise PuzzleError("this base64 is damaged or cut off", f"a whole {MARK} text", line=line)
    packed = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
    unpacker = zlib.decompressobj(_RAW_DEFLATE)
    try:
        data = unpacker.decompress(packed, LARGEST)
    except zlib.error:
        raise PuzzleError("the packed data is damaged", f"a whole {MARK} text", line=line) from None
    if unpacker.unconsumed_tail:
        raise PuzzleError(f"the text unpacks to more than {LARGEST // 1024} KiB", "a game", line=line)
    if not unpacker.eof:
        raise PuzzleError("the packed data ends too early", f"a whole {MARK} text", line=line)
    if unpacker.unused_data:
        raise PuzzleError("there is more after the packed data", f"one {MARK} text", line=line)
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise PuzzleError("the text inside is not UTF-8", "JSON", line=line) from None


def _move(row: Any, number: int, variant: str, line: int) -> Move:
    shape = '{"x": 3, "y": -1, "dir": "V", "pos": 0}'
    if not isinstance(row, dict):
        raise refused(f"found {quoted(row)}", number, shape, line)
    fields = ("x", "y", "dir", "pos")
    wrong = [f"{key} is missing" for key in fields if key not in row]
    wrong += [f"an unknown field {quoted(key)}" for key in row if key not in fields]
    if wrong:
        raise refused(wrong[0], number, shape, line)
    if row["dir"] not in CODES:
        raise refused(f"dir is {quoted(row['dir'])}", number, "H, V, DP or DN", line)
    numbers = [_whole(row[key]) for key in ("x", "y", "pos")]
    for key, value in zip(("x", "y", "pos"), numbers, strict=True):
        if value is None:
            raise refused(f"{key} is {quoted(row[key])}", number, "a whole number", line)
    x, y, position = (value or 0 for value in numbers)
    move = Move(x, y, CODES.index(row["dir"]), position)
    length = VARIANTS[variant].length
    outside = found_game.out_of_range(move, length)
    if outside:
        raise refused(outside, number, f"x and y of -100 to 100, pos of 0 to {length - 1}", line)
    return move


def _whole(value: Any) -> int | None:
    """The number as JSON schema's `integer` has it, 3.0 being one; None if it is not."""
    if type(value) is int:
        return value
    return int(value) if isinstance(value, float) and value.is_integer() else None


def _claims(data: dict[str, Any], places: JsonText) -> tuple[Claim, ...]:
    claims = []
    for key, read, expected in (
        ("score", _whole, "a whole number"),
        ("available_moves", _whole, "a whole number"),
        ("terminal", lambda value: value if isinstance(value, bool) else None, "true or false"),
        ("bbox", _corners, "[min x, min y, max x, max y]"),
    ):
        if data.get(key) is None and key != "score":
            continue
        value = read(data.get(key))
        if value is None:
            raise places.wrong(key, expected)
        claims.append(Claim(key, value, places.value(key)))
    return tuple(claims)


def _corners(value: Any) -> list[int | None] | None:
    numbers = [_whole(one) for one in value] if isinstance(value, list) else []
    return numbers if len(numbers) == 4 and None not in numbers else None


def _about(data: dict[str, Any], places: JsonText) -> tuple[tuple[str, str], ...]:
    """The provenance: texts as they are, tags and solver as JSON; what is empty, or too long, is left out.

    The schema lets a solver have more fields than it names: their texts, numbers and truth values are kept.
    """
    found: list[tuple[str, str]] = []
    for key in (*TEXTS, *OTHERS):
        value = data.get(key)
        if value is not None and not isinstance(value, str):
            raise places.wrong(key, "a text")
        if value and key in TEXTS and described(value):
            found.append((key, described(value)))
    tags = data.get("tags")
    if tags is not None and (not isinstance(tags, list) or not all(isinstance(one, str) for one in tags)):
        raise places.wrong("tags", "an array of texts")
    if tags:
        fitting = _fitting(list(enumerate(map(described, tags[:20]))))
        found.append(("tags", json.dumps(list(fitting.values()), ensure_ascii=False)))
    solver = _solver(data, places)
    if solver:
        found.append(("solver", json.dumps(solver, ensure_ascii=False)))
    return tuple(found)


def _solver(data: dict[str, Any], places: JsonText) -> dict[str, Any]:
    """What is kept of the solver: the fields that the schema names, checked, then texts and numbers of others."""
    solver = data.get("solver")
    solver = {} if solver is None else solver
    if not isinstance(solver, dict):
        raise places.wrong("solver", "an object")
    kept: dict[str, Any] = {}
    for key, kind in SOLVER.items():
        value = solver.get(key)
        if value is None:
            continue
        text_fits = kind is str and isinstance(value, str)
        number = value if kind is float and type(value) in (int, float) else _whole(value)
        if not text_fits and (kind is str or number is None or not 0 <= number < 2**64):
            expected = "a text" if kind is str else "a number of 0 or more"
            raise places.value(key).error(f'"{key}" of the solver is {quoted(value)}', expected)
        kept[key] = described(value) if text_fits else number
    for key, value in solver.items():
        if key not in SOLVER and isinstance(value, str):
            kept[described(key)] = described(value)
        elif key not in SOLVER and isinstance(value, (int, float)) and abs(value) < 2**64:
            kept[described(key)] = value
    return _fitting(list(kept.items()))


def _fitting(pairs: Sequence[tuple[Any, Any]]) -> dict[Any, Any]:
    """Those of the pairs, in their order, whose JSON together is short enough to be kept."""
    kept: dict[Any, Any] = {}
    for key, value in pairs:
        if len(json.dumps({**kept, key: value}, ensure_ascii=False)) <= LONGEST_WORDS:
            kept[key] = value
    return kept


def _record(variant: str, moves: Sequence[Move], about: Sequence[tuple[str, str]]) -> dict[str, Any]:
    record = {"version": "0.1", "producer": f"mcs-tui/{_own_version()}", "variant": variant, **facts(variant, moves)}
    for key, value in about:
        if key in TEXTS:
            record[key] = value
        elif key in ("tags", "solver"):
            record[key] = json.loads(value)
    rows = [{"x": move.x, "y": move.y, "dir": CODES[move.direction], "pos": move.position} for move in moves]
    return record | {"moves": rows}


def _own_version() -> str:
    try:
        return importlib.metadata.version("mcs-tui")
    except importlib.metadata.PackageNotFoundError:
        return "source"
