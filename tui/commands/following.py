"""Starting a run and following it to its end: Ctrl-C and SIGTERM are passed on, and the progress is shown."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING, Self

import click

from tui.commands.progress import Progress
from tui.commands.terminal import INTERRUPTED, TERMINATED, Broken, complain

if TYPE_CHECKING:
    from solvers.runs.folder import Run
    from solvers.runs.processes import IdleWorker
    from solvers.runs.spec import RunSpec
    from solvers.runs.view import RunView


class Interrupts:
    """A context that notes SIGINT and SIGTERM; a second one of them ends the process as usual."""

    def __init__(self) -> None:
        self.code = 0  # the exit code that the signal asks for; 0: none has come
        self._before: dict[int, object] = {}

    def __enter__(self) -> Self:
        for number in (signal.SIGINT, signal.SIGTERM):
            self._before[number] = signal.signal(number, self._note)
        return self

    def __exit__(self, *_error: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)  # type: ignore[arg-type]  # what signal.signal itself gave

    def _note(self, number: int, _frame: FrameType | None) -> None:
        if self.code:
            raise KeyboardInterrupt
        self.code = INTERRUPTED if number == signal.SIGINT else TERMINATED


FIRST_LOOK, SLOWEST_LOOK = 0.005, 0.1
"""Seconds between two looks at a run: an easy puzzle is solved in less than a hundredth, a hard one can wait."""


def start(spec: RunSpec, *, transient: bool = False) -> Run:
    """The run, its workers started; Broken, in one line, if they can't be."""
    from solvers.runs.launcher import start_run

    try:
        return start_run(spec, transient=transient, idle=idle_worker())
    except OSError as error:
        raise Broken(f"the worker can't be started: {error}") from None


def begin_next() -> None:
    """Starts the worker of the next run, so that its imports go on beside the present one."""
    idle = idle_worker()
    if idle is not None:
        idle.start()


def idle_worker() -> IdleWorker | None:
    """The worker that was started when the command's name was known; None for commands that need none."""
    idle: IdleWorker | None = click.get_current_context().find_root().obj
    return idle


def follow(
    run: Run, progress: Progress, interrupts: Interrupts, *, stops: bool, seen: Callable[[RunView], bool] | None = None
) -> RunView:
    """The run's last view: when it has ended, or (unless `stops`) when a signal came and the run was left alone.

    `seen` is called with each view and may end it all by False. With `stops`, a signal or that False stops the run
    and its end is waited for.
    """
    from solvers.runs.folder import request
    from solvers.runs.reader import Follower

    follower = Follower(run)
    pause = FIRST_LOOK
    asked = False
    try:
        while True:
            view = follower.poll()
            progress.update(view)
            unwanted = seen is not None and not seen(view)
            if view.ended:
                return view
            if (interrupts.code or unwanted) and not asked:
                if not stops:
                    return view
                request(run, "stop")
                asked = True
                pause = FIRST_LOOK
            time.sleep(pause)
            pause = min(pause * 1.2, SLOWEST_LOOK)
    except KeyboardInterrupt:  # a second Ctrl-C: a worker that is just compiling can't stop at once
        complain(f"{run.id} was asked to stop and will, as soon as it has compiled what it needs")
        raise
