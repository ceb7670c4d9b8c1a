"""Playouts a second, one core, CPU time: of the kernels of Latin squares and Kakuro, and of SameGame and TSPTW.

`kernel`: uniform sampling in both modes and backtracking, on puzzles of tables 1 and 2 of Cazenave, Learning a Prior.
The part `rate` of `samegame` and `tsptw`: searches of level 2 and N 100, which begin again when they have ended, beside
the authors' C++, in rounds in turns; of annealing, proposals.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from puzzles.engine.contract import InstancesModule, RulesModule, load
from puzzles.engine.streams import stream
from puzzles.errors import PuzzleError
from puzzles.family import Puzzle
from puzzles.parameters import Value, resolve, typed
from puzzles.registry import get_family, part, read_file
from puzzles.samegame.family import OURS
from solvers.bench import option_values
from solvers.bench.report import WRONG_INPUT, Cell, Report, Table, ended, in_turns
from solvers.compiled_session import compiled_session
from solvers.driver.pace import Pace
from solvers.registry import algorithm
from solvers.searches.contract import SearchModule
from solvers.searches.tally import PLAYOUTS, RUNNING, STATUS, STATUS_NAMES

PLAYOUTS_EACH = 2_000
ORDER_20: dict[str, Value] = {"order": 20, "holes": 0.42}
SQUARE_10: dict[str, Value] = {"shape": "square", "rows": 10, "columns": 10, "values": 11}
ORDER_40: dict[str, Value] = {"order": 40, "holes": 0.42}
HEADS = ("min", "median", "max")


def run(chosen: argparse.Namespace) -> Report:
    """Medians over the instances; a playout that solves is a playout like any other."""
    squares = instances("latin", ORDER_20, chosen.seed, chosen.instances)
    sums = instances("kakuro", SQUARE_10, chosen.seed, chosen.instances)
    large = instances("latin", ORDER_40, chosen.seed, chosen.instances)
    each = f"{chosen.instances} instances of {PLAYOUTS_EACH:,} playouts"
    return Report(
        "kernel",
        (
            Table(
                f"Uniform playouts a second, order 20, 168 holes, {each}",
                ("propagation", *HEADS),
                _sampled(squares, (("paper", "forward checking"), ("strong", "hidden singles")), chosen.seed),
            ),
            Table(
                f"Uniform playouts a second, Kakuro squares 10 x 10, values 1 to 11, {each}",
                ("propagation", *HEADS),
                _sampled(sums, (("paper", "forward checking"), ("strong", "digit sets")), chosen.seed),
            ),
            Table(
                f"Dead ends a second, backtracking with restarts, {chosen.instances} Latin squares with 42 % holes",
                ("order", *HEADS),
                (("40", *_ends([_dead_ends(one, chosen.seed, k) for k, one in enumerate(large)])),),
            ),
        ),
    )


def _sampled(puzzles: Sequence[Puzzle], modes: Sequence[tuple[str, str]], seed: int) -> tuple[tuple[str, ...], ...]:
    rules = load(get_family(puzzles[0].family).rules.module, RulesModule)
    sampling = load("solvers.searches.sampling", SearchModule)
    rows = []
    for mode, label in modes:
        rates = []
        for index, puzzle in enumerate(puzzles):
            state = rules.build_state(puzzle, mode=mode)
            search = sampling.make_search(rules.limits(state), {}, np.ones(1), stream("solve", seed, index))
            sampling.advance(state, search, 100)
            begun = time.process_time()
            first = int(search.tally.counters[PLAYOUTS])
            while search.tally.counters[PLAYOUTS] < PLAYOUTS_EACH:
                search.tally.counters[STATUS] = RUNNING
                sampling.advance(state, search, PLAYOUTS_EACH - int(search.tally.counters[PLAYOUTS]))
            rates.append((int(search.tally.counters[PLAYOUTS]) - first) / (time.process_time() - begun))
        rows.append((label, *_ends(rates)))
    return tuple(rows)


def _dead_ends(puzzle: Puzzle, seed: int, index: int) -> float:
    """The rate up to PLAYOUTS_EACH dead ends; a search that has found a solution is begun again from another seed."""
    chosen = algorithm("backtracking")
    rules = load(get_family(puzzle.family).rules.module, RulesModule)
    module = load(chosen.module, SearchModule)
    parameters = resolve(chosen.parameters, {}, chosen.name)
    done, seconds, number = 0, 0.0, 0
    while done < PLAYOUTS_EACH:
        state = rules.build_state(puzzle, mode="strong", trail=chosen.needs_undo)
        search = module.make_search(rules.limits(state), parameters, np.ones(1), stream("solve", seed + number, index))
        module.advance(state, search, 0)  # loads the kernel
        begun = time.process_time()
        status = "running"
        while status == "running" and done + int(search.tally.counters[PLAYOUTS]) < PLAYOUTS_EACH:
            status = STATUS_NAMES[module.advance(state, search, PLAYOUTS_EACH)]
        seconds += time.process_time() - begun
        done += int(search.tally.counters[PLAYOUTS])
        number += 1
    return done / seconds


def _ends(rates: Sequence[float]) -> tuple[str, str, str]:
    return f"{min(rates):,.0f}", f"{statistics.median(rates):,.0f}", f"{max(rates):,.0f}"


def instances(family_name: str, parameters: Mapping[str, Value], seed: int, count: int) -> list[Puzzle]:
    """Fresh puzzles from the test stream, which neither training nor solving draws from."""
    generate = load(get_family(family_name).needed_generator().module, InstancesModule).generate
    return [generate(parameters, seed, index=index, purpose="test")[0] for index in range(count)]


ROUND = 1.0
"""CPU seconds of a round: several searches of level 2."""


@dataclass(frozen=True, slots=True)
class Row:
    """One search to measure. `cpp`: playouts a second of the authors' C++ library at the same level and N."""

    label: str
    algorithm: str
    parameters: Mapping[str, Value]
    prior: str = "none"
    cpp: int | None = None

    @property
    def title(self) -> str:
        """Label and settings, such as `GNRPA, level 2, N 100, tau 1.4`."""
        described = dict(self.parameters)
        nested = {"level": "level", "iterations": "N"}
        words = [f"{word} {described.pop(name)}" for name, word in nested.items() if name in described]
        settings = {name: value for name, value in described.items() if (name, value) != ("alpha", 1.0)}
        return ", ".join([self.label, *words, *[f"{name} {typed(value)}" for name, value in settings.items()]])


