"""The rows of `bench samegame` and `bench tsptw`: searches, and what is published of them. Imports no numba."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import msgspec

from puzzles.parameters import ParameterError, Value
from puzzles.registry import get_family
from solvers.bench.traced_task import Search, shown
from solvers.registry import algorithm, parameters_of

Published = Mapping[float, tuple[float, float]]
"""Mean and half of its 95 % confidence interval, by seconds."""

PAPER = "Cazenave, Generalized NRPA"
RATE: dict[str, Value] = {"level": 2, "iterations": 100}
"""Settings of the searches whose playouts a second are reported."""


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
        told = dict(self.search.parameters)
        nested = {"level": "level", "iterations": "N"}
        words = [f"{word} {told.pop(name)}" for name, word in nested.items() if name in told]
        if told.get("alpha") == 1.0:
            del told["alpha"]
        return ", ".join([self.label, *words, *[f"{name} {shown(value)}" for name, value in told.items()]])

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
