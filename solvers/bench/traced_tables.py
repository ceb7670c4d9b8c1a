"""The searches of a table, from the ledger or made by workers, and tables of playouts a second and of mean scores.

Playouts a second are those of searches of level 2, N 100, on one puzzle: rounds in turns, in one process on one core. A
search's scores in all columns are of one run each.
"""

from __future__ import annotations

import math
import statistics
import sys
from collections.abc import Callable, Mapping, Sequence

from puzzles.registry import get_family
from solvers.bench.pinned_workers import Workers
from solvers.bench.report import Cell, Table
from solvers.bench.traced_rows import PAPER, Ledger, Outcome, Row, Task

SEARCHES = "solvers.bench.traced_search"
"""The module of the workers."""
ROUND = 1.0
"""CPU seconds of a round: several searches of level 2, which begins again when it has ended."""


class RefusedError(Exception):
    """A search of the ledger is not one of the puzzle; the text is one line."""


def outcomes(tasks: Sequence[Task], ledger: Ledger, jobs: int) -> list[Outcome]:
    """The outcome of each task, in order. RefusedError, FaultError, OSError."""
    missing: list[Task] = []
    for task in tasks:
        known = ledger.known(task.name)
        if known is not None:
            judge(task, known)
        if known is None or not known.answers(task):
            missing.append(task)
    if missing:
        with Workers(min(jobs, len(missing)), SEARCHES) as pool:
            pool.fill(ledger, missing)
    found = [ledger.known(task.name) for task in tasks]
    return [one for one in found if one is not None]


def judge(task: Task, known: Outcome) -> None:
    """RefusedError if the plain checker does not give the kept board of the task's puzzle its score."""
    if not known.trace:
        return
    family = get_family(task.search.family)
    verdict = family.judge(family.from_json(task.data), known.board)
    if not verdict.legal or not math.isclose(verdict.score, known.best, rel_tol=1e-9):
        reported = verdict.faults[0] if not verdict.legal else f"its score is {verdict.score:g}, not {known.best:g}"
        raise RefusedError(f"the ledger's board of {task.where} is refused: {reported}; was it another file's?")


METHOD = (
    "CPU seconds inside the search alone, on a core of its own, {} at a time: kernels are compiled before, verdicts "
    "come between slices of some 50 ms, and a better score counts from the end of its slice on. The plain checker "
    "judged all best boards. One search yields all columns. Seeds are those of `mcs-tui solve --seed`; searches begin "
    "again from a fresh policy when the top level has ended."
)


def rates_table(title: str, rows: Sequence[Row], task: Callable[[Row, int, float], Task], rounds: int) -> Table:
    """The rows' medians over the rounds, beside the authors' C++; `task`: by row, seed and CPU seconds. FaultError."""
    rates: dict[str, list[float]] = {row.name: [] for row in rows}
    print(f"playouts a second, {rounds} rounds of {len(rows)} searches ...", file=sys.stderr, flush=True)
    with Workers(1, SEARCHES) as pool:
        for row in rows:
            pool.each([task(row, 1, ROUND / 10)])  # loads the kernel
        for seed in range(1, rounds + 1):
            for row in rows:
                (found,) = pool.each([task(row, seed, ROUND)])
                rates[row.name].append(found.playouts / found.spent)
    heads = ("playouts a second", "median", "least", "most", "authors' C++", "times")
    lines: list[tuple[Cell, ...]] = []
    for row in rows:
        of_row = rates[row.name]
        median = statistics.median(of_row)
        beside = (f"{row.cpp:,}", f"{median / row.cpp:.3g}") if row.cpp else ("", "")
        lines.append((row.title, f"{median:,.0f}", f"{min(of_row):,.0f}", f"{max(of_row):,.0f}", *beside))
    return Table(title, heads, tuple(lines), (NOTE.format(rounds, ROUND),))


NOTE = (
    "Rounds of {1:g} CPU s: {0}, rows in turns, adapting and starting again included. The authors' C++ (the library "
    "of Negrevergne and Cazenave, -O3 -march=native, one thread) was measured once, not by this command."
)


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
    """`found`: the runs by the row's name. Scores are reported times `sign` (-1: costs) with that many `digits`.

    A cell is empty where a run of the row had less time, or no playout yet. Columns that only the paper has come after
    the asked ones; `where` is its table.
    """
    published = {at for row in rows for at in row.published}
    shown = sorted({*columns, *published})
    lines: list[tuple[Cell, ...]] = []
    notes = [
        f"In parentheses 2 sigma / sqrt(n), as in the paper. Published: {PAPER}, {where}, 200 runs on a machine that "
        "it does not name."
    ]
    last = max(columns)
    for row in rows:
        runs = found[row.name]
        lines.append((f"{row.title} (n {len(runs)})", *[_cell(runs, at, digits, sign) for at in shown]))
        if row.published:
            described = [_mean(*row.published[at], digits) if at in row.published else "" for at in shown]
            lines.append((f"  published: {row.called}", *described))
        scores = [one.within(last) if one.covers(last) else None for one in runs]
        words = ["-" if score is None else f"{sign * score:,.{digits}f}" for score in scores]
        notes.append(f"{row.label}, each run at {last:g} s: {'; '.join(words)}.")
    return Table(title, (head, *[f"{at:g} s" for at in shown]), tuple(lines), tuple(notes))


def _cell(runs: Sequence[Outcome], at: float, digits: int, sign: int) -> Cell:
    """Mean and 2 sigma / sqrt(n), as the paper has them."""
    scores = [score for one in runs if one.covers(at) and (score := one.within(at)) is not None]
    if not scores or len(scores) < len(runs):
        return ""
    mean = sign * statistics.fmean(scores)
    spread = 2 * statistics.stdev(scores) / len(scores) ** 0.5 if len(scores) > 1 else None
    return _mean(mean, spread, digits)


def _mean(mean: float, spread: float | None, digits: int) -> str:
    return f"{mean:,.{digits}f}" + (f" ({spread:,.{digits}f})" if spread is not None else "")
