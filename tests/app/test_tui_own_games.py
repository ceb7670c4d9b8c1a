"""Games played by hand: none is lost, they are saved and found again, and go to a search, a file and the checker."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from drivers.fake_engine import FakeEngine, screen_text, wait_for
from drivers.samegame_games import CLEARING, LEAVING, SMALL
from drivers.search_screen import solving_game
from test_tui_keys import changes, fingerprint
from textual.pilot import Pilot
from textual.widgets import Input

from puzzles import registry
from puzzles.samegame.puzzle import SameGamePuzzle
from solvers.runs.events import Finished, Improved
from solvers.runs.spec import SolveSpec
from tui.app import McsTuiApp
from tui.boards.game import OwnGames
from tui.boards.samegame.board import BY_HAND, SameGameBoard
from tui.loaded import Loaded, open_file
from tui.play.store import OwnStore
from tui.screens.path_dialog import PathDialog
from tui.screens.search import SearchScreen

HAND = ("left", "h", "h", "h", "k", "enter", "l", "l", "j", "j", "space", "enter")
"""Plays CLEARING on SMALL."""
BEFORE = {"up": ("down", "down"), "down": ("up", "up"), "undo": ("y",), "restart": ("y",)}
"""Keys that make room for an action to do something, from the first position on."""


@asynccontextmanager
async def solving(
    puzzle: SameGamePuzzle = SMALL, *, start: bool = False
) -> AsyncIterator[tuple[McsTuiApp, SearchScreen, FakeEngine, Pilot[int]]]:
    """The app on the Search screen, the board with the focus; with a run if `start`."""
    async with solving_game(Loaded(puzzle), start=start) as shown:
        yield shown


def test_a_longer_game_takes_the_place_of_its_beginning_and_another_way_does_not() -> None:
    own = OwnGames()
    assert own.after(()) is None
    for game in ((1,), (1, 2), (1, 2, 3)):
        assert own.played(game) == game
    assert own.games == ((1, 2, 3),)
    assert own.played((1, 5)) == (1, 5)
    assert own.games == ((1, 5), (1, 2, 3))
    assert own.played((1, 2)) == (1, 2, 3), "what followed can be made again"
    assert own.games == ((1, 2, 3), (1, 5))
    assert own.after(()) == (1, 2, 3)
    assert own.after((1, 2, 3)) == (1, 5)
    assert own.after((1, 5)) == (1, 2, 3)


def test_games_are_found_again_for_their_puzzle_alone(tmp_path: Path) -> None:
    store = OwnStore(tmp_path)
    store.of(SMALL).played(CLEARING)
    assert store.save(SMALL)
    other = SameGamePuzzle(2, 1, (0, 0))
    again = OwnStore(tmp_path)
    assert again.of(SameGamePuzzle(4, 3, SMALL.cells, moves=LEAVING)).games == (CLEARING,)
    assert again.of(other).games == ()


def test_a_damaged_file_costs_no_more_than_what_it_held(tmp_path: Path) -> None:
    store = OwnStore(tmp_path)
    store.of(SMALL).played(CLEARING)
    store.save(SMALL)
    (path,) = store.folder.glob("*.json")
    whole = path.read_text()
    for text in (
        "",
        "{}",
        "[1]",
        whole[:-9],
        whole.replace('"games": [[', '"games": [[9999, '),
        '{"games": [["x"], 5]}',
    ):
        path.write_text(text)
        assert OwnStore(tmp_path).of(SMALL).games == ()
    path.write_text(whole.replace("]]", "], [9999], [4095]]"))
    assert OwnStore(tmp_path).of(SMALL).games == (CLEARING,), "what is not legal is left out"


def test_a_disk_that_refuses_is_reported(tmp_path: Path) -> None:
    (tmp_path / "own-games").write_text("a file where the folder should be")
    store = OwnStore(tmp_path)
    store.of(SMALL).played(CLEARING)
    assert not store.save(SMALL)
    assert store.export(SMALL, CLEARING) is None


async def test_what_was_played_is_there_after_a_restart() -> None:
    async with solving() as (_, screen, _engine, pilot):
        await pilot.press(*HAND[:-1])
        assert screen.query_one(SameGameBoard).own.games == (CLEARING[:2],)
    async with solving() as (app, screen, _engine, pilot):
        await pilot.press("m")
        await wait_for(pilot, lambda: "yours · move 2 of 2 · 8 points · 4 left" in screen_text(app))
        await pilot.press("left", "enter")
        assert screen.query_one(SameGameBoard).own.games == (CLEARING,)


async def test_it_is_copied_saved_and_flipped_to_like_any_game(tmp_path: Path) -> None:
    async with solving() as (app, screen, _engine, pilot):
        await pilot.press(*HAND)
        await wait_for(pilot, lambda: "1,012 points" in screen_text(app))
        await pilot.press("c")
        assert "your game: 1012 points" in app.said
        assert registry.get_family("samegame").parse_board(SMALL, app.clipboard) == CLEARING
        await pilot.press("w")
        await wait_for(pilot, lambda: isinstance(app.screen, PathDialog))
        path = tmp_path / "mine.txt"
        app.screen.query_one(Input).value = str(path)
        await pilot.press("enter")
        await wait_for(pilot, lambda: path.exists() and not app.screen.is_modal)
        loaded = open_file(path)
        assert (loaded.puzzle, loaded.attached_board) == (SMALL, CLEARING)
        assert loaded.family.judge(loaded.puzzle, CLEARING).score == 1012
        await pilot.press("greater_than_sign")
        board = screen.query_one(SameGameBoard)
        assert board.board == ()
        await pilot.press("f")
        assert board.board == CLEARING
        await pilot.press("f")
        assert board.board == ()


async def test_it_goes_to_a_search_as_its_warm_start() -> None:
    async with solving() as (app, _, engine, pilot):
        await pilot.press(*HAND)
        await pilot.press("b")
        await wait_for(pilot, lambda: isinstance(app.screen, PathDialog))
        proposed = app.screen.query_one(Input).value
        assert open_file(Path(proposed)).attached_board == CLEARING
        await pilot.press("enter")
        await wait_for(pilot, lambda: not app.screen.is_modal)
        await pilot.press("enter")
        await wait_for(pilot, lambda: engine.launched)
        spec = engine.last.spec()
        assert isinstance(spec, SolveSpec)
        assert tuple(spec.warm_start) == CLEARING


async def test_a_run_goes_on_unseen_while_the_user_plays() -> None:
    async with solving(start=True) as (app, screen, engine, pilot):
        await pilot.press(*HAND[:-1])
        board = screen.query_one(SameGameBoard)
        assert board.board == CLEARING[:2]
        engine.tell(engine.last, Improved(at=1.0, playouts=9, score=9.0, board=list(LEAVING)))
        await wait_for(pilot, lambda: "best so far: 9 points" in screen_text(app))
        assert board.board == CLEARING[:2]
        await wait_for(pilot, lambda: "a newer game waits: >" in screen_text(app))
        engine.end(engine.last, Finished(reason="budget"))
        await wait_for(pilot, lambda: "best: 9 points" in screen_text(app))
        await pilot.press("enter")
        assert board.board == CLEARING
        assert board.waits, "it waits still"
        await pilot.press("greater_than_sign")
        assert board.board == LEAVING
        await pilot.press("f", "f")
        assert board.board == CLEARING
        assert "your game: 1012 points" in screen_text(app)


async def test_the_line_of_keys_offers_enter_only_where_it_starts_the_search() -> None:
    async with solving() as (app, _, _engine, pilot):
        assert "Enter Start" in screen_text(app)
        await pilot.press("left")
        await wait_for(pilot, lambda: "Enter Start" not in screen_text(app))
        await pilot.press("escape")
        await wait_for(pilot, lambda: "Enter Start" in screen_text(app))


async def test_no_key_of_playing_by_hand_is_dead() -> None:
    async with solving() as (app, screen, engine, pilot):
        await pilot.press(*HAND)
        board = screen.query_one(SameGameBoard)
        for action in BY_HAND.actions:
            for key in action.keys:
                board.focus()
                await pilot.press("r", "left", "left", "right", *BEFORE.get(action.name, ()))
                before = fingerprint(app, engine)
                await pilot.press(key)
                assert fingerprint(app, engine) != before or await changes(app, engine, pilot, before), key


async def test_a_full_disk_is_said(tmp_path: Path) -> None:
    async with solving() as (app, _, _engine, pilot):
        app.own_games.folder.parent.mkdir(parents=True, exist_ok=True)
        app.own_games.folder.write_text("a file where the folder should be")
        await pilot.press(*HAND[:6])
        await wait_for(pilot, lambda: "can't be saved" in app.said)
        assert app.said_is_error
