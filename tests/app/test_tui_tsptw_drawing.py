"""Tours as characters: the timetable worked out by hand, the route's nodes in their places, what is late marked."""

from __future__ import annotations

import random
import re

import pytest
from drivers.tsptw_tours import AROUND, CORNERS, plane, swapped
from textual.geometry import Region

from puzzles.tsptw.picture import Positions, positions
from puzzles.tsptw.puzzle import TsptwPuzzle
from tui.boards.canvas import Canvas
from tui.boards.drawing import draw, drawable
from tui.boards.tsptw import page_route, page_timetable
from tui.boards.tsptw import text as tour_page
from tui.boards.tsptw.page_route import Frame
from tui.boards.tsptw.scene import CALM_KINDS, Scene, of_row, rounded_up, scene_of, summary

DECIMALS = TsptwPuzzle(3, 4, (0, 15000, 70001, 15000, 0, 0, 70001, 0, 0), (0, 0, 0), (0, 0, 0), (200000, 15000, 14999))
"""Times 1.5 and 7.0001; visiting 2 after 1 is late by 0.0001."""


def lines(page: Canvas) -> list[str]:
    return ["".join(piece.text for piece in page.line(y)).rstrip() for y in range(page.height)]


def kinds(page: Canvas, letter: str) -> set[str]:
    """The kinds of the pieces in which the letter stands."""
    return {piece.kind for y in range(page.height) for piece in page.line(y) if letter in piece.text}


def drawing(puzzle: TsptwPuzzle, board: tuple[int, ...], *, width: int = 80, plain: bool = True) -> list[str]:
    return ["".join(piece.text for piece in line).rstrip() for line in draw(puzzle, board, width=width, plain=plain)]


def scene(board: tuple[int, ...] = AROUND, puzzle: TsptwPuzzle = CORNERS) -> Scene:
    return scene_of(puzzle, board)


def test_the_timetable_of_a_tour_worked_out_by_hand() -> None:
    # the axis: 41 columns for 0 to 200, 5 a column; 3 and the depot are open as long as the depot: nothing to draw
    found = lines(page_timetable.page(scene(), 76, 5, plain=True))
    assert found == [
        "  node  arrives waits starts slack 0         50        100       150     200",
        "     1       30    10     40    20       ..o====",
        "     2!      80           80    -5 [--------------]!",
        "     3      110          110    90                       o",
        " depot      150          150    10                               o",
    ]


def test_all_figures_are_there_on_a_wide_page() -> None:
    found = [line.split() for line in lines(page_timetable.page(scene(), 130, 5, plain=True))]
    assert found[0][:8] == ["visit", "node", "opens", "closes", "arrives", "waits", "starts", "slack"]
    assert found[1][:8] == ["1", "1", "40", "60", "30", "10", "40", "20"]
    assert found[2][:7] == ["2", "2!", "0", "75", "80", "80", "-5"]
    assert found[4][:7] == ["4", "depot", "0", "160", "150", "150", "10"]


@pytest.mark.parametrize("width", [20, 30, 46, 64, 80, 118, 200])
def test_at_any_width_node_and_axis_stay(width: int) -> None:
    puzzle = plane(25)
    page = page_timetable.page(scene_of(puzzle, range(1, 25)), width, 12, plain=True)
    assert page.width == width
    for node, line in enumerate(lines(page)[1:], 1):
        assert re.match(rf">? *(\d+ +)?{node}\b", line)
        assert "o" in line or "[" in line or "|" in line


def test_what_is_late_has_a_sign_and_a_kind_of_its_own() -> None:
    page = page_timetable.page(scene(), 80, 5, plain=True).calmed(CALM_KINDS)
    assert kinds(page, "!") == {"late"}
    assert {line.count("!") for line in lines(page)} == {0, 2}
    drawn = page_route.page(scene(), Frame(positions(CORNERS), 30, 10), plain=True).calmed(CALM_KINDS)
    assert "2!" in "".join(lines(drawn))
    assert kinds(drawn, "!") == {"late"}


