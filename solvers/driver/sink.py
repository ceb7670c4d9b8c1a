"""What a search in progress reports to, and what it asks between two slices.

`Sink` has neither folder nor process of its own: it keeps the result and passes events on to Python code. A run's
folder (`solvers.jobs.worker_reporter`), an experiment's cell (`solvers.experiments.search`) and a run that may be over
before it has a folder (`solvers.worker`) are sinks too.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from puzzles import trouble
from puzzles.engine import kernel_cache
from solvers.compiling import wanted
from solvers.runs.result import Combine, Result, better, distinct

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from priors.sealed import Arrays
    from puzzles.family import Puzzle, Verdict
    from solvers.runs.checkpoint import Checkpoint
    from solvers.runs.events import AnyEvent
    from solvers.runs.spec import GenerateSpec, RunSpec, SolveSpec
    from solvers.runs.status import Insight, Phase
    from solvers.session import Session


class Order(Enum):
    """What a search is to do."""

    GO = "go"
    PAUSE = "pause"
    STOP = "stopped"
    INTERRUPT = "interrupted"
    ELSEWHERE = "elsewhere"
    GONE = "gone"


class LeaveError(Exception):
    """The search has to end, for the reason that `order` gives."""

    def __init__(self, order: Order) -> None:
        super().__init__(order.value)
        self.order = order


class Kernels:
    """The compiled kernels that a process has made ready for its searches: they need not be looked for again."""

    def __init__(self) -> None:
        self._ready: set[str] = set()

    def has(self, spec: RunSpec) -> bool:
        """True if all compiled kernels that the spec needs were made ready."""
        return bool(self._ready) and all(one.name in self._ready for one in wanted(spec))

    def add(self, spec: RunSpec) -> None:
        """Notes that they are."""
        self._ready.update(one.name for one in wanted(spec))


OURS = Kernels()
"""Those of this process, for searches of Python code."""


class Handover:
    """Kernels that stay as they are; `solvers.jobs.takeover` replaces interpreted ones by compiled ones."""

    def after(self, seconds: float) -> bool:
        """True if compiled kernels are to take over, now that so many more seconds have been searched."""
        return False

    def worked(self, begun: float) -> None:
        """A session has been built since that reading of the clock."""

    def spent(self) -> None:
        """The budget is spent."""

    def wait(self) -> bool:
        """True once compiled kernels are there that may take over."""
        return False

    def go_over(self) -> None:
        """Saves the place, and goes on with compiled kernels."""


class Improving(Protocol):
    """Where boards come from (`solvers.driver.loop.Source`), as a sink sees it."""

    @property
    def playouts(self) -> int: ...

    def improvements(self) -> list[tuple[int, float]]:
        """The playouts that were better than all before, from 1, and their scores; empty if they are not known."""


class Reporting(Protocol):
    """What was found (`solvers.driver.results.BestResults`), as a sink sees it."""

    def report(self, *, now: bool = False) -> None:
        """Has the best board judged and reported, if that is due."""


class Sink:
    """The numbers of one search, its result, and who hears of its events; for Python code, in any thread.

    `hear` takes each event (`solvers.runs.events`) as it happens. `clock` measures the seconds of search. Setting
    `stop` ends the search within some 50 ms.
    """

    own_process = False
    """True in a worker's process: its search is looked into about once a second, and other processes may judge."""
    remembers = True
    """False if the end of a run that found what it looks for need not be saved."""

    def __init__(
        self,
        hear: Callable[[AnyEvent], object] = lambda event: None,
        *,
        worker: int = 0,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.worker = worker
        """Which random stream of the seed is drawn from."""
        self.clock = clock
        self.stop = False
        self.hear = hear
        self.at = 0.0
        """Seconds of search so far."""
        self.cpu = 0.0
        """Seconds of processor time of the search alone, as `at` is of the clock."""
        self.playouts = 0
        self.restarts = 0
        self.best_score: float | None = None
        self.done = 0
        self.total = 0
        self.seconds_left = 0.0
        """About how long it takes from `done` to `total`; 0 if that is not known."""
        self.insight: Insight | None = None
        """What the search says of itself."""
        self.phase: Phase = "starting"
        self.trouble = ""
        """What can't be written beside events and result (the checkpoint); one line, or empty."""
        self.kernels: Kernels | None = OURS
        """What this process has loaded for its runs."""
        self.interpreted = False
        """True if the search is interpreted until its kernels are compiled (`solvers.jobs.takeover`)."""
        self.combine: Combine = distinct
        """How this search's solutions become one list with those in the run's result."""
        self.merged: Result | None = None
        """The whole run's result so far; None before there is one."""
        self.verdict: Verdict | None = None
        """The checker's verdict on the best board, as it was reported last."""
        self.reason = ""
        """How the search ended, as in `Finished`; empty before."""

    def say(self, event: Callable[..., AnyEvent], **fields: Any) -> None:
        """Passes the event on, with worker, time and playouts filled in."""
        self.hear(event(worker=self.worker, at=self.at, playouts=self.playouts, **fields))

    def note(self, text: str, *, trouble: bool = False) -> None:
        """Passes a line for people on."""
        from solvers.runs.events import Note

        self.say(Note, text=text, trouble=trouble)

    def note_once(self, text: str) -> None:
        """As `note`, but not if an earlier life of this search has said the same."""
        self.note(text)

    def tell(self, what: str, file: Path | None = None) -> None:
        """Reports a trouble that was got over, and has it kept (`puzzles.trouble`)."""
        trouble.tell(what, file)
        self.tell_others()

    def tell_others(self) -> None:
        """Makes notes of what others in this process have reported."""
        for text in trouble.take_lines():
            self.note(text, trouble=True)
        for text in kernel_cache.take_notices():
            self.note(text)

    def begin(self, *, at: float = 0.0, cpu: float = 0.0, playouts: int = 0, resumed: bool = False) -> None:
        """The search starts, or goes on from where it was."""
        self.at, self.cpu, self.playouts = at, cpu, playouts

    def enter(self, phase: Phase) -> None:
        """The search has come to that phase."""
        self.phase = phase
        self.show(now=True)

    def step(self, seconds: float, cpu: float, playouts: int, source: Improving, results: Reporting) -> bool:
        """Counts one slice, after which there are so many playouts; False if what it found came too late to count."""
        self.at += seconds
        self.cpu += cpu
        self.playouts = playouts
        return True

    def settle(self, results: Reporting) -> None:
        """What the slice found has been taken in."""
        self.show()

    def show(self, *, now: bool = False) -> None:
        """Shows the live numbers, if that is due."""

    def keep(self, result: Result) -> None:
        """Merges the result into the run's."""
        found = self.combine([*self.merged.found, *result.found]) if self.merged and result.wanted > 1 else result.found
        self.merged = msgspec.structs.replace(better(self.merged, result), found=found)

    def obey(self, before_pause: Callable[[], object] = lambda: None) -> None:
        """Returns when the search may go on; LeaveError if it has to end."""
        if self.stop:
            raise LeaveError(Order.STOP)

    def rest(self) -> None:
        """Waits a moment; for loops that wait for another process."""
        time.sleep(0.05)

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        try:
            yield
        finally:
            self.tell_others()

    def guarded(self) -> AbstractContextManager[None]:
        """Inside, work is done at which nobody can be obeyed, such as compiling."""
        return self._guarded()

    def expect_kernels(self, seconds: float) -> None:
        """Kernels are compiled from now on, in about that many seconds; 0: no longer."""

    def session(self, spec: SolveSpec, odds: npt.NDArray[np.float64] | None, puzzle: Puzzle) -> Session:
        """The search of the spec's puzzle, before its first playout; errors as `solvers.session.Session`."""
        from solvers.session import Session

        return Session(spec, self.worker, odds, puzzle)

    def handover(self, spec: SolveSpec | GenerateSpec, save: Callable[[], bool]) -> Handover:
        """How compiled kernels take over from interpreted ones."""
        return Handover()

    def earlier_result(self) -> Result | None:
        """The run's result as an earlier life has left it; None in the first one."""
        return None

    def saved(self, *, own: bool) -> tuple[Checkpoint, Arrays] | None:
        """The place that an earlier life has saved; None if there is none. DamagedError, as `read_checkpoint`."""
        return None

    def set_aside(self, why: str) -> None:
        """What was saved can't be used, and the search starts over."""

    def save(self, place: Checkpoint, arrays: Arrays) -> bool:
        """True if the place is saved. On a full disk the last good one stays, and the search goes on."""
        return True

    @property
    def training_path(self) -> Path | None:
        """Where the training of a prior saves its place; None if it does not."""
        return None

    def finish(self, reason: str) -> None:
        """The search has ended, and all is reported; `reason` as in `Finished`."""
        from solvers.runs.events import Finished

        self.phase, self.reason = "ended", reason
        self.say(Finished, reason=reason, best_score=self.best_score, restarts=self.restarts)
