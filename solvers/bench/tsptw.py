"""TSPTW: playouts a second, costs by CPU time beside Generalized NRPA's table 2, and all instances of a folder."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import replace

from priors.provenance import version
from puzzles.errors import PuzzleError
from puzzles.family import Puzzle
from puzzles.registry import get_family
from solvers.bench import traced_tables
from solvers.bench.pinned_workers import FaultError
from solvers.bench.report import FAULT, WRONG_INPUT, Report, Table, ended
from solvers.bench.traced_options import RUNS
from solvers.bench.traced_rows import RATE, Ledger, Outcome, Row, Settings, Task, chosen_rows
from solvers.bench.traced_runs import METHOD, RefusedError, runs_by_cell
from solvers.bench.traced_tables import means_table
from solvers.bench.tsptw_rows import INSTANCE, ROWS, TABLE
from solvers.bench.tsptw_tables import BestKnown, best_known, instance, instances, instances_table, reached_note

Known = Mapping[str, BestKnown]


def run(chosen: argparse.Namespace) -> Report:
    """The tables. SystemExit, after one line on stderr, if a file can't be read or a search goes wrong."""
    names = [row.name for row in ROWS]
    try:
        settings = dict(chosen.settings)
        slow = chosen_rows(ROWS, chosen.rows or names, settings)
        quick = chosen_rows(ROWS, chosen.rows or names, {**RATE, **settings})
        all_of_them = chosen_rows(ROWS, chosen.rows or ["strong"], settings)
        known = best_known(chosen.best) if chosen.best else {}
        one = instance(chosen.folder, chosen.instance) if {"rate", "instance"} & set(chosen.part) else None
        found = instances(chosen.folder, chosen.instances) if "instances" in chosen.part else {}
        ledger = Ledger(chosen.keep, Settings(bench="tsptw"), Outcome)
    except (PuzzleError, ValueError, OSError) as error:
        raise ended("tsptw", error, WRONG_INPUT) from None
    tables: list[Table] = []
    try:
        if "rate" in chosen.part and one is not None:
            title, name = f"TSPTW, {chosen.instance}: playouts", chosen.instance
            tables.append(traced_tables.table(title, quick, lambda *asked: _task(name, one, *asked), chosen.rounds))
        if "instance" in chosen.part and one is not None:
            tables.append(_instance(chosen, slow, one, ledger, known))
        if "instances" in chosen.part:
            tables += [_instances(chosen, row, found, ledger, known) for row in all_of_them]
    except RefusedError as error:
        raise ended("tsptw", error, WRONG_INPUT) from None
    except (FaultError, OSError) as error:
        raise ended("tsptw", error, FAULT) from None
    return Report("tsptw", tuple(tables), (METHOD.format(chosen.jobs), NOTE, f"mcs-tui {version()}."))


def _instance(chosen: argparse.Namespace, rows: list[Row], puzzle: Puzzle, ledger: Ledger, known: Known) -> Table:
    """The part `instance`; the published means beside the instance that they are of."""
    name, seconds, by_name = chosen.instance, max(chosen.columns), {row.name: row for row in rows}
    seeds = range(chosen.seed, chosen.seed + (chosen.runs or RUNS))

    def task(row: str, seed: int) -> Task:
        return _task(name, puzzle, by_name[row], seed, seconds)

    found = runs_by_cell(list(by_name), seeds, task, ledger, chosen.jobs)
    shown = rows if name == INSTANCE else [replace(row, published={}) for row in rows]
    title, where = f"TSPTW, {name}: mean costs by CPU time", f"{TABLE} (rc204.1)"
    table = means_table(title, "mean cost after", found, shown, chosen.columns, digits=2, sign=-1, where=where)
    reached = [reached_note(row, found[row.name], seconds, known[name]) for row in rows] if name in known else []
    return replace(table, notes=(*table.notes, FINE, *reached))


def _instances(
    chosen: argparse.Namespace, row: Row, found: Mapping[str, Puzzle], ledger: Ledger, known: Known
) -> Table:
    """The part `instances`, of one row."""
    seeds = range(chosen.seed, chosen.seed + (chosen.runs or 1))

    def task(name: str, seed: int) -> Task:
        goal = -known[name].enough if chosen.stop and name in known else None
        return _task(name, found[name], row, seed, chosen.seconds, goal)

    runs = runs_by_cell(list(found), seeds, task, ledger, chosen.jobs)
    nodes = {name: puzzle.n for name, puzzle in found.items()}  # type: ignore[attr-defined]
    return instances_table(row, nodes, runs, chosen.seconds, known, stopped=chosen.stop)


def _task(name: str, puzzle: Puzzle, row: Row, seed: int, seconds: float, goal: float | None = None) -> Task:
    data = get_family("tsptw").to_json(puzzle)
    return Task(search=row.search, puzzle=name, data=data, seed=seed, seconds=seconds, goal=goal)


FINE = "Costs are of a closed tour, waiting is free; each late visit adds 1,000,000, as in the paper."
NOTE = "Dedicated routing solvers, such as PyVRP, find such tours within a fraction of a second."
