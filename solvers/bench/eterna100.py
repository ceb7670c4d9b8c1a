"""Eterna100: how many of its targets each search solves by CPU time (Cazenave, Learning a Prior, table 3)."""

from __future__ import annotations

import argparse
import importlib.metadata
import sys
from collections.abc import Mapping, Sequence

from priors.provenance import version
from puzzles.errors import PuzzleError
from puzzles.family import Puzzle
from puzzles.registry import get_family
from solvers.bench.eterna100_ledger import Ledger, Outcome, Settings, Task, Workers
from solvers.bench.eterna100_options import USUAL_MODEL, MissingError, columns, located, targets
from solvers.bench.eterna100_rows import ALPHA, ITERATIONS, row
from solvers.bench.eterna100_tables import peers_table, scaling_table, solved_table
from solvers.bench.pinned_workers import FaultError
from solvers.bench.report import FAULT, WRONG_INPUT, Report, Table, ended


def run(chosen: argparse.Namespace) -> Report:
    """The tables. SystemExit, after one line on stderr, if targets or ledger can't be read or a search goes wrong."""
    model = chosen.model or USUAL_MODEL[chosen.version]
    settings = Settings(version=chosen.version, model=model, objective=chosen.objective, level=chosen.level)
    try:
        found = targets(located(chosen.version, chosen.file), chosen.version, model, chosen.objective)
        numbers = _chosen(found, chosen.puzzles)
        ledger = Ledger(chosen.keep, settings)
    except (MissingError, PuzzleError, ValueError, OSError) as error:
        raise ended("eterna100", error, WRONG_INPUT) from None
    tables: list[Table] = []
    try:
        if "scaling" in chosen.part:
            tables.append(scaling_table({number: found[number] for number in numbers}))
        if "solved" in chosen.part:
            _search(chosen, {number: found[number] for number in numbers}, ledger)
            title = f"Eterna100 {chosen.version}, {model}"
            rows = [row(name) for name in chosen.rows]
            tables.append(solved_table(title, chosen.version, rows, chosen.seeds, numbers, ledger, columns(chosen)))
            tables.append(peers_table(chosen.version))
    except (FaultError, OSError) as error:
        raise ended("eterna100", error, FAULT) from None
    return Report("eterna100", tuple(tables), (*([_note(chosen)] if "solved" in chosen.part else []), _versions()))


def _search(chosen: argparse.Namespace, puzzles: Mapping[int, Puzzle], ledger: Ledger) -> None:
    """Makes all searches that the ledger lacks."""
    rna = get_family("rna")
    tasks = [
        Task(
            row=name,
            seed=seed,
            puzzle=number,
            target=rna.to_json(puzzle),
            seconds=chosen.seconds,
            level=chosen.level,
        )
        for name in chosen.rows
        for seed in chosen.seeds
        for number, puzzle in puzzles.items()
        if ledger.find((name, seed, number), chosen.seconds) is None
    ]
    if not tasks:
        return
    print(f"{len(tasks):,} searches of up to {chosen.seconds:g} CPU s, {chosen.jobs} at a time", file=sys.stderr)
    done = 0

    def take(outcome: Outcome) -> None:
        nonlocal done
        ledger.add(outcome)
        done += 1
        how = "unsolved" if outcome.solved is None else f"solved in {outcome.solved:.2f} s"
        reported = f"{done:,} of {len(tasks):,}: {outcome.row}, seed {outcome.seed}, puzzle {outcome.puzzle}: {how}"
        print(reported, file=sys.stderr, flush=True)

    with Workers(min(chosen.jobs, len(tasks))) as workers:
        workers.all(tasks, take)


def _chosen(found: Mapping[int, Puzzle], wanted: Sequence[int] | None) -> list[int]:
    """The numbers of the puzzles to solve; ValueError for one that there is not."""
    absent = [number for number in wanted or () if number not in found]
    if absent:
        raise ValueError(f"there is no puzzle {absent[0]}; expected {min(found)} to {max(found)}")
    return list(wanted) if wanted else sorted(found)


def _note(chosen: argparse.Namespace) -> str:
    return (
        f"CPU seconds inside the search alone, on a core of its own, {chosen.jobs} at a time: kernels are compiled and "
        "tables made before, the verdict comes after. One run a search: a column counts what was solved within that "
        "time of it. Every solution was judged by ViennaRNA in a fresh state; the ledger (--keep) has it. "
        f"Score: {chosen.objective}. NRPA and GNRPA: level {chosen.level}, N {ITERATIONS}, alpha {ALPHA:g}, again from "
        "a fresh policy when the top level has ended; the papers' table does not print level and N, their restarts of "
        "level 2 are what they say works. Priors: n-gram tau 6, in the string's order; NEMO tau 1, pairs first. "
        "Seeds are those of `mcs-tui solve --seed`. RNAinverse: RNA.inverse_fold from random starts, giving up early."
    )


def _versions() -> str:
    return f"mcs-tui {version()}, ViennaRNA {importlib.metadata.version('ViennaRNA')}."
