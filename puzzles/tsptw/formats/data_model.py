"""A matrix and time windows under names, as OR-tools' data model and other programs have them, in JSON or Python.

`data = {"time_matrix": [...], ...}`, `data["time_matrix"] = [...]` and `time_matrix = [...]` are read as the JSON
object of those names: brackets of tuples, single quotes, comments and trailing commas become JSON's in their places.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

from puzzles.errors import PuzzleError
from puzzles.text.fields import Field, Places
from puzzles.text.json_texts import load
from puzzles.text.quoting import quoted
from puzzles.tsptw.formats import json_text
from puzzles.tsptw.formats.rows import clock_note, clock_value, kind_of
from puzzles.tsptw.puzzle import TsptwPuzzle

TRAVEL = (
    *("time_matrix", "distance_matrix", "travel", "travel_times", "travel_time_matrix", "travel_matrix", "matrix"),
    *("durations", "duration_matrix", "distances", "cost_matrix", "costs", "times"),
)
WINDOWS = ("time_windows", "windows", "timewindows", "time_window", "tw")
SERVICE = ("service", "service_times", "service_time", "service_durations", "visit_times")
PLACES = ("coordinates", "locations", "coords", "points", "positions")
NAMES = ("name", "comment", "description", "objective", "tour", "nodes")
ONE = ("num_vehicles", "vehicles", "num_salesmen")
"""These are read if they say 1, and the depot if it is 0: the same node for start and end."""
DEPOT = ("depot", "start", "end", "starts", "ends")

_KEYED = re.compile(rf"[\"'](?:{'|'.join(TRAVEL)})[\"']|^[ \t]*(?:{'|'.join(TRAVEL)})[ \t]*=", re.MULTILINE)
_WINDOWED = re.compile(rf"[\"'](?:{'|'.join(WINDOWS)})[\"']|^[ \t]*(?:{'|'.join(WINDOWS)})[ \t]*=", re.MULTILINE)
_STATEMENT = re.compile(r"^[ \t]*(?:[A-Za-z_]\w*\[[\"']([A-Za-z_]\w*)[\"']\]|([A-Za-z_]\w*))[ \t]*=(?!=)", re.MULTILINE)
_QUOTED = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"?|'([^'\"\\\n]*)'|#[^\n]*|[()]|,(?=\s*(?:#[^\n]*\n\s*)*[\])}])")
_PROSE = re.compile(r"^[ \t]*(?:def |return\b|import |from |print\b|\"\"\").*$", re.MULTILINE)
_JSON_OF = {"(": "[", ")": "]", ",": " "}
EXPECTED = '{"time_matrix": [[...], ...], "time_windows": [[earliest, latest], ...], "depot": 0}'


def likeness(text: str) -> float:
    """1 for a text with a matrix and windows by their names, 0.5 for JSON with either; else 0."""
    if '"family"' in text or text.lstrip()[:1].isdigit():
        return 0.0
    matrix, windows = _KEYED.search(text), _WINDOWED.search(text)
    if matrix and windows:
        return 1.0
    return 0.5 if (matrix or windows) and text.lstrip()[:1] == "{" else 0.0


def read(text: str) -> TsptwPuzzle:
    """The instance in the text; PuzzleError with line and column."""
    places = Places(text)
    data = _values(text, places)

    def at(key: str) -> Field:
        found = re.search(rf"\b{re.escape(key)}\b", text)
        return places.field(key, found.start() if found else 0)

    travel, windows = _one_of(data, TRAVEL, at, needed=True), _one_of(data, WINDOWS, at, needed=True)
    known = (*TRAVEL, *WINDOWS, *SERVICE, *PLACES, *NAMES, *ONE, *DEPOT)
    for key in data:
        if key not in known:
            wanted = "a matrix, time_windows, service_times, depot and num_vehicles of one salesman"
            raise at(key).error(f"{quoted(key)} may change what the instance means", wanted)
    for key in ONE:
        if data.get(key, 1) != 1:
            raise at(key).error(f"{quoted(key)} is {quoted(data[key])}", "1: a TSP with time windows has one salesman")
    for key in DEPOT:
        if data.get(key, 0) not in (0, [0]):
            raise at(key).error(f"{quoted(key)} is {quoted(data[key])}", "0: tours begin and end at the first node")
    given: dict[str, Any] = {"family": "tsptw", "travel": travel}
    service = _one_of(data, SERVICE, at)
    if service is not None:
        each = isinstance(service, (int, float, Decimal)) and isinstance(travel, list)
        given["service"] = [0, *[service] * (len(travel) - 1)] if each else service
    coordinates = _one_of(data, PLACES, at)
    if coordinates is not None:
        given["coordinates"] = coordinates
    given |= {key: data[key] for key in ("name", "objective") if key in data}
    given["windows"], unit = _counted(windows)
    if "digits" in data:
        given["digits"] = data["digits"]
    found = json_text.puzzle(given)
    object.__setattr__(found, "note", clock_note(unit))
    return found


def _counted(windows: Any) -> tuple[Any, str]:
    """The windows with times of day as numbers, and what these count; PuzzleError for a mixture."""
    if not isinstance(windows, list):
        return windows, ""
    words = [one for pair in windows if isinstance(pair, list) for one in pair]
    kinds = {kind_of(one) if isinstance(one, str) else "" for one in words}
    if kinds <= {""}:
        return windows, ""
    if len(kinds) > 1:
        raise PuzzleError('"windows" has times of day beside other numbers', "all as 08:05, or all as 08:05:30")
    return [[clock_value(one) for one in pair] for pair in windows], kinds.pop()


def _one_of(data: dict[str, Any], names: tuple[str, ...], at: Callable[[str], Field], *, needed: bool = False) -> Any:
    """The value under one of the names; PuzzleError for several different ones, and for none where one is needed."""
    found = [name for name in names if name in data]
    if not found:
        if needed:
            raise PuzzleError(f"there is no {names[0]}", f"as in {EXPECTED}", line=1, column=1)
        return None
    for other in found[1:]:
        if data[other] != data[found[0]]:
            raise at(other).error(f"{quoted(found[0])} and {quoted(other)} differ", "one of them")
    return data[found[0]]


def _values(text: str, places: Places) -> dict[str, Any]:
    """The names and their values; PuzzleError for what is none."""
    text = _PROSE.sub(lambda line: " " * len(line.group()), text)
    plain = _QUOTED.sub(_as_json, text)
    if text.lstrip()[:1] == "{":
        return _object(plain)
    data: dict[str, Any] = {}
    for name, begin, end in _statements(text):
        value, place = plain[begin:end], places.field(name, begin)
        try:
            listed = value.lstrip()[:1] == "{"
            given = _object(value) if listed else {name: load(value, "a number or a list", Decimal)}
        except PuzzleError as error:
            error.column = max(error.column, 1) + (place.column - 1 if error.line <= 1 else 0)
            error.line = place.line + max(error.line, 1) - 1
            raise
        for key in (one for one in given if one in data):
            raise place.error(f"{quoted(key)} is given a second time", "each name once")
        data |= given
    if not data:
        raise PuzzleError("the text is no data of a TSP with time windows", EXPECTED, line=1, column=1)
    return data


def _statements(text: str) -> Iterator[tuple[str, int, int]]:
    """(name, where its value begins, where it ends) of each statement."""
    found = list(_STATEMENT.finditer(text))
    for number, one in enumerate(found):
        end = found[number + 1].start() if number + 1 < len(found) else len(text)
        yield one[1] or one[2], one.end(), end


def _object(text: str) -> dict[str, Any]:
    data = load(text, EXPECTED, Decimal)
    if not isinstance(data, dict):
        raise PuzzleError(f"this is {quoted(data)}", EXPECTED, line=1, column=1)
    return data


def _as_json(found: re.Match[str]) -> str:
    word = found.group()
    if word[0] == "'":
        return f'"{found[1]}"'
    if word[0] == "#":
        return " " * len(word)
    return _JSON_OF.get(word, word)
