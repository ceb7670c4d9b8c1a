"""A search that is ready to be timed: its kernel compiled and loaded, once, however many workers begin at a time."""

from __future__ import annotations

import sys

import numpy as np
import numpy.typing as npt

from puzzles.engine import kernel_cache
from puzzles.family import Puzzle
from solvers import compiling
from solvers.runs.spec import SolveSpec
from solvers.session import Session


def compiled_session(spec: SolveSpec, puzzle: Puzzle, odds: npt.NDArray[np.float64] | None = None) -> Session:
    """The search as any run has it, with the stream of its seed and the first worker; it has not played yet."""
    for kernel in compiling.needed(spec):
        with kernel_cache.lock(kernel.name):
            if not kernel_cache.is_compiled(kernel.name):
                print(f"compiling {kernel.name}, once", file=sys.stderr, flush=True)
                compiling.compile_one(kernel)
    session = Session(spec, 0, odds, puzzle)
    session.advance(0)
    return session
