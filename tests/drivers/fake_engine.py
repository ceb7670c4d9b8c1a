"""An engine that starts no process: runs are folders whose events the test writes; and waiting without sleeping."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from functools import cache

import msgspec
from textual.app import App
from textual.pilot import Pilot

from solvers.runs.events import AnyEvent, Started, encode
from solvers.runs.folder import Command, Run, hold, jobs_root, new_run
from solvers.runs.spec import RunSpec, SolveSpec
from solvers.runs.status import Status, write_status
from tui.app import McsTuiApp
from tui.kept.options import AppOptions
from tui.processes.engine import Engine

DEADLINE = 300.0
"""Seconds after which a test gives up, on a machine that is slow and has much else to do."""
STARTED = Started(pid=1, time="", version="")


class FakeEngine(Engine):
    """Launched runs live (their lock is held) until the test ends them."""

    def __init__(self) -> None:
        super().__init__()
        self.launched: list[Run] = []
        self.requests: list[tuple[str, Command]] = []
        self.resumed: list[str] = []
        self._locks: dict[str, int] = {}

    @property
    def last(self) -> Run:
        """The run that was launched last."""
        return self.launched[-1]

    def open(self, spec: RunSpec, *, transient: bool = False) -> Run:
        """A live run without a process."""
        run = new_run(spec, jobs_root() if transient else None)
        self._locks[run.id] = hold(run.lock_path(0))
        self.launched.append(run)
        self.begun += [] if transient else [run]
        self.tell(run, STARTED)
        write_status(run.status_path(0), Status(pid=1, phase="running"))
        return run

    def again(self, run: Run) -> None:
        """A resumed run's worker lives."""
        self._locks[run.id] = hold(run.lock_path(0))
        self.tell(run, STARTED)
        self.numbers(run)

    def tell(self, run: Run, *events: AnyEvent) -> None:
        """What the worker would write."""
        with run.events_path.open("ab") as file:
            file.write(b"".join(encode(event) for event in events))

    def numbers(self, run: Run, **values: object) -> None:
        """The worker's live numbers."""
        write_status(run.status_path(0), Status(**{"pid": 1, "phase": "running", **values}))  # type: ignore[arg-type]

    def end(self, run: Run, *events: AnyEvent) -> None:
        """The worker's last words, and its end."""
        self.tell(run, *events)
        os.close(self._locks.pop(run.id))

    def close(self) -> None:
        """All workers end."""
        for lock in self._locks.values():
            os.close(lock)
        self._locks.clear()

    async def prepare(self) -> None:
        """Nothing: there are no processes here."""

    async def launch(self, spec: RunSpec, *, transient: bool = False) -> Run:
        return self.open(spec, transient=transient)

    async def launch_batch(self, spec: SolveSpec, seeds: Sequence[int]) -> tuple[Run, ...]:
        """The first two live; the others wait."""
        specs = [msgspec.structs.replace(spec, seed=seed, batch="b") for seed in seeds]
        return tuple(self.open(one) if at < 2 else new_run(one) for at, one in enumerate(specs))

    async def resume_all(self, runs: Sequence[Run]) -> int:
        self.resumed += [run.id for run in runs]
        return len(runs)

    async def resume(self, run: Run) -> int:
        self.resumed.append(run.id)
        return 1

    def request(self, run: Run, command: Command) -> None:
        self.requests.append((run.id, command))
        super().request(run, command)


def make_app(engine: Engine | None = None, first: str = "puzzles", **options: object) -> McsTuiApp:
    """The app on a fake engine, with nothing compiled in the background; it begins with the screen named `first`."""
    all_options = AppOptions(compile=False, fps=30, **options)  # type: ignore[arg-type]
    return app_beginning_with(first)(all_options, engine or FakeEngine())


@cache
def app_beginning_with(screen: str) -> type[McsTuiApp]:
    """The app's class with another first screen, so that a test of that screen mounts no Home before it."""
    return type(f"{screen.capitalize()}First", (McsTuiApp,), {"DEFAULT_MODE": screen})


async def wait_for(pilot: Pilot[int], condition: Callable[[], object], what: str = "") -> None:
    """Returns once the condition holds; AssertionError after DEADLINE seconds without it, or if the app fails."""
    end = time.monotonic() + DEADLINE
    if not condition():
        await pilot.pause()
    while not condition():
        assert pilot.app._exception is None, f"{pilot.app._exception!r} before: {what or condition}"
        assert time.monotonic() < end, f"never came true: {what or condition}"
        await pilot.pause(0.01)
    await pilot.pause()


async def wait_for_texts(pilot: Pilot[int], *texts: str) -> None:
    """Returns once all texts are on the screen; AssertionError, with those that are missing, if they never are."""

    def missing() -> list[str]:
        shown = screen_text(pilot.app)
        return [one for one in texts if one not in shown]

    try:
        await wait_for(pilot, lambda: not missing())
    except AssertionError:
        raise AssertionError(f"never on the screen: {missing()} in\n{screen_text(pilot.app)}") from None


def screen_text(app: App[int]) -> str:
    """All that is on the screen, as text."""
    strips = app.screen._compositor.render_strips(app.size)
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)
