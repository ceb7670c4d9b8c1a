"""Leaving the app: asked at most once, in order from every screen and dialog, and nothing begins any more."""

from __future__ import annotations

from typing import Any

import pytest
from drivers.fake_engine import FakeEngine, make_app, screen_text, wait_for
from drivers.key_effects import settle
from textual.events import Key
from textual.pilot import Pilot
from textual.widget import MountError
from textual.widgets import Input, Label

from puzzles import registry
from solvers.runs.events import Improved
from solvers.runs.spec import SolveSpec
from tui.app import McsTuiApp
from tui.kept.loaded import Loaded
from tui.keys import key_table
from tui.screens.dialog import Dialog
from tui.widgets.board_pane import BoardPane
from tui.widgets.lists import VimList

DIALOGS = {
    "open": ("puzzles", "open"),
    "generate": ("puzzles", "generate"),
    "palette": ("puzzles", "app.palette"),
    "help": ("puzzles", "app.help"),
    "train": ("priors", "train"),
    "text": ("edit", "open"),
    "leave": ("puzzles", "app.leave"),
}
"""Dialogs: the screen that opens each, and the action that does."""


async def test_leaving_asks_only_if_runs_go_on() -> None:
    engine = FakeEngine()
    app = make_app(engine)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot, "puzzles")
        app.open_board(Loaded(registry.read("1 . 3\n. 3 .\n3 . 2\n")), face="search", start=True)
        await wait_for(pilot, lambda: engine.launched)
        engine.tell(engine.last, Improved(score=-1.0, playouts=1, board=[-1] * 9))
        await pilot.press("q")
        await wait_for(pilot, lambda: "1 run will go on" in screen_text(app))
        await pilot.press("escape")
        assert app.return_value is None
        engine.close()
        await pilot.press("q")
        await wait_for(pilot, lambda: app.return_value == 0)


@pytest.mark.parametrize("name", key_table.SCREENS)
async def test_after_quit_no_action_of_any_screen_begins(name: str) -> None:
    app = make_app(first=name)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot, name)
        app.exit(0)  # the screens are still there until the loop runs
        for scope, family in ((name, app.screen), ("app", app)):
            for action in key_table.of(scope):
                assert not await family.run_action(action.call), action.id
        assert len(app.screen_stack) == 1
    assert app.return_value == 0


@pytest.mark.parametrize("key", ["w", "o", "g", "e", "s", "enter", "question_mark", "ctrl+p", "x", "2", "3", "5"])
async def test_a_key_right_behind_quit_is_dropped(key: str) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for(pilot, lambda: app.screen.query_one(VimList).option_count)
        for typed in ("q", key):
            app.post_message(Key(typed, None))
        await wait_for(pilot, lambda: not app.is_running)
    assert app.return_value == 0
    assert not app.crash_line


async def test_a_dialog_that_opens_while_the_app_closes_is_no_defect() -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for(pilot, lambda: app.screen.query_one(VimList).option_count)
        await app.screen.run_action("open")
        app.exit(0)
    assert app.return_value == 0
    assert not app.crash_line


async def dialog_of(app: McsTuiApp, pilot: Pilot[int], name: str) -> Dialog[Any]:
    """The open dialog."""
    screen, action = DIALOGS[name]
    await settle(app, pilot, screen)
    await app.screen.run_action(action)
    await wait_for(pilot, lambda: isinstance(app.screen, Dialog))
    assert isinstance(app.screen, Dialog)
    return app.screen


@pytest.mark.parametrize("name", DIALOGS)
async def test_actions_of_a_dialog_right_behind_quit_do_nothing(name: str) -> None:
    engine = FakeEngine()
    engine.open(SolveSpec(family="latin", puzzle={}, title="a live one", algorithm="gnrpa"))
    app = make_app(engine)
    async with app.run_test(size=(80, 24)) as pilot:
        dialog = await dialog_of(app, pilot, name)
        app.exit(0)
        for action in key_table.of(dialog.SCOPE):
            assert not await dialog.run_action(action.call), action.id
            for key in action.keys:
                app.post_message(Key(key, None))
    assert app.return_value == 0
    assert not app.crash_line
    engine.close()


@pytest.mark.parametrize("name", [name for name in DIALOGS if name != "leave"])
async def test_the_app_can_be_left_from_a_dialog(name: str) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await dialog_of(app, pilot, name)
        await pilot.press("ctrl+q")
        await wait_for(pilot, lambda: app.return_value == 0)
    assert not app.crash_line


async def test_leaving_is_asked_once() -> None:
    engine = FakeEngine()
    engine.open(SolveSpec(family="latin", puzzle={}, title="a live one", algorithm="gnrpa"))
    app = make_app(engine)
    async with app.run_test(size=(80, 24)) as pilot:
        await dialog_of(app, pilot, "leave")
        stack = len(app.screen_stack)
        await pilot.press("ctrl+q")
        await pilot.pause()
        assert len(app.screen_stack) == stack
        await pilot.press("enter")
        await wait_for(pilot, lambda: app.return_value == 0)
    engine.close()


@pytest.mark.parametrize("typed", ["1 2", "1 2\n2 .", "?"])
async def test_leaving_while_a_line_is_typed_is_no_error(typed: str) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot, "edit")
        for letter in typed:
            app.post_message(Key("enter" if letter == "\n" else letter, letter))
        app.post_message(Key("ctrl+q", None))
        await wait_for(pilot, lambda: app.return_value == 0)
    assert not app.crash_line


@pytest.mark.parametrize("name", ["open", "text", "palette", "generate"])
async def test_leaving_while_a_field_of_a_dialog_is_typed_is_no_error(name: str) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        dialog = await dialog_of(app, pilot, name)
        field = dialog.query(Input).first()
        field.focus()
        await pilot.pause()
        for letter in "5/a":
            app.post_message(Key(letter, letter))
        app.exit(0)
    assert app.return_value == 0
    assert not app.crash_line


async def test_a_board_that_comes_while_the_app_closes_is_no_defect() -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        app.exit(0)
        with pytest.raises(MountError) as late:  # as from a worker that was reading the highlighted puzzle
            BoardPane("", plain=False).mount(Label("late"))
        app._handle_exception(late.value)
        await wait_for(pilot, lambda: app.return_value == 0)
    assert not app.crash_line
