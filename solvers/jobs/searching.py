"""One search in slices: between them it looks at orders and budget, reports what it found, and saves its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from solvers.jobs.slicing import Due, Pace, checkpoint_interval
from solvers.jobs.takeover import Takeover
from solvers.jobs.worker_reporter import WorkerReporter

if TYPE_CHECKING:
    from solvers.session import Session


class Budget:
    """What a worker may use: `seconds` of search and `playouts`, of all stages; None is no limit."""

    def __init__(self, seconds: float | None, playouts: int | None) -> None:
        self.seconds = seconds
        self.playouts = playouts

    def left(self, at: float, playouts: int) -> tuple[float | None, int | None]:
        """(seconds, playouts) left, 0 or less when spent."""
        seconds = None if self.seconds is None else self.seconds - at
        return seconds, None if self.playouts is None else self.playouts - playouts

    def spent(self, at: float, playouts: int) -> bool:
        """True if nothing is left."""
        return any(left is not None and left <= 0 for left in self.left(at, playouts))


class Searching:
    """Drives one session. `look` is called after each slice, `save` when a checkpoint is due.

    `passes_over` lets a session go on that has ended with nothing new; true if it did.
    """

    def __init__(
        self,
        reporter: WorkerReporter,
        session: Session,
        look: Callable[[], None],
        save: Callable[[], object],
        passes_over: Callable[[Session], bool] = lambda _: False,
        takeover: Takeover | None = None,
    ) -> None:
        self._reporter = reporter
        self._session = session
        self._look = look
        self._save = save
        self._passes_over = passes_over
        self._takeover = takeover
        self._pace = Pace(reporter.clock)
        self._checkpoint_due = Due()
        self._checkpoint_due.done(reporter.clock(), checkpoint_interval(0.0))
        self._earlier_playouts = reporter.playouts - session.playouts
        self._earlier_restarts = reporter.restarts - session.restarts

    def run(self, budget: Budget, stage_playouts: int | None = None) -> str:
        """`budget` if that is spent, `limit` if the stage's playouts are, else the status the session ended with.

        A search that is interpreted asks after each slice whether compiled kernels take over.

        LeaveError on an order to leave, between slices.
        """
        reporter, session = self._reporter, self._session
        while session.status == "running":
            if budget.spent(reporter.at - reporter.uncounted, reporter.playouts):
                return "budget"
            if stage_playouts is not None and session.playouts >= stage_playouts:
                return "limit"
            reporter.obey(self._save)
            seconds = self._slice(budget, stage_playouts)
            self._look()
            reporter.show()
            self._save_if_due()
            if self._takeover is not None and self._takeover.pending:
                reporter.uncounted += seconds
                if session.status == "running" and self._takeover.after(seconds):
                    self._takeover.go_over()
        return session.status

    def _slice(self, budget: Budget, stage_playouts: int | None) -> float:
        reporter, session = self._reporter, self._session
        seconds, playouts = budget.left(reporter.at - reporter.uncounted, reporter.playouts)
        if stage_playouts is not None:
            rest = stage_playouts - session.playouts
            playouts = rest if playouts is None else min(playouts, rest)
        took = self._pace.slice(self._advance, lambda: session.playouts, playouts, seconds)
        reporter.at += took
        reporter.playouts = self._earlier_playouts + session.playouts
        reporter.restarts = self._earlier_restarts + session.restarts
        return took

    def _advance(self, playouts: int) -> None:
        """Advances by that many at most. What was found before ends no slice, as it may come again every moment."""
        session = self._session
        end = session.playouts + playouts
        session.advance(playouts)
        while self._passes_over(session) and session.playouts < end:
            session.advance(end - session.playouts)

    def _save_if_due(self) -> None:
        begin = self._reporter.clock()
        if self._session.status == "running" and self._checkpoint_due(begin):
            self._save()
            end = self._reporter.clock()
            self._checkpoint_due.done(end, checkpoint_interval(end - begin))
