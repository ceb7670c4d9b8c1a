"""A benchmark's worker processes, each on a core of its own: what hands tasks out to them, and what each of them does.

A task is one line in, an outcome one line out. A fault is one line too, `{"fault": ...}`, after which the worker ends.
"""

from __future__ import annotations

import itertools
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from types import TracebackType
from typing import IO, Generic, Protocol, Self, TypeVar

import msgspec

from puzzles.errors import PuzzleError
from solvers.bench.ledger import Finished, Ledger
from solvers.jobs.best_results import MismatchError


class Asked(Protocol):
    """What a worker is asked for, a msgspec.Struct."""

    @property
    def seconds(self) -> float:
        """CPU seconds that it may take."""

    @property
    def where(self) -> str:
        """What it is called where something goes wrong with it."""


class Made(Finished, Protocol):
    """What a worker answers with, a msgspec.Struct."""

    @property
    def words(self) -> str:
        """It in a line, with what came of it."""


Task = TypeVar("Task", bound=Asked)
Outcome = TypeVar("Outcome", bound=Made)


class FaultError(Exception):
    """A worker ended early; the message is one line."""


class Workers(Generic[Task, Outcome]):
    """So many processes, alive inside the context. Without a choice of cores they run where the system puts them.

    `module` is run with its core's number, reads a task a line and writes an outcome a line, or `{"fault": ...}`.
    """

    def __init__(self, jobs: int, module: str, outcome: type[Outcome]) -> None:
        cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
        self._outcome = outcome
        self._processes = [_start(module, cores[-1 - k : len(cores) - k]) for k in range(jobs)]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        for process in self._processes:
            with suppress(OSError):
                process.kill() if kind else _pipe(process.stdin).close()
        for process in self._processes:
            process.wait()

    def each(self, tasks: Sequence[Task]) -> list[Outcome]:
        """The outcomes of tasks that begin at once, one a process."""
        with ThreadPoolExecutor(len(tasks)) as threads:
            return list(threads.map(self._asked, self._processes, tasks))

    def all(self, tasks: Sequence[Task], take: Callable[[Outcome], None]) -> None:
        """Returns when all tasks are done; `take` gets each outcome, one at a time. FaultError ends it early."""
        waiting: queue.SimpleQueue[Task] = queue.SimpleQueue()
        for task in tasks:
            waiting.put(task)
        taking, over = threading.Lock(), threading.Event()

        def serve(process: subprocess.Popen[bytes]) -> None:
            try:
                while not over.is_set():
                    outcome = self._asked(process, waiting.get_nowait())
                    with taking:
                        take(outcome)
            except queue.Empty:
                return
            except BaseException:
                over.set()
                for one in self._processes:
                    one.kill()
                raise

        with ThreadPoolExecutor(len(self._processes)) as threads:
            served = [threads.submit(serve, process) for process in self._processes]
        errors = [error for one in served if (error := one.exception()) is not None]
        reported = [error for error in errors if not isinstance(error, FaultError) or "signal 9" not in str(error)]
        for error in (*reported, *errors):  # those that were killed for another's fault come last
            raise error

    def fill(self, ledger: Ledger[Outcome], tasks: Sequence[Task]) -> None:
        """Adds the outcomes of the tasks to the ledger, each with a line on stderr. FaultError, OSError."""
        most = max(task.seconds for task in tasks)
        at_a_time = f"{len(self._processes)} at a time"
        print(f"{len(tasks):,} searches of up to {most:g} CPU s, {at_a_time}", file=sys.stderr, flush=True)
        numbers = itertools.count(1)

        def take(outcome: Outcome) -> None:
            ledger.add(outcome)
            print(f"{next(numbers):,} of {len(tasks):,}: {outcome.words}", file=sys.stderr, flush=True)

        self.all(tasks, take)

    def _asked(self, process: subprocess.Popen[bytes], task: Task) -> Outcome:
        line = b""
        with suppress(OSError):
            asking = _pipe(process.stdin)
            asking.write(msgspec.json.encode(task) + b"\n")
            asking.flush()
            line = _pipe(process.stdout).readline()
        if not line:
            code = process.wait()
            how = f"signal {-code}" if code < 0 else f"exit code {code}"
            raise FaultError(f"the worker ended with {how} at {task.where}")
        message = msgspec.json.decode(line)
        if "fault" in message:
            raise FaultError(message["fault"])
        return msgspec.convert(message, self._outcome)


def _start(module: str, core: list[int]) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-P", "-m", module, *map(str, core)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def _pipe(stream: IO[bytes] | None) -> IO[bytes]:
    if stream is None:
        raise OSError("the process has no pipe")
    return stream


def serve(core: Sequence[str], task: type[Task], search: Callable[[Task, Callable[[], bool]], msgspec.Struct]) -> int:
    """The exit code: 0 when no more tasks come, 1 after a fault.

    `core` is a core's number, or empty. `search` also gets what says whether the process that began this one still
    lives; MismatchError, PuzzleError, RuntimeError and ValueError of it are faults.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if core and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {int(core[0])})
    parent = os.getppid()
    for line in sys.stdin.buffer:
        asked = msgspec.json.decode(line, type=task)
        try:
            outcome = search(asked, lambda: os.getppid() == parent)
        except (MismatchError, PuzzleError, RuntimeError, ValueError) as error:
            _say({"fault": f"{asked.where}: {error}"})
            return 1
        _say(outcome)
    return 0


def _say(message: object) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(message) + b"\n")
    sys.stdout.buffer.flush()
