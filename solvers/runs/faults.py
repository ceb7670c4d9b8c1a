"""What is damaged in a run's folder, file by file, and setting it aside; nothing of a run with a live worker."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from fnmatch import fnmatch
from itertools import islice
from pathlib import Path

import msgspec

from puzzles.user_data import LARGEST_FILE, decoded, open_regular, read_file, replace_file, set_aside
from solvers.runs import events
from solvers.runs import spec as specs
from solvers.runs.checkpoint import read_checkpoint
from solvers.runs.folder import Run
from solvers.runs.result import Result
from solvers.runs.status import Status

EVENTS = "events.jsonl"
MOST_DAMAGED = 100
"""Lines of it that are counted."""


def faults(run: Run) -> Iterator[tuple[Path, str]]:
    """Each damaged file of a run without a live worker, what is wrong with it and what that means, in words."""
    if run.lives():
        return
    try:
        names = {*os.listdir(run.folder), run.spec_path.name}
    except OSError as error:
        yield run.folder, f"it can't be listed ({error.strerror or error}), so the run can't be shown or resumed"
        return
    for name in sorted(names):
        for pattern, (read, meaning) in READERS.items():
            if fnmatch(name, pattern):
                try:
                    read(run.folder / name)
                except OSError as error:
                    yield run.folder / name, f"it can't be read ({error.strerror or error}), {meaning}"
                except ValueError as error:
                    yield run.folder / name, f"it is damaged ({error}), {meaning}"


def repair(path: Path) -> Path:
    """Where the damaged file is now, set aside; the events that can be read stay in its place."""
    intact = b""
    if path.name == EVENTS:
        with suppress(OSError):
            intact = b"\n".join(_intact(path))
    aside = set_aside(path)
    if intact:
        try:
            replace_file(path, intact)
        except OSError:
            aside.replace(path)
            raise
    return aside


def _intact(path: Path) -> Iterator[bytes]:
    """The events that can be read in the file's first part; the file set aside has all."""
    left = 4 * LARGEST_FILE
    for line in _lines(path):
        left -= len(line) + 1
        if left < 0:
            return
        if not _is_damaged(line):
            yield line


def _check_events(path: Path) -> None:
    found = (number for number, line in enumerate(_lines(path), start=1) if _is_damaged(line))
    damaged = list(islice(found, MOST_DAMAGED))
    if damaged:
        least = "at least " if len(damaged) == MOST_DAMAGED else ""
        raise ValueError(f"line {damaged[0]}" + (f" and {least}{len(damaged) - 1} more" if len(damaged) > 1 else ""))


def _lines(path: Path) -> Iterator[bytes]:
    """The lines, one after the other, as the file may be long; the last one empty, if it ends with a newline.

    A line of LARGEST_FILE, which is no event, is the last that is looked at.
    """
    last = b"\n"
    with open(open_regular(path), "rb") as stream:
        while line := stream.readline(LARGEST_FILE):
            last = line
            yield line.removesuffix(b"\n")
            if len(line) == LARGEST_FILE:
                break
    if last.endswith(b"\n"):
        yield b""


def _is_damaged(line: bytes) -> bool:
    """True if the line is no event, nor the beginning of one, which a killed worker may leave."""
    return bool(line) and events.decode(line) is None and not (line.startswith(b'{"event":"') and line[-1:] != b"}")


def _check_opens(path: Path) -> None:
    os.close(open_regular(path))


READERS: dict[str, tuple[Callable[[Path], object], str]] = {
    "spec.json": (lambda path: specs.decode(read_file(path)), "so the run can't be shown or resumed"),
    EVENTS: (_check_events, "what it says there is not shown"),
    "checkpoint-*.npz": (read_checkpoint, "so its search starts over"),
    "result.json": (lambda path: decoded(msgspec.json.Decoder(Result).decode, read_file(path)), "so it is not used"),
    "status-*.json": (lambda path: decoded(msgspec.json.Decoder(Status).decode, read_file(path)), "so it is not used"),
    "control": (_check_opens, "so the run can't be asked to stop"),
    "worker-*.lock": (_check_opens, "so the run can't be resumed"),
    "worker-*.log": (_check_opens, "so the run can't be resumed"),
}
"""The files of a run, how each is read, and what follows if it can't be read."""
