"""`mcs-tui bench NAME` for the tables that are experiments: the experiment is run, and its report printed.

The options are those of `mcs-tui experiment run`, under the names that benchmarks have had. Without --keep results are
in a folder that is removed in the end.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

from puzzles.errors import PuzzleError
from solvers.bench import option_values
from solvers.bench.report import FAULT, WRONG_INPUT, Cell, Report, Table, ended, machine
from solvers.experiments import report as reports
from solvers.experiments import writers
from solvers.experiments.cell import cells
from solvers.experiments.folder import TABLES, ExperimentFolder, FolderError, named
from solvers.experiments.spec import read
from solvers.experiments.toml_file import Quick
from solvers.runs.processes import child_environment, program

Choices = Mapping[str, tuple[str, str]]
"""Values of an option, each with the experiment that it means and what it is, in words."""

PARTS: dict[str, Choices] = {
    "samegame": {
        "position": ("samegame", "mean scores on position 1 by CPU time, beside the paper's"),
        "positions": ("samegame-positions", "the score of each position and their total"),
    },
    "strong": {
        "latin": ("strong-latin", "Latin squares of orders 20 to 50"),
        "kakuro": ("strong-kakuro", "Kakuro squares"),
    },
    "tsptw": {
        "instance": ("tsptw", "mean costs on rc_204.1 by CPU time, beside the paper's"),
        "instances": ("tsptw-instances", "the cost of each instance beside the best known"),
    },
}
"""The parts of benchmarks that are experiments; those with DATA have another one, `rate`, too."""
DATA = ("samegame", "tsptw")
VERSIONS: Choices = {
    "V1": ("eterna100-v1", "table 3 of Learning a Prior, eterna-v1"),
    "V2": ("eterna100-v2", "strong mode, eterna-v2"),
}
GENERATED = ("latin", "kakuro", "strong")
"""Those whose puzzles are generated."""
INSTANCE = "rc_204.1.txt"
"""The file of the paper's instance in the folder of all."""


def add_arguments(parser: argparse.ArgumentParser, name: str) -> None:
    """Adds the options; those of data and parts by the benchmark's name."""
    if name in PARTS:
        explained = "; ".join(f"{part}: {what}" for part, (_, what) in PARTS[name].items())
        if name in DATA:
            words = f"what to measure (default rate). rate: playouts a second; {explained}"
            parser.add_argument("--part", choices=["rate", *PARTS[name]], default="rate", help=words)
            parser.add_argument("--rounds", type=option_values.positive, default=7, help="rate: rounds (default 7)")
        else:
            parser.add_argument("--part", choices=PARTS[name], help=f"what to measure (default all). {explained}")
    if name == "samegame":
        boards = "the positions, such as the twenty of the standard test set: rows of colours, blank lines between"
        parser.add_argument("--file", type=option_values.file, required=True, help=boards)
    if name == "tsptw":
        files = "the instances, such as Solomon-Potvin-Bengio's: a file each, in any format that is read"
        parser.add_argument("--folder", type=option_values.folder, required=True, help=files)
    if name == "eterna100":
        words = "; ".join(f"{version}: {what}" for version, (_, what) in VERSIONS.items())
        parser.add_argument("--version", choices=VERSIONS, default="V2", help=f"the targets (default V2). {words}")
    if name in GENERATED:
        if name != "strong":
            parser.add_argument("--playouts", type=option_values.positive, help="largest column (default 131072)")
        parser.add_argument("--instances", type=option_values.positive, help="fresh instances a cell (default 100)")
        parser.add_argument("--seed", type=option_values.positive, help="seed of instances and searches (default 1)")
    else:
        parser.add_argument("--columns", type=option_values.columns, help="CPU seconds of the columns, such as 1,10")
        parser.add_argument("--seconds", type=option_values.seconds, help="CPU seconds a search: the last column")
        parser.add_argument("--puzzles", type=option_values.positive, help="only the first so many puzzles")
        parser.add_argument("--seeds", help="seeds, such as 1-8 or 2,3")
    parser.add_argument("--rows", action="append", default=[], metavar="ROW", help="only this row; repeatable")
    parser.add_argument("--quick", action="store_true", help="the small size, some minutes at most")
    parser.add_argument(
        "--jobs", type=option_values.jobs, default=1, help="searches at a time, each on a core of its own (default 1)"
    )
    keep = "a folder in which results are kept, and from which an interrupted benchmark goes on"
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help=keep)


