"""How fast this checkout is beside another one: searches of both, in turns on one core; or whole benchmarks.

`families`: the same searches are made in a process of each checkout (`slices`), and advanced in turns by the same
number of playouts, some SLICE CPU seconds at a time. Machines have loud minutes: of two slices that follow each other
both are in it, so a few minutes are enough to see two per cent. Two checkouts whose searches are bit for bit the same
do the same work in each slice; of a search that has come to another score it is said.

Of benchmarks `python -m solvers.bench NAME --json` of both is run, as version 0.1.0 has it, and rows are paired by
name. Both run by this Python and its libraries. Each has a cache folder of its own, so what one compiles or trains the
other does not load; with MCS_TUI_KERNELS set, compiled kernels of `families` are in that folder, by their sources.
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
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from puzzles.engine import kernel_cache
from puzzles.registry import get_family
from solvers.bench import option_values
from solvers.bench.report import FAULT, WRONG_INPUT, Cell, Report, Table, ended
from solvers.runs.processes import child_environment

HERE = Path(__file__).resolve().parents[2]
SLICES = HERE / "solvers" / "bench" / "slices.py"


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

SLICE = 0.2
"""CPU seconds: short beside what else a machine does, long beside what a call of a kernel takes."""
FAMILIES = "families"
PAIRS = 31
RESAMPLES = 2_000
"""Of the pairs of slices, for the interval of the ratio of their medians (percentile bootstrap)."""


@dataclass(frozen=True, slots=True)
class Searched:
    """A search that both checkouts make, of an example of the family."""

    family: str
    example: str
    algorithm: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    prior: str = "none"

    @property
    def title(self) -> str:
        named = [f"{name}={value}" for name, value in self.parameters.items()]
        return " ".join([self.family, self.example, self.algorithm, *named])


NESTED = {"level": 2, "iterations": 100}
SEARCHED = (
    Searched("latin", "paper-20", "sampling"),
    Searched("latin", "paper-20", "nrpa", NESTED),
    Searched("latin", "paper-20", "backtracking"),
    Searched("kakuro", "paper-10", "sampling"),
    Searched("kakuro", "paper-10", "nrpa", NESTED),
    Searched("morpion", "5D", "sampling"),
    Searched("morpion", "5D", "nrpa", NESTED),
    Searched("morpion", "5D", "nrpa", NESTED | {"beam": "4", "batch": 4}),
    Searched("morpion", "5D", "lns"),
    Searched("samegame", "board-15", "nrpa", NESTED),
    Searched("samegame", "board-15", "nmcs"),
    Searched("samegame", "board-15", "uct"),
    Searched("tsptw", "route-41", "gnrpa", NESTED, "distance"),
    Searched("tsptw", "route-41", "blnrpa", NESTED, "distance"),
    Searched("rna", "bulge", "nrpa", NESTED),
    Searched("rna", "bulge", "annealing"),
)

Row = tuple[str, int, str]
"""What a row is paired by: the benchmark, the number of its table, the row's name."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("other", type=_checkout, metavar="OTHER", help="the folder of the other checkout")
    parser.add_argument(
        "--rows",
        choices=(FAMILIES, *COMPARED),
        nargs="+",
        default=[FAMILIES],
        help="families: searches of all families, in short slices (default); or these benchmarks, as a whole",
    )
    parser.add_argument(
        "--rounds",
        type=option_values.positive,
        help=f"measured runs of each benchmark (default 5), or pairs of slices of each search (default {PAIRS})",
    )
    parser.add_argument("--file", type=option_values.file, help="the positions of SameGame, as for `bench samegame`")
    parser.add_argument("--folder", type=option_values.folder, help="the instances of TSPTW, as for `bench tsptw`")


def run(chosen: argparse.Namespace) -> Report:
    """Medians of both by row. SystemExit, after one line on stderr, if puzzles are missing or a benchmark fails."""
    given = {"--file": chosen.file, "--folder": chosen.folder}
    names = [name for name in chosen.rows if name != FAMILIES]
    for name in names:
        puzzles = COMPARED[name].puzzles
        if puzzles and given[puzzles] is None:
            raise ended("compare", ValueError(f"{name} needs {puzzles}"), WRONG_INPUT)
    tables = []
    title = f"{HERE} beside {chosen.other}"
    try:
        if FAMILIES in chosen.rows:
            tables.append(in_slices(chosen.other, SEARCHED, chosen.rounds or PAIRS, title))
        if names:
            tables.append(whole_benchmarks(chosen.other, names, given, chosen.rounds or 5, title))
        return Report("compare", tuple(tables))
    except (ValueError, LookupError, OSError) as error:
        raise ended("compare", error, FAULT) from None


