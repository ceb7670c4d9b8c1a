"""The line below a game: where its sign stands, what a click and a drag on it do, and how it looks in ASCII."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from drivers.morpion_games import random_game
from drivers.themed_app import ThemedApp
from textual.app import ComposeResult
from textual.events import MouseMove
from textual.geometry import Region
from textual.pilot import Pilot

from puzzles.morpion.puzzle import MorpionPuzzle, board_of
from tui.boards.game_board import TEXT_WIDTH, PositionBar
from tui.boards.morpion.board import MorpionBoard

GAME = board_of(random_game("5T", 3)[:20])
WIDTH = 21 + TEXT_WIDTH


class BarApp(ThemedApp):
    """A board with the line below it."""

    def __init__(self, start: tuple[int, ...], plain: bool) -> None:
        super().__init__()
        self.board = MorpionBoard(MorpionPuzzle("5T"), start, plain=plain)

    def compose(self) -> ComposeResult:
        yield self.board
        yield self.board.below()


@asynccontextmanager
async def bar(
    start: tuple[int, ...] = GAME, *, plain: bool = False
) -> AsyncIterator[tuple[MorpionBoard, PositionBar, Pilot[None]]]:
    """With one column more than the game has moves."""
    app = BarApp(start, plain)
    app.board.styles.height = "1fr"
    async with app.run_test(size=(WIDTH, 12)) as pilot:
        app.board.focus()
        app.board.player._every = lambda period, step: app.board.set_interval(period, step, pause=True)
        await pilot.pause()
        yield app.board, app.board.bar, pilot


def text(line: PositionBar) -> str:
    return line.render_line(0).text.rstrip()


async def test_its_sign_follows_the_position() -> None:
    async with bar() as (_, line, pilot):
        assert text(line) == "━" * 20 + "●" + "2/s".rjust(TEXT_WIDTH)
        await pilot.press("comma", "comma", "comma")
        assert text(line) == "━" * 17 + "●───" + "2/s".rjust(TEXT_WIDTH)
        await pilot.press("home", "left_curly_bracket", "a")
        assert text(line) == "●" + "─" * 20 + "▶ 1/s".rjust(TEXT_WIDTH)


async def test_it_is_ascii_on_a_plain_board() -> None:
    async with bar(plain=True) as (_, line, pilot):
        await pilot.press("comma", "a")
        assert text(line) == "=" * 19 + "|-" + "> 2/s".rjust(TEXT_WIDTH)


async def test_a_game_without_moves_has_none() -> None:
    async with bar(()) as (board, line, pilot):
        assert not line.display
        board.show(GAME)
        await pilot.pause()
        assert line.display


@pytest.mark.parametrize("column", [0, 7, 20])
async def test_a_click_goes_there(column: int) -> None:
    async with bar() as (board, line, pilot):
        await pilot.press("comma")
        await pilot.click(line, offset=(column, 0))
        assert board.shown_moves == column


async def test_dragging_goes_through_the_game() -> None:
    async with bar() as (board, line, pilot):
        await pilot.mouse_down(line, offset=(3, 0))
        seen = [board.shown_moves]
        for column in (4, 9, 28):
            line.post_message(MouseMove(line, column, 0, 1, 0, 1, False, False, False))
            await pilot.pause()
            seen.append(board.shown_moves)
        await pilot.mouse_up(line, offset=(20, 0))
        line.post_message(MouseMove(line, 2, 0, 1, 0, 0, False, False, False))
        await pilot.pause()
        assert [*seen, board.shown_moves] == [3, 4, 9, 20, 20]


async def test_a_click_on_the_speed_plays_and_halts() -> None:
    async with bar() as (board, line, pilot):
        await pilot.click(line, offset=(WIDTH - 2, 0))
        assert board.player.playing
        await pilot.click(line, offset=(WIDTH - 2, 0))
        assert not board.player.playing


async def test_only_what_has_changed_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    async with bar() as (_, line, pilot):
        seen: list[Region] = []
        monkeypatch.setattr(line, "refresh", lambda *regions, **_: seen.extend(regions))
        await pilot.press("comma")
        assert seen == [Region(19, 0, 2, 1)]
