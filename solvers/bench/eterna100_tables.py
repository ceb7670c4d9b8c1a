"""The tables of `mcs-tui bench eterna100`: solved by time, beside what is published, and what stays unsolved."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from solvers.bench.eterna100_ledger import Ledger, Outcome
from solvers.bench.eterna100_rows import LEARNING_PAPER, PEERS, Row
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
            told = [row.published.get(column, "") for column in columns]
            lines.append((f"  published, of 100 ({LEARNING_PAPER})", *told))
    heads = (f"solved of {len(puzzles)}, CPU s", *[f"{column:g}" for column in columns])
    return Table(title, heads, tuple(lines), _unsolved(rows, seeds, puzzles, ledger, columns))


def peers_table(version: str) -> Table:
    """What other programs reach, as their papers print it."""
    rows = PEERS["V2" if version == "V2" else "V1"]
    return Table(f"What others reach on {version}, as published", ("program", "solved of 100 in"), rows)


def _found(row: Row, seed: int, puzzles: Sequence[int], ledger: Ledger) -> list[Outcome]:
    """The searches that were made of the row and seed."""
    return [one for puzzle in puzzles if (one := ledger.known((row.name, seed, puzzle))) is not None]


def _cell(of_seeds: list[list[Outcome]], puzzles: int, column: float) -> Cell:
    """The cell's words; empty if a search lacks, or was shorter and in vain."""
    whole = [found for found in of_seeds if len(found) == puzzles and all(one.tells(column) for one in found)]
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
        told = [column for column in columns if _cell(found, len(puzzles), column) != ""]
        if not told:
            continue
        last = max(told)
        times = {
            puzzle: sum(one.within(last) for of in found for one in of if one.puzzle == puzzle) for puzzle in puzzles
        }
        never = [puzzle for puzzle, solved in times.items() if not solved]
        some = [puzzle for puzzle, solved in times.items() if 0 < solved < len(seeds)]
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
