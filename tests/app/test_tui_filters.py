"""Filters: the best match is chosen, Up and Down move in the list while one types, a return leaves the filter."""

from __future__ import annotations

import pytest
from drivers.fake_engine import FakeEngine, make_app, screen_text, wait_for, wait_for_texts
from drivers.play_screen import playing
from drivers.samegame_games import SMALL
from textual.pilot import Pilot
from textual.widgets import Input

from puzzles import registry
from solvers.runs.spec import SolveSpec
from tui.app import McsTuiApp
from tui.kept.loaded import Loaded
from tui.screens.dialog import EntryDialog
from tui.screens.path_dialog import PathDialog
from tui.widgets.lists import (
    BEGINS,
    EXACT,
    WITHIN,
    WORD_BEGINS,
    WORST,
    VimList,
    rank,
)


def chosen(app: McsTuiApp) -> str:
    """The text of the highlighted line."""
    rows = app.screen.query_one(VimList)
    return "" if rows.highlighted is None else str(rows.options[rows.highlighted].prompt)


async def find(app: McsTuiApp, pilot: Pilot[int], text: str) -> str:
    """What the palette, opened anew, chooses for the text."""
    await pilot.press("ctrl+p")
    await wait_for(pilot, lambda: isinstance(app.screen, EntryDialog) and app.screen.query_one(Input).has_focus)
    await pilot.press(*text)
    await wait_for(pilot, lambda: app.screen.query_one(Input).value == text)
    found = chosen(app)
    await pilot.press("escape")
    await wait_for(pilot, lambda: not app.screen.is_modal)
    return found


def test_how_well_a_name_fits() -> None:
    names = ("Print", "Printing", "To print", "reprint-2", "save")
    assert [rank("print", name) for name in names] == [EXACT, BEGINS, WORD_BEGINS, WITHIN, WORST]
    assert rank("20", "paper-20") == WORD_BEGINS


async def test_the_palette_chooses_the_exact_name_and_knows_other_words() -> None:
    async with playing(Loaded(SMALL)) as (app, _, _engine, pilot):
        for text, label in (
            ("print", "Print (F9)"),
            ("pdf", "Print (F9)"),
            ("svg", "Export (w or ^s)"),
            ("export", "Export (w or ^s)"),
            ("save", "Export (w or ^s)"),
            ("hint", "Hint (i)"),
            ("night", "Theme: night"),
            ("safe-night", "Theme: safe-night"),
            ("colours", "Settings (F8)"),
            ("theme", "Settings (F8)"),
            ("clue", "Hint (i)"),
            ("runs", "Runs (4 or F5)"),
        ):
            assert (await find(app, pilot, text)).startswith(label), text
        await pilot.press("ctrl+p", *"qqq")
        await wait_for_texts(pilot, "Nothing has all of these words. Fewer letters find more.")
        await pilot.press("escape", "f9")
        await wait_for(pilot, lambda: isinstance(app.screen, PathDialog))
        assert app.screen.query_one(Input).value.endswith(".pdf")
        assert "Print the puzzle" in screen_text(app)


async def test_in_puzzles_the_exact_name_is_chosen_arrows_move_and_a_return_leaves_the_filter() -> None:
    app = make_app(first="puzzles")
    async with app.run_test(size=(80, 24)) as pilot:
        rows, field = app.screen.query_one(VimList), app.screen.query_one("#filter", Input)
        await wait_for(pilot, lambda: rows.option_count)
        await pilot.press("slash", *"9")
        await wait_for(pilot, lambda: chosen(app).endswith("9"))
        first = chosen(app)
        await pilot.press("down")
        assert (chosen(app) != first, field.has_focus, field.value) == (True, True, "9")
        await pilot.press("up")
        assert chosen(app) == first
        await pilot.press("backspace", *"crossword-9")
        await wait_for(pilot, lambda: chosen(app) == "crossword-9")
        await pilot.press("f2")
        await wait_for(pilot, lambda: app.current_mode == "home")
        await pilot.press("2")
        await wait_for(pilot, lambda: app.current_mode == "puzzles")
        assert (rows.has_focus, field.value) == (True, "crossword-9")
        await pilot.press("1")
        await wait_for(pilot, lambda: app.current_mode == "home")
        assert field.value == "crossword-9"
        await pilot.press("2", "slash", *"qqq")
        await wait_for_texts(pilot, "Nothing has all of these words", "Esc lists everything; o opens a file")
        await pilot.press("escape", "escape")
        await wait_for(pilot, lambda: chosen(app) and "Nothing has" not in screen_text(app))


@pytest.mark.parametrize("typed", ["two", "TWO"])
async def test_in_runs_the_exact_title_is_chosen_and_arrows_move(typed: str) -> None:
    engine = FakeEngine()
    latin = registry.get_family("latin")
    puzzle = latin.to_json(registry.read(latin.examples[0].text))
    for title, search in (("two", "nrpa"), ("twofold", "gnrpa"), ("one", "nmcs")):
        engine.open(SolveSpec(family="latin", puzzle=puzzle, title=title, algorithm=search))
    app = make_app(engine, "runs")
    async with app.run_test(size=(80, 24)) as pilot:
        rows = app.screen.query_one(VimList)
        await wait_for(pilot, lambda: rows.option_count == 3)
        await pilot.press("slash", *typed)
        await wait_for(pilot, lambda: rows.option_count == 2 and chosen(app).split()[0] == "two")
        await pilot.press("down" if rows.highlighted == 0 else "up")
        assert chosen(app).split()[0] == "twofold"
        assert app.screen.query_one("#filter", Input).has_focus
        await pilot.press("f2")
        await wait_for(pilot, lambda: app.current_mode == "home")
        await pilot.press("4")
        await wait_for(pilot, lambda: app.current_mode == "runs")
        assert rows.has_focus
    engine.close()
