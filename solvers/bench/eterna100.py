"""Eterna100: how many of its targets each search solves by CPU time (Cazenave, Learning a Prior, table 3)."""

from __future__ import annotations

import argparse
import importlib.metadata
from collections.abc import Mapping, Sequence
from pathlib import Path

from priors.provenance import version
from puzzles.datasets import find
from puzzles.errors import PuzzleError
from puzzles.folder_family import own
from puzzles.registry import get_family
from puzzles.rna.puzzle import MODEL_NAMES, OBJECTIVES, RnaPuzzle
from solvers.bench import option_values
from solvers.bench.eterna100_rows import ALPHA, ITERATIONS, LEVEL, NAMES, SEARCHES, Ledger, Outcome, Settings, Task, row
from solvers.bench.eterna100_tables import peers_table, scaling_table, solved_table
from solvers.bench.pinned_workers import FaultError, Workers
from solvers.bench.report import FAULT, WRONG_INPUT, Report, Table, ended

FILES = {"V1": "eterna100_puzzles.tsv", "V2": "eterna100_puzzles.tsv", "NEMO": "nemo_list.e100"}
"""The file of each version in the dataset; NEMO is V1 as that program ran on it, with fixed bases in 22 puzzles."""
USUAL_MODEL = {"V1": "eterna-v1", "V2": "eterna-v2", "NEMO": "eterna-v1"}
COLUMNS = [1.0, 10.0, 32.0, 64.0]
PARTS = {
    "solved": "how many puzzles each row solves by time (up to a CPU budget for each row, seed and puzzle)",
    "scaling": "playouts, that is folds, a second of one worker and of two at a time (1 min)",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    option_values.add_parts(parser, PARTS, ["solved"])
    parser.add_argument(
        "--version",
        choices=FILES,
        default="V2",
        help="the targets: V1 or V2 of Eterna's table, or NEMO's list, V1 with fixed bases in 22 puzzles (default V2)",
    )
    models = ", ".join(f"{version}: {model}" for version, model in USUAL_MODEL.items())
    parser.add_argument("--model", choices=MODEL_NAMES, help=f"the energies by which designs fold (default: {models})")
    parser.add_argument("--objective", choices=OBJECTIVES, default=OBJECTIVES[0], help="the score (default nemo)")
    parser.add_argument("--seconds", type=option_values.seconds, default=10.0, help="CPU seconds a search (default 10)")
    rows = f"of {','.join(NAMES)} (default all)"
    parser.add_argument("--rows", type=option_values.some_of(NAMES), default=list(NAMES), help=rows)
    parser.add_argument("--seeds", type=option_values.distinct, default=[1], help="seeds, such as 1,2,3 (default 1)")
    parser.add_argument("--puzzles", type=option_values.numbers, help="numbers, such as 1-20,64 (default all)")
    parser.add_argument(
        "--columns", type=option_values.columns, help="CPU seconds of the columns (default 1,10,32,64 and the budget)"
    )
    level = f"level of NRPA and GNRPA (default {LEVEL}), N 100"
    parser.add_argument("--level", type=option_values.at_most(8), default=LEVEL, help=level)
    option_values.add_searches(parser)
    parser.add_argument(
        "--file", type=option_values.file, help="the targets' file (default: as downloaded by `mcs-tui data`)"
    )


def run(chosen: argparse.Namespace) -> Report:
    """The tables. SystemExit, after one line on stderr, if targets or ledger can't be read or a search goes wrong."""
    model = chosen.model or USUAL_MODEL[chosen.version]
    settings = Settings(version=chosen.version, model=model, objective=chosen.objective, level=chosen.level)
    try:
        found = targets(located(chosen.version, chosen.file), chosen.version, model, chosen.objective)
        numbers = _chosen(found, chosen.puzzles)
        ledger = Ledger(chosen.keep, settings, Outcome)
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
    versions = f"mcs-tui {version()}, ViennaRNA {importlib.metadata.version('ViennaRNA')}."
    return Report("eterna100", tuple(tables), (*([_note(chosen)] if "solved" in chosen.part else []), versions))


def _search(chosen: argparse.Namespace, puzzles: Mapping[int, RnaPuzzle], ledger: Ledger) -> None:
    family = get_family("rna")
    tasks = [
        Task(
            row=name,
            seed=seed,
            puzzle=number,
            target=family.to_json(puzzle),
            seconds=chosen.seconds,
            level=chosen.level,
        )
        for name in chosen.rows
        for seed in chosen.seeds
        for number, puzzle in puzzles.items()
        if (known := ledger.known((name, seed, number))) is None or not known.covers(chosen.seconds)
    ]
    if tasks:
        with Workers(min(chosen.jobs, len(tasks)), SEARCHES) as pool:
            pool.fill(ledger, tasks)


def _chosen(found: Mapping[int, RnaPuzzle], wanted: Sequence[int] | None) -> list[int]:
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


def columns(chosen: argparse.Namespace) -> list[float]:
    """The columns asked for, else the usual ones up to the budget, and the budget."""
    if chosen.columns:
        return list(chosen.columns)
    return sorted({*[one for one in COLUMNS if one < chosen.seconds], chosen.seconds})


class MissingError(Exception):
    """The targets are not here; the text is one line that says how to get them."""


def located(version: str, given: Path | None) -> Path:
    """The file with the version's targets: the given one, else the dataset's; MissingError if that is not here."""
    if given is not None:
        return given
    name = f"eterna100/{FILES[version]}"
    found = find(name)
    if found is None:
        ways = f"get it by mcs-tui data download {name} or mcs-tui data import eterna100 PATH, or name it by --file"
        raise MissingError(f"{name} is not on this disk: {ways}")
    return found


def targets(path: Path, version: str, model: str, objective: str) -> dict[int, RnaPuzzle]:
    """The targets by number; PuzzleError if the file can't be read, or has none of that version."""
    family = get_family("rna")
    text = option_values.text_of(path)
    try:
        entries = family.entries(text)
    except PuzzleError as error:
        raise error.within(path.name) from None
    wanted = [one for one in entries if one.variant in ("", version)]
    if not wanted:
        raise PuzzleError(f"it has no targets of {version}", "Eterna's table or NEMO's list", source=path.name)
    settings = {"model": model, "objective": objective}
    return {one.number: own(family.adjusted(family.parse(one.text), settings), RnaPuzzle) for one in wanted}
