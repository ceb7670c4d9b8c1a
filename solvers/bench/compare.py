"""How fast this checkout is beside another one: benchmarks of both, run in turns on one core, rows paired by name.

Of the other checkout only `python -m solvers.bench NAME --json` is used, as version 0.1.0 has it. Both run by this
Python and its libraries. Each has a cache folder of its own, so what one compiles or trains the other does not load.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import statistics
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from puzzles.engine import kernel_cache
from solvers.bench import option_values
from solvers.bench.report import FAULT, WRONG_INPUT, Report, Table, ended
from solvers.runs.processes import child_environment

HERE = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Compared:
    """A benchmark: its arguments, and the column of its figures.

    `rate`: more is faster. `puzzles`: the option that names its puzzles. `names`: the cells that name a row.
    """

    arguments: tuple[str, ...]
    column: str
    rate: bool = False
    puzzles: str = ""
    names: int = 1


COMPARED = {
    "kernel": Compared(("kernel", "--instances", "40"), "median", rate=True),
    "kakuro": Compared(("kakuro", "--instances", "4", "--playouts", "8192"), "playouts/s", rate=True),
    "playouts": Compared(("morpion", "--part", "playouts", "--rounds", "5"), "ns a move, median"),
    "searches": Compared(("morpion", "--part", "searches", "--deep", "0"), "median ms"),
    "fold": Compared(("fold", "--instances", "8"), "ours", names=2),
    "samegame": Compared(("samegame", "--part", "rate", "--rounds", "3"), "median", rate=True, puzzles="--file"),
    "tsptw": Compared(("tsptw", "--part", "rate", "--rounds", "3"), "median", rate=True, puzzles="--folder"),
}

Row = tuple[str, int, str]
"""What a row is paired by: the benchmark, the number of its table, the row's name."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("other", type=_checkout, metavar="OTHER", help="the folder of the other checkout")
    parser.add_argument(
        "--rows",
        choices=COMPARED,
        nargs="+",
        help="only these benchmarks (default all; samegame and tsptw only with the options that name their puzzles)",
    )
    parser.add_argument(
        "--rounds", type=option_values.positive, default=5, help="measured runs of each benchmark (default 5)"
    )
    parser.add_argument("--file", type=option_values.file, help="the positions of SameGame, as for `bench samegame`")
    parser.add_argument("--folder", type=option_values.folder, help="the instances of TSPTW, as for `bench tsptw`")


def run(chosen: argparse.Namespace) -> Report:
    """Medians of both by row. SystemExit, after one line on stderr, if puzzles are missing or a benchmark fails."""
    given = {"--file": chosen.file, "--folder": chosen.folder}
    missing = {name: one.puzzles for name, one in COMPARED.items() if one.puzzles and given[one.puzzles] is None}
    names = chosen.rows or [name for name in COMPARED if name not in missing]
    for name in names:
        if name in missing:
            raise ended("compare", ValueError(f"{name} needs {missing[name]}"), WRONG_INPUT)
    here: dict[Row, list[float]] = {}
    other: dict[Row, list[float]] = {}
    sides = ((HERE, here), (chosen.other, other))
    try:
        for name in names:
            puzzles = COMPARED[name].puzzles
            arguments = [*COMPARED[name].arguments, *([puzzles, str(given[puzzles].resolve())] if puzzles else [])]
            print(f"{name}, {chosen.rounds} rounds after one that is not measured ...", file=sys.stderr, flush=True)
            for number in range(chosen.rounds + 1):
                for checkout, found in sides[:: -1 if number % 2 else 1]:
                    for row, figure in figures_of(name, _printed(checkout, arguments)).items():
                        if number > 0:  # before the first round, kernels are compiled and priors trained
                            found.setdefault(row, []).append(figure)
        return Report("compare", (paired(here, other, f"{HERE} beside {chosen.other}"),))
    except (ValueError, LookupError, OSError) as error:
        raise ended("compare", error, FAULT) from None


def figures_of(name: str, report: Mapping[str, Any]) -> dict[Row, float]:
    """The figures of a benchmark's report; ValueError if no table has its column."""
    compared, figures = COMPARED[name], {}
    for number, table in enumerate(report["tables"]):
        if compared.column in table["columns"]:
            at = table["columns"].index(compared.column)
            for row in table["rows"]:
                text = str(row[at]).replace(",", "")
                if text:  # published rows have no figure of ours
                    figures[name, number, " ".join(map(str, row[: compared.names]))] = float(text)
    if not figures:
        raise ValueError(f"{name} has printed no column {compared.column!r}")
    return figures


def paired(here: Mapping[Row, Sequence[float]], other: Mapping[Row, Sequence[float]], title: str) -> Table:
    """A row for each row that both have; the others are named in notes. ValueError if there is none."""
    rows = []
    for row in (row for row in here if row in other):
        rate = COMPARED[row[0]].rate
        theirs, ours = statistics.median(other[row]), statistics.median(here[row])
        times = [(a / b if rate else b / a) for a, b in zip(here[row], other[row], strict=True)]
        speed = ours / theirs if rate else theirs / ours
        rounds = f"{min(times):.3f} to {max(times):.3f}"
        rows.append((f"{row[0]}: {row[2]}", _shown(theirs), _shown(ours), f"{speed:.3f}", rounds))
    if not rows:
        raise ValueError("the checkouts have no row in common")
    lone = [
        f"Only {who}: {'; '.join(f'{name}: {label}' for name, _, label in left)}."
        for who, left in (
            ("here", [row for row in here if row not in other]),
            ("there", [row for row in other if row not in here]),
        )
        if left
    ]
    figures = "Figures: " + "; ".join(f"{name}: {one.column}" for name, one in COMPARED.items()) + "."
    heads = ("row", "other", "this", "speed, times the other's", "least and most of the rounds")
    return Table(title, heads, tuple(rows), (figures, *lone))


def _shown(figure: float) -> str:
    return f"{figure:,.0f}" if figure >= 1000 else f"{figure:.4g}"


def _checkout(text: str) -> Path:
    path = Path(text).resolve()
    if not (path / "solvers" / "bench" / "__main__.py").is_file():
        raise argparse.ArgumentTypeError(f"{text!r} is not the folder of a checkout: it has no solvers/bench")
    return path


def _printed(checkout: Path, arguments: Sequence[str]) -> dict[str, Any]:
    """What the checkout's benchmark prints; ValueError, one line, if it fails."""
    own = hashlib.sha256(str(checkout).encode()).hexdigest()[:16]
    environment = child_environment() | {
        "PYTHONPATH": str(checkout),
        "MCS_TUI_CACHE": str(kernel_cache.application_cache() / "compared" / own),
    }
    environment.pop("MCS_TUI_KERNELS", None)
    command = [sys.executable, "-P", "-m", "solvers.bench", *arguments, "--json"]
    done = subprocess.run(command, env=environment, cwd=os.sep, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
        raise ValueError(f"{arguments[0]} of {checkout} has failed: {last}")
    report: dict[str, Any] = json.loads(done.stdout)
    return report
