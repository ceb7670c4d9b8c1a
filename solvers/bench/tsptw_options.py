"""The arguments of `mcs-tui bench tsptw`. Imports no numba."""

from __future__ import annotations

import argparse

from solvers.bench import option_values, traced_options
from solvers.bench.tsptw_rows import INSTANCE, ROWS

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
