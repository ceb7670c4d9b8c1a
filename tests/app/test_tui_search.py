"""The Search screen: from Enter to the verified solution, with a run whose events the test writes."""

from __future__ import annotations

import asyncio

import pytest
from drivers.fake_engine import FakeEngine, make_app, screen_text, wait_for, wait_for_texts
from drivers.search_screen import TEXT, loaded, solving
from textual.widgets import ContentSwitcher, Input

from puzzles import registry
from puzzles.by_hand import MoveByMove
from puzzles.sudoku.puzzle import Sudoku
from solvers.runs.events import Failed, Finished, Improved, Paused, Unpaused
from solvers.runs.folder import Run
from solvers.runs.spec import RunSpec, SolveSpec
from tui.kept.loaded import Loaded
from tui.screens.search import SearchScreen
from tui.widgets.form import Choice
from tui.widgets.new_search import default_spec
from tui.widgets.search_settings import SearchSettings


async def test_enter_starts_with_good_defaults() -> None:
    async with solving(start=False) as (_, screen, engine, pilot):
        await pilot.press("enter")
        await wait_for(pilot, lambda: screen.view is not None)
        spec = engine.last.spec()
        assert isinstance(spec, SolveSpec)
        assert (spec.algorithm, spec.mode, spec.prior, spec.seconds) == ("backtracking", "strong", "auto", 60.0)
        assert spec.playouts is None
        assert spec.count_seconds > 0


async def test_the_form_offers_what_suits_the_very_puzzle() -> None:
    texts = {one.name: one.text for one in registry.get_family("sudoku").examples}
    large, killer = Sudoku.of_order(36), registry.read(texts["killer-9"])
    async with solving(start=False) as (app, screen, _, pilot):
        for puzzle, default, own in ((large, "annealing", "hot"), (killer, "backtracking", "failures")):
            assert default_spec(Loaded(puzzle)).algorithm == default
            app.open_board(Loaded(puzzle), face="search")
            await wait_for(pilot, lambda default=default: algorithm_shown(screen).value == default)
            await wait_for(pilot, lambda own=own: own in {one.name for one in screen.query("#own-form Input")})
            assert ("annealing" in algorithm_shown(screen).values) == (puzzle is large)
            shown = {
                one.name for one in screen.query("#own-form Input") if one.parent is not None and one.parent.display
            }
            assert not {"hot", "cold", "period", "patience", "unbiased"} & shown


def algorithm_shown(screen: SearchScreen) -> Choice:
    return next(choice for choice in screen.query(Choice) if choice.name == "algorithm")


async def test_settings_reach_the_run() -> None:
    async with solving(start=False) as (_, screen, engine, pilot):
        choices = {choice.name: choice for choice in screen.query(Choice)}
        choices["algorithm"].focus()
        while choices["algorithm"].value != "gnrpa":
            await pilot.press("l")
        await wait_for(pilot, lambda: "level" in {field.name for field in screen.query(Input)})
        fields = {field.name: field for field in screen.query(Input)}
        fields["level"].value = "2"
        fields["seconds"].value = "0"
        fields["playouts"].value = "1,000"
        await pilot.press("enter")
        await wait_for(pilot, lambda: engine.launched)
        spec = engine.last.spec()
        assert isinstance(spec, SolveSpec)
        assert (spec.algorithm, spec.parameters["level"], spec.playouts, spec.seconds) == ("gnrpa", 2, 1000, None)


async def test_a_wrong_setting_is_said_beside_the_form() -> None:
    async with solving(start=False, size=(120, 40)) as (app, screen, engine, pilot):
        for name, value, expected in (
            ("seconds", "soon", "seconds is 'soon'"),
            ("seconds", "0", "Give a time or a number of playouts."),
            ("workers", "99", "1 to 64"),
        ):
            field = next(field for field in screen.query(Input) if field.name == name)
            right, field.value = field.value, value
            screen.action_start()
            await pilot.pause()
            assert not engine.launched
            assert expected in " ".join(screen_text(app).split())
            assert screen.query_one(SearchSettings).display
            field.value = right


async def test_enter_right_after_another_algorithm_takes_its_defaults() -> None:
    async with solving(start=False) as (_, screen, engine, pilot):
        next(choice for choice in screen.query(Choice) if choice.name == "algorithm").value = "nrpa"
        screen.action_start()  # before the form of NRPA's own settings has come
        await wait_for(pilot, lambda: engine.launched)
        spec = engine.last.spec()
        assert isinstance(spec, SolveSpec)
        assert (spec.algorithm, "failures" in spec.parameters) == ("nrpa", False)