def test_nodes_not_visited_yet_come_behind_those_that_close_first_before_others() -> None:
    found = [line.split() for line in lines(page_timetable.page(scene((3,)), 60, 5, plain=True))]
    assert [line[0] for line in found[1:4]] == ["3", "1", "2"]
    assert not [line for line in found if line and line[0] == "depot"]
    assert [row.node for row in scene(()).rows] == [1, 2, 3]


def test_without_a_tour_the_table_has_the_windows() -> None:
    # the axis: 41 columns for 0 to 200, 5 a column
    assert lines(page_timetable.page(scene(()), 61, 4, plain=True)) == [
        " node  opens closes 0         50        100       150     200",
        "    1     40     60         [---]",
        "    2      0     75 [--------------]",
        "    3      0    200 [---------------------------------------]",
    ]


def test_a_window_that_never_closes_does_not_squeeze_the_axis() -> None:
    endless = TsptwPuzzle(
        4, 0, CORNERS.travel, (0,) * 4, CORNERS.earliest, (10**6, 60, 75, 10**6), CORNERS.coordinates, "endless"
    )
    assert scene_of(endless, AROUND).end == 150
    assert scene_of(endless, ()).end == 120  # the shortest ways out: 30 + 30 + 30 + 30
    found = lines(page_timetable.page(scene_of(endless, (1,)), 80, 5, plain=True))
    assert found[3].rstrip().endswith(">"), "open beyond the axis"


def test_a_tour_that_takes_longer_than_all_windows_stretches_the_axis() -> None:
    short = TsptwPuzzle(4, 0, CORNERS.travel, (0,) * 4, (0,) * 4, (100,) * 4, CORNERS.coordinates)
    assert scene_of(short, ()).end == 120
    assert scene_of(short, AROUND).end == 150


@pytest.mark.parametrize(("number", "expected"), [(1, 10), (10, 10), (11, 12), (141, 150), (801, 1000), (1000, 1000)])
def test_the_axis_ends_at_round_numbers(number: int, expected: int) -> None:
    assert rounded_up(number) == expected


def test_the_rows_scroll_and_a_bar_says_where() -> None:
    puzzle = plane(40)
    whole = scene_of(puzzle, range(1, 40))
    top = lines(page_timetable.page(whole, 60, 11, 0, plain=True))
    last = page_timetable.last_first(whole, 11)
    bottom = lines(page_timetable.page(whole, 60, 11, last, plain=True))
    assert last == 30
    assert [line.split()[0] for line in top[1:]] == [str(node) for node in range(1, 11)]
    assert bottom[-1].split()[0] == "depot"
    assert [line[-1] for line in top[1:]].index("#") == 0
    assert bottom[-1][-1] == "#"


def test_every_node_of_the_route_lies_where_it_should() -> None:
    page = page_route.page(scene(), Frame(positions(CORNERS), 40, 12), plain=True)
    found = lines(page)
    where = {sign: (line.index(sign), y) for y, line in enumerate(found) for sign in "#123" if sign in line}
    assert where["3"][1] == where["2"][1] == 0, "y upwards"
    assert where["#"][1] == where["1"][1] == 11
    assert where["3"][0] == where["#"][0] < where["1"][0] == where["2"][0]
    # 30 x 40: as high as the page, and a character is twice as high as wide
    assert where["1"][0] - where["#"][0] == pytest.approx(0.75 * 2 * 11, abs=1.5)


