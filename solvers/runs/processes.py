"""Processes of ours, which outlive the one that starts them, and one that is started before there is a run.

That one imports what any job needs, and waits to be given a run.
"""

from __future__ import annotations

import json
import os
import select
import site
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from solvers.runs.folder import Run

LONGEST_MESSAGE = 8192
"""Bytes of what an idle worker is sent: the path of a run's folder, and a number."""

SOON = 0.5
"""Seconds in which a command that starts a worker has a run for it."""

NICE = "MCS_TUI_NICE"
"""The environment's variable with the niceness of workers, 0 to MOST_NICE."""
USUAL_NICE, MOST_NICE = 10, 19
AUTOGROUP = Path("/proc/self/autogroup")
"""Linux shares the processor among sessions first, and each worker has one of its own: the session gives way too."""
AGAIN = 0.15
"""Seconds after which the session is asked again: Linux lets one of all sessions be changed in a tenth of a second."""


def start_process(
    arguments: Sequence[str], *, log: IO[bytes] | int = subprocess.DEVNULL, descriptors: Sequence[int] = ()
) -> subprocess.Popen[bytes]:
    """The started `python -m solvers.worker ARGUMENTS`, in a session of its own; OSError if there can be none.

    It prints to `log` and inherits the descriptors. By subprocess and not by asyncio's calls: closing or collecting
    asyncio's transport kills a child that still runs (base_subprocess.py).
    """
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "solvers.worker", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=log,
        cwd="/",
        env=child_environment(),
        start_new_session=True,
        pass_fds=tuple(descriptors),
    )


def niceness() -> int:
    """How nice workers are: what the environment says, else USUAL_NICE."""
    given = os.environ.get(NICE, "")
    return int(given) if given in map(str, range(MOST_NICE + 1)) else USUAL_NICE


def give_way() -> None:
    """Lets programs that people wait for go first, such as the app: the worker's niceness becomes `niceness()`.

    On an idle machine it is as fast as ever. A process that is nicer already stays so.
    """
    before = os.getpriority(os.PRIO_PROCESS, 0)
    wanted = max(before, niceness())
    if wanted == before:
        return
    os.setpriority(os.PRIO_PROCESS, 0, wanted)
    if os.getsid(0) == os.getpid():
        threading.Thread(target=_session_gives_way, daemon=True).start()


def _session_gives_way() -> None:
    """Returns once the session is as nice as the process, or can't be."""
    while True:
        try:
            AUTOGROUP.write_text(str(os.getpriority(os.PRIO_PROCESS, 0)))
            return
        except BlockingIOError:
            time.sleep(AGAIN)
        except OSError:
            return


def child_environment() -> dict[str, str]:
    """The environment of a child process of ours: with our packages' folder on its path, unless they are installed."""
    environment = dict(os.environ)
    home = Path(__file__).resolve().parent.parent.parent
    installed = {Path(folder).resolve() for folder in (*site.getsitepackages(), site.getusersitepackages())}
    if home not in installed:
        paths = [str(home), *filter(None, [environment.get("PYTHONPATH")])]
        environment["PYTHONPATH"] = os.pathsep.join(paths)
    return environment


class IdleWorker:
    """At most one idle process, which ends with the process that started it, however that ends.

    The two are joined by a pair of sockets. When the starting process closes its end, or dies, the idle one reads the
    end of the stream and exits. A worker that was given a run belongs to the run and outlives everybody.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._link: socket.socket | None = None

    @property
    def pid(self) -> int:
        """The waiting process; 0 if there is none."""
        return self._process.pid if self._process is not None else 0

    def start(self) -> None:
        """Starts the process unless one is waiting already; without a process a run starts one of its own."""
        with self._lock:
            if self._process is not None:
                return
            ours, theirs = socket.socketpair()
            try:
                self._process = start_process(["--idle", str(theirs.fileno())], descriptors=(theirs.fileno(),))
                self._link = ours
            except OSError:
                ours.close()
            finally:
                theirs.close()

    def hand_over(self, run: Run, worker: int, lock: int, log: IO[bytes]) -> subprocess.Popen[bytes] | None:
        """The process, which does the worker's part of the run from now on; None if there is none to take it.

        It gets copies of the descriptors of the worker's locked lock file and of its log.
        """
        with self._lock:
            process, link = self._process, self._link
            self._process = self._link = None
        if process is None or link is None:
            return None
        message = json.dumps([str(run.folder), worker]).encode() + b"\n"
        try:
            with link:
                socket.send_fds(link, [message], [lock, log.fileno()])
        except OSError:
            process.kill()
            process.wait()
            return None
        return process

    def close(self) -> None:
        """Ends the idle process, if there is one."""
        with self._lock:
            process, link = self._process, self._link
            self._process = self._link = None
        if link is not None:
            link.close()
        if process is not None:
            process.kill()  # it has nothing to lose
            process.wait()


def sources() -> frozenset[tuple[Path, int]]:
    """Our source files and their times, in nanoseconds: another set after an upgrade or an edit, whatever the clock."""
    home = Path(__file__).resolve().parent.parent.parent
    files = (path for package in ("puzzles", "priors", "solvers") for path in (home / package).rglob("*.py"))
    return frozenset((path, path.stat().st_mtime_ns) for path in files)


def replace_program(arguments: Sequence[str]) -> NoReturn:
    """Runs `python -m solvers.worker ARGUMENTS` in place of this process's program, with the lock of the arguments.

    The descriptors of its lock and its log stay open, and it is the same process to whoever started it.
    """
    os.set_inheritable(int(arguments[2]), True)
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(sys.executable, [sys.executable, "-P", "-m", "solvers.worker", *arguments])


def wait_for_run(descriptor: int, meanwhile: Callable[[], object]) -> list[str] | None:
    """The arguments of a worker: folder, number, descriptor of its lock. None if the starting process is gone.

    For the idle process, whose end of the sockets the descriptor is; it does `meanwhile` if no run comes soon.
    Afterwards what it prints goes to the run's log.
    """
    with socket.socket(fileno=descriptor) as link:
        if not select.select([link], [], [], SOON)[0]:
            meanwhile()
        message, descriptors, _, _ = socket.recv_fds(link, LONGEST_MESSAGE, 2)
    if not message.endswith(b"\n") or len(descriptors) != 2:
        return None
    lock, log = descriptors
    os.dup2(log, 1)
    os.dup2(log, 2)
    os.close(log)
    folder, worker = json.loads(message)
    return [folder, str(worker), str(lock)]
