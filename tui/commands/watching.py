"""Watching a run from outside: its progress until it ends, then its end as `solve` shows it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzles.errors import PuzzleError
from puzzles.registry import get_family, is_family, names
from tui.commands.exits import Refused, code_of, complain
from tui.commands.following import follow
from tui.commands.interrupts import Interrupts
from tui.commands.progress import Progress, line_of
from tui.commands.runs import view_json
from tui.commands.solve import Shown, explain, show_end
from tui.commands.terminal import emit, emit_json
from tui.wording import short_status

if TYPE_CHECKING:
    from solvers.runs.folder import Run
    from solvers.runs.view import RunView


@dataclass(slots=True)
class Lines:
    """Prints a run's progress: a line when its status or best changes, else one a second."""

    json: bool
    last: tuple[str, float | None] | None = None
    at: float = 0.0

    def take(self, view: RunView) -> bool:
        """True as long as somebody reads."""
        now = time.monotonic()
        state = (view.status, view.best_score)
        if state == self.last and now - self.at < 1.0:
            return True
        self.last, self.at = state, now
        return emit_json(view_json(view)) if self.json else emit(line_of(view))


def watch_to_end(run: Run, shown: Shown, interrupts: Interrupts, *, stops: bool, lines: Lines | None) -> int:
    """The exit code of the run as it ended; or, unless `stops`, of the signal after which it goes on unwatched."""
    with Progress(quiet=shown.quiet or lines is not None) as progress:
        view = follow(run, progress, interrupts, stops=stops, seen=None if lines is None else lines.take)
    if not view.ended:
        if interrupts.code:
            complain(f"{view.id} goes on; mcs-tui watch {view.id} shows it again, mcs-tui stop {view.id} stops it")
        return interrupts.code
    code = end_of(view, shown)
    return interrupts.code if interrupts.code and code else code


def end_of(view: RunView, shown: Shown) -> int:
    """The exit code of an ended run, after its end has been written; Refused if its spec or its family is not there."""
    from solvers.runs.spec import SolveSpec

    if view.spec is None:
        raise Refused(f"{view.id}: {view.message}; mcs-tui runs remove {view.id} removes it")
    if isinstance(view.spec, SolveSpec):
        if not is_family(view.spec.family):
            known = ", ".join(names())
            raise Refused(f"{view.id} is a run of the family {view.spec.family!r}; expected one of: {known}")
        try:
            puzzle = get_family(view.spec.family).from_json(view.spec.puzzle)
        except PuzzleError as error:
            raise error.within(str(view.folder / "spec.json")) from None
        return show_end(puzzle, view, view.spec.source, shown, shown.output)
    if shown.json:
        emit_json(view_json(view))
    else:
        emit(f"{view.id}: {short_status(view)}{': ' if view.message else ''}{view.message}")
    code = code_of(view)
    explain(view, code)
    return code
