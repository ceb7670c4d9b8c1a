"""Our JSON: an object with target, restraints, start ..., and a design's sequence and figures; or a list of such."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from puzzles.errors import PuzzleError
from puzzles.parameters import Value
from puzzles.rna.formats.target_record import MOST_RECORDS
from puzzles.rna.puzzle import RnaPuzzle
from puzzles.text.json_texts import load_objects, require_family, text_value, wrong_value
from puzzles.text.quoting import cleaned

FIELDS = ("target", "restraints", "start", "name", "model", "objective", "note")


def likeness(text: str) -> float:
    """1 if the text is an object or list that names our family, 0.9 with a target of dots and brackets; else 0."""
    if text.lstrip()[:1] not in ("{", "["):
        return 0.0
    if re.search(r'"family"\s*:\s*"rna"', text):
        return 1.0
    return 0.9 if re.search(r'"(?:target|structure)"\s*:\s*"[.()\[\]{}<>]', text) else 0.0


def objects(text: str) -> list[dict[str, Any]]:
    """The objects in the text: itself, or those of its list; PuzzleError if it has none."""
    return load_objects(text, "an object with a target", MOST_RECORDS, "puzzle")


def plain(puzzle: RnaPuzzle) -> dict[str, Any]:
    """The puzzle's values, all of them texts."""
    return {"family": "rna"} | {name: getattr(puzzle, name) for name in FIELDS}


def puzzle(data: Mapping[str, Any]) -> RnaPuzzle:
    """The puzzle back, `structure` and `sequence` read as `target` and `start`; PuzzleError if not valid."""
    require_family(data, "rna", "rna")
    given = {name: data[name] for name in FIELDS if data.get(name) is not None}
    for name, other in (("target", "structure"), ("start", "sequence")):
        if name not in given and data.get(other) is not None:
            given[name] = data[other]
    if "target" not in given:
        raise PuzzleError('there is no "target"', "a structure in dot-bracket, such as (((...)))")
    for name, value in given.items():
        if not isinstance(value, str):
            raise wrong_value(name, value, "a text")
    given |= {"name": cleaned(given.get("name", "")), "note": text_value(given, "note")}
    return RnaPuzzle(**given)


def write(puzzle: RnaPuzzle, sequences: Sequence[str], facts: Sequence[Mapping[str, Value]]) -> str:
    """The puzzle as one object, with the design and its figures, or with several in a list, `designs`."""
    designs = [{"sequence": sequence, **figures} for sequence, figures in zip(sequences, facts, strict=True)]
    written: dict[str, Any] = {"designs": designs} if len(designs) > 1 else dict(*designs)
    return json.dumps(plain(puzzle) | written, indent=1) + "\n"
