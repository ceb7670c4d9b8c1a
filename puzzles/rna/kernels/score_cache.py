"""What designs scored, by their Zobrist hash, so that none is folded twice while it is remembered.

Cazenave & Fournier, Monte Carlo Inverse Folding, section 3.8. A design's hash is the exclusive or of a random word for
each position and base. Two designs of one hash are taken for each other. This is accepted: a look-up meets the hash of
another design with a chance of at most 4 in 2^64 (the slots of a bucket), and what came of it would still have to pass
the checker. A key of 0 marks an empty slot, so a design whose hash is 0 is folded each time.
"""

from __future__ import annotations

import hashlib
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.engine.kernels import inlined

SLOTS = 1 << 18
"""Designs remembered, a power of two: 4 MiB. Searches come back to designs of late, not to those of long ago."""

BUCKET = 4
"""Slots in which a design may stand. When all are taken, one of them is overwritten."""

EMPTY = np.uint64(0)


class ScoreCache(NamedTuple):
    """An open-addressing table in flat arrays. It changes no result, so it need not be saved with a search."""

    keys: npt.NDArray[np.uint64]  # uint64[slots]: hashes; EMPTY where nothing is remembered
    distances: npt.NDArray[np.int32]  # int32[slots]: pairs in exactly one of fold and target
    gaps: npt.NDArray[np.int32]  # int32[slots]: energy of the target less that of the fold, in 0.01 kcal/mol


def make_cache(slots: int = SLOTS) -> ScoreCache:
    """An empty table of that many slots, a power of two from BUCKET on."""
    return ScoreCache(np.zeros(slots, np.uint64), np.zeros(slots, np.int32), np.zeros(slots, np.int32))


def zobrist_words(length: int) -> npt.NDArray[np.uint64]:
    """One random word for each position (1 to length) and base (1 to 4), uint64[(length + 1) * 5]; base 0 has 0.

    The word of a base at a position is at 5 * position + base. The same in every process, whatever the versions: a
    saved search holds a hash made of them.
    """
    stream = hashlib.shake_256(b"mcs-tui rna designs").digest(8 * 5 * (length + 1))
    words = np.frombuffer(stream, "<u8").astype(np.uint64)
    words[::5] = 0
    return words


@inlined
def find(cache, key):
    """The slot in which the design of that hash stands, or -1."""
    if key != EMPTY:
        first = np.int64(key & np.uint64(cache.keys.size - BUCKET))
        for slot in range(first, first + BUCKET):
            if cache.keys[slot] == key:
                return slot
    return -1


@inlined
def remember_score(cache, key, distance, gap):
    """Writes down a design that is not there: in an empty slot of its bucket, else over one that its hash picks."""
    first = np.int64(key & np.uint64(cache.keys.size - BUCKET))
    slot = first + np.int64(key >> np.uint64(62))
    for other in range(first, first + BUCKET):
        if cache.keys[other] == EMPTY:
            slot = np.int64(other)
            break
    cache.keys[slot] = key
    cache.distances[slot] = distance
    cache.gaps[slot] = gap
