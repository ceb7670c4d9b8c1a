"""Starting the process that runs an experiment, from its folder; `workers`: how many, or the address of a cluster."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import NoReturn

from solvers.experiments.folder import ExperimentFolder
from solvers.runs.processes import child_environment, program


def become(folder: ExperimentFolder, workers: int | str, *, quiet: bool = False) -> NoReturn:
    """Never: this process is the one that runs the experiment."""
    sys.stdout.flush()
    os.execve(sys.executable, [*_program(folder, workers), *(["quiet"] if quiet else [])], child_environment())


def start(folder: ExperimentFolder, workers: int | str) -> None:
    """Nothing; a process of its own runs the experiment, and writes what it says into the folder's log. OSError."""
    with open(folder.path / "log", "ab") as log:
        subprocess.Popen(
            _program(folder, workers),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env=child_environment(),
            start_new_session=True,
        )


def _program(folder: ExperimentFolder, workers: int | str) -> list[str]:
    return program("solvers.experiments", str(folder.path), str(workers))
