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
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from solvers.runs.folder import Run

NAME = "mcs-tui worker"
IDLE, NEXT = "--idle", "--next"
"""Arguments of a worker: it waits for a run, or for the next one after the run of its arguments."""
LONGEST_MESSAGE = 8192
"""Bytes of what an idle worker is sent: the path of a run's folder, and a number."""
HEAD = 8
"""Bytes before a search with its length."""

SOON = 0.5
"""Seconds in which a command that starts a worker has a run for it."""

LONGEST_ATTEMPT = 0.1
"""Seconds of processor time in which a run ends that is searched without a folder; a longer one is begun again."""
LONGEST_ANSWER = 2.0
"""Seconds after which a worker that has not answered is ended: it is at what it can't look up from."""

SETTLED = 1.0
"""Seconds at most between a worker's lock being free and its word that it is ready, or its process's end."""

NICE = "MCS_TUI_NICE"
"""The environment's variable with the niceness of workers, 0 to MOST_NICE."""
USUAL_NICE, MOST_NICE = 10, 19
LAST = "MCS_TUI_LAST_PATH"
"""The environment's variable with the folder whose modules replace no others in a child process (`mcs_tui.guard`)."""
DISK_WAIT = "MCS_TUI_DISK_WAIT"
"""The environment's variable with the seconds, 0 to MOST_WAIT, that a worker waits for room on a full disk."""
USUAL_WAIT, MOST_WAIT = 1800, 604_800
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
        program("solvers.worker", *arguments),
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=log,
        cwd="/",
        env=child_environment(),
        start_new_session=True,
        pass_fds=tuple(descriptors),
    )


def disk_wait() -> float:
    """Seconds that a worker waits at its end for room on a full disk: what the environment says, else USUAL_WAIT."""
    given = os.environ.get(DISK_WAIT, "")
    return float(given) if given.isascii() and given.isdigit() and int(given) <= MOST_WAIT else USUAL_WAIT


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


def program(module: str, *arguments: str) -> list[str]:
    """What runs a module of ours as a process: ours, whatever has its package's name in a folder on PYTHONPATH."""
    return [sys.executable, "-P", "-m", "mcs_tui.module", module, *arguments]


def child_environment() -> dict[str, str]:
    """The environment of a child process of ours: with our packages' folder on its path, unless they are installed.

    Folders of PYTHONPATH are named in full, as the child may be in another folder; the current one goes to LAST.
    """
    environment = dict(os.environ)
    home = Path(__file__).resolve().parent.parent.parent
    installed = {Path(folder).resolve() for folder in (*site.getsitepackages(), site.getusersitepackages())}
    paths = list(filter(None, [environment.pop("PYTHONPATH", "")]))
    with suppress(OSError):  # the current folder may have been removed
        paths = [os.path.abspath(one) for path in paths for one in path.split(os.pathsep)]
        if paths and (here := os.getcwd()) in paths:
            environment[LAST] = here
            paths = [one for one in paths if one != here]
    paths[:0] = [] if home in installed else [str(home)]
    return environment | ({"PYTHONPATH": os.pathsep.join(paths)} if paths else {})


@dataclass(eq=False, slots=True)
class _Linked:
    """A process that waits for a run, or has been given one, and our end of the sockets."""

    process: subprocess.Popen[bytes]
    link: socket.socket
    used: bool = False


