"""The rows of `bench samegame` and `bench tsptw`: searches, and what is published of them. Imports no numba."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from puzzles.parameters import ParameterError, Value, typed
from puzzles.registry import get_family
from solvers.bench import ledger
from solvers.registry import algorithm, parameters_of

Published = Mapping[float, tuple[float, float]]
"""Mean and half of its 95 % confidence interval, by seconds."""

PAPER = "Cazenave, Generalized NRPA"
RATE: dict[str, Value] = {"level": 2, "iterations": 100}
"""Settings of the searches whose playouts a second are reported."""


def from_41_s(*means: tuple[float, float]) -> Published:
    """The paper's means and their intervals at 40.96 s, 81.92 s, and so on, doubling."""
    return {40.96 * 2**k: mean for k, mean in enumerate(means)}


@dataclass(frozen=True, slots=True)
class Row:
    """One search to measure. `published`: what the paper has of it, `called` there so. `cpp`: playouts a second of
    level 2 of the authors' C++ library."""

    name: str
    label: str
    search: Search
    published: Published = field(default_factory=dict)
    called: str = ""
    cpp: int | None = None

    @property
    def title(self) -> str:
        """Label and settings, such as `GNRPA, level 4, N 100, tau 1.4`."""
        described = dict(self.search.parameters)
        nested = {"level": "level", "iterations": "N"}
        words = [f"{word} {described.pop(name)}" for name, word in nested.items() if name in described]
        if described.get("alpha") == 1.0:
            del described["alpha"]
        return ", ".join([self.label, *words, *[f"{name} {typed(value)}" for name, value in described.items()]])

    def given(self, settings: Mapping[str, Value]) -> Row:
        """The row with those settings that it states; ParameterError for a wrong value."""
        known = parameters_of(algorithm(self.search.algorithm), get_family(self.search.family))
        own = {
            one.name: one.check(settings[one.name])
            for one in known
            if one.name in settings and one.name in self.search.parameters
        }
        parameters = {name: own.get(name, value) for name, value in self.search.parameters.items()}
        return replace(self, search=msgspec.structs.replace(self.search, parameters=parameters))


def chosen_rows(rows: Sequence[Row], names: Sequence[str], settings: Mapping[str, Value]) -> list[Row]:
    """The named rows with those settings; ParameterError for a setting that no row has, or a wrong value."""
    known = {name: None for row in rows for name in row.search.parameters}
    for name in settings:
        if name not in known:
            raise ParameterError(f"no row has a setting {name!r}; expected one of: {', '.join(known)}")
    return [row.given(settings) for row in rows if row.name in names]


class Search(msgspec.Struct, frozen=True):
    """A search and what is set of its parameters; the others have the family's defaults. `prior`: a kind, or `none`."""

    family: str
    algorithm: str
    parameters: dict[str, Value]
    prior: str = "none"

    @property
    def words(self) -> str:
        settings = [f"{name}={typed(value)}" for name, value in self.parameters.items()]
        return " ".join([self.algorithm, *settings, f"prior={self.prior}"])


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """A search to make. `puzzle` is its name, `data` the puzzle as JSON; `seconds` its CPU time. With a `goal` it ends
    once it has that score."""

    search: Search
    puzzle: str
    data: dict[str, Any]
    seed: int
    seconds: float
    goal: float | None = None

    @property
    def name(self) -> tuple[str, str, int]:
        return self.search.words, self.puzzle, self.seed

    @property
    def where(self) -> str:
        return f"{self.search.algorithm}, seed {self.seed}, puzzle {self.puzzle}"


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="settings"):
    """What all searches of one file have in common; its first line."""

    bench: str


class Outcome(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="outcome"):
    """One search that ended. `search`: it in words (`Search.words`).

    `seconds`: the CPU seconds that it was given, or that it had used when it reached its goal. `trace`: each better
    score with the CPU seconds at the end of the slice (some 50 ms) that found it. `board`: that of the last one, and
    `facts` what the checker says of it. `spent`: the seconds that it used.
    """

    search: str
    puzzle: str
    seed: int
    seconds: float
    trace: list[tuple[float, float]]
    playouts: int
    restarts: int
    spent: float
    board: list[int]
    facts: dict[str, Value] = {}

    @property
    def name(self) -> tuple[str, str, int]:
        return self.search, self.puzzle, self.seed

    @property
    def words(self) -> str:
        """It in a line, with its best score and when that was found."""
        best = f"{self.best:.10g} after {self.trace[-1][0]:.2f} s" if self.trace else "no playout"
        return f"{self.search.partition(' ')[0]}, seed {self.seed}, puzzle {self.puzzle}: {best}"

    @property
    def best(self) -> float:
        """The best score of all; minus infinity if the search had no time for a playout."""
        return self.trace[-1][1] if self.trace else float("-inf")

    def covers(self, seconds: float) -> bool:
        """True if it is known what that many seconds lead to."""
        return seconds <= self.seconds

    def within(self, seconds: float) -> float | None:
        """The best score that was known after that many seconds; None if there was none yet."""
        return max((score for at, score in self.trace if at <= seconds), default=None)

    def facts_within(self, seconds: float) -> dict[str, Value]:
        """What the checker says of the best board after that many seconds; empty if only a later one is kept."""
        return self.facts if self.trace and self.trace[-1][0] <= seconds else {}

    def reached(self, score: float) -> float | None:
        """The seconds after which it had that score or a better one; None if it never had."""
        return next((at for at, found in self.trace if found >= score), None)

    def answers(self, task: Task) -> bool:
        """True if the task need not be done (again): it went on as long, or has what the task is to stop at."""
        return self.covers(task.seconds) or (task.goal is not None and self.reached(task.goal) is not None)


Ledger = ledger.Ledger[Outcome]
"""The file of such searches, with their Settings."""
