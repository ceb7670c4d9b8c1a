"""The rows of `mcs-tui bench samegame`, and what is published of SameGame. Imports no numba."""

from __future__ import annotations

from puzzles.parameters import Value
from puzzles.samegame import ANNEALING, OURS
from solvers.bench.traced_rows import Row, Search, from_41_s

OF_THE_PAPER: dict[str, Value] = {"level": 4, "iterations": 100, "alpha": 1.0, "tau": 1.0, "selective": "tabu"}
SELECTIVE: dict[str, Value] = {"selective": "tabu"}
"""The paper's policy in every row, whatever the board's size; the family's `auto` leaves it out on small ones."""

ROWS = (
    Row(
        "gnrpa",
        "GNRPA",
        Search(
            family="samegame",
            algorithm="gnrpa",
            parameters=OF_THE_PAPER | OURS | SELECTIVE,
            prior="size",
        ),
    ),
    Row(
        "paper",
        "GNRPA as the paper has it",
        Search(family="samegame", algorithm="gnrpa", parameters=OF_THE_PAPER, prior="size"),
        published=from_41_s((2591.46, 52.50), (2777.83, 48.05), (2907.23, 38.45), (3057.78, 13.52), (3116.54, 7.42)),
        called="GNRPA.beta.opt",
    ),
    Row(
        "nrpa",
        "NRPA",
        Search(
            family="samegame",
            algorithm="nrpa",
            parameters={"level": 4, "iterations": 100, "alpha": 1.0, "selective": "tabu"},
        ),
        published=from_41_s((2435.12, 49.26), (2676.39, 47.16), (2838.99, 41.82), (2997.74, 21.39), (3081.25, 10.66)),
        called="NRPA",
        cpp=6_500,
    ),
    Row(
        "strong",
        "Simulated annealing",
        Search(family="samegame", algorithm="annealing", parameters=ANNEALING | SELECTIVE, prior="size"),
    ),
)
USUAL = ("gnrpa", "paper", "nrpa")
"""The rows that are measured unless others are asked for."""

TABLE, POSITION = "table 1", 1
"""Where the published means are, and of which position of the standard test set."""

TOTALS = (
    ("NMCS(4), Cazenave 2009", 77_934),
    ("SP-MCTS, Schadd et al. 2012", 78_012),
    ("selective NRPA(5), Cazenave 2016", 80_030),
    ("js-games.de, the best as cited 2016", 87_858),
)
"""Sums over the twenty positions of the standard test set."""
