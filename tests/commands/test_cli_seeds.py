"""`solve --seeds`: which seeds are searched, the table and the JSON of what came of them, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from drivers.command_line import invoke
from drivers.ended_runs import GAME, ended_run, improved
from msgspec import structs

from solvers.runs import launcher
from solvers.runs.events import Finished
from solvers.runs.folder import Run
from solvers.runs.spec import SolveSpec


@pytest.fixture
def game(tmp_path: Path) -> str:
    path = tmp_path / "cross.txt"
    path.write_text("morpion 5D\n")
    return str(path)


@pytest.fixture(autouse=True)
def ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches whose runs have ended when they are started: that of seed n with 10 + n moves, of seed 3 with none."""

    def start(spec: SolveSpec, seeds: Sequence[int], at_once: int, idle: object = None) -> tuple[Run, ...]:
        assert at_once >= 1
        runs = []
        for seed in seeds:
            found = [] if seed == 3 else [improved(GAME[: 10 + seed], at=float(seed))]
            one = structs.replace(spec, seed=seed, batch="b")
            runs.append(ended_run(*found, Finished(reason="budget", at=9.0, playouts=5), spec=one))
        return tuple(runs)

    monkeypatch.setattr(launcher, "start_batch", start)


def test_a_table_then_the_best_ones_result(game: str) -> None:
    result = invoke("solve", game, "--seeds", "1-3", "--ascii")
    rows = [line.split() for line in result.stdout.splitlines()[:4]]
    assert rows[0] == ["SEED", "BEST", "FOUND", "AT", "STATUS", "RUN"]
    assert [row[:4] for row in rows[1:]] == [
        ["1", "11", "1.0", "s"],
        ["2", "12", "2.0", "s"],
        ["3", "-", "-", "budget"],
    ]
    assert result.stdout.splitlines()[-1].startswith("best: 12 moves, verified")
    assert (result.exit_code, "3 of 3 seeds are done" in result.stderr) == (0, True)


def test_comma_separated_values_for_each_seed(game: str) -> None:
    result = invoke("solve", game, game, "--seeds", "2-3", "--csv", "-q")
    lines = [line.split(",") for line in result.stdout.splitlines()]
    assert lines[0] == ["file", "seed", "best", "bound", "found_at", "playouts", "elapsed", "status", "run"]
    second = [game, "2", "12.0", "", "2.0", "5", "9.0", "budget"]
    third = [game, "3", "", "", "", "5", "9.0", "budget"]
    assert [line[:8] for line in lines[1:]] == [second, third, second, third]
    assert result.exit_code == 0
    for arguments in (("--csv",), ("--csv", "--json", "--seeds", "1-2"), ("--csv", "--seeds", "1-2", "--output", "x")):
        refused = invoke("solve", game, *arguments)
        assert (refused.exit_code, "--csv is for a table of --seeds" in refused.stderr) == (2, True)


def test_an_object_for_each_seed(game: str) -> None:
    result = invoke("solve", game, "--seeds", "2-3", "--json", "-q")
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(one["seed"], one["score"], one["verified"]) for one in found] == [(2, 12, True), (3, None, False)]
    assert result.exit_code == 0
    runs = invoke("solve", game, "--seeds", "7", "--detach", "-q").stdout.split()
    assert len(runs) == 1


@pytest.mark.parametrize("seeds", ["", "x", "3-1", "1-2-3", "-1", "1-1001", "9" * 30])
def test_what_are_no_seeds_is_refused(game: str, seeds: str) -> None:
    result = invoke("solve", game, f"--seeds={seeds}")
    assert (result.exit_code, "expected FIRST-LAST, such as 1-20, at most 1,000 seeds" in result.stderr) == (2, True)
