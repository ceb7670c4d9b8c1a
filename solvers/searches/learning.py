"""What the levels of NRPA do with a policy, declared once; each way of recording a game registers its own text.

rollout(search, state, solution) -> float   the score of one playout by level 1's policy, recorded as level 0; with
                                            a solution (a board, else None) each choice is a move that agrees with it
take(search, level)                         level keeps the sequence and score of the level below
adapt(search, level)                        moves the level's policy towards the sequence it keeps
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from puzzles.engine.kernels import inlined
from puzzles.engine.rules import agrees, operation
from puzzles.parameters import Value

# settings[...]: N; alpha; tau; after how many repeats of its best score a level ends, 0: never; playouts to an adapt
ITERATIONS, ALPHA, TAU, REPETITIONS, BATCH = range(5)

LARGEST_WEIGHT = 300.0
"""Bound on |weight / tau|: exp(300) is 2e130, so a sum of odds over a million moves stays finite and positive."""


@operation
def rollout(search, state, solution): ...


@operation
def take(search, level): ...


@operation
def adapt(search, level): ...


def settings_of(parameters: Mapping[str, Value]) -> npt.NDArray[np.float64]:
    """float64[5], see above: of iterations, alpha and, where they are given, tau, repetitions and batch."""
    usual = {"tau": 1.0, "repetitions": 0, "batch": 1}
    names = ("iterations", "alpha", "tau", "repetitions", "batch")
    return np.array([float(parameters.get(name, usual.get(name, 0.0))) for name in names])


@inlined
def copy_policy(search, source, target):
    """Gives a level the policy of another one; level 0 has that with which the search begins."""
    for code in range(search.policy.shape[1]):
        search.policy[target, code] = search.policy[source, code]


@inlined
def followed(state, solution, count):
    """The index of the listed move that the solution makes too, the last of several; -1 if it makes none of them."""
    chosen = -1
    for k in range(count):
        if agrees(state, solution, state.moves[k]):
            chosen = k
    return chosen
