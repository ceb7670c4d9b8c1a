"""An experiment's curves as a picture: its rows over time or playouts with their intervals, and what is published."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from puzzles.picture import Picture, note, titled
from solvers.experiments.cell import Cell, CellResult
from solvers.experiments.curves import MOST, by_playouts, curves, lettered
from solvers.experiments.report import Report
from solvers.experiments.writers import heading
from solvers.runs.comparison import Curve
from tui.words.comparison_picture import HEIGHT, LEFT, RIGHT, ROW, TOP, WIDTH, plot
from tui.words.printing import page_file
from tui.words.step_plot import Aim

SUFFIXES = (".svg", ".pdf", ".png")
POINTS = 200
FINED = 3.0
"""A cost that many times the least one in the end contains penalties; drawn, it would flatten all others."""


def exported(report: Report, cells: Sequence[Cell], results: Iterable[CellResult], suffix: str) -> bytes:
    """The contents of a file that ends so."""
    picture = experiment_picture(report, cells, results)
    return page_file(suffix[1:], [picture])


def experiment_picture(report: Report, cells: Sequence[Cell], results: Iterable[CellResult]) -> Picture:
    """The picture."""
    known = curves(report, cells, results, POINTS)
    playouts = by_playouts(report)
    solved = report.measure != "score"
    what = "Percent solved" if solved else "Mean cost" if report.cost else "Mean score"
    across = "playouts" if playouts else f"{report.clock} seconds"
    drawn = {curve.letter for curve in known}
    lines = [
        _words(letter, line.row, line.group, published=line.published)
        for letter, line in lettered(report)
        if letter in drawn
    ]
    missing = sum(not line.published for line in report.lines) - MOST
    lines += [f"and {missing:,} rows more, which are not drawn"] if missing > 0 else []
    below, titles = TOP + HEIGHT + 60, (what.lower(), across)
    ends = (0.0, 100.0, None) if known and solved else bounds(known, cost=report.cost)
    shapes = [
        *plot(known, ends, titles, by_playouts=playouts),
        note(f"{what} by {across}; bands are intervals of 95 %", (LEFT, below)),
        *(note(words, (LEFT, below + ROW * at)) for at, words in enumerate(lines, start=1)),
    ]
    return titled(LEFT + WIDTH + RIGHT, below + ROW * (len(lines) + 1), heading(report), f"{what} by {across}.", shapes)


def _words(letter: str, row: str, group: str, *, published: bool) -> str:
    return ", ".join(filter(None, [f"{letter}  {row}", group, "published" if published else ""]))


def bounds(known: Sequence[Curve], *, cost: bool) -> tuple[float, float, Aim | None] | None:
    """The lowest and the highest value that is drawn, intervals among them; None if there is no curve.

    Costs with penalties are left out.
    """
    last = [curve.values[-1].median for curve in known if curve.values[-1] is not None]
    if not last:
        return None
    most = FINED * min(last) if cost else float("inf")
    within = [end for curve in known for one in curve.values if one is not None for end in one if end <= most]
    return min(within), max(within), None
