"""The drawing of the best over time: what stands where, what is left out so that the rest can be read, sparklines."""

from __future__ import annotations

import pytest

from puzzles.registry import get_family
from tui.widgets.monitor import people_count
from tui.words.step_plot import (
    AIM,
    CURVE,
    EARLIER,
    Aim,
    drawing,
    sparkline,
)

TSPTW, MORPION, LATIN = (get_family(name) for name in ("tsptw", "morpion", "latin"))
COSTS = [(0.1, 1200.0), (0.3, 990.0), (1.2, 930.0), (4.0, 900.0), (38.0, 878.7)]


def text(lines: list[list[tuple[str, str]]]) -> list[str]:
    return ["".join(piece for piece, _ in line) for line in lines]


def kinds(lines: list[list[tuple[str, str]]]) -> set[str]:
    return {kind for line in lines for piece, kind in line if piece.strip()}


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("size", [(16, 4), (32, 8), (60, 14)])
def test_lines_have_the_size_asked_for_and_costs_fall(size: tuple[int, int], plain: bool) -> None:
    width, height = size
    lines = drawing(COSTS, 41.0, width, height, plain=plain)
    assert len(lines) == height
    assert {len(line) for line in text(lines)} == {width}
    assert text(lines)[height - 2].startswith("878.7 ")
    assert text(lines)[-1].endswith("50 s")
    bare = ["".join(piece if kind == CURVE else " " * len(piece) for piece, kind in line) for line in lines]
    ends = [[row for row, one in enumerate(column) if one != " "] for column in zip(*bare, strict=True)]
    falls = [row for column in ends for row in column]
    assert falls == sorted(falls), "from left to right it goes down alone"
    assert (falls[0], falls[-1]) == (0, height - 2)
    assert not plain or "".join(text(lines)).isascii()


def test_what_is_aimed_at_and_other_runs() -> None:
    lines = drawing(COSTS, 41.0, 60, 12, earlier=[[(1.0, 960.0), (9.0, 890.0)]], aim=Aim(878.64, "best known"))
    assert {CURVE, EARLIER, AIM} <= kinds(lines)
    assert "best known 878.64" in text(lines)[10]
    assert AIM not in kinds(drawing([(0.1, 50.0), (5.0, 60.0)], 9.0, 60, 12, aim=Aim(178.0, "longest known")))
    assert AIM in kinds(drawing([(0.1, 50.0), (5.0, 60.0)], 9.0, 60, 12, aim=Aim(78.0, "wanted")))


def test_nothing_is_drawn_without_room_or_history() -> None:
    assert drawing(COSTS, 41.0, 15, 9) == []
    assert drawing(COSTS, 41.0, 60, 3) == []
    assert drawing([], 41.0, 60, 12) == []


def test_a_constant_score_and_one_of_no_time_are_drawn() -> None:
    for history, until in (([(0.0, -3.0)], 0.0), ([(4.0, 78.0), (4.0, 78.0)], 1e6)):
        lines = text(drawing(history, until, 40, 6))
        assert any("─" in line for line in lines)


def test_the_drawing_stays_while_the_time_goes_on() -> None:
    """Only lines with the curve's end change, and the axis not before the time is beyond it."""
    before, after = (drawing(COSTS, until, 60, 12) for until in (41.0, 44.0))
    assert sum(one != other for one, other in zip(before, after, strict=True)) <= 1


def test_a_tour_that_misses_windows_does_not_flatten_those_that_keep_them() -> None:
    history = [(0.1, -24_000_999.5), (0.5, -3_000_950.0), (1.0, -950.0), (5.0, -880.0)]
    assert people_count(TSPTW, history) == ([(1.0, 950.0), (5.0, 880.0)], "cost")
    assert people_count(TSPTW, history[:2]) == ([(0.1, 24.0), (0.5, 3.0)], "late nodes")
    assert people_count(MORPION, [(0.1, 60.0)]) == ([(0.1, 60.0)], "moves")
    assert people_count(LATIN, [(0.1, -60.0)]) == ([(0.1, -60.0)], "score")


def test_sparklines() -> None:
    assert sparkline(COSTS, 41.0, 6) == "█▃▂▁▁▁"
    assert sparkline([(1.0, 5.0), (10.0, 9.0)], 10.0, 4, plain=True) == "___#"
    assert sparkline([], 3.0, 4) == "    "
    assert sparkline([(9.0, 5.0)], 10.0, 4).strip(" ") == "▁"
