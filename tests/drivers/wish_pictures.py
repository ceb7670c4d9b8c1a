"""The pictures of docs/play.md: what people ask of such programs, on a Sudoku of 9 x 9."""

from __future__ import annotations

from datetime import datetime

from drivers.fake_engine import FakeEngine, make_app, wait_for, wait_for_texts
from drivers.play_screen import playing, tell_solutions
from drivers.screen_pictures import moving

from puzzles.family import Board
from puzzles.registry import get_family
from puzzles.user_data import data_root
from tui.app import McsTuiApp
from tui.kept.loaded import Loaded
from tui.play.fill_game import FillGame
from tui.play.statistics import FinishedGame, FinishedGames
from tui.screens.play import PlayScreen
from tui.words.replay import replayed, steps_to

SMALL, TALL = (80, 24), (100, 42)
EXAMPLE = "sudoku-9"


def picture(app: McsTuiApp) -> str:
    return app.export_screenshot(title="mcs-tui")


def sudoku() -> tuple[Loaded, Board]:
    """The example and its solution, by the techniques of its hints."""
    family = get_family("sudoku")
    loaded = Loaded(family.parse(next(one.text for one in family.examples if one.name == EXAMPLE)), "example")
    assert family.by_hand is not None
    board: Board = loaded.start
    while (hint := family.by_hand.hint(loaded.puzzle, board)) is not None:
        board = hint.after
    return loaded, board


def fill(screen: PlayScreen, solution: Board, count: int, *, wrong: bool = False) -> None:
    """The first open cells get their values; the last one a value that breaks no rule yet, if it is to be wrong."""
    game = screen.game
    assert game is not None
    cells = [cell for cell, value in enumerate(game.board) if value < 0][:count]
    for cell in cells:
        game.take((*game.board[:cell], solution[cell], *game.board[cell + 1 :]))
    if wrong:
        cell = next(one for one, value in enumerate(game.board) if value < 0)
        assert isinstance(game, FillGame)
        values = game.hand.candidates(game.loaded.puzzle, game.board, cell)
        value = next(one for one in values if one != solution[cell])
        game.take((*game.board[:cell], value, *game.board[cell + 1 :]))
    screen.playing.draw()


async def wishes(pictures: dict[str, str]) -> None:
    loaded, solution = sudoku()
    async with playing(loaded, TALL, motion="still") as (app, screen, _, pilot):
        await pilot.press("f", "t", "3", "9", "t", "2", "right", "1", "down", "down", "4", "escape")
        pictures["wish-marks"] = picture(app)
    async with playing(loaded, SMALL, motion="still") as (app, screen, engine, pilot):
        await pilot.press("n", "enter")
        await pilot.press("f")
        frames = [picture(app)]
        fill(screen, solution, 1)
        screen.playing.go(-1)
        await pilot.press(str(solution[0] + 1))
        await pilot.pause()
        pictures["wish-gone"] = moving([*frames, picture(app)])
        await wait_for(pilot, lambda: bool(engine.launched))
        tell_solutions(engine, engine.last, [solution])
        fill(screen, solution, 6, wrong=True)
        await pilot.press("c")
        await wait_for_texts(pilot, "1 cell is wrong")
        frames = [picture(app)]
        await pilot.press("x")
        await wait_for_texts(pilot, "Back before the mistake")
        pictures["wish-mistake"] = moving([*frames, picture(app)])
        await pilot.press("p", "less_than_sign", "9", "right", "7", "b")
        await wait_for_texts(pilot, "Back to which position?")
        pictures["wish-lines"] = picture(app)
        await pilot.press("escape")
        app.theme = "safe-night"
        await pilot.press("i")
        await wait_for_texts(pilot, "Hint 1 of 3")
        pictures["wish-colours"] = picture(app)
        app.save_draft()
    pictures["wish-replay"] = replayed(
        "replay", loaded.puzzle, steps_to(loaded.family, loaded.puzzle, solution)
    ).decode()
    await at_home(pictures)


async def at_home(pictures: dict[str, str]) -> None:
    """A game to go on with, the figures of games, and the help with keys of one's own."""
    games = FinishedGames(data_root())
    for day, size, grade, seconds in (
        (20, "9 x 9", "medium", 612),
        (24, "9 x 9", "medium", 545),
        (26, "6 x 6", "easy", 71),
    ):
        at = datetime(2026, 11, day, 20).timestamp()
        games.add(FinishedGame("sudoku", size, grade, at, float(seconds), hints=day % 3))
    app = make_app(FakeEngine(), "home", motion="still", keys={"play.hint": "z", "play.check": "v"})
    async with app.run_test(size=SMALL) as pilot:
        await wait_for_texts(pilot, "Sudoku 9 x 9")
        pictures["wish-resume"] = picture(app)
        await pilot.press("f7")
        await wait_for_texts(pilot, "Your games")
        pictures["wish-times"] = picture(app)
        await pilot.press("escape")
        loaded, _ = sudoku()
        app.open_board(loaded, face="play")
        await wait_for(pilot, lambda: app.current_mode == "play")
        await wait_for_texts(pilot, "z Hint")
        pictures["wish-keys"] = picture(app)
