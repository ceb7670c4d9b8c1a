"""Our JSON: an object with target, restraints, start ..., and a design's sequence and figures; or a list of such."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from puzzles.errors import PuzzleError
from puzzles.parameters import Value
from puzzles.rna.formats.json_form import plain
from puzzles.rna.formats.target_record import MOST_RECORDS
from puzzles.rna.puzzle import RnaPuzzle


def likeness(text: str) -> float:
    """1 if the text is an object or list that names our family, 0.9 with a target of dots and brackets; else 0."""
    if text.lstrip()[:1] not in ("{", "["):
        return 0.0
    if re.search(r'"family"\s*:\s*"rna"', text):
        return 1.0
    return 0.9 if re.search(r'"(?:target|structure)"\s*:\s*"[.()\[\]{}<>]', text) else 0.0


def objects(text: str) -> list[dict[str, Any]]:
    """The objects in the text: itself, or those of its list; PuzzleError, with line and column, if it is no JSON."""
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise PuzzleError(f"this is no JSON: {error.msg}", line=error.lineno, column=error.colno) from None
    except (RecursionError, ValueError):
        raise PuzzleError("this JSON is nested too deeply or has too long a number", "a flat object") from None
    listed = found if isinstance(found, list) else [found]
    if len(listed) > MOST_RECORDS:
        raise PuzzleError(f"the list holds more than {MOST_RECORDS:,} puzzles", "fewer")
    for number, one in enumerate(listed, start=1):
        if not isinstance(one, dict):
            raise PuzzleError(f"item {number} of the list is {ascii(one)[:30]}", "an object with a target")
    if not listed:
        raise PuzzleError("the list is empty", "an object with a target")
    return listed


def write(puzzle: RnaPuzzle, sequence: str = "", facts: Mapping[str, Value] | None = None) -> str:
    """The puzzle as one object, with the design and its figures if there is one."""
    told: dict[str, Any] = plain(puzzle)
    if sequence:
        told |= {"sequence": sequence} | dict(facts or {})
    return json.dumps(told, indent=1) + "\n"


def write_many(puzzle: RnaPuzzle, sequences: Sequence[str], facts: Sequence[Mapping[str, Value]]) -> str:
    """The puzzle as one object whose `designs` is a list of objects, each a sequence with its figures."""
    designs: list[dict[str, Value]] = [
        {"sequence": sequence, **told} for sequence, told in zip(sequences, facts, strict=True)
    ]
    return json.dumps(plain(puzzle) | {"designs": designs}, indent=1) + "\n"