async def test_stop_and_pause_reach_the_run() -> None:
    async with solving(start=True) as (app, screen, engine, pilot):
        await pilot.press("P")
        assert engine.requests[-1] == (engine.last.id, "pause")
        engine.tell(engine.last, Paused())
        await wait_for(pilot, lambda: screen.view is not None and screen.view.status == "paused")
        await pilot.press("P")
        assert engine.requests[-1][1] == "go"
        engine.tell(engine.last, Unpaused())
        await wait_for(pilot, lambda: screen.view is not None and screen.view.status == "running")
        await pilot.press("s")
        assert engine.requests[-1][1] == "stop"
        engine.end(engine.last, Finished(reason="stopped"))
        await wait_for(pilot, lambda: "Stopped" in screen_text(app))
        await pilot.press("s")
        assert "not active" in app.said
        await pilot.press("u")
        await wait_for(pilot, lambda: engine.resumed == [engine.last.id])


async def test_what_is_said_of_a_resumed_run_stands_until_its_end() -> None:
    async with solving(start=True) as (app, _, engine, pilot):
        engine.end(engine.last, Finished(reason="stopped"))
        await wait_for(pilot, lambda: "Stopped" in screen_text(app))
        await pilot.press("u")
        await wait_for(pilot, lambda: "The run continues from its checkpoint." in screen_text(app))
        engine.again(engine.last)
        await wait_for(pilot, lambda: "Searching; no solution yet." in screen_text(app))
        await wait_for_texts(pilot, "The run continues from its checkpoint.")
        engine.end(engine.last, Finished(reason="budget"))
        await wait_for(pilot, lambda: "Time is up" in screen_text(app))
        await wait_for(pilot, lambda: "The run continues" not in screen_text(app))


async def test_what_a_run_waits_for_has_a_bar_and_about_how_long() -> None:
    async with solving(start=True) as (app, _, engine, pilot):
        engine.numbers(engine.last, compiling=5.0, compile_seconds=20.0)
        await wait_for(pilot, lambda: "Getting ready, once: 15 s." in screen_text(app))
        engine.numbers(engine.last, phase="training", done=2_500, total=10_000, seconds_left=30.0)
        await wait_for(pilot, lambda: "2,500 of" in screen_text(app))


async def test_a_failure_is_one_line() -> None:
    async with solving(start=True) as (_, screen, engine, pilot):
        engine.end(engine.last, Failed(message="no room on the disk"))
        await wait_for(pilot, lambda: screen.view is not None and screen.view.status == "failed")
        await wait_for_texts(pilot, "Failed", "no room on the disk")


async def test_a_run_that_cannot_be_started_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    async with solving(start=False) as (app, _, engine, pilot):

        async def refuse(spec: object, *, transient: bool = False) -> object:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(engine, "launch", refuse)
        await pilot.press("enter")
        await wait_for(pilot, lambda: app.said_is_error)
        assert "No space left on device" in app.said


async def test_new_goes_back_to_the_settings_and_start_begins_again() -> None:
    async with solving(start=True) as (_, screen, engine, pilot):
        engine.end(engine.last, Finished(reason="budget"))
        await wait_for(pilot, lambda: screen.view is not None and screen.view.status == "budget")
        await pilot.press("n")
        assert screen.query_one("#settings").display
        await pilot.press("enter")
        await wait_for(pilot, lambda: len(engine.launched) == 2)


async def test_zoom_gives_the_board_the_screen() -> None:
    async with solving(start=True) as (_, screen, _, pilot):
        panel = screen.query_one("#panel")
        await pilot.press("z")
        assert not panel.display
        await pilot.press("z")
        assert panel.display


async def test_polling_rests_while_another_screen_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.screens.search.SOON", ())  # the first looks at a run, which its start asks for once
    async with solving(start=True) as (_, screen, _, pilot):
        timer = screen._timer
        assert timer is not None
        await pilot.press("1")
        await wait_for(pilot, lambda: not timer._active.is_set())
        ticks: list[int] = []
        monkeypatch.setattr(screen.shown.watched, "look", lambda: ticks.append(1))
        await pilot.pause(0.2)
        assert not ticks


async def test_of_two_puzzles_in_quick_succession_the_second_is_laid_out() -> None:
    app = make_app(first="search")
    async with app.run_test(size=(100, 40)) as pilot:
        screen = app.main_screen("search")
        for rounds in (0, 8):
            app.open_board(Loaded(registry.read("1 . 3\n. 3 .\n3 . 2\n"), "a"), face="search")
            await wait_for(pilot, lambda: screen.is_mounted and screen.query("#own-form"))
            await wait_for(pilot, lambda: screen.query_one(SearchSettings).family_name == "latin")
            app.open_board(Loaded(registry.read("morpion 5D\n"), "b"), face="search")
            for _ in range(rounds):
                await asyncio.sleep(0)
            app.open_board(Loaded(registry.read("0 1 1 1 1\n0 0 1 1 1\n"), "c"), face="search")
            await wait_for(pilot, lambda: screen.query_one(SearchSettings).family_name == "samegame")
            await wait_for(pilot, lambda: screen.query("#own-form"))
            assert {"iterations", "selective"} <= {one.name for one in screen.query(Input)} | {
                one.name for one in screen.query(Choice)
            }, rounds


