"""Our JSON: an object with target, restraints, start ..., and a design's sequence and figures; or a list of such."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from puzzles.errors import PuzzleError
from puzzles.rna.formats.target_record import MOST_RECORDS, SYNONYMS, check_spelling
from puzzles.rna.puzzle import DEMANDS, RnaPuzzle
from puzzles.rna.report import Report
from puzzles.text.json_texts import load_objects, require_family, text_value, wrong_value
from puzzles.text.quoting import cleaned, quoted
from puzzles.text.separated import column_names

FIELDS = ("target", "restraints", "start", "name", "model", "objective", "note")
WANTED = (
    *("target", "structure", "restraints", "start", "sequence", "model", "objective", "demands", "designs"),
    *DEMANDS,
)
"""Keys of which a misspelt one is refused."""


_CALLED = "|".join(("target", *SYNONYMS["target"])).replace(" ", "[ _-]?")
_TARGET = re.compile(rf'"(?:{_CALLED})"\s*:\s*"[.()\[\]{{}}<>?]', re.IGNORECASE)


def likeness(text: str) -> float:
    """1 if the text is an object or list that names our family, 0.9 with a target of dots and brackets; else 0."""
    if text.lstrip()[:1] not in ("{", "["):
        return 0.0
    if re.search(r'"family"\s*:\s*"rna"', text):
        return 1.0
    return 0.9 if _TARGET.search(text) else 0.0


def objects(text: str) -> list[dict[str, Any]]:
    """The objects in the text: itself, or those of its list; PuzzleError if it has none."""
    return load_objects(text, "an object with a target", MOST_RECORDS, "puzzle")


def designs(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    """An object for each of the designs in one object, which has what they share too; itself, if it has none or one."""
    found = data.get("designs")
    if not isinstance(found, list) or len(found) < 2 or not all(isinstance(one, Mapping | str) for one in found):
        return [dict(data)]
    shared = {key: value for key, value in data.items() if key != "designs"}
    return [shared | ({"sequence": one} if isinstance(one, str) else one) for one in found]


def plain(puzzle: RnaPuzzle) -> dict[str, Any]:
    """The puzzle's values, all of them texts; its demands, if there are any, in an object of their own."""
    demands = {"demands": puzzle.demands} if puzzle.demands else {}
    values = {name: getattr(puzzle, name) for name in FIELDS}
    values |= {name: puzzle.with_nick(values[name]) for name in ("target", "restraints", "start")}
    return {"family": "rna"} | values | demands


def puzzle(data: Mapping[str, Any]) -> RnaPuzzle:
    """The puzzle back, `structure` and `sequence` read as `target` and `start`; PuzzleError if not valid."""
    require_family(data, "rna", "rna")
    for name in DEMANDS:
        if name in data and not isinstance(data[name], (int, float)):  # as `gc` is, of a design
            raise PuzzleError(f'{quoted(name)} stands outside of "demands"', f'"demands": {{"{name}": ...}}')
    texts = [key for key, value in data.items() if isinstance(value, str)]
    called = dict(zip(texts, column_names(texts, SYNONYMS), strict=True))
    for key, name in called.items():
        if name in SYNONYMS and (list(called.values()).count(name) > 1 or (key != name and name in data)):
            raise PuzzleError(f"{quoted(key)} and another key stand for {quoted(name)}", "one of them")
    data = {called.get(key, key): value for key, value in data.items()}
    check_spelling(data, WANTED, ("family", "demands", *FIELDS), "key")
    given = {name: data[name] for name in FIELDS if data.get(name) is not None}
    if "start" not in given and data.get("sequence") is not None:
        given["start"] = data["sequence"]
    if "target" not in given and data.get("structure") is not None:
        given["target"] = data["structure"]
    if "target" not in given:
        raise PuzzleError('there is no "target"', "a structure in dot-bracket, such as (((...)))")
    demands = data.get("demands") or {}
    if not isinstance(demands, Mapping):
        raise wrong_value("demands", demands, "an object")
    for name in demands:
        if name not in DEMANDS:
            raise PuzzleError(f"{quoted(name)} is no demand", f"one of {', '.join(DEMANDS)}")
    given |= demands
    for name, value in given.items():
        if not isinstance(value, str):
            raise wrong_value(name, value, "a text")
    given |= {"name": cleaned(given.get("name", "")), "note": text_value(given, "note")}
    return RnaPuzzle(**given)


def write(puzzle: RnaPuzzle, reports: Sequence[Report]) -> str:
    """The puzzle as one object, with the design and its report, or with several in a list, `designs`."""
    designs = [design(one) for one in reports]
    written: dict[str, Any] = {"designs": designs} if len(designs) > 1 else dict(*designs)
    return json.dumps(plain(puzzle) | written, indent=1) + "\n"


def design(told: Report) -> dict[str, Any]:
    found: dict[str, Any] = {"sequence": told.sequence, **told.figures}
    if not told.figures:
        return found
    return found | {
        **{name: list(ones) for name, ones in told.defects.items()},
        **{name: [list(one) for one in ones] for name, ones in told.pairs.items()},
        "solved": told.solved,
        "rivals": [one._asdict() for one in told.rivals],
        "longest_run": told.longest_run,
        "longest_repeat": told.longest_repeat,
        "checks": [one._asdict() for one in told.checks],
    }
