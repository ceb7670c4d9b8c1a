"""The experiments that come with the program, by name, and where what a user names is found."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from puzzles.errors import PuzzleError
from solvers.experiments.folder import SPEC, ExperimentFolder, default_folder, experiments_root
from solvers.experiments.spec import read
from solvers.experiments.toml_file import Experiment

TABLES = Path(str(resources.files("solvers.experiments"))) / "tables"


def shipped() -> tuple[str, ...]:
    """Their names, in the order of the alphabet."""
    return tuple(sorted(one.name.removesuffix(".toml") for one in TABLES.glob("*.toml")))


def named(name: str, *, quick: bool = False) -> tuple[Experiment, ExperimentFolder]:
    """The experiment of that name and where its results are kept; `name` may be a file or the folder of results too.

    PuzzleError, one line, if there is none. A folder says itself whether its experiment is a quick one.
    """
    path = Path(name).expanduser()
    if (path / SPEC).is_file():
        folder = ExperimentFolder(path)
        return folder.experiment(), folder
    if path.is_dir():
        raise PuzzleError("the folder holds no experiment", f"{SPEC} in it", source=name)
    if name in shipped():
        path = TABLES / f"{name}.toml"
    elif not path.is_file() and "/" not in name and not name.endswith(".toml"):
        kept = experiments_root() / (f"{name}-quick" if quick else name)
        if (kept / SPEC).is_file():  # of a file that was named when it was begun
            return named(str(kept))
        known = ", ".join(shipped())
        expected = f"a TOML file, a folder of results, or one of: {known}"
        raise PuzzleError("there is no such experiment", expected, source=name)
    experiment = read(path)
    chosen = experiment.quick() if quick else experiment
    return chosen, ExperimentFolder(default_folder(chosen))