async def test_a_search_is_launched_before_its_screen_is_made() -> None:
    class Watching(FakeEngine):
        async def launch(self, spec: RunSpec, *, transient: bool = False) -> Run:
            shown.append(app.current_mode)
            return await super().launch(spec, transient=transient)

    shown: list[str] = []
    app = make_app(Watching())
    async with app.run_test(size=(100, 40)) as pilot:
        screen = app.main_screen("search")
        app.open_board(loaded(), face="search", start=True)
        await wait_for(pilot, lambda: screen.is_mounted and screen.query_one("#panel", ContentSwitcher).visible)
        assert shown == ["puzzles"]
        assert screen.query_one("#panel", ContentSwitcher).current == "monitor"
        await pilot.press("n")
        await wait_for(pilot, lambda: isinstance(app.focused, Choice))
        assert screen.query_one("#panel", ContentSwitcher).current == "settings"


async def test_two_puzzles_in_quick_succession_are_both_searched() -> None:
    class Slow(FakeEngine):
        async def launch(self, spec: RunSpec, *, transient: bool = False) -> Run:
            asked.append(spec)
            await go_on.wait()
            return await super().launch(spec, transient=transient)

    asked: list[RunSpec] = []
    go_on = asyncio.Event()
    engine = Slow()
    app = make_app(engine)
    async with app.run_test(size=(100, 40)) as pilot:
        screen = app.main_screen("search")
        assert isinstance(screen, SearchScreen)
        app.open_board(loaded(), face="search", start=True)
        await wait_for(pilot, lambda: len(asked) == 1)
        app.open_board(loaded(TEXT.replace("3", "2")), face="search", start=True)
        await wait_for(pilot, lambda: len(asked) == 2)
        go_on.set()
        await wait_for(pilot, lambda: len(engine.launched) == 2 and screen.shown.watched is not None)
        assert screen.shown.watched is not None
        assert screen.shown.watched.run.id == engine.last.id
    engine.close()


async def test_of_a_long_value_a_field_shows_the_end() -> None:
    app = make_app(first="search")
    async with app.run_test(size=(100, 40)) as pilot:
        app.open_board(Loaded(registry.read("morpion 5D\n"), "a"), face="search")
        screen = app.main_screen("search")
        await wait_for(pilot, lambda: screen.is_mounted and screen.query("#own-form"))
        screen.query_one(SearchSettings).begin_with_file(f"/{'folder/' * 20}game.json")
        await wait_for(pilot, lambda: "/game.json" in screen_text(app))


@pytest.mark.parametrize("text", ["# samegame\n1 2\n2 1\n", "nrpa-5D-82"])
async def test_a_game_at_its_end_is_not_searched(text: str) -> None:
    engine = FakeEngine()
    app = make_app(engine, "search")
    known = {one.name: one.text for one in registry.get_family("morpion").examples}
    async with app.run_test(size=(100, 40)) as pilot:
        await pilot.pause()
        app.open_board(Loaded(registry.read(known.get(text, text))), face="search", start=True)
        await wait_for(pilot, lambda: "No move is left in this game: there is nothing to search." in screen_text(app))
        assert not engine.launched
        for words in ("Searching", "Getting ready", "Time is up"):
            assert words not in screen_text(app)


async def test_a_run_that_is_shown_in_place_of_a_puzzle_is_not_started_again() -> None:
    async with solving(start=True) as (app, screen, engine, pilot):
        engine.end(engine.last, Finished(reason="budget"))
        await wait_for(pilot, lambda: screen.shown.watched is not None and not screen.shown.watched.going)
        screen.take(Loaded(registry.read("# samegame\n1 2\n2 1\n")), start=True)
        app.show_run(engine.last)
        await wait_for(pilot, lambda: screen.view is not None and screen.view.ended)
        assert len(engine.launched) == 1


async def test_a_run_of_another_family_is_drawn_on_a_board_of_its_own() -> None:
    game = loaded("morpion 5D\n")
    assert isinstance(game.family.by_hand, MoveByMove)
    move = game.family.by_hand.choices(game.puzzle, ())[0].move
    async with solving(start=False) as (app, screen, engine, pilot):
        run = engine.open(default_spec(game))
        engine.tell(run, Improved(score=1.0, board=[move], at=0.1, playouts=1))
        app.show_run(run)
        screen.tick()  # comes before the board of the game is there
        await wait_for(pilot, lambda: "1 move" in screen_text(app))
