"""The widget of Morpion Solitaire: it fits its room, is looked through move by move, and follows a live run."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from drivers.fake_engine import wait_for
from drivers.morpion_games import random_game
from drivers.themed_app import ThemedApp
from textual import on
from textual.app import ComposeResult
from textual.geometry import Region
from textual.pilot import Pilot

from puzzles.morpion.puzzle import MorpionPuzzle, board_of
from tui.boards.canvas import ByteBudget
from tui.boards.game_board import GameBoard
from tui.boards.morpion.board import MorpionBoard
from tui.boards.puzzle_board import PuzzleBoard

GAME = board_of(random_game("5T", 3))
SHORTER = board_of(random_game("5T", 3)[:20])
OTHER = board_of(random_game("5T", 4))
PUZZLE = MorpionPuzzle("5T")


class BoardApp(ThemedApp):
    """One board and nothing else, and the last moment that it has reported of."""

    def __init__(self, start: tuple[int, ...], plain: bool) -> None:
        super().__init__()
        self.board = MorpionBoard(PUZZLE, start, plain=plain)
        self.status_text = ""

    def compose(self) -> ComposeResult:
        yield self.board

    @on(PuzzleBoard.StatusText)
    def _description(self, event: PuzzleBoard.StatusText) -> None:
        self.status_text = event.text


@asynccontextmanager
async def board(
    start: tuple[int, ...] = GAME, *, plain: bool = False, size: tuple[int, int] = (100, 50)
) -> AsyncIterator[tuple[BoardApp, MorpionBoard, Pilot[None]]]:
    app = BoardApp(start, plain)
    async with app.run_test(size=size) as pilot:
        app.board.focus()
        await pilot.pause()
        yield app, app.board, pilot


def by_hand(shown: GameBoard) -> None:
    """From now on its player steps only when the test says so: no time passes for it."""
    shown.player._every = lambda period, step: shown.set_interval(period, step, pause=True)


def text(shown: GameBoard) -> str:
    return "\n".join(shown.render_line(y).text.rstrip() for y in range(shown.size.height))


def words(shown: GameBoard) -> set[str]:
    return set(text(shown).replace("─", " ").split())


def reversed_text(shown: GameBoard) -> str:
    """What is drawn in reverse."""
    lines = [shown.render_line(y) for y in range(shown.size.height)]
    return "".join(part.text for line in lines for part in line if part.style and part.style.reverse)


@pytest.mark.parametrize(
    ("size", "expected"), [((100, 50), "38"), ((40, 45), "╳"), ((40, 22), "●─●"), ((24, 9), "⠉"), ((18, 9), "⠉")]
)
async def test_the_largest_drawing_that_fits_is_chosen(size: tuple[int, int], expected: str) -> None:
    async with board(size=size) as (_, shown, _pilot):
        assert expected in text(shown)
        assert shown.virtual_size.width <= size[0]
        assert shown.virtual_size.height <= size[1]


@pytest.mark.parametrize("size", [(100, 50), (40, 45), (40, 22), (20, 25), (10, 9)])
async def test_a_plain_board_is_ascii(size: tuple[int, int]) -> None:
    async with board(plain=True, size=size) as (app, shown, pilot):
        assert text(shown).isascii()
        await pilot.press("comma")
        assert app.status_text.isascii()


async def test_a_game_is_looked_through_move_by_move() -> None:
    total = len(GAME)
    async with board() as (app, shown, pilot):
        assert app.status_text.startswith(f"move {total} of {total}: (")
        assert reversed_text(shown) == str(total)
        await pilot.press("comma", "comma")
        assert app.status_text.startswith(f"move {total - 2} of {total}: (")
        assert reversed_text(shown) == str(total - 2)
        assert not {str(total), str(total - 1)} & words(shown)
        await pilot.press("full_stop")
        assert reversed_text(shown) == str(total - 1)
        await pilot.press("less_than_sign")
        assert app.status_text == f"move 0 of {total}"
        assert words(shown) == {"○"}
        await pilot.press("comma", "full_stop")
        assert app.status_text.startswith(f"move 1 of {total}: (")
        await pilot.press("greater_than_sign")
        assert {str(n) for n in range(1, total + 1)} < words(shown)
        await pilot.press("home", "end")
        assert app.status_text.startswith(f"move {total} of {total}: (")


async def test_the_moment_names_dot_and_direction() -> None:
    moves = random_game("5T", 3)
    async with board() as (app, _, pilot):
        await pilot.press("less_than_sign")
        for number, move in enumerate(moves[:12], 1):
            await pilot.press("full_stop")
            expected = f"move {number} of {len(moves)}: ({move.x},{move.y}) {'─│╱╲'[move.direction]}"
            assert app.status_text == expected


async def test_a_newer_game_waits_while_an_older_one_is_looked_through() -> None:
    async with board(SHORTER) as (app, shown, pilot):
        shown.show(GAME)
        await pilot.pause()
        assert app.status_text.startswith(f"move {len(GAME)} of"), "it is followed"
        await pilot.press("comma")
        assert shown.held
        shown.show(OTHER)
        await pilot.pause()
        assert shown.board == GAME
        assert not shown.redrawn(OTHER)
        assert app.status_text.endswith("a newer game waits: >")
        await pilot.press("full_stop")
        assert shown.board == GAME, "the end of the old game is not the newest game"
        await pilot.press("greater_than_sign")
        assert shown.board == OTHER
        assert not shown.held
        assert reversed_text(shown) == str(len(OTHER))


async def test_only_what_has_changed_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    async with board() as (_, shown, pilot):
        seen: list[Region] = []
        monkeypatch.setattr(shown, "refresh", lambda *regions, **_: seen.extend(regions))
        shown.show(GAME)
        assert seen == []
        await pilot.press("comma")
        assert 0 < sum(region.area for region in seen) < 250
        assert len({region.y for region in seen}) == len(seen)


async def test_the_drawing_is_made_larger_and_smaller_and_moved_about() -> None:
    async with board(size=(40, 20)) as (_, shown, pilot):
        widths = []
        for _ in range(8):
            await pilot.press("plus")
        widths.append(shown.virtual_size.width)
        assert len(shown.board) == len(GAME)
        assert "─" in text(shown)
        place = shown.scroll_offset
        await pilot.press("h", "k", "left", "up")
        await pilot.pause()
        assert shown.scroll_offset != place or place == (0, 0)
        for _ in range(8):
            await pilot.press("minus")
            widths.append(shown.virtual_size.width - shown.left)
        assert widths == sorted(widths, reverse=True)
        assert widths[-1] < 20


async def test_the_last_move_is_scrolled_into_view() -> None:
    async with board(size=(30, 9)) as (_, shown, pilot):
        await pilot.press(*["plus"] * 6, "less_than_sign")
        for number in range(1, 16):
            await pilot.press("full_stop")
            await pilot.pause()
            assert str(number) in reversed_text(shown)


async def test_the_frame_stays_while_games_fit_into_it() -> None:
    async with board() as (_, shown, _pilot):
        place = shown.virtual_size, shown.left, shown.top
        shown.show(SHORTER)
        assert (shown.virtual_size, shown.left, shown.top) == place


def colours(shown: GameBoard) -> set[str]:
    lines = [shown.render_line(y) for y in range(shown.size.height)]
    return {str(part.style.color) for line in lines for part in line if part.style and part.text.strip()}


async def test_games_that_pass_have_few_colours_until_one_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    async with board(SHORTER) as (_, shown, _pilot):
        clock = [0.0]
        shown.budget = ByteBudget(lambda: clock[0])
        shown.show(GAME, passing=True)
        assert len(colours(shown)) == 2, "the game, and its last move"
        clock[0] = GameBoard.QUIET - 1
        shown.settle()
        assert len(colours(shown)) == 2
        shown.show(OTHER, passing=True)
        clock[0] = GameBoard.QUIET + 1
        shown.settle()
        assert len(colours(shown)) == 2, "the newer game has not been there for long"
        clock[0] = 2 * GameBoard.QUIET
        shown.settle()
        assert len(colours(shown)) > 4
        shown.show(GAME, passing=True)
        assert len(colours(shown)) == 2
        shown.show(GAME)
        assert len(colours(shown)) > 4, "the run has ended"


async def test_a_record_is_whole_on_a_small_screen(benchmark_data: Path) -> None:
    from drivers.morpion_games import record_files, record_moves

    _, moves = record_moves(record_files(benchmark_data)["5T-rosin178"])
    async with board(board_of(moves), size=(46, 17)) as (app, shown, _pilot):
        assert shown.virtual_size.width <= 46
        assert shown.virtual_size.height <= 17
        assert app.status_text.startswith("move 178 of 178")


async def test_a_game_is_jumped_through_by_tenths() -> None:
    total = len(GAME)
    async with board() as (_, shown, pilot):
        seen = []
        for _ in range(12):
            await pilot.press("left_square_bracket")
            seen.append(shown.shown_moves)
        assert seen == [round(total * part / 10) for part in range(9, -1, -1)] + [0, 0]
        await pilot.press("full_stop", "right_square_bracket")
        assert shown.shown_moves == round(total / 10)
        await pilot.press(*["right_square_bracket"] * 12)
        assert shown.shown_moves == total
        assert shown.held, "its end is looked at, as any other of its positions"


async def test_a_game_plays_on_by_itself_until_it_is_halted_or_over() -> None:
    total = len(SHORTER)
    async with board(SHORTER) as (app, shown, pilot):
        await pilot.press(*["right_curly_bracket"] * 9, "a")
        assert shown.player.words == "16/s"
        await wait_for(pilot, lambda: not shown.player.playing)
        assert shown.shown_moves == total
        by_hand(shown)
        await pilot.press("a")
        assert (shown.shown_moves, shown.player.playing) == (0, True), "again, from the beginning"
        for _ in range(3):
            shown.play_on()
        await pilot.press("a")
        shown.show(OTHER)
        assert not shown.player.playing
        assert app.status_text.startswith(f"move 3 of {total}"), "a newer game waits meanwhile"
        await pilot.press("a", "comma")
        assert not shown.player.playing, "a step halts it"
        assert shown.shown_moves == 2
        await pilot.press("a", "greater_than_sign")
        assert (shown.board, shown.player.playing) == (OTHER, False)


async def test_halves_and_doubles_of_the_speed_are_shown() -> None:
    async with board() as (_, shown, pilot):
        described = [shown.player.words]
        for _ in range(3):
            await pilot.press("left_curly_bracket")
            described.append(shown.player.words)
        assert described == ["2/s", "1/s", "0.5/s", "0.5/s"]
