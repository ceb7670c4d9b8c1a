"""The user's own puzzles in Puzzles: generated and typed ones, kept until they are deleted."""

from __future__ import annotations

from pathlib import Path

import pytest
from drivers.fake_engine import FakeEngine, make_app, screen_text, wait_for
from textual.widgets import Input

from puzzles import registry
from solvers.runs.events import Finished, Generated
from solvers.runs.spec import GenerateSpec
from tui.kept.loaded import Loaded
from tui.kept.user_files import OwnPuzzles
from tui.screens.order_dialogs import GenerateDialog
from tui.widgets.board_pane import BoardPane
from tui.widgets.form import Choice
from tui.widgets.lists import VimList

GOOD = "1 . 3\n. 3 .\n3 . 2\n"


async def test_a_generated_puzzle_is_listed_and_generating_can_be_stopped() -> None:
    engine = FakeEngine()
    app = make_app(engine)
    puzzle = registry.read(GOOD)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("g")
        await wait_for(pilot, lambda: isinstance(app.screen, GenerateDialog))
        await pilot.press("enter")
        await wait_for(pilot, lambda: engine.launched)
        spec = engine.last.spec()
        assert isinstance(spec, GenerateSpec)
        assert spec.parameters["order"] == 20
        engine.numbers(engine.last, compiling=5.0, compile_seconds=20.0)
        await wait_for(pilot, lambda: "Compiled in about 15 s" in screen_text(app))
        await pilot.press("escape")
        await wait_for(pilot, lambda: engine.requests and engine.requests[-1][1] == "stop")
        assert isinstance(app.screen, GenerateDialog)
        await pilot.press("enter")
        await wait_for(pilot, lambda: len(engine.launched) == 2)
        engine.end(
            engine.last,
            Generated(puzzle=registry.get_family("latin").to_json(puzzle), solution=[]),
            Finished(reason="done"),
        )
        await wait_for(pilot, lambda: app.own_puzzles.puzzles)
        await wait_for(pilot, lambda: "Latin square, order 3, 4 holes" in screen_text(app))
        assert [one.puzzle for one in app.own_puzzles.puzzles.values()] == [puzzle]
        assert "w saves it, x deletes it" in app.said
    engine.close()


async def test_own_puzzles_are_there_after_a_restart_until_they_are_deleted() -> None:
    first, second = registry.read(GOOD), registry.read("1 2\n2 .\n", family_name="latin")
    before = make_app()
    for puzzle in (first, second):
        assert before.own_puzzles.kept(before.own_puzzles.add(Loaded(puzzle, "generated")))
    app = make_app()
    async with app.run_test(size=(80, 40)) as pilot:
        rows = app.screen.query_one(VimList)
        await wait_for(pilot, lambda: rows.option_count)
        names = list(app.own_puzzles.puzzles)
        listed = [option.id for option in rows.options]
        assert all(f"own:{name}" in listed for name in names)
        assert [app.own_puzzles.puzzles[name].puzzle for name in names] == [first, second]
        rows.highlight(f"own:{names[0]}")
        await wait_for(pilot, lambda: app.screen.query_one(BoardPane).loaded == Loaded(first, "generated"))
        await pilot.press("x")
        await wait_for(pilot, lambda: app.screen.is_modal)
        await pilot.press("escape")
        assert len(app.own_puzzles.puzzles) == 2
        await pilot.press("x", "enter")
        await wait_for(pilot, lambda: app.said == "Deleted.")
        await wait_for(pilot, lambda: app.screen.query_one(BoardPane).loaded == Loaded(second, "generated"))
    assert [one.puzzle for one in make_app().own_puzzles.puzzles.values()] == [second]


async def test_own_puzzles_stand_first_the_newest_above_and_typed_ones_are_among_them() -> None:
    before = make_app()
    generated = before.own_puzzles.add(Loaded(registry.read(GOOD), "generated"))
    app = make_app()
    async with app.run_test(size=(80, 40)) as pilot:
        rows = app.screen.query_one(VimList)
        await wait_for(pilot, lambda: rows.option_count)
        assert [option.id for option in rows.options][1] == f"own:{generated}"
        assert rows.highlighted_id == f"own:{generated}"
        await pilot.press("3", *"1", "space", "full_stop", "enter", "full_stop", "space", *"2", "ctrl+t")
        await wait_for(pilot, lambda: app.current_mode == "search")
        await pilot.press("e")
        await wait_for(pilot, lambda: app.current_mode == "edit")
        await pilot.press("ctrl+t")  # the same puzzle again
        await wait_for(pilot, lambda: app.current_mode == "search")
        app.action_show("puzzles")
        await wait_for(pilot, lambda: app.current_mode == "puzzles")
        old, typed = app.own_puzzles.puzzles.values()
        assert old.puzzle == registry.read(GOOD)
        assert typed.puzzle == registry.read("1 .\n. 2\n")
        made, own = app.own_puzzles.puzzles
        assert [option.id for option in rows.options][:4] == [None, f"own:{own}", None, f"own:{made}"]