def test_the_route_of_a_beginning_is_open_and_a_whole_one_closed() -> None:
    frame = Frame(positions(CORNERS), 40, 12)
    beginning, whole = (lines(page_route.page(scene(board), frame, plain=True)) for board in ((1, 2), AROUND))
    left = [line[frame.cell(0)[0]] if line else "" for line in whole[2:10]]
    assert set(left) == {"|"}, "from 3 back to the depot"
    assert not [line for line in beginning[2:10] if line[: frame.cell(1)[0] - 1].strip()]
    assert "3" in "".join(beginning), "not visited, but there"


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("columns", "lines_"), [(46, 15), (20, 6), (100, 30)])
def test_each_node_is_on_the_page_and_no_number_is_misread(seed: int, columns: int, lines_: int) -> None:
    n = 60
    puzzle = plane(n, seed, map_too=True)
    frame = Frame(positions(puzzle), columns, lines_)
    page = page_route.page(scene_of(puzzle, swapped(n, random.Random(seed), 9)), frame, plain=False)
    found = ["".join(piece.text for piece in page.line(y)) for y in range(page.height)]
    for y, line in enumerate(found):
        for match in re.finditer(r"\d+", line):
            node = int(match.group())
            column, row = frame.cell(node)
            assert row == y, "a number stands over its node"
            assert match.start() <= column < match.end()
    for node in range(n):
        column, row = frame.cell(node)
        assert re.match(r"[\d!•■]", found[row][column]), node


def test_a_selected_node_is_in_brackets_and_its_ways_stand_out() -> None:
    frame = Frame(positions(CORNERS), 40, 12)
    page = page_route.page(scene(), frame, plain=True, cursor=2)
    assert "[2!]" in "".join(lines(page))
    assert kinds(page, "[2!]") == {"cursor"}
    strokes = [{piece.kind for piece in page.line(y) if piece.text.strip() in ("|", ".")} for y in range(2, 10)]
    assert strokes == [{"leg4", "cursor"}] * 8, "from 3 to the depot, and from 1 to 2"
    table = lines(page_timetable.page(scene(), 80, 5, plain=True, cursor=2))
    assert [line[:1] for line in table] == [" ", " ", ">", " ", " "]


@pytest.mark.parametrize("size", [(46, 15), (20, 6), (118, 35)])
def test_a_drawing_by_scaling_says_so_and_a_map_does_not(size: tuple[int, int]) -> None:
    for seed in range(4):
        whole, chart = plane(30, seed), plane(30, seed, map_too=True)
        board = swapped(30, random.Random(seed), 20)
        text = "\n".join(lines(page_route.page(scene_of(whole, board), Frame(positions(whole), *size), plain=True)))
        assert "MDS" in text
        text = "\n".join(lines(page_route.page(scene_of(chart, board), Frame(positions(chart), *size), plain=True)))
        assert "MDS" not in text


def test_nodes_in_one_place_are_drawn_and_so_are_nodes_in_a_row() -> None:
    for points in (((3.0, 3.0),) * 4, ((0.0, 5.0), (1.0, 5.0), (2.0, 5.0), (9.0, 5.0))):
        page = page_route.page(scene(), Frame(Positions(points, scaled=False), 30, 9), plain=True)
        assert "#" in "".join(lines(page))


def test_an_enlarged_route_shows_the_part_around_its_centre() -> None:
    where = positions(CORNERS)
    frame = Frame(where, 40, 12, 20.0, where.points[2])
    text = "".join(lines(page_route.page(scene(), frame, plain=True)))
    assert "2!" in text
    assert "#" not in text
    assert "1" not in text
    assert "-" in text, "its ways lead off the page"


def test_the_sums_are_those_of_the_hand() -> None:
    assert summary(scene(), 80, plain=False) == "cost 140 · makespan 150 · waiting 10 · 1 late, by 5 in all"
    assert summary(scene(), 40, plain=True) == "cost 140, makespan 150, 1 late"
    assert summary(scene((1,)), 80, plain=True) == "1 of 3 visited, cost 30, time 40, waiting 10, none late"
    assert summary(scene(()), 80, plain=True) == "3 nodes to visit from the depot"
    wanted = TsptwPuzzle(4, 0, CORNERS.travel, (0,) * 4, (0,) * 4, (200,) * 4, objective="makespan")
    assert summary(scene_of(wanted, AROUND), 80, plain=True).startswith("makespan 140, cost 140")
    assert summary(scene_of(wanted, AROUND), 80, plain=True).endswith("all in time")


