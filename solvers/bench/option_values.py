"""Values of benchmarks' options, read from their text; argparse.ArgumentTypeError, one line, for others."""

from __future__ import annotations

import argparse
import math
import os
import re
from pathlib import Path

from puzzles.datasets import find
from puzzles.datasets.registry import UnknownDatasetError

DATA = "data:"
"""Before a dataset's name, in place of a path."""
LONGEST = 100_000
"""Numbers of one range."""


def seconds(text: str) -> float:
    """A finite number above 0."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return number


def positive(text: str) -> int:
    """A whole number above 0."""
    if not re.fullmatch("[0-9]{1,18}", text) or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return int(text)


def columns(text: str) -> list[float]:
    """Seconds such as `1,10,60`, in ascending order."""
    return sorted({seconds(one) for one in text.split(",")})


def distinct(text: str) -> list[int]:
    """Whole numbers such as `3,1`, each once, in their order."""
    return list(dict.fromkeys(positive(one) for one in text.split(",")))


def numbers(text: str) -> list[int]:
    """Whole numbers such as `1-20,64`, in ascending order."""
    found: set[int] = set()
    for part in text.split(","):
        first, dash, last = part.partition("-")
        low = positive(first)
        high = positive(last) if dash else low
        if not 0 <= high - low < LONGEST:
            raise argparse.ArgumentTypeError(f"{part!r} is not a range of 1 to {LONGEST:,} numbers")
        found |= set(range(low, high + 1))
    return sorted(found)


def jobs(text: str) -> int:
    """How many searches at a time: no more than there are cores."""
    number = positive(text)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if number > cores:
        raise argparse.ArgumentTypeError(f"{number} searches at a time need as many cores; there are {cores}")
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


def setting(text: str) -> tuple[str, str]:
    """Name and value of `NAME=VALUE`."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE, such as level=3")
    return name.strip(), value.strip()
