"""Worker processes of `mcs-tui bench eterna100`, each on a core of its own, and tasks handed out to them."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from types import TracebackType
from typing import IO, Self

import msgspec

from solvers.bench.eterna100_ledger import Outcome
from solvers.bench.eterna100_task import Task


class FaultError(Exception):
    """A worker ended before its time; the text is one line."""


class Workers:
    """So many processes, alive inside the context. Without a choice of cores they run where the system puts them."""

    def __init__(self, jobs: int) -> None:
        cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
        self._processes = [_start(cores[-1 - k : len(cores) - k]) for k in range(jobs)]

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
            return list(threads.map(_asked, self._processes, tasks))

    def all(self, tasks: Sequence[Task], take: Callable[[Outcome], None]) -> None:
        """Returns when all tasks are done; `take` gets each outcome, one at a time. FaultError ends it early."""
        waiting: queue.SimpleQueue[Task] = queue.SimpleQueue()
        for task in tasks:
            waiting.put(task)
        taking, over = threading.Lock(), threading.Event()

        def serve(process: subprocess.Popen[bytes]) -> None:
            try:
                while not over.is_set():
                    outcome = _asked(process, waiting.get_nowait())
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
        told = [error for error in errors if not isinstance(error, FaultError) or "signal 9" not in str(error)]
        for error in (*told, *errors):  # those that were killed for another's fault come last
            raise error


def _start(core: list[int]) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-P", "-m", "solvers.bench.eterna100_worker", *map(str, core)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def _asked(process: subprocess.Popen[bytes], task: Task) -> Outcome:
    line = b""
    with suppress(OSError):
        asking = _pipe(process.stdin)
        asking.write(msgspec.json.encode(task) + b"\n")
        asking.flush()
        line = _pipe(process.stdout).readline()
    if not line:
        code = process.wait()
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        raise FaultError(f"the worker ended with {how} at {task.row}, seed {task.seed}, puzzle {task.puzzle}")
    message = msgspec.json.decode(line)
    if "fault" in message:
        raise FaultError(message["fault"])
    return msgspec.convert(message, Outcome)


def _pipe(stream: IO[bytes] | None) -> IO[bytes]:
    if stream is None:
        raise OSError("the process has no pipe")
    return stream
