"""A benchmark's worker processes, each on a core of its own: what hands tasks out to them, and what each does."""

from __future__ import annotations

import importlib
import multiprocessing
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Any, Self

from puzzles.errors import PuzzleError
from solvers.bench.ledger import Ledger
from solvers.bench.option_values import cores
from solvers.jobs.best_results import MismatchError


class FaultError(Exception):
    """A worker ended early; the message is one line."""


class Workers:
    """`jobs` processes, alive inside the context. Without a choice of cores they run where the system puts them.

    `module` has the function `search` of a task and of what says whether the process that began the worker still lives;
    it returns the outcome. MismatchError, PuzzleError, RuntimeError and ValueError of it are faults. A task has its CPU
    `seconds`, and `where`: what it is called in an error. An outcome has a ledger's `name`, and `words` about it.
    """

    def __init__(self, jobs: int, module: str) -> None:
        own = cores()
        self._workers = [_Worker(module, own[-1 - k : len(own) - k]) for k in range(jobs)]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        for one in self._workers:
            if kind is not None:
                one.process.kill()
            one.link.close()
        for one in self._workers:
            one.process.join()

    def each(self, tasks: Sequence[Any]) -> list[Any]:
        """The outcomes of tasks that begin at once, one a process. FaultError."""
        asked = self._workers[: len(tasks)]
        for one, task in zip(asked, tasks, strict=True):
            one.ask(task)
        return [one.answer() for one in asked]

    def fill(self, ledger: Ledger[Any], tasks: Sequence[Any]) -> None:
        """Adds the outcomes of the tasks to the ledger, each with a line on stderr. FaultError, OSError."""
        most = max(task.seconds for task in tasks)
        at_a_time = f"{len(self._workers)} at a time"
        print(f"{len(tasks):,} searches of up to {most:g} CPU s, {at_a_time}", file=sys.stderr, flush=True)
        waiting, idle, done = list(tasks), list(self._workers), 0
        busy: dict[object, _Worker] = {}
        while waiting or busy:
            while waiting and idle:
                one = idle.pop()
                one.ask(waiting.pop(0))
                busy[one.link] = one
            for link in wait([one.link for one in busy.values()]):
                one = busy.pop(link)
                outcome = one.answer()
                ledger.add(outcome)
                done += 1
                print(f"{done:,} of {len(tasks):,}: {outcome.words}", file=sys.stderr, flush=True)
                idle.append(one)


class _Worker:
    def __init__(self, module: str, core: Sequence[int]) -> None:
        fresh = multiprocessing.get_context("spawn")
        self.link, theirs = fresh.Pipe()
        self.process = fresh.Process(target=_serve, args=(theirs, core, module), daemon=True)
        self.process.start()
        theirs.close()
        self._where = ""

    def ask(self, task: Any) -> None:
        self._where = task.where
        with suppress(OSError):  # that it has ended is reported instead of its answer
            self.link.send(task)

    def answer(self) -> Any:
        try:
            answer = self.link.recv()
        except (EOFError, OSError):
            self.process.join()
            code = self.process.exitcode or 0
            how = f"signal {-code}" if code < 0 else f"exit code {code}"
            raise FaultError(f"the worker ended with {how} at {self._where}") from None
        if isinstance(answer, str):
            raise FaultError(f"{self._where}: {answer}")
        return answer


def _serve(link: Connection, core: Sequence[int], module: str) -> None:
    """A worker's life: it answers each task by its outcome, or by a text that says what is wrong."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if core:
        os.sched_setaffinity(0, core)
    search = importlib.import_module(module).search
    parent = multiprocessing.parent_process()
    with suppress(EOFError, BrokenPipeError):  # no more tasks
        while True:
            task = link.recv()
            try:
                answer = search(task, lambda: parent is not None and parent.is_alive())
            except (MismatchError, PuzzleError, RuntimeError, ValueError) as error:
                answer = str(error)
            link.send(answer)
