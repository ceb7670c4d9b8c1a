"""The rows of `mcs-tui bench eterna100`, what is published of them, and their searches as data. Imports no numba.

The papers do not print level and N of the searches in their table. *Monte Carlo Inverse Folding* says that its searches
over time call level 2 again until the time is elapsed, and gives N as 100 on both levels and alpha as 1: that is taken
for NRPA and GNRPA, which begin again from a fresh policy when the top level has made its N iterations.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from puzzles.parameters import Value
from solvers.bench import ledger

LEARNING_PAPER = "Cazenave, Learning a Prior, table 3"
ITERATIONS, ALPHA, LEVEL = 100, 1.0, 2

SEARCHES = "solvers.bench.eterna100_search"
"""The module of the workers."""
RNAINVERSE = "rnainverse"
"""The row that is ViennaRNA's own inverse folding, no search of ours."""


@dataclass(frozen=True, slots=True)
class Row:
    """One search to measure, with what is published of it: solved of V1 by seconds.

    `learns`: level, N and alpha are given to it. `prior`: a kind's name, or `none`.
    """

    name: str
    label: str
    algorithm: str
    prior: str = "none"
    learns: bool = False
    published: Mapping[float, int] = field(default_factory=dict)

    def parameters(self, level: int) -> dict[str, Value]:
        return {"level": level, "iterations": ITERATIONS, "alpha": ALPHA} if self.learns else {}


def _table_3(*solved: int) -> dict[float, int]:
    """Solved of 100 at 32 s, 64 s, and so on, doubling."""
    return {32.0 * 2**k: count for k, count in enumerate(solved)}


ROWS = (
    Row("sampling", "Sampling", "sampling", published=_table_3(11, 11, 11, 12, 14, 16, 16, 17)),
    Row("nemo", "Sampling NEMO prior", "sampling", "nemo", published=_table_3(51, 55, 57, 60, 61, 61, 62, 64)),
    Row("ngram", "Sampling NGRAM prior", "sampling", "ngram", published=_table_3(57, 65, 68, 69, 69, 69, 69, 69)),
    Row("nrpa", "NRPA", "nrpa", learns=True, published=_table_3(28, 33, 41, 48, 57, 59, 61, 65)),
    Row("gnrpa-nemo", "GNRPA NEMO prior", "gnrpa", "nemo", True, published=_table_3(68, 69, 74, 77, 78, 79, 81, 81)),
    Row("gnrpa-ngram", "GNRPA NGRAM prior", "gnrpa", "ngram", True, published=_table_3(70, 75, 78, 79, 80, 81, 82, 85)),
    Row("nemo-pairs", "Sampling NEMO pairs prior", "sampling", "nemo-pairs"),
    Row("gnrpa-nemo-pairs", "GNRPA NEMO pairs prior", "gnrpa", "nemo-pairs", True),
    Row("strong", "Simulated annealing", "annealing", "nemo"),
    Row(RNAINVERSE, "RNAinverse (ViennaRNA)", RNAINVERSE),
)

NAMES = tuple(row.name for row in ROWS)

PEERS: dict[str, tuple[tuple[str, str], ...]] = {
    "V1": (
        ("NEMO (Portela 2018)", "10 s: 69, 60 s: 74, 300 s: 85, 1 h: 88, 24 h: 92"),
        ("DesiRNA, under Turner 1999 with dangles 2", "1 min: 90, 1 h: 95, 24 h: 100"),
        ("GNRPA with beam, stabilised, restarts, 8 threads", "1 min: 80, 64 min: 92"),
        ("SAMFEO", "77"),
        ("LEARNA", "24 h: 67"),
        ("RNAinverse", "18"),
    ),
    "V2": (
        ("NEMO", "10 s: 61, 60 s: 72, 300 s: 77, 1 h: 86"),
        ("DesiRNA", "1 min: 85, 1 h: 95"),
        ("LEARNA", "24 h: 69"),
        ("RNAinverse", "20"),
    ),
}
"""Solved of 100 as other programs' papers and the Eterna100 benchmark print it, on their machines."""


def row(name: str) -> Row:
    """The row of that name; KeyError if there is none."""
    return {one.name: one for one in ROWS}[name]


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
    def name(self) -> tuple[str, int, int]:
        return self.row, self.seed, self.puzzle

    @property
    def words(self) -> str:
        how = "unsolved" if self.solved is None else f"solved in {self.solved:.2f} s"
        return f"{self.row}, seed {self.seed}, puzzle {self.puzzle}: {how}"

    def covers(self, seconds: float) -> bool:
        """True if it is known whether that many seconds solve the puzzle."""
        return seconds <= self.seconds or self.solved is not None

    def within(self, seconds: float) -> bool:
        """True if that many seconds solved the puzzle."""
        return self.solved is not None and self.solved <= seconds


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
        return f"{self.row}, seed {self.seed}, puzzle {self.puzzle}"


Ledger = ledger.Ledger[Outcome]
"""The file of such searches, with their Settings."""
