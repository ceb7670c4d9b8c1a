"""What our comments in a text say about an instance: name, objective, coordinates and a tour; read and written."""

from __future__ import annotations

import re
from dataclasses import dataclass

from puzzles.text.fields import Field, Places
from puzzles.text.quoting import cleaned, quoted
from puzzles.tsptw.puzzle import OBJECTIVES

LARGEST_COORDINATE = 1e15

_TOLD = re.compile(r"^[ \t]*#[ \t]*(name|objective|coordinates)[ \t]*:[ \t]*(.*)$", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Told:
    """What the comments say; empty where they say nothing."""

    name: str = ""
    objective: str = ""
    coordinates: tuple[tuple[float, float], ...] = ()
    tour: tuple[int, ...] = ()


def told_in(text: str, n: int) -> Told:
    """What the comments say about an instance of n nodes; PuzzleError for a wrong objective or wrong coordinates."""
    name, objective = "", ""
    coordinates: tuple[tuple[float, float], ...] = ()
    places = Places(text)
    for found in _TOLD.finditer(text):
        key, value = found.group(1).lower(), places.field(found.group(2).strip(), found.start(2))
        if key == "name":
            name = cleaned(value.text)
        elif key == "objective":
            if value.text not in OBJECTIVES:
                raise value.error(f"the objective is {quoted(value.text)}", " or ".join(OBJECTIVES))
            objective = value.text
        else:
            coordinates = _coordinates(value, n)
    return Told(name, objective, coordinates)


def written(told: Told) -> list[str]:
    """The comments' lines; the usual objective is not written."""
    lines = [f"# name: {cleaned(told.name)}"] if cleaned(told.name) else []
    if told.objective not in ("", OBJECTIVES[0]):
        lines.append(f"# objective: {told.objective}")
    if told.coordinates:
        lines.append("# coordinates: " + ", ".join(f"{plainly(x)} {plainly(y)}" for x, y in told.coordinates))
    if told.tour:
        lines.append("# tour: " + " ".join(str(node) for node in told.tour))
    return lines


def plainly(value: float) -> str:
    """The coordinate in the fewest characters that give it back: 12 for 12.0."""
    return str(int(value)) if value.is_integer() else repr(value)


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
