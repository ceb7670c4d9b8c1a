"""The arguments of `mcs-tui bench morpion`. Imports no numba."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from solvers.bench import morpion_scores

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


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds all of them to a parser that has none."""
    parts = "; ".join(f"{name}: {explanation}" for name, explanation in PARTS.items())
    parser.add_argument(
        "--part",
        choices=PARTS,
        nargs="+",
        default=list(QUICK),
        help=f"what to measure (default {' '.join(QUICK)}). {parts}. The first time, kernels compile for a minute more",
    )
    parser.add_argument("--seed", type=_positive, default=1, help="seed of the first search (default 1)")
    parser.add_argument("--variant", choices=VARIANTS, nargs="+", help="only these variants")
    parser.add_argument("--core", type=_core, default=_last_core(), help="core to run on (default the last one)")
    parser.add_argument("--rounds", type=_positive, default=15, help="rounds of playouts, activities (default 15)")
    parser.add_argument("--deep", type=_whole, default=3, help="searches: runs of NRPA 3 a design (default 3)")
    parser.add_argument("--algorithm", choices=ALGORITHMS, help="searches, scores: only this one")
    parser.add_argument("--level", type=_level, help="searches, scores: only this level; scores: 4 and more if asked")
    parser.add_argument("--runs", type=_positive, help="searches, scores: runs a row (default: by row)")
    parser.add_argument(
        "--keep",
        type=_record,
        metavar="FILE",
        help="scores: a file of JSON lines to which each search is appended when it has ended, and from which those"
        " that it has are taken, so that a run that was interrupted goes on",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of tables")


def _last_core() -> int | None:
    """The last core that this process may run on; None where cores can't be chosen."""
    return max(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None


def _core(text: str) -> int:
    number = _whole(text)
    if not hasattr(os, "sched_getaffinity"):
        raise argparse.ArgumentTypeError("this system does not let a process choose its core")
    cores = sorted(os.sched_getaffinity(0))
    if number not in cores:
        raise argparse.ArgumentTypeError(f"there is no core {number}; cores: {', '.join(map(str, cores))}")
    return number


def _whole(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    return int(text)


def _positive(text: str) -> int:
    if _whole(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return int(text)


def _level(text: str) -> int:
    number = _positive(text)
    if number > DEEPEST:
        raise argparse.ArgumentTypeError(f"{text!r} is above {DEEPEST}")
    return number


def _record(text: str) -> morpion_scores.Record:
    try:
        return morpion_scores.Record(Path(text))
    except (OSError, ValueError) as error:
        raise argparse.ArgumentTypeError(str(error)) from None
