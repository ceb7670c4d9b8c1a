"""Random streams: disjoint by purpose, explicit as arrays, the same bits in Python and in kernels.

Training (its puzzles, and its replays of them), testing, generating and solving never share a stream:
generating and solving a puzzle from the same one lets a "random" solver repeat the generator's choices
(measured: 15 of 20 Kakuro solved by the first playout).
"""

from __future__ import annotations

import hashlib

import numpy as np
import numpy.typing as npt

from puzzles.engine.kernels import inlined

PURPOSES = ("train", "replay", "test", "generate", "solve")


def stream(purpose: str, seed: int, index: int = 0) -> npt.NDArray[np.uint64]:
    """A generator's state, uint64[1], never 0, for one purpose, seed (0 or more) and index (worker, instance).

    Purpose, seed and index are hashed together (SHA-256), so streams of different purposes share nothing.
    Raises ValueError on an unknown purpose.
    """
    if purpose not in PURPOSES:
        raise ValueError(f"unknown purpose {purpose!r}")
    digest = hashlib.sha256(f"mcs-tui {purpose} {seed} {index}".encode()).digest()
    state = int.from_bytes(digest[:8], "little") or 1
    return np.array([state], np.uint64)


@inlined
def next_word(rng):
    """The next uint64 of xorshift64* (Vigna 2016, "An experimental exploration of Marsaglia's xorshift generators")."""
    x = rng[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    rng[0] = x
    return x * np.uint64(2685821657736338717)


@inlined
def next_float(rng):
    """The next float64 in [0, 1), a multiple of 2**-53; never 1."""
    return np.float64(next_word(rng) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@inlined
def next_below(rng, bound):
    """The next int64 in [0, bound), for 1 <= bound < 2**32.

    Fixed-point multiplication of 32 random bits; no value's probability is off by more than bound / 2**32.
    """
    return np.int64(((next_word(rng) >> np.uint64(32)) * np.uint64(bound)) >> np.uint64(32))
