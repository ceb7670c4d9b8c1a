"""Playouts a second of the Latin square kernel: uniform sampling, order 20, 42 % holes, one core."""

from __future__ import annotations

import argparse
import statistics
import time

import numpy as np

from puzzles.engine.contract import RulesModule, load
from puzzles.engine.streams import stream
from puzzles.registry import get_family
from solvers.bench.instances import ORDER_20, instances
from solvers.bench.report import Report, Table
from solvers.searches.contract import SearchModule
from solvers.searches.tally import PLAYOUTS, RUNNING, STATUS

PLAYOUTS_EACH = 2_000


def run(chosen: argparse.Namespace) -> Report:
    """The median over the instances; a playout that solves is a playout like any other."""
    puzzles = instances("latin", ORDER_20, chosen.seed, chosen.instances)
    rules = load(get_family("latin").rules.module, RulesModule)
    sampling = load("solvers.searches.sampling", SearchModule)
    rows = []
    for mode, label in (("paper", "forward checking"), ("strong", "hidden singles")):
        rates = []
        for index, puzzle in enumerate(puzzles):
            state = rules.build_state(puzzle, mode=mode)
            search = sampling.make_search(rules.limits(state), {}, np.ones(1), stream("solve", chosen.seed, index))
            sampling.advance(state, search, 100)
            begun = time.process_time()
            first = int(search.tally.counters[PLAYOUTS])
            while search.tally.counters[PLAYOUTS] < PLAYOUTS_EACH:
                search.tally.counters[STATUS] = RUNNING
                sampling.advance(state, search, PLAYOUTS_EACH - int(search.tally.counters[PLAYOUTS]))
            rates.append((int(search.tally.counters[PLAYOUTS]) - first) / (time.process_time() - begun))
        ends = f"{min(rates):,.0f}", f"{statistics.median(rates):,.0f}", f"{max(rates):,.0f}"
        rows.append((label, *ends))
    title = f"Uniform playouts a second, order 20, 168 holes, {len(puzzles)} instances of {PLAYOUTS_EACH:,} playouts"
    return Report("kernel", (Table(title, ("propagation", "min", "median", "max"), tuple(rows)),))
