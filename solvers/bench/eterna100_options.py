"""The arguments of `mcs-tui bench eterna100`, and its targets wherever their file is on this disk. Imports no numba."""

from __future__ import annotations

import argparse
from pathlib import Path

from puzzles.datasets import find
from puzzles.errors import PuzzleError
from puzzles.family import Puzzle
from puzzles.registry import decode, get_family
from puzzles.rna.puzzle import MODEL_NAMES, OBJECTIVES
from solvers.bench import option_values
from solvers.bench.eterna100_rows import LEVEL, NAMES

USUAL_MODEL = {"V1": "eterna-v1", "V2": "eterna-v2", "NEMO": "eterna-v1"}
COLUMNS = [1.0, 10.0, 32.0, 64.0]
PARTS = {
    "solved": "how many puzzles each row solves by time (up to a CPU budget for each row, seed and puzzle)",
    "scaling": "playouts, that is folds, a second of one worker and of two at a time (1 min)",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds all of them to a parser that has none."""
    reported = "; ".join(f"{name}: {explanation}" for name, explanation in PARTS.items())
    parser.add_argument("--part", choices=PARTS, nargs="+", default=["solved"], help=f"(default solved) {reported}")
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
    parser.add_argument("--rows", type=_rows, default=list(NAMES), help=f"of {','.join(NAMES)} (default all)")
    parser.add_argument("--seeds", type=option_values.distinct, default=[1], help="seeds, such as 1,2,3 (default 1)")
    parser.add_argument("--puzzles", type=option_values.numbers, help="numbers, such as 1-20,64 (default all)")
    parser.add_argument(
        "--columns", type=option_values.columns, help="CPU seconds of the columns (default 1,10,32,64 and the budget)"
    )
    parser.add_argument("--level", type=_level, default=LEVEL, help=f"level of NRPA and GNRPA (default {LEVEL}), N 100")
    parser.add_argument(
        "--jobs", type=option_values.jobs, default=1, help="searches at a time, each on a core of its own (default 1)"
    )
    parser.add_argument(
        "--file", type=option_values.file, help="the targets' file (default: as `mcs-tui data` brought it here)"
    )
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


def _rows(text: str) -> list[str]:
    for one in text.split(","):
        if one not in NAMES:
            raise argparse.ArgumentTypeError(f"there is no row {one!r}; expected some of {','.join(NAMES)}")
    return [name for name in NAMES if name in text.split(",")]


def _level(text: str) -> int:
    if option_values.positive(text) > 8:
        raise argparse.ArgumentTypeError(f"{text!r} is above 8")
    return int(text)


FILES = {"V1": "eterna100_puzzles.tsv", "V2": "eterna100_puzzles.tsv", "NEMO": "nemo_list.e100"}
"""The file of each version in the dataset; NEMO is V1 as that program ran on it, with fixed bases in 22 puzzles."""


class MissingError(Exception):
    """The targets are not here; the text is one line that says how to get them."""


def located(version: str, given: Path | None) -> Path:
    """The file with the version's targets: the given one, else the dataset's; MissingError if that is not here."""
    if given is not None:
        return given
    name = f"eterna100/{FILES[version]}"
    found = find(name)
    if found is None:
        ways = f"mcs-tui data download {name} or mcs-tui data import eterna100 PATH brings it, or name it by --file"
        raise MissingError(f"{name} is not on this disk: {ways}")
    return found


def targets(path: Path, version: str, model: str, objective: str) -> dict[int, Puzzle]:
    """The targets by number; PuzzleError if the file can't be read, or has none of that version."""
    rna = get_family("rna")
    try:
        entries = rna.entries(decode(path.read_bytes(), source=path.name))
    except OSError as error:
        raise PuzzleError(f"it can't be read: {error.strerror}", source=path.name) from None
    except PuzzleError as error:
        raise error.within(path.name) from None
    wanted = [one for one in entries if one.variant in ("", version)]
    if not wanted:
        raise PuzzleError(f"it has no targets of {version}", "Eterna's table or NEMO's list", source=path.name)
    settings = {"model": model, "objective": objective}
    return {one.number: rna.adjusted(rna.parse(one.text), settings) for one in wanted}
