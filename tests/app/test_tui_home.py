"""Home: boards that replay themselves, three ways in, what can be gone on with; pasting anywhere; the filter."""

from __future__ import annotations

import re
import shutil

import pytest
from drivers.ended_runs import GAME, improved, morpion_spec
from drivers.fake_engine import FakeEngine, make_app, screen_text, wait_for, wait_for_texts
from textual.events import Paste
from textual.widgets import Input, Static

from puzzles import registry
from solvers.runs.events import Improved
from solvers.runs.spec import SolveSpec
from tui.app import McsTuiApp
from tui.kept.loaded import Loaded
from tui.screens.dialog import ConfirmDialog
from tui.screens.edit import EditScreen
from tui.screens.home import HomeScreen, showcase, showcases
from tui.screens.play_chooser import PlayChooser
from tui.widgets.board_pane import PAUSE, ROUNDS, Picture
from tui.widgets.lists import VimList

SQUARE = "1 . 3\n. 3 .\n3 . 2\n"


def home(app: McsTuiApp) -> HomeScreen:
    screen = app.main_screen("home")
    assert isinstance(screen, HomeScreen)
    return screen


@pytest.mark.parametrize("number", range(len(showcases())), ids=[family.name for family, _ in showcases()])
async def test_a_showcase_replays_itself_twice_and_rests(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.widgets.board_pane.PERIOD", 1e9)  # steps come from the test
    app = make_app(first="home")
    home(app).shown = number
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for(pilot, lambda: app.screen.query(Picture) and app.screen.query_one(Picture).board is not None)
        picture = app.screen.query_one(Picture)
        await wait_for(pilot, lambda: showcase(number)[0] in screen_text(app) and "Research" in screen_text(app))
        begun = screen_text(app)
        assert picture.steps > 0
        picture.step()
        await wait_for(pilot, lambda: screen_text(app) != begun)
        for _ in range(picture.steps - 2):
            picture.step()
        await pilot.pause()
        one_left = screen_text(app)
        picture.step()
        await pilot.pause()
        whole = screen_text(app)
        assert whole != one_left
        while picture.rounds < ROUNDS:
            picture.step()
        await pilot.pause()
        assert (picture.at, PAUSE > 0) == (picture.steps, True)
        assert screen_text(app) == whole
        assert picture._timer is not None
        assert not picture._timer._active.is_set()


async def test_a_new_widget_is_told_its_size_though_another_asked_for_its_own_first() -> None:
    """On a slow machine a frame without a layout comes between a widget's mounting and its layout."""
    app = make_app(first="home", motion="still")
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_texts(pilot, "Research")
        for screen in (app.screen, ConfirmDialog("Stop", "Stop the run?", "stop it")):
            if screen is not app.screen:
                await app.push_screen(screen)
            compositor, new = type(screen._compositor)(), Static("new")
            assert compositor.reflow(screen, app.size).shown
            await screen.mount(new)
            compositor.update_widgets({new})  # as a frame does
            assert new in compositor.full_map  # as a widget's region
            assert new in compositor.reflow(screen, app.size).shown


async def test_a_still_picture_is_whole_and_v_shows_the_next_one() -> None:
    app = make_app(first="home", motion="still")
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for(pilot, lambda: app.screen.query(Picture) and app.screen.query_one(Picture).board is not None)
        picture = app.screen.query_one(Picture)
        assert picture.steps == 0
        assert picture.board is not None
        assert picture.board.board == showcase(0)[2]
        await pilot.press("v")
        await wait_for(pilot, lambda: picture.board is not None and picture.board.puzzle == showcase(1)[1])
        assert showcase(1)[0] in screen_text(app)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 35), (200, 50)])
async def test_nothing_is_cut_at_any_size(size: tuple[int, int]) -> None:
    app = make_app(first="home")
    async with app.run_test(size=size) as pilot:
        await wait_for(pilot, lambda: app.screen.query(Picture))
        await wait_for_texts(pilot, "Play", "a puzzle, ready on the board", "Solve my own", "type, paste or open it")
        await wait_for_texts(pilot, "Research", "search, watch and compare", "? Help  q Quit")


async def test_live_runs_and_own_puzzles_can_be_gone_on_with() -> None:
    engine = FakeEngine()
    app = make_app(engine, "home")
    async with app.run_test(size=(120, 35)) as pilot:
        app.own_puzzles.add(Loaded(registry.read(SQUARE)))
        app.open_board(Loaded(registry.read("morpion 5D\n")), face="search", start=True)
        await wait_for(pilot, lambda: engine.launched)
        engine.tell(engine.last, Improved(score=1.0, playouts=1, board=[]))
        await pilot.press("1")
        await wait_for(pilot, lambda: len(home(app).entries) == 2)
        run, own = home(app).entries
        assert (run.partition(":")[0], own.partition(":")[0]) == ("run", "own")
        rows = app.screen.query_one(VimList)
        rows.highlight(run)
        await wait_for(pilot, lambda: "Morpion Solitaire 5D, empty cross" in screen_text(app).splitlines()[2])
        await pilot.press("enter")
        await wait_for(pilot, lambda: app.current_mode == "search")
        await pilot.press("1")
        await wait_for(pilot, lambda: app.current_mode == "home")
        rows.highlight(own)
        await pilot.press("enter")
        await wait_for(pilot, lambda: app.current_mode in ("play", "search"))
        assert app.screen.loaded.puzzle == registry.read(SQUARE)  # type: ignore[attr-defined]
    engine.close()


