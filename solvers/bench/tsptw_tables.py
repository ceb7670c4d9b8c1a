"""The tables of `mcs-tui bench tsptw` over several instances, and the files of instances and best known costs."""

from __future__ import annotations

import re
import statistics
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from puzzles.errors import PuzzleError
from puzzles.family import Puzzle
from puzzles.parameters import Value
from puzzles.registry import decode, get_family, read_file, unified
from solvers.bench.report import Cell, Table
from solvers.bench.traced_rows import Outcome, Row


def instances_table(
    row: Row,
    nodes: Mapping[str, int],
    found: Mapping[str, Sequence[Outcome]],
    seconds: float,
    known: Mapping[str, BestKnown],
    *,
    stopped: bool,
) -> Table:
    """The best cost of the row's runs by instance, within so many CPU seconds each, and when it was the best known.

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
    beginning: tuple[Cell, ...] = (name, nodes, f"{-max(scores):,.2f}", _feasible(best.facts_within(seconds)))
    if known is None:
        return *beginning, "", "", "", ""
    times = _times(runs, seconds, known)
    word = "better" if -max(scores) < known.better else "yes" if times else "no"
    after = _seconds(statistics.median(times)) if times else ""
    return *beginning, known.text, word, f"{len(times)} of {len(runs)}", after


def _seconds(time: float) -> str:
    return f"{time:.2f}" if time >= 0.01 else "under 0.01"


def _feasible(facts: Mapping[str, Value]) -> str:
    if "feasible" not in facts:  # the board of a longer search is another one
        return ""
    return "yes" if facts["feasible"] else "no"


def _times(runs: Sequence[Outcome], seconds: float, known: BestKnown) -> list[float]:
    """When the runs that had the best known cost in time had it. A tour with a late visit costs a million more."""
    times = [one.reached(-known.enough) for one in runs]
    return [one for one in times if one is not None and one <= seconds]


STOPPED = (
    "A search ended as soon as it had the best known cost, so a better one could not be found; the seconds are the "
    "median of the runs that had it."
)
WHOLE = "Every search went on to its end; the seconds are the median of the runs that had it."


ENDINGS = (".txt", ".tsptw", ".tsp", ".dat", ".json")
"""Of files' names, that are no part of the instance's."""
COLUMNS = ("published_best_travel_cost", "cost")
"""Where the best known costs are in their table: the first of these that it has."""


@dataclass(frozen=True, slots=True)
class BestKnown:
    """A cost as its table has it, such as `878.64`: rounded to so many decimals."""

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


def instance(folder: Path, name: str) -> Puzzle:
    """The named instance, scored by cost; PuzzleError if there is none, or it can't be read."""
    return _read(_named(folder, name))


def instances(folder: Path, names: Sequence[str] | None) -> dict[str, Puzzle]:
    """The named instances, or all: then files that hold none are passed over, with a line on stderr. PuzzleError."""
    if names:
        return {name: instance(folder, name) for name in names}
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
    try:
        lines = unified(decode(path.read_bytes(), source=path.name)).splitlines()
    except OSError as error:
        raise PuzzleError(f"it can't be read: {error.strerror}", source=path.name) from None
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
