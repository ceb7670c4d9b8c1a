"""Every key of the registry does something on its screen, and help, palette and the line of keys tell of it."""

from __future__ import annotations

import re

import numpy as np
import pytest
from drivers.fake_engine import FakeEngine, make_app, screen_text, wait_for, wait_for_texts
from drivers.key_effects import changes, fingerprint, settle
from textual.pilot import Pilot
from textual.widgets import Input

from priors import store
from priors.provenance import provenance
from puzzles import registry
from solvers.runs.spec import SolveSpec
from tui.app import McsTuiApp
from tui.boards.grid_board import GridBoard
from tui.kept.loaded import Loaded
from tui.keys import key_table
from tui.keys.actions import Action, key_text, types
from tui.screens.app_dialogs import HelpDialog, entries
from tui.screens.order_dialogs import GenerateDialog
from tui.widgets.form import Choice, Form
from tui.widgets.lines import KeyLine
from tui.widgets.lists import VimList
from tui.widgets.puzzle_text import PuzzleText

LARGE = "\n".join(" ".join(["."] * 40) for _ in range(40))


async def prepare(app: McsTuiApp, engine: FakeEngine, pilot: Pilot[int], action: Action) -> None:
    """Puts the focus where the action belongs, and something there for it to act on."""
    if action.scope == "list":
        rows = app.screen.query_one(VimList)
        rows.focus()
        rows.highlighted = 1 if "down" in action.name or action.name == "last" else len(rows.options) - 1
    elif action.scope == "puzzles":
        app.screen.query_one(Input if action.name == "leave_filter" else VimList).focus()
    elif action.scope == "board":
        await wait_for(pilot, lambda: app.screen.query(GridBoard))
        board = app.screen.query_one(GridBoard)
        board.focus()
        board.scroll_to(10, 10, animate=False, immediate=True)
    elif action.scope in ("choice", "form"):
        app.screen.query_one("#panel").display = True
        await wait_for(pilot, lambda: app.screen.query(Form))
        choices = list(app.screen.query(Choice))
        choices[1 if action.name == "up" else 0].focus()
    await pilot.pause(0)


async def check(name: str, scopes: tuple[str, ...], first: str = "") -> list[str]:
    """The keys of the scopes that do nothing on the screen of that name; the app begins with it, or with `first`."""
    engine = FakeEngine()
    app = make_app(engine, first or name)
    monkeypatch_exit(app)
    dead = []
    async with app.run_test(size=(80, 24)) as pilot:
        app.own_puzzles.add(Loaded(registry.read(LARGE), "generated"))
        # where the cursor is at an end, the key that leads there has nothing to do: test_tui_nothing_lost presses these
        for action in [one for one in key_table.every() if one.scope in scopes and one.name != "end"]:
            for key in action.keys:
                if action.id == f"app.show.{name}":
                    continue  # it is there already
                await app.workers.wait_for_complete()  # it may open a dialog
                await settle(app, pilot, name)
                await prepare(app, engine, pilot, action)
                await app.workers.wait_for_complete()  # else what the key before has begun is taken for this one's
                await pilot.pause()
                before = fingerprint(app, engine)
                await pilot.press(key)
                if fingerprint(app, engine) == before and not await changes(app, engine, pilot, before):
                    dead.append(f"{action.id} {key}")
    engine.close()
    return dead


def monkeypatch_exit(app: McsTuiApp) -> None:
    """Leaving is said instead of done."""
    app.exit = lambda *_, **__: app.say("left")  # type: ignore[method-assign]


async def test_no_key_is_dead_on_home() -> None:
    assert await check("home", ("home",)) == []


async def test_no_key_is_dead_in_puzzles() -> None:
    assert await check("puzzles", ("puzzles", "list")) == []


async def test_no_key_is_dead_in_edit() -> None:
    assert await check("edit", ("edit",)) == []


async def test_no_key_is_dead_in_search_without_a_puzzle() -> None:
    assert await check("search", ("search",)) == []


async def test_no_key_is_dead_in_search_with_settings_and_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(McsTuiApp, "action_show", show_with_puzzle)
    assert await check("search", ("search", "form", "choice", "board"), "puzzles") == []


def show_with_puzzle(app: McsTuiApp, name: str) -> None:
    """As the app's own, with a puzzle for Search."""
    app.main_screen("search").take(Loaded(registry.read(LARGE)))
    app.switch_mode(name)


async def test_no_key_is_dead_in_priors() -> None:
    family = registry.get_family("latin")
    for order in (9, 20):
        about = provenance(family, "dual", f"order-{order}", asked=9, counted=9, seed=1)
        store.save(np.array([1, 2]), np.array([3, 4]), about)
    assert await check("priors", ("priors",)) == []


