"""Workers give way to programs that people wait for, as far as the user wants it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from drivers.run_driver import kill_all, latin_spec

from solvers.jobs.worker_reporter import WorkerReporter
from solvers.runs.folder import new_run
from solvers.runs.processes import AUTOGROUP, NICE, USUAL_NICE, IdleWorker, child_environment, niceness

GIVES_WAY = (
    "import os\n"
    "from solvers.runs import processes\n"
    "processes.give_way()\n"
    "[one.join() for one in processes.threading.enumerate() if one.daemon]\n"
    "group = processes.AUTOGROUP\n"
    "print(os.getpriority(os.PRIO_PROCESS, 0), group.read_text().split()[-1] if group.exists() else '')\n"
)


def given_way(nice: str, before: int = 0) -> list[str]:
    """Niceness of a process, and that of its session where there is such a thing, after `give_way()`."""
    base = os.getpriority(os.PRIO_PROCESS, 0)
    done = subprocess.run(
        [sys.executable, "-c", f"import os\nos.nice({before})\n{GIVES_WAY}"],
        env=child_environment() | {NICE: nice},
        start_new_session=True,
        check=True,
        capture_output=True,
        text=True,
    )
    return [str(int(done.stdout.split()[0]) - base), *done.stdout.split()[1:]]


def test_a_worker_and_its_session_are_as_nice_as_the_environment_says() -> None:
    assert given_way("")[0] == str(USUAL_NICE)
    process, *session = given_way("7")
    assert process == "7"
    assert session == (["7"] if AUTOGROUP.exists() else [])
    assert given_way("0")[0] == "0"
    assert given_way("7", before=15)[0] == "15", "what is nicer already stays so"


@pytest.mark.parametrize("wrong", ["-1", "20", "much", "１"])
def test_what_is_no_niceness_means_the_usual_one(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NICE, wrong)
    assert niceness() == USUAL_NICE


def test_the_worker_that_waits_for_a_run_has_given_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NICE, "19")
    worker = IdleWorker()
    worker.start()
    try:
        while os.getpriority(os.PRIO_PROCESS, worker.pid) != 19:
            assert worker.pid
            os.sched_yield()
    finally:
        worker.close()
        kill_all()


def test_a_worker_gives_way_when_it_searches_or_compiles_and_not_before() -> None:
    reporter, told = WorkerReporter(new_run(latin_spec()), 0), list[str]()
    reporter.gives_way = lambda: told.append(reporter.phase)
    assert not told
    reporter.expect_kernels(3.0)
    reporter.enter("running")
    assert told == ["starting", "starting"]
