"""Searches that the app has begun and that end while something else is shown: a notice says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.processes.engine import WatchedRun
from tui.words.wording import run_status_text

if TYPE_CHECKING:
    from tui.screens.own_screen import Services


class EndedRuns:
    """Of a batch one notice, when its last run has ended."""

    def __init__(self, app: Services) -> None:
        self._app = app
        self._watched: dict[str, list[WatchedRun]] = {}
        """By batch, or by run."""
        self._known = 0

    def look(self) -> None:
        """Tells what has ended since the last look."""
        from solvers.runs.spec import SolveSpec

        engine = self._app.engine
        for run in engine.begun[self._known :]:
            spec = self._app.spec_of(run)
            if isinstance(spec, SolveSpec):
                self._watched.setdefault(spec.batch or run.id, []).append(WatchedRun(engine, run, listed=True))
        self._known = len(engine.begun)
        for group, runs in list(self._watched.items()):
            for one in runs:
                if one.going:
                    one.look()
            if not any(one.going for one in runs):
                del self._watched[group]
                if not self._is_shown(runs):
                    self._tell(runs)

    def _is_shown(self, runs: list[WatchedRun]) -> bool:
        """True where the end is seen: in the list of runs, and on the search's own screen."""
        from tui.screens.search import SearchScreen

        if self._app.current_mode == "runs":
            return True
        screen = self._app.main_screen("search") if self._app.current_mode == "search" else None
        shown = screen.shown.run if isinstance(screen, SearchScreen) else None
        return shown is not None and {one.run.id for one in runs} & {one.run.id for one in shown.every} != set()

    def _tell(self, runs: list[WatchedRun]) -> None:
        view = runs[0].view
        if view is not None and view.spec is not None:
            seeds = f", {len(runs)} seeds" if len(runs) > 1 else ""
            self._app.notify(f"{view.spec.title}{seeds}: {run_status_text(view)}. 4 shows it.", markup=False)
