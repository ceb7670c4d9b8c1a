"""Experiments on a real Dask scheduler and its workers, one of which is killed; and what is refused."""

from __future__ import annotations

import platform
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import pytest
from drivers import held_cells
from drivers.command_line import LATIN, invoke, one_line
from drivers.dask_cluster import DEADLINE, Processes, dask_cluster
from drivers.ended_runs import GAME, morpion_spec
from drivers.run_driver import ended, solve_spec, start, until

from puzzles import foreign, registry
from puzzles.morpion.puzzle import board_of
from puzzles.registry import get_family
from solvers.driver import cluster
from solvers.driver.cluster import Cluster, ClusterError
from solvers.experiments.cell import cells
from solvers.experiments.folder import ExperimentFolder
from solvers.experiments.live import read_live
from solvers.experiments.search import run_cell
from solvers.experiments.spec import parse
from solvers.request import Request
from solvers.runs.checkpoint import signed
from solvers.runs.folder import request
from solvers.runs.result import read_result
from solvers.runs.spec import SolveSpec

pytest.importorskip("distributed")

TEXT = """\
title = "Squares"
playouts = [10, PLAYOUTS]
seeds = 2
[[puzzles]]
family = "latin"
generate = { order = 12, holes = 0.6 }
count = 2
[[row]]
algorithm = "sampling"
mode = "paper"
[[row]]
algorithm = "nrpa"
mode = "paper"
parameters = { level = 2, iterations = 10 }
"""


ENDLESS = """\
title = "Games"
playouts = 1_000_000_000
seeds = 2
[[puzzles]]
family = "morpion"
files = "example:5D"
[[row]]
algorithm = "sampling"
"""


def eventually(what: Callable[[], Any]) -> Any:
    """What the function returns, once that is true."""
    end = time.monotonic() + DEADLINE
    while not (found := what()):
        assert time.monotonic() < end
        time.sleep(0.02)
    return found


def plain(result: Any) -> Any:
    """A result without what clocks and machines say."""
    data = msgspec.to_builtins(result) | {"seconds": 0, "machine": ""}
    for part in (*data["readings"], *data["trace"]):
        part["seconds"] = 0
    return data


