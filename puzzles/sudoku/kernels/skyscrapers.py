"""What the rules of Skyscrapers rule out along a line: views from its first cell, and parks between the heights."""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import lowest_bit, subroutine
from puzzles.engine.masks import NONE, ONE
from puzzles.sudoku.kernels.state import DEAD, FIRST, ORDER, domain, keep


@subroutine
def views(state, first, last, total):
    """By states: the greatest height so far, and as a mask how many houses are seen; from both ends."""
    order = state.scalars[ORDER]
    base = np.uint64(state.scalars[FIRST])
    length = last - first
    width = order + 2
    behind = (length + 1) * width  # where the states from the far end begin
    reach = state.reach
    for height in range(width):
        reach[height] = ONE if height == 0 else NONE
        reach[behind + length * width + height] = ONE << np.uint64(min(total, 63))
    for k in range(length):
        heights = domain(state, state.scope[first + k]) << base
        low = lowest_bit(heights)
        lower = NONE
        for height in range(width):
            seen = reach[k * width + height]
            after = lower << ONE if heights >> np.uint64(height) & ONE != NONE else NONE
            reach[(k + 1) * width + height] = after | seen if height >= low else after
            lower |= seen
    for k in range(length - 1, -1, -1):
        cell = state.scope[first + k]
        heights = domain(state, cell) << base
        low = lowest_bit(heights)
        higher = NONE
        for height in range(width - 1, -1, -1):
            there = reach[behind + (k + 1) * width + height]
            reach[behind + k * width + height] = higher | there if height >= low else higher
            if heights >> np.uint64(height) & ONE != NONE:
                higher |= there >> ONE
        allowed = NONE
        lower = NONE
        for height in range(width):
            seen = reach[k * width + height]
            there = reach[behind + (k + 1) * width + height]
            if seen & there != NONE:  # all that are no higher are hidden
                allowed = (ONE << np.uint64(height + 1)) - ONE
            elif lower << ONE & there != NONE:
                allowed |= ONE << np.uint64(height)
            lower |= seen
        allowed = (allowed & heights) >> base
        if allowed == NONE:
            state.scalars[DEAD] = 1
            return
        if state.masks[cell] != NONE:
            keep(state, cell, allowed)


@subroutine
def parks(state, first, last, lacking):
    """Each height has one cell, the others are parks: by what is placed, and what has no more places than it needs."""
    highest = last - first - lacking
    if not 0 <= highest <= state.scalars[ORDER]:
        state.scalars[DEAD] = 1
        return
    base = np.uint64(state.scalars[FIRST])
    park = ONE >> base
    heights = ((ONE << np.uint64(highest)) - ONE) << ONE >> base
    placed = NONE
    once = NONE
    twice = NONE
    places = 0
    for at in range(first, last):
        cell = state.scope[at]
        values = state.masks[cell]
        if values != NONE:
            twice |= once & values
            once |= values
            places += values & park != NONE
            continue
        values = domain(state, cell)
        if values == park:
            lacking -= 1
        elif values & (placed | ~heights) != NONE:
            state.scalars[DEAD] = 1
        placed |= values
    if not 0 <= lacking <= places or heights & ~(placed | once) != NONE:
        state.scalars[DEAD] = 1
    single = heights & once & ~(twice | placed)
    allowed = heights & ~placed | (park if lacking > 0 else NONE)
    for at in range(first, last):
        cell = state.scope[at]
        values = state.masks[cell]
        if state.scalars[DEAD] != 0:
            return
        if values & single != NONE:
            keep(state, cell, values & single & (~(values & single) + ONE))
        else:
            keep(state, cell, park if lacking == places and values & park != NONE else allowed)