def run(chosen: argparse.Namespace) -> Report:
    """The report's tables; SystemExit, after one line on stderr, for bad input, or if a search can't be done."""
    if getattr(chosen, "part", "") == "rate":
        from solvers.bench import kernel  # imports numba

        return kernel.playout_rates(chosen)
    made = []
    with ExitStack() as stack:
        try:
            keep = chosen.keep or Path(stack.enter_context(tempfile.TemporaryDirectory()))
            names = names_of(chosen)
            for name in names:
                experiment, _ = named(name, quick=chosen.quick, size=size_of(chosen), data=data_of(chosen))
                folder = ExperimentFolder(keep if len(names) == 1 else keep / name)
                folder.make(experiment)
                searched(folder, chosen.jobs)
                every = cells(folder.experiment(), puzzles=folder.problems())
                made.append(reports.report(folder.experiment(), every, folder.results().values(), ""))
        except (PuzzleError, FolderError) as error:
            raise ended(chosen.name, error, WRONG_INPUT) from None
        except OSError as error:
            raise ended(chosen.name, error, FAULT) from None
    tables = [table for one in made for table in printed(one)]
    notes = dict.fromkeys(note for one in made for note in one.notes)
    return Report(chosen.name, tuple(tables), tuple(notes), machine=machine())


def names_of(chosen: argparse.Namespace) -> tuple[str, ...]:
    """The experiments' names."""
    if chosen.name == "eterna100":
        return (VERSIONS[chosen.version][0],)
    parts = PARTS.get(chosen.name)
    if parts is None:
        return (str(chosen.name),)
    return tuple(name for part, (name, _) in parts.items() if chosen.part in (None, part))


def data_of(chosen: argparse.Namespace) -> dict[str, str]:
    """The paths of its data."""
    if chosen.name == "samegame":
        return {"boards": str(chosen.file)}
    if chosen.name == "tsptw":
        alone = chosen.part == "instance"
        return {"instance": str(chosen.folder / INSTANCE)} if alone else {"instances": str(chosen.folder)}
    return {}


def size_of(chosen: argparse.Namespace) -> Quick | None:
    """The size that the options describe; None for the whole, or for the file's quick one."""
    if chosen.name in GENERATED:
        seed, most = chosen.seed, getattr(chosen, "playouts", None)
        size = Quick(
            playouts=None if most is None else _up_to(most, chosen.name),
            puzzles=chosen.instances,
            rows=chosen.rows,
            **({} if seed is None else {"seeds": [seed], "generated": seed}),
        )
    else:
        seconds = list(chosen.columns or []) + ([chosen.seconds] if chosen.seconds else [])
        seeds = {} if chosen.seeds is None else {"seeds": chosen.seeds}
        size = Quick(seconds=seconds or None, puzzles=chosen.puzzles, rows=chosen.rows, **seeds)
    return None if size == Quick() or chosen.quick else size


def _up_to(most: int, name: str) -> list[int]:
    """The points of the experiment's file up to so many playouts."""
    points = read(TABLES / f"{name}.toml").file.playouts
    assert isinstance(points, list)
    return [one for one in points if one <= most] or [most]


def searched(folder: ExperimentFolder, jobs: int) -> None:
    """Nothing; all cells of the folder's experiment have a result, or an error. SystemExit if it ended earlier."""
    from solvers.experiments.__main__ import ALL_DONE, SIGNALLED, SOME_LEFT  # imports numba

    command = program("solvers.experiments", str(folder.path), str(jobs))
    code = subprocess.run(command, env=child_environment(), check=False).returncode
    if code not in (ALL_DONE, SOME_LEFT):
        raise SystemExit(code if code >= 0 else SIGNALLED - code)


def printed(made: reports.Report) -> list[Table]:
    """The report's tables as a benchmark's."""
    found = []
    for title, (head, *rows) in writers.tables(made):
        lines: list[tuple[Cell, ...]] = [tuple(row) for row in rows]
        found.append(Table(title or writers.heading(made), tuple(head), tuple(lines)))
    return found
