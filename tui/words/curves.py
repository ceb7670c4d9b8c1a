"""The curves of compared searches as lines of text, told apart by their strokes and by the letters at their ends, over
axes with round numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from puzzles.errors import PuzzleError
from solvers.runs.comparison import Curve
from solvers.runs.groups import Group
from solvers.runs.scoring import family_of, figure, wanted_amount
from tui.words.step_plot import Aim, widened
from tui.words.wording import count_text, shorten

FINED = 1000.0
"""A value that many times the last one's size contains penalties; drawn, it would flatten all others."""
Grid = list[list[tuple[str, int]]]
"""Characters, each with the number of the curve that it belongs to, -1 for none."""
MARGIN = 9
"""Columns left of the curves, for values and the title of the axis below."""
TITLED = 8
"""Lines from which one of them is the title of the axis of values."""
LEAST = (24, 4)
"""Columns and lines below which nothing is drawn."""


class Stroke(NamedTuple):
    """A line's characters: along, upwards, and its corners: from the left up and down, from there to the right."""

    along: str
    upright: str
    corners: str  # left to up, left to down, up to right, down to right


AIM, PLAIN_AIM = "┄", "_"
"""The stroke of the line at what is aimed at."""

STROKES = (
    Stroke("─", "│", "╯╮╰╭"),
    Stroke("╌", "╎", "╯╮╰╭"),
    Stroke("·", "·", "····"),
    Stroke("━", "┃", "┛┓┗┏"),
    Stroke("═", "║", "╝╗╚╔"),
)
PLAIN_STROKES = (
    Stroke("-", "|", "++++"),
    Stroke("=", "|", "++++"),
    Stroke(".", ":", "...."),
    Stroke("#", "#", "####"),
    Stroke("~", "|", "++++"),
)


def stroke(at: int, *, plain: bool) -> Stroke:
    """The stroke of the curve at that place; more curves than strokes are told apart by their letters alone."""
    strokes = PLAIN_STROKES if plain else STROKES
    return strokes[at % len(strokes)]


def aim_of(groups: Sequence[Group]) -> Aim | None:
    """The score that all of the searches want, else the best known of their puzzle; None if they have several."""
    specs = [group.spec for group in groups]
    spec, family = specs[0], family_of(specs[0])
    if spec is None or family is None or len({group.first.puzzle_key for group in groups}) > 1:
        return None
    wanted = {wanted_amount(one) for one in specs}
    if len(wanted) == 1 and (only := wanted.pop()) is not None:
        return Aim(only, "wanted")
    try:
        goal = family.about.goal(family.from_json(spec.puzzle)) if family.about is not None else None
    except PuzzleError:  # a run's folder may hold anything
        return None
    return None if goal is None else Aim(goal.amount, goal.what)


def value_range(curves: Sequence[Curve], aim: Aim | None = None) -> tuple[float, float, Aim | None] | None:
    """The lowest and the highest value that is drawn, and the aim if it is drawn; None if there is no curve."""
    last = [curve.values[-1].median for curve in curves if curve.values and curve.values[-1] is not None]
    if not last:
        return None
    most = FINED * max(map(abs, last))
    drawn = [one.median for curve in curves for one in curve.values if one is not None]
    within = [value for value in drawn if most == 0 or abs(value) < most]
    nearest = last[0] if aim is None else min(last, key=lambda value: abs(value - aim.value))
    return widened(min(within), max(within), nearest, aim)


Pieces = list[tuple[str, int]]
"""Of a line the texts, each with the number of the curve that it belongs to, -1 for none."""


def lines_of(curves: Sequence[Curve], width: int, height: int, **how: Any) -> list[str]:
    """The lines of `drawing` as texts alone."""
    return ["".join(text for text, _ in line).rstrip() for line in drawing(curves, width, height, **how)]


