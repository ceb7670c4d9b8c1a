"""A worker's latest live numbers, in a small file of its own that is replaced a few times a second."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

import msgspec

from puzzles.user_data import decoded, open_regular, read_file, replace_file

Phase = Literal["starting", "running", "training", "counting", "paused", "ended"]


class Status(msgspec.Struct, frozen=True, kw_only=True):
    """A worker's latest numbers.

    `seconds_left`: about how long it takes from `done` to `total`; 0 if that is not known.
    `uncounted`: seconds of `at` that the budget does not count: interpreted ones, until kernels were compiled.
    `compiling`: seconds for which its kernels have been compiled now, of about `compile_seconds`; else 0.
    `trouble`: one line about what can't be written; empty when all is well.
    """

    pid: int
    phase: Phase
    at: float = 0.0
    playouts: int = 0
    rate: float = 0.0
    restarts: int = 0
    best_score: float | None = None
    done: int = 0
    total: int = 0
    seconds_left: float = 0.0
    uncounted: float = 0.0
    compiling: float = 0.0
    compile_seconds: float = 0.0
    trouble: str = ""


_DECODER = msgspec.json.Decoder(Status)


def write_status(path: Path, status: Status) -> None:
    """Nothing; the file holds the status. OSError if not even the old file can be overwritten.

    On a full disk no new file can be written, but the old one's block is ours: it is overwritten in place.
    """
    data = msgspec.json.encode(status) + b"\n"
    try:
        replace_file(path, data)
    except OSError:
        with open(open_regular(path, os.O_RDWR), "r+b") as stream:
            stream.write(data)
            stream.truncate()


def read_status(path: Path) -> Status | None:
    """The status in the file; None if there is none, or it is being overwritten."""
    try:
        return decoded(_DECODER.decode, read_file(path))
    except (OSError, ValueError):
        return None
