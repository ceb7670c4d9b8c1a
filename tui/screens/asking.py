"""Asking a run to stop, to pause or to go on, from whichever screen shows it; each answers with one line."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tui.watched_run import RunRefusedError, WatchedRun
from tui.wording import run_status_text

if TYPE_CHECKING:
    from solvers.runs.folder import Command
    from tui.screens.main_screen import MainScreen

NO_RUN = "There is no run here."
GOING_ON = "The search is going on; s stops it."
PASSING = ("Stopping ...", "Pausing ...", "Going on ...", GOING_ON)
"""What is true only until the run obeys or ends."""
SOON = (0.06, 0.1, 0.15)
"""Seconds after which the screen looks whether the run has obeyed, besides its own rhythm."""


def stop(screen: MainScreen, watched: WatchedRun | None) -> None:
    """Asks the run to stop; what it has found is kept."""
    _ask(screen, watched, "stop", PASSING[0])


def pause(screen: MainScreen, watched: WatchedRun | None) -> None:
    """Asks the run to pause, or to go on if it waits."""
    waits = watched is not None and watched.paused
    _ask(screen, watched, "go" if waits else "pause", PASSING[2] if waits else PASSING[1])


def resume(screen: MainScreen, watched: WatchedRun | None) -> None:
    """Lets a run that was stopped or interrupted go on from its checkpoint."""
    if watched is None:
        screen.say(NO_RUN)
    elif watched.going:
        screen.say("It is going on.")
    elif not watched.resumable:
        screen.say(f"It has come to its end: {_status(watched)}.")
    else:
        screen.begin(partial(_resume, screen, watched), "resume", replacing=False)


async def _resume(screen: MainScreen, watched: WatchedRun) -> None:
    try:
        screen.say(await watched.resume())
    except RunRefusedError as error:
        screen.say(str(error), error=True)


def _ask(screen: MainScreen, watched: WatchedRun | None, command: Command, said: str) -> None:
    if watched is None:
        screen.say(NO_RUN)
        return
    if not watched.going:
        screen.say(f"It is not going on: {_status(watched)}.")
        return
    try:
        watched.request(command)
    except RunRefusedError as error:
        screen.say(str(error), error=True)
    else:
        screen.say(said)
        for seconds in SOON:
            screen.set_timer(seconds, screen.tick)


def _status(watched: WatchedRun) -> str:
    return run_status_text(watched.view) if watched.view is not None else "starting"