def drawing(
    curves: Sequence[Curve],
    width: int,
    height: int,
    *,
    plain: bool,
    by_playouts: bool = False,
    aim: Aim | None = None,
    what: str = "",
) -> list[Pieces]:
    """The drawing, that wide and high, with its axes and a line at the aim; nothing where there is no room or no curve.

    `curves` have as many places as `columns_for(width)` says. `what`: the title of the axis of values, in a line of its
    own where there are lines enough; the axis below always has one.
    """
    bounds = value_range(curves, aim)
    if bounds is None or width < LEAST[0] or height < LEAST[1]:
        return []
    low, high, aim = bounds
    head = [[(shorten(what, width), -1)]] if what and height >= TITLED else []
    rows = height - 1 - len(head)
    columns = columns_for(width)
    grid: Grid = [[(" ", -1)] * (columns + 2) for _ in range(rows)]

    def row_of(value: float) -> int:
        return round((1.0 - share_of(value, low, high)) * (rows - 1))

    if aim is not None:
        grid[row_of(aim.value)] = [(PLAIN_AIM if plain else AIM, -1)] * (columns + 2)
    for at in reversed(range(len(curves))):
        _draw(grid, curves[at], at, stroke(at, plain=plain), row_of)
    for at, curve in enumerate(curves):
        _put_letter(grid, curve, row_of, at)
    if aim is not None:
        _name_aim(grid[row_of(aim.value)], f" {aim.words} {figure(aim.value)} ", PLAIN_AIM if plain else AIM)
    ticks = values_between(low, high, max(1, rows // 3)) if rows > 2 else [low]
    marks = {row_of(one): value_text(one) for one in ticks}
    drawn = [[(f"{marks.get(at, ''):>{MARGIN}} ", -1), *_pieces(line)] for at, line in enumerate(grid)]
    places = max((curve.places for curve in curves), key=len)
    axis = f"{'playouts' if by_playouts else 'time':>{MARGIN}} {_axis(places, columns, by_playouts=by_playouts)}"
    return [*head, *drawn, [(axis, -1)]]


def _pieces(line: Sequence[tuple[str, int]]) -> Pieces:
    found = [("".join(sign for sign, _ in cells), owner) for owner, cells in groupby(line, key=lambda cell: cell[1])]
    return [*found[:-1], *([(found[-1][0].rstrip(), found[-1][1])] if found else [])]


def share_of(value: float, low: float, high: float) -> float:
    """Where the value lies between the two, from 0 to 1; in the middle if they are equal."""
    if high == low:
        return 0.5
    return (min(max(value, low), high) / 2 - low / 2) / (high / 2 - low / 2)  # halves, as a difference may be infinite


def columns_for(width: int) -> int:
    """How many columns the curves have in a drawing that wide."""
    return max(1, width - MARGIN - 1 - 3)


def _draw(grid: Grid, curve: Curve, number: int, pen: Stroke, row_of: Callable[[float], int]) -> None:
    before: int | None = None
    for column, found in enumerate(curve.values):
        if found is None:
            continue
        now = row_of(found.median)
        if before is None or now == before:
            grid[now][column] = (pen.along, number)
        else:
            upwards = now < before
            grid[before][column] = (pen.corners[0 if upwards else 1], number)
            for between in range(min(now, before) + 1, max(now, before)):
                grid[between][column] = (pen.upright, number)
            grid[now][column] = (pen.corners[3 if upwards else 2], number)
        before = now


def _put_letter(grid: Grid, curve: Curve, row_of: Callable[[float], int], at: int) -> None:
    if not curve.values or curve.values[-1] is None:
        return
    line = grid[row_of(curve.values[-1].median)]
    column = min(len(curve.values), len(line) - 1)
    while column < len(line) and line[column][0] not in (" ", AIM, PLAIN_AIM):
        column += 1
    if column >= len(line):
        line.append((" ", -1))
    line[min(column, len(line) - 1)] = (curve.letter, at)


def _name_aim(line: list[tuple[str, int]], words: str, dash: str) -> None:
    """Writes the words over the line of the aim, where no curve is, at the right if there is room."""
    for column in reversed(range(1, len(line) - len(words) + 1)):
        if {sign for sign, _ in line[column : column + len(words)]} == {dash}:
            line[column : column + len(words)] = [(sign, -1) for sign in words]
            return


def _axis(places: Sequence[float], columns: int, *, by_playouts: bool) -> str:
    """Round places at their columns, as far as they fit."""
    first, last = places[0], places[-1]
    ratio = math.log(last / first) if last > first > 0 else 0.0
    ticks = places_between(first, last, max(2, columns // 9), by_playouts=by_playouts) if ratio else [last]
    line = ""
    for place in ticks:
        column = round(math.log(place / first) / ratio * (len(places) - 1)) if ratio else 0
        words = place_text(place, by_playouts=by_playouts)
        if (not line or len(line) < column) and column + len(words) <= columns + 2:
            line = f"{line:<{column}}{words}"
    return line


STEPS = (1.0, 2.0, 5.0)
MINUTE, HOUR = 60.0, 3600.0
CLOSE = 1.5
"""A place is left out if the next unit is less than so many times as far: 50 s before 1 min."""


def values_between(low: float, high: float, most: int) -> list[float]:
    """Round numbers from `low` to `high` in equal steps, about `most` at most; both ends where there are none."""
    span = high - low
    if not math.isfinite(span) or span <= 0 or most < 1:
        return [low] if low == high else [low, high]
    least = span / most
    unit = 10.0 ** math.floor(math.log10(least))
    step = next(one * unit for one in (*STEPS, 10.0) if one * unit >= least * (1 - 1e-9))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [number * step for number in range(first, last + 1)] or [low, high]


def places_between(first: float, last: float, most: int, *, by_playouts: bool) -> list[float]:
    """Round places on an axis of equal ratios from `first` to `last`, at most `most`: fewer where that are too many."""
    units = [10.0**power for power in range(math.floor(math.log10(first)), math.ceil(math.log10(last)) + 1)]
    if not by_playouts:
        hours = [HOUR * 10.0**power for power in range(max(1, math.ceil(math.log10(max(last, 1.0)))))]
        units = [*(one for one in units if one < MINUTE), MINUTE, 10 * MINUTE, *hours]
    ends = [*units[1:], math.inf]
    every = [
        unit * step
        for unit, end in zip(units, ends, strict=True)
        for step in STEPS
        if step == 1 or unit * step * CLOSE <= end
    ]
    for known in (every, units):
        found = [one for one in known if first * (1 - 1e-9) <= one <= last * (1 + 1e-9)]
        if 2 <= len(found) <= most:
            return found
    if len(found) > most:
        return found[:: math.ceil(len(found) / max(1, most))]
    return [one for one in values_between(first, last, max(2, most - 1)) if first <= one <= last]


def place_text(place: float, *, by_playouts: bool) -> str:
    """A round place in words: `5 s`, `20 min`, `2 h`, `10,000`, `2 M`."""
    if by_playouts:
        return count_text(place) if place >= 1 else f"{place:.3g}"
    for limit, unit in ((HOUR, "h"), (MINUTE, "min"), (1.0, "s")):
        if place >= limit * (1 - 1e-9):
            return f"{place / limit:.4g} {unit}"
    return f"{place * 1e3:.4g} ms"


def value_text(value: float) -> str:
    """A round value, such as `1,200` or `0.25`."""
    return f"{value + 0.0:,.10g}"
