"""The app on its Solve screen with a game, no worker behind it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from drivers.fake_engine import FakeEngine, make_app, wait_for
from textual.pilot import Pilot

from tui.app import McsTuiApp
from tui.boards.game_board import GameBoard
from tui.loaded import Loaded
from tui.screens.solve import SolveScreen


@asynccontextmanager
async def solving_game(
    loaded: Loaded, *, start: bool, size: tuple[int, int] = (100, 40)
) -> AsyncIterator[tuple[McsTuiApp, SolveScreen, FakeEngine, Pilot[int]]]:
    """With a run if `start`; else with the form, and the board has the focus."""
    engine = FakeEngine()
    app = make_app(engine)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        app.solve(loaded, start=start)
        screen = app.main_screen("solve")
        assert isinstance(screen, SolveScreen)
        await wait_for(pilot, lambda: screen.is_mounted and screen.query(GameBoard))
        if start:
            await wait_for(pilot, lambda: screen.view is not None)
        else:
            await wait_for(pilot, lambda: screen.query("#own-form"))
            await pilot.press("escape")
        yield app, screen, engine, pilot
    engine.close()
