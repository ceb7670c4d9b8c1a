"""The worker process that waits for a run: it is given one, and it ends with whoever started it."""

from __future__ import annotations

import os
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from drivers.command_line import LATIN
from drivers.run_driver import DEADLINE, ended, events_of, kill_all, latin_spec, solve_spec, until

from solvers.runs.events import Failed
from solvers.runs.folder import Run, new_run
from solvers.runs.launcher import start_worker
from solvers.runs.processes import IdleWorker
from tui.processes.engine import Engine

pytestmark = pytest.mark.compiled

HOME = Path(__file__).resolve().parents[2]
STARTER = (
    "import sys, time\n"
    "from pathlib import Path\n"
    "from solvers.runs.folder import Run\n"
    "from solvers.runs.processes import IdleWorker\n"
    "from solvers.runs.launcher import start_worker\n"
    "idle = IdleWorker()\n"
    "idle.start()\n"
    "print(idle.pid, flush=True)\n"
    "for line in sys.stdin:\n"
    "    print(start_worker(Run(Path(line.strip())), 0, idle), flush=True)\n"
)


@pytest.fixture
def idle() -> Iterator[IdleWorker]:
    """A started one; nothing is left of it, nor of runs."""
    worker = IdleWorker()
    worker.start()
    yield worker
    worker.close()
    kill_all()


@pytest.fixture
def damaged() -> Run:
    """A run that any worker refuses at once, and says so."""
    run = new_run(latin_spec("order-9"))
    run.spec_path.write_text("[]")
    return run


def process_ends(pid: int) -> bool:
    """True when the process, which may be anybody's child, has ended; False if it has not within DEADLINE seconds."""
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([descriptor], [], [], DEADLINE)[0])
    finally:
        os.close(descriptor)


def wait_until_it_waits(pid: int) -> None:
    """Returns when the idle process has done its imports and sleeps until it is given a run."""
    end = time.monotonic() + DEADLINE
    while "numba" not in Path(f"/proc/{pid}/maps").read_text() or process_state(pid) != "S":
        assert time.monotonic() < end
        os.sched_yield()


def process_state(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def starter(text: str = STARTER) -> subprocess.Popen[str]:
    """A process that starts an idle worker, prints its id, and then hands it the run whose folder it reads."""
    return subprocess.Popen(
        [sys.executable, "-c", text],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(HOME)},
    )


def test_it_does_the_run_that_it_is_given_and_prints_to_its_log(idle: IdleWorker, damaged: Run) -> None:
    waiting = idle.pid
    assert start_worker(damaged, 0, idle) == waiting
    assert idle.pid == 0
    seen = ended(damaged)
    assert seen.status == "failed"
    assert "spec.json is damaged" in seen.message
    assert damaged.log_path(0).exists()


def test_the_lock_is_held_from_the_start_until_the_worker_ends(idle: IdleWorker, damaged: Run) -> None:
    pid = idle.pid
    os.kill(pid, signal.SIGSTOP)
    start_worker(damaged, 0, idle)
    assert damaged.lives()
    os.kill(pid, signal.SIGCONT)
    ended(damaged)
    assert process_ends(pid)
    assert not damaged.lives()


def test_one_that_has_died_is_replaced_by_a_process_of_the_runs_own(idle: IdleWorker, damaged: Run) -> None:
    waiting = idle.pid
    os.kill(waiting, signal.SIGKILL)
    assert process_ends(waiting)
    assert start_worker(damaged, 0, idle) != waiting
    assert ended(damaged).status == "failed"


def test_one_whose_source_files_were_changed_meanwhile_imports_them_anew(
    damaged: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for package in ("puzzles", "priors", "solvers", "tui", "mcs_tui"):
        shutil.copytree(HOME / package, tmp_path / "copy" / package, ignore=shutil.ignore_patterns("__pycache__"))
    text = STARTER.replace("import sys, time", f"import sys; sys.path.insert(0, {str(tmp_path / 'copy')!r})")
    with starter(text) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        pid = int(process.stdout.readline())
        wait_until_it_waits(pid)
        orders = tmp_path / "copy" / "solvers" / "runs" / "folder.py"
        orders.write_text(orders.read_text().replace("spec.json is damaged", "spec.json is spoilt"))
        process.stdin.write(f"{damaged.folder}\n")
        process.stdin.flush()
        assert int(process.stdout.readline()) == pid
        ended(damaged)
    (failed,) = (event for event in events_of(damaged) if isinstance(event, Failed))
    assert failed.message.startswith("spec.json is spoilt")


def test_it_ends_when_it_is_no_longer_wanted(idle: IdleWorker) -> None:
    waiting = idle.pid
    idle.close()
    idle.close()
    assert process_ends(waiting)
    idle.start()
    assert idle.pid not in (0, waiting)


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_it_ends_with_the_process_that_started_it(end: signal.Signals) -> None:
    with starter() as process:
        assert process.stdout is not None
        waiting = int(process.stdout.readline())
        process.send_signal(end)
    assert process_ends(waiting)


def test_once_given_a_run_it_outlives_the_process_that_started_it(damaged: Run) -> None:
    with starter() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        pid = int(process.stdout.readline())
        os.kill(pid, signal.SIGSTOP)
        process.stdin.write(f"{damaged.folder}\n")
        process.stdin.flush()
        assert int(process.stdout.readline()) == pid
        process.kill()
    assert damaged.lives()
    os.kill(pid, signal.SIGCONT)
    assert ended(damaged).status == "failed"


async def test_the_app_has_one_for_its_runs_and_the_next_after_each(damaged: Run) -> None:
    engine = Engine()
    await engine.resume(damaged)
    assert engine.idle_pid == 0  # nobody asked for one
    ended(damaged)
    await engine.prepare()
    first = engine.idle_pid
    assert first
    run = await engine.launch(latin_spec("order-9", algorithm="none"))
    assert engine.idle_pid == 0  # the run comes first
    assert engine._starting is not None
    await engine._starting
    assert engine.idle_pid not in (0, first)
    second = engine.idle_pid
    ended(run)
    assert process_ends(first)
    engine.dismiss()
    assert process_ends(second)


def test_one_that_is_kept_does_the_next_run_and_is_replaced_if_it_has_died(
    idle: IdleWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MCS_TUI_JIT", "0")
    idle.close()  # it has another environment
    idle.keeps = True
    processes, seen = [], []
    for _ in range(3):
        run = new_run(solve_spec("latin", LATIN, algorithm="backtracking", prior="none", playouts=100))
        processes.append(start_worker(run, 0, idle))
        seen.append(ended(run).status)
        if len(processes) == 2:
            os.kill(processes[-1], signal.SIGKILL)
            assert process_ends(processes[-1])
    assert seen == ["solved"] * 3
    first, second, third = processes
    assert first == second != third


@pytest.mark.skipif(sys.platform != "linux", reason="the command line of a process is changed on Linux alone")
def test_its_command_line_says_what_it_is(idle: IdleWorker) -> None:
    pid, title = idle.pid, b"mcs-tui worker, idle, for PID %d" % os.getpid()
    end = time.monotonic() + DEADLINE
    while not Path(f"/proc/{pid}/cmdline").read_bytes().startswith(title):
        assert time.monotonic() < end
        os.sched_yield()
    run = new_run(latin_spec("order-33"))
    start_worker(run, 0, idle)
    until(run, lambda seen: seen.status == "running")
    assert Path(f"/proc/{pid}/cmdline").read_bytes().startswith(f"mcs-tui worker 0 of {run.id}".encode())
