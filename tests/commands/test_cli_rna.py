"""Designing RNA on the command line."""

from __future__ import annotations

import json

from drivers.command_line import invoke

TARGET = "((((((....))))))"


def test_a_design_ends_without_a_word_about_a_second_one() -> None:
    done = invoke("solve", "example:hairpin", "--algorithm", "gnrpa", "--seconds", "60", "--json", "--quiet")
    assert (done.exit_code, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    assert (told["status"], told["message"], told["verified"]) == ("solved", "", True)
    assert told["facts"]["fold"] == TARGET
