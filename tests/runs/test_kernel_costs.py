"""Estimates of how long kernels take to compile: their arithmetic, by a clock of the test's own."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from drivers.command_line import invoke

from puzzles.engine.kernel_cache import mark_compiled
from puzzles.registry import get_family
from solvers import kernel_costs
from solvers.compiling import in_order, kernels
from solvers.kernel_costs import AFTER_OTHERS, ALONE, CompileProgress, about, cost, costs, estimate, expected_seconds
from solvers.runs.spec import CompileSpec, SolveSpec


@pytest.fixture(autouse=True)
def own_kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No kernel is compiled, and costs are round numbers."""
    monkeypatch.setenv("MCS_TUI_KERNELS", str(tmp_path / "kernels"))


@pytest.fixture
def round_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    table = {"latin/nrpa": (100.0, 40.0), "latin/nmcs": (80.0, 20.0), "rna/nrpa": (300.0, 60.0)}
    monkeypatch.setattr(kernel_costs, "costs", lambda: table)


class Clock:
    """Seconds that pass when the test says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_every_kernel_has_its_costs() -> None:
    variants = {one.name for one in kernels() if one.name.startswith("rna-")}
    with_beams_or_threads = {one for one in variants if one.endswith(("-beams", "-threads"))}
    parts = ("-dangles-1", "-specified", "-states", "-weighed")
    joint = {one for one in variants if sum(part in one for part in parts) > 1}
    assert {one.name for one in in_order()} | variants - with_beams_or_threads - joint == set(costs())
    assert cost("rna-specified-weighed/nmcs") == max(cost("rna-specified/nmcs"), cost("rna-weighed/nmcs"))
    assert all(alone >= 0 and after >= 0 for alone, after in costs().values())
    assert costs()["rna/annealing"] > costs()["latin/depth_first"] > costs()["tsptw/generating"]


def test_a_kernel_that_is_not_in_the_table_costs_what_the_same_search_of_others_does(round_costs: None) -> None:
    assert cost("latin/nrpa") == 100
    assert cost("latin/nmcs", AFTER_OTHERS) == 20
    assert cost("latin-2-words/nrpa") == cost("latin/nrpa-led") == 100
    assert cost("ladder/nrpa") == 200
    assert cost("ladder/unknown") == 100
    assert estimate("ladder/nrpa") == ""


def test_the_bar_moves_with_the_time_and_never_beyond_a_kernel_s_share(round_costs: None) -> None:
    clock = Clock()
    names = ["latin/nrpa", "latin/nmcs", "rna/nrpa"]
    progress = CompileProgress(names, pace=lambda: 0.1, clock=clock)
    assert (progress.total, progress.share([]), progress.words([])) == (3, 0.0, "0 of 3, about 40 s left")
    whole = 100 + 20 + 300  # the second is of a family of which a kernel is compiled by then
    clock.now = 5.0
    assert progress.share([]) == pytest.approx(50 / whole)
    assert progress.seconds_left([]) == pytest.approx((whole - 50) * 0.1)
    clock.now = 10.0
    assert progress.share([]) == pytest.approx(100 / whole)
    clock.now = 60.0
    assert progress.share([]) == pytest.approx(100 / whole)
    assert progress.share(names) == 1.0
    assert progress.seconds_left(names) == 0.0


def test_what_a_kernel_took_corrects_the_estimate_of_the_others(round_costs: None) -> None:
    clock = Clock()
    progress = CompileProgress(["latin/nrpa", "rna/nrpa"], pace=lambda: 0.1, clock=clock)
    assert progress.seconds_left([]) == pytest.approx(40.0)
    clock.now = 30.0  # three times as long as expected
    left = progress.seconds_left(["latin/nrpa"])
    assert left == pytest.approx(300 * (0.1 + 0.3) / 2)
    assert progress.words(["latin/nrpa"]) == "1 of 2, about 60 s left"


def test_workers_share_the_work_but_not_one_kernel(round_costs: None) -> None:
    names = ["latin/nrpa", "latin/nmcs", "rna/nrpa"]
    assert CompileProgress(names, workers=2, pace=lambda: 0.1).seconds_left([]) == pytest.approx(30.0)
    assert CompileProgress(names[:2], workers=2, pace=lambda: 0.1).seconds_left([]) == pytest.approx(10.0)


def test_the_first_compiled_kernel_sets_the_machine_s_pace(round_costs: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel_costs, "reference_seconds", lambda: 0.005)
    assert kernel_costs.pace() == 0.005
    assert estimate("rna/nrpa") == ", about 2 s"
    kernel_costs.note("unknown/nrpa", 100.0)
    assert kernel_costs.pace() == 0.005
    kernel_costs.note("latin/nrpa", 20.0, ALONE)
    assert kernel_costs.pace() == pytest.approx(0.2)
    assert estimate("rna/nrpa") == ", about 60 s"
    kernel_costs.note("latin/nmcs", 20.0, AFTER_OTHERS)  # later kernels count more
    assert kernel_costs.pace() == pytest.approx((10 + 20) / (50 + 20))


def test_a_damaged_record_of_the_pace_counts_for_nothing(round_costs: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel_costs, "reference_seconds", lambda: 0.005)
    kernel_costs.note("latin/nrpa", 20.0)
    for damaged in ("", "{", "[1]", '{"seconds": 1, "cost": 0}', '{"seconds": "x", "cost": 1}'):
        kernel_costs._pace_file().write_text(damaged)
        assert kernel_costs.pace() == 0.005
    kernel_costs._pace_file().write_text('{"seconds": ' + "[" * 100_000)
    assert kernel_costs.pace() == 0.005
    kernel_costs._pace_file().unlink()
    os.mkfifo(kernel_costs._pace_file())
    assert kernel_costs.pace() == 0.005
    kernel_costs.note("latin/nrpa", 20.0)
    assert kernel_costs.pace() == pytest.approx(0.2)


def test_a_search_s_missing_kernel_has_an_expected_time(round_costs: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel_costs, "pace", lambda: 0.1)
    monkeypatch.setattr(
        CompileProgress.__init__, "__kwdefaults__", {"workers": 1, "pace": lambda: 0.1, "clock": Clock()}
    )
    latin = get_family("latin")
    puzzle = latin.parse("1 . 3\n. 3 .\n3 . 2\n")
    spec = SolveSpec(family="latin", puzzle=latin.to_json(puzzle), title="", algorithm="gnrpa", playouts=1)
    assert expected_seconds(spec) == pytest.approx(10.0)
    mark_compiled("latin/nrpa")
    assert expected_seconds(spec) == 0.0
    assert expected_seconds(CompileSpec(first=["latin"], only=True)) > 0


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.0, "about 1 s"), (4.4, "about 4 s"), (13.0, "about 15 s"), (118.0, "about 120 s"), (200.0, "about 3 min")],
)
def test_estimates_are_round(seconds: float, words: str) -> None:
    assert about(seconds) == words


def test_the_reference_work_is_the_best_of_three() -> None:
    times = iter([0.0, 3.0, 10.0, 11.0, 20.0, 25.0])
    assert kernel_costs.reference_seconds(lambda: next(times)) == 1.0


def test_measured_seconds_are_printed_with_their_totals_and_written_as_costs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def seconds(names: Sequence[str]) -> dict[str, float]:
        return {name: 6.0 if len(names) == 1 else 1.5 for name in names}

    monkeypatch.setattr(kernel_costs, "_seconds", seconds)
    monkeypatch.setattr(kernel_costs, "reference_seconds", lambda clock: 0.5)
    path = tmp_path / "costs.json"
    done = invoke("compile", "tsptw/nrpa", "tsptw/nmcs", "--only", "--measure", str(path))
    assert done.exit_code == 0, done.output
    assert [line.split() for line in done.stdout.splitlines()] == [
        ["CPU", "seconds", "alone", "after", "others"],
        ["tsptw/nrpa", "6.0", "1.5"],
        ["tsptw/nmcs", "6.0", "1.5"],
        ["total", "12.0", "3.0"],
    ]
    assert json.loads(path.read_text()) == {"tsptw/nrpa": [12.0, 3.0], "tsptw/nmcs": [12.0, 3.0]}
    reported = invoke("compile", "tsptw/nrpa", "--only", "--json", "-q", "--measure", str(path))
    assert json.loads(reported.stdout) == {"seconds": {"tsptw/nrpa": [6.0, 6.0]}, "total": [6.0, 6.0]}
    assert invoke("compile", "--measure", str(tmp_path / "none" / "costs.json")).exit_code == 2
