"""Mean scores of several runs of each search by CPU time, all columns from one run each, beside the published means."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence

from solvers.bench.report import Cell, Table
from solvers.bench.traced_outcome import Outcome
from solvers.bench.traced_rows import PAPER, Row


def means_table(
    title: str,
    head: str,
    found: Mapping[str, Sequence[Outcome]],
    rows: Sequence[Row],
    columns: Sequence[float],
    *,
    digits: int,
    sign: int,
    where: str,
) -> Table:
    """`found`: the runs by the row's name. Scores are reported times `sign` (-1: costs) with so many `digits`.

    A cell is empty where a run of the row had less time, or no playout yet. Columns that only the paper has come after
    the asked ones; `where` is its table.
    """
    published = {at for row in rows for at in row.published}
    shown = sorted({*columns, *published})
    lines: list[tuple[Cell, ...]] = []
    for row in rows:
        runs = found[row.name]
        lines.append((f"{row.title} (n {len(runs)})", *[_cell(runs, at, digits, sign) for at in shown]))
        if row.published:
            told = [_mean(*row.published[at], digits) if at in row.published else "" for at in shown]
            lines.append((f"  published: {row.called}", *told))
    heads = (head, *[f"{at:g} s" for at in shown])
    notes = (_note(where), *[_runs(row, found[row.name], max(columns), digits, sign) for row in rows])
    return Table(title, heads, tuple(lines), notes)


def _cell(runs: Sequence[Outcome], at: float, digits: int, sign: int) -> Cell:
    """Mean and 2 sigma / sqrt(n), as the paper has them."""
    scores = [score for one in runs if one.tells(at) and (score := one.within(at)) is not None]
    if not scores or len(scores) < len(runs):
        return ""
    mean = sign * statistics.fmean(scores)
    spread = 2 * statistics.stdev(scores) / len(scores) ** 0.5 if len(scores) > 1 else None
    return _mean(mean, spread, digits)


def _mean(mean: float, spread: float | None, digits: int) -> str:
    return f"{mean:,.{digits}f}" + (f" ({spread:,.{digits}f})" if spread is not None else "")


def _runs(row: Row, runs: Sequence[Outcome], at: float, digits: int, sign: int) -> str:
    """What each run had in the last of the columns, by seed."""
    told = [one.within(at) if one.tells(at) else None for one in runs]
    words = ["-" if score is None else f"{sign * score:,.{digits}f}" for score in told]
    return f"{row.label}, each run at {at:g} s: {'; '.join(words)}."


def _note(where: str) -> str:
    return (
        f"In parentheses 2 sigma / sqrt(n), as in the paper. Published: {PAPER}, {where}, 200 runs on a machine that "
        "it does not name."
    )
