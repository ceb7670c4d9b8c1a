"""What constraints rule out: each takes from its cells the values that it leaves no place, as far as it sees."""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import inlined, lowest_bit, popcount, subroutine
from puzzles.engine.masks import NONE, ONE
from puzzles.engine.vectors import highest_bit
from puzzles.sudoku.kernels.relations import (
    CAGED,
    HIGHEST,
    LISTED_UP_TO,
    MADE,
    PAIR,
    PARKED,
    PRODUCT,
    STRETCHED,
    VIEWED,
)
from puzzles.sudoku.kernels.skyscrapers import parks, views
from puzzles.sudoku.kernels.state import DEAD, FIRST, ORDER, WHOLE, domain, keep, keep_only


@inlined
def _held(state, line, values):
    """Takes values that cells of the line hold, whatever the way, from those beside that see all of these."""
    for at in range(state.what[line, 1], state.what[line, 2]):
        cell = state.scope[at]
        if state.masks[cell] & values != NONE:
            keep(state, cell, ~values)
            if state.scalars[DEAD] != 0:
                return


@inlined
def _pair(state, number, first, table):
    one = state.scope[first]
    two = state.scope[first + 1]
    line = state.what[number, 4]
    if line < state.what[number, 5] and state.masks[one] != NONE and state.masks[two] != NONE:
        held = ~NONE
        values = state.masks[one]
        while values != NONE and held != NONE:
            value = lowest_bit(values)
            partners = state.allowing[table, value] & state.masks[two] & ~(ONE << np.uint64(value))
            if partners != NONE:
                bit = ONE << np.uint64(value)
                held &= bit if partners & (partners - ONE) != NONE else bit | partners
            values &= values - ONE
        if held != NONE:
            _held(state, line, held)
            if state.scalars[DEAD] != 0:
                return
    full = (ONE << np.uint64(state.scalars[ORDER])) - ONE
    for turn in range(2):
        here = one if turn == 0 else two
        there = two if turn == 0 else one
        values = domain(state, here)
        allowed = NONE
        while values != NONE and allowed != full:
            allowed |= state.allowing[table + turn, lowest_bit(values)]
            values &= values - ONE
        if state.masks[there] != NONE:
            keep(state, there, allowed)
        elif domain(state, there) & allowed == NONE:
            state.scalars[DEAD] = 1
        if state.scalars[DEAD] != 0:
            return


@inlined
def _between(low, high, first, order):
    """The values that people see as low to high, as a mask."""
    bottom = max(low - first, 0)
    top = min(high - first, order - 1)
    if bottom > top:
        return NONE
    return ((ONE << np.uint64(top + 1)) - ONE) & ~((ONE << np.uint64(bottom)) - ONE)


@inlined
def _sum(state, first, last, total, negative):
    """Bounds; `negative`: how many of the first cells are subtracted, as the head of an arrow is."""
    order = state.scalars[ORDER]
    base = state.scalars[FIRST]
    again = True
    while again:
        again = False
        lowest = 0
        highest = 0
        for at in range(first, last):
            values = domain(state, state.scope[at])
            low = lowest_bit(values) + base
            high = highest_bit(values) + base
            if at - first < negative:
                lowest -= high
                highest -= low
            else:
                lowest += low
                highest += high
        if not lowest <= total <= highest:
            state.scalars[DEAD] = 1
            return
        for at in range(first, last):
            cell = state.scope[at]
            values = state.masks[cell]
            if values == NONE:
                continue
            low = lowest_bit(values) + base
            high = highest_bit(values) + base
            if at - first < negative:
                allowed = _between(lowest + high - total, highest + low - total, base, order)
            else:
                allowed = _between(total - highest + high, total - lowest + low, base, order)
            if values & ~allowed != NONE:
                keep(state, cell, allowed)
                if state.scalars[DEAD] != 0:
                    return
                again = True


