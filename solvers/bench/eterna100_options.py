"""The arguments of `mcs-tui bench eterna100`. Imports no numba."""

from __future__ import annotations

import argparse
import math
import os
import re
from pathlib import Path

from puzzles.rna.puzzle import MODEL_NAMES, OBJECTIVES
from solvers.bench.eterna100_rows import LEVEL, NAMES
from solvers.bench.eterna100_targets import FILES

USUAL_MODEL = {"V1": "eterna-v1", "V2": "eterna-v2", "NEMO": "eterna-v1"}
COLUMNS = [1.0, 10.0, 32.0, 64.0]
PARTS = {
    "solved": "how many puzzles each row solves by time (up to a CPU budget for each row, seed and puzzle)",
    "scaling": "playouts, that is folds, a second of one worker and of two at a time (1 min)",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds all of them to a parser that has none."""
    told = "; ".join(f"{name}: {explanation}" for name, explanation in PARTS.items())
    parser.add_argument("--part", choices=PARTS, nargs="+", default=["solved"], help=f"(default solved) {told}")
    parser.add_argument(
        "--version",
        choices=FILES,
        default="V2",
        help="the targets: V1 or V2 of Eterna's table, or NEMO's list, V1 with fixed bases in 22 puzzles (default V2)",
    )
    models = ", ".join(f"{version}: {model}" for version, model in USUAL_MODEL.items())
    parser.add_argument("--model", choices=MODEL_NAMES, help=f"the energies by which designs fold (default: {models})")
    parser.add_argument("--objective", choices=OBJECTIVES, default=OBJECTIVES[0], help="the score (default nemo)")
    parser.add_argument("--seconds", type=_seconds, default=10.0, help="CPU seconds a search (default 10)")
    parser.add_argument("--rows", type=_rows, default=list(NAMES), help=f"of {','.join(NAMES)} (default all)")
    parser.add_argument("--seeds", type=_seeds, default=[1], help="seeds, such as 1,2,3 (default 1)")
    parser.add_argument("--puzzles", type=_numbers, help="numbers, such as 1-20,64 (default all)")
    parser.add_argument(
        "--columns", type=_columns, help="CPU seconds of the columns (default 1,10,32,64 and the budget)"
    )
    parser.add_argument("--level", type=_level, default=LEVEL, help=f"level of NRPA and GNRPA (default {LEVEL}), N 100")
    parser.add_argument(
        "--jobs", type=_jobs, default=1, help="searches at a time, each on a core of its own (default 1)"
    )
    parser.add_argument("--file", type=_file, help="the targets' file (default: as `mcs-tui data` brought it here)")
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="FILE",
        help="a file of JSON lines to which each search is appended when it has ended, and from which those that it has"
        " are taken, so that a run that was interrupted goes on; a longer search takes the place of a shorter one",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of tables")


def columns(chosen: argparse.Namespace) -> list[float]:
    """The columns asked for, else the usual ones up to the budget, and the budget."""
    if chosen.columns:
        return list(chosen.columns)
    return sorted({*[one for one in COLUMNS if one < chosen.seconds], chosen.seconds})


def _seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return number


def _whole(text: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", text) or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return int(text)


def _columns(text: str) -> list[float]:
    return sorted({_seconds(one) for one in text.split(",")})


def _seeds(text: str) -> list[int]:
    return list(dict.fromkeys(_whole(one) for one in text.split(",")))


def _rows(text: str) -> list[str]:
    for one in text.split(","):
        if one not in NAMES:
            raise argparse.ArgumentTypeError(f"there is no row {one!r}; expected some of {','.join(NAMES)}")
    return [name for name in NAMES if name in text.split(",")]


def _numbers(text: str) -> list[int]:
    found: set[int] = set()
    for part in text.split(","):
        first, dash, last = part.partition("-")
        low = _whole(first)
        found |= set(range(low, (_whole(last) if dash else low) + 1))
    return sorted(found)


def _level(text: str) -> int:
    if _whole(text) > 8:
        raise argparse.ArgumentTypeError(f"{text!r} is above 8")
    return int(text)


def _jobs(text: str) -> int:
    number = _whole(text)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if number > cores:
        raise argparse.ArgumentTypeError(f"{number} searches at a time need as many cores; there are {cores}")
    return number


def _file(text: str) -> Path:
    if not Path(text).is_file():
        raise argparse.ArgumentTypeError(f"{text!r} is not a file")
    return Path(text)
