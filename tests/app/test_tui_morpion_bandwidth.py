"""What a watched run of Morpion Solitaire 5T costs on the line: at most 8 KiB a second, at ten improvements a second.

Each improvement is the beginning of another game than the one before, one move longer. What is sent once, when the
chart and the log appear, is not counted.
"""

from __future__ import annotations

import random
import time

import pytest
from drivers.fake_engine import FakeEngine, wait_for
from test_tui_bandwidth import FRAMES, LIMIT, CountingApp

from puzzles import registry
from puzzles.morpion.checker import Position
from puzzles.morpion.puzzle import VARIANTS, Move, board_of
from solvers.runs.events import Improved
from tui.boards.canvas import ByteBudget
from tui.boards.puzzle_board import PuzzleBoard
from tui.kept.loaded import Loaded
from tui.kept.options import AppOptions
from tui.screens.search import SearchScreen
from tui.widgets.board_pane import BoardPane
from tui.widgets.monitor import EventLog, Monitor, ScoreChart

pytestmark = pytest.mark.usefixtures("all_paints")

SECONDS, OPENING = 4, 5  # of which so many frames are the opening
SHORTEST = 8
GAMES, LONG = 6, SHORTEST + SECONDS * FRAMES


def long_games(draw: random.Random) -> list[tuple[Move, ...]]:
    """Games of at least LONG moves, by playing on at random from a point of the longest one so far."""
    longest: tuple[Move, ...] = ()
    found: list[tuple[Move, ...]] = []
    while len(found) < GAMES:
        position, moves = Position(VARIANTS["5T"]), list[Move]()
        for move in longest[: draw.randrange(len(longest) + 1)]:
            position.play(move)
            moves.append(move)
        while possible := position.moves():
            moves.append(draw.choice(possible))
            position.play(moves[-1])
        if len(moves) >= LONG:
            found.append(tuple(moves))
        longest = max(longest, tuple(moves), key=len)
    return found


async def test_watching_improving_games_stays_below_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")  # the longest colour codes
    engine = FakeEngine()
    began = time.monotonic()
    clock = [began]
    app = CountingApp(AppOptions(compile=False, fps=0.5), engine)  # the frames are made below, not by the timer
    games = long_games(random.Random(1))
    improved = [board_of(games[n % GAMES][: SHORTEST + n]) for n in range(SECONDS * FRAMES)]
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.open_board(Loaded(registry.read("morpion 5T")), face="search", start=True)
        screen = app.main_screen("search")
        assert isinstance(screen, SearchScreen)
        await wait_for(pilot, lambda: screen.view is not None)
        screen.query_one(EventLog)._clock = screen.query_one(Monitor).clock = lambda: clock[0]
        await wait_for(pilot, lambda: screen.query(PuzzleBoard))
        screen.query_one(PuzzleBoard).budget = ByteBudget(lambda: clock[0])
        shown = set()
        before = 0
        for frame in range(SECONDS * FRAMES):
            before = app.sent if frame == OPENING else before
            now = frame / FRAMES
            clock[0] = began + 1000.0 + now
            board, score = list(improved[frame]), float(len(improved[frame]))
            engine.tell(engine.last, Improved(at=now, playouts=frame * 900, score=score, board=board))
            engine.numbers(engine.last, at=now, playouts=frame * 831, rate=8300.0 + frame, best_score=score)
            screen.tick()
            for chart in screen.query(ScoreChart):
                chart._clock = lambda: clock[0]
            await pilot.pause()
            shown.add(screen.query_one(BoardPane).board.board)  # type: ignore[union-attr]
        rate = (app.sent - before) / (SECONDS - OPENING / FRAMES)
    engine.close()
    print(f"{rate / 1024:.1f} KiB/s, {len(shown)} games seen")
    assert 0 < rate <= LIMIT
    assert len(shown) > SECONDS, "the board follows"
