"""One search in slices of some 50 ms: between them it looks at orders and budget, reports and saves what is due.

How long slices are, when what is due, what a search may use in all, and what it says of itself about once a second.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec import structs

if TYPE_CHECKING:
    from solvers.jobs.takeover import Takeover
    from solvers.jobs.worker_reporter import WorkerReporter
    from solvers.session import Session


SLICE = 0.05
"""Seconds of one slice: long enough that looking costs nothing, short enough that stop acts at once."""
GROWTH = 4
"""Factor by which slices may grow, so that one quick slice does not lead to a very long one."""

STATUS_EVERY = 0.25
IMPROVED_EVERY = 0.1
CHECKPOINT_EVERY = 5.0
CHECKPOINT_SHARE = 0.02
"""Seconds between writes; checkpoints, and sharing solutions, never take more than that share of a worker's time."""
PROGRESS_SHARE = 200
SLOWEST_PROGRESS = 60.0
"""A run writes some 200 progress events in each e-fold of its time, and one a minute in the end."""


class Pace:
    """Chooses the playouts of each slice by the rate so far; the first is one, to show a quick solution at once."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._last = 0
        self._seconds_each = 0.0

    def slice(
        self,
        advance: Callable[[int], object],
        playouts: Callable[[], int],
        playouts_left: int | None = None,
        seconds_left: float | None = None,
    ) -> float:
        """The seconds that one slice took: `advance` was called once, `playouts` says how many there are."""
        before, begin = playouts(), self._clock()
        advance(self.next(playouts_left, seconds_left))
        seconds = self._clock() - begin
        self.took(playouts() - before, seconds)
        return seconds

    def next(self, playouts_left: int | None, seconds_left: float | None) -> int:
        """The playouts of the next slice, 1 or more, never more than are left."""
        target = SLICE if seconds_left is None else min(SLICE, seconds_left)
        playouts = GROWTH * self._last or 1
        if self._seconds_each > 0.0:
            playouts = min(playouts, round(target / self._seconds_each))
        if playouts_left is not None:
            playouts = min(playouts, playouts_left)
        return max(1, playouts)

    def took(self, playouts: int, seconds: float) -> None:
        self._last = max(1, playouts)
        self._seconds_each = seconds / self._last


class Due:
    """Something that is to be done now and then; the first time at once."""

    def __init__(self) -> None:
        self._next = float("-inf")

    def __call__(self, now: float) -> bool:
        return now >= self._next

    def done(self, now: float, interval: float) -> None:
        """It was done now, and is due again after the interval."""
        self._next = now + interval


def progress_interval(elapsed: float) -> float:
    """Seconds to the next progress event: longer and longer, so that a run of days stays a small file."""
    return min(SLOWEST_PROGRESS, max(STATUS_EVERY, elapsed / PROGRESS_SHARE))


def checkpoint_interval(cost: float) -> float:
    """Seconds to the next checkpoint after one that took `cost` seconds."""
    return max(CHECKPOINT_EVERY, cost / CHECKPOINT_SHARE)


def sharing_interval(cost: float) -> float:
    """Seconds to the next merge of a worker's solutions into the run's result, after one that took `cost` seconds."""
    return max(IMPROVED_EVERY, cost / CHECKPOINT_SHARE)


@dataclass(frozen=True, slots=True)
class Budget:
    """What a worker may use: `seconds` of search and `playouts`, of all stages; None is no limit."""

    seconds: float | None
    playouts: int | None

    def left(self, at: float, playouts: int) -> tuple[float | None, int | None]:
        """(seconds, playouts) left, 0 or less when spent."""
        seconds = None if self.seconds is None else self.seconds - at
        return seconds, None if self.playouts is None else self.playouts - playouts

    def spent(self, at: float, playouts: int) -> bool:
        return any(left is not None and left <= 0 for left in self.left(at, playouts))


class Searching:
    """Drives one session. `look` is called after each slice, `save` when a checkpoint is due.

    `passes_over` lets a session go on that has ended with nothing new; true if it did. `reached`: true once the best is
    as good as is wanted.
    """

    def __init__(
        self,
        reporter: WorkerReporter,
        session: Session,
        look: Callable[[], None],
        save: Callable[[], object],
        passes_over: Callable[[Session], bool] = lambda _: False,
        takeover: Takeover | None = None,
        reached: Callable[[], bool] = lambda: False,
    ) -> None:
        self._reporter = reporter
        self._session = session
        self._look = look
        self._save = save
        self._passes_over = passes_over
        self._takeover = takeover
        self._reached = reached
        self._pace = Pace(reporter.clock)
        self._inspection = Inspection(reporter, session)
        self._checkpoint_due = Due()
        self._checkpoint_due.done(reporter.clock(), checkpoint_interval(0.0))
        self._earlier_playouts = reporter.playouts - session.playouts
        self._earlier_restarts = reporter.restarts - session.restarts

    def run(self, budget: Budget, stage_playouts: int | None = None) -> str:
        """`reached`, `budget` if that is spent, `limit` if the stage's playouts are, else the session's last status.

        A search that is interpreted asks after each slice whether compiled kernels take over.

        LeaveError on an order to leave, between slices.
        """
        reporter, session = self._reporter, self._session
        while session.status == "running":
            if self._reached():
                return "reached"
            if budget.spent(reporter.at, reporter.playouts):
                return "budget"
            if stage_playouts is not None and session.playouts >= stage_playouts:
                return "limit"
            reporter.obey(self._save)
            begin = reporter.at
            self._slice(budget, stage_playouts)
            self._look()
            reporter.show()
            before = reporter.clock()
            if session.status == "running" and self._checkpoint_due(before):
                self._save()
                end = reporter.clock()
                self._checkpoint_due.done(end, checkpoint_interval(end - before))
            takes_over = self._takeover is not None and self._takeover.after(reporter.at - begin)
            if self._takeover is not None and takes_over and session.status == "running":
                self._takeover.go_over()
        return session.status

    def _slice(self, budget: Budget, stage_playouts: int | None) -> None:
        reporter, session = self._reporter, self._session
        seconds, playouts = budget.left(reporter.at, reporter.playouts)
        if stage_playouts is not None:
            rest = stage_playouts - session.playouts
            playouts = rest if playouts is None else min(playouts, rest)
        begun = time.process_time()
        if self._inspection.due():
            reporter.at += self._inspection.look(self._advance, playouts)
        else:
            reporter.at += self._pace.slice(self._advance, lambda: session.playouts, playouts, seconds)
        reporter.cpu += time.process_time() - begun
        reporter.playouts = self._earlier_playouts + session.playouts
        reporter.restarts = self._earlier_restarts + session.restarts

    def _advance(self, playouts: int) -> None:
        """Advances by that many at most. A known solution ends no slice, as it may come again soon."""
        session = self._session
        end = session.playouts + playouts
        session.advance(playouts)
        while self._passes_over(session) and session.playouts < end:
            session.advance(end - session.playouts)


INSPECT_EVERY = 1.0
INSPECT_SHARE = 0.005
"""Seconds between two looks; they never take more than that share of a worker's time."""
SAMPLE = 64
SAMPLE_SECONDS = 0.005
"""Proposals of a search that goes from solution to solution that are made one by one, and the most time for them."""
SAMPLES_KEPT = 10


