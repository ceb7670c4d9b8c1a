"""The tables of `mcs-tui bench eterna100`.

Solved by time, beside what is published, and what stays unsolved. And how two workers at a time compare with one:
playouts a second, each of which folds a design of its own. Uniform playouts on long targets come to no design twice, so
no score is remembered and each playout is a fold. Rounds of one worker and of two take turns, and the median of the
rounds' ratios is reported, so that another program's load does not fall on one side alone.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from puzzles.registry import get_family
from puzzles.rna.puzzle import RnaPuzzle
from solvers.bench.eterna100_rows import LEARNING_PAPER, PEERS, SEARCHES, Ledger, Outcome, Row, Task
from solvers.bench.pinned_workers import Workers
from solvers.bench.report import Cell, Table


def solved_table(
    title: str,
    version: str,
    rows: Sequence[Row],
    seeds: Sequence[int],
    puzzles: Sequence[int],
    ledger: Ledger,
    columns: Sequence[float],
) -> Table:
    """Each row's number of solved puzzles by CPU seconds: the median of the seeds, then each seed's.

    A cell is empty where not all of the row's searches had so much time. Published rows stand below ours, on V1.
    """
    lines: list[tuple[Cell, ...]] = []
    for row in rows:
        found = {seed: _found(row, seed, puzzles, ledger) for seed in seeds}
        lines.append((row.label, *[_cell(list(found.values()), len(puzzles), column) for column in columns]))
        if row.published and version != "V2":
            shown = [row.published.get(column, "") for column in columns]
            lines.append((f"  published, of 100 ({LEARNING_PAPER})", *shown))
    heads = (f"solved of {len(puzzles)}, CPU s", *[f"{column:g}" for column in columns])
    return Table(title, heads, tuple(lines), _unsolved(rows, seeds, puzzles, ledger, columns))


def peers_table(version: str) -> Table:
    """What other programs reach, as their papers print it."""
    rows = PEERS["V2" if version == "V2" else "V1"]
    return Table(f"What others reach on {version}, as published", ("program", "solved of 100 in"), rows)


def _found(row: Row, seed: int, puzzles: Sequence[int], ledger: Ledger) -> list[Outcome]:
    return [one for puzzle in puzzles if (one := ledger.known((row.name, seed, puzzle))) is not None]


def _cell(of_seeds: list[list[Outcome]], puzzles: int, column: float) -> Cell:
    """The cell's words; empty if a search lacks, or was shorter and in vain."""
    whole = [found for found in of_seeds if len(found) == puzzles and all(one.covers(column) for one in found)]
    counts = [sum(one.within(column) for one in found) for found in whole]
    if not counts or len(counts) < len(of_seeds):
        return ""
    if len(counts) == 1:
        return counts[0]
    return f"{statistics.median(counts):g} ({' '.join(map(str, counts))})"


def _unsolved(
    rows: Sequence[Row], seeds: Sequence[int], puzzles: Sequence[int], ledger: Ledger, columns: Sequence[float]
) -> tuple[str, ...]:
    """A sentence a row: the puzzles that no seed, or not every seed, solved in the longest time that all had."""
    notes = []
    for row in rows:
        found = [_found(row, seed, puzzles, ledger) for seed in seeds]
        shown = [column for column in columns if _cell(found, len(puzzles), column) != ""]
        if not shown:
            continue
        last = max(shown)
        times = Counter(one.puzzle for of in found for one in of if one.within(last))
        never = [puzzle for puzzle in puzzles if not times[puzzle]]
        some = [puzzle for puzzle in puzzles if 0 < times[puzzle] < len(seeds)]
        words = [f"{row.label}, {last:g} s: unsolved {_listed(never)}"]
        words += [f"solved by some seeds alone {_listed(some)}"] if some else []
        notes.append("; ".join(words) + ".")
    return tuple(notes)


def _listed(puzzles: Sequence[int]) -> str:
    """The numbers, runs of them shortened; `none` if there are none."""
    runs: list[list[int]] = []
    for puzzle in puzzles:
        if runs and puzzle == runs[-1][-1] + 1:
            runs[-1].append(puzzle)
        else:
            runs.append([puzzle])
    words = [", ".join(map(str, run)) if len(run) < 3 else f"{run[0]} to {run[-1]}" for run in runs]
    return f"{len(puzzles)} ({', '.join(words)})" if puzzles else "none"


LENGTHS = (100, 400)
"""The longest targets of at most that many nucleotides are folded."""
ROUNDS, SECONDS = 5, 2.0


def scaling_table(targets: Mapping[int, RnaPuzzle]) -> Table:
    """Folds a second of one worker and of two, each on a core of its own."""
    rows: list[tuple[Cell, ...]] = []
    with Workers(2, SEARCHES) as pool:
        for number in _chosen(targets):
            target = get_family("rna").to_json(targets[number])
            tasks = [
                Task(row="sampling", seed=seed, puzzle=number, target=target, seconds=SECONDS, level=1, wall=True)
                for seed in (1, 2)
            ]
            pool.each(tasks)  # loads the kernels
            rounds = [(pool.each(tasks[:1]), pool.each(tasks)) for _ in range(ROUNDS)]
            walled = _row(rounds, lambda one: one.playouts / one.seconds)
            by_cpu = _row(rounds, lambda one: one.playouts / one.spent)
            rows.append((f"puzzle {number}, {targets[number].length} nt", *walled, *by_cpu))
    heads = ("folds a second", "one worker", "two workers", "times", "one, by CPU time", "two", "times")
    note = (
        f"Uniform playouts; medians of {ROUNDS} rounds of {SECONDS:g} s, one worker and two in turn. By the wall's "
        "clock, then by CPU time: what the two take from each other, even if other programs run beside them."
    )
    return Table("Scaling to two workers", heads, tuple(rows), (note,))


def _row(rounds: list[tuple[list[Outcome], list[Outcome]]], rate: Callable[[Outcome], float]) -> tuple[Cell, ...]:
    rates = [(sum(map(rate, alone)), sum(map(rate, both))) for alone, both in rounds]
    one, two = (statistics.median(of) for of in zip(*rates, strict=True))
    return f"{one:,.0f}", f"{two:,.0f}", f"{statistics.median(both / alone for alone, both in rates):.2f}"


def _chosen(targets: Mapping[int, RnaPuzzle]) -> list[int]:
    """The number of the longest target of each class of lengths."""
    found = []
    for most in LENGTHS:
        fitting = {number: puzzle for number, puzzle in targets.items() if puzzle.length <= most}
        if fitting:
            found.append(max(fitting, key=lambda number: fitting[number].length))
    return list(dict.fromkeys(found))
