"""Asking the runs of a screen to stop, to pause or to go on, and what is said of it until they have obeyed."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from puzzles.text.quoting import counted
from tui.keys.actions import Action
from tui.processes.engine import WatchedRun
from tui.screens.main_screen import MainScreen
from tui.words.wording import run_status_text

if TYPE_CHECKING:
    from solvers.runs.folder import Command, Run

NO_RUN = "There is no run here."
SEARCH_RUNS = "The search is running; s stops it."
STOPPING, PAUSING, CONTINUING = "Stopping ...", "Pausing ...", "Continuing ..."
PASSING = (STOPPING, PAUSING, CONTINUING, SEARCH_RUNS)
"""What is true only until the run obeys or ends."""
GO_ON = "Let what is paused go on"
SOON = (0.06, 0.1, 0.15)
"""Seconds after which the screen looks whether the run has obeyed, besides its own rhythm."""


class OrderingScreen(MainScreen):
    """A screen whose orders go to the runs that it shows or that are chosen on it."""

    def acted_on(self) -> list[WatchedRun]:
        """The runs that are asked to stop, to pause or to go on; empty if the screen shows none."""
        raise NotImplementedError

    def action_stop(self) -> None:
        self._ask("stop", STOPPING)

    def action_pause(self) -> None:
        if self.all_paused:
            self._ask("go", CONTINUING)
        else:
            self._ask("pause", PAUSING)

    @property
    def all_paused(self) -> bool:
        """True if none of the active runs goes on, so that pausing means letting them go on."""
        going = [one for one in self.acted_on() if one.going]
        return bool(going) and all(one.paused for one in going)

    def action_resume(self) -> None:
        runs = self.acted_on()
        resumable = [one for one in runs if one.resumable]
        if resumable:
            self.begin(partial(self._resume, resumable), "resume", replacing=False)
        elif len(runs) > 1:
            self.say("None of them can go on: they are active, or have come to their end.")
        elif not runs:
            self.say(NO_RUN)
        else:
            self.say("The run is active already." if runs[0].going else f"The run has ended: {_status(runs[0])}.")

    async def _resume(self, resumable: list[WatchedRun]) -> None:
        with self.telling("The run can't be resumed" if len(resumable) == 1 else "A run can't be resumed"):
            if len(resumable) == 1:
                self.say(await resumable[0].resume())
                return
            started = await self.app.engine.resume_all([one.run for one in resumable])
            rest = len(resumable) - started
            waits = f"; {rest} {'more wait' if rest > 1 else 'more waits'} for a core" if started and rest else ""
            self.say(
                f"{counted(started, 'run')} continued{waits}." if started else "All cores are taken: u again later."
            )

    def _ask(self, command: Command, said: str) -> None:
        """Asks all runs that are acted on, as far as they are active; those that wait for their turn can be stopped."""
        runs = self.acted_on()
        asked = [one for one in runs if one.going or (one.waits and command == "stop")]
        if asked:
            self.say(said)
            for one in sorted(asked, key=lambda one: not one.waits):  # one that stops would begin one that waits
                with self.telling("The run can't be reached" if len(runs) == 1 else f"{one.run.id} can't be reached"):
                    one.request(command)
            for seconds in SOON:
                self.set_timer(seconds, self.tick)
        elif len(runs) > 1:
            self.say("None of them is active.")
        else:
            self.say(f"The run is not active: {_status(runs[0])}." if runs else NO_RUN)

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

    def named(self, action: Action) -> Action:
        return replace(action, label="Go on", help=GO_ON) if action.name == "pause" and self.all_paused else action


def _status(watched: WatchedRun) -> str:
    return run_status_text(watched.view) if watched.view is not None else "starting"


def removed(runs: list[Run]) -> tuple[int, str]:
    """How many were removed, and why the last one can't be that can't."""
    from solvers.runs.folder import RunNotFoundError, remove_run

    number, trouble = 0, ""
    for run in runs:
        try:
            remove_run(run)
            number += 1
        except RunNotFoundError:
            continue  # somebody else was first
        except (OSError, RuntimeError) as error:
            trouble = str(error)
    return number, trouble


def question(ended: list[WatchedRun], kept: int) -> str:
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
