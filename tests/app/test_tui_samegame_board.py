"""The widget of SameGame: it fits its room, replays a game and follows a run."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from drivers.fake_engine import wait_for
from drivers.samegame_games import CLEARING, LEAVING, SMALL, random_board, random_game
from drivers.themed_app import ThemedApp
from textual import on
from textual.app import ComposeResult
from textual.events import Key
from textual.geometry import Region
from textual.pilot import Pilot
from textual.widgets import Input

from puzzles.samegame.puzzle import SameGamePuzzle
from tui.boards.puzzle_board import PuzzleBoard
from tui.boards.samegame.board import SameGameBoard
from tui.theme import TERMINAL

USUAL = random_board(15, 15, 5, 1)
LARGEST = random_board(64, 64, 9, 2)


class BoardApp(ThemedApp):
    """One board, a field that can have the focus, and the last moment that was reported."""

    def __init__(self, puzzle: SameGamePuzzle, game: tuple[int, ...], plain: bool) -> None:
        super().__init__(ansi_color=True)
        self.register_theme(TERMINAL)
        self.board = SameGameBoard(puzzle, (), plain=plain)
        self.game = game
        self.status_text = self.keys = ""

    def compose(self) -> ComposeResult:
        yield self.board
        yield Input()

    def on_mount(self) -> None:
        self.board.styles.height = "1fr"
        if self.game:
            self.board.show(self.game)

    @on(PuzzleBoard.StatusText)
    def _description(self, event: PuzzleBoard.StatusText) -> None:
        self.status_text, self.keys = event.text, event.keys


@asynccontextmanager
async def board(
    game: tuple[int, ...] = (),
    *,
    puzzle: SameGamePuzzle = SMALL,
    plain: bool = True,
    size: tuple[int, int] = (60, 9),
) -> AsyncIterator[tuple[BoardApp, SameGameBoard, Pilot[None]]]:
    """With room for the small board at 5 x 2 characters a cell, and for the field."""
    app = BoardApp(puzzle, game, plain)
    async with app.run_test(size=size) as pilot:
        app.board.focus()
        await pilot.pause()
        yield app, app.board, pilot


def text(shown: SameGameBoard) -> str:
    return "\n".join(shown.render_line(y).text.rstrip() for y in range(shown.size.height))


def glyphs(shown: SameGameBoard) -> list[str]:
    """The lines of the board without their blanks and brackets."""
    squeezed = ["".join(one for one in line if one not in " []<>") for line in text(shown).splitlines()]
    return [line for line in squeezed if line]


def reversed_glyphs(shown: SameGameBoard) -> str:
    """The cells that are set off where there are no colours."""
    lines = [shown.render_line(y) for y in range(shown.size.height)]
    return "".join(
        letter
        for line in lines
        for part in line
        if part.style and part.style.reverse
        for letter in part.text.strip(" ")
    ).replace(" ", "")


async def test_the_largest_cells_that_fit_are_chosen() -> None:
    async with board(puzzle=USUAL, size=(110, 50)) as (app, shown, pilot):
        field = app.query_one(Input)
        for size, cell in (
            ((110, 50), (7, 3)),
            ((80, 40), (5, 2)),
            ((62, 40), (4, 2)),
            ((62, 20), (4, 1)),
            ((46, 19), (3, 1)),
        ):
            await pilot.resize_terminal(*size)
            await wait_for(pilot, lambda size=size: field.region.bottom_right == size)
            assert shown.game.cell_size(shown.zoom) == cell
            assert shown.virtual_size.width <= size[0]


async def test_a_large_board_is_made_larger_and_smaller_and_arrows_scroll_it() -> None:
    async with board(puzzle=LARGEST, size=(50, 20)) as (app, shown, pilot):
        assert shown.game.cell_size(shown.zoom) == (1, 1)
        await pilot.press("plus", "plus")
        assert shown.game.cell_size(shown.zoom) == (3, 1)
        for key, axis in (("right", 0), ("down", 1), ("left", 0), ("up", 1)):
            before = shown.scroll_target_x, shown.scroll_target_y
            for _ in range(3):
                app.post_message(Key(key, None))
            await pilot.pause()
            assert (shown.scroll_target_x, shown.scroll_target_y)[axis] != before[axis], key
        await pilot.press(*["minus"] * 9)
        assert shown.game.cell_size(shown.zoom) == (1, 1)


async def test_a_game_is_replayed_with_its_score_and_the_group_about_to_go() -> None:
    async with board(CLEARING, plain=False) as (app, shown, pilot):
        assert app.status_text == "3 moves · 1,012 points · 0 left"
        assert glyphs(shown)[0::2] == ["●▲▲■", "●●▲■", "▲●■■"], "the whole game, on the first position"
        assert next(line.split() for line in text(shown).splitlines() if "1" in line) == ["1", "3", "3", "2"]
        seen = []
        await pilot.press("home")
        for _ in range(4):
            seen.append((app.status_text, reversed_glyphs(shown)))
            await pilot.press("full_stop")
        assert seen == [
            ("move 0 of 3 · 0 points · 12 left · next 4 ● +4", "●●●●"),
            ("move 1 of 3 · 4 points · 8 left · next 4 ■ +4", "■■■■"),
            ("move 2 of 3 · 8 points · 4 left · next 4 ▲ +1,004", "▲▲▲▲"),
            ("move 3 of 3 · 1,012 points · 0 left · no group", ""),
        ]
        await pilot.press("greater_than_sign")
        assert app.status_text == "3 moves · 1,012 points · 0 left"
        assert not shown.held


async def test_the_newest_game_is_followed_and_waits_while_one_is_looked_through() -> None:
    async with board(LEAVING) as (app, shown, pilot):
        assert app.status_text == "3 moves, 9 points, 1 left"
        assert reversed_glyphs(shown) == "X", "what stays"
        await pilot.press("comma")
        shown.show(CLEARING)
        await pilot.pause()
        assert app.status_text == "2 of 3, 5 points, 5 left, next 4 + +4; a newer game waits: >"
        await pilot.press("end")
        assert app.status_text == "3 moves, 1,012 points, 0 left"


async def test_the_mouse_lights_a_group() -> None:
    async with board() as (app, shown, pilot):
        left, top = shown.left, shown.top
        await pilot.hover(shown, offset=(left + 5, top + 2))
        assert app.status_text == "0 points, 12 left, here 4 O +4"
        assert reversed_glyphs(shown) == "OOOO"
        await pilot.hover(Input)
        assert "here" not in app.status_text
        assert reversed_glyphs(shown) == ""


async def test_a_click_in_a_whole_game_goes_to_the_move_that_removes_the_cell() -> None:
    async with board(LEAVING) as (app, shown, pilot):
        await pilot.hover(shown, offset=(shown.left + 1, shown.top + 1))
        assert app.status_text == "move 2, 4 O +4"
        assert reversed_glyphs(shown) == "O2OO22XO2", "its cells with their number, and the one that stays"
        await pilot.click(shown, offset=(shown.left + 1, shown.top + 1))
        assert shown.shown_moves == 1
        await pilot.press("end")
        await pilot.click(shown, offset=(shown.left + 1, shown.top + 5))
        assert not shown.held, "that cell stays to the end"


async def test_the_board_plays_on_by_itself() -> None:
    async with board(CLEARING) as (_, shown, pilot):
        shown.player._every = lambda period, step: shown.set_interval(period, step, pause=True)  # no time passes
        await pilot.press("home", "a")
        assert shown.player.playing
        shown.play_on()
        shown.play_on()
        assert (shown.shown_moves, shown.player.playing) == (2, True)
        shown.play_on()
        assert (shown.shown_moves, shown.player.playing) == (3, False)


@pytest.mark.parametrize("size", [(110, 50), (60, 22), (46, 19), (20, 17)])
async def test_a_plain_board_is_ascii_in_whatever_is_done(size: tuple[int, int]) -> None:
    game = random_game(USUAL, random.Random(1))
    async with board(game, puzzle=USUAL, size=size) as (app, shown, pilot):
        for key in ("comma", "home", "left", "full_stop", "greater_than_sign"):
            await pilot.press(key)
            assert text(shown).isascii()
            assert app.status_text.isascii()


async def test_without_colours_what_is_set_off_is_reversed() -> None:
    async with board(CLEARING, plain=False) as (app, shown, pilot):
        app.theme = TERMINAL.name
        await pilot.press("home")
        await pilot.pause()
        assert reversed_glyphs(shown) == "●●●●"
        styles = {
            part.text.strip(): part.style
            for y in range(shown.size.height)
            for part in shown.render_line(y)
            if part.style
        }
        assert styles["●"].bgcolor != styles["■"].bgcolor
        assert all(one.bgcolor.triplet is None for one in styles.values() if one.bgcolor), "the terminal's own"


async def test_only_what_has_changed_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    game = random_game(USUAL, random.Random(1))
    async with board(game, puzzle=USUAL, size=(46, 19)) as (_, shown, pilot):
        await pilot.press("home")
        seen: list[Region] = []
        monkeypatch.setattr(shown, "refresh", lambda *regions, **_: seen.extend(regions))
        shown.show(game)
        assert seen == []
        await pilot.press("full_stop")
        assert 0 < sum(region.area for region in seen) < 200
        assert len({region.y for region in seen}) == len(seen)
