"""What a watched run on 400 bases costs on the line: at most 8 KiB a second, at ten improvements a second, 80 x 24.

Each design differs from the one before in a fifth of its bases, and folds otherwise. What is sent once, when the chart
and the log appear, is not counted.
"""

from __future__ import annotations

import random
import time

import pytest
from drivers.fake_engine import FakeEngine, wait_for
from test_tui_bandwidth import FRAMES, LIMIT, CountingApp

from puzzles.rna.puzzle import RnaPuzzle
from solvers.runs.events import Improved
from tui.boards.canvas import ByteBudget
from tui.boards.puzzle_board import PuzzleBoard
from tui.boards.rna.board import RnaBoard
from tui.kept.loaded import Loaded
from tui.kept.options import AppOptions
from tui.screens.search import SearchScreen
from tui.widgets.monitor import EventLog, Monitor, ScoreChart

pytestmark = pytest.mark.usefixtures("all_paints")

SECONDS, OPENING = 3, 5  # of which so many frames are the opening
ARM = "((((((((....))))))))..."
TARGET = "((((((" + ARM * 16 + "..))))))" + "." * 18


def other_fold(draws: random.Random) -> str:
    """The target without some of its pairs."""
    opened: list[int] = []
    fold = list(TARGET)
    for i, letter in enumerate(TARGET):
        if letter == "(":
            opened.append(i)
        elif letter == ")":
            start = opened.pop()
            if draws.random() < 0.3:
                fold[start] = fold[i] = "."
    return "".join(fold)


@pytest.mark.parametrize("keys", [(), ("v",), ("v", "v")], ids=["as it comes", "next view", "last view"])
async def test_watching_improving_designs_stays_below_the_limit(
    keys: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")  # the longest colour codes
    engine, draws = FakeEngine(), random.Random(1)
    began = time.monotonic()
    clock = [began]
    app = CountingApp(AppOptions(compile=False, fps=0.5), engine)  # the frames are made below, not by the timer
    assert len(TARGET) == 400
    board = [draws.randint(1, 4) for _ in TARGET]
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.open_board(Loaded(RnaPuzzle(TARGET)), face="search", start=True)
        screen = app.main_screen("search")
        assert isinstance(screen, SearchScreen)
        await wait_for(pilot, lambda: screen.view is not None)
        screen.query_one(EventLog)._clock = screen.query_one(Monitor).clock = lambda: clock[0]
        await wait_for(pilot, lambda: screen.query(PuzzleBoard))
        screen.query_one(PuzzleBoard).budget = ByteBudget(lambda: clock[0])
        shown, views = set(), set()
        before = 0
        for frame in range(SECONDS * FRAMES):
            before = app.sent if frame == OPENING else before
            now = frame / FRAMES
            clock[0] = began + 1000.0 + now
            for place in draws.sample(range(len(board)), len(board) // 5):
                board[place] = draws.randint(1, 4)
            fold = other_fold(draws)
            facts = {"fold": fold, "distance": frame, "gap": frame / 7, "energy": -frame * 1.1, "gc": frame / 100}
            improved = Improved(at=now, playouts=frame * 900, score=frame / 100, board=list(board), facts=facts)
            engine.tell(engine.last, improved)
            engine.numbers(engine.last, at=now, playouts=frame * 831, rate=8300.0 + frame, best_score=frame / 100)
            screen.tick()
            for chart in screen.query(ScoreChart):
                chart._clock = lambda: clock[0]
            if frame == OPENING - 2:
                await pilot.press(*keys)
            await pilot.pause()
            shown.add(screen.query_one(RnaBoard).board)
            views.add(screen.query_one(RnaBoard).view)
        rate = (app.sent - before) / (SECONDS - OPENING / FRAMES)
    engine.close()
    print(f"{rate / 1024:.1f} KiB/s, {len(shown)} designs seen, {views}")
    assert 0 < rate <= LIMIT
    assert len(shown) > SECONDS // 2, "the board follows, though each design costs what a second may"
