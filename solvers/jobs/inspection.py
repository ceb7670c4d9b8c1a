"""Looking into a search between two slices, about once a second: what it says of itself, and how often it moves."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import structs

if TYPE_CHECKING:
    from solvers.jobs.worker_reporter import WorkerReporter
    from solvers.session import Session

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
