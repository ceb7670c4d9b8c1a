"""Games played by hand: none is lost, they are saved and found again, and go to a search, a file and the checker."""

from __future__ import annotations

from pathlib import Path

from drivers.command_line import KAKURO
from drivers.fake_engine import make_app, screen_text, wait_for
from drivers.play_screen import playing
from drivers.run_driver import search_of
from drivers.samegame_games import CLEARING, LEAVING, SMALL
from drivers.search_screen import solving_game
from textual.pilot import Pilot
from textual.widgets import Input

from puzzles import registry
from puzzles.samegame.puzzle import SameGamePuzzle
from solvers.runs.events import Finished, Improved
from solvers.runs.spec import SolveSpec
from tui.app import McsTuiApp
from tui.boards.samegame.board import SameGameBoard
from tui.kept.loaded import Loaded
from tui.play.fill_game import FillGame
from tui.play.game import OwnGames
from tui.play.game_file import boards_on, game_text
from tui.play.store import OwnStore
from tui.screens.export_dialog import ExportDialog
from tui.screens.play import PlayScreen
from tui.screens.search import SearchScreen
from tui.widgets.form import Choice


def test_a_longer_game_takes_the_place_of_its_beginning_and_another_way_does_not() -> None:
    own = OwnGames()
    for game in ((1,), (1, 2), (1, 2, 3)):
        assert own.played(game) == game
    assert own.games == ((1, 2, 3),)
    assert own.played((1, 5)) == (1, 5)
    assert own.games == ((1, 5), (1, 2, 3))
    assert own.played((1, 2)) == (1, 2, 3), "what followed can be made again"
    assert own.games == ((1, 2, 3), (1, 5))


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


async def play(app: McsTuiApp, pilot: Pilot[int], game: tuple[int, ...]) -> None:
    """Makes these moves on the Play screen."""
    screen = app.main_screen("play")
    assert isinstance(screen, PlayScreen)
    for move in game:
        assert screen.area.board is not None
        screen.area.board.hand.put_cursor(move)
        await pilot.press("enter")


async def test_a_game_is_played_kept_and_goes_on_after_a_restart() -> None:
    async with playing(Loaded(SMALL)) as (app, screen, _, pilot):
        await play(app, pilot, CLEARING[:2])
        assert screen.game is not None
        assert screen.game.board == CLEARING[:2]
        await pilot.press("u", "u", "ctrl+r", "full_stop", "backspace", "ctrl+y")
        assert screen.game.board == CLEARING[:2]
    async with playing(Loaded(SMALL)) as (app, screen, _, pilot):
        assert screen.game is not None
        assert screen.game.board == CLEARING[:2]
        await pilot.press("enter")
        assert screen.game.board == CLEARING
        assert "The game is over" in screen_text(app)
        assert screen.game.tally.finished
        await pilot.press("enter")
        assert "No move is left" in app.said
        await pilot.press("less_than_sign", "n")
        await wait_for(pilot, lambda: app.screen.is_modal)
        await pilot.press("enter")
        await wait_for(pilot, lambda: not app.screen.is_modal)
        await play(app, pilot, LEAVING)
        assert app.own_games.of(SMALL).games == (LEAVING, CLEARING)


async def test_a_game_goes_to_a_search_as_position_as_face_and_as_warm_start() -> None:
    async with playing(Loaded(SMALL)) as (app, _, engine, pilot):
        await play(app, pilot, CLEARING[:1])
        await pilot.press("s")
        await wait_for(pilot, lambda: engine.launched)
        spec = engine.last.spec()
        assert isinstance(spec, SolveSpec)
        assert spec.puzzle != Loaded(SMALL).family.to_json(SMALL), "it begins at the position"
    async with solving_game(Loaded(SMALL), start=False) as (app, _, engine, pilot):
        await pilot.press("f")
        await wait_for(pilot, lambda: "your game" in screen_text(app))
        begin = next(one for one in app.screen.query(Choice) if one.name == "begin_with")
        assert begin.values == ["nothing", "my position", "my game", "file's position", "file's game"]
        begin.focus()
        await pilot.press("l", "l", "enter")
        await wait_for(pilot, lambda: engine.launched)
        spec = engine.last.spec()
        assert isinstance(spec, SolveSpec)
        assert tuple(spec.warm_start) == CLEARING[:1]
        assert spec.puzzle == Loaded(SMALL).family.to_json(SMALL)
        engine.end(engine.last, Finished(reason="stopped"))
        await pilot.press("n")
        begin.focus()
        await pilot.press("h", "enter")
        await wait_for(pilot, lambda: len(engine.launched) == 2)
        spec = engine.last.spec()
        assert isinstance(spec, SolveSpec)
        assert spec.warm_start == []
        assert spec.puzzle != Loaded(SMALL).family.to_json(SMALL), "it begins at the position"
        engine.end(engine.last, Finished(reason="stopped"))
        screen = app.screen
        assert isinstance(screen, SearchScreen)
        await wait_for(pilot, lambda: screen.shown.watched is not None and not screen.shown.watched.going)
        await pilot.press("enter")
        await wait_for(pilot, lambda: len(engine.launched) == 3)
        assert search_of(engine.last).puzzle == spec.puzzle, "again from the position"


