"""SameGame: playouts a second, scores by CPU time beside Generalized NRPA's table 1, and all positions of a file."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from puzzles.parameters import Value
from puzzles.samegame import ANNEALING, OURS
from solvers.bench import option_values, traced
from solvers.bench.report import Report, Table
from solvers.bench.samegame_tables import boards, positions_table, scores, totals_table
from solvers.bench.traced import Benchmark, Puzzles, Runs
from solvers.bench.traced_rows import Row, Search, from_41_s

PARTS = {
    "rate": "playouts a second of level 2, N 100, on one position (20 s)",
    "position": "mean scores on one position by CPU time, beside the paper's (16 min: 3 rows, 8 runs of 41 s)",
    "positions": "the score of each position of the file and their total (20 min: 20 positions, 60 s each)",
}
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

SAMEGAME = Benchmark(
    family="samegame",
    title="SameGame",
    parts=PARTS,
    rows=ROWS,
    names=("gnrpa", "paper", "nrpa"),
    name_of_all="gnrpa",
    called="score",
    digits=1,
    sign=1,
    published="1",
    place="table 1 (position 1)",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `mcs-tui bench samegame`."""
    traced.add_arguments(parser, SAMEGAME)
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


def run(chosen: argparse.Namespace) -> Report:
    """The tables; SystemExit as `traced.run`."""
    return traced.run(SAMEGAME, chosen, lambda: _read(chosen))


def _read(chosen: argparse.Namespace) -> Puzzles:
    """The positions; PuzzleError if a file can't be read, ValueError for a position that there is not."""
    found = boards(chosen.file)
    absent = [number for number in (chosen.position, *(chosen.positions or ())) if number not in found]
    if absent:
        raise ValueError(f"there is no position {absent[0]}; expected {min(found)} to {max(found)}")
    published = scores(chosen.published) if chosen.published else None
    numbers = chosen.positions or sorted(found)

    def tables(rows: Sequence[Row], runs: Runs) -> list[Table]:
        by_number = {(row, int(name)): of for (row, name), of in runs.items()}
        title = f"SameGame, {len(numbers)} positions, {chosen.seconds:g} CPU s a search"
        return [positions_table(title, rows, numbers, by_number, chosen.seconds, published), totals_table()]

    return Puzzles(
        found={str(number): board for number, board in found.items()},
        one=str(chosen.position),
        title=f"position {chosen.position}",
        every=[str(number) for number in numbers],
        tables=tables,
    )
