"""Priors that come with the program: tables of counts as JSON files in the folder `tables`, and published weights.

A file is one JSON object: `provenance` as in `priors.provenance`, `count` and `nb` as lists of whole numbers indexed by
prior code. Imports no numba.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
import numpy as np

from priors.provenance import Provenance, provenance
from priors.stored import Stored, stem
from puzzles import registry
from puzzles.family import Family
from puzzles.groups import PriorKind

FOLDER = Path(__file__).resolve().parent / "tables"
SUFFIX = ".json"
SHIPPED = ("corpus", "handmade")
"""The sources of what comes with the program (`puzzles.groups.PriorKind`)."""
IN_A_LINE = 10
"""Numbers in a line of the file: of the n-gram prior, all moves after one."""


class Shipped(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a file holds."""

    provenance: Provenance
    count: list[int]
    nb: list[int]


def find(family: str, prior: str, shape: str) -> Stored | None:
    """The prior that comes with the program for puzzles of that shape, or None."""
    if not registry.is_family(family):
        return None
    kind = next((one for one in registry.get_family(family).priors.kinds if one.name == prior), None)
    if kind is None or kind.source not in SHIPPED:
        return None
    if kind.source == "corpus":
        return _read(FOLDER / f"{stem(family, prior, shape)}{SUFFIX}")
    return _published(registry.get_family(family), kind, shape)


def all_shipped() -> Iterator[Stored]:
    """All that come with the program, in the order of families and their kinds."""
    for family in registry.families():
        for kind in (one for one in family.priors.kinds if one.source in SHIPPED):
            found = find(family.name, kind.name, usual_shape(family, kind.name))
            if found is not None:
                yield found


def usual_shape(family: Family, prior: str) -> str:
    """The shape of the family's sample or first example, which is what a prior that isn't counted here serves."""
    example = family.sample or family.examples[0]
    return family.priors.shape_key(family.parse(example.text), prior)


def encode(stored: Stored) -> str:
    """The prior as the text of such a file, for reading and for shipping; ValueError for one without counts."""
    if stored.weights is not None:
        raise ValueError(f"{stored.name} has published weights, no counts")
    about = msgspec.json.format(msgspec.json.encode(stored.provenance), indent=2).decode().replace("\n", "\n  ")
    return f'{{\n  "provenance": {about},\n  "count": {_rows(stored.count)},\n  "nb": {_rows(stored.nb)}\n}}\n'


@cache
def _read(path: Path) -> Stored | None:
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    found = msgspec.json.decode(data, type=Shipped)
    return Stored(path, np.array(found.count, np.int64), np.array(found.nb, np.int64), found.provenance, "shipped")


def _published(family: Family, kind: PriorKind, shape: str) -> Stored | None:
    weights = family.priors.handmade(kind.name)
    if not weights:
        return None
    none = np.zeros(0, np.int64)
    about = provenance(family, kind.name, shape, asked=0, counted=0, parameters={}, source=kind.explanation)
    return Stored(None, none, none, about, "published", np.array(weights, np.float64))


def _rows(numbers: np.ndarray) -> str:
    lines = [numbers[start : start + IN_A_LINE].tolist() for start in range(0, len(numbers), IN_A_LINE)]
    return "[\n    " + ",\n    ".join(", ".join(map(str, line)) for line in lines) + "\n  ]"
