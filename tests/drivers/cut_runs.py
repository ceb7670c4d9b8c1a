"""Runs on a disk that fails or whose power is cut, resumed from what is left: `python cut_runs.py RUN`.

`RUN 5`: one in five of the states and faults. It prints a JSON object, of the cuts and of the faults: how many states
or faults there were, and what went wrong in each that did not end with the undisturbed run's result. Searches are
interpreted, as a test sets MCS_TUI_JIT=0, and their clock goes by their work, so that each run writes the same.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from recorded_disk import FAULTS, RecordedDisk, failing

from puzzles.registry import get_family
from solvers.driver import pace, search
from solvers.jobs.worker_reporter import DiskError, WorkerReporter
from solvers.runs.checkpoint import read_checkpoint
from solvers.runs.folder import Run, SpecError, new_run
from solvers.runs.reader import view
from solvers.runs.result import read_result
from solvers.runs.spec import SolveSpec

ORDER = "\n".join(" ".join(["."] * 5) for _ in range(5))
RUNS: Mapping[str, dict[str, Any]] = {
    "latin": {"family": "latin", "text": ORDER, "algorithm": "sampling", "mode": "paper", "playouts": 30},
    "samegame": {"family": "samegame", "text": "0 1 1 2\n0 0 1 2\n1 0 2 2\n", "algorithm": "nmcs", "playouts": 20},
}


class Clock:
    """Goes on by a step with each look at it, and by each wait."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.02
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += seconds


def spec_of(name: str) -> SolveSpec:
    """The spec of a run by its name."""
    settings = dict(RUNS[name])
    family = get_family(settings.pop("family"))
    puzzle = family.parse(settings.pop("text"))
    return SolveSpec(family=family.name, puzzle=family.to_json(puzzle), title=puzzle.title, prior="none", **settings)


def work(run: Run, spec: SolveSpec) -> None:
    """Worker 0's part of the run, done here."""
    clock = Clock()
    search.work(WorkerReporter(run, 0, clock=clock, wait=clock.wait), spec)


def outcome(run: Run) -> dict[str, Any]:
    """What must not depend on what happened to the disk: result, last checkpoint, and what a reader sees."""
    result, saved, seen = read_result(run.result_path), read_checkpoint(run.checkpoint_path(0)), view(run)
    place, arrays = saved or (None, {})
    return {
        "status": seen.status,
        "best": (seen.best_score, seen.board),
        "result": result and (result.proof, result.score, result.board),
        "place": place and (place.stage, place.playouts, place.best_score, place.best_board),
        "arrays": {name: (str(array.dtype), array.tobytes()) for name, array in arrays.items()},
    }


def differences(run: Run, spec: SolveSpec, expected: dict[str, Any]) -> str:
    """Goes on with the run to its end; what of its outcome differs from what is expected, or empty."""
    seen = view(run)
    if 0 in seen.resumable:
        work(run, spec)
    found = outcome(run)
    return ", ".join(name for name in expected if found[name] != expected[name])


def cuts(spec: SolveSpec, folder: Path, step: int) -> dict[str, Any]:
    """Every state that a cut of the power can leave, or one in `step`, resumed."""
    disk = RecordedDisk(folder / "undisturbed")
    disk.folder.mkdir()
    with disk.recording():
        run = new_run(spec, disk.folder)
        made = len(disk.operations)
        work(run, spec)
    expected, wrong, states = outcome(run), {}, 0
    for promised, begin in ((False, 0), (True, made)):
        for files in disk.cuts(begin):
            if not promised and any(name.endswith("events.jsonl") for name in files):
                break  # the states from here on come again
            states += 1
            if states % step:
                continue
            again = Run(folder / "again" / run.id)
            again.folder.mkdir(parents=True)
            for name, data in files.items():
                (folder / "again" / name).write_bytes(data)
            try:
                again.spec()
                problem = differences(again, spec, expected)
            except SpecError as error:
                problem = f"the spec is lost: {error}" if promised else ""
            except Exception as error:
                problem = f"{type(error).__name__}: {error}"
            if problem:
                kept = sorted((name.rpartition("/")[2], len(data), data.count(0)) for name, data in files.items())
                wrong[f"state {states} of (name, bytes, zeros) {kept}"] = problem
            shutil.rmtree(folder / "again")
    return {"operations": len(disk.operations), "tried": states // step, "wrong": wrong}


def faults(spec: SolveSpec, folder: Path, step: int) -> dict[str, Any]:
    """Every call that changes the disk fails once, in each way, or one in `step` of these; then the run goes on."""
    quiet = RecordedDisk(folder / "undisturbed")
    quiet.folder.mkdir()
    with quiet.recording():
        run = new_run(spec, quiet.folder)
        work(run, spec)
    expected, wrong, tried = outcome(run), {}, 0
    del expected["place"], expected["arrays"]  # the last checkpoint of a run that has ended may be the one before
    for call in range(1, quiet.calls + 1):
        for code in (*FAULTS, 0):
            tried += 1
            if tried % step:
                continue
            disk = RecordedDisk(folder / "failing")
            disk.folder.mkdir()
            if code:
                disk.fault = failing(call, code)
            else:
                disk.short = call
            made = None
            try:
                with disk.recording():
                    made = new_run(spec, disk.folder)
                    work(made, spec)
            except (OSError, DiskError) as error:
                problem = "" if made is None or isinstance(error, DiskError) else f"{type(error).__name__}: {error}"
                if made is None and list(disk.folder.iterdir()):
                    problem = f"a run without a spec is left: {[path.name for path in disk.folder.rglob('*')]}"
            except Exception as error:
                problem = f"{type(error).__name__}: {error}"
            else:
                problem = differences(made, spec, expected)
            if problem:
                wrong[f"call {call}, errno {code}"] = problem
            shutil.rmtree(disk.folder)
    return {"operations": quiet.calls, "tried": tried // step, "wrong": wrong}


def main() -> None:
    """Does what the arguments say."""
    pace.CHECKPOINT_EVERY, pace.CHECKPOINT_SHARE = 0.2, 1.0
    os.environ["MCS_TUI_DISK_WAIT"] = "2"
    spec, step, done = spec_of(sys.argv[1]), int((*sys.argv[2:], "1")[0]), {}
    for what in (cuts, faults):
        with tempfile.TemporaryDirectory() as folder:
            done[what.__name__] = what(spec, Path(folder), step)
    print(json.dumps(done, indent=1))


if __name__ == "__main__":
    main()
