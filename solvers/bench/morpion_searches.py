"""Whole searches: seconds, the paper's design beside ours, and scores from the empty cross.

Seconds: Tables IV and V of Buzer & Cazenave, sections IV.B and IV.C. The same search on both states, the same number of
playouts for NRPA (N to the power of the level) and a whole game for NMCS, in turns, alpha 1 and N 100. What differs
beside the playout is what NRPA learns from: the moves listed again at each step on the paper's design (`nrpa_steps`),
intervals on ours (`nrpa_intervals`). The order of the legal moves differs, and so do the games: scores are compared by
their means.

Scores: figures 5 to 7 and section IV. Each search is a session as any run has it, with the stream of its seed and the
first worker: `mcs-tui solve example:5D --algorithm nrpa --set level=3 --seed 7 --playouts 1000000` finds the very game
of seed 7. NRPA plays N to the power of the level playouts; NMCS one whole game, which ends before the search begins
again. The plain checker replays every best game.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from puzzles.morpion.checker import judge
from puzzles.morpion.puzzle import MorpionPuzzle
from puzzles.parameters import Value
from solvers.bench.ledger import Ledger
from solvers.bench.morpion_designs import BY_NAME, OURS, PAPER, Design, DesignSearch, first_game
from solvers.bench.report import Cell, Table, milliseconds
from solvers.compiled_session import compiled_session

ITERATIONS = 100
TIMED = (("nmcs", 2, 10), ("nrpa", 2, 30), ("nrpa", 3, 0))
"""Algorithm, level, runs a design; 0: what the option says."""
PUBLISHED_TIMES = {("nmcs", 2, "5D"): "330 ms", ("nrpa", 3, "5D"): "14 s", ("nrpa", 3, "5T"): "17 s"}
RUNS = {("nmcs", 1): 100, ("nmcs", 2): 30, ("nmcs", 3): 5, ("nrpa", 1): 100, ("nrpa", 2): 100, ("nrpa", 3): 30}
"""Searches a row by default; rows that are not here are made only when asked for, of one search."""
PUBLISHED_SCORES = {
    ("nmcs", 2, "5D"): "0.33 s",
    ("nmcs", 3, "5D"): "66.1 s",
    ("nrpa", 3, "5D"): "14 s",
    ("nrpa", 3, "5T"): "17 s; mean 150",
    ("nrpa", 4, "5D"): "24 min",
    ("nrpa", 4, "5T"): "33 min; mean 160",
    ("nrpa", 5, "5D"): "41 h; nearly always 82",
    ("nrpa", 5, "5T"): "57 h; 2 % of 1,000 at 178",
}


@dataclass(frozen=True, slots=True)
class Timed:
    """One search: CPU seconds, playouts, score."""

    seconds: float
    playouts: int
    score: float


def timed(design: Design, variant: str, algorithm: str, level: int, seed: int) -> Timed:
    """One search from begin to end in one call, its best game replayed by the plain checker."""
    parameters: dict[str, Value] = {"level": level, "iterations": ITERATIONS, "alpha": 1.0}
    playouts = ITERATIONS**level
    if algorithm == "nmcs":
        scout = DesignSearch(design, variant, algorithm, parameters, seed)
        first_game(scout, level)
        playouts = scout.playouts
    search = DesignSearch(design, variant, algorithm, parameters, seed)
    begun = time.process_time()
    search.advance(playouts)
    took = time.process_time() - begun
    verdict = judge(MorpionPuzzle(variant), search.best_board() or ())
    if not verdict.legal or verdict.score != search.best_score:
        raise RuntimeError(f"{design.name}: the checker refuses a game: {verdict}")
    return Timed(took, search.playouts, verdict.score)


def times_table(
    variants: tuple[str, ...], seed: int, deep: int, algorithm: str | None, level: int | None, runs: int | None
) -> Table:
    """The table. `deep`: runs of NRPA 3, of which 0 are none; the next three are None or what is asked for."""
    rows: list[tuple[Cell, ...]] = []
    for name, depth, usual in TIMED:
        count = runs or usual or deep
        if algorithm not in (None, name) or level not in (None, depth) or (not usual and not deep):
            continue
        for variant in variants:
            print(f"{name.upper()} {depth}, {variant} ...", file=sys.stderr, flush=True)
            rows += _times_rows(name, depth, variant, seed, count)
    heads = (
        "search",
        "runs",
        "median ms",
        "ns a playout",
        "times the paper's",
        "mean score",
        "std. error",
        "published",
    )
    return Table(f"Whole searches in turns, alpha 1, N {ITERATIONS}, one core", heads, tuple(rows), (TIMES_NOTE,))


def _times_rows(name: str, depth: int, variant: str, seed: int, count: int) -> list[tuple[Cell, ...]]:
    designs = (BY_NAME[PAPER], BY_NAME[OURS])
    for design in designs:
        timed(design, variant, name, 1, seed)  # compiles and warms up
    found: dict[str, list[Timed]] = {design.name: [] for design in designs}
    for index in range(count):
        for design in designs:
            found[design.name].append(timed(design, variant, name, depth, seed + index))
    each = {key: [one.seconds / one.playouts for one in results] for key, results in found.items()}
    ratio = statistics.median(a / b for a, b in zip(each[PAPER], each[OURS], strict=True))
    rows: list[tuple[Cell, ...]] = []
    for design in designs:
        results = found[design.name]
        scores = [one.score for one in results]
        rows.append(
            (
                f"{name.upper()} {depth}, {variant}, {'ours' if design.name == OURS else 'the paper’s design'}",
                count,
                milliseconds(statistics.median(one.seconds for one in results)),
                f"{statistics.median(each[design.name]) * 1e9:,.0f}",
                f"{ratio:.2f}" if design.name == OURS else "1",
                f"{statistics.fmean(scores):.1f}",
                f"{statistics.stdev(scores) / count**0.5:.1f}" if count > 1 else "",
                PUBLISHED_TIMES.get((name, depth, variant), "") if design.name == PAPER else "",
            )
        )
    return rows


TIMES_NOTE = (
    "Ratios are medians of the time a playout, run by run. NRPA: N to the power of the level playouts; NMCS: one game. "
    "Published: tables IV and V, C++ on a Ryzen 9 3900X."
)


class Finished(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One search that ended. `board`: the best game, one number a move; `seconds`: CPU time.

    ValueError, one line, if the plain checker refuses the game.
    """

    variant: str
    algorithm: str
    level: int
    seed: int
    playouts: int
    seconds: float
    board: list[int]

    def __post_init__(self) -> None:
        verdict = judge(MorpionPuzzle(self.variant), self.board)
        if not verdict.legal:
            raise ValueError(f"the checker refuses a game of {self.algorithm} {self.level}: {verdict.faults[0]}")

    @property
    def name(self) -> tuple[str, str, int, int]:
        """What the result depends on."""
        return self.variant, self.algorithm, self.level, self.seed

    @property
    def score(self) -> int:
        return len(self.board)


