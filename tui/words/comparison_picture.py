"""Compared searches as a picture, medians with the middle half of the runs and the table below; and as files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import isinf, log

from puzzles.picture import WORDS, Path, Pen, Picture, Point, Shape, Words, line, note, titled
from solvers.runs.comparison import Curve, apart, curves, lettered_table, value_title
from solvers.runs.groups import Group
from solvers.runs.scoring import figure
from tui.words.curves import aim_of, place_text, places_between, share_of, value_range, value_text, values_between
from tui.words.printing import page_file
from tui.words.references import Reference, with_columns, with_references
from tui.words.run_table import improvements_csv
from tui.words.step_plot import Aim

SUFFIXES = (".csv", ".svg", ".pdf", ".png")
WIDTH, HEIGHT = 700.0, 320.0
LEFT, TOP, RIGHT, ROW, COLUMN = 80.0, 60.0, 50.0, 20.0, 110.0
POINTS = 400
LETTER = 12.0
"""What a curve's letter takes."""
AXIS, AIM = Pen("#999999"), Pen("#7d4d00", 1.5, dashes=(4, 3))
PENS = (
    Pen("#1f4f86", 2.0),
    Pen("#b04000", 2.0, dashes=(8, 4)),
    Pen("#1c7154", 2.0, dashes=(2, 4)),
    Pen("#7a1f7a", 2.0, dashes=(12, 4, 2, 4)),
    Pen("#6b5a00", 2.0, dashes=(1, 3, 6, 3)),
    Pen("#b3261e", 2.0, dashes=(10, 3, 2, 3, 2, 3)),
    Pen("#2b2f33", 2.0, dashes=(5, 5)),
    Pen("#0a7f8c", 2.0, dashes=(14, 4)),
)
"""Told apart by their dashes too; the letters are at the curves' ends."""
BANDS = ("#e3e9f0", "#f6e8e0", "#e3eeea", "#efe3ef", "#edebe0", "#f6e3e1", "#e6e6e7", "#e0f0f1")
GRID = Pen("#e4e4e4", 0.8)
TICKS = 7
"""Round places on an axis at most."""


def exported(groups: Sequence[Group], suffix: str, *, by_playouts: bool = False) -> bytes:
    """The contents of a file that ends so: `.csv` all improvements, else the picture."""
    if suffix == ".csv":
        return improvements_csv(groups).encode()
    picture = comparison_picture(groups, by_playouts=by_playouts)
    return page_file(suffix[1:], [picture])


def comparison_picture(
    groups: Sequence[Group], *, by_playouts: bool = False, references: Sequence[Reference] = ()
) -> Picture:
    """The picture; `references`: games that have a level curve each."""
    shown, rows = apart(groups), with_columns(lettered_table(groups), references)
    known = with_references(curves(shown, POINTS, by_playouts=by_playouts), references)
    titles = list(dict.fromkeys(group.title for group in groups))
    across = "playouts" if by_playouts else "time of search"
    many = "seeds" if len(shown) > len(groups) else "searches, and the middle half of their runs"
    what = value_title(groups)
    bounds = value_range(known, aim_of(groups))
    shapes = [*plot(known, bounds, (what, across), by_playouts=by_playouts), *_table(rows, TOP + HEIGHT + 66)]
    width = max(LEFT + WIDTH + RIGHT, 210 + COLUMN * (len(rows[0]) - 1))
    about = f"{what} over {across} of {len(shown)} {many}."
    return titled(width, TOP + HEIGHT + 66 + ROW * len(rows), "; ".join(titles), about, shapes)


