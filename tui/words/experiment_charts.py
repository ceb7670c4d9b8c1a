"""Figures of an experiment for a paper, by matplotlib: curves, times to a target, a performance profile, ranks.

A panel a puzzle or group, twelve rows at most that can be told apart without colours, round ticks, axis titles, and the
width of a column (3.5 inches) or a page (7.2 inches).
"""

from __future__ import annotations

import io
import math
import statistics
from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from puzzles.errors import PuzzleError
from solvers.experiments.cell import Cell, CellResult
from solvers.experiments.curves import by_playouts, curves, lettered
from solvers.experiments.ranks import cliques, profile, reached_by
from solvers.experiments.report import Report
from tui.words.chart_kinds import WIDTHS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_ROWS, MOST_PANELS = 12, 12
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#000000")
"""Of Okabe and Ito, which all eyes tell apart."""
DASHES = ("-", (0, (4, 1.5)))
POINTS = 200
FONT = 8
"""Points of the letters."""


def chart(
    kind: str,
    report: Report,
    cells: Sequence[Cell],
    results: Sequence[CellResult],
    suffix: str,
    size: str = "page",
    target: float | None = None,
) -> bytes:
    """The contents of a file that ends so (.svg, .pdf or .png); PuzzleError where there is nothing to draw.

    `target`: the score (or cost) that is timed; by default what half of the seeds of each row come to on that puzzle.
    """
    import matplotlib as mpl
    from matplotlib.figure import Figure

    sound = [one for one in results if not one.error and one.trace]
    settings: Any = {
        "font.size": FONT,
        "svg.hashsalt": "mcs-tui",
        "svg.fonttype": "none",
        "pdf.fonttype": 42,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.linewidth": 0.6,
        "lines.linewidth": 1.1,
        "legend.frameon": False,
    }
    with mpl.rc_context(settings):
        figure = Figure(layout="constrained")
        if kind == "ranks":
            _ranks(figure, report, WIDTHS[size])
        elif kind == "curves":
            _curves(figure, report, cells, sound, WIDTHS[size])
        else:
            timed = _times(report, sound, target)
            draw = _targets if kind == "targets" else _profile
            draw(figure, report, timed, WIDTHS[size])
        file = io.BytesIO()
        about = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(suffix, {"Software": None})
        figure.savefig(file, format=suffix[1:], dpi=300, metadata=about)
    return file.getvalue()


def styles(rows: Sequence[str]) -> dict[str, dict[str, Any]]:
    """The colour and the dashes of each row; PuzzleError for more than MOST_ROWS."""
    if len(rows) > MOST_ROWS:
        raise PuzzleError(f"a figure of {len(rows)} rows", f"at most {MOST_ROWS}; --rows of run chooses some")
    half = len(COLOURS)
    return {row: {"color": COLOURS[at % half], "linestyle": DASHES[at // half]} for at, row in enumerate(rows)}


def _panels(figure: Figure, names: Sequence[str], width: float) -> list[Axes]:
    """Axes for each name, with it as their title; PuzzleError for more than MOST_PANELS."""
    if not names:
        raise PuzzleError("no result to draw", "an experiment with finished cells")
    if len(names) > MOST_PANELS:
        raise PuzzleError(f"a figure of {len(names)} panels", f"at most {MOST_PANELS}")
    across = min(len(names), 3 if width > 5 else 1)
    down = math.ceil(len(names) / across)
    figure.set_size_inches(width, 0.45 + down * min(2.2, 0.75 * width / across))
    axes = figure.subplots(down, across, squeeze=False).flatten().tolist()
    for one in axes[len(names) :]:
        one.set_visible(False)
    for one, name in zip(axes, names, strict=False):
        one.set_title(name, fontsize=FONT)
    return list(axes[: len(names)])


def _finish(figure: Figure, panels: Sequence[Axes], across: str, up: str, *, log: bool) -> None:
    """Round ticks, titles of the axes, and one legend below."""
    from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullFormatter

    for one in panels:
        if log:
            one.set_xscale("log")
            low, high = one.get_xlim()
            one.xaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0) if high < 100 * low else (1.0,), numticks=8))
            one.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.10g}"))
            one.xaxis.set_minor_formatter(NullFormatter())
        one.yaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 2.5, 5, 10]))
        one.set_xlabel(across)
        one.set_ylabel(up)
    named = dict(zip(*panels[0].get_legend_handles_labels()[::-1], strict=True))
    for one in panels[1:]:
        named |= dict(zip(*one.get_legend_handles_labels()[::-1], strict=True))
    columns = 1 if figure.get_figwidth() < 5 else 3
    figure.legend(named.values(), named.keys(), loc="outside lower center", ncols=columns)


def _curves(figure: Figure, report: Report, cells: Sequence[Cell], results: Sequence[CellResult], width: float) -> None:
    lines = dict(lettered(report))
    known = [(lines[one.letter], one) for one in curves(report, cells, results, POINTS)]
    look = styles(list(dict.fromkeys(line.row for line, _ in known)))
    names = list(dict.fromkeys(line.group for line, _ in known))
    panels = dict(zip(names, _panels(figure, names, width), strict=True))
    for line, curve in known:
        points = [(at, one) for at, one in zip(curve.places, curve.values, strict=True) if one is not None]
        at, of = [place for place, _ in points], [value for _, value in points]
        label, axes = line.row + (", published" if line.published else ""), panels[line.group]
        if line.published:
            axes.plot(at, [one.median for one in of], "o", markersize=3, label=label, color=look[line.row]["color"])
            continue
        axes.plot(at, [one.median for one in of], label=label, **look[line.row])
        axes.fill_between(
            at, [one.low for one in of], [one.high for one in of], alpha=0.15, color=look[line.row]["color"]
        )
    up = "solved [%]" if report.measure != "score" else "mean cost" if report.cost else "mean score"
    across = "playouts" if by_playouts(report) else f"{report.clock} time [s]"
    _finish(figure, list(panels.values()), across, up, log=True)


