"""The arguments that `mcs-tui bench samegame` and `bench tsptw` have in common. Imports no numba."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from solvers.bench import option_values

COLUMNS = [5.12, 10.24, 20.48, 40.96]
"""CPU seconds: the paper's columns and three before them."""
SECONDS, RUNS, ROUNDS = 60.0, 8, 7


def add_arguments(
    parser: argparse.ArgumentParser, parts: Mapping[str, str], rows: Sequence[str], one: str, many: str, usual: str
) -> None:
    """Adds them to a parser. `one` and `many` are the parts that search one puzzle and all of them.

    `usual`: the row of `many` unless others are asked for.
    """
    told = "; ".join(f"{name}: {explanation}" for name, explanation in parts.items())
    parser.add_argument("--part", choices=parts, nargs="+", default=["rate"], help=f"(default rate) {told}")
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
