"""The puzzles in the datasets on this disk, for a list to choose from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.family import Puzzle

DATA = "data:"
"""Before a dataset's name where a puzzle is named."""


@dataclass(frozen=True, slots=True)
class Group:
    """The puzzles of one file, which is named `DATASET/FILE`: of each the key that chooses it, and its label."""

    name: str
    title: str
    puzzles: tuple[tuple[str, str], ...]


def groups() -> tuple[Group, ...]:
    """One for each file of puzzles that is here and can be read."""
    from puzzles.datasets.stored import all_stored

    found = []
    for stored in all_stored():
        if stored.file.puzzles:
            try:
                changed = stored.path.stat().st_mtime_ns
                puzzles = _entries(stored.path, changed, stored.dataset.family)
            except (OSError, PuzzleError):
                continue  # not here, or spoilt: `mcs-tui data verify` says so
            found.append(Group(stored.name, f"{stored.dataset.name}, {stored.file.name}", puzzles))
    return tuple(found)


def read(name: str, key: str) -> Puzzle:
    """The puzzle of that key in `DATASET/FILE`; PuzzleError with one line for people if it can't be read."""
    from puzzles.datasets import find
    from puzzles.datasets.registry import split

    source = f"{DATA}{name}#{key}"
    path = find(name)
    if path is None:
        raise PuzzleError("it is no longer on this disk", source=source)
    try:
        text = registry.decode(path.read_bytes(), source=source)
    except OSError as error:
        raise PuzzleError(error.strerror or str(error), source=source) from None
    return registry.read(text, source=source, family_name=split(name)[0].family, entry=key)


@lru_cache(maxsize=16)
def _entries(path: Path, _changed: int, family: str) -> tuple[tuple[str, str], ...]:
    text = registry.decode(path.read_bytes(), source=str(path))
    entries = registry.read_entries(text, source=str(path), family_name=family)[1]
    return tuple((one.key, one.label) for one in entries)
