"""The SVG picture of a tour: a standalone file with all nodes, the way in its direction, and what is late."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest
from drivers.tsptw_tours import AROUND, CORNERS, plane

from puzzles.registry import get_family

SVG = "{http://www.w3.org/2000/svg}"
TSPTW = get_family("tsptw")


def picture(board: tuple[int, ...] | None, puzzle: object = CORNERS) -> ElementTree.Element:
    return ElementTree.fromstring(TSPTW.write(puzzle, "svg", board))  # type: ignore[arg-type]


def classes(root: ElementTree.Element, tag: str) -> list[str]:
    return [one.get("class", "") for one in root.iter(SVG + tag) if one.get("class")]


def words(root: ElementTree.Element) -> list[str]:
    return ["".join(one.itertext()) for one in root.iter(SVG + "text")]


def test_a_tour_with_a_late_visit() -> None:
    root = picture(AROUND)
    assert sorted(classes(root, "circle")) == ["late", "node", "node"]
    ways = list(root.iter(SVG + "line"))
    assert [one.get("class") for one in ways[:4]] == ["way", "missed", "way", "way"]
    ends = [(one.get("x2"), one.get("y2")) for one in ways[:4]]
    assert ends[-1] == (ways[0].get("x1"), ways[0].get("y1")), "back to the depot"
    said = words(root)
    assert {"0", "1", "2", "3", "!"} <= set(said)
    assert "cost 140, makespan 150, waiting 10" in said
    assert any("1 window is missed, by 5 in all" in one for one in said)
    assert not any("MDS" in one for one in said)
    tips = [one.text for one in root.iter(SVG + "title")]
    assert "node 2: visit 2, arrives at 80, waits 0, late by 5; open from 0 to 75" in tips
    assert root.find(f"{SVG}desc").text == "1 2 3"  # type: ignore[union-attr]


def test_the_drawing_has_the_shape_of_the_coordinates_with_y_upwards() -> None:
    discs = list(picture(AROUND).iter(SVG + "circle"))
    depot = next(one for one in picture(AROUND).iter(SVG + "rect") if one.get("class") == "depot")
    x, y = float(depot.get("x", "")) + 10, float(depot.get("y", "")) + 10
    away = sorted((float(one.get("cx", "")) - x, y - float(one.get("cy", ""))) for one in discs)
    assert len(away) == 3
    assert max(up for _, up in away) == pytest.approx(max(across for across, _ in away) * 4 / 3, rel=0.01)


def test_a_beginning_and_no_tour() -> None:
    root = picture((2,))
    assert sorted(classes(root, "circle")) == ["node", "open", "open"]
    assert len([one for one in classes(root, "line") if one in ("way", "missed")]) == 2, "one way, one in the legend"
    assert sorted(classes(picture(None), "circle")) == ["open"] * 3


def test_scaling_is_noted_and_names_are_escaped() -> None:
    root = picture(tuple(range(1, 12)), replace(plane(12), name="<b> & co"))
    assert any("MDS" in one for one in words(root))
    assert any(one.startswith("<b> & co") for one in words(root))
    assert len(classes(root, "circle")) == 11


def test_it_is_among_the_formats_that_are_written_and_not_among_those_read() -> None:
    found = {one.name: one for one in TSPTW.formats}["svg"]
    assert found in TSPTW.writable(CORNERS)
    assert not found.reads
    assert found.suffix == ".svg"
