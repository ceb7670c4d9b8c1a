"""The operations of local search as kernels that tests can call on a state of any family that repairs."""

from __future__ import annotations

from puzzles.engine.kernels import kernel
from puzzles.engine.rules import amend, settle, sketch


@kernel
def sketch_one(state, board, rng, prior):
    return sketch(state, board, rng, prior)


@kernel
def amend_one(state, rng, prior, least):
    return amend(state, rng, prior, least)


@kernel
def settle_one(state, accept):
    settle(state, accept)
