"""A hash of words of 64 bits, one after another, for kernels."""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import inlined


@inlined
def hashed(code, word):
    """The hash (uint64) of what has the hash `code`, followed by that word (uint64); of nothing it is 0.

    Two rounds of a multiplication and a shift (the finalizer of SplitMix64: Steele, Lea, Flood, OOPSLA 2014). Each word
    changes the hash by a permutation, so sequences of one length that differ in one word never collide.
    """
    mixed = (code ^ word) + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))
