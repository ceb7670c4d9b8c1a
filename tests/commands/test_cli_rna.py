"""Designing RNA on the command line."""

from __future__ import annotations

import json

from drivers.command_line import invoke

TARGET = "((((((....))))))"


def test_a_design_ends_without_a_word_about_a_second_one() -> None:
    done = invoke("solve", "example:hairpin", "--algorithm", "gnrpa", "--seconds", "60", "--json", "--quiet")
    assert (done.exit_code, done.stderr) == (0, "")
    printed = json.loads(done.stdout)
    assert (printed["status"], printed["message"], printed["verified"]) == ("solved", "", True)
    assert printed["facts"]["fold"] == TARGET
