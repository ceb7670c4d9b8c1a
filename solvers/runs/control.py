"""What a run is asked to do: one word in its `control` file, looked at by each worker between slices."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, get_args

from solvers.runs.folder import Run
from solvers.runs.replacing import replace_file

Command = Literal["stop", "pause", "go"]


def request(run: Run, command: Command) -> None:
    """Nothing; the run's workers obey within 0.2 s. FileNotFoundError if the run's folder is gone."""
    if command not in get_args(Command):
        raise ValueError(f"unknown command {command!r}; expected stop, pause or go")
    replace_file(run.control_path, command.encode() + b"\n")


def requested(path: Path) -> Command:
    """The word in a control file; `go` if there is no file, or no known word in it."""
    try:
        word = path.read_bytes()[:16].strip()
    except OSError:
        return "go"
    return "stop" if word == b"stop" else "pause" if word == b"pause" else "go"
