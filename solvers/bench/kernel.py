"""Playouts a second of kernels in both modes, one core: uniform sampling of Latin squares and Kakuro; backtracking.

The puzzles are those of tables 1 and 2 of Cazenave, Learning a Prior.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Mapping, Sequence

import numpy as np

from puzzles.engine.contract import InstancesModule, RulesModule, load
from puzzles.engine.streams import stream
from puzzles.family import Puzzle
from puzzles.parameters import Value, resolve
from puzzles.registry import get_family
from solvers.bench.report import Report, Table
from solvers.registry import algorithm
from solvers.searches.contract import SearchModule
from solvers.searches.tally import PLAYOUTS, RUNNING, STATUS, STATUS_NAMES

PLAYOUTS_EACH = 2_000
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


ORDER_20: dict[str, Value] = {"order": 20, "holes": 0.42}
SQUARE_10: dict[str, Value] = {"shape": "square", "rows": 10, "columns": 10, "values": 11}


def instances(family_name: str, parameters: Mapping[str, Value], seed: int, count: int) -> list[Puzzle]:
    """Fresh puzzles from the test stream, which neither training nor solving draws from."""
    generate = load(get_family(family_name).needed_generator().module, InstancesModule).generate
    return [generate(parameters, seed, index=index, purpose="test")[0] for index in range(count)]
