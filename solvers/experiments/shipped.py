"""The experiments that come with the program, by name, and where what a user names is found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from importlib import resources
from pathlib import Path

from puzzles.errors import PuzzleError
from solvers.experiments.folder import SPEC, ExperimentFolder, default_folder, experiments_root
from solvers.experiments.spec import read, rows
from solvers.experiments.toml_file import Experiment, Quick

TABLES = Path(str(resources.files("solvers.experiments"))) / "tables"


def shipped() -> tuple[str, ...]:
    """Their names, in the order of the alphabet."""
    return tuple(sorted(one.name.removesuffix(".toml") for one in TABLES.glob("*.toml")))


def named(
    name: str, *, quick: bool = False, size: Quick | None = None, data: Mapping[str, str] | None = None
) -> tuple[Experiment, ExperimentFolder]:
    """The experiment of that name and where its results are kept; `name` may be a file or the folder of results too.

    PuzzleError, one line, if there is none. A folder says itself whether its experiment is a quick one. `size`: in
    place of the file's quick one; `data`: paths of its data.
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
    for one in data or {}:
        if one not in experiment.file.data:
            known = ", ".join(experiment.file.data) or "none, as it needs no data"
            raise PuzzleError(f"there is no data {one!r}", f"one of: {known}", source=name)
    experiment = replace(experiment, data=dict(data or {}))
    chosen = experiment.resized(size) if size else experiment.quick() if quick else experiment
    if size and not rows(chosen):
        known = ", ".join(one.name for one in rows(experiment) if one.algorithm)
        raise PuzzleError("no row has one of these names", f"some of: {known}", source=name)
    return chosen, ExperimentFolder(default_folder(chosen))
