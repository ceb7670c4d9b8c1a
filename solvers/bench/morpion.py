"""The tables of Buzer & Cazenave, Playout Optimization for Monte-Carlo Search Algorithms, and ours beside them."""

from __future__ import annotations

import argparse
import gc
from pathlib import Path
from typing import TYPE_CHECKING

from solvers.bench import option_values
from solvers.bench.report import Report, Table, machine

if TYPE_CHECKING:
    from solvers.bench.morpion_searches import Record

PARTS = {
    "playouts": "ns a move of uniform playouts, each design beside ours (20 s)",
    "searches": "NMCS 2, NRPA 2 and NRPA 3, the paper's design beside ours (3 min; 1 min with --deep 0)",
    "activities": "where a move's time goes (20 s)",
    "scores": "scores of whole searches (15 min for all rows; NRPA 4, if asked for: 7 to 12 min a search)",
}
QUICK = ("playouts", "searches", "activities")
VARIANTS = ("5D", "5T", "4D", "4T")
ALGORITHMS = ("nmcs", "nrpa")
DEEPEST = 6
TIMED = ("5D", "5T")
"""The variants of parts other than the playouts, unless others are asked for."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    compiling = ". The first time, kernels compile for a minute more"
    option_values.add_parts(parser, PARTS, QUICK, compiling)
    parser.add_argument("--seed", type=option_values.positive, default=1, help="seed of the first search (default 1)")
    parser.add_argument("--variant", choices=VARIANTS, nargs="+", help="only these variants")
    last = max(option_values.cores(), default=None)
    parser.add_argument("--core", type=_core, default=last, help="core to run on (default the last one)")
    parser.add_argument(
        "--rounds", type=option_values.positive, default=15, help="rounds of playouts, activities (default 15)"
    )
    parser.add_argument("--deep", type=_whole, default=3, help="searches: runs of NRPA 3 a design (default 3)")
    parser.add_argument("--algorithm", choices=ALGORITHMS, help="searches, scores: only this one")
    parser.add_argument(
        "--level",
        type=option_values.at_most(DEEPEST),
        help="searches, scores: only this level; scores: 4 and more if asked",
    )
    parser.add_argument("--runs", type=option_values.positive, help="searches, scores: runs a row (default: by row)")
    parser.add_argument(
        "--keep",
        type=_record,
        metavar="FILE",
        help="scores: a file of JSON lines to which each search is appended when it has ended, and from which those"
        " that it has are taken, so that a run that was interrupted goes on",
    )


def _core(text: str) -> int:
    number, known = _whole(text), option_values.cores()
    if not known:
        raise argparse.ArgumentTypeError("this system does not let a process choose its core")
    if number not in known:
        raise argparse.ArgumentTypeError(f"there is no core {number}; cores: {', '.join(map(str, known))}")
    return number


def _whole(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    return int(text)


def _record(text: str) -> Record:
    from solvers.bench.morpion_searches import Finished, Record

    try:
        return Record(Path(text), None, Finished)
    except (OSError, ValueError) as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def run(chosen: argparse.Namespace) -> Report:
    """The tables of the parts that are chosen, in the order in which they are listed."""
    from solvers.bench import morpion_moves, morpion_searches  # import numba

    variants = tuple(chosen.variant or TIMED)
    gc.collect()
    gc.disable()
    tables: list[Table] = []
    for part in PARTS:
        if part not in chosen.part:
            continue
        if part == "playouts":
            tables.append(morpion_moves.playouts_table(tuple(chosen.variant or VARIANTS), chosen.rounds, chosen.seed))
        elif part == "searches":
            asked = chosen.algorithm, chosen.level, chosen.runs
            tables.append(morpion_searches.times_table(variants, chosen.seed, chosen.deep, *asked))
        elif part == "activities":
            tables.append(morpion_moves.activities_table(variants, chosen.rounds, chosen.seed))
        else:
            algorithms = (chosen.algorithm,) if chosen.algorithm else ALGORITHMS
            tables.append(
                morpion_searches.scores_table(variants, algorithms, chosen.level, chosen.runs, chosen.seed, chosen.keep)
            )
    where = f"{machine()}; core {chosen.core}" if chosen.core is not None else machine()
    return Report("morpion", tuple(tables), machine=where)
