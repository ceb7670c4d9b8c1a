"""The curves of compared searches as lines of text, told apart by their strokes and by the letters at their ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from puzzles.errors import PuzzleError
from solvers.runs.comparison import Curve
from solvers.runs.groups import Group
from solvers.runs.scoring import family_of, figure, wanted_amount
from tui.step_plot import Aim, widened
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


def lines_of(
    curves: Sequence[Curve],
    width: int,
    height: int,
    *,
    plain: bool,
    by_playouts: bool = False,
    aim: Aim | None = None,
) -> list[str]:
    """The drawing, that wide and high, with its axes and a line at the aim; nothing where there is no room or no curve.

    `curves` have as many places as `columns_for(width)` says.
    """
    bounds = value_range(curves, aim)
    if bounds is None or width < LEAST[0] or height < LEAST[1]:
        return []
    low, high, aim = bounds
    rows = height - 1
    margin, columns = _margin(width), columns_for(width)
    grid = [[" "] * (columns + 2) for _ in range(rows)]

    def row_of(value: float) -> int:
        return round((1.0 - share_of(value, low, high)) * (rows - 1))

    if aim is not None:
        grid[row_of(aim.value)] = [PLAIN_AIM if plain else AIM] * (columns + 2)
    for at in reversed(range(len(curves))):
        _draw(grid, curves[at], stroke(at, plain=plain), row_of)
    for at, curve in enumerate(curves):
        _put_letter(grid, curve, row_of, at)
    if aim is not None:
        _name_aim(grid[row_of(aim.value)], f" {aim.words} {figure(aim.value)} ", PLAIN_AIM if plain else AIM)
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
    while column < len(line) and line[column] not in (" ", AIM, PLAIN_AIM):
        column += 1
    if column >= len(line):
        line.append(" ")
    line[min(column, len(line) - 1)] = curve.letter


def _name_aim(line: list[str], words: str, dash: str) -> None:
    """Writes the words over the line of the aim, where no curve is, at the right if there is room."""
    for column in reversed(range(1, len(line) - len(words) + 1)):
        if set(line[column : column + len(words)]) == {dash}:
            line[column : column + len(words)] = words
            return


def _axis(words: Sequence[str], columns: int) -> str:
    """The words of the first and the last place, and of those between that have room, at their columns."""
    end = columns - len(words[-1]) if len(words) == columns else columns
    line = ""
    for column in (0, columns // 3, 2 * columns // 3):
        fits = column < len(words) and column + len(words[column]) < end
        if fits and (not line or column > len(line)):
            line = f"{line:<{column}}{words[column]}"
    return f"{line:<{end}}{words[-1]}" if len(words) == columns and end > len(line) else line
