"""SameGame: playouts a second, scores by CPU time beside Generalized NRPA's table 1, and all positions of a file."""

from __future__ import annotations

import argparse
from dataclasses import replace

from priors.provenance import version
from puzzles.errors import PuzzleError
from puzzles.family import Puzzle
from puzzles.registry import get_family
from solvers.bench import traced_tables
from solvers.bench.pinned_workers import FaultError
from solvers.bench.report import FAULT, WRONG_INPUT, Report, Table, ended
from solvers.bench.samegame_rows import POSITION, ROWS, TABLE, USUAL
from solvers.bench.samegame_tables import Scores, boards, positions_table, scores, totals_table
from solvers.bench.traced_options import RUNS
from solvers.bench.traced_rows import RATE, Ledger, Outcome, Row, Settings, Task, chosen_rows
from solvers.bench.traced_runs import METHOD, RefusedError, runs_by_cell
from solvers.bench.traced_tables import means_table


def run(chosen: argparse.Namespace) -> Report:
    """The tables. SystemExit, after one line on stderr, if a file can't be read or a search goes wrong."""
    names = list(USUAL)
    try:
        found = boards(chosen.file)
        settings = dict(chosen.settings)
        slow = chosen_rows(ROWS, chosen.rows or names, settings)
        quick = chosen_rows(ROWS, chosen.rows or names, {**RATE, **settings})
        all_of_them = chosen_rows(ROWS, chosen.rows or ["gnrpa"], settings)
        wanted = [chosen.position, *(chosen.positions or ())]
        absent = [number for number in wanted if number not in found]
        if absent:
            raise ValueError(f"there is no position {absent[0]}; expected {min(found)} to {max(found)}")
        published = scores(chosen.published) if chosen.published else None
        ledger = Ledger(chosen.keep, Settings(bench="samegame"), Outcome)
    except (PuzzleError, ValueError, OSError) as error:
        raise ended("samegame", error, WRONG_INPUT) from None
    tables: list[Table] = []
    try:
        if "rate" in chosen.part:
            title = f"SameGame, position {chosen.position}: playouts"
            name, board = str(chosen.position), found[chosen.position]
            tables.append(traced_tables.table(title, quick, lambda *asked: _task(name, board, *asked), chosen.rounds))
        if "position" in chosen.part:
            tables.append(_position(chosen, slow, found[chosen.position], ledger))
        if "positions" in chosen.part:
            numbers = chosen.positions or sorted(found)
            tables += _positions(chosen, all_of_them, {one: found[one] for one in numbers}, ledger, published)
    except RefusedError as error:
        raise ended("samegame", error, WRONG_INPUT) from None
    except (FaultError, OSError) as error:
        raise ended("samegame", error, FAULT) from None
    return Report("samegame", tuple(tables), (METHOD.format(chosen.jobs), f"mcs-tui {version()}."))


def _position(chosen: argparse.Namespace, rows: list[Row], board: Puzzle, ledger: Ledger) -> Table:
    """The part `position`; the published means beside the position that they are of."""
    name, seconds, by_name = str(chosen.position), max(chosen.columns), {row.name: row for row in rows}
    seeds = range(chosen.seed, chosen.seed + (chosen.runs or RUNS))

    def task(row: str, seed: int) -> Task:
        return _task(name, board, by_name[row], seed, seconds)

    found = runs_by_cell(list(by_name), seeds, task, ledger, chosen.jobs)
    shown = rows if chosen.position == POSITION else [replace(row, published={}) for row in rows]
    title, where = f"SameGame, position {name}: mean scores by CPU time", f"{TABLE} (position {POSITION})"
    return means_table(title, "mean score after", found, shown, chosen.columns, digits=1, sign=1, where=where)


def _positions(
    chosen: argparse.Namespace, rows: list[Row], found: dict[int, Puzzle], ledger: Ledger, published: Scores | None
) -> list[Table]:
    """The part `positions`."""
    seeds = range(chosen.seed, chosen.seed + (chosen.runs or 1))
    by_name = {row.name: row for row in rows}

    def task(cell: tuple[str, int], seed: int) -> Task:
        row, number = cell
        return _task(str(number), found[number], by_name[row], seed, chosen.seconds)

    runs = runs_by_cell([(row, number) for row in by_name for number in found], seeds, task, ledger, chosen.jobs)
    title = f"SameGame, {len(found)} positions, {chosen.seconds:g} CPU s a search"
    return [positions_table(title, rows, list(found), runs, chosen.seconds, published), totals_table()]


def _task(name: str, board: Puzzle, row: Row, seed: int, seconds: float) -> Task:
    data = get_family("samegame").to_json(board)
    return Task(search=row.search, puzzle=name, data=data, seed=seed, seconds=seconds)