@inlined
def _product(state, first, last, total, or_sum):
    """Divisors within bounds; with `or_sum` also what a sum of that total admits."""
    base = state.scalars[FIRST]
    for at in range(first, last):
        cell = state.scope[at]
        values = state.masks[cell]
        if values == NONE and at > first:
            continue
        low = 1
        high = 1
        least = 0
        most = 0
        for other in range(first, last):
            if other != at:
                beside = domain(state, state.scope[other])
                low = _times(low, lowest_bit(beside) + base)
                high = _times(high, highest_bit(beside) + base)
                least += lowest_bit(beside) + base
                most += highest_bit(beside) + base
        allowed = NONE
        left = domain(state, cell)
        while left != NONE:
            value = lowest_bit(left)
            number = value + base
            quotient = _quotient(total, number)
            fits = quotient * number == total and (number == 0 or low <= quotient <= high)
            fits = fits or (or_sum and least <= total - number <= most)
            if fits:
                allowed |= ONE << np.uint64(value)
            left &= left - ONE
        if allowed == NONE:
            state.scalars[DEAD] = 1
            return
        if values != NONE:
            keep(state, cell, allowed)


@inlined
def _quotient(total, number):
    """Their quotient if it is whole; 0 for 0. Numbers are below 2^53, where floats divide exactly and sooner."""
    return np.int64(total / number) if number != 0 else 0


@inlined
def _bit(value):
    """The value as a mask; nothing of one that no cell can have."""
    return ONE << np.uint64(value) if 0 <= value < 64 else NONE


MOST_WAYS = 256
"""Combinations of the values of few cells but the last that are looked at one by one."""


@subroutine
def _listed(state, number, first, last, total, or_more, differ):
    """Of few cells with few values, all ways to make the product; with `or_more` also the sum. False if too many."""
    base = state.scalars[FIRST]
    length = last - first
    if not 2 <= length <= LISTED_UP_TO:
        return False
    ways = 1
    least = 0
    most = 0
    for at in range(first, last):
        values = domain(state, state.scope[at])
        ways *= popcount(values) if at < last - 1 else 1
        least += lowest_bit(values) + base
        most += highest_bit(values) + base
    if ways > MOST_WAYS:
        return False
    or_more = or_more and least <= total <= most
    left, taken, found = 0, LISTED_UP_TO, 2 * LISTED_UP_TO  # where these begin in the working space
    products, sums = 4 * LISTED_UP_TO, 5 * LISTED_UP_TO
    reach = state.reach
    for k in range(length):
        reach[found + k] = NONE
    held = 3 * LISTED_UP_TO - state.what[number, 4]
    for line in range(state.what[number, 4], state.what[number, 5]):
        reach[held + line] = ~NONE
    reach[left] = domain(state, state.scope[first])
    reach[products] = ONE
    reach[sums] = NONE
    depth = 0
    while depth >= 0:
        values = reach[left + depth]
        if values == NONE:
            depth -= 1
            continue
        one = lowest_bit(values)
        reach[left + depth] = values & (values - ONE)
        product = np.int64(reach[products + depth]) * (one + base)
        added = np.int64(reach[sums + depth]) + one + base
        quotient = _quotient(total, product)
        divides = quotient * product == total
        if not (divides or (or_more and added <= total)):
            continue
        reach[taken + depth] = np.uint64(one)
        values = domain(state, state.scope[first + depth + 1])
        for k in range(depth + 1):
            if differ >> (LISTED_UP_TO * k + depth + 1) & 1 != 0:
                values &= ~(ONE << reach[taken + k])
        if depth < length - 2:
            depth += 1
            reach[left + depth] = values
            reach[products + depth] = np.uint64(product)
            reach[sums + depth] = np.uint64(added)
            continue
        end = NONE
        if product == 0:
            end = values if divides else NONE
        elif divides:
            end = _bit(quotient - base)
        if or_more:
            end |= _bit(total - added - base)
        end &= values
        if end == NONE:
            continue
        reach[found + length - 1] |= end
        for k in range(length - 1):
            reach[found + k] |= ONE << reach[taken + k]
        for line in range(state.what[number, 4], state.what[number, 5]):
            if reach[held + line] != NONE:
                values = NONE
                for k in range(length - 1):
                    values |= np.uint64(state.what[line, 0] >> k & 1) << reach[taken + k]
                if state.what[line, 0] >> (length - 1) & 1 != 0 and end & (end - ONE) == NONE:
                    values |= end
                reach[held + line] &= values
    for k in range(length):
        if reach[found + k] == NONE:
            state.scalars[DEAD] = 1
            return True
        if state.masks[state.scope[first + k]] != NONE:
            keep(state, state.scope[first + k], reach[found + k])
    for line in range(state.what[number, 4], state.what[number, 5]):
        if reach[held + line] != NONE and state.scalars[DEAD] == 0:
            _held(state, line, reach[held + line])
    return True


