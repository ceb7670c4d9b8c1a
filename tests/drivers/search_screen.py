"""The app on its Search screen with a Latin square or a game, no worker behind it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from drivers.fake_engine import FakeEngine, make_app, wait_for
from textual.pilot import Pilot

from puzzles import registry
from tui.app import McsTuiApp
from tui.boards.game_board import GameBoard
from tui.kept.loaded import Loaded
from tui.screens.search import SearchScreen
from tui.widgets.board_pane import BoardPane

TEXT = ". . 3 .\n. . . .\n1 . . .\n. . . .\n"
"""A Latin square of order 4, and two of its solutions."""
ONE = [3, 1, 2, 0, 2, 0, 3, 1, 0, 2, 1, 3, 1, 3, 0, 2]
OTHER = [1, 3, 2, 0, 2, 0, 3, 1, 0, 2, 1, 3, 3, 1, 0, 2]


def loaded(text: str = TEXT) -> Loaded:
    """The puzzle of the text."""
    return Loaded(registry.read(text))


@asynccontextmanager
async def solving(
    start: bool, size: tuple[int, int] = (80, 24), **options: object
) -> AsyncIterator[tuple[McsTuiApp, SearchScreen, FakeEngine, Pilot[int]]]:
    """The app on the Search screen, with the puzzle, and with a run if `start`."""
    engine = FakeEngine()
    app = make_app(engine, "search", **options)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        app.open_board(loaded(), face="search", start=start)
        screen = app.main_screen("search")
        assert isinstance(screen, SearchScreen)
        await wait_for(pilot, lambda: screen.view is not None if start else screen.query("#own-form"))
        yield app, screen, engine, pilot
    engine.close()


def shown(screen: SearchScreen) -> tuple[int, ...]:
    """The board that is drawn."""
    board = screen.query_one(BoardPane).board
    assert board is not None
    return board.board


@asynccontextmanager
async def solving_game(
    loaded: Loaded, *, start: bool, size: tuple[int, int] = (100, 40)
) -> AsyncIterator[tuple[McsTuiApp, SearchScreen, FakeEngine, Pilot[int]]]:
    """With a run if `start`; else with the form, and the board has the focus."""
    engine = FakeEngine()
    app = make_app(engine, "search")
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        app.open_board(loaded, face="search", start=start)
        screen = app.main_screen("search")
        assert isinstance(screen, SearchScreen)
        await wait_for(pilot, lambda: screen.is_mounted and screen.query(GameBoard))
        if start:
            await wait_for(pilot, lambda: screen.view is not None)
        else:
            await wait_for(pilot, lambda: screen.query("#own-form"))
            await pilot.press("escape")
        yield app, screen, engine, pilot
    engine.close()
