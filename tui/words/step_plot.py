"""The best so far over time as lines of text: a staircase, earlier runs beneath it, a line at what is aimed at."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from solvers.runs.scoring import figure
from tui.words.wording import seconds_text

History = Sequence[tuple[float, float]]
"""(seconds, value) of each improvement, ascending in time."""

CURVE, EARLIER, AIM, AXIS, NOTHING = "curve", "earlier", "aim", "axis", ""
"""What a piece of a line belongs to."""
Line = list[tuple[str, str]]
"""Pieces of text, each with what it belongs to."""

SMALLEST = (16, 4)
"""Columns and lines below which nothing is drawn."""
DECADES = 4
"""The time axis begins at most so many powers of ten before its end."""
BEGINNING = 0.25
"""Share of the time axis at whose end the range of values begins: what is worse is drawn at its edge."""
FEWEST = 4
"""Values whose range is drawn at least, if there are as many."""
FARTHEST_AIM = 2.0
"""An aim that is farther from the best than so many times all that was gained is not drawn: it would flatten that."""
FINE = ("─│╯╮╰╭", "·", "┄")
PLAIN = ("-|'.'.", ":", "=")
"""Strokes of the curve (along, upright, corners from the left up and down, from below and above to the right), of
earlier runs and of the aim."""
BLOCKS = "▁▂▃▄▅▆▇█"
PLAIN_BLOCKS = "_.-:=+*#"


class Aim(NamedTuple):
    """A value that is aimed at, and what it is, such as `best known`."""

    value: float
    words: str


class Grid:
    """Characters and what each belongs to; later ones stand over earlier ones."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self._cells = [[(" ", NOTHING)] * columns for _ in range(rows)]

    def put(self, column: int, row: int, text: str, kind: str) -> None:
        for at, character in enumerate(text, column):
            if 0 <= at < self.columns and 0 <= row < self.rows:
                self._cells[row][at] = (character, kind)

    def free(self, column: int, row: int, length: int) -> bool:
        """True if no curve is there."""
        return all(kind != CURVE for _, kind in self._cells[row][column : column + length])

    def line(self, row: int) -> Line:
        pieces = groupby(self._cells[row], key=lambda cell: cell[1])
        return [("".join(character for character, _ in cells), kind) for kind, cells in pieces]


def drawing(
    history: History,
    until: float,
    width: int,
    height: int,
    *,
    earlier: Sequence[History] = (),
    aim: Aim | None = None,
    plain: bool = False,
) -> list[Line]:
    """Lines of that width, as many as `height`; none where there is no room or nothing has happened yet.

    The last line is the axis of time, in equal ratios, up to a round number of seconds after `until`: so most of the
    drawing stays as it is while the run goes on. Values are drawn as they are given: costs fall.
    """
    if not history or width < SMALLEST[0] or height < SMALLEST[1]:
        return []
    end = _round_up(max(until, history[-1][0], 1e-3))
    begin = max(min(history[0][0], end / 10), end / float(10**DECADES))
    low, high, aim = _bounds(_after(history, begin * (end / begin) ** BEGINNING), aim)
    labels = [figure(round(high, 2)), figure(round(low, 2))]
    margin = max(map(len, labels)) + 1
    grid = Grid(width - margin, height - 1)

    def row_of(value: float) -> int:
        share = 0.5 if high == low else (min(max(value, low), high) - low) / (high - low)
        return round((1.0 - share) * (grid.rows - 1))

    def time_at(column: int) -> float:
        return begin * math.exp(math.log(end / begin) * (column + 1) / grid.columns)

    curve, dot, dash = PLAIN if plain else FINE
    times = [time_at(column) for column in range(grid.columns)]
    if aim is not None:
        grid.put(0, row_of(aim.value), dash * grid.columns, AIM)
    for one in earlier:
        for column, value in enumerate(_values(one, times)):
            if value is not None and low <= value <= high:
                grid.put(column, row_of(value), dot, EARLIER)
    shown = next((column for column, time in enumerate(times) if time >= until), grid.columns - 1) + 1
    _draw_curve(grid, [None if v is None else row_of(v) for v in _values(history, times[:shown], until)], curve)
    if aim is not None:
        _name_aim(grid, row_of(aim.value), f" {aim.words} {figure(aim.value)} ")
    lines = []
    for row in range(grid.rows):
        label = labels[0] if row == 0 else labels[1] if row == grid.rows - 1 and high != low else ""
        lines.append([(f"{label:>{margin - 1}} ", AXIS), *grid.line(row)])
    return [*lines, [(" " * margin + _axis(begin, end, grid.columns), AXIS)]]


