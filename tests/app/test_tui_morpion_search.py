"""Morpion Solitaire on the screens: the best game so far, looking back while it improves, comparing, the library."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from drivers.fake_engine import FakeEngine, make_app, screen_text, wait_for, wait_for_texts
from drivers.key_effects import changes, fingerprint
from drivers.morpion_games import random_game
from drivers.search_screen import solving_game
from textual.pilot import Pilot
from textual.widgets import Input

from puzzles import registry
from puzzles.morpion.puzzle import MorpionPuzzle, Move, board_of
from solvers.runs.events import Finished, Improved
from solvers.runs.spec import SolveSpec
from tui.app import McsTuiApp
from tui.boards.game_board import GAME, GameBoard
from tui.kept.loaded import Loaded, open_file
from tui.screens.opening import open_path
from tui.screens.path_dialog import PathDialog
from tui.screens.search import SearchScreen
from tui.widgets.lists import VimList

CROSS = Loaded(MorpionPuzzle("5D"))
BEST = random_game("5D", 3)
FIRST = BEST[:20]


@asynccontextmanager
async def solving(
    loaded: Loaded = CROSS, *, start: bool = True, size: tuple[int, int] = (100, 40)
) -> AsyncIterator[tuple[McsTuiApp, SearchScreen, FakeEngine, Pilot[int]]]:
    """The app on the Search screen with a game, and with a run if `start`."""
    async with solving_game(loaded, start=start, size=size) as shown:
        yield shown


def improve(engine: FakeEngine, moves: tuple[Move, ...]) -> None:
    engine.tell(engine.last, Improved(at=1.0, playouts=9, score=len(moves), board=list(board_of(moves))))


def shown(screen: SearchScreen) -> tuple[int, ...]:
    return screen.query_one(GameBoard).board


async def test_the_best_game_is_followed_until_the_user_looks_back() -> None:
    async with solving() as (app, screen, engine, pilot):
        improve(engine, FIRST)
        await wait_for(pilot, lambda: shown(screen) == board_of(FIRST))
        await wait_for(pilot, lambda: "best so far: 20 moves" in screen_text(app))
        await wait_for(pilot, lambda: "move 20 of 20: (" in screen_text(app))
        await pilot.press("comma", "comma")
        await wait_for(pilot, lambda: "move 18 of 20: (" in screen_text(app))
        improve(engine, BEST)
        await wait_for(pilot, lambda: f"best so far: {len(BEST)} moves" in screen_text(app))
        assert shown(screen) == board_of(FIRST)
        await wait_for(pilot, lambda: "a newer game waits" in screen_text(app))
        await pilot.press("y")
        assert registry.read(app.clipboard) == MorpionPuzzle("5D", FIRST), "what is on the screen is copied"
        await pilot.press("greater_than_sign")
        assert shown(screen) == board_of(BEST)
        assert "waits" not in screen_text(app)
        await pilot.press("y")
        assert registry.read(app.clipboard) == MorpionPuzzle("5D", BEST)


async def test_flipping_shows_the_start_and_comes_back() -> None:
    async with solving() as (app, screen, engine, pilot):
        improve(engine, BEST)
        engine.end(engine.last, Finished(reason="budget"))
        await wait_for(pilot, lambda: f"best: {len(BEST)} moves" in screen_text(app))
        await pilot.press("comma", "f")
        assert shown(screen) == ()
        assert "the puzzle" in screen_text(app)
        await pilot.press("f")
        assert shown(screen) == board_of(BEST)
        assert f"move {len(BEST)} of {len(BEST)}" in screen_text(app)


async def compare_with(path: Path, app: McsTuiApp, pilot: Pilot[int]) -> None:
    await pilot.press("equals_sign")
    await wait_for(pilot, lambda: isinstance(app.screen, PathDialog))
    app.screen.query_one(Input).value = str(path)
    await pilot.press("enter")
    await wait_for(pilot, lambda: not app.screen.is_modal and app.said)


async def test_two_games_are_compared(tmp_path: Path) -> None:
    path = tmp_path / "other.txt"
    path.write_text(Loaded(MorpionPuzzle("5D", BEST[:15])).text())
    async with solving(Loaded(MorpionPuzzle("5D", BEST)), start=False) as (app, screen, _, pilot):
        assert "= Compare" in screen_text(app)
        await compare_with(path, app, pilot)
        assert "f flips" in app.said
        assert "15 of" in screen_text(app)
        board = screen.query_one(GameBoard)
        assert board.marked == frozenset(range(15, len(BEST)))
        assert "what other.txt lacks is underlined" in screen_text(app)
        underlined = [
            part.text.strip()
            for y in range(board.size.height)
            for part in board.render_line(y)
            if part.style and part.style.underline
        ]
        assert set(underlined) == {str(n) for n in range(16, len(BEST))}, "the last one is set off anyway"
        await pilot.press("f")
        assert shown(screen) == board_of(BEST[:15])
        assert board.marked == frozenset()
        assert "other.txt; what this one lacks" in screen_text(app)
        await pilot.press("f")
        await wait_for(pilot, lambda: "15 of" not in screen_text(app))
        await wait_for_texts(pilot, "the puzzle")
        assert (shown(screen), board.marked) == (board_of(BEST), frozenset())


async def test_a_game_is_compared_with_examples_games_played_and_runs_by_name() -> None:
    """As on the command line, by the same names; the dialog lists them."""
    async with solving(Loaded(MorpionPuzzle("5D", BEST)), start=False) as (app, _, engine, pilot):
        played = app.own_games.game(CROSS)
        assert played.take(board_of(BEST[:9]))
        assert app.own_games.save_changed()
        spec = SolveSpec(family="morpion", puzzle=CROSS.family.to_json(CROSS.puzzle), title="5D", algorithm="nrpa")
        run = engine.open(spec)
        improve(engine, BEST[:7])
        await pilot.press("equals_sign")
        await wait_for(pilot, lambda: isinstance(app.screen, PathDialog))
        listed = [one.id or "" for one in app.screen.query_one(VimList).options]
        own = next(name for name in listed if name.startswith("game:morpion-"))
        record = next(name for name in listed if name.startswith("example:"))
        assert f"run:{run.id}" in listed
        await pilot.press("escape")
        for name, words in ((own, "9 of"), (f"run:{run.id}", "7 of"), (record, "f flips")):
            app.say("")
            await compare_with(Path(name), app, pilot)
            assert "f flips" in app.said
            assert f"what {name[:20]}" in screen_text(app)
            assert words in screen_text(app)
            await pilot.press("f", "f")
        for name in ("example:none", "run:none", "game:none", own.replace("#1", "#9")):
            app.say("")
            await compare_with(Path(name), app, pilot)
            assert app.said_is_error
            assert name in app.said


async def test_what_cannot_be_compared_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "other.txt"
    async with solving(Loaded(MorpionPuzzle("5D", BEST)), start=False) as (app, screen, _, pilot):
        for text, expected in (
            ("1 . 3\n. 3 .\n3 . 2\n", "Latin square"),
            ("morpion 4D\n", "different crosses"),
            ("morpion 5D\nx\n", "other.txt:2:1: found 'x'"),
        ):
            path.write_text(text)
            app.say("")
            await compare_with(path, app, pilot)
            assert app.said_is_error
            assert expected in app.said
            assert screen.query_one(GameBoard).marked == frozenset()


async def test_only_families_that_compare_offer_it() -> None:
    engine = FakeEngine()
    app = make_app(engine)
    async with app.run_test(size=(100, 40)) as pilot:
        app.open_board(Loaded(registry.read("1 . 3\n. 3 .\n3 . 2\n")), face="search")
        await wait_for(pilot, lambda: app.screen.query("#own-form"))
        await pilot.press("escape")
        assert "Compare" not in screen_text(app)
        await pilot.press("equals_sign")
        assert "not compared" in app.said


async def test_no_key_of_a_game_is_dead() -> None:
    async with solving(Loaded(MorpionPuzzle("5D", BEST)), start=False, size=(80, 24)) as (app, screen, engine, pilot):
        for action in GAME.actions:
            for key in action.keys:
                screen.query_one(GameBoard).focus()
                await pilot.press("less_than_sign", "full_stop", "full_stop", "full_stop")
                before = fingerprint(app, engine)
                await pilot.press(key)
                assert fingerprint(app, engine) != before or await changes(app, engine, pilot, before), key


async def test_the_library_says_what_there_is_to_say_of_a_game_file(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(Loaded(MorpionPuzzle("5D", FIRST)).text())
    app = make_app()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        open_path(app, path)
        remark = open_file(path).family.remarks(MorpionPuzzle("5D", FIRST), board_of(FIRST))[0]
        await wait_for(pilot, lambda: remark in screen_text(app))
        await wait_for(pilot, lambda: "move 20 of 20: (" in screen_text(app))


async def test_the_bundled_record_is_looked_through_in_the_library() -> None:
    app = make_app()
    async with app.run_test(size=(120, 40)) as pilot:
        listed = app.screen.query_one(VimList)
        await wait_for(pilot, lambda: listed.option_count > 0)
        listed.highlighted = listed.get_option_index("example:morpion:nrpa-5D-82")
        await wait_for(pilot, lambda: "move 82 of 82: (" in screen_text(app))
        await pilot.press("tab", "comma")
        await wait_for(pilot, lambda: "move 81 of 82: (" in screen_text(app))
