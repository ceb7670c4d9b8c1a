"""One search in slices of some 50 ms: between them it looks at orders and budget, reports and saves what is due."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from solvers.jobs.inspection import Inspection
from solvers.jobs.pace import Budget, Due, Pace, checkpoint_interval

if TYPE_CHECKING:
    from solvers.jobs.takeover import Takeover
    from solvers.jobs.worker_reporter import WorkerReporter
    from solvers.session import Session


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
