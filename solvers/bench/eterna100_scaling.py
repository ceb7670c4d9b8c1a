"""How two workers at a time compare with one: playouts a second, each of which folds a design of its own.

Uniform playouts on long targets come to no design twice, so no score is remembered and each playout is a fold.
Rounds of one worker and of two take turns, and the median of the rounds' ratios is reported, so that another program's
load does not fall on one side alone.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping

from puzzles.family import Puzzle
from puzzles.registry import get_family
from solvers.bench.eterna100_ledger import Outcome, Task, Workers
from solvers.bench.report import Cell, Table

LENGTHS = (100, 400)
"""The longest targets of at most that many nucleotides are folded."""
ROUNDS, SECONDS = 5, 2.0


def table(targets: Mapping[int, Puzzle]) -> Table:
    """Folds a second of one worker and of two, each on a core of its own."""
    rows: list[tuple[Cell, ...]] = []
    with Workers(2) as workers:
        for number in _chosen(targets):
            target = get_family("rna").to_json(targets[number])
            tasks = [
                Task(row="sampling", seed=seed, puzzle=number, target=target, seconds=SECONDS, level=1, wall=True)
                for seed in (1, 2)
            ]
            workers.each(tasks)  # loads the kernels
            rounds = [(workers.each(tasks[:1]), workers.each(tasks)) for _ in range(ROUNDS)]
            name = f"puzzle {number}, {targets[number].length} nt"  # type: ignore[attr-defined]
            rows.append((name, *_row(rounds, _by_the_wall), *_row(rounds, _by_cpu_time)))
    heads = ("folds a second", "one worker", "two workers", "times", "one, by CPU time", "two", "times")
    note = (
        f"Uniform playouts; medians of {ROUNDS} rounds of {SECONDS:g} s, one worker and two in turn. By the wall's "
        "clock, then by CPU time: what the two take from each other, even if other programs run beside them."
    )
    return Table("Scaling to two workers", heads, tuple(rows), (note,))


def _row(rounds: list[tuple[list[Outcome], list[Outcome]]], rate: Callable[[Outcome], float]) -> tuple[Cell, ...]:
    """Folds a second of one worker and of two, and how many times as many."""
    rates = [(sum(map(rate, alone)), sum(map(rate, both))) for alone, both in rounds]
    one, two = (statistics.median(of) for of in zip(*rates, strict=True))
    return f"{one:,.0f}", f"{two:,.0f}", f"{statistics.median(both / alone for alone, both in rates):.2f}"


def _by_the_wall(one: Outcome) -> float:
    return one.playouts / one.seconds


def _by_cpu_time(one: Outcome) -> float:
    return one.playouts / one.spent


def _chosen(targets: Mapping[int, Puzzle]) -> list[int]:
    """The number of the longest target of each class of lengths."""
    found = []
    for most in LENGTHS:
        fitting = {number: puzzle for number, puzzle in targets.items() if puzzle.length <= most}  # type: ignore[attr-defined]
        if fitting:
            found.append(max(fitting, key=lambda number: fitting[number].length))  # type: ignore[attr-defined]
    return list(dict.fromkeys(found))
