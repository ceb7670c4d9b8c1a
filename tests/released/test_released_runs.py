"""Runs of the released program open, are shown, and go on from their checkpoints to what it came to itself."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from drivers.command_line import invoke
from released.samples import EXPECTED, RESUMABLE, RUNS, copy_run

from solvers.runs.checkpoint import trust
from solvers.runs.folder import Run, hold, request
from solvers.runs.reader import view

OWN_PROCESS = ("-two-workers", "-paused", "-killed", "latin-nrpa", "-designs-stopped")
BY_COMMAND = [name for name in RESUMABLE if name.endswith(OWN_PROCESS)]
"""Runs that are resumed by the command; the others in this process."""
BEGINS_ANEW = "20261122-120046-rna-strong-two-workers"
"""Its second worker had no checkpoint, so it begins with the search of today, which copies motifs."""


def seen(folder: Path) -> dict[str, Any]:
    """What a reader sees of the run, in the words of `build.py`."""
    one = view(Run(folder))
    return {
        "status": one.status,
        "score": one.best_score,
        "board": None if one.board is None else list(one.board),
        "playouts": one.playouts,
        "restarts": one.restarts,
        "solutions": one.solutions,
        "found": [list(each.board) for each in one.found],
        "done": one.done,
        "facts": dict(one.facts),
        "resumable": list(one.resumable),
    }


def expected(kind: str, name: str) -> dict[str, Any]:
    """What the released program saw of it; of `random` and `claim` by themselves."""
    recorded = EXPECTED[kind][name]
    return {key: recorded[key] for key in recorded.keys() - {"random", "claim"}}


def random_states(folder: Path) -> list[str]:
    """Digests of the random generators' states in the run's checkpoints: where the searches are."""
    found = []
    for path in sorted(folder.glob("checkpoint-*.npz")):
        with np.load(path) as arrays:
            names = sorted(name for name in arrays.files if "rng" in name)
            found += [hashlib.sha256(arrays[name].tobytes()).hexdigest()[:16] for name in names]
    return found


def resumed(folder: Path, name: str) -> None:
    """Nothing; the run was resumed and has come to its end."""
    request(Run(folder), "go")
    if name in BY_COMMAND:
        done = invoke("resume", name, "--trust")
        assert done.exit_code in (0, 1), done.stderr
        return
    from solvers.worker import main

    for worker in EXPECTED["ended"][name]["resumable"]:
        trust(Run(folder).checkpoint_path(worker))
        lock = hold(Run(folder).lock_path(worker))
        try:
            assert main([str(folder), str(worker), str(lock)]) == 0, (folder / "events.jsonl").read_text()[-500:]
        finally:
            os.close(lock)


@pytest.fixture
def signals() -> Iterator[None]:
    """A worker takes over the signals of its process; here it gives them back."""
    kept = {number: signal.getsignal(number) for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in kept.items():
        signal.signal(number, handler)


@pytest.fixture
def data(unpacked: dict[str, Path]) -> Path:
    """The test's data folder; its cache has the released priors."""
    shutil.copytree(unpacked["cache"], os.environ["MCS_TUI_CACHE"])
    return Path(os.environ["MCS_TUI_DATA"])


@pytest.mark.parametrize("name", RUNS)
def test_a_run_is_shown(name: str, unpacked: dict[str, Path], data: Path) -> None:
    folder = copy_run(unpacked["data"], name, data)
    assert seen(folder) == expected("ended", name)
    before = EXPECTED["shown"][name]
    if before is None:
        return
    done = invoke("show", "--json", name)
    now = json.loads(done.stdout)
    assert before.keys() <= now.keys()
    assert before.get("exit_code", done.exit_code) == done.exit_code
    if EXPECTED["ended"][name]["board"] is not None:
        assert (now["exit_code"], now["board"]) == (before["exit_code"], before["board"])
    assert invoke("show", "--ascii", name).exit_code == done.exit_code


def test_all_runs_are_listed(unpacked: dict[str, Path], data: Path) -> None:
    shutil.copytree(unpacked["data"] / "runs", data / "runs")
    listed = [json.loads(line) for line in invoke("runs", "--json").stdout.splitlines()]
    assert [one["run"] for one in listed] == RUNS[::-1]
    assert {one["run"]: one["status"] for one in listed} == {
        name: recorded["status"] for name, recorded in EXPECTED["ended"].items()
    }


@pytest.mark.compiled
@pytest.mark.usefixtures("signals")
@pytest.mark.parametrize("name", RESUMABLE)
def test_a_run_goes_on_to_the_same_end(name: str, unpacked: dict[str, Path], data: Path) -> None:
    folder = copy_run(unpacked["data"], name, data)
    resumed(folder, name)
    assert not list(folder.glob("*.damaged")), "the search started over"
    now, then, states = seen(folder), expected("resumed", name), EXPECTED["resumed"][name]["random"]
    if name == BEGINS_ANEW:
        assert (now["status"], now["playouts"]) == (then["status"], then["playouts"])
        assert now["score"] >= EXPECTED["ended"][name]["score"]
        assert random_states(folder)[0] == states[0]  # the first worker's
        return
    assert now == then
    assert random_states(folder) == states
