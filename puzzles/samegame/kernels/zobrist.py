"""Policy codes of groups: the exclusive or of a random word for each cell and colour (Zobrist, 1970), cut to some bits.

Equal groups, the same cells in the same colour, have equal codes at whatever position they come up, so what was learnt
of one is used again (Cazenave, Generalized NRPA, 6.1). Two groups can share a code by chance; this is accepted.
"""

from __future__ import annotations

import hashlib
from functools import cache

import numpy as np
import numpy.typing as npt

from puzzles.samegame.puzzle import LARGEST_SIDE, MOST_COLOURS

FIELD = 16
"""Places for colours, and for rows of a packed column, in the tables: a power of two, so that indices are shifts."""

SMALLEST_TABLE = 1 << 16
"""Codes of a policy for usual boards: its odds, 256 KiB, fit into the cache of one core."""

CODES_A_CELL = 64
"""A larger board has more groups; with so many codes a cell 64 x 64 has 2**18."""


def table_size(cells: int) -> int:
    """How many policy codes a board of that many cells has, a power of two."""
    size = SMALLEST_TABLE
    while size < CODES_A_CELL * cells:
        size *= 2
    return size


@cache
def words() -> npt.NDArray[np.uint32]:
    """uint32[column, row from the bottom, colour]: the same in every process, as a saved search holds codes of them."""
    shape = (LARGEST_SIDE, LARGEST_SIDE, MOST_COLOURS)
    stream = hashlib.shake_256(b"mcs-tui samegame groups").digest(4 * int(np.prod(shape)))
    return np.frombuffer(stream, "<u4").astype(np.uint32).reshape(shape)


def words_of_runs(width: int, height: int) -> npt.NDArray[np.uint32]:
    """A flat table for cells above each other: the words of rows a to b of column c (from 1) are at[b + 1] ^ at[a].

    `at` is the part that begins at (c * FIELD + colour + 1) * FIELD. For heights below FIELD.
    """
    table = np.zeros((width + 2, FIELD, FIELD), np.uint32)
    below = np.bitwise_xor.accumulate(words()[:width, :height], axis=1)
    table[1 : width + 1, 1 : MOST_COLOURS + 1, 1 : height + 1] = below.transpose(0, 2, 1)
    return table.reshape(-1)


def words_of_cells(width: int, height: int) -> npt.NDArray[np.uint32]:
    """A flat table: the word of a cell in column c (from 1), row r is at (c * (height + 1) + r) * 16 + colour + 1."""
    table = np.zeros((width + 2, height + 1, FIELD), np.uint32)
    table[1 : width + 1, :height, 1 : MOST_COLOURS + 1] = words()[:width, :height]
    return table.reshape(-1)
