"""A prior as numbers: the frequency of each prior code in solutions, smoothed, as logarithms and as odds.

A code's frequency is how often a move of that code was in a solution, `count`, divided by how often such a
move was possible, `nb` (Cazenave, Learning a Prior, section 3). The bias of a move is tau times its
logarithm. Imports no numba.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from puzzles.family import Family, Puzzle
from puzzles.groups import PriorKind
from puzzles.parameters import Value, resolve

Counts = npt.NDArray[np.int64]
Table = npt.NDArray[np.float64]

LARGEST_BIAS = 500.0
"""Bound on |tau log f|: exp(-500) is above 0 and leaves range for its product with a policy's exp(weight)."""


def log_frequencies(count: Counts, nb: Counts) -> Table:
    """The logarithm of each code's smoothed frequency, float64, same length as `count`; finite, at most 0.

    f = (count + f0) / (nb + 1), where f0 = sum(count) / sum(nb) is the mean frequency: each code is given
    one more observation, which is worth the mean. So a code that was never possible in training (nb = 0)
    gets f0 and is neutral, and one that was possible but never in a solution (count = 0) gets f0 / (nb +
    1): small, the smaller the surer, but never 0, for a choice of which every move has the odds 0 could not
    be made at all. Without any count at all (sum(nb) = 0) every f is 1. Raises ValueError unless 0 <= count
    <= nb everywhere, and if moves were possible but none was ever in a solution.
    """
    if count.ndim != 1 or count.shape != nb.shape:
        raise ValueError(f"counts of shapes {count.shape} and {nb.shape}; expected two of one length")
    if np.any(count < 0) or np.any(count > nb):
        raise ValueError("a move was in more solutions than it was possible")
    possible = int(nb.sum())
    if possible == 0:
        return np.zeros(len(nb), np.float64)
    mean = int(count.sum()) / possible
    if mean == 0.0:
        raise ValueError("no counted move is in any solution")
    table: Table = np.log((count + mean) / (nb + 1.0))
    return table


def odds(table: Table, tau: float) -> Table:
    """f ** tau for each code, float64, above 0 and finite: what playouts multiply with exp(weight).

    `table` holds the log-frequencies; tau is the temperature of the bias, tau log f (Cazenave, Learning a Prior,
    section 3), which is kept within LARGEST_BIAS.
    """
    found: Table = np.exp(np.clip(tau * table, -LARGEST_BIAS, LARGEST_BIAS))
    return found


def puzzle_table(family: Family, kind: PriorKind, puzzle: Puzzle, parameters: Mapping[str, Value]) -> Table:
    """float64, the logarithm of each prior code's weight for the puzzle, as `Priors.computed` gives them.

    Of a search's parameters those of the family's rules count, such as the bias' scale; the others are ignored, and
    what is not given has its default. Raises ParameterError for a wrong value, ValueError if the family gives no finite
    numbers for the kind.
    """
    own = {one.name for one in family.rules.parameters}
    settings = resolve(
        family.rules.parameters, {name: parameters[name] for name in parameters if name in own}, family.name
    )
    table: Table = np.array(family.priors.computed(kind.name, puzzle, settings), np.float64)
    if table.size == 0 or not np.isfinite(table).all():
        raise ValueError(f"{family.name} computes no prior {kind.name} from a puzzle")
    return table
