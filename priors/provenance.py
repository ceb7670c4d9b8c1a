"""Where a stored prior comes from, as data. Imports no numba."""

from __future__ import annotations

import importlib.metadata
from datetime import UTC, datetime
from functools import cache
from typing import Any

import msgspec

from puzzles.family import Family
from puzzles.parameters import Value

FORMAT = 1
"""Number of the stored layout (arrays, provenance fields, checksum); another number is outdated."""


class Provenance(msgspec.Struct, frozen=True, kw_only=True):
    """How a prior was counted.

    `asked` and `counted` are numbers of puzzles; fewer counted than asked means stopped early. `code` and
    `reading` are those of the `PriorKind`, `parameters` those of the training puzzles' generator, `date` is
    ISO 8601 in UTC, `revision` is the kind's at the time: a table of another one is outdated.
    Of a prior counted from a file, `source` says what was counted, `parameters` is how it was read, and `left_out` is
    what was read and not counted, in words, with its number; published weights have a `source` and nothing counted.
    """

    family: str
    prior: str
    shape: str
    code: int
    reading: str
    parameters: dict[str, Value]
    asked: int
    counted: int
    seed: int
    date: str
    version: str
    revision: int = 1
    format: int = FORMAT
    source: str = ""
    left_out: dict[str, int] = {}

    @property
    def summary(self) -> str:
        """One line for people, such as `latin dual order-20: 10,000 puzzles, seed 1, ..., version 0.1.0`."""
        if self.source:
            counted = f"{self.counted:,} designs of " if self.counted else ""
            made = f", {self.date[:10]}, version {self.version}" if self.counted else ""
            return f"{self.family} {self.prior} {self.shape}: {counted}{self.source}{made}"
        of_asked = "" if self.counted == self.asked else f" of {self.asked:,}"
        return (
            f"{self.family} {self.prior} {self.shape}: {self.counted:,}{of_asked} puzzles, "
            f"seed {self.seed}, {self.date[:10]}, version {self.version}"
        )


def provenance(family: Family, prior: str, shape: str, **counted: Any) -> Provenance:
    """The provenance of a prior counted now, by the present rules; KeyError if there is no such prior.

    `counted`: fields of it, `asked` and `counted` at least. `parameters` among them say how the file was read that it
    was counted from; without them it was counted over generated puzzles. What has nothing counted has no date.
    """
    kind = family.priors.kind(prior)
    now = datetime.now(UTC).isoformat(timespec="seconds") if counted["counted"] else ""
    fields = {"seed": 0, "date": now, "version": version(), "revision": kind.revision, "reading": "", **counted}
    if "parameters" not in counted:
        fields |= {"parameters": dict(family.priors.training_shape(shape)), "reading": kind.reading}
    return Provenance(family=family.name, prior=prior, shape=shape, code=kind.code, **fields)


@cache
def version() -> str:
    """The installed version of mcs-tui, or `source` where it runs from a checkout that is not installed."""
    try:
        return importlib.metadata.version("mcs-tui")
    except importlib.metadata.PackageNotFoundError:
        return "source"
