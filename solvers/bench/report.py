"""How benchmarks measure, in rounds in turns, and their result: where they ran, and tables, as Markdown or as JSON."""

from __future__ import annotations

import importlib.metadata
import json
import platform
import shlex
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TypeVar

from solvers.runs.status import processor

Way = TypeVar("Way", bound=object)
Found = TypeVar("Found")

Cell = str | int | float


@dataclass(frozen=True, slots=True)
class Table:
    """One table. `notes` are sentences printed under it."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """What a benchmark prints."""

    name: str
    tables: tuple[Table, ...]
    notes: tuple[str, ...] = ()
    command: str = field(default_factory=lambda: command())
    machine: str = field(default_factory=lambda: machine())

    def json(self) -> str:
        return json.dumps(asdict(self), indent=2)

    def text(self) -> str:
        parts = [f"`{self.command}`  \n{self.machine}"]
        parts += [_table(table) for table in self.tables]
        parts += list(self.notes)
        return "\n\n".join(parts)


def in_turns(rounds: int, ways: Mapping[Way, Callable[[int], Found]]) -> dict[Way, list[Found]]:
    """What each way has found in each round, given the round's number, from 0.

    All ways have a turn in each round, in every second one in reverse order: a machine's loud minutes meet all alike.
    """
    found: dict[Way, list[Found]] = {way: [] for way in ways}
    for number in range(rounds):
        for way in [*ways][:: -1 if number % 2 else 1]:
            found[way].append(ways[way](number))
    return found


def median_ratio(these: Sequence[float], those: Sequence[float]) -> float:
    """The median of the rounds' ratios."""
    return statistics.median(a / b for a, b in zip(these, those, strict=True))


def clocked(work: Callable[[], object]) -> float:
    """CPU seconds that the work takes."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def command() -> str:
    """The command line as a user would type it."""
    return shlex.join(["mcs-tui", "bench", *sys.argv[1:]])


def machine(how: str = "one core, CPU time") -> str:
    """Processor, how much of it and which time is measured, Python and library versions, in one line."""
    versions = ", ".join(f"{package} {importlib.metadata.version(package)}" for package in ("numba", "numpy"))
    return f"{processor()}, {how}; Python {platform.python_version()}, {versions}"


def milliseconds(seconds: float) -> str:
    """A time in milliseconds with three digits that mean something, such as `0.0312`."""
    return f"{seconds * 1000:.3g}" if seconds < 1 else f"{seconds * 1000:.0f}"


def _table(table: Table) -> str:
    words = [table.columns, *[tuple(str(cell) for cell in row) for row in table.rows]]
    widths = [max(len(row[k]) for row in words) for k in range(len(table.columns))]

    def line(row: tuple[str, ...]) -> str:
        cells = [row[0].ljust(widths[0]), *[cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]]
        return "| " + " | ".join(cells) + " |"

    rule = "|" + "|".join(["-" * (widths[0] + 2), *["-" * (width + 1) + ":" for width in widths[1:]]]) + "|"
    lines = [f"**{table.title}**", "", line(words[0]), rule, *[line(row) for row in words[1:]]]
    for note in table.notes:
        lines += ["", note]
    return "\n".join(lines)


WRONG_INPUT, FAULT = 2, 70


def ended(name: str, error: Exception, code: int) -> SystemExit:
    """What the benchmark of that name raises after the line is written."""
    print(f"mcs-tui bench {name}: {' '.join(str(error).split())}", file=sys.stderr)
    return SystemExit(code)
