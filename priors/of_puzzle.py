"""A prior that is computed from the puzzle itself, such as a bias by distance: nothing is stored, nothing trained."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from priors.table import Table
from puzzles.family import Family, PriorKind, Puzzle
from puzzles.parameters import Value, resolve


def puzzle_table(family: Family, kind: PriorKind, puzzle: Puzzle, parameters: Mapping[str, Value]) -> Table:
    """float64, the logarithm of each prior code's weight for the puzzle, as `Priors.computed` gives them.

    Of a search's parameters those of the family's rules count, such as the bias' scale; the others are passed over, and
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
