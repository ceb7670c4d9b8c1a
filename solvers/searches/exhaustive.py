"""Exhaustive backtracking: proves that there is no, one, or several solutions, or none better (see `depth_first`)."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from puzzles.engine.limits import Limits
from puzzles.parameters import Value
from solvers.searches.depth_first import DescentSearch, advance, begin_again, make_descent, solutions

__all__ = ["advance", "begin_again", "make_search", "solutions"]


def make_search(
    limits: Limits,
    parameters: Mapping[str, Value],
    prior: npt.NDArray[np.float64],
    rng: npt.NDArray[np.uint64],
) -> DescentSearch:
    """A search that has not begun. Parameter: solutions (1 or 2), after which it stops. No prior is needed."""
    return make_descent(limits, prior, rng, wanted=int(parameters["solutions"]), failures=math.inf, growth=1.0)
