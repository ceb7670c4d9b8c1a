"""Playouts a second of SameGame and TSPTW, beside the authors' C++: rounds in turns, in one process on one core.

Of annealing, proposals. Searches are of level 2 and N 100, which begin again when they have ended.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from puzzles.errors import PuzzleError
from puzzles.family import Puzzle
from puzzles.parameters import Value, typed
from puzzles.registry import get_family, part, read_file
from puzzles.samegame.family import OURS
from solvers.bench import option_values
from solvers.bench.report import WRONG_INPUT, Cell, Report, Table, ended, in_turns
from solvers.compiled_session import compiled_session
from solvers.driver.pace import Pace

ROUND = 1.0
"""CPU seconds of a round: several searches of level 2."""


@dataclass(frozen=True, slots=True)
class Row:
    """One search to measure. `cpp`: playouts a second of the authors' C++ library at the same level and N."""

    label: str
    algorithm: str
    parameters: Mapping[str, Value]
    prior: str = "none"
    cpp: int | None = None

    @property
    def title(self) -> str:
        """Label and settings, such as `GNRPA, level 2, N 100, tau 1.4`."""
        described = dict(self.parameters)
        nested = {"level": "level", "iterations": "N"}
        words = [f"{word} {described.pop(name)}" for name, word in nested.items() if name in described]
        settings = {name: value for name, value in described.items() if (name, value) != ("alpha", 1.0)}
        return ", ".join([self.label, *words, *[f"{name} {typed(value)}" for name, value in settings.items()]])


LEVEL_2: dict[str, Value] = {"level": 2, "iterations": 100, "alpha": 1.0}
GAME: dict[str, Value] = {**LEVEL_2, "tau": 1.0, "selective": "tabu"}
ROUTE: dict[str, Value] = {**LEVEL_2, "tau": 1.4, "moves": "windows"}
ROWS = {
    "samegame": (
        Row("GNRPA", "gnrpa", GAME | OURS, "size"),
        Row("GNRPA as the paper has it", "gnrpa", GAME, "size"),
        Row("NRPA", "nrpa", {**LEVEL_2, "selective": "tabu"}, cpp=6_500),
    ),
    "tsptw": (
        Row("GNRPA", "gnrpa", {**ROUTE, "bias": 20.0}, "distance"),
        Row("GNRPA as the paper has it", "gnrpa", {**ROUTE, "bias": 10.0}, "distance"),
        Row("NRPA", "nrpa", {**LEVEL_2, "moves": "plain"}, cpp=7_500),
        Row("Simulated annealing", "annealing", {"bias": 10.0}, "distance"),
    ),
}
NOTE = (
    "Rounds of {1:g} CPU s: {0}, rows in turns, adapting and starting again included. The authors' C++ (the library "
    "of Negrevergne and Cazenave, -O3 -march=native, one thread) was measured once, not by this command."
)


def run(chosen: argparse.Namespace) -> Report:
    """The medians of the rounds; SystemExit, after one line on stderr, if the puzzle can't be read."""
    try:
        puzzle, what = (game(chosen.file), "position 1") if chosen.name == "samegame" else route(chosen.folder)
    except PuzzleError as error:
        raise ended(chosen.name, error, WRONG_INPUT) from None
    title = {"samegame": "SameGame", "tsptw": "TSPTW"}[chosen.name]
    table = rates_table(f"{title}, {what}: playouts", puzzle, ROWS[chosen.name], chosen.rounds)
    return Report(chosen.name, (table,))


def game(path: Path) -> Puzzle:
    """The first board of the file; PuzzleError."""
    family, text = get_family("samegame"), option_values.text_of(path)
    try:
        return part(family, text, "1", family.parse)
    except PuzzleError as error:
        raise error.within(path.name) from None


def route(folder: Path) -> tuple[Puzzle, str]:
    """The paper's instance in the folder, or else its first one, and what it is called; PuzzleError."""
    files = sorted(path for path in folder.iterdir() if path.is_file())
    path = next((one for one in files if one.name.startswith("rc_204.1")), files[0] if files else None)
    if path is None:
        raise PuzzleError("there is no file in the folder", "the instances, a file each", source=str(folder))
    puzzle = read_file(path, family_name="tsptw")
    return get_family("tsptw").adjusted(puzzle, {"objective": "cost"}), path.name.removesuffix(".txt")


def rates_table(title: str, puzzle: Puzzle, rows: Sequence[Row], rounds: int) -> Table:
    """The rows' medians over the rounds, beside the authors' C++."""
    print(f"playouts a second, {rounds} rounds of {len(rows)} searches ...", file=sys.stderr, flush=True)
    for row in rows:  # kernels are loaded
        rate_of(puzzle, row, 1, ROUND / 10)
    ways = {row.title: partial(lambda row, number: rate_of(puzzle, row, number + 1, ROUND), row) for row in rows}
    rates = in_turns(rounds, ways)
    heads = ("playouts a second", "median", "least", "most", "authors' C++", "times")
    lines: list[tuple[Cell, ...]] = []
    for row in rows:
        of_row = rates[row.title]
        median = statistics.median(of_row)
        beside = (f"{row.cpp:,}", f"{median / row.cpp:.3g}") if row.cpp else ("", "")
        lines.append((row.title, f"{median:,.0f}", f"{min(of_row):,.0f}", f"{max(of_row):,.0f}", *beside))
    return Table(title, heads, tuple(lines), (NOTE.format(rounds, ROUND),))


def rate_of(puzzle: Puzzle, row: Row, seed: int, seconds: float) -> float:
    """Playouts a CPU second of a search that goes on for so many."""
    session = compiled_session(puzzle, row.algorithm, row.parameters, prior=row.prior, seed=seed)
    pace, spent = Pace(time.process_time), 0.0
    while spent < seconds and session.status == "running":
        spent += pace.slice(session.advance, lambda: session.playouts, None, seconds - spent)
    return session.playouts / spent
