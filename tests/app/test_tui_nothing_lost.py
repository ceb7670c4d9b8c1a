"""No key loses what was played, typed or pencilled: Home and End move the cursor, and what was undone comes back."""

from __future__ import annotations

import re

import pytest
from drivers.command_line import KAKURO
from drivers.fake_engine import make_app, screen_text, wait_for, wait_for_texts
from drivers.play_screen import playing
from drivers.samegame_games import SMALL

from puzzles import registry
from tui.app import McsTuiApp
from tui.kept.loaded import Loaded
from tui.play.fill_game import FillGame
from tui.screens.edit import EditScreen
from tui.widgets.play_area import PlayPanel, laid
from tui.widgets.puzzle_text import PuzzleText

BLANK = Loaded(registry.read("# latin\n" + "\n".join(" ".join("." * 9) for _ in range(9)) + "\n"))
TWENTY = Loaded(registry.read("# latin\n" + "\n".join(" ".join("." * 20) for _ in range(20)) + "\n"))
FAMILIES = {
    "latin": BLANK,
    "kakuro": Loaded(registry.read(KAKURO)),
    "samegame": Loaded(SMALL),
    **{
        name: Loaded(registry.get_family(name).parse(registry.get_family(name).examples[0].text))
        for name in ("rna", "tsptw", "morpion")
    },
}
ENDS = ("end", "home", "ctrl+end", "ctrl+home")


@pytest.mark.parametrize("name", FAMILIES)
async def test_home_and_end_move_the_cursor_and_change_nothing(name: str) -> None:
    async with playing(FAMILIES[name]) as (_, screen, _engine, pilot):
        game = screen.game
        assert game is not None
        hand = isinstance(game, FillGame)
        await pilot.press(*({"latin": "12", "kakuro": "1", "rna": "G"}[name] if hand else ["enter"]))
        await wait_for(pilot, lambda: game.at > 0)
        made, seen = (game.at, game.length, game.board), []
        for key in (*ENDS, "home", "end"):
            await pilot.press(key)
            seen.append(screen.area.cursor)
            assert (game.at, game.length, game.board) == made, key
        assert seen[0] == seen[5]
        assert seen[1] == seen[4]
        assert len({None, *seen}) > 2, "the cursor goes there and back"
        if name == "latin":
            assert seen == [8, 0, 80, 0, 0, 8]


async def test_undone_steps_and_marks_come_back_by_a_key_that_is_shown_also_in_another_app() -> None:
    async with playing(BLANK, size=(120, 35)) as (app, screen, _, pilot):
        game = screen.game
        assert isinstance(game, FillGame)
        await pilot.press("space", *"123456789", "space", "right", "5", "right", "6")
        before = game.board, game.marks[0]
        await pilot.press("less_than_sign", "7")
        assert app.said == "b brings back the 11 steps undone before."
        assert "Bring back" in screen_text(app)
        await pilot.press("b")
        assert (game.board, game.marks[0]) == before
        assert app.said == "Back: 11 steps, 2 of 81 cells filled; b goes to others."
        await pilot.press("b")
        assert [value for value in game.board if value >= 0] == [6]
        await pilot.press("n", "enter")
        await wait_for(pilot, lambda: not app.screen.is_modal)
        app.save_draft()
    async with playing(BLANK) as (app, screen, _engine, pilot):
        again = screen.game
        assert isinstance(again, FillGame)
        await pilot.press("b")
        await wait_for(pilot, lambda: app.screen.is_modal)
        await wait_for_texts(pilot, "line: 1 step, 1 of 81 cells filled", "line: 11 steps, 2 of 81 cells filled")
        await pilot.press("down", "enter")
        await wait_for(pilot, lambda: not app.screen.is_modal)
        assert (again.board, again.marks[0]) == before


async def test_a_position_is_pinned_by_a_key_and_gone_back_to_by_another() -> None:
    async with playing(BLANK, size=(80, 24)) as (app, screen, _, pilot):
        game = screen.game
        assert isinstance(game, FillGame)
        await pilot.press("1", "right", "2", "p")
        assert app.said == "Pinned: b goes back here."
        pinned = game.board
        await pilot.press("right", "3", "less_than_sign", "b")
        assert (game.board, game.length) == (pinned, 3)
        await pilot.press("p")
        assert app.said == "No longer pinned."
        await pilot.press("b")
        assert app.said == "No steps were undone before others were made, and no other position is pinned."


def beside(app: McsTuiApp) -> str:
    """The texts of the panel, or else of the whole screen, in one line."""
    panel = app.screen.query_one(PlayPanel)
    lines = laid(panel.rows, panel.room) if panel.display else [((screen_text(app), ""),)]
    return " ".join(" ".join(piece for piece, _ in line) for line in lines)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 35)])
@pytest.mark.parametrize("plain", [False, True])
async def test_all_marks_of_the_cell_are_listed_where_they_can_be_seen(size: tuple[int, int], plain: bool) -> None:
    async with playing(BLANK, size=size, ascii=plain) as (app, _, _engine, pilot):
        await pilot.press("space", *"123456789")
        shown = r"Marks: 1 2 3 4 5 6 7 8 9\." if size[0] == 60 else r"marks +1 2 3 4 5 6 7 8 9"
        await wait_for(pilot, lambda: re.search(shown, beside(app)) is not None)
        await pilot.press("right")
        await wait_for(pilot, lambda: "arks" not in screen_text(app))


async def test_marks_of_two_signs_are_parted_where_the_panel_is_hidden() -> None:
    async with playing(TWENTY, size=(60, 20)) as (app, _, _engine, pilot):
        await pilot.press("space", *(key for one in range(3, 21) for key in (*str(one), "right", "left")))
        await wait_for_texts(pilot, "Marks: 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20. ")
        await pilot.press("tab")
        await wait_for_texts(pilot, "marks ", "10 11 12", "20")
        assert "17" in screen_text(app)


async def test_a_text_undone_before_something_else_was_typed_comes_back() -> None:
    app = make_app(first="edit")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.main_screen("edit")
        assert isinstance(screen, EditScreen)
        text = screen.query_one(PuzzleText)
        await wait_for(pilot, lambda: app.focused is text)
        await pilot.press("a", "b", "ctrl+l", "c")
        for _ in range(4):
            await pilot.press("ctrl+z")
        assert text.text == ""
        await pilot.press("d")
        await pilot.press("ctrl+b")
        assert text.text == "c"
        await pilot.press("ctrl+b")
        assert text.text == "d"
        await pilot.press("ctrl+z", "ctrl+z", "ctrl+z")
        assert text.text == ""
