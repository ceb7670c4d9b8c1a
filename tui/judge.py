"""A process that asks the plain checker: one puzzle with a board a line comes in, one verdict a line goes out.

The app starts it where judging takes so long that keys would wait (`Family.slow_to_judge`). Imports no textual.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from puzzles.errors import PuzzleError
from puzzles.registry import get_family


def main() -> int:
    """Answers until its input ends; 0."""
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)
    return 0


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    """The verdict's fields as JSON values; a puzzle or board that can't be read is not solved, with its fault."""
    family = get_family(asked["family"])
    try:
        verdict = family.judge(family.from_json(asked["puzzle"]), tuple(asked["board"]))
    except PuzzleError as error:
        return {"solved": False, "score": 0.0, "faults": [error.message], "legal": False, "facts": {}}
    return {
        "solved": verdict.solved,
        "score": verdict.score,
        "faults": list(verdict.faults),
        "legal": verdict.legal,
        "facts": dict(verdict.facts),
    }


if __name__ == "__main__":
    sys.exit(main())
