"""The arguments of `mcs-tui bench samegame`. Imports no numba."""

from __future__ import annotations

import argparse

from solvers.bench import option_values, traced_options
from solvers.bench.samegame_rows import ROWS

PARTS = {
    "rate": "playouts a second of level 2, N 100, on one position (20 s)",
    "position": "mean scores on one position by CPU time, beside the paper's (16 min: 3 rows, 8 runs of 41 s)",
    "positions": "the score of each position of the file and their total (20 min: 20 positions, 60 s each)",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds all of them to a parser that has none."""
    traced_options.add_arguments(parser, PARTS, [row.name for row in ROWS], "position", "positions", "gnrpa")
    parser.add_argument(
        "--file",
        type=option_values.file,
        required=True,
        help="the positions, such as the twenty of the standard test set: rows of colours, blank lines between boards",
    )
    parser.add_argument(
        "--position", type=option_values.positive, default=1, help="rate, position: its number (default 1)"
    )
    parser.add_argument(
        "--positions", type=option_values.numbers, help="positions: numbers, such as 1-5,10 (default all)"
    )
    parser.add_argument(
        "--published",
        type=option_values.file,
        help="positions: scores to print beside ours, separated by tabs: a line of names, then a line a position",
    )