LEVEL_2: dict[str, Value] = {"level": 2, "iterations": 100, "alpha": 1.0}
GAME: dict[str, Value] = {**LEVEL_2, "tau": 1.0, "selective": "tabu"}
ROUTE: dict[str, Value] = {**LEVEL_2, "tau": 1.4, "moves": "windows"}
ROWS = {
    "samegame": (
        Row("GNRPA", "gnrpa", GAME | OURS, "size"),
        Row("GNRPA as the paper has it", "gnrpa", GAME, "size"),
        Row("NRPA", "nrpa", {**LEVEL_2, "selective": "tabu"}, cpp=6_500),
    ),
    "tsptw": (
        Row("GNRPA", "gnrpa", {**ROUTE, "bias": 20.0}, "distance"),
        Row("GNRPA as the paper has it", "gnrpa", {**ROUTE, "bias": 10.0}, "distance"),
        Row("NRPA", "nrpa", {**LEVEL_2, "moves": "plain"}, cpp=7_500),
        Row("Simulated annealing", "annealing", {"bias": 10.0}, "distance"),
    ),
}
NOTE = (
    "Rounds of {1:g} CPU s: {0}, rows in turns, adapting and starting again included. The authors' C++ (the library "
    "of Negrevergne and Cazenave, -O3 -march=native, one thread) was measured once, not by this command."
)


def playout_rates(chosen: argparse.Namespace) -> Report:
    """The medians of the rounds; SystemExit, after one line on stderr, if the puzzle can't be read."""
    try:
        puzzle, what = (game(chosen.file), "position 1") if chosen.name == "samegame" else route(chosen.folder)
    except PuzzleError as error:
        raise ended(chosen.name, error, WRONG_INPUT) from None
    title = {"samegame": "SameGame", "tsptw": "TSPTW"}[chosen.name]
    table = rates_table(f"{title}, {what}: playouts", puzzle, ROWS[chosen.name], chosen.rounds)
    return Report(chosen.name, (table,))


def game(path: Path) -> Puzzle:
    """The first board of the file; PuzzleError."""
    family, text = get_family("samegame"), option_values.text_of(path)
    try:
        return part(family, text, "1", family.parse)
    except PuzzleError as error:
        raise error.within(path.name) from None


def route(folder: Path) -> tuple[Puzzle, str]:
    """The paper's instance in the folder, or else its first one, and what it is called; PuzzleError."""
    files = sorted(path for path in folder.iterdir() if path.is_file())
    path = next((one for one in files if one.name.startswith("rc_204.1")), files[0] if files else None)
    if path is None:
        raise PuzzleError("there is no file in the folder", "the instances, a file each", source=str(folder))
    puzzle = read_file(path, family_name="tsptw")
    return get_family("tsptw").adjusted(puzzle, {"objective": "cost"}), path.name.removesuffix(".txt")


def rates_table(title: str, puzzle: Puzzle, rows: Sequence[Row], rounds: int) -> Table:
    """The rows' medians over the rounds, beside the authors' C++."""
    print(f"playouts a second, {rounds} rounds of {len(rows)} searches ...", file=sys.stderr, flush=True)
    for row in rows:  # kernels are loaded
        rate_of(puzzle, row, 1, ROUND / 10)
    ways = {row.title: partial(lambda row, number: rate_of(puzzle, row, number + 1, ROUND), row) for row in rows}
    rates = in_turns(rounds, ways)
    heads = ("playouts a second", "median", "least", "most", "authors' C++", "times")
    lines: list[tuple[Cell, ...]] = []
    for row in rows:
        of_row = rates[row.title]
        median = statistics.median(of_row)
        beside = (f"{row.cpp:,}", f"{median / row.cpp:.3g}") if row.cpp else ("", "")
        lines.append((row.title, f"{median:,.0f}", f"{min(of_row):,.0f}", f"{max(of_row):,.0f}", *beside))
    return Table(title, heads, tuple(lines), (NOTE.format(rounds, ROUND),))


def rate_of(puzzle: Puzzle, row: Row, seed: int, seconds: float) -> float:
    """Playouts a CPU second of a search that goes on for so many."""
    session = compiled_session(puzzle, row.algorithm, row.parameters, prior=row.prior, seed=seed)
    pace, spent = Pace(time.process_time), 0.0
    while spent < seconds and session.status == "running":
        spent += pace.slice(session.advance, lambda: session.playouts, None, seconds - spent)
    return session.playouts / spent
