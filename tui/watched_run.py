"""One run that a screen watches: its latest view, and what can be asked of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solvers.runs.control import Command
    from solvers.runs.folder import Run
    from solvers.runs.view import RunView
    from tui.engine import Engine


class RunRefusedError(Exception):
    """What was asked of a run can't be done; the text is one line for the user."""


class WatchedRun:
    """`view` is None until the run was looked at for the first time."""

    def __init__(self, engine: Engine, run: Run) -> None:
        self.run = run
        self.view: RunView | None = None
        self._engine = engine
        self._follower = engine.follower(run)

    def look(self) -> bool:
        """True if the view has changed."""
        view = self._follower.poll()
        changed = view is not self.view
        self.view = view
        return changed

    @property
    def going(self) -> bool:
        """True while a worker lives, and before the first look."""
        return self.view is None or not self.view.ended

    @property
    def paused(self) -> bool:
        """True while all workers wait."""
        return self.view is not None and self.view.status == "paused"

    @property
    def resumable(self) -> bool:
        """True if it has ended before its end."""
        return self.view is not None and self.view.ended and bool(self.view.resumable)

    def request(self, command: Command) -> None:
        """Asks the workers to stop, pause or go on; RunRefusedError if the folder is gone or the disk refuses."""
        try:
            self._engine.request(self.run, command)
        except OSError as error:
            raise RunRefusedError(f"The run can't be reached: {error.strerror or error}") from None

    async def resume(self) -> str:
        """What has become of it, one line; RunRefusedError if no process can be started."""
        try:
            started = await self._engine.resume(self.run)
        except OSError as error:
            raise RunRefusedError(f"The run can't be resumed: {error.strerror or error}") from None
        return "It goes on from its checkpoint." if started else "There is nothing left to do in it."
