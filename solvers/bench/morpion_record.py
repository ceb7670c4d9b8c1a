"""The finished searches of `mcs-tui bench morpion --part scores`, kept as JSON lines: an interrupted table goes on."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from puzzles.morpion.checker import judge
from puzzles.morpion.puzzle import MorpionPuzzle

Name = tuple[str, str, int, int]
"""Variant, algorithm, level, seed: what a search's result depends on."""


class Finished(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One search that ended. `board`: the best game, one number a move; `seconds`: CPU time."""

    variant: str
    algorithm: str
    level: int
    seed: int
    playouts: int
    seconds: float
    board: list[int]

    @property
    def name(self) -> Name:
        """What the result depends on."""
        return self.variant, self.algorithm, self.level, self.seed

    @property
    def score(self) -> int:
        """The moves of the best game."""
        return len(self.board)


def check(one: Finished) -> None:
    """ValueError, one line, if the plain checker refuses the game."""
    verdict = judge(MorpionPuzzle(one.variant), one.board)
    if not verdict.legal:
        raise ValueError(f"the checker refuses a game of {one.algorithm} {one.level}: {verdict.faults[0]}")


class Record:
    """A file of finished searches; it is made when the first one is added.

    Raises ValueError (one line) if the file holds anything else or can't be written, OSError if it can't be read. A
    last line without its end is what an interrupted run leaves: it is passed over, and overwritten.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._found: dict[Name, Finished] = {}
        data = path.read_bytes() if path.exists() else b""
        if not os.access(path if path.exists() else path.parent, os.W_OK):
            raise ValueError(f"{path} can't be written")
        self._whole = data.rfind(b"\n") + 1
        if data and not self._whole and not data.startswith(b"{"):
            raise ValueError(f"{path.name}, line 1: expected a finished search as JSON")
        for number, line in enumerate(data[: self._whole].splitlines(), 1):
            try:
                one = msgspec.json.decode(line, type=Finished)
                check(one)
            except (ValueError, KeyError) as error:
                raise ValueError(f"{path.name}, line {number}: expected a finished search as JSON: {error}") from None
            self._found[one.name] = one

    def find(self, name: Name) -> Finished | None:
        """The search of that name; None if it is not there."""
        return self._found.get(name)

    def add(self, one: Finished) -> None:
        """Appends it to the file, safe once this returns."""
        self._found[one.name] = one
        with self._path.open("r+b" if self._path.exists() else "wb") as file:
            file.truncate(self._whole)
            file.seek(self._whole)
            file.write(msgspec.json.encode(one) + b"\n")
            self._whole = file.tell()
            file.flush()
            os.fsync(file.fileno())
