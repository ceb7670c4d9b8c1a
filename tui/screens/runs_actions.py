"""Acting on several runs at once: deleting them, and what is said of those that were asked to stop or to go on."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from puzzles.text.quoting import counted
from tui.processes.engine import WatchedRun
from tui.screens.dialog import ConfirmDialog
from tui.screens.main_screen import CONTINUING, NO_RUN, PAUSING, STOPPING, MainScreen
from tui.words.wording import run_status_text

if TYPE_CHECKING:
    from solvers.runs.folder import Run


class RunsActions(MainScreen):
    """A screen whose actions are about all runs that are chosen on it."""

    async def look(self) -> None:
        """Reads the runs once more, and draws what has changed."""
        raise NotImplementedError

    def action_delete(self) -> None:
        chosen = [one for one in self.acted_on() if one.view is not None]
        ended = [one for one in chosen if not one.going]
        if not chosen:
            self.say(NO_RUN)
        elif not ended:
            self.say(
                "The run is active; s stops it first." if len(chosen) == 1 else "All are active; s stops them first."
            )
        else:
            title = "Delete this run?" if len(ended) == 1 else f"Delete {len(ended)} runs?"
            dialog = ConfirmDialog(title, _question(ended, len(chosen) - len(ended)), "delete")
            self.ask(dialog, lambda _: self._delete([one.run for one in ended]))

    def forget_what_is_done(self) -> None:
        """Takes back what was said of an order that has been obeyed."""
        chosen = self.acted_on()
        done = {
            STOPPING: not any(one.going for one in chosen),
            PAUSING: all(one.paused or not one.going for one in chosen),
            CONTINUING: not any(one.paused for one in chosen),
        }
        if done.get(self.app.said, False):
            self.say("")

    def _delete(self, runs: list[Run]) -> None:
        async def delete() -> None:
            deleted, trouble = await asyncio.to_thread(_removed, runs)
            done = "Deleted." if len(runs) == 1 else f"Deleted {counted(deleted, 'run')}."
            self.say(
                f"{done if deleted else ''} It can't be deleted: {trouble}".strip() if trouble else done,
                error=bool(trouble),
            )
            await self.look()

        self.begin(delete, "delete", replacing=False)


def _removed(runs: list[Run]) -> tuple[int, str]:
    """How many were removed, and why the last one can't be that can't."""
    from solvers.runs.folder import RunNotFoundError, remove_run

    removed, trouble = 0, ""
    for run in runs:
        try:
            remove_run(run)
            removed += 1
        except RunNotFoundError:
            continue  # somebody else was first
        except (OSError, RuntimeError) as error:
            trouble = str(error)
    return removed, trouble


def _question(ended: list[WatchedRun], kept: int) -> str:
    """What is about to be deleted, in a few lines."""
    lines = []
    for one in ended[:4]:
        assert one.view is not None  # it is in the list
        title = one.view.spec.title if one.view.spec is not None else one.view.id
        lines.append(f"{title}\n{run_status_text(one.view)}; {one.run.folder}" if len(ended) == 1 else title)
    if len(ended) > len(lines):
        lines.append(f"and {len(ended) - len(lines)} more")
    if kept:
        lines.append(f"{counted(kept, 'run')} still active: kept.")
    return "\n".join(lines)
