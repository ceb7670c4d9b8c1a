"""A clock that is set back or forward while a run goes on: nothing that is decided goes by the time of day."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from drivers.run_driver import latin_spec

from puzzles import registry
from puzzles.user_data import make_folder, remove_abandoned
from solvers.driver import pace, search
from solvers.driver.sink import Order
from solvers.jobs.worker_reporter import WorkerReporter
from solvers.runs import launcher, processes
from solvers.runs.events import EventLog, Finished
from solvers.runs.folder import Run, all_runs, hold, jobs_root, new_run
from solvers.runs.launcher import start_run
from solvers.runs.listing import RunList
from solvers.runs.reader import Follower
from solvers.runs.result import Result, merge_result
from solvers.runs.spec import CompileSpec
from tui.kept.loaded import Loaded
from tui.kept.user_files import OwnPuzzles
from tui.words.wording import age_text

HOME = Path(__file__).resolve().parents[2]
DAY = 86_400
SPEC = latin_spec("paper-20", playouts=60)

BY_THE_CLOCK = {
    ("puzzles/engine/kernel_cache.py", "time.time()"),  # kernels of other versions go 30 days after their last use
    ("priors/provenance.py", "datetime.now(UTC)"),  # shown with a prior
    ("solvers/jobs/worker_reporter.py", "datetime.now(UTC)"),  # shown with a start
    ("solvers/runs/folder.py", "datetime.now(UTC)"),  # a run's name, by which the list is sorted
    ("tui/commands/doctor.py", "time.time()"),  # what is suggested to be removed, if its process is gone too
    ("tui/words/wording.py", "datetime.now(UTC)"),  # a run's age
}


def test_no_other_code_asks_for_the_time_of_day() -> None:
    found = set()
    for package in ("puzzles", "priors", "solvers", "tui", "mcs_tui"):
        for path in (HOME / package).rglob("*.py"):
            asked = re.findall(r"time\.time\(\)|datetime\.(?:now|utcnow|today)\(\w*\)", path.read_text("utf-8"))
            found |= {(str(path.relative_to(HOME)), one) for one in asked}
    assert found == BY_THE_CLOCK


class Seen(WorkerReporter):
    """Looks at the run as others do, each time its numbers are written."""

    def __init__(self, run: Run) -> None:
        super().__init__(run, 0)
        self.follower, self.statuses = Follower(run), set[str]()

    def show(self, *, now: bool = False) -> None:
        super().show(now=True)
        self.statuses.add(self.follower.poll().status)


def finished(run: Run) -> tuple[Any, ...]:
    """What the run has come to, and how it looked on the way."""
    reporter, lock = Seen(run), hold(run.lock_path(0))
    try:
        search.work(reporter, SPEC)
        seen = reporter.follower.poll()
        return reporter.statuses, seen.status, seen.best_score, seen.board, seen.playouts
    finally:
        os.close(lock)


def test_a_run_under_a_clock_that_jumps_comes_to_the_same_result(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = finished(new_run(SPEC))
    assert expected[0] == {"starting", "running"}
    jumps, now, replace = cycle((DAY, -DAY, 0)), time.time, os.replace

    def replaced(source: Path, target: Path) -> None:
        replace(source, target)
        then = now() + next(jumps)
        os.utime(target, (then, then))

    monkeypatch.setattr(time, "time", lambda: now() + next(jumps))
    monkeypatch.setattr(os, "replace", replaced)
    monkeypatch.setattr(pace, "CHECKPOINT_EVERY", 0.0)
    assert finished(new_run(SPEC)) == expected


def test_another_machine_s_file_that_is_being_written_stays_if_our_clock_is_ahead(tmp_path: Path) -> None:
    dead = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True)
    theirs, ours = tmp_path / f".control.{int(dead.stdout)}", tmp_path / "control"
    for path in (theirs, ours):
        path.touch()
        os.utime(path, (time.time() - DAY,) * 2)  # the file server's clock
    remove_abandoned(tmp_path, ours.stat().st_mtime)
    assert theirs.exists()


def test_the_latest_temporary_jobs_are_kept_and_all_that_live(monkeypatch: pytest.MonkeyPatch) -> None:
    make_folder(jobs_root())
    for second in range(4):
        (jobs_root() / f"20200101-00000{second}-compile-abcd").mkdir()
    lock = hold(Run(jobs_root() / "20200101-000000-compile-abcd").lock_path(0))
    monkeypatch.setattr(launcher, "JOBS_KEPT", 2)
    monkeypatch.setattr(launcher, "start_worker", lambda *_: 0)
    run = start_run(CompileSpec(), transient=True)
    assert [one.id[:15] for one in all_runs(jobs_root())] == [
        run.id[:15],
        "20200101-000003",
        "20200101-000002",
        "20200101-000000",
    ]
    os.close(lock)


def test_a_result_of_the_same_moment_is_noticed() -> None:
    run = new_run(latin_spec(workers=2))
    reporter = WorkerReporter(run, 0)
    merge_result(run.result_path, Result(score=1.0))
    before = run.result_path.stat()
    assert reporter.orders.look() is Order.GO
    merge_result(run.result_path, Result(score=2.0, proof="solved", worker=1))
    os.utime(run.result_path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert reporter.orders.look() is Order.ELSEWHERE


def test_a_run_that_changes_while_the_clock_is_back_is_listed_as_it_is() -> None:
    run, runs = new_run(latin_spec()), RunList()
    assert runs.look()[run.id].status == "interrupted"
    EventLog(run.events_path).append(Finished(worker=0, at=1.0, playouts=5, reason="budget"))
    os.utime(run.events_path, (0, 0))
    assert runs.look()[run.id].status == "budget"
    assert age_text(datetime.now(UTC) + timedelta(days=1)) == "now"


def test_an_upgrade_with_old_files_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("solvers/runs/processes.py", "puzzles/family.py"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).touch()
    monkeypatch.setattr(processes, "__file__", str(tmp_path / "solvers/runs/processes.py"))
    before = processes.sources()
    assert processes.sources() == before
    os.utime(tmp_path / "puzzles/family.py", (0, 0))
    assert processes.sources() != before


def test_own_puzzles_stay_in_their_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = OwnPuzzles(tmp_path)
    (tmp_path / "own-puzzles").mkdir()
    loaded = Loaded(registry.read("1 . 3\n. 3 .\n3 . 2\n"), "typed")
    names = [own.add(loaded)]
    monkeypatch.setattr(time, "time_ns", lambda: 5)
    names += [own.add(loaded), own.add(loaded)]
    assert list(OwnPuzzles(tmp_path).puzzles) == names == sorted(names)
