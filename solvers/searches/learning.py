"""What the levels of NRPA do with a policy, declared once; each record of games registers its own implementation.

rollout(search, state, solution) -> float   the score of one playout by level 1's policy, recorded as level 0; with
                                            a solution (a board, else None) each choice is a move that agrees with it
rollout_two(search, state, other, twin)     the scores of a playout of each, in lock-step; not every record has it
take(search, source, target)                the target row gets the game of the source row, and its score
adapt(search, level)                        moves the level's policy towards the sequence it keeps
same(search, one, other)                    whether the games of two rows have the same moves, by their policy codes
rows_from(search, game, policy, rng, settings)   the same arrays, games from that row on, policies from that row on
"""

from __future__ import annotations

from typing import Any

import numpy as np

from puzzles.engine.kernels import inlined
from puzzles.engine.limits import Limits
from puzzles.engine.rules import agrees, operation
from solvers.searches.beam import make_beam, rows_of
from solvers.searches.contract import Parameters, Words
from solvers.searches.tally import make_tally

SETTINGS = ("iterations", "alpha", "tau", "repetitions", "batch")
# settings[...]: N; alpha; tau; after how many repeats of its best score a level ends, 0: never; playouts to an adapt
ITERATIONS, ALPHA, TAU, REPETITIONS, BATCH = range(5)

LARGEST_WEIGHT = 300.0
"""Bound on |weight / tau|: exp(300) is 2e130, so a sum of odds over a million moves stays finite and positive."""

MAGIC = 6755399441055744.0
"""1.5 * 2**52: adding it rounds a small float64 to the next integer, and leaves that in the low bits of the sum."""
LOG2_E = 1.4426950408889634
LN2_HIGH, LN2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10
"""ln 2 in two parts (fdlibm): the first has trailing zeros, so that its product with an integer is exact."""
FARTHEST = 700.0
"""Arguments beyond it are taken to be it: exp(700) is 1e304, exp(-700) is 1e-304."""


@operation
def rollout(search, state, solution): ...


@operation
def rollout_two(search, state, other, twin): ...


@operation
def take(search, source, target): ...


@operation
def adapt(search, level): ...


@operation
def same(search, one, other): ...


@operation
def rows_from(search, game, policy, rng, settings): ...


def common_arrays(limits: Limits, parameters: Parameters, rng: Words, entries: int) -> dict[str, Any]:
    """What all three records of games have beside their own arrays, by name; of a search that has not played yet.

    Parameters: level, iterations, alpha and, where they are given, tau, repetitions and batch; those of
    `beam.make_beam`. `entries`: how many exponentials one adapt needs.
    """
    levels = int(parameters["level"]) + 1
    games, _ = rows_of(parameters)
    given = {"tau": 1.0, "repetitions": 0, "batch": 1} | dict(parameters)
    powers = np.zeros(entries)
    return {
        "rng": rng.copy(),
        "settings": np.array([float(given[name]) for name in SETTINGS]),
        "lengths": np.zeros(games, np.int64),
        "scores": np.full(games, -np.inf),
        "iterations": np.zeros(levels, np.int64),
        "batched": np.zeros(1, np.int64),
        "repeats": np.zeros(levels, np.int64),
        "powers": powers,
        "power_bits": powers.view(np.int64),
        "tally": make_tally(limits.board),
        "beam": make_beam(parameters),
    }


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


@inlined
def exponentials(values, rate, count, powers, power_bits):
    """Replaces values[:count] by exp(rate * value); relative error below 1e-11 for products within -700 ... 700.

    exp(x) = 2**k exp(r), with k the integer next to x / ln 2 and |r| <= ln 2 / 2; exp(r) by its Taylor series up to
    r**9 / 9!, whose rest is below 7e-12. `powers` (float64[count]) and `power_bits` (int64[count]) are one memory:
    2**k is made of its bits.
    """
    for at in range(count):
        powers[at] = min(max(rate * values[at], -FARTHEST), FARTHEST) * LOG2_E + MAGIC
    for at in range(count):
        whole = powers[at] - MAGIC
        x = min(max(rate * values[at], -FARTHEST), FARTHEST)
        r = (x - whole * LN2_HIGH) - whole * LN2_LOW
        series = r * (1.0 / 362880.0) + 1.0 / 40320.0
        series = series * r + 1.0 / 5040.0
        series = series * r + 1.0 / 720.0
        series = series * r + 1.0 / 120.0
        series = series * r + 1.0 / 24.0
        series = series * r + 1.0 / 6.0
        series = series * r + 0.5
        series = series * r + 1.0
        values[at] = series * r + 1.0
    for at in range(count):
        # the low 12 bits of the sum hold k; 1023 is the exponent's offset
        power_bits[at] = (power_bits[at] + 1023) << 52
    for at in range(count):
        values[at] *= powers[at]
