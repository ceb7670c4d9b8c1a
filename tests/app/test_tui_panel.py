"""The panel of a run keeps within its edges, and is laid out again when the terminal gets another size."""

from __future__ import annotations

import pytest
from drivers.fake_engine import FakeEngine, screen_text, wait_for
from drivers.morpion_games import random_game
from drivers.search_screen import solving_game
from textual.pilot import Pilot

from puzzles.morpion.puzzle import MorpionPuzzle, board_of
from solvers.runs.events import Finished, Improved
from tui.kept.loaded import Loaded
from tui.screens.search import SearchScreen
from tui.widgets.lines import KeyLine
from tui.widgets.monitor import EventLog, Monitor, ScoreChart

GAME = random_game("5D", 3)
LAST = "14 moves"


async def improve(engine: FakeEngine, screen: SearchScreen, pilot: Pilot[int]) -> None:
    """Four improvements with long lines in the log, and the chart that they make."""
    for number in (11, 12, 13, 14):
        board = list(board_of(GAME[:number]))
        engine.tell(engine.last, Improved(at=number - 9.0, playouts=123_456_789, score=number, board=board))
    engine.end(engine.last, Finished(at=9.0, playouts=123_456_789, reason="budget", best_score=14))
    await wait_for(pilot, lambda: screen.view is not None and screen.query_one(Monitor).has_class("-charted"))


async def test_the_log_is_wrapped_again_after_a_resize() -> None:
    async with solving_game(Loaded(MorpionPuzzle("5D")), start=True, size=(120, 40)) as (app, screen, engine, pilot):
        await improve(engine, screen, pilot)
        screen.action_details()
        log = screen.query_one(EventLog)
        for size in ((80, 30), (64, 24), (120, 40)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert app.size == size
            assert all(len(line) <= log.size.width for line in log.lines), size
            assert LAST in " ".join(" ".join(log.lines).split()), size
            assert len(log.lines) <= log.size.height


@pytest.mark.parametrize("begin", [(120, 40), (72, 16)])
async def test_chart_and_details_lie_within_the_panel(begin: tuple[int, int]) -> None:
    async with solving_game(Loaded(MorpionPuzzle("5D")), start=True, size=begin) as (app, screen, engine, pilot):
        await improve(engine, screen, pilot)
        chart, log = screen.query_one(ScoreChart), screen.query_one(EventLog)
        for size in (begin, (120, 24), (120, 18), (80, 24), (60, 20)):
            await pilot.resize_terminal(*size)
            await wait_for(pilot, lambda size=size: screen.query_one(KeyLine).region.bottom_right == size)
            panel = screen.query_one("#panel").content_region
            assert panel.contains_region(chart.region), size
            assert "moves, over time" in screen_text(app), size
            await pilot.press("d")
            await pilot.pause()
            assert log.size.height, size
            assert log.region.bottom <= panel.bottom, size
            assert ("moves, over time" in screen_text(app)) == (size[1] == 40), "both only where there is room"
            await pilot.press("d")
            await pilot.pause()
