"""JSON of games: our own values, as runs and workers keep them, and those of Gillioz' programs.

Ours are family, variant and moves as numbers. Gillioz' `{"LineLength": 4, "Disjoint": false, "InitialDots": [[x, y],
...], "Moves": [[x, y, x, y, dot x, dot y], ...]}` has of a move its line's two ends and the new dot. `LineLength`
counts steps, each of which the C++ program makes three long. `{"SegmentLength": 4, "NoTouchingRule": false, "Grid":
[{"Elements": [{"Type": "dot", "Coordinates": [{"X": 3, ...}]}, ...]}, ...]}` has the start's dots, then a line and a
dot for each move.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from puzzles.errors import PuzzleError
from puzzles.morpion import checker
from puzzles.morpion.formats.found_game import Reading, check_count, described, refused
from puzzles.morpion.puzzle import DIRECTIONS, VARIANTS, MorpionPuzzle, Move
from puzzles.text.json_texts import JsonText, require_family, text_value, wrong_value
from puzzles.text.quoting import counted, quoted


def plain(puzzle: MorpionPuzzle) -> dict[str, Any]:
    """The puzzle's values; moves as [x, y, direction, position]."""
    return {
        "family": "morpion",
        "variant": puzzle.variant,
        "moves": [list(move) for move in puzzle.moves],
        "note": puzzle.note,
        "about": dict(puzzle.about),
    }


def puzzle(data: Mapping[str, Any]) -> MorpionPuzzle:
    """The puzzle back; PuzzleError if the values are not valid or its game is not legal."""
    variant, rows = data.get("variant"), data.get("moves", [])
    require_family(data, "morpion")
    if not isinstance(variant, str) or variant not in VARIANTS:
        raise wrong_value("variant", variant, " or ".join(VARIANTS))
    if not isinstance(rows, (list, tuple)):
        raise PuzzleError('"moves" is no array', "an array of [x, y, direction, position]")
    moves = tuple(_numbered(number, row) for number, row in enumerate(rows, start=1))
    checker.require_legal(variant, moves)
    note, about = text_value(data, "note"), data.get("about", {})
    if not isinstance(about, Mapping) or not all(isinstance(one, str) for pair in about.items() for one in pair):
        raise wrong_value("about", about, "an object of texts")
    return MorpionPuzzle(
        variant, moves, note, tuple((described(name), described(value)) for name, value in about.items())
    )


def _numbered(number: int, row: Any) -> Move:
    if not isinstance(row, (list, tuple)) or len(row) != 4 or {*map(type, row)} != {int}:
        raise PuzzleError(f"move {number} is {quoted(row)}", "[x, y, direction, position]")
    return Move(*row)


Point = tuple[int, int]

_KEYS = re.compile(r'"(?:InitialDots|NoTouchingRule|SegmentLength)"\s*:')
_OBJECT = re.compile(r"\s*\{")


def dots_likeness(text: str) -> float:
    """1 for a JSON object with a key that these programs alone have; else 0."""
    return 1.0 if _OBJECT.match(text) and _KEYS.search(text) else 0.0


