"""Experiments on a real Dask scheduler and its workers, one of which is killed; and what is refused."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from drivers.command_line import invoke, one_line
from drivers.dask_cluster import DEADLINE, Processes, dask_cluster
from drivers.ended_runs import morpion_spec
from drivers.run_driver import ended, solve_spec, start, until

from solvers.experiments.cell import cells, run_cell
from solvers.experiments.cluster import Cluster, ClusterError
from solvers.experiments.folder import ExperimentFolder
from solvers.experiments.live import read_live
from solvers.experiments.spec import parse
from solvers.runs.checkpoint import signed
from solvers.runs.folder import request

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
    made.make(parse(TEXT.replace("PLAYOUTS", "1500"), "squares", tmp_path))
    return made


def test_a_killed_worker_and_a_killed_launcher_lose_nothing(tmp_path: Path, folder: ExperimentFolder) -> None:
    expected = {cell.key: cell for cell in cells(folder.experiment())}
    with dask_cluster(tmp_path) as processes:
        launcher = launched(folder, processes.address)
        eventually(folder.results)
        processes.kill_worker()
        processes.add_worker()
        before = len(folder.results())
        eventually(lambda: len(folder.results()) > before)
        launcher.kill()
        launcher.wait()
        assert len(folder.results()) < len(expected)
        again = launched(folder, processes.address)
        _, said = again.communicate(timeout=DEADLINE)
        assert again.returncode == 0, said + processes.log("worker-0")
    results = folder.results()
    assert set(results) == set(expected)
    lines = (folder.path / "results.jsonl").read_bytes().splitlines()
    assert len(lines) == len(expected), "no cell is done twice"
    for key in list(expected)[::5]:
        assert plain(results[key]) == plain(run_cell(expected[key]))


def test_a_stop_reaches_the_workers_and_a_lost_scheduler_ends_it(tmp_path: Path) -> None:
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
        again = launched(folder, processes.address)
        eventually(lambda: len(_running(folder)) == 2)
        processes.kill_scheduler()
        _, said = again.communicate(timeout=DEADLINE)
        assert again.returncode == 69, said
        assert f"the scheduler at {processes.address} is gone" in said


def _root_parallel(processes: Processes) -> None:
    """A run's searches there: the first solution ends it, a stop all of them; a foreign folder connects nowhere."""
    square = solve_spec("latin", "1 2 .\n2 . .\n. . .\n", algorithm="backtracking", prior="none", seconds=60.0)
    ours = {"cluster": processes.address, "cluster_signature": signed(processes.address), "searches": 3}
    for spec, status in (
        (msgspec.structs.replace(square, **ours), "solved"),
        (msgspec.structs.replace(square, **{**ours, "cluster_signature": "0" * 64}), "failed"),
        (msgspec.structs.replace(morpion_spec(until=30.0, playouts=None, seconds=60.0), **ours), "reached"),
    ):
        seen = ended(start(spec))
        assert seen.status == status, seen.message
        if status == "failed":
            assert "was not named on this machine" in seen.message
    run = start(msgspec.structs.replace(morpion_spec(playouts=None, seconds=600.0), **ours))
    until(run, lambda now: now.playouts > 100 and now.board is not None)
    request(run, "stop")
    stopped = ended(run)
    assert (stopped.status, stopped.resumable) == ("stopped", (0,))
    eventually(lambda: not _busy(processes))


def _running(folder: ExperimentFolder) -> tuple[Any, ...]:
    live = read_live(folder.path)
    return live.running if live is not None and live.phase == "searching" else ()


def _busy(processes: Processes) -> list[str]:
    """The workers that search something."""
    import distributed

    dask: Any = distributed
    with dask.Client(processes.address, set_as_default=False) as client:
        states = client.run(lambda dask_worker: [one.state for one in dask_worker.state.tasks.values()])
    return [name for name, found in states.items() if found]


def test_what_is_no_cluster_is_refused_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solvers.experiments.cluster.CONNECT_SECONDS", 1.0)
    for address in ("tcp://127.0.0.1:9", "nonsense", "tcp://"):
        with pytest.raises(ClusterError, match=f"no scheduler of Dask answers at {address}"):
            Cluster(address, print)
    refused = invoke("experiment", "run", "latin", "--cluster", "tcp://h:1", "--workers", "2")
    assert (refused.exit_code, "--workers and --cluster are given" in one_line(refused.stderr)) == (2, True)
    no_workers = pytest.raises(ClusterError, match="has no workers; expected `dask worker tcp")
    with dask_cluster(tmp_path, workers=0) as processes, no_workers:
        Cluster(processes.address, print)
