"""Prior-guided backtracking with restarts, to the first solution (see `solvers.searches.depth_first`)."""

from __future__ import annotations

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
    """A search that has not begun. Parameters: failures (before the first restart) and growth (of that limit)."""
    failures, growth = float(parameters["failures"]), float(parameters["growth"])
    return make_descent(limits, prior, rng, wanted=1, failures=failures, growth=growth)
