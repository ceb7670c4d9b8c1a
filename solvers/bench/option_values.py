"""Values of benchmarks' options, read from their text; argparse.ArgumentTypeError, one line, for others.

And the options that several benchmarks have.
"""

from __future__ import annotations

import argparse
import math
import os
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from puzzles.datasets import find
from puzzles.datasets.registry import UnknownDatasetError
from puzzles.errors import PuzzleError
from puzzles.registry import decode, unified

DATA = "data:"
"""Before a dataset's name, in place of a path."""


def cores() -> list[int]:
    """The numbers of the cores that this process may run on, ascending; empty where the system does not say."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


def seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return number


def positive(text: str) -> int:
    if not re.fullmatch("[0-9]{1,18}", text) or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return int(text)


def at_most(most: int) -> Callable[[str], int]:
    """The reader of a whole number above 0 up to that one."""

    def read(text: str) -> int:
        if positive(text) > most:
            raise argparse.ArgumentTypeError(f"{text!r} is above {most}")
        return int(text)

    return read


def columns(text: str) -> list[float]:
    """Seconds such as `1,10,60`, in ascending order."""
    return sorted({seconds(one) for one in text.split(",")})


def jobs(text: str) -> int:
    """How many searches at a time: no more than there are cores."""
    number = positive(text)
    there = len(cores()) or os.cpu_count() or 1
    if number > there:
        raise argparse.ArgumentTypeError(f"{number} searches at a time need as many cores; there are {there}")
    return number


def file(text: str) -> Path:
    """An existing file, or with `data:NAME` a dataset's that is on this disk."""
    path = _dataset(text) if text.startswith(DATA) else Path(text)
    if not path.is_file():
        raise argparse.ArgumentTypeError(f"{text!r} is not a file")
    return path


def folder(text: str) -> Path:
    """An existing folder, or with `data:NAME` that of a dataset's files."""
    path = _dataset(text).parent if text.startswith(DATA) else Path(text)
    if not path.is_dir():
        raise argparse.ArgumentTypeError(f"{text!r} is not a folder")
    return path


def _dataset(text: str) -> Path:
    name = text.removeprefix(DATA)
    try:
        found = find(name)
    except UnknownDatasetError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if found is None:
        raise argparse.ArgumentTypeError(f"{name} is not on this disk: mcs-tui data download {name} downloads it")
    return found


def text_of(path: Path) -> str:
    """The text of a file; PuzzleError if it can't be read or is not text."""
    try:
        return unified(decode(path.read_bytes(), source=path.name))
    except OSError as error:
        raise PuzzleError(f"it can't be read: {error.strerror}", source=path.name) from None


def add_parts(
    parser: argparse.ArgumentParser, parts: Mapping[str, str], default: Sequence[str], more: str = ""
) -> None:
    """Adds --part: `parts` are its choices, each with its explanation."""
    explained = "; ".join(f"{name}: {explanation}" for name, explanation in parts.items())
    words = f"what to measure (default {' '.join(default)}). {explained}{more}"
    parser.add_argument("--part", choices=parts, nargs="+", default=list(default), help=words)
