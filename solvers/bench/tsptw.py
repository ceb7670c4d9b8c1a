"""TSPTW: playouts a second, costs by CPU time beside Generalized NRPA's table 2, and all instances of a folder."""

from __future__ import annotations

import argparse
import re
import statistics
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from puzzles.errors import PuzzleError
from puzzles.family import Puzzle
from puzzles.folder_family import own
from puzzles.parameters import Value
from puzzles.registry import get_family, read_file
from puzzles.tsptw.family import ALGORITHM_DEFAULTS
from puzzles.tsptw.puzzle import TsptwPuzzle
from solvers.bench import option_values, traced
from solvers.bench.report import Cell, Report, Table
from solvers.bench.traced import Benchmark, Puzzles, Runs
from solvers.bench.traced_rows import Outcome, Row, Search, from_41_s

PARTS = {
    "rate": "playouts a second of level 2, N 100, on one instance (30 s); of annealing, proposals",
    "instance": "mean costs on one instance by CPU time, beside the paper's (22 min: 4 rows, 8 runs of 41 s)",
    "instances": "the best cost of each instance beside the best known (30 min: 30 instances, 60 s each)",
}
OF_THE_PAPER: dict[str, Value] = {
    "level": 4,
    "iterations": 100,
    "alpha": 1.0,
    "tau": 1.4,
    "moves": "windows",
    "bias": 10.0,
}