async def test_no_key_is_dead_in_runs() -> None:
    assert await check("runs", ("runs",)) == []


async def test_no_key_of_the_app_is_dead() -> None:
    assert await check("runs", ("app",)) == []


async def test_help_shows_all_keys_of_each_screen_and_closes() -> None:
    app = make_app()
    async with app.run_test(size=(100, 160)) as pilot:
        for name in key_table.SCREENS:
            await settle(app, pilot, name)
            await pilot.press("f1")
            await wait_for(pilot, lambda: isinstance(app.screen, HelpDialog))
            await wait_for_texts(pilot, "Keys here and now")
            await pilot.press("question_mark")
            scopes = (key_table.SCREENS[name], *key_table.widget_scopes(name), key_table.SCOPES["app"])
            wanted = [text for scope in scopes for text in (scope.title, scope.help[:40])]
            wanted += [text for scope in scopes for one in scope.actions for text in (one.keys_text, one.help[:40])]
            await wait_for_texts(pilot, *wanted)
            await pilot.press("escape")
            await wait_for(pilot, lambda: not app.screen.is_modal)


async def test_all_keys_begin_at_the_top_where_not_all_have_room() -> None:
    app = make_app()
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(app, pilot, "search")
        await pilot.press("f1")
        await wait_for(pilot, lambda: isinstance(app.screen, HelpDialog))
        await wait_for_texts(pilot, "? shows all keys")
        assert key_table.SCOPES["app"].actions[0].help[:30] not in screen_text(app)
        await pilot.press("question_mark")
        first = key_table.SCREENS["search"].actions[0]
        await wait_for_texts(pilot, "? shows the keys that work now", first.keys_text, first.help[:30])
        assert "? shows all keys" not in screen_text(app)


async def test_the_palette_offers_the_actions_of_the_screen_and_carries_the_chosen_one_out() -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot, "puzzles")
        await pilot.press("ctrl+p")
        await wait_for(pilot, lambda: "Open the puzzle on the board" in screen_text(app))
        assert "Open the puzzle on the board: to play it, or to search it" in " ".join(screen_text(app).split()), (
            "whole"
        )
        await pilot.press(*"generate")
        await wait_for(pilot, lambda: "Generate a new puzzle" in screen_text(app))
        await pilot.press("enter")
        await wait_for(pilot, lambda: isinstance(app.screen, GenerateDialog))


async def test_the_palette_finds_puzzles_runs_and_themes_and_only_what_works_here() -> None:
    engine = FakeEngine()
    engine.open(SolveSpec(family="latin", puzzle={}, title="my run", algorithm="gnrpa"))
    app = make_app(engine)
    async with app.run_test(size=(100, 40)) as pilot:
        await settle(app, pilot, "puzzles")
        app.own_puzzles.add(Loaded(registry.read(LARGE), "generated"))
        labels = [one.label for one in entries(app)]
        assert "Puzzle: Latin square, order 40, 1600 holes" in labels
        assert any(one.startswith("Run: my run") for one in labels)
        assert not any("Forget" in one for one in labels), "an example is highlighted"
        await pilot.press("ctrl+p", *"theme: safe-p", "enter")
        await wait_for(pilot, lambda: app.theme == "safe-paper")
        await pilot.press("ctrl+p", *"order-33", "enter")
        await wait_for(pilot, lambda: app.current_mode == "play")
        await wait_for(pilot, lambda: app.screen.query(KeyLine))
        await pilot.press("f1")
        await wait_for(pilot, lambda: isinstance(app.screen, HelpDialog))
        assert "exactly once in every row" in screen_text(app), "the rules of the family"
    engine.close()


def test_every_action_has_its_method_and_every_key_that_a_text_of_help_names_is_one_of_the_screen() -> None:
    for name, scope in key_table.SCREENS.items():
        screen = type(McsTuiApp().main_screen(name))
        for action in scope.actions:
            assert callable(getattr(screen, f"action_{action.name}", None)), action.id
        known = {key_text(key) for one in (*scope.actions, *key_table.of("app")) for key in one.keys}
        named = re.findall(r"\((\S{1,3})\)|\b(\^\S)", scope.help)
        assert {key for pair in named for key in pair if key} <= known, name
    for action in key_table.of("app"):
        assert callable(getattr(McsTuiApp, f"action_{action.name}", None)), action.id


