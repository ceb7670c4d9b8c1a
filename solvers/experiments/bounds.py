"""What the best scores of a row lack to scores that no board exceeds (`puzzles.groups.Optimisation.bound`)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import msgspec

from solvers.experiments.cell import CellResult


class Bounds(msgspec.Struct, frozen=True, kw_only=True):
    """Of a row on a group of puzzles: `cells` are those that have a score, `known` those of them with a bound.

    The means are of these: of the bounds, of the best scores, of what is between. `beyond`: scores that are above their
    bound, which says that one of both is wrong; `excess`: by how much at most, as a share of the bound.
    """

    row: str
    group: str
    cells: int
    known: int
    bound: float
    best: float
    distance: float
    beyond: int
    excess: float


def bounds_of(by_line: Mapping[tuple[str, str], Sequence[CellResult]]) -> list[Bounds]:
    """Of each group and row that has cells with a bound."""
    found = []
    for (group, row), results in by_line.items():
        scores = [(one.bound, one.score) for one in results if one.score is not None and not one.error]
        pairs = [(bound, score) for bound, score in scores if bound is not None]
        if pairs:
            bound, best = (math.fsum(values) / len(pairs) for values in zip(*pairs, strict=True))
            beyond = [score / bound - 1 for bound, score in pairs if score > bound]
            found.append(
                Bounds(
                    row=row,
                    group=group,
                    cells=len(scores),
                    known=len(pairs),
                    bound=bound,
                    best=best,
                    distance=bound - best,
                    beyond=len(beyond),
                    excess=max(beyond, default=0.0),
                )
            )
    return found
