"""What the rows of a report have reached at each moment: curves of means, or of the share that is solved."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain
from string import ascii_uppercase

from solvers.experiments.cell import Better, Cell, CellResult
from solvers.experiments.intervals import Interval, mean_interval, wilson_interval
from solvers.experiments.report import Line, Report
from solvers.runs.comparison import Curve
from solvers.statistics import Spread

MOST = len(ascii_uppercase)
"""Lines that are drawn: each has a letter."""
DECADES = 5
"""The axis begins at most so many powers of ten before its end."""


def lettered(report: Report) -> list[tuple[str, Line]]:
    """The lines with their letters: capitals for measured ones, small letters for what is published of them."""
    letters: dict[tuple[str, str], str] = {}
    found = []
    for line in report.lines:
        letter = letters.get((line.group, line.row))
        if letter is None:
            if len(letters) == MOST:
                break
            letter = letters[line.group, line.row] = ascii_uppercase[len(letters)]
        found.append((letter.lower() if line.published else letter, line))
    return found


def by_playouts(report: Report) -> bool:
    """True if the places of the curves are playouts: all budgets are."""
    return all(column.unit == "playouts" for column in report.columns)


def curves(report: Report, cells: Sequence[Cell], results: Iterable[CellResult], places: int = 100) -> list[Curve]:
    """A curve for each line that has one, at so many places that follow each other in equal ratios.

    A measured one goes as far as the budget of all its cells; its value is the mean score (or cost), or the percentage
    that is solved, between the ends of its interval. A published one has the places that are published.
    """
    playouts = by_playouts(report)
    mine: dict[tuple[str, str], list[CellResult]] = defaultdict(list)
    for one in results:
        if not one.error:
            mine[one.group, one.row].append(one)
    budgets = {(one.group, one.row): one.points[-1] for one in cells if bool(one.playouts) == playouts}
    of = len({(one.group, one.puzzle) for one in cells})
    ends = [end for at, end in budgets.items() if mine.get(at)]
    begins = [_place(one.trace[0], playouts) for one in chain.from_iterable(mine.values()) if one.trace]
    if not ends or not begins:
        return []
    last = max(ends)
    first = min(max(min(begins), last / 10**DECADES), last / 2)
    steps = [first * (last / first) ** (at / (places - 1)) for at in range(places - 1)] + [float(last)]
    found = []
    for letter, line in lettered(report):
        at = line.group, line.row
        if line.published:
            curve = _published(letter, line, report, of)
        elif mine.get(at) and at in budgets:
            own = tuple(place for place in steps if place <= budgets[at] * (1 + 1e-9))
            curve = Curve(letter, own, tuple(_values(mine[at], own, report, playouts)))
        else:
            continue
        if any(value is not None for value in curve.values):
            found.append(curve)
    return found


def _place(point: Better, playouts: bool) -> float:
    return max(float(point.playouts) if playouts else point.seconds, 1e-9)


def _values(
    found: Sequence[CellResult], places: Sequence[float], report: Report, playouts: bool
) -> list[Spread | None]:
    """What the searches have reached at each of the places; None until all of them have something."""
    if report.measure == "any":
        found = [min(of, key=lambda one: (not one.solved, one.seconds)) for of in _by_puzzle(found)]
    if report.measure != "score":
        solved = [_place(one.trace[-1], playouts) if one.solved else math.inf for one in found]
        shares = [wilson_interval(sum(time <= place for time in solved), len(found)) for place in places]
        return [_spread(share, 100.0) for share in shares]
    columns = [_scores(one.trace, places, playouts) for one in found]
    values: list[Spread | None] = []
    for at in range(len(places)):
        scores = [column[at] for column in columns]
        known = [-one if report.cost else one for one in scores if one is not None]
        values.append(_spread(mean_interval(known)) if len(known) == len(scores) else None)
    return values


def _by_puzzle(found: Iterable[CellResult]) -> Iterable[list[CellResult]]:
    by_puzzle: dict[str, list[CellResult]] = defaultdict(list)
    for one in found:
        by_puzzle[one.puzzle].append(one)
    return by_puzzle.values()


def _scores(trace: Sequence[Better], places: Sequence[float], playouts: bool) -> list[float | None]:
    """The best score at each of the places, which ascend; None before the first."""
    found: list[float | None] = []
    seen, best = 0, None
    for place in places:
        while seen < len(trace) and _place(trace[seen], playouts) <= place:
            best = trace[seen].score
            seen += 1
        found.append(best)
    return found


def _spread(found: Interval, times: float = 1.0) -> Spread:
    ends = [found.value if one is None else one for one in (found.low, found.high)]
    return Spread(ends[0] * times, found.value * times, ends[1] * times)


def _published(letter: str, line: Line, report: Report, of: int) -> Curve:
    """The published points; of those that are solved, in percent of the puzzles, if these are all of them."""
    solved = report.measure in ("solved", "any")
    unit = "playouts" if by_playouts(report) else "seconds"
    whole = line.of if report.fewer else of
    share = 100 / whole if solved and whole else 1.0
    known = [
        (column.point, _spread(Interval(one.value, one.low, one.high), share))
        for column, one in zip(report.columns, line.entries, strict=True)
        if one is not None and one.value is not None and column.unit == unit and (whole or not solved)
    ]
    return Curve(letter, tuple(point for point, _ in known), tuple(value for _, value in known))
