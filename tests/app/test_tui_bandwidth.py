"""What a watched run costs on the line: at most 8 KiB a second to the terminal, at any frame rate offered by default.

Ten simulated seconds of a run of the order-20 square: live numbers at each frame, an improvement that changes some or
all open cells three times a second, a log line with each; the widgets that draw less often go by the simulated clock.
"""

from __future__ import annotations

import random

import pytest
from drivers.fake_engine import FakeEngine, wait_for
from textual._compositor import CompositorUpdate
from textual.screen import Screen

from puzzles import registry
from solvers.runs.events import Improved
from tui.app import McsTuiApp
from tui.boards.canvas import ByteBudget
from tui.boards.puzzle_board import PuzzleBoard
from tui.kept.loaded import Loaded
from tui.kept.options import AppOptions
from tui.screens.search import SearchScreen
from tui.widgets.monitor import EventLog, Monitor, ScoreChart

pytestmark = pytest.mark.usefixtures("all_paints")

LIMIT = 8 * 1024
SECONDS = 10
FRAMES = 10  # a second
AROUND_A_FRAME = 32
"""Bytes that the driver adds to each update: synchronised output on and off, the cursor's place."""


class CountingApp(McsTuiApp):
    """Counts what would go to the terminal from the Search screen."""

    DEFAULT_MODE = "search"
    sent = 0

    def _display(self, screen: Screen[object], renderable: object) -> None:
        if isinstance(renderable, CompositorUpdate):
            self.sent += len(renderable.render_segments(self.console).encode()) + AROUND_A_FRAME


@pytest.mark.parametrize(("size", "changed"), [((80, 24), 6), ((120, 40), 160)])
async def test_watching_a_run_stays_below_the_limit(
    size: tuple[int, int], changed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")  # the longest colour codes
    engine = FakeEngine()
    clock = [0.0]
    app = CountingApp(AppOptions(compile=False, fps=0.5), engine)  # the frames are made below, not by the timer
    square = next(one for one in registry.get_family("latin").examples if "20" in one.name)
    puzzle = Loaded(registry.read(square.text))
    draw = random.Random(1)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        app.open_board(puzzle, face="search", start=True)
        screen = app.main_screen("search")
        assert isinstance(screen, SearchScreen)
        await wait_for(pilot, lambda: screen.view is not None)
        screen.query_one(EventLog)._clock = screen.query_one(Monitor).clock = lambda: clock[0]
        await wait_for(pilot, lambda: screen.query(PuzzleBoard))
        screen.query_one(PuzzleBoard).budget = ByteBudget(lambda: clock[0])
        board, score = list(puzzle.start), -170.0
        for frame in range(SECONDS * FRAMES + 1):
            now = clock[0] = frame / FRAMES
            if frame % 3 == 0:
                score += 1
                for cell in draw.sample([cell for cell in range(400) if puzzle.start[cell] < 0], changed):
                    board[cell] = -1
                    row, column = divmod(cell, 20)
                    left = set(range(20)) - set(board[20 * row : 20 * row + 20]) - set(board[column::20])
                    board[cell] = draw.choice([-1, *sorted(left)])
                engine.tell(engine.last, Improved(at=now, playouts=frame * 9000, score=score, board=board))
            engine.numbers(engine.last, at=now, playouts=frame * 8317, rate=83000.0 + frame, best_score=score)
            screen.tick()
            for chart in screen.query(ScoreChart):
                chart._clock = lambda: clock[0]
            await pilot.pause()
            if not frame:  # what it costs to open the screen is another matter
                before = app.sent
        rate = (app.sent - before) / SECONDS
    engine.close()
    print(f"{size[0]} x {size[1]}: {rate / 1024:.1f} KiB/s")
    assert 0 < rate <= LIMIT