Timed = dict[tuple[str, str], dict[str, list[float]]]
"""By group and puzzle, then by row: the seconds of each seed to the target, infinite for one that has not come."""


def _times(report: Report, results: Sequence[CellResult], target: float | None) -> Timed:
    found: Timed = defaultdict(lambda: defaultdict(list))
    aims = _targets_by_puzzle(results)
    for one in results:
        wanted = aims[one.group, one.puzzle] if target is None else -target if report.cost else target
        if report.measure == "score" or target is not None:
            reached = next((point.seconds for point in one.trace if point.score >= wanted), math.inf)
        else:
            reached = one.trace[-1].seconds if one.solved else math.inf
        found[one.group, one.puzzle][one.row].append(reached)
    return found


def _targets_by_puzzle(results: Sequence[CellResult]) -> dict[tuple[str, str], float]:
    """Of each puzzle the highest score that half of the seeds of every row have come to."""
    scores: dict[tuple[str, str], dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for one in results:
        scores[one.group, one.puzzle][one.row].append(one.trace[-1].score)
    return {at: min(statistics.median_low(row) for row in of.values()) for at, of in scores.items()}


def _targets(figure: Figure, report: Report, timed: Timed, width: float) -> None:
    groups: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for (group, _), of in timed.items():
        for row, times in of.items():
            groups[group][row] += times
    look = styles(list(dict.fromkeys(row for of in groups.values() for row in of)))
    panels = dict(zip(groups, _panels(figure, list(groups), width), strict=True))
    for group, of in groups.items():
        for row, times in of.items():
            steps = reached_by(times)
            panels[group].step(
                [at for at, _ in steps], [share for _, share in steps], where="post", label=row, **look[row]
            )
        panels[group].set_ylim(0, 1)
    _finish(figure, list(panels.values()), f"{report.clock} time to the target [s]", "share of the runs", log=True)


def _profile(figure: Figure, report: Report, timed: Timed, width: float) -> None:
    rows = list(dict.fromkeys(row for of in timed.values() for row in of))
    look, whole = styles(rows), [of for of in timed.values() if len(of) == len(rows)]
    if len(whole) < 2:
        raise PuzzleError(f"a performance profile of {len(whole)} puzzles", "2 or more that all rows have finished")
    costs = {row: [max(1e-9, statistics.median_high(of[row])) for of in whole] for row in rows}
    (panel,) = _panels(figure, [f"{len(whole)} puzzles"], width)
    drawn = profile(costs)
    last = max((ratio for of in drawn.values() for ratio, _ in of), default=1.0)
    for row, steps in drawn.items():
        at = [1.0, *(ratio for ratio, _ in steps), max(2.0, last)]
        up = [0.0, *(share for _, share in steps), steps[-1][1] if steps else 0.0]
        panel.step(at, up, where="post", label=row, **look[row])
    panel.set_ylim(0, 1.02)
    _finish(figure, [panel], f"{report.clock} time to the target / fastest row's", "share of the puzzles", log=True)


def _ranks(figure: Figure, report: Report, width: float) -> None:
    """The critical-difference diagram: rows at their mean ranks; bars join those that are not told apart."""
    ranks = report.ranks
    if ranks is None:
        raise PuzzleError("ranks of too few rows or puzzles", "three rows and two puzzles, or more, that are finished")
    order = sorted(range(len(ranks.rows)), key=lambda at: ranks.ranks[at])
    places = [ranks.ranks[at] for at in order]
    count, half = len(order), (len(order) + 1) // 2
    joined = cliques(places, ranks.difference)
    figure.set_size_inches(width, 0.9 + 0.2 * (half + len(joined)))
    axes = figure.subplots()
    axes.set_axis_off()
    axes.set_xlim(0.2, count + 0.8)
    deep = 1.5 + len(joined) * 0.7 + half
    axes.set_ylim(-deep, 2.6)
    axes.plot([1, count], [0, 0], color="black", linewidth=0.8)
    for rank in range(1, count + 1):
        axes.plot([rank, rank], [0, 0.3], color="black", linewidth=0.8)
        axes.text(rank, 0.5, str(rank), ha="center")
    axes.plot([1, min(count, 1 + ranks.difference)], [1.9, 1.9], color="black", linewidth=1.5)
    axes.text(1, 2.1, f"critical difference {ranks.difference:.2f}, {ranks.puzzles} puzzles", ha="left")
    for number, (first, last) in enumerate(joined):
        y = -0.5 - 0.7 * number
        axes.plot([places[first] - 0.04, places[last] + 0.04], [y, y], color="black", linewidth=2.2)
    for number, at in enumerate(order):
        left = number < half
        y = -1.0 - 0.7 * len(joined) - (number if left else count - 1 - number)
        end = 0.9 if left else count + 0.1
        axes.plot([places[number], places[number], end], [0, y, y], color="black", linewidth=0.6)
        words = f"{ranks.rows[at]} ({places[number]:.2f})"
        axes.text(
            end - 0.05 if left else end + 0.05, y, words, ha="right" if left else "left", va="center", clip_on=False
        )
