"""The scores of whole searches from the empty cross: what figures 5 to 7 and section IV of Buzer & Cazenave tell of.

Each search is a session as any run has it, with the stream of its seed and the first worker: `mcs-tui solve example:5D
--algorithm nrpa --set level=3 --seed 7 --playouts 1000000` finds the very game of seed 7. NRPA plays N to the power of
the level playouts (N 100, alpha 1); NMCS one whole game, which ends before the search begins again. The plain checker
replays every best game.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from puzzles.morpion.checker import judge
from puzzles.morpion.puzzle import MorpionPuzzle
from puzzles.parameters import Value
from solvers.bench.compiled_session import compiled_session
from solvers.bench.ledger import Ledger
from solvers.bench.morpion_designs import first_game
from solvers.bench.report import Cell, Table

ITERATIONS = 100
RUNS = {("nmcs", 1): 100, ("nmcs", 2): 30, ("nmcs", 3): 5, ("nrpa", 1): 100, ("nrpa", 2): 100, ("nrpa", 3): 30}
"""Searches a row by default; rows that are not here are made only when asked for, of one search."""
PUBLISHED = {
    ("nmcs", 2, "5D"): "0.33 s",
    ("nmcs", 3, "5D"): "66.1 s",
    ("nrpa", 3, "5D"): "14 s",
    ("nrpa", 3, "5T"): "17 s; mean 150",
    ("nrpa", 4, "5D"): "24 min",
    ("nrpa", 4, "5T"): "33 min; mean 160",
    ("nrpa", 5, "5D"): "41 h; nearly always 82",
    ("nrpa", 5, "5T"): "57 h; 2 % of 1,000 at 178",
}


class Finished(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One search that ended. `board`: the best game, one number a move; `seconds`: CPU time."""

    variant: str
    algorithm: str
    level: int
    seed: int
    playouts: int
    seconds: float
    board: list[int]

    @property
    def name(self) -> tuple[str, str, int, int]:
        """What the result depends on."""
        return self.variant, self.algorithm, self.level, self.seed

    @property
    def score(self) -> int:
        """The moves of the best game."""
        return len(self.board)


def check(one: Finished) -> None:
    """ValueError, one line, if the plain checker refuses the game."""
    verdict = judge(MorpionPuzzle(one.variant), one.board)
    if not verdict.legal:
        raise ValueError(f"the checker refuses a game of {one.algorithm} {one.level}: {verdict.faults[0]}")


class Record(Ledger[Finished]):
    """The file of such searches; errors as in `solvers.bench.ledger`."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, None, Finished, check)


def finish(variant: str, algorithm: str, level: int, seed: int) -> Finished:
    """The search, run to its end; RuntimeError if the checker refuses its best game."""
    parameters: dict[str, Value] = {"level": level}
    if algorithm == "nrpa":
        parameters |= {"iterations": ITERATIONS, "alpha": 1.0}
    search = compiled_session(MorpionPuzzle(variant), algorithm, parameters, seed=seed)
    if algorithm == "nmcs":
        seconds = first_game(search, level)
    else:
        begun = time.process_time()
        search.advance(ITERATIONS**level)
        seconds = time.process_time() - begun
    found = Finished(
        variant=variant,
        algorithm=algorithm,
        level=level,
        seed=seed,
        playouts=search.playouts,
        seconds=seconds,
        board=list(search.best_board() or ()),
    )
    try:
        check(found)
    except ValueError as error:
        raise RuntimeError(str(error)) from None
    if found.score != search.best_score:
        raise RuntimeError(f"a game of {found.score} moves was reported as one of {search.best_score}")
    return found


def table(
    variants: tuple[str, ...],
    algorithms: tuple[str, ...],
    level: int | None,
    runs: int | None,
    seed: int,
    record: Record | None,
) -> Table:
    """The table, one row a variant, algorithm and level; searches that the record has are taken from there."""
    rows: list[tuple[Cell, ...]] = []
    for variant in variants:
        for algorithm in algorithms:
            for depth in (level,) if level else (1, 2, 3):
                print(f"{algorithm.upper()} {depth}, {variant} ...", file=sys.stderr, flush=True)
                count = runs or RUNS.get((algorithm, depth), 1)
                rows.append(_row([_get(variant, algorithm, depth, seed + index, record) for index in range(count)]))
    heads = ("search", "n", "mean", "std. error", "min", "max", "CPU s a search", "replayed", "published")
    return Table(f"Scores of whole searches from the empty cross, N {ITERATIONS}, alpha 1", heads, tuple(rows), (NOTE,))


def _get(variant: str, algorithm: str, level: int, seed: int, record: Record | None) -> Finished:
    """The search, from the record if it is there, else run and added to it."""
    found = record.known((variant, algorithm, level, seed)) if record else None
    if found is None:
        found = finish(variant, algorithm, level, seed)
        if record:
            record.add(found)
    return found


def _row(found: Sequence[Finished]) -> tuple[Cell, ...]:
    scores = [one.score for one in found]
    first = found[0]
    seconds = statistics.fmean(one.seconds for one in found)
    return (
        f"{first.algorithm.upper()} {first.level}, {first.variant}",
        len(scores),
        f"{statistics.fmean(scores):.1f}",
        f"{statistics.stdev(scores) / len(scores) ** 0.5:.2f}" if len(scores) > 1 else "",
        min(scores),
        max(scores),
        f"{seconds:.3g}" if seconds < 100 else f"{seconds:.0f}",
        f"all {len(scores)}",
        PUBLISHED.get((first.algorithm, first.level, first.variant), ""),
    )


NOTE = (
    "Replayed: best games that the plain checker found legal and as long as stated; another would stop the program. "
    "Records: 82 moves in 5D, 178 in 5T. Published: C++ on a Ryzen 9 3900X (times) and two EPYC 7702 (scores); the "
    "distributions of the figures are drawn, not printed."
)
