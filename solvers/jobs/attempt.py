"""A run that may be over before anybody could look at it: it is searched without a folder, and given back as a whole.

So a command with many puzzles has one worker search them, and their runs cost little more than their searches.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from solvers.jobs.orders import LeaveError, Order
from solvers.jobs.takeover import ProcessKernels
from solvers.jobs.worker_reporter import WorkerReporter, processor_seconds
from solvers.runs.events import AnyEvent, encode
from solvers.runs.folder import Run
from solvers.runs.processes import LONGEST_ATTEMPT
from solvers.runs.result import Result, better
from solvers.runs.spec import unpacked


class Attempt(WorkerReporter):
    """Keeps what is reported. LeaveError as soon as the run takes long, is to be saved, or waits for something."""

    brief = True

    def __init__(self, kernels: ProcessKernels) -> None:
        super().__init__(Run(Path()), 0)
        self.kernels = kernels
        self.cpu_begun = processor_seconds()
        self.kept: Result | None = None
        self._events: list[bytes] = []
        self._until = time.process_time() + LONGEST_ATTEMPT

    @property
    def place(self) -> list[str]:
        self.sync()

    def say(self, event: Callable[..., AnyEvent], **fields: Any) -> None:
        self._events.append(encode(event(worker=0, at=self.at, playouts=self.playouts, **fields)))

    def keep(self, result: Result) -> None:
        self.kept = better(self.kept, result)

    def obey(self, before_pause: Callable[[], object] = lambda: None) -> None:
        if time.process_time() >= self._until:
            self.sync()

    def sync(self) -> NoReturn:
        raise LeaveError(Order.GONE)

    def rest(self) -> None:
        self.sync()

    def show(self, *, now: bool = False) -> None:
        """Nothing: nobody looks."""

    def tell_others(self) -> None:
        """Nothing before the end: if that is not reached, the run is done again, and tells it."""

    def write_out(self, *, hasty: bool) -> None:
        """Nothing: `content` is all."""

    def content(self) -> bytes:
        """The lines of events.jsonl, then that of result.json; empty without a result."""
        super().tell_others()
        return b"" if self.kept is None else b"".join(self._events) + msgspec.json.encode(self.kept) + b"\n"


def attempt(data: bytes, kernels: ProcessKernels) -> bytes:
    """The `content` of the run of a `packed` spec; empty if it is to be done with a folder, to say why it fails."""
    reporter = Attempt(kernels)
    with suppress(Exception):
        spec = unpacked(data)
        reporter.interpreted = kernels.choose(reporter, spec)
        from solvers.driver.search import Solving  # imports kernels

        Solving(reporter, spec).run()
        return reporter.content()
    return b""
