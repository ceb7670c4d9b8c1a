"""What the workers of `mcs-tui bench samegame` and `bench tsptw` are asked for, as data. Imports no numba."""

from __future__ import annotations

from typing import Any

import msgspec

from puzzles.parameters import Value

Name = tuple[str, str, int]
"""The search in words, the puzzle, the seed: what a search is called by."""


class Search(msgspec.Struct, frozen=True, kw_only=True):
    """A search and what is set of its parameters; the others have the family's defaults. `prior`: a kind, or `none`."""

    family: str
    algorithm: str
    parameters: dict[str, Value]
    prior: str = "none"

    @property
    def words(self) -> str:
        """All of it in words, such as `gnrpa level=4 iterations=100 prior=size`."""
        settings = [f"{name}={shown(value)}" for name, value in self.parameters.items()]
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
    def name(self) -> Name:
        """What it is called by."""
        return self.search.words, self.puzzle, self.seed

    @property
    def where(self) -> str:
        """What it is called where something goes wrong with it."""
        return f"{self.search.algorithm}, seed {self.seed}, puzzle {self.puzzle}"


def shown(value: Value) -> str:
    """The value as it is typed: 1.0 as `1`."""
    return f"{value:g}" if isinstance(value, float) else str(value)