async def test_an_example_that_is_solved_from_its_text_does_not_become_an_own_puzzle() -> None:
    app = make_app()
    async with app.run_test(size=(80, 40)) as pilot:
        await wait_for(pilot, lambda: app.screen.query_one(VimList).option_count)
        await pilot.press("e")
        await wait_for(pilot, lambda: app.current_mode == "edit")
        await pilot.press("ctrl+t")
        await wait_for(pilot, lambda: app.current_mode == "search")
        assert not app.own_puzzles.puzzles


def test_a_damaged_file_among_the_own_puzzles_is_left_out_and_left_alone(tmp_path: Path) -> None:
    own = OwnPuzzles(tmp_path)
    own.add(Loaded(registry.read(GOOD), "generated"))
    for name, text in (
        ("a.json", "{"),
        ("b.json", '{"family": "chess", "puzzle": {}, "source": ""}'),
        ("c.json", "[]"),
    ):
        (own.folder / name).write_text(text)
    assert [one.puzzle for one in OwnPuzzles(tmp_path).puzzles.values()] == [registry.read(GOOD)]
    assert (own.folder / "a.json").exists()


async def test_a_disk_that_refuses_an_own_puzzle_is_said_and_the_puzzle_stays_for_now(tmp_path: Path) -> None:
    engine = FakeEngine()
    app = make_app(engine)
    app.own_puzzles.folder = tmp_path / "file" / "below"
    (tmp_path / "file").write_text("no folder")
    async with app.run_test(size=(80, 40)) as pilot:
        await pilot.press("g")
        await wait_for(pilot, lambda: isinstance(app.screen, GenerateDialog))
        await pilot.press("enter")
        await wait_for(pilot, lambda: engine.launched)
        data = registry.get_family("latin").to_json(registry.read(GOOD))
        engine.end(engine.last, Generated(puzzle=data, solution=[]), Finished(reason="done"))
        await wait_for(pilot, lambda: "can't be kept" in app.said)
        assert app.said_is_error
        await wait_for(pilot, lambda: "Latin square, order 3, 4 holes" in screen_text(app))
    engine.close()


async def test_settings_that_do_not_go_together_are_refused_in_the_dialog() -> None:
    engine = FakeEngine()
    app = make_app(engine)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("g")
        await wait_for(pilot, lambda: app.screen.query(Input))
        order, _, holes = list(app.screen.query(Input))[:3]
        order.value, holes.value = "3", "10"
        await pilot.press("enter")
        await wait_for(pilot, lambda: "hole_count is 10; expected at most 9 for order 3" in screen_text(app))
        assert not engine.launched


async def test_a_wrong_setting_of_the_generator_is_said_in_the_dialog() -> None:
    engine = FakeEngine()
    app = make_app(engine)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("g")
        await wait_for(pilot, lambda: app.screen.query(Input))
        app.screen.query(Input).first().value = "many"
        await pilot.press("enter")
        await wait_for(pilot, lambda: "order is 'many'" in screen_text(app))
        assert not engine.launched


@pytest.mark.parametrize("key", ["down", "tab"])
async def test_one_key_leads_from_the_family_to_the_first_setting_and_one_back(key: str) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("g")
        await wait_for(pilot, lambda: isinstance(app.screen, GenerateDialog) and app.screen.query(Input))
        await pilot.press(key, "9", "7")
        assert app.screen.query(Input).first().value == "97"
        await pilot.press("up" if key == "down" else "shift+tab")
        await wait_for(pilot, lambda: isinstance(app.focused, Choice) and app.focused.name == "family")
        await pilot.press("right")
        await wait_for(pilot, lambda: app.screen.family_name == "kakuro")  # type: ignore[attr-defined]
