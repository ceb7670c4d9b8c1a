"""Runs and commands that name an algorithm as an earlier version did."""

from __future__ import annotations

import json

import pytest
from drivers.command_line import invoke

from puzzles.registry import families, get_family
from solvers.registry import ALGORITHMS, RENAMED, algorithm
from solvers.runs.folder import find_run, new_run
from solvers.runs.spec import SolveSpec, decode, encode

RNA = get_family("rna")


def spec_of(name: str) -> SolveSpec:
    puzzle = RNA.parse("((((....))))")
    return SolveSpec(family="rna", puzzle=RNA.to_json(puzzle), title=puzzle.title, algorithm=name, playouts=3)


@pytest.mark.parametrize("name", RENAMED)
def test_an_earlier_name_is_todays_in_specs_in_run_folders_and_on_the_command_line(name: str) -> None:
    today = RENAMED[name]
    assert algorithm(name) == algorithm(today)
    data = json.loads(encode(spec_of(today))) | {"algorithm": name}
    assert decode(json.dumps(data).encode()) == spec_of(today) == spec_of(name)
    run = new_run(spec_of(today))
    (run.folder / "spec.json").write_text(json.dumps(data))
    assert find_run(run.id).spec() == spec_of(today)
    assert invoke("algorithms", name).stdout.startswith(today)


def test_no_earlier_name_is_taken_again() -> None:
    assert not {one.name for one in ALGORITHMS} & set(RENAMED)
    assert {one.default_algorithm for one in families()} <= {one.name for one in ALGORITHMS}