async def test_a_full_disk_is_said_and_the_game_goes_on() -> None:
    async with playing(Loaded(SMALL)) as (app, screen, _, pilot):
        app.own_games.folder.parent.mkdir(parents=True, exist_ok=True)
        app.own_games.folder.write_text("a file where the folder should be")
        await play(app, pilot, CLEARING[:1])
        app.save_draft()
        assert app.said.startswith("The disk refuses your game")
        assert app.said_is_error
        await play(app, pilot, CLEARING[1:])
        assert screen.game is not None
        assert screen.game.board == CLEARING


async def test_a_game_of_a_run_is_played_on_from_the_position_shown() -> None:
    async with solving_game(Loaded(SMALL, "x"), start=True) as (app, screen, engine, pilot):
        engine.tell(engine.last, Improved(at=1.0, playouts=9, score=9.0, board=list(LEAVING)))
        await wait_for(pilot, lambda: screen.query_one(SameGameBoard).board == LEAVING)
        screen.query_one(SameGameBoard).focus()
        await pilot.press("comma", "comma", "p")
        played = app.main_screen("play")
        assert isinstance(played, PlayScreen)
        await wait_for(pilot, lambda: app.current_mode == "play" and played.area.cursor is not None)
        assert played.game is not None
        assert played.game.board == LEAVING[:1]


async def test_the_game_is_exported_as_a_replay_of_its_moves(tmp_path: Path) -> None:
    async with playing(Loaded(SMALL)) as (app, screen, _, pilot):
        assert screen.game is not None
        assert screen.game.take(CLEARING)
        await pilot.press("w")
        await wait_for(pilot, lambda: isinstance(app.screen, ExportDialog))
        dialog = app.screen
        assert isinstance(dialog, ExportDialog)
        dialog.query_one(Input).value = str(tmp_path / "game.cast")
        await wait_for(pilot, lambda: dialog.export.name == "cast")
        await pilot.press("enter")
        await wait_for(pilot, (tmp_path / "game.cast").exists)
    screens = (tmp_path / "game.cast").read_text(encoding="utf-8").splitlines()[1:-1]
    assert len(screens) == len(CLEARING) + 1


async def test_a_grid_is_replayed_in_the_order_in_which_it_was_filled() -> None:
    async with playing(Loaded(registry.read("1 . 3\n. 3 .\n3 . 2\n"))) as (_, screen, _, _):
        game = screen.game
        assert isinstance(game, FillGame)
        game.write(7, 0)
        game.pencil(3, 1)
        game.write(1, 1)
        filled = [[cell for cell, value in enumerate(board) if value >= 0] for board in boards_on(screen.played)]
        assert filled == [[0, 2, 4, 6, 8], [0, 2, 4, 6, 7, 8], [0, 1, 2, 4, 6, 7, 8]]


async def test_a_game_in_a_file_opens_where_it_was_left_and_is_taken_up_once(tmp_path: Path) -> None:
    loaded = Loaded(registry.read(KAKURO))
    theirs = FillGame(loaded)
    for cell, value in ((0, 1), (1, 2), (2, 3)):
        theirs.write(cell, value)
    theirs.go(2)
    path = tmp_path / "from-a-friend.game"
    path.write_text(game_text(theirs))
    app = make_app(open_file=path)
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for(pilot, lambda: app.current_mode == "play")
        screen = app.main_screen("play")
        assert isinstance(screen, PlayScreen)
        await wait_for(pilot, lambda: screen.game is not None and screen.area.cursor is not None)
        game = screen.game
        assert isinstance(game, FillGame)
        assert (game.board, game.length) == ((1, 2, 0, 0), 3)
        await pilot.press("full_stop", "u", "u", "4")
        assert (game.board, game.other_lines) == ((1, 4, 0, 0), 1)
        await pilot.press("e")
        await wait_for(pilot, lambda: app.current_mode == "edit")
        app.open_board(Loaded(loaded.puzzle, opened=theirs), face="play")
        await wait_for(pilot, lambda: app.current_mode == "play")
        await wait_for(pilot, lambda: game.board == (1, 2, 0, 0))
        app.open_board(Loaded(loaded.puzzle, opened=theirs), face="play")
        await pilot.press("u")
        assert game.board == (1, 0, 0, 0), "the same file is not taken up again"