class Inspection:
    """Looks into one session when that is due, the first time after a second."""

    def __init__(self, reporter: WorkerReporter, session: Session) -> None:
        self._reporter = reporter
        self._session = session
        self._next = reporter.clock() + INSPECT_EVERY
        self._samples: deque[tuple[int, int]] = deque(maxlen=SAMPLES_KEPT)

    def due(self) -> bool:
        return self._reporter.clock() >= self._next

    def look(self, advance: Callable[[int], object], playouts_left: int | None) -> float:
        """The seconds that it took; the reporter has what the search says of itself.

        A search that goes from solution to solution goes on meanwhile, by some single proposals.
        """
        reporter, session = self._reporter, self._session
        begin = reporter.clock()
        if session.merit() is not None:
            most = SAMPLE if playouts_left is None else min(SAMPLE, playouts_left)
            self._samples.append(self._sample(advance, most, begin + SAMPLE_SECONDS))
        seen, proposals = session.insight(), sum(tried for tried, _ in self._samples)
        if seen is not None and proposals:
            accepted = sum(changed for _, changed in self._samples) / proposals
            seen = structs.replace(seen, accepted=accepted, sampled=proposals)
        reporter.insight = seen
        end = reporter.clock()
        self._next = end + max(INSPECT_EVERY, (end - begin) / INSPECT_SHARE)
        return end - begin

    def _sample(self, advance: Callable[[int], object], most: int, deadline: float) -> tuple[int, int]:
        """How many proposals were made, and how many of them changed the score; a new start is none."""
        session, tried, changed = self._session, 0, 0
        for _ in range(most):
            before = session.merit()
            advance(1)
            if before is not None:
                tried += 1
                changed += session.merit() not in (before, None)
            if session.status != "running" or self._reporter.clock() >= deadline:
                break
        return tried, changed
