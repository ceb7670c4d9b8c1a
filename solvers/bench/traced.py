"""What `bench samegame` and `bench tsptw` share: options, and the parts of the rate, of one puzzle and of all.

Playouts a second are those of searches of level 2, N 100, on one puzzle: rounds in turns, in one process on one core. A
search's scores in all columns are of one run each.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from priors.provenance import version
from puzzles.errors import PuzzleError
from puzzles.family import Puzzle
from puzzles.registry import get_family
from solvers.bench import option_values
from solvers.bench.pinned_workers import FaultError, Workers
from solvers.bench.report import FAULT, WRONG_INPUT, Cell, Report, Table, ended
from solvers.bench.traced_rows import PAPER, RATE, Ledger, Outcome, Row, Settings, Task, chosen_rows

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


SEARCHES = "solvers.bench.traced_search"
"""The module of the workers."""
ROUND = 1.0
"""CPU seconds of a round: several searches of level 2, which begins again when it has ended."""


class RefusedError(Exception):
    """A search of the ledger is not one of the puzzle; the text is one line."""


def outcomes(tasks: Sequence[Task], ledger: Ledger, jobs: int) -> list[Outcome]:
    """The outcome of each task, in order. RefusedError, FaultError, OSError."""
    missing: list[Task] = []
    for task in tasks:
        known = ledger.known(task.name)
        if known is not None:
            judge(task, known)
        if known is None or not known.answers(task):
            missing.append(task)
    if missing:
        with Workers(min(jobs, len(missing)), SEARCHES) as pool:
            pool.fill(ledger, missing)
    found = [ledger.known(task.name) for task in tasks]
    return [one for one in found if one is not None]


def judge(task: Task, known: Outcome) -> None:
    """RefusedError if the plain checker does not give the kept board of the task's puzzle its score."""
    if not known.trace:
        return
    family = get_family(task.search.family)
    verdict = family.judge(family.from_json(task.data), known.board)
    if not verdict.legal or not math.isclose(verdict.score, known.best, rel_tol=1e-9):
        reported = verdict.faults[0] if not verdict.legal else f"its score is {verdict.score:g}, not {known.best:g}"
        raise RefusedError(f"the ledger's board of {task.where} is refused: {reported}; was it another file's?")


METHOD = (
    "CPU seconds inside the search alone, on a core of its own, {} at a time: kernels are compiled before, verdicts "
    "come between slices of some 50 ms, and a better score counts from the end of its slice on. The plain checker "
    "judged all best boards. One search yields all columns. Seeds are those of `mcs-tui solve --seed`; searches begin "
    "again from a fresh policy when the top level has ended."
)


def rates_table(title: str, rows: Sequence[Row], task: Callable[[Row, int, float], Task], rounds: int) -> Table:
    """The rows' medians over the rounds, beside the authors' C++; `task`: by row, seed and CPU seconds. FaultError."""
    rates: dict[str, list[float]] = {row.name: [] for row in rows}
    print(f"playouts a second, {rounds} rounds of {len(rows)} searches ...", file=sys.stderr, flush=True)
    with Workers(1, SEARCHES) as pool:
        for row in rows:
            pool.each([task(row, 1, ROUND / 10)])  # loads the kernel
        for seed in range(1, rounds + 1):
            for row in rows:
                (found,) = pool.each([task(row, seed, ROUND)])
                rates[row.name].append(found.playouts / found.spent)
    heads = ("playouts a second", "median", "least", "most", "authors' C++", "times")
    lines: list[tuple[Cell, ...]] = []
    for row in rows:
        of_row = rates[row.name]
        median = statistics.median(of_row)
        beside = (f"{row.cpp:,}", f"{median / row.cpp:.3g}") if row.cpp else ("", "")
        lines.append((row.title, f"{median:,.0f}", f"{min(of_row):,.0f}", f"{max(of_row):,.0f}", *beside))
    return Table(title, heads, tuple(lines), (NOTE.format(rounds, ROUND),))


NOTE = (
    "Rounds of {1:g} CPU s: {0}, rows in turns, adapting and starting again included. The authors' C++ (the library "
    "of Negrevergne and Cazenave, -O3 -march=native, one thread) was measured once, not by this command."
)


def means_table(
    title: str,
    head: str,
    found: Mapping[str, Sequence[Outcome]],
    rows: Sequence[Row],
    columns: Sequence[float],
    *,
    digits: int,
    sign: int,
    where: str,
) -> Table:
    """`found`: the runs by the row's name. Scores are reported times `sign` (-1: costs) with that many `digits`.

    A cell is empty where a run of the row had less time, or no playout yet. Columns that only the paper has come after
    the asked ones; `where` is its table.
    """
    published = {at for row in rows for at in row.published}
    shown = sorted({*columns, *published})
    lines: list[tuple[Cell, ...]] = []
    notes = [
        f"In parentheses 2 sigma / sqrt(n), as in the paper. Published: {PAPER}, {where}, 200 runs on a machine that "
        "it does not name."
    ]
    last = max(columns)
    for row in rows:
        runs = found[row.name]
        lines.append((f"{row.title} (n {len(runs)})", *[_cell(runs, at, digits, sign) for at in shown]))
        if row.published:
            described = [_mean(*row.published[at], digits) if at in row.published else "" for at in shown]
            lines.append((f"  published: {row.called}", *described))
        scores = [one.within(last) if one.covers(last) else None for one in runs]
        words = ["-" if score is None else f"{sign * score:,.{digits}f}" for score in scores]
        notes.append(f"{row.label}, each run at {last:g} s: {'; '.join(words)}.")
    return Table(title, (head, *[f"{at:g} s" for at in shown]), tuple(lines), tuple(notes))


def _cell(runs: Sequence[Outcome], at: float, digits: int, sign: int) -> Cell:
    """Mean and 2 sigma / sqrt(n), as the paper has them."""
    scores = [score for one in runs if one.covers(at) and (score := one.within(at)) is not None]
    if not scores or len(scores) < len(runs):
        return ""
    mean = sign * statistics.fmean(scores)
    spread = 2 * statistics.stdev(scores) / len(scores) ** 0.5 if len(scores) > 1 else None
    return _mean(mean, spread, digits)


def _mean(mean: float, spread: float | None, digits: int) -> str:
    return f"{mean:,.{digits}f}" + (f" ({spread:,.{digits}f})" if spread is not None else "")
