"""Tables I to V of Buzer & Cazenave, Playout Optimization for Monte-Carlo Search: their design beside ours."""

from __future__ import annotations

import argparse
import gc

from solvers.bench import option_values
from solvers.bench.report import Report, Table, machine

PARTS = {
    "playouts": "ns a move of uniform playouts, each design beside ours (20 s)",
    "searches": "NMCS 2, NRPA 2 and NRPA 3, the paper's design beside ours (3 min; 1 min with --deep 0)",
    "activities": "where a move's time goes (20 s)",
}
VARIANTS = ("5D", "5T", "4D", "4T")
ALGORITHMS = ("nmcs", "nrpa")
DEEPEST = 3
TIMED = ("5D", "5T")
"""The variants of parts other than the playouts, unless others are asked for."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    compiling = ". The first time, kernels compile for a minute more"
    option_values.add_parts(parser, PARTS, list(PARTS), compiling)
    parser.add_argument("--seed", type=option_values.positive, default=1, help="seed of the first search (default 1)")
    parser.add_argument("--variant", choices=VARIANTS, nargs="+", help="only these variants")
    last = max(option_values.cores(), default=None)
    parser.add_argument("--core", type=_core, default=last, help="core to run on (default the last one)")
    parser.add_argument(
        "--rounds", type=option_values.positive, default=15, help="rounds of playouts, activities (default 15)"
    )
    parser.add_argument("--deep", type=_whole, default=3, help="searches: runs of NRPA 3 a design (default 3)")
    parser.add_argument("--algorithm", choices=ALGORITHMS, help="searches: only this one")
    parser.add_argument(
        "--level",
        type=option_values.at_most(DEEPEST),
        help="searches: only this level",
    )
    parser.add_argument("--runs", type=option_values.positive, help="searches: runs a row (default: by row)")


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


def run(chosen: argparse.Namespace) -> Report:
    """The tables of the parts that are chosen, in the order in which they are listed."""
    from solvers.bench import (
        morpion_designs,  # import numba
        morpion_moves,
    )

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
            tables.append(morpion_designs.times_table(variants, chosen.seed, chosen.deep, *asked))
        else:
            tables.append(morpion_moves.activities_table(variants, chosen.rounds, chosen.seed))
    where = f"{machine()}; core {chosen.core}" if chosen.core is not None else machine()
    return Report("morpion", tuple(tables), machine=where)
