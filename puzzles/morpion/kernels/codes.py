"""Lines as numbers: strips, positions in a strip, and packed 16-bit codes (Buzer & Cazenave, sections II.D and II.E).

A line of direction d starts at one of its ends and runs so that u grows by 1 a square; all squares of one (d, v) are a
strip, and lines that follow each other in a strip have codes that follow each other.

    d  runs along   u  v              d  runs along   u  v
    0  (-1, +1)     y  x + y          2  (+1, +1)     y  x - y + L - 1
    1  ( 0, +1)     y  x              3  (+1,  0)     x  y

    code = ((d << b + 1 | v) << b) | u, with b bits for u: 6 for an arena of L = 64 (as published), 5 for L = 32
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

STEPS = ((-1, 1), (0, 1), (1, 1), (1, 0))
"""(x, y) from a square of a line to the next, for each direction."""


def local(direction: int, x: int, y: int, arena: int) -> tuple[int, int]:
    """The (u, v) of a square in a direction."""
    return ((y, x + y), (y, x), (y, x - y + arena - 1), (x, y))[direction]


def encode(direction: int, x: int, y: int, arena: int) -> int:
    """The code of the line of that direction that starts at (x, y)."""
    bits = arena.bit_length() - 1
    u, v = local(direction, x, y, arena)
    return ((direction << (bits + 1) | v) << bits) | u


def decode(code: int, arena: int) -> tuple[int, int, int]:
    """(direction, x, y) of the line's start."""
    bits = arena.bit_length() - 1
    u, strip = code & (arena - 1), code >> bits
    direction, v = strip >> (bits + 1), strip & (2 * arena - 1)
    x, y = ((v - u, u), (v, u), (v + u - (arena - 1), u), (u, v))[direction]
    return direction, x, y


def packed_maps(arena: int) -> npt.NDArray[np.uint64]:
    """uint64[12]: for each direction three words A, B, C, with which A u + B v + C holds a square's four codes.

    (u, v) are the square's coordinates in that direction; field k (bits 16 k and up) of the sum is the code of the line
    of direction k that starts there. The codes are linear in u and v, so one multiplication converts to all four.
    """
    words = []
    for direction in range(4):
        origin, along, across = (_packed(direction, u, v, arena) for u, v in ((0, 0), (1, 0), (0, 1)))
        words += [along - origin, across - origin, origin]
    return np.array([word & (2**64 - 1) for word in words], np.uint64)


def lines_by_dots(length: int) -> npt.NDArray[np.uint8]:
    """uint8[512]: which lines of that many squares lack one dot, by the dots of nine squares of a strip.

    Bit i of the index is the square `i - length + 1` from a new dot; bit i of the entry stands for the line that starts
    there (Buzer & Cazenave, section II.G, where blocked starts are part of the index).
    """
    table = np.zeros(512, np.uint8)
    for dots in range(512):
        counts = [(dots >> start & (1 << length) - 1).bit_count() for start in range(length)]
        table[dots] = sum(1 << start for start, count in enumerate(counts) if count == length - 1)
    return table


def _packed(direction: int, u: int, v: int, arena: int) -> int:
    """The four codes of the square with these coordinates as one number, which may borrow across fields."""
    x, y = ((v - u, u), (v, u), (v + u - (arena - 1), u), (u, v))[direction]
    return sum(encode_linear(k, x, y, arena) << (16 * k) for k in range(4))


def encode_linear(direction: int, x: int, y: int, arena: int) -> int:
    """As `encode`, as a linear form, which also has a value for squares outside of the arena."""
    bits = arena.bit_length() - 1
    u, v = local(direction, x, y, arena)
    return (direction << (2 * bits + 1)) + (v << bits) + u