def sparkline(history: History, until: float, width: int, *, plain: bool = False) -> str:
    """The history in one line, in equal ratios of time; blanks before the first value."""
    if not history or width < 1:
        return " " * width
    values = [value for _, value in history]
    low, high = min(values), max(values)
    end = max(until, history[-1][0], 1e-6)
    begin = max(min(history[0][0], end / 10), end / 10**DECADES)
    times = [begin * (end / begin) ** ((column + 1) / width) for column in range(width)]
    blocks = PLAIN_BLOCKS if plain else BLOCKS
    shares = [None if v is None else 0.0 if high == low else (v - low) / (high - low) for v in _values(history, times)]
    return "".join(" " if one is None else blocks[round(one * (len(blocks) - 1))] for one in shares)


def _after(history: History, time: float) -> list[float]:
    """The values from the best at that time on; the last few where nothing has come since."""
    first = max(0, bisect_right([at for at, _ in history], time) - 1)
    values = [value for _, value in history[first:]]
    return values if len(values) > 1 else [value for _, value in history[-FEWEST:]]


def _bounds(values: Sequence[float], aim: Aim | None) -> tuple[float, float, Aim | None]:
    """The lowest and the highest value drawn, and the aim if it is drawn."""
    return widened(min(values), max(values), values[-1], aim)


def widened(low: float, high: float, best: float, aim: Aim | None) -> tuple[float, float, Aim | None]:
    """The range of values with the aim in it, and the aim; as it is, and None, where the aim would flatten the rest."""
    if aim is None or abs(aim.value - best) > FARTHEST_AIM * max(high - low, 1e-9 * abs(high)):
        return low, high, None
    return min(low, aim.value), max(high, aim.value), aim


def _values(history: History, times: Sequence[float], until: float = math.inf) -> list[float | None]:
    """The best value at each of the times, of those after `until` the one then; None before the first."""
    seconds = [at for at, _ in history]
    places = [bisect_right(seconds, max(min(time, until), 0.0)) for time in times]
    return [history[place - 1][1] if place else None for place in places]


def _name_aim(grid: Grid, row: int, words: str) -> None:
    """Writes the words over the line of the aim, where no curve is, at the right if there is room."""
    for column in (grid.columns - len(words), 1):
        if column > 0 and grid.free(column, row, len(words)):
            grid.put(column, row, words, AIM)
            return


def _draw_curve(grid: Grid, rows: Sequence[int | None], strokes: str) -> None:
    along, upright, left_up, left_down, up_right, down_right = tuple(strokes)
    before: int | None = None
    for column, row in enumerate(rows):
        if row is None:
            continue
        if before is None or row == before:
            grid.put(column, row, along, CURVE)
        else:
            rises = row < before
            grid.put(column, before, left_up if rises else left_down, CURVE)
            for between in range(min(row, before) + 1, max(row, before)):
                grid.put(column, between, upright, CURVE)
            grid.put(column, row, down_right if rises else up_right, CURVE)
        before = row


def _round_up(seconds: float) -> float:
    """The next of 1, 2, 5, 10, 20, 50 ... seconds, or as many of a smaller unit."""
    unit = 10.0 ** math.floor(math.log10(seconds))
    return next(step * unit for step in (1.0, 2.0, 5.0, 10.0) if step * unit >= seconds * (1 - 1e-9))


def _time(seconds: float) -> str:
    return seconds_text(seconds).replace(".0 ", " ")


def _axis(begin: float, end: float, columns: int) -> str:
    """Powers of ten, and the end, at their columns, as far as they fit."""
    last = _time(end)
    marks = [10.0**power for power in range(math.ceil(math.log10(begin)), math.ceil(math.log10(end)))]
    line = ""
    for mark in marks:
        at = round(math.log(mark / begin) / math.log(end / begin) * columns) - 1
        words = _time(mark)
        if at >= len(line) + bool(line) and at + len(words) < columns - len(last):
            line = f"{line:<{max(at, 0)}}{words}"
    return f"{line:<{columns - len(last)}}{last}"
