"""The Solve screen: from Enter to the verified solution, with a run whose events the test writes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from drivers.fake_engine import FakeEngine, make_app, screen_text, wait_for
from textual.pilot import Pilot
from textual.widgets import Input

from puzzles import registry
from solvers.runs.events import Counted, Failed, Finished, Improved, Paused, Solved, Unpaused
from solvers.runs.spec import SolveSpec
from tui.app import McsTuiApp
from tui.boards.grid_board import GridBoard
from tui.loaded import Loaded
from tui.screens.path_dialog import PathDialog
from tui.screens.solve import SolveScreen
from tui.theme import CALM, SIXTEEN
from tui.widgets.board_pane import BoardPane
from tui.widgets.form import Choice
from tui.widgets.solve_settings import SolveSettings

TEXT = ". . 3 .\n. . . .\n1 . . .\n. . . .\n"
ONE = [0, 1, 2, 3, 1, 2, 3, 0, 2, 3, 0, 1, 3, 0, 1, 2]
ONE = [3, 1, 2, 0, 2, 0, 3, 1, 0, 2, 1, 3, 1, 3, 0, 2]
OTHER = [1, 3, 2, 0, 2, 0, 3, 1, 0, 2, 1, 3, 3, 1, 0, 2]


def loaded(text: str = TEXT) -> Loaded:
    return Loaded(registry.read(text))


@asynccontextmanager
async def solving(
    start: bool, size: tuple[int, int] = (80, 24), **options: object
) -> AsyncIterator[tuple[McsTuiApp, SolveScreen, FakeEngine, Pilot[int]]]:
    """The app on the Solve screen, with the puzzle, and with a run if `start`."""
    engine = FakeEngine()
    app = make_app(engine, **options)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        app.solve(loaded(), start=start)
        screen = app.main_screen("solve")
        assert isinstance(screen, SolveScreen)
        await wait_for(pilot, lambda: screen.is_mounted and screen.query("#own-form"))
        if start:
            await wait_for(pilot, lambda: screen.view is not None)
        yield app, screen, engine, pilot
    engine.close()


def shown(screen: SolveScreen) -> tuple[int, ...]:
    """The board that is drawn."""
    board = screen.query_one(BoardPane).board
    assert board is not None
    return board.board


async def test_enter_starts_with_good_defaults() -> None:
    async with solving(start=False) as (_, screen, engine, pilot):
        await pilot.press("enter")
        await wait_for(pilot, lambda: screen.view is not None)
        spec = engine.last.spec()
        assert isinstance(spec, SolveSpec)
        assert (spec.algorithm, spec.mode, spec.prior, spec.seconds) == ("backtracking", "strong", "auto", 60.0)
        assert spec.playouts is None
        assert spec.count_seconds > 0


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


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [("seconds", "soon", "seconds is 'soon'"), ("seconds", "0", "no budget"), ("workers", "99", "1 to 64")],
)
async def test_a_wrong_setting_is_said_beside_the_form(name: str, value: str, expected: str) -> None:
    async with solving(start=False, size=(120, 40)) as (app, screen, engine, pilot):
        next(field for field in screen.query(Input) if field.name == name).value = value
        screen.action_start()
        await pilot.pause()
        assert not engine.launched
        assert expected in " ".join(screen_text(app).split())
        assert screen.query_one(SolveSettings).display


async def test_enter_right_after_another_algorithm_takes_its_defaults() -> None:
    async with solving(start=False) as (_, screen, engine, pilot):
        next(choice for choice in screen.query(Choice) if choice.name == "algorithm").value = "nrpa"
        screen.action_start()  # before the form of NRPA's own settings has come
        await wait_for(pilot, lambda: engine.launched)
        spec = engine.last.spec()
        assert isinstance(spec, SolveSpec)
        assert (spec.algorithm, "failures" in spec.parameters) == ("nrpa", False)


async def test_live_numbers_and_board_are_drawn() -> None:
    async with solving(start=True, size=(120, 40)) as (app, screen, engine, pilot):
        partial = list(loaded().start)
        partial[0] = 3
        engine.tell(engine.last, Improved(at=0.5, playouts=10, score=-13.0, board=partial))
        engine.numbers(engine.last, at=4.0, playouts=1234567, rate=81234.0, best_score=-13.0)
        await wait_for(pilot, lambda: shown(screen)[0] == 3 and "1.23 M" in screen_text(app))
        text = screen_text(app)
        assert "Running" in text
        assert "1.23 M" in text
        assert "81,234 a second" in text
        assert "-13" in text
        assert "4.0 s of 60 s" in text


async def test_a_score_over_time_is_charted() -> None:
    from tui.widgets.chart import ScoreChart

    async with solving(start=True, size=(120, 40)) as (app, screen, engine, pilot):
        board = list(loaded().start)
        for number in range(4):
            engine.tell(engine.last, Improved(at=number, playouts=number, score=number - 9.0, board=board))
        await wait_for(pilot, lambda: screen.query(ScoreChart))
        await wait_for(pilot, lambda: "best score over seconds" in screen_text(app))
        chart = screen.query_one(ScoreChart)
        seconds: list[float] = []
        start = chart._clock() + 10.0
        chart.plt.plot = lambda at, scores, **_: seconds.append(at[-1])  # type: ignore[method-assign]
        history = ((0.0, -9.0), (2.0, -7.0))
        for later, until in ((0.0, 2.0), (0.9, 9.0), (1.1, 9.0), (5.0, 9.5), (9.0, 10.0)):
            chart._clock = lambda later=later: start + later  # type: ignore[misc]
            chart.draw(history, until)
        assert seconds == [2.0, 9.0, 10.0], "at most once a second, and only if it has something new to show"


async def test_in_sixteen_colours_a_chart_has_its_own_and_the_terminals() -> None:
    from tui.widgets.chart import ScoreChart

    async with solving(start=True, size=(120, 40)) as (app, screen, engine, pilot):
        app.theme = SIXTEEN.name
        for number in range(4):
            board = list(loaded().start)
            engine.tell(engine.last, Improved(at=number, playouts=number, score=number - 9.0, board=board))
        await wait_for(pilot, lambda: screen.query(ScoreChart))
        await wait_for(pilot, lambda: "best score over seconds" in screen_text(app))
        region = screen.query_one(ScoreChart).region
        drawn = screen._compositor.render_strips(app.size)[region.y : region.bottom]
        parts = [part for strip in drawn for part in strip.crop(region.x, region.right)]
        colours = {color for part in parts if part.style for color in (part.style.color, part.style.bgcolor)}
        assert {color.name for color in colours if color} == {"default", "color(6)"}, "no black on black"


async def test_in_sixteen_colours_keys_and_headlines_can_be_read_on_black_and_on_white() -> None:
    async with solving(start=True) as (app, screen, engine, pilot):
        app.theme = SIXTEEN.name
        await wait_for(pilot, lambda: "Running" in screen_text(app))

        def colour(words: str) -> str:
            """The colour of the words where they stand first on the screen."""
            for strip in screen._compositor.render_strips(app.size):
                for part in strip:
                    if words in part.text and part.style and part.style.color:
                        return part.style.color.name
            raise AssertionError(words)

        assert [colour(words) for words in ("3 Solve", "Stop", "Running")] == ["default"] * 3, "not dark blue"
        engine.end(
            engine.last,
            Solved(at=0.1, playouts=5, score=0, board=ONE, seconds=0.1),
            Finished(at=0.1, playouts=5, reason="solved"),
        )
        await wait_for(pilot, lambda: "Solved in" in screen_text(app))
        assert colour("Solved in") == "color(2)", "green"


async def test_the_verified_solution_and_its_twin() -> None:
    async with solving(start=True) as (app, screen, engine, pilot):
        engine.end(
            engine.last,
            Solved(at=0.1, playouts=5, score=0, board=ONE, seconds=0.00031),
            Counted(at=0.1, playouts=5, solutions="several", boards=[ONE, OTHER]),
            Finished(at=0.1, playouts=5, reason="solved"),
        )
        await wait_for(pilot, lambda: screen.view is not None and screen.view.status == "solved")
        text = " ".join(screen_text(app).split())
        assert "Solved in 0.31 ms, verified" in text
        assert "at least two" in text
        assert shown(screen) == tuple(ONE)
        await pilot.press("f")
        assert shown(screen) == tuple(OTHER)
        assert screen.query_one(BoardPane).board.marked == {0, 1, 12, 13}  # type: ignore[union-attr]
        await pilot.press("f")
        assert shown(screen) == loaded().start
        await pilot.press("f")
        assert shown(screen) == tuple(ONE)


async def test_the_only_solution_says_so_and_is_copied_and_saved(tmp_path: Path) -> None:
    async with solving(start=True) as (app, _, engine, pilot):
        engine.end(
            engine.last,
            Solved(playouts=5, score=0, board=ONE, seconds=0.1),
            Counted(playouts=5, solutions="unique", boards=[ONE]),
            Finished(playouts=5, reason="solved"),
        )
        await wait_for(pilot, lambda: "only solution" in screen_text(app))
        await pilot.press("c")
        assert app.clipboard.split() == [str(value + 1) for value in ONE]
        assert "Copied" in app.said
        await pilot.press("w")
        await wait_for(pilot, lambda: isinstance(app.screen, PathDialog))
        target = tmp_path / "solution.txt"
        app.screen.query_one(Input).value = str(target)
        await pilot.press("enter")
        await wait_for(pilot, lambda: app.said.startswith("Saved"))
        assert target.read_text().split() == app.clipboard.split()


async def test_stop_and_pause_reach_the_run() -> None:
    async with solving(start=True) as (app, screen, engine, pilot):
        await pilot.press("p")
        assert engine.requests[-1] == (engine.last.id, "pause")
        engine.tell(engine.last, Paused())
        await wait_for(pilot, lambda: screen.view is not None and screen.view.status == "paused")
        await pilot.press("p")
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
        await wait_for(pilot, lambda: "It goes on from its checkpoint." in screen_text(app))
        engine.again(engine.last)
        await wait_for(pilot, lambda: "Running" in screen_text(app))
        assert "It goes on from its checkpoint." in screen_text(app)
        engine.end(engine.last, Finished(reason="budget"))
        await wait_for(pilot, lambda: "budget is spent" in screen_text(app))
        await wait_for(pilot, lambda: "It goes on" not in screen_text(app))


async def test_a_failure_is_one_line() -> None:
    async with solving(start=True) as (app, screen, engine, pilot):
        engine.end(engine.last, Failed(message="no room on the disk"))
        await wait_for(pilot, lambda: screen.view is not None and screen.view.status == "failed")
        assert "Failed" in screen_text(app)
        assert "no room on the disk" in screen_text(app)


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
    async with solving(start=True) as (_, screen, _, pilot):
        timer = screen._timer
        assert timer is not None
        await pilot.press("1")
        await wait_for(pilot, lambda: not timer._active.is_set())
        ticks: list[int] = []
        monkeypatch.setattr(screen.watched, "look", lambda: ticks.append(1))
        await pilot.pause(0.2)
        assert not ticks


async def test_of_two_puzzles_in_quick_succession_the_second_is_laid_out() -> None:
    app = make_app()
    async with app.run_test(size=(100, 40)) as pilot:
        screen = app.main_screen("solve")
        for rounds in (0, 2, 4, 8, 16, 32):
            app.solve(Loaded(registry.read("1 . 3\n. 3 .\n3 . 2\n"), "a"), start=False)
            await wait_for(pilot, lambda: screen.is_mounted and screen.query("#own-form"))
            await wait_for(pilot, lambda: screen.query_one(SolveSettings).family_name == "latin")
            app.solve(Loaded(registry.read("morpion 5D\n"), "b"), start=False)
            for _ in range(rounds):
                await asyncio.sleep(0)
            app.solve(Loaded(registry.read("0 1 1 1 1\n0 0 1 1 1\n"), "c"), start=False)
            await wait_for(pilot, lambda: screen.query_one(SolveSettings).family_name == "samegame")
            await wait_for(pilot, lambda: screen.query("#own-form"))
            assert {"iterations", "selective"} <= {one.name for one in screen.query(Input)} | {
                one.name for one in screen.query(Choice)
            }, rounds


async def test_of_a_long_value_a_field_shows_the_end() -> None:
    app = make_app()
    async with app.run_test(size=(100, 40)) as pilot:
        app.solve(Loaded(registry.read("morpion 5D\n"), "a"), start=False)
        screen = app.main_screen("solve")
        await wait_for(pilot, lambda: screen.is_mounted and screen.query("#own-form"))
        field = screen.query_one(SolveSettings).warm_start_field()
        assert field is not None
        field.focus()
        field.value = f"/{'folder/' * 20}game.json"
        await wait_for(pilot, lambda: "/game.json" in screen_text(app))


async def test_no_old_verdict_stands_beside_a_new_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    async with solving(start=True, size=(120, 40)) as (app, screen, engine, pilot):
        board = list(loaded().start)
        engine.tell(engine.last, Improved(at=0.5, playouts=10, score=-13.0, board=board))
        engine.end(engine.last, Finished(at=9.0, playouts=10, reason="exhausted"))
        await wait_for(pilot, lambda: "No solution" in screen_text(app))
        go_on, fit = asyncio.Event(), SolveSettings.fit

        async def slow_fit(settings: SolveSettings, puzzle: Loaded) -> None:
            await go_on.wait()
            await fit(settings, puzzle)

        monkeypatch.setattr(SolveSettings, "fit", slow_fit)
        new = Loaded(registry.read("1 . . .\n. . . .\n. . . .\n. . . 2\n"))
        app.solve(new, start=False)
        await wait_for(pilot, lambda: screen.query_one(BoardPane).loaded == new)
        await pilot.pause()
        assert "No solution" not in screen_text(app)
        assert "-13" not in screen_text(app)
        assert "the puzzle" not in screen_text(app), "the caption was of the run"
        go_on.set()
        await wait_for(pilot, lambda: "algorithm" in screen_text(app))


def colour_of(app: McsTuiApp, screen: SolveScreen, index: int) -> str:
    """The colour in which the board's i-th value is drawn."""
    board = screen.query_one(GridBoard)
    region = board.region_of(index)
    strip = board.render_line(region.y).crop(region.x, region.right)
    return next(part.style.color.name for part in strip if part.text.strip() and part.style and part.style.color)


