"""`python -m solvers.bench NAME`: what `mcs-tui bench NAME` runs, on one pinned core (of experiments: on one a job)."""

from __future__ import annotations

import argparse
import importlib
import os
import signal
import sys
from collections.abc import Callable
from functools import partial
from typing import NoReturn

from puzzles.errors import PuzzleError
from solvers.bench import compare, grades, morpion, parallel, start, sudoku, tables
from solvers.bench.option_values import cores, positive

BENCHMARKS = {
    "fold": "milliseconds a fold of RNA, ViennaRNA's and ours: two models, lengths 60, 100, 200, 400",
    "ensemble": "milliseconds a partition function of RNA, ViennaRNA's and ours, without and with pair probabilities",
    "kernel": "playouts a second of the kernels of Latin squares and Kakuro, both modes; dead ends of backtracking",
    "latin": "Table 1 of Cazenave, Learning a Prior: Latin squares of order 20, solved by number of playouts",
    "kakuro": "Table 2 of the same paper: Kakuro squares 10 x 10 with values 1 to 11",
    "strong": "CPU seconds to a solution in strong mode: Latin squares of orders 20 to 50, Kakuro",
    "morpion": "Tables I to V of Buzer & Cazenave, Playout Optimization: Morpion Solitaire, their design and ours",
    "parallel": "playouts a second of Morpion's NRPA: two searches in lock-step, threads that share a step, cores",
    "eterna100": "Table 3 of Learning a Prior: RNA designs, solved by CPU time; strong mode, other programs beside it",
    "samegame": "Table 1 of Cazenave, Generalized NRPA: SameGame, scores by CPU time; playouts a second, all positions",
    "tsptw": "Table 2 of the same paper: TSP with time windows, costs by CPU time; playouts a second, all instances",
    "sudoku": "milliseconds to solve and prove puzzles of the set puzzlekit: Sudoku and its variants",
    "grades": "seconds to generate a puzzle of each grade with one solution: Kakuro, Latin squares, Sudoku's variants",
    "start": "seconds to the first answer, with an empty cache and with compiled kernels: commands and app",
    "compare": "this checkout's speed beside another one's: searches of all families, or whole benchmarks, in turns",
}
EXPERIMENTS = ("latin", "kakuro", "strong", "eterna100", "samegame", "tsptw")
"""Those that are experiments (`mcs-tui experiment`)."""

OWN_OPTIONS: dict[str, Callable[[argparse.ArgumentParser], None]] = {
    "morpion": morpion.add_arguments,
    "parallel": parallel.add_arguments,
    "start": start.add_arguments,
    "compare": compare.add_arguments,
    "sudoku": sudoku.add_arguments,
    **{name: partial(tables.add_arguments, name=name) for name in EXPERIMENTS},
}


class Parser(argparse.ArgumentParser):
    """As argparse's, but an error is one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def parser() -> argparse.ArgumentParser:
    whole = Parser(prog="mcs-tui bench", description="Print a benchmark's table.")
    names = whole.add_subparsers(dest="name", required=True, metavar="NAME")
    for name, explanation in BENCHMARKS.items():
        one = names.add_parser(name, help=explanation, description=explanation)
        if name in OWN_OPTIONS:
            OWN_OPTIONS[name](one)
        else:
            count = {"fold": 20, "ensemble": 20, "grades": 5}.get(name, 100)
            one.add_argument("--seed", type=positive, default=1, help="seed of instances and searches (default 1)")
            one.add_argument(
                "--instances", type=positive, default=count, help=f"fresh instances a cell (default {count})"
            )
        if name == "grades":
            one.add_argument("--sizes", type=positive, nargs="+", default=[9], help="rows, or orders (default 9)")
            one.add_argument(
                "--families", choices=list(grades.SIDE), nargs="+", default=list(grades.SIDE), help="which"
            )
        one.add_argument("--json", action="store_true", help="print one JSON document instead of tables")
    return whole


def main() -> int:
    """The exit code: 0, or 2 for bad arguments (argparse), and where a library is missing."""
    chosen = parser().parse_args()
    measured_here = chosen.name not in EXPERIMENTS or getattr(chosen, "part", "") == "rate"
    pins_its_own = chosen.name == "parallel"  # and passes on the cores that it has
    if measured_here and not pins_its_own and (known := cores()):  # searches of experiments have a core of their own
        os.sched_setaffinity(0, {getattr(chosen, "core", known[0])})
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    module = "tables" if chosen.name in EXPERIMENTS else chosen.name
    try:
        report = importlib.import_module(f"solvers.bench.{module}").run(chosen)
    except PuzzleError as error:  # a library is missing
        print(error, file=sys.stderr)
        return 2
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # whoever reads this may have closed the pipe
    print(report.json() if chosen.json else report.text(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
