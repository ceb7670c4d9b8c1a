"""Playouts a second of searches of level 2, N 100, on one puzzle: rounds in turns, in one process on one core."""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable, Sequence

from solvers.bench.report import Cell, Table
from solvers.bench.traced_rows import Row
from solvers.bench.traced_runs import workers
from solvers.bench.traced_task import Task

ROUND = 1.0
"""CPU seconds of a round: several searches of level 2, which begins again when it has ended."""


def table(title: str, rows: Sequence[Row], task: Callable[[Row, int, float], Task], rounds: int) -> Table:
    """The median of the rounds, of each row, and its ratio to the authors' C++.

    `task` is the search of that row, seed and CPU time. FaultError if a worker ends.
    """
    rates: dict[str, list[float]] = {row.name: [] for row in rows}
    print(f"playouts a second, {rounds} rounds of {len(rows)} searches ...", file=sys.stderr, flush=True)
    with workers(1) as pool:
        for row in rows:
            pool.each([task(row, 1, ROUND / 10)])  # loads the kernel
        for seed in range(1, rounds + 1):
            for row in rows:
                (found,) = pool.each([task(row, seed, ROUND)])
                rates[row.name].append(found.playouts / found.spent)
    heads = ("playouts a second", "median", "least", "most", "authors' C++", "times")
    return Table(title, heads, tuple(_line(row, rates[row.name]) for row in rows), (NOTE.format(rounds, ROUND),))


def _line(row: Row, rates: Sequence[float]) -> tuple[Cell, ...]:
    median = statistics.median(rates)
    beside = (f"{row.cpp:,}", f"{median / row.cpp:.3g}") if row.cpp else ("", "")
    return row.title, f"{median:,.0f}", f"{min(rates):,.0f}", f"{max(rates):,.0f}", *beside


NOTE = (
    "Rounds of {1:g} CPU s: {0}, rows in turns, adapting and starting again included. The authors' C++ (the library "
    "of Negrevergne and Cazenave, -O3 -march=native, one thread) was measured once, not by this command."
)
