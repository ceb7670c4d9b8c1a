"""Time to a verified solution in strong mode, kernels warm, one core: the default search that users get."""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from puzzles.engine.contract import RulesModule, load
from puzzles.engine.streams import stream
from puzzles.errors import PuzzleError
from puzzles.family import Puzzle
from puzzles.folder_family import own
from puzzles.kakuro.puzzle import Kakuro
from puzzles.parameters import resolve
from puzzles.registry import decode, get_family, read
from solvers.bench.instances import SQUARE_10, instances
from solvers.bench.report import Cell, Report, Table, milliseconds
from solvers.compiled_session import trained_odds
from solvers.jobs.best_results import check_solution
from solvers.registry import algorithm
from solvers.searches.contract import SearchModule
from solvers.searches.tally import PLAYOUTS, STATUS_NAMES

LONGEST = 60.0
"""CPU seconds after which an instance counts as unsolved."""
SLICE = 1_000
SIDES = ((1, 8), (9, 12), (13, 30))
"""Classes of Kakuro shapes, by their longer side."""
TIMES = ("search, median ms", "p90", "max", "whole, median ms")


@dataclass(frozen=True, slots=True)
class Timing:
    """One search. `search`: make_search and advance; `whole`: building the state and the plain check too (CPU s)."""

    status: str
    playouts: int
    solutions: int
    search: float
    whole: float


def run(chosen: argparse.Namespace) -> Report:
    """The tables; the one of Kakuro shapes only with --puzzles."""
    tables = [_latin(chosen), _squares(chosen)]
    if chosen.puzzles is not None:
        tables.append(_shapes(chosen.puzzles, chosen.seed))
    return Report("strong", tuple(tables))


def timed(puzzle: Puzzle, name: str, prior: str, odds: npt.NDArray[np.float64], seed: int, index: int) -> Timing:
    """One search in strong mode, its solutions replayed by the plain checker."""
    family = get_family(puzzle.family)
    chosen = algorithm(name)
    rules = load(family.rules.module, RulesModule)
    module = load(chosen.module, SearchModule)
    code = family.priors.kind(prior).code if odds.size > 1 else 0
    begun = time.process_time()
    state = rules.build_state(puzzle, mode="strong", prior_code=code, trail=chosen.needs_undo)
    limits = rules.limits(state)
    built = time.process_time()
    parameters = resolve(chosen.parameters, {}, name)
    search = module.make_search(limits, parameters, odds, stream("solve", seed, index))
    status = "running"
    while status == "running" and time.process_time() - built < LONGEST:
        status = STATUS_NAMES[module.advance(state, search, SLICE)]
    searched = time.process_time()
    found = module.solutions(search) or []
    for board in found:
        check_solution(family, puzzle, tuple(board.tolist()))
    end = time.process_time()
    playouts = int(search.tally.counters[PLAYOUTS])
    return Timing(status, playouts, len(found), searched - built, end - begun)


def _timings(
    puzzles: Sequence[Puzzle], name: str, prior: str, odds: npt.NDArray[np.float64], seed: int
) -> list[Timing]:
    """One search of each puzzle, after one that loads the kernel."""
    timed(puzzles[0], name, prior, odds, seed, 0)
    return [timed(puzzle, name, prior, odds, seed, index) for index, puzzle in enumerate(puzzles)]


def _summary(timings: Sequence[Timing]) -> tuple[Cell, ...]:
    search = sorted(one.search for one in timings)
    p90 = search[min(len(search) - 1, round(0.9 * (len(search) - 1)))]
    whole = statistics.median(one.whole for one in timings)
    return tuple(milliseconds(seconds) for seconds in (statistics.median(search), p90, search[-1], whole))


def _latin(chosen: argparse.Namespace) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for order in chosen.orders:
        puzzles = instances("latin", {"order": order, "holes": 0.42}, chosen.seed, chosen.instances)
        odds = trained_odds(puzzles[0], "dual", 4.0)
        print(f"order {order} ...", file=sys.stderr, flush=True)
        timings = _timings(puzzles, "backtracking", "dual", odds, chosen.seed)
        solved = sum(1 for one in timings if one.solutions)
        rows.append((order, f"{solved} of {len(timings)}", *_summary(timings)))
    title = "Latin squares, 42 % holes: backtracking with restarts, Dual prior tau 4, hidden singles"
    return Table(title, ("order", "solved", *TIMES), tuple(rows))


def _squares(chosen: argparse.Namespace) -> Table:
    puzzles = instances("kakuro", SQUARE_10, chosen.seed, chosen.instances)
    rows: list[tuple[Cell, ...]] = []
    for prior in ("none", "share"):
        odds = trained_odds(puzzles[0], prior, 4.0) if prior != "none" else np.ones(1)
        timings = _timings(puzzles, "backtracking", prior, odds, chosen.seed)
        solved = sum(1 for one in timings if one.solutions)
        at_once = sum(1 for one in timings if one.solutions and one.playouts == 1)
        rows.append((prior, f"{solved} of {len(timings)}", at_once, *_summary(timings)))
    title = "Kakuro squares 10 x 10, values 1 to 11: backtracking with restarts, digit sets"
    return Table(title, ("prior", "solved", "by the first playout", *TIMES), tuple(rows))


def _shapes(folder: Path, seed: int) -> Table:
    puzzles = [puzzle for path in sorted(folder.rglob("*")) if path.is_file() for puzzle in _read(path)]
    rows: list[tuple[Cell, ...]] = []
    for low, high in SIDES:
        chosen = [one for one in puzzles if low <= max(one.rows, one.columns) <= high]
        if not chosen:
            continue
        timings = _timings(chosen, "exhaustive", "none", np.ones(1), seed)
        unique = sum(1 for one in timings if one.status == "exhausted" and one.solutions == 1)
        several = sum(1 for one in timings if one.solutions > 1)
        impossible = sum(1 for one in timings if one.status == "exhausted" and not one.solutions)
        unknown = len(timings) - unique - several - impossible
        rows.append((f"{low} to {high}", len(chosen), unique, several, impossible, unknown, *_summary(timings)))
    heads = ("longer side", "puzzles", "proved unique", "several", "none", "unknown", *TIMES)
    return Table("Kakuro shapes: exhaustive search, no prior: solved and counted", heads, tuple(rows))


def _read(path: Path) -> Iterator[Kakuro]:
    """The Kakuro puzzles in a file: one, or one a line in a list of URLs; what is not a puzzle is named on stderr."""
    try:
        text = decode(path.read_bytes(), source=path.name)
        lines = text.split()
        texts = lines if lines and all(line.startswith("http") for line in lines) else [text]
        for one in texts:
            yield own(read(one, source=path.name, family_name="kakuro"), Kakuro)
    except PuzzleError as error:
        print(f"passed over: {error}", file=sys.stderr)
