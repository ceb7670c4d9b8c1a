"""What SameGame costs on the line: at most 8 KiB a second, be it a run that improves ten times a second or a replay.

What is sent once, when the chart, the log and the position bar appear, is not counted.
"""

from __future__ import annotations

import random
import time
from functools import cache

import pytest
from drivers.fake_engine import FakeEngine, wait_for
from drivers.samegame_games import random_board, random_game
from test_tui_bandwidth import FRAMES, LIMIT, CountingApp

from puzzles.samegame import checker
from puzzles.samegame.puzzle import SameGamePuzzle
from solvers.runs.events import Improved
from tui.boards.canvas import BOARD_BYTES, WORDS_BYTES, ByteBudget
from tui.boards.game_board import SPEEDS, USUAL_SPEED
from tui.boards.puzzle_board import PuzzleBoard
from tui.boards.samegame.board import SameGameBoard
from tui.kept.loaded import Loaded
from tui.kept.options import AppOptions
from tui.screens.search import SearchScreen
from tui.widgets.monitor import EventLog, Monitor, ScoreChart

pytestmark = pytest.mark.usefixtures("all_paints")

SECONDS, OPENING = 4, 5  # of which so many frames are the opening
USUAL = random_board(15, 15, 5, 1)


def score(game: tuple[int, ...]) -> float:
    """What the checker says."""
    return checker.judge(USUAL, game).score


@cache
def improving_games(count: int) -> list[tuple[int, ...]]:
    """Games to their end, each with as many points as the one before, or more."""
    draw = random.Random(1)
    return sorted((random_game(USUAL, draw) for _ in range(count)), key=score)


@pytest.mark.parametrize(("size", "seen"), [((80, 24), 3), ((120, 40), 2)])
async def test_watching_improving_games_stays_below_the_limit(
    size: tuple[int, int], seen: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`seen`: so many of the games at least; played at random, they leave forty cells, each drawn as a tile."""
    monkeypatch.setenv("COLORTERM", "truecolor")  # the longest colour codes
    engine = FakeEngine()
    began = time.monotonic()
    clock = [began]
    app = CountingApp(AppOptions(compile=False, fps=0.5), engine)  # the frames are made below, not by the timer
    games = improving_games(SECONDS * FRAMES)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        app.open_board(Loaded(USUAL), face="search", start=True)
        screen = app.main_screen("search")
        assert isinstance(screen, SearchScreen)
        await wait_for(pilot, lambda: screen.view is not None)
        screen.query_one(EventLog)._clock = screen.query_one(Monitor).clock = lambda: clock[0]
        await wait_for(pilot, lambda: screen.query(PuzzleBoard))
        screen.query_one(PuzzleBoard).budget = ByteBudget(lambda: clock[0])
        shown = set()
        before = 0
        for frame, board in enumerate(games):
            before = app.sent if frame == OPENING else before
            now = frame / FRAMES
            clock[0] = began + 1000.0 + now
            best = score(board)
            engine.tell(engine.last, Improved(at=now, playouts=frame * 900, score=best, board=list(board)))
            engine.numbers(engine.last, at=now, playouts=frame * 831, rate=38300.0 + frame, best_score=best)
            screen.tick()
            for chart in screen.query(ScoreChart):
                chart._clock = lambda: clock[0]
            await pilot.pause()
            shown.add(screen.query_one(SameGameBoard).board)
        rate = (app.sent - before) / (SECONDS - OPENING / FRAMES)
        drawn = screen.query_one(SameGameBoard)
        calm = drawn._shown
        drawn.budget = ByteBudget(lambda: clock[0])
        drawn.budget.affords([], words=10_000_000)  # now it is in debt
        clock[0] += drawn.QUIET
        drawn.settle()
        assert drawn._shown is calm, "all colours wait until the line has room for them"
        clock[0] += 1e7 * WORDS_BYTES / BOARD_BYTES
        drawn.settle()
        assert drawn._shown is not calm
        assert screen.view is not None
        assert screen.view.status == "running"
    engine.close()
    print(f"{size[0]} x {size[1]}: {rate / 1024:.1f} KiB/s, {len(shown)} games seen")
    assert 0 < rate <= LIMIT
    assert len(shown) >= seen, "the board follows"


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_replay_at_its_usual_speed_stays_below_the_limit(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    engine = FakeEngine()
    app = CountingApp(AppOptions(compile=False, fps=0.5), engine)
    game = improving_games(1)[0]
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        app.open_board(
            Loaded(SameGamePuzzle(USUAL.width, USUAL.height, USUAL.cells, moves=game)), face="search", start=False
        )
        await wait_for(pilot, lambda: app.screen.query(SameGameBoard) and app.screen.query("#own-form"))
        await pilot.press("escape", "home")
        await pilot.pause()
        board = app.screen.query_one(SameGameBoard)
        before = app.sent
        for _ in game:
            board.play_on()
            await pilot.pause()
        each = (app.sent - before) / len(game)
        assert board.shown_moves == len(game)
        assert checker.judge(USUAL, board.board).legal
    engine.close()
    print(f"{size[0]} x {size[1]}: {each:.0f} bytes a move")
    assert 0 < each * SPEEDS[USUAL_SPEED] <= LIMIT
