"""The loop that drives every search: slices of some 50 ms, between which it looks at orders and budget.

Whatever the boards come from is a `Source`; whoever hears of them is a `Sink`. What a search of ours says of itself is
looked at about once a second.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, Protocol

from msgspec import structs

from solvers.driver.pace import Due, Pace, checkpoint_interval
from solvers.driver.results import BestResults
from solvers.driver.sink import Handover, Sink

if TYPE_CHECKING:
    from solvers.session import Session


class Slice(NamedTuple):
    """What a slice took: seconds by the sink's clock, and of the search's processor."""

    seconds: float
    cpu: float


class Source(Protocol):
    """Where boards come from: a search in this process, another program, or searches elsewhere."""

    @property
    def status(self) -> str:
        """`running` while there may be more boards, else how it ended."""

    @property
    def playouts(self) -> int: ...

    @property
    def restarts(self) -> int: ...

    def work(self, seconds: float | None, playouts: int | None) -> Slice | None:
        """What a slice of at most so many seconds and playouts took; None if it ends before its next playout."""

    def look(self, results: BestResults) -> None:
        """Hands over what was found since the last look."""

    def improvements(self) -> list[tuple[int, float]]:
        """The playouts that were better than all before, from 1, and their scores; empty if they are not known."""


class Limits(Protocol):
    """What a search may use."""

    def left(self, at: float, playouts: int) -> tuple[float | None, int | None]:
        """Seconds and playouts to the next place at which it is looked at; None is no limit."""

    def spent(self, at: float, playouts: int) -> bool:
        """True if there is nothing left."""


def drive(
    source: Source,
    sink: Sink,
    results: BestResults,
    budget: Limits,
    *,
    save: Callable[[], object] = lambda: None,
    before_pause: Callable[[], object] | None = None,
    handover: Handover | None = None,
    until: int | None = None,
) -> str:
    """`reached`, `budget` if that is spent, `limit` if the source has made `until` playouts, else its last status.

    `whole` if the source ends before its next playout. Between slices orders are obeyed, what was found is judged and
    reported, and the place is saved, as often as each is due; before a pause `before_pause` is called, or `save`.
    LeaveError on an order to leave, between slices.
    """
    checkpoint_due = Due()
    checkpoint_due.done(sink.clock(), checkpoint_interval(0.0))
    earlier, earlier_restarts = sink.playouts - source.playouts, sink.restarts - source.restarts
    while source.status == "running":
        if results.reached():
            return "reached"
        if budget.spent(sink.at, sink.playouts):
            return "budget"
        if until is not None and source.playouts >= until:
            return "limit"
        sink.obey(before_pause or save)
        seconds, playouts = budget.left(sink.at, sink.playouts)
        if until is not None:
            rest = until - source.playouts
            playouts = rest if playouts is None else min(playouts, rest)
        took = source.work(seconds, playouts)
        if took is None:
            return "whole"
        sink.restarts = earlier_restarts + source.restarts
        if not sink.step(took.seconds, took.cpu, earlier + source.playouts, source, results):
            return "budget"
        source.look(results)
        sink.settle(results)
        before = sink.clock()
        if source.status == "running" and checkpoint_due(before):
            save()
            end = sink.clock()
            checkpoint_due.done(end, checkpoint_interval(end - before))
        if handover is not None and handover.after(took.seconds) and source.status == "running":
            handover.go_over()
    return source.status


class SessionSource:
    """The search of one session. A search that ended with a known solution goes on by itself, as it may come again.

    `whole`: it ends before it would begin again.
    """

    def __init__(
        self,
        session: Session,
        sink: Sink,
        results: BestResults,
        notice: Callable[[str], object] = lambda text: None,
        *,
        whole: bool = False,
    ) -> None:
        """`notice` takes what the rules say of the search after each slice, empty for nothing."""
        self.session = session
        self._notice = notice
        self._results = results
        self._whole = whole
        self._sink = sink
        self._pace = Pace(sink.clock, session.batch)
        self._inspection = Inspection(sink, session) if sink.own_process else None

    @property
    def status(self) -> str:
        return self.session.status

    @property
    def playouts(self) -> int:
        return self.session.playouts

    @property
    def restarts(self) -> int:
        return self.session.restarts

    def improvements(self) -> list[tuple[int, float]]:
        return self.session.improvements()

    def look(self, results: BestResults) -> None:
        results.look(self.session)
        self._notice(self.session.notice())

    def work(self, seconds: float | None, playouts: int | None) -> Slice | None:
        begun = time.process_time()
        took = self._slice(seconds, playouts)
        return None if took is None else Slice(took, time.process_time() - begun)

    def _slice(self, seconds: float | None, playouts: int | None) -> float | None:
        if self._whole:
            return self._before_it_begins_again(seconds, playouts)
        if self._inspection is not None and self._inspection.due():
            return self._inspection.look(self._advance, playouts)
        return self._pace.slice(self._advance, lambda: self.session.playouts, playouts, seconds)

    def _advance(self, playouts: int) -> None:
        """Advances by that many at most. A known solution ends no slice."""
        session = self.session
        end = session.playouts + playouts
        session.advance(playouts)
        while self._results.passes_over(session) and session.playouts < end:
            session.advance(end - session.playouts)

    def _before_it_begins_again(self, seconds: float | None, playouts: int | None) -> float | None:
        """The seconds of a slice in which the search has not begun again; None if it does with its next playout.

        A slice in which it has is taken back, and made again in tenths of it; what was taken back does not count.
        """
        session = self.session
        saved = {name: array.copy() for name, array in session.arrays().items()}
        length = self._pace.next(playouts, seconds)
        while True:
            before, begun = session.playouts, self._sink.clock()
            session.advance(length)
            took = self._sink.clock() - begun
            if session.restarts == 0:
                self._pace.took(session.playouts - before, took)
                return took
            session.restore(saved)
            if length == 1:
                return None
            length = max(1, length // 10)


INSPECT_EVERY = 1.0
INSPECT_SHARE = 0.005
"""Seconds between two looks; they never take more than that share of a worker's time."""
SAMPLE = 64
SAMPLE_SECONDS = 0.005
"""Proposals of a search that goes from solution to solution that are made one by one, and the most time for them."""
SAMPLES_KEPT = 10


class Inspection:
    """Looks into one session when that is due, the first time after a second."""

    def __init__(self, sink: Sink, session: Session) -> None:
        self._sink = sink
        self._session = session
        self._next = sink.clock() + INSPECT_EVERY
        self._samples: deque[tuple[int, int]] = deque(maxlen=SAMPLES_KEPT)

    def due(self) -> bool:
        return self._sink.clock() >= self._next

    def look(self, advance: Callable[[int], object], playouts_left: int | None) -> float:
        """The seconds that it took; the sink has what the search says of itself.

        A search that goes from solution to solution goes on meanwhile, by some single proposals.
        """
        sink, session = self._sink, self._session
        begin = sink.clock()
        if session.merit() is not None:
            most = SAMPLE if playouts_left is None else min(SAMPLE, playouts_left)
            self._samples.append(self._sample(advance, most, begin + SAMPLE_SECONDS))
        seen, proposals = session.insight(), sum(tried for tried, _ in self._samples)
        if seen is not None and proposals:
            accepted = sum(changed for _, changed in self._samples) / proposals
            seen = structs.replace(seen, accepted=accepted, sampled=proposals)
        sink.insight = seen
        end = sink.clock()
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
            if session.status != "running" or self._sink.clock() >= deadline:
                break
        return tried, changed
