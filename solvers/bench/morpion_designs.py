"""The designs of the playout that `mcs-tui bench morpion` compares: a search on any of them, with a clock.

Whole searches: tables IV and V of Buzer & Cazenave, sections IV.B and IV.C. The same search on both states, the same
number of playouts for NRPA (N to the power of the level) and a whole game for NMCS, in turns, alpha 1 and N 100. What
differs beside the playout is what NRPA learns from: the moves listed again at each step on the paper's design
(`nrpa_steps`), intervals on ours (`nrpa_intervals`). The order of the legal moves differs, and so do the games: scores
are compared by their means. The plain checker replays every best game.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from puzzles.engine.contract import RulesModule, load
from puzzles.engine.limits import Limits
from puzzles.engine.streams import stream
from puzzles.morpion.checker import judge
from puzzles.morpion.kernels import byte_board, designs, rules
from puzzles.morpion.kernels.byte_board import ByteBoard
from puzzles.morpion.puzzle import MorpionPuzzle
from puzzles.parameters import Value
from solvers.bench.report import Cell, Table, in_turns, median_ratio, milliseconds
from solvers.registry import algorithm as known
from solvers.searches.contract import SearchModule
from solvers.searches.tally import RUNNING, STATUS
from solvers.session import Session

PAPER = "paper"
SORTED = "sorted"
OURS = "ours"


@dataclass(frozen=True, slots=True)
class Design:
    """One design. `cycles`: what Table I gives for it, in cycles a move of 5D; `kind` is None for our rules."""

    name: str
    title: str
    kind: type[ByteBoard] | None
    cycles: str

    def build(self, variant: str) -> tuple[Any, Limits]:
        """A state at the empty cross, and the sizes that searches need."""
        if self.kind is None:
            state = rules.build_state(MorpionPuzzle(variant))
            return state, rules.limits(state)
        board = byte_board.build(self.kind, variant)
        return board, byte_board.limits(board)


DESIGNS = (
    Design("rescan", "whole board", designs.FullRescanState, "150,000"),
    Design("star", "four directions", designs.StarScanState, "15,000"),
    Design("rectangle", "rectangle", designs.RectangleScanState, "6,000"),
    Design(PAPER, "range query, the paper's design", designs.PaperState, "300"),
    Design(SORTED, "sorted list, the paper's other design", designs.SortedState, ""),
    Design(OURS, "ours", None, ""),
)
BY_NAME = {design.name: design for design in DESIGNS}


class DesignSearch(Session):
    """A search of `solvers` on a design's state; the stream is the one of a session's first worker."""

    def __init__(
        self,
        design: Design,
        variant: str,
        algorithm: str,
        parameters: Mapping[str, Value],
        seed: int,
        *,
        alone: bool = False,
    ) -> None:
        """`alone`: ours plays one game after the other, not two in lock-step."""
        chosen = known(algorithm)
        self._rules = load(rules.__name__, RulesModule)
        self._search_module = load(chosen.module, SearchModule)
        self._advance = self._search_module.advance
        self.keeps_state = chosen.needs_undo
        self.state, self._limits = design.build(variant)
        self._states = [self.state]
        two = design.name == OURS and chosen.pairs and not alone
        twin = {"twin": rules.twin(self.state)} if two else {}
        rng = stream("solve", seed, 0)
        self.search = self._search_module.make_search(self._limits, parameters, np.ones(1), rng, **twin)

    def play(self, games: int) -> None:
        """That many playouts, whether or not one reaches the proven bound (none has in 5D and 5T)."""
        end = self.playouts + games
        while self.playouts < end:
            self.search.tally.counters[STATUS] = RUNNING
            self.advance(end - self.playouts)


def first_game(search: Session, level: int) -> float:
    """Runs NMCS to the end of its first game of that level, to the playout; the CPU seconds of it.

    It is run in slices. One in which the search has begun again is taken back and made again in slices of a tenth; what
    was taken back does not count.
    """
    seconds = 0.0
    slice_length = {1: 100, 2: 1_000}.get(level, 10_000)
    while True:
        saved = {name: array.copy() for name, array in search.arrays().items()}
        begun = time.process_time()
        status = search.advance(slice_length)
        took = time.process_time() - begun
        if search.restarts == 0:
            seconds += took
            if status != "running":
                return seconds
            continue
        search.restore(saved)
        if slice_length == 1:
            return seconds
        slice_length //= 10


ITERATIONS = 100
TIMED = (("nmcs", 2, 10), ("nrpa", 2, 30), ("nrpa", 3, 0))
"""Algorithm, level, runs a design; 0: what the option says."""
PUBLISHED_TIMES = {("nmcs", 2, "5D"): "330 ms", ("nrpa", 3, "5D"): "14 s", ("nrpa", 3, "5T"): "17 s"}


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
    found = in_turns(
        count,
        {
            one.name: partial(lambda one, number: timed(one, variant, name, depth, seed + number), one)
            for one in designs
        },
    )
    each = {key: [one.seconds / one.playouts for one in results] for key, results in found.items()}
    ratio = median_ratio(each[PAPER], each[OURS])
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
