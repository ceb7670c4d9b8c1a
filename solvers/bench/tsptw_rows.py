"""The rows of `mcs-tui bench tsptw`, and what is published of them. Imports no numba."""

from __future__ import annotations

from puzzles.parameters import Value
from puzzles.tsptw.family import ALGORITHM_DEFAULTS
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