def read_dots(text: str, expected: str = "") -> Reading:
    """The game, with the start cross moved to where ours stands; PuzzleError if its start is another."""
    places = JsonText(text, 'an object with "Moves" or "Grid"')
    names = ("SegmentLength", "NoTouchingRule") if "Grid" in places.data else ("LineLength", "Disjoint")
    steps, disjoint = (places.data.get(name) for name in names)
    if steps not in (3, 4) or type(steps) is not int:
        raise places.wrong(names[0], "3 or 4, the steps of a line")
    if not isinstance(disjoint, bool):
        raise places.wrong(names[1], "true for 4D and 5D, false for 4T and 5T")
    variant = f"{steps + 1}{'D' if disjoint else 'T'}"
    dots, moves = _of_grid(places) if "Grid" in places.data else _of_moves(places)
    check_count(len(moves), places.value("Grid" if "Grid" in places.data else "Moves").line)
    cross = VARIANTS[variant].cross
    left, top = min((x for x, _ in dots), default=0), min((y for _, y in dots), default=0)
    unit = 3 if len({(x - left) % 3 for x, _ in dots} | {(y - top) % 3 for _, y in dots}) == 1 else 1
    if {((x - left) // unit, (y - top) // unit) for x, y in dots} != cross:
        raise PuzzleError(f"the game does not begin with the cross of {variant}", counted(len(cross), "dot"))
    return Reading(
        variant,
        tuple(_move(points, (left, top), unit, steps, number) for number, points in enumerate(moves, start=1)),
        (0,) * len(moves),
    )


def _of_moves(places: JsonText) -> tuple[list[Point], list[list[Point]]]:
    """The dots at the start, and of each move its line's ends and its dot."""
    found = []
    for key, width in (("InitialDots", 2), ("Moves", 6)):
        rows = places.data.get(key)
        if not isinstance(rows, list) or not all(_whole(row, width) for row in rows):
            raise places.wrong(key, f"an array of arrays of {width} whole numbers")
        found.append([[(row[at], row[at + 1]) for at in range(0, width, 2)] for row in rows])
    return [row[0] for row in found[0]], found[1]


def _of_grid(places: JsonText) -> tuple[list[Point], list[list[Point]]]:
    """The same of the form whose grid has elements; each move is a line and a dot, in either order."""
    steps: list[dict[str, list[list[Point]]]] = []
    for number, step in enumerate(_listed(places.data.get("Grid")), start=1):
        found: dict[str, list[list[Point]]] = {"dot": [], "line": []}
        for one in _listed(step.get("Elements") if isinstance(step, dict) else None):
            kind = one.get("Type") if isinstance(one, dict) else None
            points = [_point(point) for point in _listed(one.get("Coordinates"))] if kind in found else []
            if kind not in found or len(points) != (1 if kind == "dot" else 2) or None in points:
                raise places.value("Grid").error(
                    f"element {quoted(one)} of step {number}", "a dot, or a line by its ends"
                )
            found[kind].append([point for point in points if point is not None])
        steps.append(found)
    if not steps or steps[0]["line"]:
        raise places.wrong("Grid", "the start's dots first")
    for number, found in enumerate(steps[1:], start=1):
        if len(found["dot"]) != 1 or len(found["line"]) != 1:
            raise refused("found other elements", number, "one line and one dot", places.value("Grid").line)
    return [dot for [dot] in steps[0]["dot"]], [[*found["line"][0], *found["dot"][0]] for found in steps[1:]]


def _move(points: list[Point], origin: Point, unit: int, steps: int, number: int) -> Move:
    apart = [(x - origin[0], y - origin[1]) for x, y in points]
    if any(x % unit or y % unit for x, y in apart):
        raise refused("it is between the grid's points", number, f"multiples of {unit} from the cross", 0)
    one, other, dot = ((x // unit, y // unit) for x, y in apart)
    begin, end = sorted((one, other))
    for direction, (dx, dy) in enumerate(DIRECTIONS):
        if (begin[0] + steps * dx, begin[1] + steps * dy) == end:
            position = (dot[0] - begin[0]) if dx else (dot[1] - begin[1])
            if 0 <= position <= steps and (begin[0] + position * dx, begin[1] + position * dy) == dot:
                return Move(*dot, direction, position)
            raise refused(f"the dot {points[2]} is not in its line", number, "one of the line's squares", 0)
    raise refused(f"the line {points[0]}-{points[1]}", number, f"a row, column or diagonal of {steps + 1} squares", 0)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _whole(row: Any, width: int) -> bool:
    return isinstance(row, list) and len(row) == width and all(type(one) is int and abs(one) < 10**6 for one in row)


def _point(value: Any) -> Point | None:
    pair: list[Any] = [value.get("X"), value.get("Y")] if isinstance(value, dict) else []
    return (pair[0], pair[1]) if _whole(pair, 2) else None
