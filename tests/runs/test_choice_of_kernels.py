"""Which runs begin with interpreted kernels, and which wait for compiled ones."""

from __future__ import annotations

import os

import pytest
from drivers.run_driver import latin_spec

from puzzles.registry import get_family
from solvers.compiling import SETTING
from solvers.jobs import takeover
from solvers.jobs.takeover import choose_kernels
from solvers.runs.spec import CompileSpec, GenerateSpec, SolveSpec, TrainSpec


def test_which_kernels_a_worker_begins_with(monkeypatch: pytest.MonkeyPatch) -> None:
    easy = latin_spec("order-9", algorithm="backtracking")
    untrained = latin_spec("order-9", algorithm="backtracking", prior="dual")
    jobs = [TrainSpec(family="latin", prior="dual", shape="order-9", title="", puzzles=1)]
    small, large = (GenerateSpec(family="latin", title="", parameters={"order": order}) for order in (50, 51))
    for spec, chosen in [
        (easy, True),
        (untrained, False),
        (small, True),
        (large, False),
        *((job, False) for job in jobs),
    ]:
        monkeypatch.delenv(SETTING, raising=False)
        assert choose_kernels(spec) is chosen
        assert os.environ.get(SETTING) == ("0" if chosen else None)
    for forced in ("0", "1"):
        monkeypatch.setenv(SETTING, forced)
        assert not choose_kernels(easy)
        assert os.environ[SETTING] == forced
    assert not choose_kernels(CompileSpec())
    assert os.environ[SETTING] == "1"


@pytest.mark.parametrize(("stems", "missing", "chosen"), [(4, False, True), (5, False, False), (5, True, True)])
def test_a_large_target_waits_for_kernels_that_are_in_the_cache(
    monkeypatch: pytest.MonkeyPatch, stems: int, missing: bool, chosen: bool
) -> None:
    """One interpreted fold of 240 nt takes longer than loading them, and none is broken off."""
    family = get_family("rna")
    puzzle = family.to_json(family.parse("((((((....))))))" * stems))
    monkeypatch.delenv(SETTING, raising=False)
    monkeypatch.setattr(takeover, "needed", lambda spec: [object()] if missing else [])
    asked = SolveSpec(family="rna", puzzle=puzzle, title="", algorithm="annealing", prior="none", seconds=1.0)
    assert choose_kernels(asked) is chosen