class IdleWorker:
    """Idle processes, one at most unless it `keeps` them, which end with the process that started them.

    The two are joined by a pair of sockets. When the starting process closes its end, or dies, the idle one reads the
    end of the stream and exits. A worker that was given a run belongs to the run and outlives everybody. `keeps`: set
    by a command with many runs. Then a worker whose run has ended in order waits for the next one.
    """

    def __init__(self) -> None:
        self.keeps = False
        self._lock = threading.Lock()
        self._waiting: list[_Linked] = []
        self._busy: list[_Linked] = []

    @property
    def pid(self) -> int:
        """The waiting process; 0 if there is none."""
        return self._waiting[0].process.pid if self._waiting else 0

    def start(self) -> None:
        """Starts a process unless one is waiting already; without a process a run starts one of its own."""
        with self._lock:
            if not self._waiting:
                self._add()

    def _add(self) -> None:
        ours, theirs = socket.socketpair()
        try:
            label = f"{NAME}, idle, for PID {os.getpid()}"
            process = start_process([IDLE, str(theirs.fileno()), label], descriptors=(theirs.fileno(),))
            self._waiting.append(_Linked(process, ours))
        except OSError:
            ours.close()
        finally:
            theirs.close()

    def hand_over(self, run: Run, worker: int, lock: int, log: IO[bytes]) -> subprocess.Popen[bytes] | None:
        """The process, which does the worker's part of the run from now on; None if there is none to take it.

        It gets copies of the descriptors of the worker's locked lock file and of its log.
        """
        with self._lock:
            self._look(0.0)
            if self.keeps and not self._waiting:
                self._add()
            one = self._waiting.pop(0) if self._waiting else None
        if one is None:
            return None
        message = json.dumps([str(run.folder), worker]).encode() + b"\n"
        try:
            socket.send_fds(one.link, [message], [lock, log.fileno()])
        except OSError:
            one.link.close()
            one.process.kill()
            one.process.wait()
            return None
        one.used = True
        if self.keeps:
            self._busy.append(one)
        else:
            one.link.close()
        return one.process

    @property
    def busy(self) -> bool:
        """True if a worker that is kept has a run: `rest` returns when that ends."""
        return bool(self._busy)

    def ask(self, search: bytes) -> bytes:
        """What a waiting worker that has done a run answers to another search; empty if that is to be started."""
        with self._lock:
            self._look(0.0)
            if not (self._waiting and self._waiting[0].used):
                return b""
            one, found = self._waiting[0], bytearray()
            with suppress(OSError):
                one.link.settimeout(LONGEST_ANSWER)
                one.link.sendall(len(search).to_bytes(HEAD) + search)
                while part := one.link.recv(LONGEST_MESSAGE):
                    found += part
                    if found.endswith(b"\n\n") or found == b"\n":
                        one.link.settimeout(None)
                        return bytes(found[:-1])
            self._waiting.remove(one)
            one.link.close()
            one.process.kill()  # it has nothing to lose
            return b""

    def rest(self, seconds: float) -> bool:
        """True as soon as a worker that is kept is about to end its run; False after so many seconds."""
        if self._busy:
            with self._lock:
                return self._look(seconds)
        time.sleep(seconds)
        return False

    def settle(self) -> None:
        """Returns when no kept worker has a run: to be called when the runs that they had have ended."""
        with self._lock:
            while self._busy and self._look(SETTLED):
                pass

    def _look(self, seconds: float) -> bool:
        """True if a worker says in that time that it is ready for another run; those that are gone are forgotten."""
        links = [one.link for one in self._busy]
        ready = select.select(links, [], [], seconds)[0] if links else []
        for one in [one for one in self._busy if one.link in ready]:
            self._busy.remove(one)
            answer = b""
            with suppress(OSError):
                answer = one.link.recv(1)
            if answer:
                self._waiting.append(one)
            else:
                one.link.close()
        return bool(ready)

    def close(self) -> None:
        """Ends the idle processes; those with a run go on."""
        with self._lock:
            waiting, busy = self._waiting, self._busy
            self._waiting, self._busy = [], []
        for one in (*waiting, *busy):
            one.link.close()
        for one in waiting:
            if not one.used:  # it may be at its imports, and has nothing to lose
                one.process.kill()
                one.process.wait()


def sources() -> frozenset[tuple[Path, int]]:
    """Our source files and their times, in nanoseconds: another set after an upgrade or an edit, whatever the clock."""
    home = Path(__file__).resolve().parent.parent.parent
    files = (path for package in ("puzzles", "priors", "solvers") for path in (home / package).rglob("*.py"))
    return frozenset((path, path.stat().st_mtime_ns) for path in files)


def replace_program(arguments: Sequence[str], link: int = -1) -> NoReturn:
    """Runs `python -m solvers.worker ARGUMENTS` in place of this process's program, with the lock of the arguments.

    The descriptors of its lock, its log and the `link` to whoever has more runs stay open, and it is the same process
    to whoever started it.
    """
    os.set_inheritable(int(arguments[2]), True)
    more = [] if link < 0 else [NEXT, str(link)]
    if more:
        os.set_inheritable(link, True)
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(sys.executable, program("solvers.worker", *arguments, *more))


def wait_for_run(link: socket.socket, meanwhile: Callable[[], object] = lambda: None) -> list[str] | bytes | None:
    """The arguments of a worker: folder, number, descriptor of its lock. None if the starting process is gone.

    Or a search, to be answered (`IdleWorker.ask`). For a process that waits, whose end of the sockets the link is; it
    does `meanwhile` if no run comes soon. Afterwards what it prints goes to the run's log.
    """
    if not select.select([link], [], [], SOON)[0]:
        meanwhile()
    try:
        message, descriptors, _, _ = socket.recv_fds(link, LONGEST_MESSAGE, 2)
        if message and not descriptors:
            search, length = bytearray(message[HEAD:]), int.from_bytes(message[:HEAD])
            while len(search) < length and (part := link.recv(LONGEST_MESSAGE)):
                search += part
            return bytes(search) if len(search) == length else None
    except OSError:
        return None
    if not message.endswith(b"\n") or len(descriptors) != 2:
        return None
    lock, log = descriptors
    _print_to(log)
    folder, worker = json.loads(message)
    return [folder, str(worker), str(lock)]


def answer(link: socket.socket, content: bytes = b"") -> bool:
    """True if whoever started this process may have another run for it; then it knows that the last one has ended."""
    try:
        link.sendall(content + b"\n")
    except OSError:
        return False
    return True


def print_nowhere() -> None:
    """From now on nothing that this process prints is kept: the log of its run is closed."""
    _print_to(os.open(os.devnull, os.O_WRONLY))


def _print_to(descriptor: int) -> None:
    sys.stdout.flush()
    sys.stderr.flush()
    os.dup2(descriptor, 1)
    os.dup2(descriptor, 2)
    os.close(descriptor)


def name_process(title: str) -> None:
    """Nothing; on Linux `ps` and `top -c` show the title in place of the command line, as far as that has room."""
    with suppress(OSError, ValueError, IndexError):
        fields = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
        begin, end = int(fields[45]), int(fields[46])  # proc(5): arg_start and arg_end, the third field being the first
        room = end - begin - 1
        if room > 0:
            import ctypes

            ctypes.memmove(begin, title.encode()[:room].ljust(room, b"\0"), room)
