"""The app on its Play screen, no worker behind it but the fake engine's."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from drivers.fake_engine import FakeEngine, make_app, wait_for
from textual.pilot import Pilot

from solvers.runs.events import Counted, Finished, Solved
from solvers.runs.folder import Run
from tui.app import McsTuiApp
from tui.kept.loaded import Loaded
from tui.screens.play import PlayScreen


@asynccontextmanager
async def playing(
    loaded: Loaded, size: tuple[int, int] = (80, 24), **options: object
) -> AsyncIterator[tuple[McsTuiApp, PlayScreen, FakeEngine, Pilot[int]]]:
    """The app on the Play screen, with the puzzle's board."""
    engine = FakeEngine()
    app = make_app(engine, "play", **options)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        app.open_board(loaded, face="play")
        screen = app.main_screen("play")
        assert isinstance(screen, PlayScreen)
        await wait_for(pilot, lambda: screen.is_mounted and screen.area.cursor is not None)
        yield app, screen, engine, pilot
    engine.close()


def tell_solutions(engine: FakeEngine, run: Run, boards: Sequence[Sequence[int]]) -> None:
    """The run ends: with no solution, the only one, or the first of several."""
    if not boards:
        engine.end(run, Finished(reason="exhausted"))
        return
    first, number = list(boards[0]), "unique" if len(boards) == 1 else "several"
    counted = Counted(solutions=number, boards=[list(one) for one in boards])
    engine.end(run, Solved(score=0.0, board=first, seconds=0.1), counted, Finished(reason="solved"))
