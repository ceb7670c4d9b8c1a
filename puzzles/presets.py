"""Presets: all settings of a search under one name. What a preset does not name has its default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from puzzles.parameters import ParameterError, Value

if TYPE_CHECKING:
    from puzzles.family import Family


@dataclass(frozen=True, slots=True)
class Preset:
    """How to search, and for how long. `explanation`: one line for people; `source`: the paper it is from, or empty.

    The other fields are those of a run: `algorithm` and `mode` empty for the family's own, `prior` as there,
    `prior_tau` None for the prior's own; `parameters` are those of algorithm and rules that differ from their defaults;
    at least one of `seconds` and `playouts` is given.
    """

    name: str
    explanation: str
    source: str = ""
    algorithm: str = ""
    mode: str = ""
    prior: str = "auto"
    prior_tau: float | None = None
    parameters: Mapping[str, Value] = field(default_factory=dict)
    seconds: float | None = None
    playouts: int | None = None

    @property
    def budget(self) -> str:
        """How long at most, such as `10 s`, `11 min` or `131,072 playouts`."""
        if self.seconds is None:
            return f"{self.playouts:,} playouts"
        return f"{self.seconds:g} s" if self.seconds < 120 else f"{self.seconds / 60:.0f} min"


COMMON = (
    Preset("quick", "one short search with the defaults, to see how hard it is", seconds=10.0),
    Preset("thorough", "ten minutes with the defaults", seconds=600.0),
)
"""The presets of every family; its own come after them."""


def presets_of(family: Family) -> tuple[Preset, ...]:
    """Those of every family, then the family's own."""
    return (*COMMON, *family.presets)


def preset_of(family: Family, name: str) -> Preset:
    """The preset of that name; ParameterError if there is none."""
    known = {one.name: one for one in presets_of(family)}
    if name not in known:
        raise ParameterError(f"{family.name} has no preset {name!r}; expected one of: {', '.join(known)}")
    return known[name]