async def test_a_puzzle_proved_unsolvable_is_drawn_bare() -> None:
    async with solving(start=True, size=(120, 40)) as (app, screen, engine, pilot):
        app.theme = CALM.name
        partial = [0 if value < 0 else value for value in loaded().start]
        engine.tell(engine.last, Improved(at=0.5, playouts=10, score=-2.0, board=partial))
        await wait_for(pilot, lambda: shown(screen) == tuple(partial))
        found = app.theme_variables["success"].lower()
        assert colour_of(app, screen, 0).lower() != found, "green is for solutions"
        engine.end(engine.last, Finished(at=9.0, playouts=10, reason="exhausted"))
        await wait_for(pilot, lambda: "No solution" in screen_text(app))
        assert shown(screen) == loaded().start
        assert "best position" not in screen_text(app)


async def test_a_solution_is_drawn_in_the_colour_of_success() -> None:
    async with solving(start=True, size=(120, 40)) as (app, screen, engine, pilot):
        app.theme = CALM.name
        engine.tell(engine.last, Solved(at=0.5, seconds=0.5, score=0.0, playouts=10, board=ONE))
        await wait_for(pilot, lambda: shown(screen) == tuple(ONE))
        assert colour_of(app, screen, 0).lower() == app.theme_variables["success"].lower()


@pytest.mark.parametrize("text", ["# samegame\n1 2\n2 1\n", "nrpa-5D-82"])
async def test_a_game_at_its_end_is_not_searched(text: str) -> None:
    engine = FakeEngine()
    app = make_app(engine)
    known = {one.name: one.text for one in registry.get_family("morpion").examples}
    async with app.run_test(size=(100, 40)) as pilot:
        await pilot.pause()
        app.solve(Loaded(registry.read(known.get(text, text))), start=True)
        await wait_for(pilot, lambda: "No move is left in this game: there is nothing to search." in screen_text(app))
        assert not engine.launched
        for words in ("Running", "Starting", "budget"):
            assert words not in screen_text(app)
