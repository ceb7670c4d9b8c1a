"""What `mcs-tui bench eterna100` asks its workers for, their outcomes, and the ledger of these. Imports no numba."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from solvers.bench import ledger, pinned_workers

Name = tuple[str, int, int]
"""Row, seed, puzzle: what a search of one table is called by."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="settings"):
    """What all searches of one file have in common; its first line. `level` is that of NRPA and GNRPA."""

    version: str
    model: str
    objective: str
    level: int


class Outcome(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="outcome"):
    """One search that ended. `seconds`: the CPU seconds that it was given; `solved`: at which of them it had a
    solution, None if it had none; `spent`: those that it used. `design`: that solution, judged; `playouts`: of
    RNAinverse the starts."""

    row: str
    seed: int
    puzzle: int
    seconds: float
    solved: float | None
    playouts: int
    restarts: int = 0
    best: float | None = None
    design: str = ""
    spent: float = 0.0

    @property
    def name(self) -> Name:
        """What it is called by."""
        return self.row, self.seed, self.puzzle

    def covers(self, seconds: float) -> bool:
        """True if it is known whether that many seconds solve the puzzle."""
        return seconds <= self.seconds or self.solved is not None

    def within(self, seconds: float) -> bool:
        """True if that many seconds solved the puzzle."""
        return self.solved is not None and self.solved <= seconds


class Ledger(ledger.Ledger[Settings, Outcome]):
    """The file of such searches (`solvers.bench.ledger`); errors as there."""

    def __init__(self, path: Path | None, settings: Settings) -> None:
        super().__init__(path, settings, Outcome)


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """A search to make: `target` is the puzzle as JSON, `seconds` its CPU time. With `wall` that is time by the wall's
    clock (the outcome's `seconds`), and no solution ends it: for the rate of playouts."""

    row: str
    seed: int
    puzzle: int
    target: dict[str, Any]
    seconds: float
    level: int
    wall: bool = False

    @property
    def where(self) -> str:
        """What it is called where something goes wrong with it."""
        return f"{self.row}, seed {self.seed}, puzzle {self.puzzle}"


class Workers(pinned_workers.Workers[Task, Outcome]):
    """So many of them (`solvers.bench.pinned_workers`)."""

    def __init__(self, jobs: int) -> None:
        super().__init__(jobs, "solvers.bench.eterna100_search", Outcome)
