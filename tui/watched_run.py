"""One run that a screen watches: its latest view, and what can be asked of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from puzzles.errors import PuzzleError
from puzzles.family import Puzzle
from puzzles.registry import FAMILY_MODULES, family

if TYPE_CHECKING:
    from solvers.runs.control import Command
    from solvers.runs.folder import Run
    from solvers.runs.view import RunView
    from tui.engine import Engine


class RunRefusedError(Exception):
    """What was asked of a run can't be done; the text is one line for the user."""


class WatchedRun:
    """`view` is None until the run was looked at for the first time.

    A result that the plain checker refuses is not in it: then the run counts as failed.
    """

    def __init__(self, engine: Engine, run: Run) -> None:
        self.run = run
        self.view: RunView | None = None
        self._engine = engine
        self._follower = engine.follower(run)
        self._seen: RunView | None = None
        self._judged: tuple[object, ...] = ()
        self._fault = ""

    def look(self) -> bool:
        """True if the view has changed."""
        seen = self._follower.poll()
        if seen is self._seen:
            return False
        self._seen = seen
        self.view = self._checked(seen)
        return True

    def _checked(self, view: RunView) -> RunView:
        """The view, or one without boards if the checker refuses them; asked only when they have changed."""
        judged = (view.status == "solved", view.board, view.board_score, view.solution_boards)
        if judged != self._judged:
            from tui.checking import fault

            self._judged = judged
            puzzle = _puzzle(view)
            self._fault = "" if puzzle is None else fault(puzzle, view)
        if not self._fault:
            return view
        message = f"The result did not pass the checker: {self._fault}"
        bare = replace(view, board=None, board_score=None, best_score=None, solution_boards=())
        return replace(bare, status="failed", message=message)

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


def _puzzle(view: RunView) -> Puzzle | None:
    """The puzzle that the run searches; None if it is another kind of run, or its puzzle can't be read."""
    from solvers.runs.spec import SolveSpec

    if not isinstance(view.spec, SolveSpec) or view.spec.family not in FAMILY_MODULES:
        return None
    try:
        return family(view.spec.family).from_json(view.spec.puzzle)
    except PuzzleError:
        return None