Record = Ledger[Finished]
"""The file of such searches; errors as in `solvers.bench.ledger`."""


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
    try:
        found = Finished(
            variant=variant,
            algorithm=algorithm,
            level=level,
            seed=seed,
            playouts=search.playouts,
            seconds=seconds,
            board=list(search.best_board() or ()),
        )
    except ValueError as error:
        raise RuntimeError(str(error)) from None
    if found.score != search.best_score:
        raise RuntimeError(f"a game of {found.score} moves was reported as one of {search.best_score}")
    return found


def scores_table(
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
                rows.append(
                    _scores_row([_get(variant, algorithm, depth, seed + index, record) for index in range(count)])
                )
    heads = ("search", "n", "mean", "std. error", "min", "max", "CPU s a search", "replayed", "published")
    return Table(
        f"Scores of whole searches from the empty cross, N {ITERATIONS}, alpha 1", heads, tuple(rows), (SCORES_NOTE,)
    )


def _get(variant: str, algorithm: str, level: int, seed: int, record: Record | None) -> Finished:
    """The search, from the record if it is there, else run and added to it."""
    found = record.known((variant, algorithm, level, seed)) if record else None
    if found is None:
        found = finish(variant, algorithm, level, seed)
        if record:
            record.add(found)
    return found


def _scores_row(found: Sequence[Finished]) -> tuple[Cell, ...]:
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
        PUBLISHED_SCORES.get((first.algorithm, first.level, first.variant), ""),
    )


SCORES_NOTE = (
    "Replayed: best games that the plain checker found legal and as long as stated; another would stop the program. "
    "Records: 82 moves in 5D, 178 in 5T. Published: C++ on a Ryzen 9 3900X (times) and two EPYC 7702 (scores); the "
    "distributions of the figures are drawn, not printed."
)
