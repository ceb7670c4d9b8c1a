"""The widget of the TSP with time windows: its views, the node that is looked at, and tours that come meanwhile."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from drivers.fake_engine import wait_for
from drivers.themed_app import ThemedApp
from drivers.tsptw_tours import AROUND, CORNERS, plane, swapped
from textual import on
from textual.app import ComposeResult
from textual.events import MouseScrollDown
from textual.pilot import Pilot

from puzzles.tsptw.puzzle import TsptwPuzzle
from tui.boards.canvas import ByteBudget
from tui.boards.puzzle_board import PuzzleBoard
from tui.boards.tsptw.board import MOST, TOUR_KEYS, TsptwBoard

MANY = plane(60)
TOUR = tuple(range(1, 60))


class BoardApp(ThemedApp):
    """One board, and the last line that it has said of itself."""

    def __init__(self, puzzle: TsptwPuzzle, plain: bool) -> None:
        super().__init__()
        self.board = TsptwBoard(puzzle, (), plain=plain)
        self.status_text = self.keys = ""

    def compose(self) -> ComposeResult:
        yield self.board

    @on(PuzzleBoard.StatusText)
    def _description(self, event: PuzzleBoard.StatusText) -> None:
        self.status_text, self.keys = event.text, event.keys


@asynccontextmanager
async def board(
    puzzle: TsptwPuzzle = CORNERS,
    tour: tuple[int, ...] = AROUND,
    *,
    plain: bool = False,
    size: tuple[int, int] = (76, 33),
) -> AsyncIterator[tuple[BoardApp, TsptwBoard, Pilot[None]]]:
    app = BoardApp(puzzle, plain)
    async with app.run_test(size=size) as pilot:
        app.board.focus()
        app.board.show(tour)
        await pilot.pause()
        yield app, app.board, pilot


def text(shown: TsptwBoard) -> str:
    return "\n".join(shown.render_line(y).text.rstrip() for y in range(shown.size.height))


def colours(shown: TsptwBoard) -> int:
    lines = [shown.render_line(y) for y in range(shown.size.height)]
    return len({part.style.color for line in lines for part in line if part.style and part.text.strip()})


async def test_both_views_and_the_sums_are_there_at_once() -> None:
    async with board() as (app, shown, _):
        lines = text(shown).split("\n")
        assert lines[0] == "cost 140 · makespan 150 · waiting 10 · 1 late, by 5 in all"
        assert "2!" in lines[1]
        assert "■" in "".join(lines[1:])
        assert [line.split()[0] for line in lines if line.strip()][-5:] == ["node", "1", "2!", "3", "depot"]
        assert app.status_text == "route and windows"


@pytest.mark.parametrize(("size", "count"), [((48, 17), 2), ((80, 20), 2), ((76, 33), 3), ((120, 20), 3)])
async def test_a_key_goes_through_the_views_that_there_is_room_for(size: tuple[int, int], count: int) -> None:
    async with board(MANY, TOUR, size=size) as (_, shown, pilot):
        pictures, views = [], []
        for _turn in range(count):
            pictures.append(text(shown))
            views.append(shown.view)
            await pilot.press("v")
            await pilot.pause()
        assert views == ["both", "route", "windows"][-count:]
        assert len(set(pictures)) == count
        assert text(shown) == pictures[0]
        for view, picture in zip(views, pictures, strict=True):
            assert ("slack" in picture) == (view != "route")
            assert ("■" in picture) == (view != "windows")


async def test_a_view_that_no_longer_fits_gives_way_and_comes_back() -> None:
    async with board(MANY, TOUR, size=(120, 36)) as (_, shown, pilot):
        assert shown.view == "both"
        await pilot.resize_terminal(60, 15)
        await wait_for(pilot, lambda: shown.view == "route")
        await pilot.resize_terminal(120, 36)
        await wait_for(pilot, lambda: shown.view == "both")


@pytest.mark.parametrize("plain", [True, False])
async def test_all_fits_its_room_and_a_plain_board_is_ascii(plain: bool) -> None:
    async with board(MANY, swapped(60, random.Random(1), 30), plain=plain, size=(120, 36)) as (app, shown, pilot):
        for size in ((120, 36), (76, 33), (48, 17), (30, 10), (8, 3)):
            await pilot.resize_terminal(*size)
            await wait_for(pilot, lambda size=size: shown.outer_size == size)
            await pilot.press(*["minus"] * 3)
            for _turn in range(3):
                await pilot.press("v", "greater_than_sign", "plus")
                await pilot.pause()
                assert shown.virtual_size.width <= max(20, shown.size.width), size
                assert shown.virtual_size.height <= max(6, shown.size.height), size
                assert (text(shown) + app.status_text).isascii() or not plain, size
                assert len(app.status_text) <= max(30, size[0]), size


async def test_looking_at_a_visit_shows_it_in_both_and_tells_its_times() -> None:
    async with board() as (app, shown, pilot):
        await pilot.press("down")
        await pilot.pause()
        assert app.status_text == "visit 1 of 3, node 1: arrives at 30, waits 10, starts at 40, slack 20"
        assert "[1]" in text(shown)
        assert "▸    1" in text(shown)
        await pilot.press("down")
        await pilot.pause()
        assert app.status_text == "visit 2 of 3, node 2: arrives at 80, late by 5; open from 0 to 75"
        assert "[2!]" in text(shown)
        await pilot.press("up", "up", "up")
        await pilot.pause()
        assert app.status_text.startswith("visit 1 of 3"), "there is none before"
        await pilot.press("end")
        await pilot.pause()
        assert app.status_text == "back at the depot: arrives at 150, slack 10; open from 0 to 160"
        assert "[■]" in text(shown)
        await pilot.press("right")
        assert app.board.cursor == 0, "there is none behind"
        await pilot.press("home", "full_stop", "l", "comma")
        await pilot.pause()
        assert "node 2" in app.status_text


async def test_keys_go_from_one_late_visit_to_the_next_and_round() -> None:
    tour = (2, 1, 3)  # at 2 at 50, at 1 at 90, which is late by 30, at 3 at 140, back at 180, late by 20
    async with board(tour=tour) as (app, _, pilot):
        reported = []
        for key in ("greater_than_sign", "greater_than_sign", "greater_than_sign", "less_than_sign"):
            await pilot.press(key)
            await pilot.pause()
            reported.append(app.status_text.partition(";")[0])
        first = "visit 2 of 3, node 1: arrives at 90, late by 30"
        assert reported == [first, "back at the depot: arrives at 180, late by 20", first, reported[1]]


async def test_without_a_late_visit_the_keys_say_so() -> None:
    async with board(MANY, TOUR) as (app, shown, pilot):
        await pilot.press("greater_than_sign")
        await pilot.pause()
        assert app.status_text == "no visit is late"
        shown.show(())
        await pilot.press("less_than_sign")
        await pilot.pause()
        assert app.status_text == "there is no tour yet"


async def test_the_table_follows_the_visit_looked_at() -> None:
    async with board(MANY, TOUR, size=(60, 17)) as (_, shown, pilot):
        await pilot.press("v", "end")
        await pilot.pause()
        assert "▸depot" in text(shown)
        await pilot.press("pageup")
        await pilot.pause()
        rows = 17 - 2
        assert shown.cursor == 60 - rows
        await pilot.press("home", "pagedown")
        await pilot.pause()
        assert shown.cursor == 1 + rows
        assert f"▸   {1 + rows}" in text(shown)


async def test_the_wheel_scrolls_the_table_and_a_click_looks_at_a_row_or_a_node() -> None:
    async with board(MANY, TOUR, size=(120, 20)) as (_, shown, pilot):
        windows, route = shown.arrangement.windows, shown.arrangement.route
        assert windows is not None
        assert route is not None
        await pilot._post_mouse_events([MouseScrollDown], shown, offset=(windows.x + 5, windows.y + 5))
        await pilot.pause()
        assert shown.cursor is None
        await pilot.click(shown, offset=(windows.x + 5, windows.y + 1))
        await pilot.pause()
        assert shown.cursor == 4, "three rows on"
        x, y = shown.frame_of(shown.scene).cell(33)
        await pilot.click(shown, offset=(route.x + x, route.y + y))
        await pilot.pause()
        assert shown.cursor is not None
        assert shown.frame_of(shown.scene).cell(shown.cursor) == (x, y)


async def test_an_enlarged_route_keeps_the_node_looked_at_on_the_page() -> None:
    async with board(MANY, TOUR, size=(60, 20)) as (_, shown, pilot):
        await pilot.press("home", *["plus"] * 5)
        await pilot.pause()
        for _step in range(12):
            await pilot.press("down")
            await pilot.pause()
            assert f"[{shown.cursor}" in text(shown)
        await pilot.press(*["minus"] * 5)
        await pilot.pause()
        assert "■" in text(shown)


async def test_enlarging_what_is_not_shown_says_so() -> None:
    async with board(size=(60, 15)) as (app, _, pilot):
        await pilot.press("v", "plus")
        await pilot.pause()
        assert app.status_text == "v shows the route"


async def test_a_better_tour_keeps_the_node_looked_at() -> None:
    async with board() as (app, shown, pilot):
        await pilot.press("down", "down", "down")
        shown.show((3, 2, 1))
        await pilot.pause()
        assert app.status_text.startswith("visit 1 of 3, node 3: arrives at 40")
        await pilot.press("end")
        shown.show((3, 2))
        await pilot.pause()
        assert app.status_text == "route and windows", "the return that was looked at is no longer there"


async def test_nodes_without_a_tour_are_drawn_and_looked_at() -> None:
    async with board(tour=()) as (app, shown, pilot):
        assert "3 nodes to visit" in text(shown)
        await pilot.press("down")
        await pilot.pause()
        assert app.status_text == "node 1: not visited yet; open from 40 to 60"


async def test_only_what_has_changed_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async with board(MANY, TOUR, size=(120, 36)) as (_, shown, pilot):
        sent: list[int] = []
        draw_again = shown.draw_again

        def count(regions: object) -> None:
            found = list(regions)  # type: ignore[call-overload]
            sent.extend(region.area for region in found)
            draw_again(found)

        monkeypatch.setattr(shown, "draw_again", count)
        shown.show(TOUR)
        await pilot.pause()
        assert sum(sent) == 0
        other = (*TOUR[:-2], TOUR[-1], TOUR[-2])
        shown.show(other)
        await pilot.pause()
        assert 0 < sum(sent) < 120 * 36 // 4, "the ways of two nodes and the sums; the table's first rows stay"
        shown.spread()
        await pilot.pause()
        assert not shown.redrawn(other)
        assert shown.redrawn(TOUR)


async def test_a_tour_in_passing_is_plain_and_settles_into_colours() -> None:
    async with board(MANY, TOUR) as (_, shown, pilot):
        now = [100.0]
        shown.budget = ByteBudget(lambda: now[0])
        shown.show(swapped(60, random.Random(3), 9), passing=True)
        await pilot.pause()
        few = colours(shown)
        shown.settle()
        assert colours(shown) == few, "too early"
        now[0] += TsptwBoard.QUIET
        shown.settle()
        await pilot.pause()
        assert colours(shown) > few


async def test_what_differs_from_another_tour_is_underlined() -> None:
    async with board() as (_, shown, pilot):
        shown.show(AROUND, [2])
        await pilot.pause()
        lines = [shown.render_line(y) for y in range(shown.size.height)]
        underlined = [part.text for line in lines for part in line if part.style and part.style.underline]
        assert underlined == ["3", "3"], "in the route and in the table"


async def test_no_key_is_dead() -> None:
    tour = swapped(60, random.Random(2), 30)
    async with board(MANY, tour, size=(100, 30)) as (app, shown, pilot):
        for action in TOUR_KEYS.actions:
            for key in action.keys:
                await pilot.press(*["minus"] * MOST, "plus")
                shown.look_at(30)
                await pilot.pause()
                before = app.status_text, text(shown)
                await pilot.press(key)
                await pilot.pause()
                assert (app.status_text, text(shown)) != before, key