async def test_a_live_run_shows_its_best_and_its_course_as_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = FakeEngine()
    app = make_app(engine, "home", ascii=True)
    run = engine.open(morpion_spec(algorithm="nrpa"))
    engine.tell(run, improved(GAME[:3], at=1.0), improved(GAME[:9], at=10.0))
    async with app.run_test(size=(120, 35)) as pilot:
        await wait_for(pilot, lambda: "Morpion Solitaire 5D, empty cross" in screen_text(app))
        assert re.search(r"9 moves +[_#]+ +10 s", screen_text(app))
        lines = screen_text(app)
        home(app)._look_at_runs()
        await app.workers.wait_for_complete()
        assert screen_text(app) == lines
        engine.tell(run, improved(GAME, at=20.0))
        home(app)._look_at_runs()
        await wait_for(pilot, lambda: f"{len(GAME)} moves" in screen_text(app))
        await wait_for_texts(pilot, "^p Find anything")
        await pilot.resize_terminal(80, 24)
        await wait_for(pilot, lambda: "* Morpion Solitaire 5D, empty" in screen_text(app))
        await pilot.press("up", "ctrl+p")
        await wait_for(pilot, lambda: app.screen.is_modal)
    engine.close()


async def test_the_three_ways_lead_where_they_say_and_a_pasted_puzzle_opens_in_edit() -> None:
    app = make_app(first="home")
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for(pilot, lambda: app.screen.query(VimList))
        await pilot.press("p")
        await wait_for(pilot, lambda: isinstance(app.screen, PlayChooser))
        await pilot.press("escape")
        await pilot.press("n")
        await wait_for(pilot, lambda: app.current_mode == "edit" and app.screen.is_modal)
        await pilot.press("escape")
        app.action_show("home")
        await wait_for(pilot, lambda: app.current_mode == "home")
        await pilot.press("s")
        await wait_for(pilot, lambda: isinstance(app.focused, Input))
        await pilot.press(*"order-9", "enter")
        await wait_for(pilot, lambda: app.current_mode == "search" and app.screen.query("#own-form"))
        assert app.screen.loaded.puzzle.order == 9  # type: ignore[attr-defined]
        app.action_show("runs")
        await wait_for(pilot, lambda: app.current_mode == "runs")
        app.post_message(Paste(SQUARE))
        await wait_for(pilot, lambda: isinstance(app.screen, EditScreen) and app.screen.drawn)


async def test_the_filter_lists_what_has_all_its_words() -> None:
    app = make_app()
    async with app.run_test(size=(80, 40)) as pilot:
        rows = app.screen.query_one(VimList)
        await wait_for(pilot, lambda: rows.option_count)
        await pilot.press("slash", *"latin 33")
        await wait_for(pilot, lambda: [one.id for one in rows.options] == [None, "example:latin:order-33"])
        await pilot.press("escape")
        assert app.focused is rows
        await pilot.press("escape")
        await wait_for(pilot, lambda: rows.option_count > 10)


async def test_a_run_that_vanishes_is_left_out() -> None:
    engine = FakeEngine()
    spec = SolveSpec(
        family="latin",
        puzzle=registry.get_family("latin").to_json(registry.read(SQUARE)),
        title="gone",
        algorithm="gnrpa",
    )
    run = engine.open(spec)
    app = make_app(engine, "home")
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for(pilot, lambda: home(app).entries)
        shutil.rmtree(run.folder)
        await pilot.press("enter")
        await wait_for(pilot, lambda: app.said)
        app.action_show("runs")
        await wait_for(pilot, lambda: app.current_mode == "runs")
        await pilot.press("1")
        await wait_for(pilot, lambda: app.current_mode == "home" and not home(app).entries)
    assert not app.crash_line


async def test_seeds_of_one_search_are_one_line_and_equal_lines_say_which_search_they_are() -> None:
    engine = FakeEngine()
    for seed in (1, 2, 3):
        engine.open(morpion_spec(seed=seed, batch="b"))
    app = make_app(engine, "home")
    async with app.run_test(size=(120, 35)) as pilot:
        await wait_for(pilot, lambda: len(home(app).entries) == 1)
        assert [one.words for one in home(app).entries.values()] == ["Morpion Solitaire 5D, empty cross, 3 seeds"]
        for seed in (4, 5):
            engine.open(morpion_spec(seed=seed, algorithm="nrpa"))
        home(app)._look_at_runs()
        await wait_for(pilot, lambda: len(home(app).entries) == 3)
        await wait_for_texts(pilot, "nrpa, seed 4", "nrpa, seed 5", "3 seeds")
    engine.close()
