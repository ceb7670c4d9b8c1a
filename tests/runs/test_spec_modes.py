"""The mode in a run's spec: one of its family's own, whatever they are called."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from drivers.command_line import invoke, one_line

from puzzles.registry import families, get_family
from solvers.runs.folder import SpecError, new_run
from solvers.runs.spec import SolveSpec, decode, encode

LATIN = get_family("latin")


def spec_of(**changes: Any) -> SolveSpec:
    puzzle = LATIN.parse("1 .\n. 1\n")
    given = {"family": "latin", "puzzle": LATIN.to_json(puzzle), "title": "", "algorithm": "backtracking"}
    return SolveSpec(**(given | changes))


@pytest.fixture
def with_own_modes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Latin squares as a family whose modes have names of its own."""
    own = replace(LATIN, rules=replace(LATIN.rules, modes=("narrow", "broad")))
    monkeypatch.setattr("solvers.runs.spec.get_family", lambda name: own)


@pytest.mark.usefixtures("with_own_modes")
def test_a_family_s_own_modes_are_stored_and_read() -> None:
    assert spec_of().mode == "narrow"
    assert decode(encode(spec_of(mode="broad"))) == new_run(spec_of(mode="broad")).spec() == spec_of(mode="broad")
    with pytest.raises(ValueError, match=r"^latin has no mode 'strong'; expected one of: narrow, broad$"):
        decode(encode(spec_of(mode="strong")))


def test_a_mode_that_the_family_does_not_have_is_one_line() -> None:
    run = new_run(spec_of(mode="weak"))
    with pytest.raises(SpecError, match=r"^spec.json is damaged: latin has no mode 'weak'; expected one of: strong, p"):
        run.spec()
    shown = invoke("show", run.id)
    assert shown.exit_code != 0
    assert "latin has no mode 'weak'; expected one of: strong, paper" in one_line(shown.stderr)


def test_specs_of_families_without_modes_name_one_of_version_0_1_0() -> None:
    for family in families():
        assert spec_of(family=family.name).mode == "strong"
        for mode in ("strong", "paper"):
            assert decode(encode(spec_of(family=family.name, mode=mode))).mode == mode  # type: ignore[union-attr]
    data = json.loads(encode(spec_of()))
    del data["mode"]
    assert decode(json.dumps(data).encode()) == spec_of()
