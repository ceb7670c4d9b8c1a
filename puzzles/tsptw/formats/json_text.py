"""Our JSON text: the instance's values, a row of the matrix a line, and the tour with its figures if there is one."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from puzzles.errors import PuzzleError
from puzzles.parameters import Value
from puzzles.tsptw.formats import json_form
from puzzles.tsptw.puzzle import TsptwPuzzle


def likeness(text: str) -> float:
    """1 if the text is an object that names our family, 0.9 with a matrix and windows; else 0."""
    if text.lstrip()[:1] != "{":
        return 0.0
    if re.search(r'"family"\s*:\s*"tsptw"', text):
        return 1.0
    return 0.9 if '"travel"' in text or ('"nodes"' in text and '"windows"' in text) else 0.0


def read(text: str) -> TsptwPuzzle:
    """The instance; numbers are read as decimals, so none is rounded. PuzzleError, with its place, if it is no JSON."""
    try:
        data = json.loads(text, parse_float=Decimal)
    except json.JSONDecodeError as error:
        raise PuzzleError(f"this is no JSON: {error.msg}", line=error.lineno, column=error.colno) from None
    except (RecursionError, ValueError):
        raise PuzzleError("this JSON is nested too deeply or has too long a number", "a flat object") from None
    if not isinstance(data, dict):
        raise PuzzleError("the text is no JSON object", '{"family": "tsptw", ...}', line=1, column=1)
    return json_form.puzzle({"family": "tsptw"} | data)


def write(puzzle: TsptwPuzzle, board: Sequence[int] | None, facts: Mapping[str, Value]) -> str:
    """The instance as one object, each row and each pair on a line of its own."""
    data: dict[str, Any] = json_form.plain(puzzle)
    if board:
        data |= {"tour": list(board), **facts}
    lines = [f" {json.dumps(key)}: {_value(value)}" for key, value in data.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _value(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], list):
        return "[\n  " + ",\n  ".join(json.dumps(row) for row in value) + "\n ]"
    return json.dumps(value)
