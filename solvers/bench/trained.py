"""The odds of a stored prior, trained first if it is not there."""

from __future__ import annotations

import sys

import numpy as np
import numpy.typing as npt

from priors import store
from priors.table import odds
from priors.training import Trainer
from puzzles.family import Puzzle
from puzzles.registry import family


def trained_odds(puzzle: Puzzle, prior: str, tau: float) -> npt.NDArray[np.float64]:
    """float64[prior codes]: exp(tau log f) for puzzles of this shape."""
    brings = family(puzzle.family)
    shape = brings.shape_key(puzzle, prior)
    found = store.find(brings.name, prior, shape)
    if found is None:
        wanted = brings.training_puzzles(shape)
        print(f"training the prior {prior}, {shape}, once: {wanted} puzzles", file=sys.stderr, flush=True)
        trainer = Trainer(brings.name, prior, shape, wanted, 1)
        trainer.advance(wanted)
        trainer.store()
        found = store.find(brings.name, prior, shape)
    if found is None:
        raise RuntimeError(f"the prior {prior}, {shape}, could not be stored")
    return odds(found, tau)
