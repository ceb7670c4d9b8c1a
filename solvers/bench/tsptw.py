"""TSPTW: playouts a second, costs by CPU time beside Generalized NRPA's table 2, and all instances of a folder."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from puzzles.folder_family import own
from puzzles.parameters import Value
from puzzles.tsptw.family import ALGORITHM_DEFAULTS
from puzzles.tsptw.puzzle import TsptwPuzzle
from solvers.bench import option_values, traced
from solvers.bench.report import Report, Table
from solvers.bench.traced import Benchmark, Puzzles, Runs
from solvers.bench.traced_rows import Outcome, Row, Search, from_41_s
from solvers.bench.tsptw_tables import best_known, instance, instances, instances_table, reached_note

PARTS = {
    "rate": "playouts a second of level 2, N 100, on one instance (30 s); of annealing, proposals",
    "instance": "mean costs on one instance by CPU time, beside the paper's (22 min: 4 rows, 8 runs of 41 s)",
    "instances": "the best cost of each instance beside the best known (30 min: 30 instances, 60 s each)",
}
OF_THE_PAPER: dict[str, Value] = {
    "level": 4,
    "iterations": 100,
    "alpha": 1.0,
    "tau": 1.4,
    "moves": "windows",
    "bias": 10.0,
}

ROWS = (
    Row(
        "gnrpa",
        "GNRPA",
        Search(
            family="tsptw", algorithm="gnrpa", parameters=OF_THE_PAPER | ALGORITHM_DEFAULTS["gnrpa"], prior="distance"
        ),
    ),
    Row(
        "paper",
        "GNRPA as the paper has it",
        Search(family="tsptw", algorithm="gnrpa", parameters=OF_THE_PAPER, prior="distance"),
        published=from_41_s((892.17, 1.04), (886.52, 0.83), (884.07, 0.70), (880.83, 0.32), (879.45, 0.17)),
        called="GNRPA.beta.t.1.4.opt",
    ),
    Row(
        "nrpa",
        "NRPA",
        Search(
            family="tsptw",
            algorithm="nrpa",
            parameters={"level": 4, "iterations": 100, "alpha": 1.0, "moves": "plain"},
        ),
        published=from_41_s(
            (3745986.46, 245766.53),
            (1750959.11, 243210.68),
            (1030946.86, 212092.35),
            (285933.63, 108975.99),
            (45918.97, 38203.97),
        ),
        called="NRPA",
        cpp=7_500,
    ),
    Row(
        "strong",
        "Simulated annealing",
        Search(family="tsptw", algorithm="annealing", parameters={"bias": 10.0}, prior="distance"),
    ),
)

INSTANCE = "rc_204.1"
"""The paper's rc204.1, as the file is called: one of Solomon-Potvin-Bengio's."""

TSPTW = Benchmark(
    family="tsptw",
    title="TSPTW",
    parts=PARTS,
    rows=ROWS,
    names=[row.name for row in ROWS],
    name_of_all="strong",
    called="cost",
    digits=2,
    sign=-1,
    published=INSTANCE,
    place="table 2 (rc204.1)",
    notes=("Costs are of a closed tour, waiting is free; each late visit adds 1,000,000, as in the paper.",),
    end=("Dedicated routing solvers, such as PyVRP, find such tours within a fraction of a second.",),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `mcs-tui bench tsptw`."""
    traced.add_arguments(parser, TSPTW)
    parser.add_argument(
        "--folder",
        type=option_values.folder,
        required=True,
        help="the instances, such as Solomon-Potvin-Bengio's: a file each, in any format that is read",
    )
    parser.add_argument(
        "--instance",
        default=INSTANCE,
        help=f"rate, instance: a file without its ending (default {INSTANCE})",
    )
    parser.add_argument(
        "--instances",
        type=option_values.names,
        help="instances: files without their endings, commas between (default all)",
    )
    parser.add_argument(
        "--best",
        type=option_values.file,
        help="instance, instances: the best known costs, separated by tabs: a line of names with `instance` and "
        "`published_best_travel_cost` or `cost`, then a line an instance",
    )
    parser.add_argument(
        "--stop",
        action="store_true",
        help="instances: a search ends once it has the best known cost, and the table tells when",
    )


def run(chosen: argparse.Namespace) -> Report:
    """The tables; SystemExit as `traced.run`."""
    return traced.run(TSPTW, chosen, lambda: _read(chosen))


def _read(chosen: argparse.Namespace) -> Puzzles:
    """The instances; PuzzleError if there are none of these names, or a file can't be read."""
    known = best_known(chosen.best) if chosen.best else {}
    name, parts = chosen.instance, set(chosen.part)
    one = {name: instance(chosen.folder, name)} if parts & {"rate", "instance"} else {}
    every = instances(chosen.folder, chosen.instances) if "instances" in parts else {}

    def tables(rows: Sequence[Row], runs: Runs) -> list[Table]:
        nodes = {name: own(puzzle, TsptwPuzzle).n for name, puzzle in every.items()}
        return [
            instances_table(
                row,
                nodes,
                {name: runs[row.name, name] for name in every},
                chosen.seconds,
                known,
                stopped=chosen.stop,
            )
            for row in rows
        ]

    def note(row: Row, runs: Sequence[Outcome]) -> str:
        return reached_note(row, runs, max(chosen.columns), known[name]) if name in known else ""

    return Puzzles(
        found={**one, **every},
        one=name,
        title=name,
        every=list(every),
        tables=tables,
        goals={name: -cost.enough for name, cost in known.items()} if chosen.stop else {},
        note=note,
    )
