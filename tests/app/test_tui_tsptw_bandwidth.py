"""What a watched run on 60 nodes costs on the line: at most 8 KiB a second, at ten improvements a second.

Each tour differs from the one before in tens of exchanges, so that most visits have other times, and its way goes all
over the square. What is sent once, when the chart and the log appear, is not counted.
"""

from __future__ import annotations

import random
import time

import pytest
from drivers.fake_engine import FakeEngine, wait_for
from drivers.tsptw_tours import plane, swapped
from test_tui_bandwidth import FRAMES, LIMIT, CountingApp

from puzzles.registry import get_family
from solvers.runs.events import Improved
from tui.boards.canvas import ByteBudget
from tui.boards.puzzle_board import PuzzleBoard
from tui.boards.tsptw.board import TsptwBoard
from tui.kept.loaded import Loaded
from tui.kept.options import AppOptions
from tui.screens.search import SearchScreen
from tui.widgets.monitor import EventLog, Monitor, ScoreChart

pytestmark = pytest.mark.usefixtures("all_paints")

SECONDS, OPENING = 3, 5  # of which so many frames are the opening
NODES = 60


@pytest.mark.parametrize(
    ("size", "keys", "view"), [((80, 24), (), "route"), ((80, 24), ("v", "down"), "windows"), ((110, 34), (), "both")]
)
async def test_watching_improving_tours_stays_below_the_limit(
    size: tuple[int, int], keys: tuple[str, ...], view: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")  # the longest colour codes
    engine, draws = FakeEngine(), random.Random(1)
    began = time.monotonic()
    clock = [began]
    app = CountingApp(AppOptions(compile=False, fps=0.5), engine)  # the frames are made below, not by the timer
    puzzle = plane(NODES, wide=1500)
    tours = [swapped(NODES, draws, draws.randint(1, 40)) for _ in range(SECONDS * FRAMES)]
    verdicts = sorted(
        ((get_family("tsptw").judge(puzzle, tour), tour) for tour in tours), key=lambda pair: pair[0].score
    )
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        app.open_board(Loaded(puzzle), face="search", start=True)
        screen = app.main_screen("search")
        assert isinstance(screen, SearchScreen)
        await wait_for(pilot, lambda: screen.view is not None)
        screen.query_one(EventLog)._clock = screen.query_one(Monitor).clock = lambda: clock[0]
        await wait_for(pilot, lambda: screen.query(PuzzleBoard))
        screen.query_one(PuzzleBoard).budget = ByteBudget(lambda: clock[0])
        board = screen.query_one(TsptwBoard)
        shown = set()
        before = 0
        for frame in range(SECONDS * FRAMES):
            before = app.sent if frame == OPENING else before
            now = frame / FRAMES
            clock[0] = began + 1000.0 + now
            verdict, tour = verdicts[frame]
            score, facts = verdict.score, dict(verdict.facts)
            improved = Improved(at=now, playouts=frame * 900, score=score, board=list(tour), facts=facts)
            engine.tell(engine.last, improved)
            engine.numbers(engine.last, at=now, playouts=frame * 831, rate=8300.0 + frame, best_score=score)
            screen.tick()
            for chart in screen.query(ScoreChart):
                chart._clock = lambda: clock[0]
            if frame == OPENING - 2:
                await pilot.press(*keys)
            await pilot.pause()
            shown.add(board.board)
        assert board.view == view
        rate = (app.sent - before) / (SECONDS - OPENING / FRAMES)
    engine.close()
    print(f"{rate / 1024:.1f} KiB/s, {len(shown)} tours seen")
    assert 0 < rate <= LIMIT
    assert len(shown) > SECONDS // 2, "the board follows, though each tour costs what a second may"
