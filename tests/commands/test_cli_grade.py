"""What `check` says of a puzzle's grade."""

from __future__ import annotations

import json

import pytest
from drivers.command_line import invoke


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("crossword-6", "grade: medium (naked single 17, sum combinations 2, last cell 4)"),
        (
            "crossword-12",
            "grade: expert (naked single 45, last cell 35, sum combinations 31, hidden single 3, run orders 9, "
            "naked pair 1, long run orders 1, X-chain 2)",
        ),
        ("order-9", "grade: easy (naked single 29, last cell 5)"),
    ],
)
def test_check_says_the_grade(name: str, line: str) -> None:
    found = invoke("check", "-q", f"example:{name}")
    assert (found.stdout.splitlines()[-1], found.exit_code) == (line, 0)


def test_the_grade_is_in_the_json_and_null_where_puzzles_are_not_graded() -> None:
    graded = json.loads(invoke("check", "--json", "example:order-9").stdout)
    assert graded["grade"] == {"name": "easy", "steps": {"naked single": 29, "last cell": 5}}
    assert json.loads(invoke("check", "--json", "example:5D").stdout)["grade"] is None
