"""Acting on several runs at once: stopping, pausing, resuming and deleting them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from puzzles.text.quoting import counted
from tui.engine import WatchedRun
from tui.screens.dialog import ConfirmDialog
from tui.screens.main_screen import CONTINUING, NO_RUN, PAUSING, STOPPING, MainScreen
from tui.wording import run_status_text

if TYPE_CHECKING:
    from solvers.runs.folder import Command, Run


class RunsActions(MainScreen):
    """A screen whose actions are about all runs that are chosen on it."""

    def chosen_runs(self) -> list[WatchedRun]:
        """The runs that are acted on."""
        raise NotImplementedError

    async def look(self) -> None:
        """Reads the runs once more, and draws what has changed."""
        raise NotImplementedError

    def run_in_view(self) -> WatchedRun | None:
        chosen = self.chosen_runs()
        return chosen[0] if chosen else None

    def action_stop(self) -> None:
        self._ask_all("stop", STOPPING)

    def action_pause(self) -> None:
        chosen = self.chosen_runs()
        if any(one.going for one in chosen) and all(one.paused for one in chosen if one.going):
            self._ask_all("go", CONTINUING)
        else:
            self._ask_all("pause", PAUSING)

    def action_resume(self) -> None:
        resumable = [one for one in self.chosen_runs() if one.resumable]
        if len(self.chosen_runs()) < 2 or not resumable:
            super().action_resume()
            return

        async def resume() -> None:
            with self.telling("A run can't be resumed"):
                for one in resumable:
                    await one.resume()
                self.say("They continue from their checkpoints.")

        self.begin(resume, "resume", replacing=False)

    def action_delete(self) -> None:
        chosen = [one for one in self.chosen_runs() if one.view is not None]
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
        chosen = self.chosen_runs()
        done = {
            STOPPING: not any(one.going for one in chosen),
            PAUSING: all(one.paused or not one.going for one in chosen),
            CONTINUING: not any(one.paused for one in chosen),
        }
        if done.get(self.app.said, False):
            self.say("")

    def _ask_all(self, command: Command, said: str) -> None:
        chosen = self.chosen_runs()
        going = [one for one in chosen if one.going]
        if len(chosen) < 2:
            self._ask(command, said)
        elif not going:
            self.say("None of them is active.")
        else:
            with self.telling("A run can't be reached"):
                for one in going:
                    one.request(command)
                self.say(said)

    def _delete(self, runs: list[Run]) -> None:
        async def delete() -> None:
            deleted, trouble = await asyncio.to_thread(_removed, runs)
            if trouble:
                self.say(f"It can't be deleted: {trouble}", error=True)
            else:
                self.say("Deleted." if len(runs) == 1 else f"Deleted {counted(deleted, 'run')}.")
            await self.look()

        self.begin(delete, "delete", replacing=False)


def _removed(runs: list[Run]) -> tuple[int, str]:
    """How many were removed, up to the first that can't be, and why that is so."""
    from solvers.runs.folder import RunNotFoundError, remove_run

    removed = 0
    for run in runs:
        try:
            remove_run(run)
        except RunNotFoundError:
            continue  # somebody else was first
        except (OSError, RuntimeError) as error:
            return removed, str(error)
        removed += 1
    return removed, ""


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