def test_a_visit_in_words() -> None:
    rows = scene().rows
    assert of_row(scene(), rows[0], 99) == (
        "visit 1 of 3, node 1: arrives at 30, waits 10, starts at 40, slack 20; open from 40 to 60"
    )
    assert of_row(scene(), rows[1], 60) == "visit 2 of 3, node 2: arrives at 80, late by 5"
    assert of_row(scene(), rows[1], 30) == "node 2: at 80, late by 5"
    assert of_row(scene(), rows[3], 60) == "back at the depot: arrives at 150, slack 10"
    assert of_row(scene(()), scene(()).rows[0], 60) == "node 1: not visited yet; open from 40 to 60"


def test_a_lateness_too_small_for_the_table_is_reported_exactly() -> None:
    tour = scene_of(DECIMALS, (1, 2))
    assert tour.brief(70001) == "7"
    assert tour.brief(1) == "0.0001"
    assert of_row(tour, tour.rows[1], 99).startswith("visit 2 of 2, node 2: arrives at 1.5, late by 0.0001")
    assert "1 late, by 0.0001 in all" in summary(tour, 99, plain=True)


def test_a_visit_late_by_one_unit_is_drawn_as_late() -> None:
    tour = scene_of(DECIMALS, (1, 2))
    assert [visit.lateness for visit in tour.visits] == [0, 1, 0]
    assert [row.late for row in tour.rows] == [False, True, False]
    table = page_timetable.page(tour, 80, 4, plain=True)
    assert [line.count("!") for line in lines(table)] == [0, 0, 2, 0], "behind its number, and on the axis"
    assert kinds(table, "!") == {"late"}
    drawn = page_route.page(tour, Frame(positions(DECIMALS), 30, 10), plain=True)
    assert "2!" in "".join(lines(drawn))


@pytest.mark.parametrize("width", [20, 40, 80, 200])
@pytest.mark.parametrize("plain", [True, False])
def test_the_headless_drawing_has_route_and_all_rows_and_fits(width: int, plain: bool) -> None:
    for board in ((), (2,), AROUND):
        found = drawing(CORNERS, board, width=width, plain=plain)
        assert max(map(len, found)) <= width
        assert ("depot" in "".join(found)) or len(board) < 3 or width < 30
        assert "".join(found).isascii() or not plain
    found = drawing(plane(30), tuple(range(1, 30)), width=width, plain=plain)
    assert found[0].startswith("cost ")
    assert [line.split()[0] for line in found[-30:-1]] == [str(node) for node in range(1, 30)]
    assert "depot" in found[-1]


@pytest.mark.parametrize("view", ["both", "route", "windows"])
def test_parts_of_a_page_lie_on_it_and_apart(view: str) -> None:
    for width in range(1, 160, 7):
        for height in range(1, 60, 3):
            for rows in (1, 20, 999):
                if view not in tour_page.views(width, height, rows):
                    continue
                found = tour_page.arrange(view, width, height, rows)
                parts = [
                    Region(box.x, box.y, box.width, box.height)
                    for box in (found.route, found.windows)
                    if box is not None
                ]
                page = Region(0, 1, found.width, found.height - 1)
                for number, part in enumerate(parts):
                    assert part.width >= 10
                    assert part.height >= 2
                    assert page.contains_region(part)
                    assert not any(part.overlaps(other) for other in parts[:number])
                assert found.width == max(width, 20)


def test_what_is_no_tour_can_not_be_drawn() -> None:
    assert drawable(CORNERS, ())
    assert drawable(CORNERS, AROUND)
    for board in ((0,), (4,), (1, 1), (-1,), (1, 2, 3, 0)):
        assert not drawable(CORNERS, board)
