"""A puzzle as plain JSON values, as runs and workers keep it and as our JSON text holds it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from puzzles.errors import PuzzleError
from puzzles.rna.puzzle import RnaPuzzle
from puzzles.text.names import cleaned

FIELDS = ("target", "restraints", "start", "name", "model", "objective", "note")


def plain(puzzle: RnaPuzzle) -> dict[str, Any]:
    """The puzzle's values, all of them texts."""
    return {"family": "rna"} | {name: getattr(puzzle, name) for name in FIELDS}


def puzzle(data: Mapping[str, Any]) -> RnaPuzzle:
    """The puzzle back, `structure` and `sequence` read as `target` and `start`; PuzzleError if the values are none."""
    if data.get("family", "rna") != "rna":
        raise PuzzleError(f'"family" is {ascii(data["family"])[:30]}', '"rna"')
    given = {name: data[name] for name in FIELDS if data.get(name) is not None}
    for name, other in (("target", "structure"), ("start", "sequence")):
        if name not in given and data.get(other) is not None:
            given[name] = data[other]
    if "target" not in given:
        raise PuzzleError('there is no "target"', "a structure in dot-bracket, such as (((...)))")
    for name, value in given.items():
        if not isinstance(value, str):
            raise PuzzleError(f'"{name}" is {ascii(value)[:30]}', "a text")
    given["name"] = cleaned(given.get("name", ""))
    return RnaPuzzle(**given)
