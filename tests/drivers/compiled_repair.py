"""The operations of local search as kernels that tests can call on a state of any family that repairs."""

from __future__ import annotations

from puzzles.engine.kernels import kernel
from puzzles.engine.rules import accept, propose, start


@kernel
def start_one(state, board, rng, prior):
    return start(state, board, rng, prior)


@kernel
def propose_one(state, rng, prior, least):
    return propose(state, rng, prior, least)


@kernel
def accept_one(state, accepted):
    accept(state, accepted)
