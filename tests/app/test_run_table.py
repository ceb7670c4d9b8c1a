"""The list of runs without a screen: columns by width, folding, marks, filter, sentence; drawn curves and tables."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from drivers.searched_runs import groups, searched

from puzzles.picture import Path, Words
from solvers.runs.comparison import apart, curves, lettered_table, value_title
from solvers.runs.view import RunView
from tui.widgets.comparison import table_lines
from tui.words import run_table
from tui.words.comparison_picture import PENS, comparison_picture, exported
from tui.words.curves import (
    LEAST,
    aim_of,
    columns_for,
    drawing,
    lines_of,
    place_text,
    places_between,
    value_text,
    values_between,
)
from tui.words.run_table import (
    RunTable,
    column_at,
    columns,
    head,
)
from tui.words.step_plot import Aim


def seeds(*scores: float, algorithm: str = "nrpa", **settings: object) -> list[RunView]:
    return [
        searched((1.0, score - 9), (10.0, score), seed=seed, algorithm=algorithm, **settings)
        for seed, score in enumerate(scores, start=1)
    ]


@pytest.fixture
def table() -> RunTable:
    """Two seeds of a search, and one of another that is going on."""
    made = RunTable()
    live = seeds(79.0, algorithm="gnrpa", status="running", workers_alive=1)
    assert made.take([*seeds(82.0, 80.0), *live])  # made later, and so the first
    return made


@pytest.mark.parametrize("width", [54, 74, 114, 194, 294])
def test_lines_have_the_width_of_the_list_and_lose_columns_where_there_is_no_room(table: RunTable, width: int) -> None:
    kept = columns(width)
    assert sum(kept.values()) + len(kept) - 1 <= width
    assert {"mark", "puzzle", "search", "best", "time", "state"} <= kept.keys()
    assert ("median" in kept, "prior" in kept, "playouts" in kept) == (width >= 74, width >= 114, width >= 114)
    for line in (head(table.groups, width), *table.texts(width, plain=True).values()):
        assert len(line) <= width
        assert line.isascii()


def test_a_state_that_has_no_room_is_said_in_short() -> None:
    made = RunTable()
    made.take([*seeds(82.0, status="running", workers_alive=1), *seeds(80.0, 81.0)])
    assert "1 running" in made.texts(54, plain=True).popitem()[1]


def test_seeds_are_unfolded_marked_and_compared(table: RunTable) -> None:
    first, other = table.lines.values()
    table.mark(first)
    table.mark(other)
    assert [text[0] for text in table.texts(74, plain=False).values()] == ["A", "B"]
    assert [len(group.runs) for group in table.compared(None)] == [2, 1]
    table.unfold(first)
    lines = list(table.lines.values())
    assert len(lines) == 4
    table.mark(lines[1])
    assert [text[0] for text in table.texts(74, plain=False).values()] == ["A", " ", "*", "B"]
    assert [len(group.runs) for group in table.compared(None)] == [1, 1]
    assert len(table.chosen(None)) == 2
    table.unfold(lines[0])
    assert len(table.lines) == 2
    table.marked.clear()
    assert table.compared(other) == [other.group]
    assert table.chosen(first) == [run.id for run in first.group.runs]


def test_the_sentence_says_how_many_and_how_they_are_listed(table: RunTable) -> None:
    assert table.sentence(60).split("  ")[0] == "3 runs, 1 going on."
    assert table.sentence(60).endswith("by newest ↓")
    table.mark(next(iter(table.lines.values())))
    table.words = " gnrpa  running "
    table.arrange()
    said = table.sentence(76)
    assert ("marked" in said, len(said)) == (True, 76)
    assert said.endswith("filter gnrpa running   by newest ↓")
    assert len(table.lines) == 1
    assert RunTable().sentence(60) == ""


def test_sorting_again_turns_the_order_round_and_an_arrow_says_so(table: RunTable) -> None:
    ids = list(table.lines)
    table.sort()
    assert list(table.lines) == ids[::-1]
    assert table.sentence(60, plain=True).endswith("by newest ^")
    table.sort()
    assert table.sentence(60, plain=True).endswith("by puzzle ^")
    table.sort_by("best")
    assert table.sentence(60, plain=True).endswith("by best v")
    assert [line.group.best.best_score for line in table.lines.values() if line.group.best] == [82.0, 79.0]
    table.sort_by(column_at(head(table.groups, 114).index("best"), 114))
    assert [line.group.best.best_score for line in table.lines.values() if line.group.best] == [79.0, 82.0]
    assert column_at(200, 114) == ""


def test_nothing_is_arranged_anew_while_no_run_has_changed(table: RunTable) -> None:
    views = list(table.views)
    table.marked = {views[0].id, "gone"}
    assert not table.take(views)
    assert table.take(views[:2])
    assert table.marked == {views[0].id}


def test_only_lines_of_changed_runs_are_made_anew(table: RunTable, monkeypatch: pytest.MonkeyPatch) -> None:
    before, made = table.texts(74, plain=False), []
    text = run_table.text

    def noted(line: run_table.Line, *arguments: Any, **named: Any) -> str:
        made.append(line.id)
        return text(line, *arguments, **named)

    monkeypatch.setattr(run_table, "text", noted)
    monkeypatch.setattr(run_table, "age_text", lambda created: "3 d")
    table.texts(74, plain=False)
    made.clear()
    assert table.texts(74, plain=False) == before
    assert made == []
    changed = [*table.views[:2], replace(table.views[2], best_score=81.0)]
    assert table.take(changed)
    [line] = [line for line in table.lines.values() if len(line.group.runs) == 1]
    assert "81" in table.texts(74, plain=False)[line.id]
    assert line.id in made
    made.clear()
    table.texts(114, plain=False)
    assert len(made) == 2


def test_the_score_that_is_found_stands_in_the_head_if_it_is_one(table: RunTable) -> None:
    assert "finds 79" in head(table.groups, 114)
    other = seeds(5.0, puzzle="b")
    assert "finds " in head(groups(*table.views, *other), 114)
    assert "finds 79" not in head(groups(*table.views, *other), 114)


@pytest.mark.parametrize("plain", [False, True])
def test_curves_are_told_apart_by_stroke_and_letter(plain: bool) -> None:
    known = groups(*seeds(82.0, 84.0), *seeds(79.0, algorithm="gnrpa"), *seeds(60.0, algorithm="sampling"))
    drawn = lines_of(curves(known, columns_for(60)), 60, 12, plain=plain)
    whole = "\n".join(drawn)
    assert len(drawn) == 12
    assert max(map(len, drawn)) <= 60
    strokes = "-=." if plain else "─╌·"
    assert set("ABC" + strokes) <= set(whole)
    assert whole.isascii() is plain
    assert [line.split()[0] for line in drawn if line[:9].strip()] == ["80", "60", "time"]
    assert drawn[-1].split("time")[1].split() == ["1", "s", "10", "s", "1", "min"]


def test_seeds_of_one_search_are_curves_of_their_own_told_apart_by_colour_too() -> None:
    known = groups(*seeds(82.0, 80.0, 70.0))
    assert [len(group.runs) for group in apart(known)] == [1, 1, 1]
    assert len(apart(groups(*seeds(*range(50, 60))))) == 1, "too many to be told apart: their median"
    assert len(apart(groups(*seeds(82.0, 80.0), *seeds(79.0, algorithm="gnrpa")))) == 2
    what = value_title(known)
    drawn = drawing(curves(apart(known), columns_for(60)), 60, 12, plain=False, what=what)
    assert {curve for line in drawn for text, curve in line if text.strip()} == {-1, 0, 1, 2}
    assert drawn[0] == [("best score", -1)]
    assert lettered_table(known)[0] == ("", "A", "B", "C", "all")
    assert ("best", "82", "80", "70", "82") in lettered_table(known)
    assert len({pen.line for pen in PENS}) == len({pen.dashes for pen in PENS}) == len(PENS)
    shapes = comparison_picture(known).shapes
    assert {shape.pen.line for shape in shapes if isinstance(shape, Path)} >= {pen.line for pen in PENS[:3]}
    said = {shape.text for shape in shapes if isinstance(shape, Words)}
    assert {"best score", "time of search", "1 s", "10 s", "70", "80", "A", "B", "C"} <= said
    by_playouts = comparison_picture(known, by_playouts=True).shapes
    assert {"playouts", "10", "100", "1,000"} <= {one.text for one in by_playouts if isinstance(one, Words)}


def test_a_png_is_as_large_as_its_picture() -> None:
    """No page around it: its margins are those of the picture."""
    known = groups(*seeds(82.0, 80.0, 70.0))
    picture, data = comparison_picture(known), exported(known, ".png")
    width, height = (int.from_bytes(data[at : at + 4]) for at in (16, 20))
    assert width / height == pytest.approx(picture.width / picture.height, rel=0.01)


@pytest.mark.parametrize(
    ("first", "last", "by_playouts", "expected"),
    [
        (0.3, 45.0, False, ["500 ms", "1 s", "2 s", "5 s", "10 s", "20 s"]),
        (0.5, 4000.0, False, ["1 s", "10 s", "1 min", "10 min", "1 h"]),
        (20.0, 36_000.0, False, ["1 min", "10 min", "1 h", "10 h"]),
        (100.0, 3e6, True, ["100", "1,000", "10,000", "100,000", "1 M"]),
        (3.1, 4.7, False, ["3.5 s", "4 s", "4.5 s"]),
    ],
)
def test_places_on_an_axis_are_round(first: float, last: float, by_playouts: bool, expected: list[str]) -> None:
    places = places_between(first, last, 7, by_playouts=by_playouts)
    assert [place_text(one, by_playouts=by_playouts) for one in places] == expected


def test_values_on_an_axis_are_round() -> None:
    ends = ((870.2, 1023.0), (-3.0, 2.0), (5.0, 5.0), (0.012, 0.0131), (-1e308, 1e308))
    assert [[value_text(one) for one in values_between(*both, 5)] for both in ends] == [
        ["900", "950", "1,000"],
        ["-3", "-2", "-1", "0", "1", "2"],
        ["5"],
        ["0.012", "0.0125", "0.013"],
        ["-1e+308", "1e+308"],
    ]


@pytest.mark.parametrize("plain", [False, True])
def test_what_all_searches_aim_at_is_a_line_if_it_flattens_nothing(plain: bool) -> None:
    known = groups(*seeds(76.0, 78.0), *seeds(75.0, algorithm="gnrpa"))
    aim = aim_of(known)
    assert aim == Aim(82.0, "longest known")
    drawn = lines_of(curves(known, columns_for(60)), 60, 12, plain=plain, aim=aim)
    assert max(map(len, drawn)) <= 60
    assert drawn[0].endswith(" longest known 82")
    assert ("_" if plain else "┄") * 20 in drawn[0]
    assert "\n".join(drawn).isascii() is plain
    far = aim._replace(value=200.0)
    assert lines_of(curves(known, columns_for(60)), 60, 12, plain=plain, aim=far) == lines_of(
        curves(known, columns_for(60)), 60, 12, plain=plain
    )
    wanted = groups(*seeds(76.0, until=80.0), *seeds(75.0, algorithm="gnrpa", until=80.0))
    assert aim_of(wanted) == Aim(80.0, "wanted")
    assert "longest known 82" in exported(known, ".svg").decode()
    assert aim_of(groups(*seeds(76.0), *seeds(75.0, puzzle="b"))) is None


def test_curves_of_penalties_no_score_or_no_room() -> None:
    one = searched((1.0, -4_000_000.0), (2.0, -800.0), (3.0, -700.0))
    drawn = lines_of(curves(groups(one), columns_for(60)), 60, 12, plain=True)
    assert [line.split()[0] for line in drawn if line[:9].strip()] == ["-700", "-750", "-800", "time"]
    assert lines_of(curves(groups(searched()), 40), 60, 12, plain=True) == []
    assert lines_of(curves(groups(one), 10), LEAST[0] - 1, 12, plain=True) == []
    flat = lines_of(curves(groups(searched((1.0, 5.0))), columns_for(40)), 40, 6, plain=True)
    assert [line.split()[0] for line in flat[:-1] if line.strip()] == ["5"]


def test_the_table_keeps_what_came_of_the_searches_where_there_is_little_room() -> None:
    known = groups(*seeds(82.0, 84.0, parameters={"level": 4}), *seeds(79.0, algorithm="gnrpa"))
    wide = table_lines(known, 60, 40, plain=True)
    assert [line.split()[0] for line in wide[:3]] == ["what", "search", "level"]
    low = table_lines(known, 60, 9, plain=True)
    assert [line.split()[0] for line in low] == [
        "what",
        "search",
        "seeds",
        "best",
        "median",
        "middle",
        "finds",
        "time",
        "playouts",
    ]
    narrow = table_lines(known, 24, 9, plain=True)
    assert narrow[0].split() == ["what", "differs", "A"]
    assert all(line.isascii() and len(line) <= 24 for line in narrow)
