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


def test_a_design_that_does_not_fold_is_reported_in_json_too() -> None:
    given = "((.((....)).((....)).))"
    done = invoke("solve", "-", "--seconds", "0.1", "--seed", "1", "--json", "--quiet", given=given)
    printed = json.loads(done.stdout)
    assert (done.exit_code, printed["verified"]) == (1, False)
    assert printed["facts"]["distance"] > 0
    assert {"probability", "defects", "rivals", "checks"} <= set(printed["report"])
    assert any(line.startswith("rivals") for line in printed["remarks"])


def test_a_setting_that_is_given_twice_is_refused() -> None:
    twice = ("--set", "state=((((((....)))))) at 60", "--set", "state=................ at 90")
    done = invoke("solve", "example:hairpin", *twice)
    assert done.exit_code == 2
    assert "--set state is there twice; expected once, commas between several values" in done.stderr


def test_a_demand_by_an_option_is_named_with_what_is_wrong() -> None:
    done = invoke("check", "example:hairpin", "--set", "gc=45-55 in 500")
    assert done.exit_code == 2
    assert done.stderr.strip().endswith("check: gc: found 500; expected a whole number from 1 to 16")
