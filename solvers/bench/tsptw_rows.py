"""The rows and arguments of `mcs-tui bench tsptw`, and what is published of them. Imports no numba."""

from __future__ import annotations

import argparse

from puzzles.parameters import Value
from puzzles.tsptw.family import ALGORITHM_DEFAULTS
from solvers.bench import option_values, traced_options
from solvers.bench.traced_rows import Row, Search, from_41_s

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

TABLE = "table 2"
"""Where the published means are: rc204.1."""

INSTANCE = "rc_204.1"
"""The paper's rc204.1, as the file is called: one of Solomon-Potvin-Bengio's."""


PARTS = {
    "rate": "playouts a second of level 2, N 100, on one instance (30 s); of annealing, proposals",
    "instance": "mean costs on one instance by CPU time, beside the paper's (22 min: 4 rows, 8 runs of 41 s)",
    "instances": "the best cost of each instance beside the best known (30 min: 30 instances, 60 s each)",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds all of them to a parser that has none."""
    traced_options.add_arguments(parser, PARTS, [row.name for row in ROWS], "instance", "instances", "strong")
    parser.add_argument(
        "--folder",
        type=option_values.folder,
        required=True,
        help="the instances, such as Solomon-Potvin-Bengio's: a file each, in any format that is read",
    )
    parser.add_argument(
        "--instance", default=INSTANCE, help=f"rate, instance: a file without its ending (default {INSTANCE})"
    )
    parser.add_argument(
        "--instances", type=_names, help="instances: files without their endings, commas between (default all)"
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


def _names(text: str) -> list[str]:
    return [name for name in dict.fromkeys(one.strip() for one in text.split(",")) if name]
