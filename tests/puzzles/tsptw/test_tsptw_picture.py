"""The picture of a tour: a standalone file with all nodes, the way in its direction, and what is late."""

from __future__ import annotations

from dataclasses import replace

import pytest
from drivers.tsptw_tours import AROUND, CORNERS, plane

from puzzles.picture import Circle, Path, Picture, Words
from puzzles.registry import get_family
from puzzles.tsptw.picture import DEPOT, LATE, MISSED, NODE, OPEN, RADIUS, WAY

TSPTW = get_family("tsptw")


def picture(board: tuple[int, ...] | None, puzzle: object = CORNERS) -> Picture:
    return TSPTW.picture(puzzle, board)  # type: ignore[arg-type]


def discs(drawn: Picture) -> list[Circle]:
    return [one for one in drawn.shapes if isinstance(one, Circle)]


def ways(drawn: Picture) -> list[Path]:
    return [one for one in drawn.shapes if isinstance(one, Path) and one.pen in (WAY, MISSED)]


def words(drawn: Picture) -> list[str]:
    return [one.text for one in drawn.shapes if isinstance(one, Words)]


def test_a_tour_with_a_late_visit() -> None:
    drawn = picture(AROUND)
    assert [one.pen for one in discs(drawn)] == [NODE, LATE, NODE]
    route = ways(drawn)[:4]
    assert [one.pen for one in route] == [WAY, MISSED, WAY, WAY]
    assert route[-1].points[1] == route[0].points[0], "back to the depot"
    said = words(drawn)
    assert {"0", "1", "2", "3", "!"} <= set(said)
    assert "cost 140, makespan 150, waiting 10" in said
    assert any("1 window is missed, by 5 in all" in one for one in said)
    assert not any("MDS" in one for one in said)
    assert drawn.about == "1 2 3"
    tip = "node 2: visit 2, arrives at 80, waits 0, late by 5; open from 0 to 75"
    assert discs(drawn)[1].tip == tip
    assert f"<title>{tip}</title>" in TSPTW.write(CORNERS, "svg", AROUND)


def test_the_drawing_has_the_shape_of_the_coordinates_with_y_upwards() -> None:
    drawn = picture(AROUND)
    x, y = next(one.points[0] for one in drawn.shapes if isinstance(one, Path) and one.pen == DEPOT)
    away = [(one.centre[0] - x - RADIUS, y + RADIUS - one.centre[1]) for one in discs(drawn)]
    assert len(away) == 3
    assert max(up for _, up in away) == pytest.approx(max(across for across, _ in away) * 4 / 3, rel=0.01)


def test_a_beginning_and_no_tour() -> None:
    drawn = picture((2,))
    assert sorted(one.pen == OPEN for one in discs(drawn)) == [False, True, True]
    assert len(ways(drawn)) == 2, "one way, one in the legend"
    assert [one.pen for one in discs(picture(None))] == [OPEN] * 3


def test_scaling_is_noted_and_names_are_escaped() -> None:
    named = replace(plane(12), name="<b> & co")
    drawn = picture(tuple(range(1, 12)), named)
    assert any("MDS" in one for one in words(drawn))
    assert any(one.startswith("<b> & co") for one in words(drawn))
    assert len(discs(drawn)) == 11
    assert "&lt;b&gt; &amp; co" in TSPTW.write(named, "svg")


def test_it_is_among_the_formats_that_are_written_and_not_among_those_read() -> None:
    found = {one.name: one for one in TSPTW.formats}["svg"]
    assert found in TSPTW.writable(CORNERS)
    assert not found.reads
    assert found.suffix == ".svg"
