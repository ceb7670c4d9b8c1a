"""Table 2 of Cazenave, Learning a Prior: Kakuro squares 10 x 10 with values 1 to 11, by number of playouts."""

from __future__ import annotations

import argparse

from puzzles.parameters import Value
from solvers.bench.report import Report
from solvers.bench.success import Published, Row, instances, success_table

SQUARE_10: dict[str, Value] = {"shape": "square", "rows": 10, "columns": 10, "values": 11}
WIDE: dict[str, Value] = {"level": 2, "iterations": 100, "alpha": 1.0}
DEEP: dict[str, Value] = {"level": 3, "iterations": 20, "alpha": 1.0}

ROWS = (
    Published("Sampling, published", (0, 0, 0, 0, 0, 0, 0, 0)),
    Row("Sampling", "sampling"),
    Published("Sampling prior tau 4, published", (100,) * 8),
    Row("Sampling prior sums (as published)", "sampling", prior="sums"),
    Row("Sampling prior share of digit sets", "sampling", prior="share"),
    Published("NRPA, published", (0, 0, 0, 23, 35, 65, 86, 98)),
    Row("NRPA level 2, N 100", "nrpa", WIDE),
    Row("NRPA level 3, N 20", "nrpa", DEEP),
    Published("GNRPA prior, published", (100,) * 8),
    Row("GNRPA sums level 2, N 100", "gnrpa", WIDE, prior="sums"),
    Row("GNRPA share level 2, N 100", "gnrpa", WIDE, prior="share"),
)


def run(chosen: argparse.Namespace) -> Report:
    """The table, on fresh instances."""
    puzzles = instances("kakuro", SQUARE_10, chosen.seed, chosen.instances)
    title = "Kakuro squares 10 x 10, values 1 to 11, paper mode (forward checking)"
    table = success_table(title, puzzles, ROWS, chosen.playouts, chosen.seed)
    notes = (
        "The published prior's 100 of 100 with the code as written (places in row and column, remaining sums) could "
        "not be reproduced: training, instances and searches draw from disjoint random streams here. Sharing one "
        "stream between generating and solving gives such figures for the wrong reason.",
    )
    return Report("kakuro", (table,), notes)
