"""The tables of `mcs-tui bench samegame` over several positions, beside what is published."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence

from solvers.bench.report import Cell, Table
from solvers.bench.samegame_boards import Scores
from solvers.bench.samegame_rows import TOTALS
from solvers.bench.traced_rows import Outcome, Row

Found = Mapping[tuple[str, int], Sequence[Outcome]]
"""The runs of each row's name and position."""


def positions_table(
    title: str, rows: Sequence[Row], positions: Sequence[int], found: Found, seconds: float, published: Scores | None
) -> Table:
    """The scores after that many seconds by position, and their totals; of several runs the best and the mean.

    A published column has a total if it has all of the positions.
    """
    heads = ["position"]
    for row in rows:
        several = len(found[row.name, positions[0]]) > 1
        heads += [f"{row.label}, best", f"{row.label}, mean"] if several else [row.label]
    numbers = {
        position: [number for row in rows for number in _numbers(found[row.name, position], seconds)]
        for position in positions
    }
    others = {position: published.of(position) if published else () for position in positions}
    lines: list[tuple[Cell, ...]] = [
        (position, *[f"{number:,.0f}" for number in numbers[position]], *others[position]) for position in positions
    ]
    totals = [f"{sum(column):,.0f}" for column in zip(*numbers.values(), strict=True)]
    lines.append(("total", *totals, *[_total(column) for column in zip(*others.values(), strict=True)]))
    notes = tuple(_note(row, positions, found, seconds) for row in rows)
    return Table(title, (*heads, *(published.names if published else ())), tuple(lines), notes)


def totals_table() -> Table:
    """What other programs reach on the twenty positions."""
    lines = tuple((name, f"{total:,}") for name, total in TOTALS)
    return Table("What others reach on the standard test set's twenty positions", ("program", "total"), lines, (CITED,))


def _numbers(runs: Sequence[Outcome], seconds: float) -> list[float]:
    """The score of one run, or the best and the mean of several."""
    scores = [one.within(seconds) or 0.0 for one in runs]
    return [max(scores), statistics.fmean(scores)] if len(scores) > 1 else scores


def _total(cells: Sequence[str]) -> str:
    return f"{sum(int(cell.replace(',', '')) for cell in cells):,}" if all(cells) else ""


def _note(row: Row, positions: Sequence[int], found: Found, seconds: float) -> str:
    runs = len(found[row.name, positions[0]])
    emptied = [
        number
        for number in positions
        if any(one.facts_within(seconds).get("cleared") for one in found[row.name, number])
    ]
    told = f"{len(emptied)} ({', '.join(map(str, emptied))})" if emptied else "none"
    many = "one run" if runs == 1 else f"{runs} runs"
    return f"{row.title}: {many} of {seconds:g} CPU s a position; boards emptied by a best game: {told}."


CITED = (
    "Totals as Cazenave, Nested Rollout Policy Adaptation with Selective Policies (2016), tells them; they were cited "
    "from memory, not from a copy of that paper."
)