ROWS = (
    Row("gnrpa", "GNRPA", Search("tsptw", "gnrpa", OF_THE_PAPER | ALGORITHM_DEFAULTS["gnrpa"], "distance")),
    Row(
        "paper",
        "GNRPA as the paper has it",
        Search("tsptw", "gnrpa", OF_THE_PAPER, "distance"),
        published=from_41_s((892.17, 1.04), (886.52, 0.83), (884.07, 0.70), (880.83, 0.32), (879.45, 0.17)),
        called="GNRPA.beta.t.1.4.opt",
    ),
    Row(
        "nrpa",
        "NRPA",
        Search("tsptw", "nrpa", {"level": 4, "iterations": 100, "alpha": 1.0, "moves": "plain"}),
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
    Row("strong", "Simulated annealing", Search("tsptw", "annealing", {"bias": 10.0}, "distance")),
)

INSTANCE = "rc_204.1"
"""The paper's rc204.1, as the file is called: one of Solomon-Potvin-Bengio's."""

TSPTW = Benchmark(
    family="tsptw",
    title="TSPTW",
    parts=PARTS,
    rows=ROWS,
    names=[row.name for row in ROWS],
    name_of_all="strong",
    called="cost",
    digits=2,
    sign=-1,
    published=INSTANCE,
    place="table 2 (rc204.1)",
    notes=("Costs are of a closed tour, waiting is free; each late visit adds 1,000,000, as in the paper.",),
    end=("Dedicated routing solvers, such as PyVRP, find such tours within a fraction of a second.",),
)
STOPPED = (
    "A search ended as soon as it had the best known cost, so a better one could not be found; the seconds are the "
    "median of the runs that had it."
)
WHOLE = "Every search went on to its end; the seconds are the median of the runs that had it."
ENDINGS = (".txt", ".tsptw", ".tsp", ".dat", ".json")
"""Of files' names, that are no part of the instance's."""
COLUMNS = ("published_best_travel_cost", "cost")
"""Where the best known costs are in their table: the first of these that it has."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    traced.add_arguments(parser, TSPTW)
    parser.add_argument(
        "--folder",
        type=option_values.folder,
        required=True,
        help="the instances, such as Solomon-Potvin-Bengio's: a file each, in any format that is read",
    )
    parser.add_argument(
        "--instance",
        default=INSTANCE,
        help=f"rate, instance: a file without its ending (default {INSTANCE})",
    )
    parser.add_argument(
        "--instances",
        type=option_values.names,
        help="instances: files without their endings, commas between (default all)",
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
        help="instances: a search ends once it has the best known cost, and the table says when",
    )


def run(chosen: argparse.Namespace) -> Report:
    """The tables; SystemExit as `traced.run`."""
    return traced.run(TSPTW, chosen, lambda: _puzzles(chosen))


def _puzzles(chosen: argparse.Namespace) -> Puzzles:
    known = best_known(chosen.best) if chosen.best else {}
    name, parts = chosen.instance, set(chosen.part)
    one = {name: _read(_named(chosen.folder, name))} if parts & {"rate", "instance"} else {}
    every = instances(chosen.folder, chosen.instances) if "instances" in parts else {}

    def tables(rows: Sequence[Row], runs: Runs) -> list[Table]:
        nodes = {name: own(puzzle, TsptwPuzzle).n for name, puzzle in every.items()}
        return [
            instances_table(
                row,
                nodes,
                {name: runs[row.name, name] for name in every},
                chosen.seconds,
                known,
                stopped=chosen.stop,
            )
            for row in rows
        ]

    def note(row: Row, runs: Sequence[Outcome]) -> str:
        return reached_note(row, runs, max(chosen.columns), known[name]) if name in known else ""

    return Puzzles(
        found={**one, **every},
        one=name,
        title=name,
        every=list(every),
        tables=tables,
        goals={name: -cost.enough for name, cost in known.items()} if chosen.stop else {},
        note=note,
    )


def instances_table(
    row: Row,
    nodes: Mapping[str, int],
    found: Mapping[str, Sequence[Outcome]],
    seconds: float,
    known: Mapping[str, BestKnown],
    *,
    stopped: bool,
) -> Table:
    """The best cost of the row's runs by instance, within that many CPU seconds each, and when it was the best known.

    `nodes`: the instances with their size; `stopped`: searches ended with the best known cost.
    """
    lines = tuple(_line(name, nodes[name], found[name], seconds, known.get(name)) for name in nodes)
    runs = len(next(iter(found.values())))
    listed = [name for name in nodes if name in known]
    having = [name for name in listed if _times(found[name], seconds, known[name])]
    each = "one run" if runs == 1 else f"{runs} runs"
    notes = [f"{row.title}: {each} of {seconds:g} CPU s an instance."]
    if listed:
        lacking = ", ".join(name for name in listed if name not in having) or "none"
        line = f"The best known cost, or a better one, was found, feasible, on {len(having)} of {len(listed)} instances"
        notes.append(f"{line}; not on: {lacking}. {STOPPED if stopped else WHOLE}")
    heads = ("instance", "nodes", "best cost", "feasible", "best known", "equal", "runs", "reached after, CPU s")
    title = f"TSPTW, {len(nodes)} instances, {row.label}, {seconds:g} CPU s a search"
    return Table(title, heads, lines, tuple(notes))


def reached_note(row: Row, runs: Sequence[Outcome], seconds: float, known: BestKnown) -> str:
    """How many of one instance's runs had the best known cost, and after how many seconds."""
    times = _times(runs, seconds, known)
    line = f"{row.label}: {len(times)} of {len(runs)} runs had the best known cost, {known.text}, within {seconds:g} s"
    return f"{line}: after {', '.join(map(_seconds, sorted(times)))} s." if times else f"{line}."


def _line(name: str, nodes: int, runs: Sequence[Outcome], seconds: float, known: BestKnown | None) -> tuple[Cell, ...]:
    scores = [score for one in runs if (score := one.within(seconds)) is not None]
    if not scores:
        return name, nodes, "", "", known.text if known else "", "", "", ""
    best = next(one for one in runs if one.within(seconds) == max(scores))
    feasible = best.facts_within(seconds).get("feasible")  # None: the board of a longer search is another one
    shown = "" if feasible is None else "yes" if feasible else "no"
    beginning: tuple[Cell, ...] = (name, nodes, f"{-max(scores):,.2f}", shown)
    if known is None:
        return *beginning, "", "", "", ""
    times = _times(runs, seconds, known)
    word = "better" if -max(scores) < known.better else "yes" if times else "no"
    after = _seconds(statistics.median(times)) if times else ""
    return *beginning, known.text, word, f"{len(times)} of {len(runs)}", after


def _seconds(time: float) -> str:
    return f"{time:.2f}" if time >= 0.01 else "under 0.01"


def _times(runs: Sequence[Outcome], seconds: float, known: BestKnown) -> list[float]:
    """When the runs that had the best known cost in time had it. A tour with a late visit costs a million more."""
    times = [one.reached(-known.enough) for one in runs]
    return [one for one in times if one is not None and one <= seconds]


@dataclass(frozen=True, slots=True)
class BestKnown:
    """A cost as its table has it, such as `878.64`: rounded to its decimals."""

    text: str

    @property
    def enough(self) -> float:
        """The greatest cost that may be rounded to it."""
        return float(Decimal(self.text) + self._half)

    @property
    def better(self) -> float:
        """The least such cost: what is below is better than the best known."""
        return float(Decimal(self.text) - self._half)

    @property
    def _half(self) -> Decimal:
        """Half a unit of the last decimal."""
        return Decimal(5).scaleb(-1 - len(self.text.partition(".")[2]))


def instances(folder: Path, names: Sequence[str] | None) -> dict[str, Puzzle]:
    """The named instances, or all: then files that hold none are passed over, with a line on stderr. PuzzleError."""
    if names:
        return {name: _read(_named(folder, name)) for name in names}
    found: dict[str, Puzzle] = {}
    for path in _files(folder):
        try:
            found[_name(path)] = _read(path)
        except PuzzleError as error:
            print(f"passed over: {error}", file=sys.stderr)
    if not found:
        raise PuzzleError("there is no instance in the folder", "the instances, a file each", source=str(folder))
    return found


def best_known(path: Path) -> dict[str, BestKnown]:
    """The costs of a tab-separated file by instance; PuzzleError for another one."""
    lines = option_values.text_of(path).splitlines()
    names = [name.strip() for name in lines[0].split("\t")] if lines else []
    column = next((name for name in COLUMNS if name in names), None)
    if "instance" not in names or column is None:
        found = "the first line names no column `instance`, or none of the costs"
        raise PuzzleError(found, f"`instance` and `{'` or `'.join(COLUMNS)}`", line=1, source=path.name)
    costs: dict[str, BestKnown] = {}
    for number, line in enumerate(lines[1:], start=2):
        if not line.strip():
            continue
        cells = dict(zip(names, (cell.strip() for cell in line.split("\t")), strict=False))
        cost = cells.get(column, "")
        if not re.fullmatch(r"[0-9]{1,15}(\.[0-9]{1,9})?", cost):
            found = f"the cost is {ascii(cost)[:30]}"
            raise PuzzleError(found, "a decimal number, such as 878.64", line=number, source=path.name)
        costs[cells["instance"]] = BestKnown(cost)
    return costs


def _files(folder: Path) -> list[Path]:
    """The files of the folder, numbers in their names by value."""

    def key(path: Path) -> list[tuple[int, str]]:
        return [(int(part), "") if part.isdigit() else (0, part) for part in re.split("([0-9]+)", path.name)]

    return sorted((path for path in folder.iterdir() if path.is_file()), key=key)


def _name(path: Path) -> str:
    return path.stem if path.suffix.lower() in ENDINGS else path.name


def _named(folder: Path, name: str) -> Path:
    files = _files(folder)
    found = next((path for path in files if name == _name(path)), None)
    if found is None:
        if not files:
            raise PuzzleError("there is no file in the folder", "the instances, a file each", source=str(folder))
        some = ", ".join(_name(path) for path in files[:3])
        raise PuzzleError(f"there is no instance {ascii(name)[:40]}", f"one of {some} ...", source=str(folder))
    return found


def _read(path: Path) -> Puzzle:
    try:
        return get_family("tsptw").adjusted(read_file(path, family_name="tsptw"), {"objective": "cost"})
    except PuzzleError as error:
        raise error.within(path.name) from None
    except OSError as error:
        raise PuzzleError(f"it can't be read: {error.strerror}", source=path.name) from None
