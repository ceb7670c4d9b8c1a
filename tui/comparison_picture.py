"""Compared searches as a picture, medians with the middle half of the runs and the table below; and as files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import isinf, log

from puzzles.picture import WORDS, Path, Pen, Picture, Point, Shape, Words, line, note, titled
from solvers.runs.comparison import Curve, curves, table
from solvers.runs.comparison import letters as lettered
from solvers.runs.groups import Group
from solvers.runs.scoring import figure
from tui.curves import aim_of, share_of, value_range
from tui.printing import page_file, sheets
from tui.run_rows import improvements_csv
from tui.step_plot import Aim
from tui.wording import count_text, seconds_text

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
)
"""Told apart by their dashes too; the letters are at the curves' ends."""
BANDS = ("#e3e9f0", "#f6e8e0", "#e3eeea", "#efe3ef", "#edebe0")


def exported(groups: Sequence[Group], suffix: str, *, by_playouts: bool = False) -> bytes:
    """The contents of a file that ends so: `.csv` all improvements, else the picture."""
    if suffix == ".csv":
        return improvements_csv(groups).encode()
    picture = comparison_picture(groups, by_playouts=by_playouts)
    return page_file(suffix[1:], [picture] if suffix == ".svg" else sheets([picture]))


def comparison_picture(groups: Sequence[Group], *, by_playouts: bool = False) -> Picture:
    """The picture."""
    known = curves(groups, POINTS, by_playouts=by_playouts)
    rows = [("", *lettered(groups)), *table(groups)]
    titles = list(dict.fromkeys(group.title for group in groups))
    across = "playouts" if by_playouts else "seconds of search"
    about = f"Median of the best score over {across} of {len(groups)} searches, and the middle half of their runs."
    bounds = value_range(known, aim_of(groups))
    shapes = [*plot(known, bounds, by_playouts=by_playouts), *_table(rows, TOP + HEIGHT + 60)]
    width = max(LEFT + WIDTH + RIGHT, 200 + COLUMN * len(groups))
    return titled(width, TOP + HEIGHT + 80 + ROW * len(rows), "; ".join(titles), about, shapes)


def plot(
    known: Sequence[Curve], bounds: tuple[float, float, Aim | None] | None, *, by_playouts: bool
) -> Iterator[Shape]:
    """The curves with their axes and letters; `bounds`: lowest and highest value, and the aim if it is drawn."""
    if bounds is None:
        yield note("No score yet.", (LEFT, TOP + 40))
        return
    low, high, aim = bounds
    first = min(curve.places[0] for curve in known)
    last = max(first * 1.001, *(curve.places[-1] for curve in known))

    def at(place: float, value: float) -> Point:
        along = (log(place) - log(first)) / (log(last) - log(first))
        return LEFT + WIDTH * along, TOP + HEIGHT * (1 - share_of(value, low, high))

    for number, curve in enumerate(known):
        yield from _band(curve, BANDS[number % len(BANDS)], at)
    if aim is not None:
        y = at(first, aim.value)[1]
        yield line(AIM, (LEFT, y), (LEFT + WIDTH, y))
        yield Words(f"{aim.words} {figure(aim.value)}", (LEFT + 8, y - 8), WORDS, anchor="start")
    yield line(AXIS, (LEFT, TOP + HEIGHT), (LEFT + WIDTH, TOP + HEIGHT))
    yield line(AXIS, (LEFT, TOP), (LEFT, TOP + HEIGHT))
    letters: list[Point] = []
    for number, curve in enumerate(known):
        yield from _curve(curve, PENS[number % len(PENS)], at, letters)
    for share in (0.0, 0.5, 1.0):
        value, place = low + (high - low) * share, first * (last / first) ** share
        x, y = at(place, value)
        yield Words(figure(round(value, 2)), (LEFT - 8, y), WORDS, anchor="end")
        yield Words(count_text(place) if by_playouts else seconds_text(place), (x, TOP + HEIGHT + 18), WORDS)


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
    points = [at(place, median) for place, _, median, _ in _points(curve)]
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
