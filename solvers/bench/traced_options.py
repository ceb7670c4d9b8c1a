"""The arguments of `mcs-tui bench samegame` and `bench tsptw`. Imports no numba."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from solvers.bench import option_values, samegame_rows, tsptw_rows

COLUMNS = [5.12, 10.24, 20.48, 40.96]
"""CPU seconds: the paper's columns and three before them."""
SECONDS, RUNS, ROUNDS = 60.0, 8, 7

SAMEGAME_PARTS = {
    "rate": "playouts a second of level 2, N 100, on one position (20 s)",
    "position": "mean scores on one position by CPU time, beside the paper's (16 min: 3 rows, 8 runs of 41 s)",
    "positions": "the score of each position of the file and their total (20 min: 20 positions, 60 s each)",
}
TSPTW_PARTS = {
    "rate": "playouts a second of level 2, N 100, on one instance (30 s); of annealing, proposals",
    "instance": "mean costs on one instance by CPU time, beside the paper's (22 min: 4 rows, 8 runs of 41 s)",
    "instances": "the best cost of each instance beside the best known (30 min: 30 instances, 60 s each)",
}


def add_samegame(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `mcs-tui bench samegame`."""
    _add_arguments(parser, SAMEGAME_PARTS, [row.name for row in samegame_rows.ROWS], "position", "positions", "gnrpa")
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


def add_tsptw(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `mcs-tui bench tsptw`."""
    _add_arguments(parser, TSPTW_PARTS, [row.name for row in tsptw_rows.ROWS], "instance", "instances", "strong")
    parser.add_argument(
        "--folder",
        type=option_values.folder,
        required=True,
        help="the instances, such as Solomon-Potvin-Bengio's: a file each, in any format that is read",
    )
    parser.add_argument(
        "--instance",
        default=tsptw_rows.INSTANCE,
        help=f"rate, instance: a file without its ending (default {tsptw_rows.INSTANCE})",
    )
    parser.add_argument(
        "--instances", type=_listed, help="instances: files without their endings, commas between (default all)"
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


def _add_arguments(
    parser: argparse.ArgumentParser, parts: Mapping[str, str], rows: Sequence[str], one: str, many: str, usual: str
) -> None:
    """Adds them to a parser. `one` and `many` are the parts that search one puzzle and all of them.

    `usual`: the row of `many` unless others are asked for.
    """
    reported = "; ".join(f"{name}: {explanation}" for name, explanation in parts.items())
    parser.add_argument("--part", choices=parts, nargs="+", default=["rate"], help=f"(default rate) {reported}")
    parser.add_argument(
        "--rows",
        type=_names(rows),
        help=f"of {','.join(rows)} (default all; {many}: {usual})",
    )
    parser.add_argument(
        "--set",
        type=option_values.setting,
        action="append",
        default=[],
        dest="settings",
        metavar="NAME=VALUE",
        help="a setting of the rows that have it, such as iterations=50; repeatable",
    )
    parser.add_argument(
        "--columns", type=option_values.columns, default=COLUMNS, help=f"{one}: CPU seconds (default 5.12 to 40.96)"
    )
    parser.add_argument(
        "--seconds",
        type=option_values.seconds,
        default=SECONDS,
        help=f"{many}: CPU seconds a search (default {SECONDS:g})",
    )
    parser.add_argument(
        "--runs", type=option_values.positive, help=f"searches a row and puzzle (default {one}: {RUNS}, {many}: 1)"
    )
    parser.add_argument("--seed", type=option_values.positive, default=1, help="seed of the first run (default 1)")
    parser.add_argument(
        "--rounds", type=option_values.positive, default=ROUNDS, help=f"rate: rounds (default {ROUNDS})"
    )
    parser.add_argument(
        "--jobs", type=option_values.jobs, default=1, help="searches at a time, each on a core of its own (default 1)"
    )
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="FILE",
        help="a file of JSON lines to which each search is appended when it has ended, and from which those that it has"
        " are taken, so that a run that was interrupted goes on; a longer search takes the place of a shorter one",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of tables")


def _names(known: Sequence[str]) -> Callable[[str], list[str]]:
    def names(text: str) -> list[str]:
        for one in text.split(","):
            if one not in known:
                raise argparse.ArgumentTypeError(f"there is no row {one!r}; expected some of {','.join(known)}")
        return [name for name in known if name in text.split(",")]

    return names


def _listed(text: str) -> list[str]:
    return [name for name in dict.fromkeys(one.strip() for one in text.split(",")) if name]
