"""What counts a prior over a file of solved puzzles, by the prior's name. A new one is one line in COUNTERS."""

from __future__ import annotations

import importlib
from typing import Protocol, cast

from priors.table import Counts

COUNTERS = {"ngram": "priors.ngram:Ngrams"}


class Counter(Protocol):
    """Counts solved puzzles one by one; `count` and `nb` (int64, indexed by prior code) are ready at any time."""

    designs: int
    """How many were counted."""

    def add(self, structure: str, sequence: str) -> None:
        """Counts one; ValueError, and nothing counted, if it makes no sense."""

    @property
    def count(self) -> Counts:
        """How often a move of each code was made."""

    @property
    def nb(self) -> Counts:
        """How often a move of each code was possible."""

    @property
    def report(self) -> dict[str, int]:
        """What was left out, in words, each with its number."""


def counter(prior: str) -> Counter:
    """A new counter of that prior; KeyError if there is none."""
    module, _, name = COUNTERS[prior].partition(":")
    return cast(Counter, getattr(importlib.import_module(module), name)())