def launched(folder: ExperimentFolder, address: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-P", "-m", "solvers.experiments", str(folder.path), address]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True)


@pytest.fixture
def folder(tmp_path: Path) -> ExperimentFolder:
    made = ExperimentFolder(tmp_path / "results")
    made.make(parse(TEXT.replace("PLAYOUTS", "60"), "squares", tmp_path))
    return made


def test_a_killed_worker_and_a_killed_launcher_lose_nothing(
    tmp_path: Path, folder: ExperimentFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = {cell.key: cell for cell in cells(folder.experiment())}
    monkeypatch.setenv("MCS_TUI_JIT", "0")  # of what is searched there, nothing is worth compiling
    monkeypatch.setenv(held_cells.HELD, pipe := str(tmp_path / "pipe"))
    gate = held_cells.Gate(pipe)
    with dask_cluster(tmp_path, preload=held_cells.FILE) as processes:
        launcher = launched(folder, processes.address)
        gate.let(1)
        eventually(lambda: len(folder.results()) == 1 and len(_running(folder)) == 2)
        processes.kill_worker()
        processes.add_worker()
        gate.let(1)
        eventually(lambda: len(folder.results()) == 2)
        launcher.kill()
        launcher.wait()
        assert len(folder.results()) == 2
        again = launched(folder, processes.address)
        gate.let(4 * len(expected))
        _, said = again.communicate(timeout=DEADLINE)
        assert again.returncode == 0, said + processes.log("worker-0")
    results = folder.results()
    assert set(results) == set(expected)
    lines = (folder.path / "results.jsonl").read_bytes().splitlines()
    assert len(lines) == len(expected), "no cell is done twice"
    for key in list(expected)[::5]:
        assert plain(results[key]) == plain(run_cell(expected[key]))


def test_a_stop_reaches_the_workers_and_a_lost_scheduler_ends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MCS_TUI_JIT", "0")  # of what is searched here, nothing is worth compiling
    folder = ExperimentFolder(tmp_path / "long")
    folder.make(parse(ENDLESS, "endless", tmp_path))
    with dask_cluster(tmp_path) as processes:
        launcher = launched(folder, processes.address)
        eventually(lambda: len(_running(folder)) == 2)
        folder.ask_to_stop()
        _, said = launcher.communicate(timeout=DEADLINE)
        assert (launcher.returncode, "0 of 2 cells are done" in said) == (130, True), said
        eventually(lambda: not _busy(processes))
        _root_parallel(processes)
        _as_without_a_cluster(processes)
        again = launched(folder, processes.address)
        eventually(lambda: len(_running(folder)) == 2)
        processes.kill_scheduler()
        _, said = again.communicate(timeout=DEADLINE)
        assert again.returncode == 69, said
        assert f"the scheduler at {processes.address} is gone" in said


def _root_parallel(processes: Processes) -> None:
    """A run's searches there: the first solution ends it, a stop all of them; a foreign folder connects nowhere."""
    square = solve_spec("latin", "1 2 .\n2 . .\n. . .\n", algorithm="backtracking", prior="none", seconds=600.0)
    for spec, status in (
        (on(processes, square, 3), "solved"),
        (msgspec.structs.replace(on(processes, square, 3), cluster_signature="0" * 64), "failed"),
        (on(processes, morpion_spec(until=30.0, playouts=None, seconds=600.0), 3), "reached"),
    ):
        seen = ended(start(spec))
        assert seen.status == status, seen.message
        if status == "failed":
            assert "was not named on this machine" in seen.message
    run = start(on(processes, morpion_spec(playouts=None, seconds=600.0), 3))
    until(run, lambda now: now.playouts > 100 and now.board is not None)
    request(run, "stop")
    stopped = ended(run)
    assert (stopped.status, stopped.resumable) == ("stopped", (0,))
    eventually(lambda: not _busy(processes))


def _as_without_a_cluster(processes: Processes) -> None:
    """Several designs and warm starts: searches there come to what as many workers here come to."""
    target = solve_spec("rna", "((((....))))\n", algorithm="sampling", prior="none", seconds=600.0)
    best = msgspec.structs.replace(target, seconds=None, playouts=40, wanted=3, keep_best=True, apart=2)
    first = msgspec.structs.replace(target, wanted=4, apart=3)
    game = {"algorithm": "nrpa", "parameters": {"level": 1, "iterations": 12}, "warm_start": list(board_of(GAME))}
    warm = morpion_spec(**game, playouts=12)
    for spec, searches in ((best, 2), (first, 2), (warm, 1)):
        here = start(spec, searches) if spec is not first else None
        there = start(on(processes, spec, searches=searches))
        seen = ended(there)
        found = read_result(there.result_path)
        assert found is not None
        family = get_family(spec.family)
        assert all(family.judge(family.from_json(spec.puzzle), one.board).solved for one in found.found)
        if here is None:
            assert (seen.status, len(found.found)) == ("solved", 4), seen.message
            assert all(hamming(a.board, b.board) >= 3 for a, b in combinations(found.found, 2))
            continue
        assert ended(here).status == seen.status == ("budget" if spec is warm else "solved"), seen.message
        expected = read_result(here.result_path)
        assert expected is not None
        assert {one.board for one in found.found} == {one.board for one in expected.found}
        assert (found.score, len(found.found)) == (expected.score, 0 if spec is warm else 3)
    assert found.score is not None
    assert found.score > len(GAME), "the policy has learned the game"


def hamming(a: Sequence[int], b: Sequence[int]) -> int:
    return sum(x != y for x, y in zip(a, b, strict=True))


def on(processes: Processes, spec: SolveSpec, searches: int) -> SolveSpec:
    address = processes.address
    return msgspec.structs.replace(spec, cluster=address, cluster_signature=signed(address), searches=searches)


def _running(folder: ExperimentFolder) -> tuple[Any, ...]:
    live = read_live(folder)
    return live.running if live is not None and live.phase == "searching" else ()


def _busy(processes: Processes) -> list[str]:
    """The workers that search something."""
    import distributed

    dask: Any = distributed
    with dask.Client(processes.address, set_as_default=False) as client:
        states = client.run(lambda dask_worker: [one.state for one in dask_worker.state.tasks.values()])
    return [name for name, found in states.items() if found]


def test_what_is_no_cluster_is_refused_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("solvers.driver.cluster.CONNECT_SECONDS", 1.0)
        for address in ("tcp://127.0.0.1:9", "nonsense", "tcp://"):
            with pytest.raises(ClusterError, match=f"no scheduler of Dask answers at {address}"):
                Cluster(address, print)
    refused = invoke("experiment", "run", "latin", "--cluster", "tcp://h:1", "--workers", "2")
    assert (refused.exit_code, "--workers and --cluster are given" in one_line(refused.stderr)) == (2, True)
    no_workers = pytest.raises(ClusterError, match="has no workers; expected `dask worker tcp")
    with dask_cluster(tmp_path, workers=0) as processes, no_workers:
        Cluster(processes.address, print)


def test_a_worker_with_another_version_of_a_package_is_named_at_the_handshake(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = Request(algorithm="sampling").resolve(registry.read(LATIN))
    asked: list[object] = []

    def ready(one: object) -> str:
        asked.append(one)
        return ""

    assert cluster._ready_as_here(ready, spec, cluster._added(spec)) == ""
    assert asked == [spec], "our own families and searches have the program's version alone"
    monkeypatch.setitem(foreign.providers, "latin", ("squares", "0.2"))
    here = cluster._added(spec)
    assert here == {"squares": "0.2"}
    assert cluster._ready_as_here(ready, spec, here) == ""
    monkeypatch.setitem(foreign.providers, "latin", ("squares", "0.3"))
    fault = cluster._ready_as_here(ready, spec, here)
    assert fault == f"{platform.node()}: squares has version 0.3; expected 0.2, as here"
    assert cluster._ready_as_here(ready, spec, {}).endswith("squares has version 0.3; there is none here")
    assert len(asked) == 2
    absent = msgspec.structs.replace(spec, family="squares-of-others")
    assert "there is no family 'squares-of-others' here" in cluster._ready_as_here(ready, absent, {})
