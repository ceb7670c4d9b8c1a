"""The Search screen on a puzzle that optimises: its settings, a game to learn from, and the best game as the result."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from drivers.ended_runs import GAME, improved
from drivers.fake_engine import FakeEngine, make_app, screen_text, wait_for
from drivers.morpion_games import record_files, record_moves
from textual.pilot import Pilot
from textual.widgets import Input

from puzzles import registry
from puzzles.morpion.puzzle import MorpionPuzzle, board_of
from solvers.registry import algorithms_for
from solvers.runs.events import AnyEvent, Finished, Solved
from solvers.runs.spec import SolveSpec
from tui.app import McsTuiApp
from tui.kept.loaded import Loaded
from tui.screens.order_dialogs import GenerateDialog, TrainDialog
from tui.screens.path_dialog import PathDialog
from tui.screens.search import SearchScreen
from tui.widgets.form import Choice
from tui.widgets.new_search import parameters_for
from tui.widgets.search_settings import SearchSettings

MORPION = registry.get_family("morpion")
BEST = f"Best: {len(GAME)} moves, found after 1.0 s."


def test_modes_of_a_familys_own_are_not_explained_by_those_of_ours() -> None:
    latin = registry.get_family("latin")
    texts = []
    for modes in (latin.rules.modes, ("narrow", "broad")):
        family = replace(latin, rules=replace(latin.rules, modes=modes))
        texts += [one.explanation for one in parameters_for(family) if one.name == "mode"]
    assert ["strong" in text for text in texts] == [True, False]


@asynccontextmanager
async def solving(
    start: bool, variant: str = "5D"
) -> AsyncIterator[tuple[McsTuiApp, SearchScreen, FakeEngine, Pilot[int]]]:
    """The app on the Search screen with an empty cross, and with a run if `start`."""
    engine = FakeEngine()
    app = make_app(engine, "search")
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        app.open_board(Loaded(registry.read(f"morpion {variant}\n")), face="search", start=start)
        screen = app.main_screen("search")
        assert isinstance(screen, SearchScreen)
        await wait_for(pilot, lambda: screen.view is not None if start else screen.query("#own-form"))
        yield app, screen, engine, pilot
    engine.close()


def words(app: McsTuiApp) -> str:
    return " ".join(screen_text(app).split())


def spec_of(engine: FakeEngine) -> SolveSpec:
    spec = engine.last.spec()
    assert isinstance(spec, SolveSpec)
    return spec


async def test_only_what_the_family_has_is_offered_and_its_defaults_stand_there() -> None:
    async with solving(start=False) as (_, screen, engine, pilot):
        choices = {choice.name: choice for choice in screen.query(Choice)}
        fields = {field.name: field for field in screen.query(Input)}
        assert choices["algorithm"].values == [one.name for one in algorithms_for(MORPION)]
        assert choices["algorithm"].value == MORPION.default_algorithm
        assert not {"mode", "prior"} & set(choices)
        assert not {"prior_tau", "second"} & set(fields)
        assert fields["iterations"].value == "100"
        await pilot.press("enter")
        await wait_for(pilot, lambda: engine.launched)
        spec = spec_of(engine)
        assert (spec.algorithm, spec.mode, spec.prior, spec.count_seconds) == ("nrpa", "strong", "none", 0.0)
        assert (spec.parameters["iterations"], spec.warm_start) == (100, [])


async def test_a_latin_square_after_a_game_has_its_own_settings_again() -> None:
    async with solving(start=False) as (app, screen, _, pilot):
        app.open_board(Loaded(registry.read("1 . 3\n. 3 .\n3 . 2\n")), face="search")
        await wait_for(pilot, lambda: "mode" in {choice.name for choice in screen.query(Choice)})
        await wait_for(pilot, lambda: "failures" in {field.name for field in screen.query(Input)})
        choices = {choice.name: choice for choice in screen.query(Choice)}
        assert (choices["algorithm"].value, choices["mode"].value) == ("backtracking", "strong")


async def test_a_game_to_learn_from_is_chosen_and_reaches_the_run(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(MORPION.write(MorpionPuzzle("5D", GAME), "msr"))
    async with solving(start=False) as (app, screen, engine, pilot):
        await pilot.press("b")
        await wait_for(pilot, lambda: isinstance(app.screen, PathDialog))
        app.screen.query_one(Input).value = str(path)
        await pilot.press("enter")
        await wait_for(pilot, lambda: app.screen is screen)
        await pilot.press("enter")
        await wait_for(pilot, lambda: engine.launched)
        assert spec_of(engine).warm_start == list(board_of(GAME))
        screen.action_details()
        await wait_for(pilot, lambda: f"warm start of {len(GAME)}" in words(app))


async def test_a_design_to_begin_with_reaches_the_local_search(tmp_path: Path) -> None:
    path = tmp_path / "design.txt"
    path.write_text("GGGGAAAACCCC\n")
    async with solving(start=False) as (app, screen, engine, pilot):
        app.open_board(Loaded(registry.read("((((....))))\n")), face="search")
        await wait_for(pilot, lambda: "patience" in {field.name for field in screen.query(Input)})
        screen.query_one(SearchSettings).begin_with_file(str(path))
        screen.action_start()
        await wait_for(pilot, lambda: engine.launched)
        spec = spec_of(engine)
        assert (spec.algorithm, len(spec.warm_start)) == ("annealing", 12)
        assert spec.warm_start == list(
            registry.get_family("rna").parse_board(registry.read("((((....))))\n"), path.read_text())
        )


@pytest.mark.parametrize(("text", "expected"), [(None, "No such file"), ("1 2\n2 1\n", "expected")])
async def test_a_wrong_warm_start_is_said_beside_the_form(text: str | None, expected: str, tmp_path: Path) -> None:
    path = tmp_path / "game"
    if text is not None:
        path.write_text(text)
    async with solving(start=False) as (app, screen, engine, pilot):
        screen.query_one(SearchSettings).begin_with_file(str(path))
        screen.action_start()
        await pilot.pause()
        assert not engine.launched
        assert expected in words(app)
        assert isinstance(screen.focused, Input)
        assert screen.focused.name == "file"


async def test_a_search_that_does_not_learn_begins_with_no_game() -> None:
    async with solving(start=False) as (_, screen, _engine, pilot):
        choice = next(one for one in screen.query(Choice) if one.name == "algorithm")
        choice.focus()
        while choice.value != "sampling":
            await pilot.press("l")
        begin = lambda: next(one for one in screen.query(Choice) if one.name == "begin_with")  # noqa: E731
        await wait_for(pilot, lambda: begin().values == ["nothing", "file's position"])


@pytest.mark.parametrize(("reason", "message"), [("budget", "Time is up."), ("stopped", "u lets it go on.")])
async def test_the_best_game_is_the_result(reason: str, message: str) -> None:
    async with solving(start=True) as (app, _, engine, pilot):
        engine.end(engine.last, improved(), Finished(reason=reason, at=2.0, playouts=9, best_score=len(GAME)))
        await wait_for(pilot, lambda: BEST in words(app))
        assert message in words(app)
        assert "not solved" not in words(app).lower()
        await pilot.press("y")
        copied = MORPION.parse_board(registry.read("morpion 5D\n"), app.clipboard)
        assert copied == board_of(GAME)


async def test_a_game_that_can_not_be_bettered_is_called_optimal(benchmark_data: Path) -> None:
    variant, moves = record_moves(record_files(benchmark_data)["4D-hyyroporanen35"])
    async with solving(start=True, variant=variant) as (app, _, engine, pilot):
        claim = Solved(score=35, board=list(board_of(moves)), seconds=0.5, playouts=9)
        engine.end(engine.last, claim, Finished(reason="solved", playouts=9))
        await wait_for(pilot, lambda: "35 moves, found after 0 s." in words(app))
        assert "Nothing better is possible (proved)." in words(app)
        assert "second solution" not in words(app)


@pytest.mark.parametrize(
    "event",
    [
        improved((GAME[0], *GAME[2:]), score=len(GAME) - 1),
        improved(score=len(GAME) + 1),
        Solved(score=len(GAME), board=list(board_of(GAME)), seconds=0.5, playouts=9),
    ],
)
async def test_a_game_that_fails_the_checker_is_not_shown(event: AnyEvent) -> None:
    async with solving(start=True) as (app, screen, engine, pilot):
        engine.end(engine.last, event, Finished(reason="budget", at=2.0, playouts=9))
        await wait_for(pilot, lambda: "did not pass the checker" in words(app))
        assert "Failed" in words(app)
        assert "found after" not in words(app)
        assert screen.view is not None
        assert screen.view.board is None


async def test_what_the_family_has_not_is_not_offered_in_dialogs() -> None:
    async with solving(start=False) as (app, screen, _, pilot):
        trained = ["latin", "kakuro", "sudoku", "rna"]
        generated = ["latin", "kakuro", "sudoku", "samegame", "tsptw"]
        for dialog, able in ((TrainDialog(screen.loaded), trained), (GenerateDialog(), generated)):
            app.push_screen(dialog)
            await wait_for(pilot, lambda: app.screen.query(Choice))
            choice = next(one for one in app.screen.query(Choice) if one.name == "family")
            assert (choice.values, choice.value) == (able, "latin")
            await pilot.press("escape")
            await wait_for(pilot, lambda: app.screen is screen)