@inlined
def _times(product, number):
    if number > 0 and product > HIGHEST >> 6:  # values are below 64, and the numbers of constraints below that
        return HIGHEST
    return product * number


@inlined
def _stretch(state, first, last):
    """Windows of as many values as there are cells, of which each cell has one and each value a cell."""
    order = state.scalars[ORDER]
    length = last - first
    if length > order:
        state.scalars[DEAD] = 1
        return
    window = (ONE << np.uint64(length)) - ONE
    every = NONE
    for at in range(first, last):
        every |= domain(state, state.scope[at])
    possible = NONE
    needed = ~NONE
    for start in range(order - length + 1):
        values = window << np.uint64(start)
        fits = values & ~every == NONE
        for at in range(first, last):
            fits = fits and domain(state, state.scope[at]) & values != NONE
        if fits:
            possible |= values
            needed &= values
    keep_only(state, first, last, possible, needed)


@inlined
def _cage(state, number, first, last, total):
    """Sets of different values of the sum."""
    order = state.scalars[ORDER]
    base = state.scalars[FIRST]
    used = NONE
    every = NONE
    opened = 0
    rest = total
    for at in range(first, last):
        cell = state.scope[at]
        values = state.masks[cell]
        if values == NONE:
            used |= ONE << np.uint64(state.values[cell])
            rest -= state.values[cell] + base
        else:
            every |= values
            opened += 1
    most = order * (order - 1) // 2 + base * order
    if rest < 0 or rest > most:
        state.scalars[DEAD] = 1
        return
    at = opened * (most + 2) + rest
    possible = NONE
    needed = ~NONE
    for each in range(state.subsets_at[at], state.subsets_at[at + 1]):
        values = state.subsets[each]
        if values & (used | ~every) != NONE:
            continue
        fits = True
        for k in range(first, last):
            mask = state.masks[state.scope[k]]
            fits = fits and (mask == NONE or mask & values != NONE)
        if fits:
            possible |= values
            needed &= values
    if opened == 0:
        if rest != 0:
            state.scalars[DEAD] = 1
        return
    keep_only(state, first, last, possible, needed)
    if possible != NONE and needed != NONE and state.scalars[DEAD] == 0:
        for line in range(state.what[number, 4], state.what[number, 5]):
            _held(state, line, needed)


@subroutine
def constrain(state, number):
    """Takes from the cells of a constraint what it rules out, and from the list of those to be looked at itself.

    Those that find all at once are taken from it at last, so that what they change does not put them on it again.
    """
    first = state.scope_at[number]
    last = state.scope_at[number + 1]
    how = state.what[number, 0]
    total = state.what[number, 1]
    itself = state.scalars[WHOLE] + number
    whole = how != CAGED and how != STRETCHED and how != PARKED
    if not whole:
        state.is_dirty[itself] = 0
    if how == PAIR:
        _pair(state, number, first, state.what[number, 2])
    elif how == CAGED:
        _cage(state, number, first, last, total)
    elif how in (PRODUCT, MADE):
        whole = _listed(state, number, first, last, total, how == MADE, state.what[number, 3])
        if not whole:
            state.is_dirty[itself] = 0
            _product(state, first, last, total, how == MADE)
    elif how == VIEWED:
        views(state, first, last, total)
    elif how == STRETCHED:
        _stretch(state, first, last)
    elif how == PARKED:
        parks(state, first, last, total)
    else:
        _sum(state, first, last, total, state.what[number, 2])
    if whole:
        state.is_dirty[itself] = 0
