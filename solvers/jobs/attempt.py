"""A run that may be over before anybody could look at it: it is searched without a folder, and given back as a whole.

So a command with many puzzles has one worker search them, and their runs cost little more than their searches.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import NoReturn

import msgspec

from priors.provenance import version
from solvers.driver.sink import LeaveError, Order
from solvers.jobs.takeover import ProcessKernels, ProcessSink
from solvers.jobs.worker_reporter import processor_seconds
from solvers.runs.events import Progress, Started, encode
from solvers.runs.processes import LONGEST_ATTEMPT
from solvers.runs.spec import unpacked


class Attempt(ProcessSink):
    """Keeps what is reported. LeaveError as soon as the run takes long, is to be saved, or waits for something."""

    remembers = False

    def __init__(self, kernels: ProcessKernels) -> None:
        super().__init__(lambda event: self._events.append(encode(event)))
        self.kernels: ProcessKernels = kernels
        self._cpu_begun = processor_seconds()
        self._events: list[bytes] = []
        self._until = time.process_time() + LONGEST_ATTEMPT

    def begin(self, *, at: float = 0.0, cpu: float = 0.0, playouts: int = 0, resumed: bool = False) -> None:
        time_now = datetime.now(UTC).isoformat(timespec="seconds")
        self.say(Started, pid=os.getpid(), time=time_now, version=version())

    def obey(self, before_pause: Callable[[], object] = lambda: None) -> None:
        if time.process_time() >= self._until:
            self.rest()

    def rest(self) -> NoReturn:
        raise LeaveError(Order.GONE)

    def save(self, place: object, arrays: object) -> NoReturn:
        self.rest()

    def tell_others(self) -> None:
        """Nothing before the end: if that is not reached, the run is done again, and tells it."""

    def finish(self, reason: str) -> None:
        rate = self.playouts / self.at if self.at else 0.0
        run_cpu = processor_seconds() - self._cpu_begun
        numbers = {"best_score": self.best_score, "restarts": self.restarts}
        self.say(Progress, rate=rate, cpu=self.cpu, run_cpu=run_cpu, **numbers)
        super().finish(reason)

    def content(self) -> bytes:
        """The lines of events.jsonl, then that of result.json; empty without a result."""
        super().tell_others()
        return b"" if self.merged is None else b"".join(self._events) + msgspec.json.encode(self.merged) + b"\n"


def attempt(data: bytes, kernels: ProcessKernels) -> bytes:
    """The `content` of the run of a `packed` spec; empty if it is to be done with a folder, to say why it fails."""
    sink = Attempt(kernels)
    with suppress(Exception):
        spec = unpacked(data)
        sink.interpreted = kernels.choose(sink, spec)
        from solvers.driver.search import Search  # imports kernels

        Search(spec, sink).run()
        return sink.content()
    return b""
