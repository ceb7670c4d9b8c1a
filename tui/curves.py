"""The curves of compared searches as lines of text, told apart by their strokes and by the letters at their ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from solvers.runs.comparison import Curve
from solvers.runs.scoring import figure
from tui.wording import count_text, seconds_text

FINED = 1000.0
"""A value that many times the last one's size contains penalties; drawn, it would flatten all others."""
LEAST = (24, 4)
"""Columns and lines below which nothing is drawn."""


class Stroke(NamedTuple):
    """A line's characters: along, upwards, and its corners: from the left up and down, from there to the right."""

    along: str
    upright: str
    corners: str  # left to up, left to down, up to right, down to right


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


def value_range(curves: Sequence[Curve]) -> tuple[float, float] | None:
    """The lowest and the highest median that is drawn; None if there is none."""
    ends = [abs(curve.values[-1].median) for curve in curves if curve.values and curve.values[-1] is not None]
    if not ends:
        return None
    most = FINED * max(ends)
    drawn = [one.median for curve in curves for one in curve.values if one is not None]
    within = [value for value in drawn if most == 0 or abs(value) < most]
    return min(within), max(within)


def lines_of(curves: Sequence[Curve], width: int, height: int, *, plain: bool, by_playouts: bool = False) -> list[str]:
    """The drawing, that wide and high, with its axes; nothing where there is no room or no curve.

    `curves` have as many places as `columns_for(width)` says.
    """
    bounds = value_range(curves)
    if bounds is None or width < LEAST[0] or height < LEAST[1]:
        return []
    low, high = bounds
    rows = height - 1
    margin, columns = _margin(width), columns_for(width)
    grid = [[" "] * (columns + 2) for _ in range(rows)]

    def row_of(value: float) -> int:
        return round((1.0 - share_of(value, low, high)) * (rows - 1))

    for at in reversed(range(len(curves))):
        _draw(grid, curves[at], stroke(at, plain=plain), row_of)
    for at, curve in enumerate(curves):
        _put_letter(grid, curve, row_of, at)
    marks = _marks(low, high, rows)
    drawn = [f"{marks.get(at, ''):>{margin}} {''.join(line).rstrip()}" for at, line in enumerate(grid)]
    places = max((curve.places for curve in curves), key=len)
    words: Callable[[float], str] = count_text if by_playouts else seconds_text
    return [*drawn, " " * (margin + 1) + _axis([words(place) for place in places], columns)]


def share_of(value: float, low: float, high: float) -> float:
    """Where the value lies between the two, from 0 to 1; in the middle if they are equal."""
    if high == low:
        return 0.5
    return (min(max(value, low), high) / 2 - low / 2) / (high / 2 - low / 2)  # halves, as a difference may be infinite


def _marks(low: float, high: float, rows: int) -> dict[int, str]:
    """What stands beside which lines."""
    if high == low:
        return {round((rows - 1) / 2): figure(low)}
    middle = rows // 2
    between = {middle: low + (high - low) * (1 - middle / (rows - 1))} if rows > 6 else {}
    return {at: figure(round(value, 2)) for at, value in ({0: high, rows - 1: low} | between).items()}


def columns_for(width: int) -> int:
    """How many columns the curves have in a drawing that wide."""
    return max(1, width - _margin(width) - 1 - 3)


def _margin(width: int) -> int:
    return 9 if width >= 50 else 7


def _draw(grid: list[list[str]], curve: Curve, pen: Stroke, row_of: Callable[[float], int]) -> None:
    before: int | None = None
    for column, found in enumerate(curve.values):
        if found is None:
            continue
        now = row_of(found.median)
        if before is None or now == before:
            grid[now][column] = pen.along
        else:
            upwards = now < before
            grid[before][column] = pen.corners[0 if upwards else 1]
            for between in range(min(now, before) + 1, max(now, before)):
                grid[between][column] = pen.upright
            grid[now][column] = pen.corners[3 if upwards else 2]
        before = now


def _put_letter(grid: list[list[str]], curve: Curve, row_of: Callable[[float], int], at: int) -> None:
    if not curve.values or curve.values[-1] is None:
        return
    line = grid[row_of(curve.values[-1].median)]
    column = min(len(curve.values), len(line) - 1)
    while column < len(line) and line[column] != " ":
        column += 1
    if column >= len(line):
        line.append(" ")
    line[min(column, len(line) - 1)] = curve.letter


def _axis(words: Sequence[str], columns: int) -> str:
    """The words of the first and the last place, and of those between that have room, at their columns."""
    end = columns - len(words[-1]) if len(words) == columns else columns
    line = ""
    for column in (0, columns // 3, 2 * columns // 3):
        fits = column < len(words) and column + len(words[column]) < end
        if fits and (not line or column > len(line)):
            line = f"{line:<{column}}{words[column]}"
    return f"{line:<{end}}{words[-1]}" if len(words) == columns and end > len(line) else line
