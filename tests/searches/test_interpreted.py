"""Kernels run as plain Python (MCS_TUI_JIT=0): every array of state and search has the bits that compiled ones give."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from drivers import interpreted_runs

from puzzles.engine import kernel_cache
from puzzles.family import Family
from puzzles.registry import families, family
from solvers.interpreted import offered
from solvers.registry import Algorithm, algorithms_for
from solvers.runs.spec import SolveSpec, TrainSpec

PLAYOUTS = {"backtracking": 100, "exhaustive": 100, "annealing": 100, "nmcs": 25}
"""Of each search; 40 of the others."""

CASES = [
    (owner.name, one.name) for owner in families() if owner.rules.begins_interpreted for one in algorithms_for(owner)
]


def orders(owner: Family, chosen: Algorithm) -> list[dict[str, Any]]:
    """Runs of the search on each bundled example, in each mode, without a prior and with one."""
    made = []
    for example in owner.examples:
        puzzle = owner.parse(example.text)
        for mode in owner.rules.modes or ("strong",):
            for odds in (False, True)[: 1 + (chosen.uses_prior and bool(owner.priors.kinds))]:
                spec = SolveSpec(
                    family=owner.name,
                    puzzle=owner.to_json(puzzle),
                    title=puzzle.title,
                    algorithm=chosen.name,
                    mode=mode,  # type: ignore[arg-type]
                )
                name = f"{example.name}, {mode}, {'random odds' if odds else 'no prior'}"
                made.append({"name": name, "spec": spec, "odds": odds, "playouts": PLAYOUTS.get(chosen.name, 40)})
    return made


def interpreted(wanted: list[dict[str, Any]]) -> dict[str, Any]:
    """What each run has done, by a process whose kernels are plain Python; it imports no numba."""
    done = subprocess.run(
        [sys.executable, interpreted_runs.__file__],
        input=msgspec.json.encode(wanted),
        env=os.environ | {"MCS_TUI_JIT": "0", "PYTHONPATH": str(Path(kernel_cache.__file__).parents[1])},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    told = json.loads(done.stdout)
    assert told.pop("imports numba") is False
    return dict(told)


@pytest.mark.parametrize(("family_name", "algorithm_name"), CASES)
def test_interpreted_searches_have_the_bits_of_compiled_ones(family_name: str, algorithm_name: str) -> None:
    owner = family(family_name)
    chosen = next(one for one in algorithms_for(owner) if one.name == algorithm_name)
    wanted = orders(owner, chosen)
    found = interpreted(wanted)
    for order in wanted:
        assert found[order["name"]] == interpreted_runs.run(order), order["name"]


def test_it_is_offered_for_searches_of_families_that_say_so() -> None:
    for owner in families():
        puzzle = owner.parse(owner.examples[0].text)
        spec = SolveSpec(family=owner.name, puzzle=owner.to_json(puzzle), title="", algorithm=owner.default_algorithm)
        assert offered(spec) == owner.rules.begins_interpreted
    assert not offered(TrainSpec(family="latin", prior="dual", shape="order-9", title="", puzzles=1))
    assert family("latin").rules.begins_interpreted
    assert family("kakuro").rules.begins_interpreted