async def test_only_what_works_here_and_now_is_offered() -> None:
    app = make_app(first="runs")
    square = Loaded(registry.read("1 . 3\n. 3 .\n3 . 2\n"), "typed")
    async with app.run_test(size=(100, 30)) as pilot:

        def offered() -> set[str]:
            return {one.name for one in app.main_screen(app.current_mode).offered()}

        await wait_for(pilot, lambda: app.screen.query(KeyLine))
        assert offered() == {"experiments"}, "there is no run"
        app.open_board(square, face="search")
        await wait_for(pilot, lambda: app.screen.query("#own-form"))
        assert not offered() & {"details", "flip", "flip_back", "stop", "pause", "resume", "new", "save_all", "compare"}
        app.open_board(square, face="play")
        await wait_for(pilot, lambda: app.current_mode == "play" and app.screen.query("LatinBoard, GridBoard"))
        assert not offered() & {"undo", "redo", "first", "last", "new", "erase"}
        await pilot.press("3")
        assert offered() >= {"undo", "first", "new", "erase"}
        assert "redo" not in offered()
        await pilot.press("u")
        assert "redo" in offered()
        assert "undo" not in offered()
        app.open_board(square, face="edit")
        edit = app.main_screen("edit")
        await wait_for(pilot, lambda: app.current_mode == "edit" and edit.on_board)  # type: ignore[attr-defined]
        assert not offered() & {"undo", "redo", "choose", "clear", "flip", "edit"}
        await pilot.press("right", "2")
        await wait_for(pilot, lambda: "undo" in offered())
        await pilot.press("u")
        await wait_for(pilot, lambda: "redo" in offered() and "undo" not in offered())
        assert offered() >= {"larger", "smaller"}
        for _ in range(2):
            await pilot.press("minus")
        await wait_for(pilot, lambda: "larger" in offered() and "smaller" not in offered())


def test_ids_are_unique_and_no_scope_binds_a_key_twice() -> None:
    every = list(key_table.every())
    assert len(every) == len({action.id for action in every})
    for scope in {action.scope for action in every}:
        keys = [key for action in every if action.scope == scope for key in action.keys]
        assert len(keys) == len(set(keys)), scope


def footer(app: McsTuiApp) -> dict[str, str]:
    """The names of the actions in the line of keys, each with its key."""
    return {action.name: key for action, key in app.screen.query_one(KeyLine).keys}


async def test_in_a_text_no_key_is_offered_that_would_be_typed() -> None:
    app = make_app()
    async with app.run_test(size=(100, 24)) as pilot:
        await settle(app, pilot, "edit")
        await wait_for(pilot, lambda: isinstance(app.focused, PuzzleText))
        await pilot.pause()
        assert footer(app) == {
            "view": "ctrl+g", "open": "ctrl+o", "leave_board": "escape", "help": "f1", "leave": "ctrl+q",
        }  # fmt: skip
        assert "F1 Help  ^q Quit" in screen_text(app)
        await pilot.press(*"1", "space", *"2", "enter", *"2", "space", *"x")
        await wait_for(pilot, lambda: "undo" in footer(app) and "clear" in footer(app))
        await wait_for(pilot, lambda: "face" not in footer(app))  # it is no puzzle, once all of it is read
        await pilot.press("backspace", "full_stop")
        await wait_for(pilot, lambda: "face" in footer(app))
        assert not [key for key in footer(app).values() if types(key)]
        await pilot.press("escape")
        await wait_for(pilot, lambda: footer(app)["help"] == "question_mark")
        assert footer(app)["edit"] == "i"
        await pilot.press("question_mark")
        await wait_for(pilot, lambda: isinstance(app.screen, HelpDialog))


async def test_in_a_field_of_the_form_no_key_is_offered_that_would_be_typed() -> None:
    app = make_app()
    async with app.run_test(size=(100, 40)) as pilot:
        await settle(app, pilot, "puzzles")
        app.open_board(Loaded(registry.read("1 2\n2 .\n", family_name="latin")), face="search")
        await wait_for(pilot, lambda: app.screen.query("#own-form"))
        await wait_for(pilot, lambda: isinstance(app.focused, Choice))
        assert footer(app)["leave"] == "q"
        while not isinstance(app.focused, Input):
            await pilot.press("down")
        await wait_for(pilot, lambda: footer(app)["leave"] == "ctrl+q")
        assert footer(app) == {
            "start": "enter", "leave_field": "escape", "save": "f9", "help": "f1", "leave": "ctrl+q"
        }  # fmt: skip


@pytest.mark.parametrize(("key", "typed"), [("q", True), ("question_mark", True), ("space", True), ("f1", False),
                                            ("ctrl+s", False), ("escape", False), ("G", True)])  # fmt: skip
def test_what_keys_write_in_a_text(key: str, typed: bool) -> None:
    assert types(key) == typed