def whole_benchmarks(
    checkout: Path, names: Sequence[str], given: Mapping[str, Path | None], rounds: int, title: str
) -> Table:
    """The medians of both over the rounds. ValueError, one line, if a benchmark fails."""
    here: dict[Row, list[float]] = {}
    other: dict[Row, list[float]] = {}
    sides = ((HERE, here), (checkout, other))
    for name in names:
        puzzles = given.get(COMPARED[name].puzzles)
        arguments = [*COMPARED[name].arguments, *([COMPARED[name].puzzles, str(puzzles.resolve())] if puzzles else [])]
        print(f"{name}, {rounds} rounds after one that is not measured ...", file=sys.stderr, flush=True)
        for number in range(rounds + 1):
            for side, found in sides[:: -1 if number % 2 else 1]:
                for row, figure in figures_of(name, _printed(side, arguments)).items():
                    if number > 0:  # before the first round, kernels are compiled and priors trained
                        found.setdefault(row, []).append(figure)
    return paired(here, other, title)


def in_slices(checkout: Path, rows: Sequence[Searched], pairs: int, title: str) -> Table:
    """The searches of both, a pair of slices of each in turns. ValueError, one line, if no row can be compared."""
    with _Side(HERE) as ours, _Side(checkout) as theirs:
        print(f"{len(rows)} searches, {pairs} pairs of slices of each ...", file=sys.stderr, flush=True)
        made = {row.title: playouts for row in rows if (playouts := _begun(row, ours, theirs))}
        seconds: dict[str, list[tuple[float, float]]] = {name: [] for name in made}
        apart = set()
        for number in range(pairs):
            for name, playouts in made.items():
                sides = (theirs, ours)[:: -1 if number % 2 else 1]
                answers = {one: one.ask("advance", name, playouts) for one in sides}
                seconds[name].append((answers[theirs][0], answers[ours][0]))
                if answers[theirs][1] != answers[ours][1]:
                    apart.add(name)
    if not made:
        raise ValueError("the checkouts have no search in common")
    lines: list[tuple[Cell, ...]] = []
    for name, found in seconds.items():
        times = np.array(found)
        speed, least, most = speed_of(times)
        theirs_rate, ours_rate = made[name] / np.median(times, axis=0)
        lines.append((name, _shown(theirs_rate), _shown(ours_rate), f"{speed:.3f}", f"{least:.3f} to {most:.3f}"))
    notes = [f"Playouts a CPU second; {pairs} pairs of slices of some {SLICE:g} CPU seconds; of annealing, proposals."]
    notes += [f"Other results, so other work: {'; '.join(sorted(apart))}."] if apart else []
    heads = ("search", "other", "this", "speed, times the other's", "95 % interval")
    return Table(title, heads, tuple(lines), tuple(notes))


def speed_of(seconds: npt.NDArray[np.float64]) -> tuple[float, float, float]:
    """How many times faster, and a 95 % interval, by float64[pairs, 2]: theirs and ours of the same work."""
    drawn = np.random.default_rng(1).integers(0, len(seconds), (RESAMPLES, len(seconds)))
    theirs, ours = np.median(seconds[drawn], axis=1).T
    least, most = np.percentile(theirs / ours, (2.5, 97.5))
    theirs_median, ours_median = np.median(seconds, axis=0)
    return float(theirs_median / ours_median), float(least), float(most)


def _begun(row: Searched, ours: _Side, theirs: _Side) -> int:
    """How many playouts of the search make a slice, after both have made slices of that size; 0 if one side can't."""
    examples = {one.name: one.text for one in get_family(row.family).examples}
    sides = (ours, theirs)
    try:
        for side in sides:
            text = examples[row.example]
            side.ask("make", row.title, row.family, text, row.algorithm, dict(row.parameters), row.prior)
        playouts, seconds = 1, 0.0
        while seconds < SLICE / 2:
            playouts *= 2
            seconds = max(side.ask("advance", row.title, playouts)[0] for side in sides)
    except ValueError as error:
        print(f"{row.title}: {error}", file=sys.stderr, flush=True)
        return 0
    return max(1, round(playouts * SLICE / seconds))


class _Side:
    """The process of a checkout that makes and advances searches (`slices`); ends with the `with` block."""

    def __init__(self, checkout: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-P", str(SLICES)],
            env=_environment(checkout, own_kernels="MCS_TUI_KERNELS" not in os.environ),
            cwd=os.sep,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> _Side:
        return self

    def __exit__(self, *raised: object) -> None:
        self.process.communicate()

    def ask(self, *order: object) -> tuple[float, float]:
        """CPU seconds and best score; ValueError, one line, if it has failed."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps(order), file=self.process.stdin, flush=True)
        answer = json.loads(self.process.stdout.readline() or '"it has ended"')
        if isinstance(answer, str):
            raise ValueError(answer)
        return answer[0], answer[1]


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
    command = [sys.executable, "-P", "-m", "solvers.bench", *arguments, "--json"]
    done = subprocess.run(command, env=_environment(checkout), cwd=os.sep, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
        raise ValueError(f"{arguments[0]} of {checkout} has failed: {last}")
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def _environment(checkout: Path, own_kernels: bool = True) -> dict[str, str]:
    """That of a process of the checkout, with a cache folder of its own."""
    own = hashlib.sha256(str(checkout).encode()).hexdigest()[:16]
    environment = child_environment() | {
        "PYTHONPATH": str(checkout),
        "MCS_TUI_CACHE": str(kernel_cache.application_cache() / "compared" / own),
    }
    if own_kernels:
        environment.pop("MCS_TUI_KERNELS", None)
    return environment
