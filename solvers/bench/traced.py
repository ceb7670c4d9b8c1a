"""What `bench samegame` and `bench tsptw` share: options, and the parts of the rate, of one puzzle and of all."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from priors.provenance import version
from puzzles.errors import PuzzleError
from puzzles.family import Puzzle
from puzzles.registry import get_family
from solvers.bench import option_values
from solvers.bench.pinned_workers import FaultError
from solvers.bench.report import FAULT, WRONG_INPUT, Report, Table, ended
from solvers.bench.traced_rows import RATE, Ledger, Outcome, Row, Settings, Task, chosen_rows
from solvers.bench.traced_tables import METHOD, RefusedError, means_table, outcomes, rates_table

COLUMNS = [5.12, 10.24, 20.48, 40.96]
"""CPU seconds: the paper's columns and three before them."""
SECONDS, RUNS, ROUNDS = 60.0, 8, 7

Runs = Mapping[tuple[str, str], Sequence[Outcome]]
"""By row's name and puzzle."""


@dataclass(frozen=True, slots=True)
class Benchmark:
    """One of the two benchmarks. `parts`: `rate`, the part of one puzzle, that of all, each with its explanation.

    `names`: the rows of the first two parts unless others are asked for; `name_of_all`: that of the third. Scores are
    reported times `sign`, with that many `digits`, as `called`. The means in `place` are of the puzzle `published`.
    `notes` come under the table of means, `end` under all tables.
    """

    family: str
    title: str
    parts: Mapping[str, str]
    rows: tuple[Row, ...]
    names: Sequence[str]
    name_of_all: str
    called: str
    digits: int
    sign: int
    published: str
    place: str
    notes: tuple[str, ...] = ()
    end: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Puzzles:
    """Those to search, by name. `one`: that of the first two parts, in the title as `title`; `every`: of the third.

    `tables` makes the third part's tables of the runs. `goals`: the scores at which searches of that part end. `note`:
    what is said of one row's runs on the one puzzle; empty for nothing.
    """

    found: Mapping[str, Puzzle]
    one: str
    title: str
    every: Sequence[str]
    tables: Callable[[Sequence[Row], Runs], list[Table]]
    goals: Mapping[str, float] = field(default_factory=dict)
    note: Callable[[Row, Sequence[Outcome]], str] = lambda row, runs: ""


def add_arguments(parser: argparse.ArgumentParser, bench: Benchmark) -> None:
    _, one, every = bench.parts
    known = [row.name for row in bench.rows]
    option_values.add_parts(parser, bench.parts, ["rate"])
    rows = f"of {','.join(known)} (default {','.join(bench.names)}; {every}: {bench.name_of_all})"
    parser.add_argument("--rows", type=option_values.some_of(known), help=rows)
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
    seconds = f"{every}: CPU seconds a search (default {SECONDS:g})"
    parser.add_argument("--seconds", type=option_values.seconds, default=SECONDS, help=seconds)
    runs = f"searches a row and puzzle (default {one}: {RUNS}, {every}: 1)"
    parser.add_argument("--runs", type=option_values.positive, help=runs)
    parser.add_argument("--seed", type=option_values.positive, default=1, help="seed of the first run (default 1)")
    rounds = f"rate: rounds (default {ROUNDS})"
    parser.add_argument("--rounds", type=option_values.positive, default=ROUNDS, help=rounds)
    option_values.add_searches(parser)


def run(bench: Benchmark, chosen: argparse.Namespace, read: Callable[[], Puzzles]) -> Report:
    """The tables. SystemExit, after one line on stderr, if a file can't be read or a search goes wrong."""
    try:
        settings, names = dict(chosen.settings), chosen.rows or bench.names
        rows = chosen_rows(bench.rows, names, settings)
        quick = chosen_rows(bench.rows, names, {**RATE, **settings})
        rows_of_all = chosen_rows(bench.rows, chosen.rows or [bench.name_of_all], settings)
        puzzles = read()
        ledger = Ledger(chosen.keep, Settings(bench=bench.family), Outcome)
    except (PuzzleError, ValueError, OSError) as error:
        raise ended(bench.family, error, WRONG_INPUT) from None
    to_json = get_family(bench.family).to_json

    def task(row: Row, name: str, seed: int, seconds: float, goal: float | None = None) -> Task:
        data = to_json(puzzles.found[name])
        return Task(search=row.search, puzzle=name, data=data, seed=seed, seconds=seconds, goal=goal)

    def runs(rows: Sequence[Row], names: Sequence[str], seconds: float, count: int, goals: Mapping[str, float]) -> Runs:
        cells = [(row, name) for row in rows for name in names]
        seeds = range(chosen.seed, chosen.seed + (chosen.runs or count))
        tasks = [task(row, name, seed, seconds, goals.get(name)) for row, name in cells for seed in seeds]
        made, each = outcomes(tasks, ledger, chosen.jobs), len(seeds)
        return {(row.name, name): made[k * each : (k + 1) * each] for k, (row, name) in enumerate(cells)}

    rate, one, every = bench.parts
    title = f"{bench.title}, {puzzles.title}"
    tables: list[Table] = []
    try:
        if rate in chosen.part:
            tables.append(
                rates_table(
                    f"{title}: playouts",
                    quick,
                    lambda row, seed, seconds: task(row, puzzles.one, seed, seconds),
                    chosen.rounds,
                )
            )
        if one in chosen.part:
            made = runs(rows, [puzzles.one], max(chosen.columns), RUNS, {})
            found = {row: made[row, puzzles.one] for row, _ in made}
            table = means_table(
                f"{title}: mean {bench.called}s by CPU time",
                f"mean {bench.called} after",
                found,
                rows if puzzles.one == bench.published else [replace(row, published={}) for row in rows],
                chosen.columns,
                digits=bench.digits,
                sign=bench.sign,
                where=bench.place,
            )
            notes = [note for row in rows if (note := puzzles.note(row, found[row.name]))]
            tables.append(replace(table, notes=(*table.notes, *bench.notes, *notes)))
        if every in chosen.part:
            made = runs(rows_of_all, puzzles.every, chosen.seconds, 1, puzzles.goals)
            tables += puzzles.tables(rows_of_all, made)
    except RefusedError as error:
        raise ended(bench.family, error, WRONG_INPUT) from None
    except (FaultError, OSError) as error:
        raise ended(bench.family, error, FAULT) from None
    return Report(bench.family, tuple(tables), (METHOD.format(chosen.jobs), *bench.end, f"mcs-tui {version()}."))