def plot(
    known: Sequence[Curve],
    bounds: tuple[float, float, Aim | None] | None,
    titles: tuple[str, str],
    *,
    by_playouts: bool,
) -> Iterator[Shape]:
    """The curves with their axes and letters; `bounds`: lowest and highest value, and the aim if it is drawn.

    `titles`: of the axis of values and of the one below.
    """
    if bounds is None:
        yield note("No score yet.", (LEFT, TOP + 40))
        return
    low, high, aim = bounds
    first = min(curve.places[0] for curve in known)
    last = max(first * 1.001, *(curve.places[-1] for curve in known))

    def at(place: float, value: float) -> Point:
        along = (log(place) - log(first)) / (log(last) - log(first))
        return LEFT + WIDTH * along, TOP + HEIGHT * (1 - share_of(value, low, high))

    values = values_between(low, high, TICKS - 2)
    places = places_between(first, last, TICKS, by_playouts=by_playouts)
    for number, curve in enumerate(known):
        yield from _band(curve, BANDS[number % len(BANDS)], at)
    for value in values:
        x, y = at(first, value)
        yield line(GRID, (x, y), (LEFT + WIDTH, y))
        yield Words(value_text(value), (LEFT - 8, y), WORDS, anchor="end")
    for place in places:
        x = at(place, low)[0]
        yield line(GRID, (x, TOP), (x, TOP + HEIGHT))
        yield Words(place_text(place, by_playouts=by_playouts), (x, TOP + HEIGHT + 16), WORDS)
    yield note(titles[0], (LEFT - 60, TOP - 24))
    yield Words(titles[1], (LEFT + WIDTH / 2, TOP + HEIGHT + 38), WORDS)
    if aim is not None:
        y = at(first, aim.value)[1]
        yield line(AIM, (LEFT, y), (LEFT + WIDTH, y))
        yield Words(f"{aim.words} {figure(aim.value)}", (LEFT + 8, y - 8), WORDS, anchor="start")
    yield line(AXIS, (LEFT, TOP + HEIGHT), (LEFT + WIDTH, TOP + HEIGHT))
    yield line(AXIS, (LEFT, TOP), (LEFT, TOP + HEIGHT))
    letters: list[Point] = []
    for number, curve in enumerate(known):
        yield from _curve(curve, PENS[number % len(PENS)], at, letters)


def _points(curve: Curve) -> list[tuple[float, float, float, float]]:
    """Of each place with a median: the place, the lower quartile or else the median, the median, the upper quartile."""
    return [
        (place, one.median if isinf(one.low) else one.low, one.median, one.median if isinf(one.high) else one.high)
        for place, one in zip(curve.places, curve.values, strict=True)
        if one is not None
    ]


def _band(curve: Curve, fill: str, at: Callable[[float, float], Point]) -> Iterator[Shape]:
    known = _points(curve)
    if known:
        above = [at(place, high) for place, _, _, high in known]
        below = [at(place, low) for place, low, _, _ in known]
        yield Path(Pen(fill=fill), (*above, *reversed(below)), closed=True)


def _curve(curve: Curve, pen: Pen, at: Callable[[float, float], Point], letters: list[Point]) -> Iterator[Shape]:
    """The curve with its letter, beside the `letters` that are there, to which its own is added."""
    points: list[Point] = []
    for place, _, median, _ in _points(curve):
        x, y = at(place, median)
        if points and points[-1][1] != y:
            points.append((x, points[-1][1]))  # a step, no slope
        points.append((x, y))
    if points:
        yield Path(pen, tuple(points))
        x, y = points[-1][0] + 8, points[-1][1]
        while any(abs(x - other) < LETTER and abs(y - height) < LETTER for other, height in letters):
            x += LETTER
        letters.append((x, y))
        yield Words(curve.letter, (x, y), WORDS, anchor="start", bold=True, colour=pen.line)


def _table(rows: Sequence[tuple[str, ...]], top: float) -> Iterator[Shape]:
    for number, row in enumerate(rows):
        y = top + ROW * number
        yield note(row[0], (LEFT - 60, y))
        for column, cell in enumerate(row[1:], start=1):
            yield Words(cell, (170 + COLUMN * column, y), WORDS, anchor="end", bold=not number)
