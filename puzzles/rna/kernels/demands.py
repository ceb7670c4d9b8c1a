"""What a move may do under a specification, and how many faults a design has.

A move is admitted if no demand is broken for certain by the bases that are set, whatever the open ones become: windows
of G and C by what open positions may add at least and at most, motifs and repeats that are complete, required motifs
that can be nowhere any more, codons that none is left for. Where every move breaks a demand, those that break least
are played, so that a playout comes to its end, and the score tells.
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import inlined, subroutine
from puzzles.rna.kernels.state import FIVE, THREE
from puzzles.rna.kernels.states import suited
from puzzles.rna.puzzle import KIND_WIDTH

STRONG = (1 << 2) | (1 << 3)
"""The mask of C and G."""


@inlined
def list_moves(state, demands, step):
    """The number of moves of a step; they are in state.moves. Its positions are open, or hold what restraints fix."""
    if demands is None:
        for k in range(KIND_WIDTH):
            state.moves[k] = state.choices[step, k]
        return state.counts[step]
    return _list_admitted(state, step)


@subroutine
def _list_admitted(state, step):
    """The number of moves of a step that break no demand, or of those that break least; they are in state.moves.

    The step's positions hold what the restraints fix, before and after. Refusals are counted by item.
    """
    bases = state.bases
    site = state.sites[step]
    other = np.int64(state.partners[site])
    here, there = bases[site], bases[other]
    found = np.int64(0)
    least = np.int64(0)
    for k in range(state.counts[step]):
        move = state.choices[step, k]
        bases[site] = FIVE[move]
        if move < KIND_WIDTH:
            bases[other] = THREE[move]
        if not _compatible(state, state.states, site):
            continue
        faults = faults_near(state, site, other if move < KIND_WIDTH else np.int64(0))
        if found == 0 or faults < least:
            found = np.int64(0)
            least = faults
        if faults == least:
            state.moves[found] = move
            found += 1
    bases[site] = here
    if other > 0:
        bases[other] = there
    return found


@inlined
def _compatible(state, states, site):
    """True if the bases that are set leave each other a design, as far as positions are linked with the site."""
    if states is None:
        return True
    return suited(state, states.linked[site])


@subroutine
def faults_near(state, site, other):
    """How many faults the bases around one or two positions (`other` 0: one) are for certain; counts them by item."""
    demands = state.demands
    refused = demands.refused
    item = np.int64(0)
    total = np.int64(0)
    for number in range(demands.ranges.shape[0]):
        faults = _windows_out(state, number, site, other)
        refused[item] += int(faults > 0)
        total += faults
        item += 1
    for number in range(demands.forbidden.lengths.size):
        faults = _motif_near(state, number, site)
        if other > 0:
            faults += _motif_near(state, number, other)
        refused[item] += int(faults > 0)
        total += faults
        item += 1
    for number in range(demands.required.lengths.size):
        faults = np.int64(not _possible(state, number))
        refused[item] += faults
        total += faults
        item += 1
    if demands.repeat[0] > 0:
        faults = _repeats_near(state, site)
        if other > 0:
            faults += _repeats_near(state, other)
        refused[item] += int(faults > 0)
        total += faults
    item += 1
    faults = _codons_lost(state, site)
    if other > 0:
        faults += _codons_lost(state, other)
    refused[item] += int(faults > 0)
    return total + faults


@inlined
def _windows_out(state, number, site, other):
    """How many windows of a range of G and C around the positions are out of it for certain."""
    window = state.demands.ranges[number, 0]
    n = np.int64(state.bases.size - 2)
    faults = _windows_around(state, number, max(site - window + 1, 1), min(site, n - window + 1))
    if other > 0 and window < n:
        faults += _windows_around(state, number, max(other - window + 1, 1), min(other, n - window + 1))
    return faults


@subroutine
def _windows_around(state, number, first, last):
    """How many windows that begin at the positions first to last are out of the range for certain."""
    ranges = state.demands.ranges
    window, least, most = ranges[number, 0], ranges[number, 1], ranges[number, 2]
    low, high, faults = np.int64(0), np.int64(0), np.int64(0)
    for position in range(first, first + window - 1):
        low += _surely_strong(state, position)
        high += _maybe_strong(state, position)
    for start in range(first, last + 1):
        low += _surely_strong(state, start + window - 1)
        high += _maybe_strong(state, start + window - 1)
        faults += int(low > most) + int(high < least)
        low -= _surely_strong(state, start)
        high -= _maybe_strong(state, start)
    return faults


@inlined
def _surely_strong(state, position):
    base = np.int64(state.bases[position])
    if base > 0:
        return np.int64((STRONG >> base) & 1)
    return np.int64(state.demands.left[position] & ~STRONG == 0)


@inlined
def _maybe_strong(state, position):
    base = np.int64(state.bases[position])
    if base > 0:
        return np.int64((STRONG >> base) & 1)
    return np.int64(state.demands.left[position] & STRONG != 0)


@inlined
def _lies_at(state, motifs, number, start):
    """True if a motif lies at the position, all its bases set."""
    length = motifs.lengths[number]
    for row in range(motifs.rows[number], motifs.rows[number + 1]):
        k = np.int64(0)
        while k < length and (motifs.masks[row, k] >> np.int64(state.bases[start + k])) & 1 != 0:
            k += 1
        if k == length:
            return True
    return False


@inlined
def _motif_near(state, number, position):
    """How many times a forbidden motif lies around the position."""
    motifs = state.demands.forbidden
    length = motifs.lengths[number]
    faults = np.int64(0)
    for start in range(max(position - length + 1, 1), min(position, state.bases.size - 1 - length) + 1):
        if motifs.counts[number, start] and _lies_at(state, motifs, number, start):
            faults += 1
    return faults


@inlined
def _may_lie_at(state, number, start):
    """True if a required motif lies at the position, or can when the open positions are set."""
    motifs, left = state.demands.required, state.demands.left
    length = motifs.lengths[number]
    if not motifs.counts[number, start]:
        return False
    for row in range(motifs.rows[number], motifs.rows[number + 1]):
        k = np.int64(0)
        while k < length:
            base = np.int64(state.bases[start + k])
            fits = (np.int64(1) << base) if base > 0 else left[start + k]
            if motifs.masks[row, k] & fits == 0:
                break
            k += 1
        if k == length:
            return True
    return False


@inlined
def _possible(state, number):
    """True if a required motif is there or can be."""
    hints = state.demands.hints
    if _may_lie_at(state, number, hints[number]):
        return True
    for start in range(1, state.bases.size - state.demands.required.lengths[number]):
        if _may_lie_at(state, number, start):
            hints[number] = start
            return True
    return False


@inlined
def _repeats_near(state, position):
    """How many other places have the bases around the position too, more of them than a repeat may have."""
    bases, longest = state.bases, state.demands.repeat[0]
    n = bases.size - 2
    base = bases[position]
    faults = np.int64(0)
    for place in range(1, n + 1):
        if bases[place] != base or place == position:
            continue
        low, high = min(place, position), max(place, position)
        before, behind = np.int64(0), np.int64(1)
        while before < longest and low - before > 1:
            if bases[low - before - 1] == 0 or bases[low - before - 1] != bases[high - before - 1]:
                break
            before += 1
        while behind <= longest and high + behind <= n:
            if bases[low + behind] == 0 or bases[low + behind] != bases[high + behind]:
                break
            behind += 1
        faults += int(before + behind > longest)
    return faults


@inlined
def _codons_lost(state, position):
    """How many codons at the position can't be any of those that are admitted."""
    demands = state.demands
    faults = np.int64(0)
    for frame in range(demands.codon_at.shape[0]):
        number = demands.codon_at[frame, position]
        if number >= 0:
            faults += int(not _codon_left(state, number))
    return faults


@inlined
def _codon_left(state, number):
    """True if an admitted codon agrees with the bases that are set."""
    start, admitted = state.demands.codon_starts[number], state.demands.codons[number]
    first, second = np.int64(state.bases[start]), np.int64(state.bases[start + 1])
    third = np.int64(state.bases[start + 2])
    for code in range(64):
        agrees = (first == 0 or code >> 4 == first - 1) and (second == 0 or (code >> 2) & 3 == second - 1)
        if agrees and (third == 0 or code & 3 == third - 1) and (admitted >> np.uint64(code)) & np.uint64(1) != 0:
            return True
    return False


@inlined
def count_faults(state, demands):
    """int64: the faults of a complete design, counted as `puzzles.rna.specification.judging` counts them."""
    if demands is None:
        return np.int64(0)
    return _count_faults(state)


@subroutine
def _count_faults(state):
    demands = state.demands
    n = np.int64(state.bases.size - 2)
    total = np.int64(0)
    for number in range(demands.ranges.shape[0]):
        if demands.ranges[number, 0] < n:
            total += _windows_around(state, number, np.int64(1), n - demands.ranges[number, 0] + 1)
            continue
        strong = np.int64(0)
        for position in range(1, n + 1):
            strong += _surely_strong(state, position)
        total += max(strong - demands.ranges[number, 2], demands.ranges[number, 1] - strong, np.int64(0))
    for number in range(demands.forbidden.lengths.size):
        for start in range(1, n - demands.forbidden.lengths[number] + 2):
            if demands.forbidden.counts[number, start] and _lies_at(state, demands.forbidden, number, start):
                total += 1
    for number in range(demands.required.lengths.size):
        total += int(not _possible(state, number))
    for number in range(demands.codons.size):
        total += int(not _codon_left(state, number))
    if demands.repeat[0] > 0:
        total += _count_repeats(state, demands.repeat[0] + 1)
    return total


@subroutine
def _count_repeats(state, length):
    """How many stretches of that length have been there before.

    Each leaves a mark by its hash, and is compared with those before only where there is a mark: the hash is turned by
    a bit for each base, and loses the one that falls out (Cohen, ACM Transactions on Information Systems 15, 1997).
    """
    bases, words, seen = state.bases, state.words, state.demands.seen
    last, turns = np.uint64(seen.size * 64 - 1), np.uint64(length & 63)
    for k in range(seen.size):
        seen[k] = np.uint64(0)
    word, total = np.uint64(0), np.int64(0)
    for end in range(1, bases.size - 1):
        word = _turned(word, np.uint64(1)) ^ words[5 + bases[end]]
        if end > length:
            word ^= _turned(words[5 + bases[end - length]], turns)
        if end >= length:
            mark = word & last
            bit = np.uint64(1) << (mark & np.uint64(63))
            place = np.int64(mark >> np.uint64(6))
            if seen[place] & bit != 0:
                total += int(_seen_before(state, end - length + 1))
            seen[place] |= bit
    return total


@inlined
def _turned(word, by):
    """The word with its bits moved round by less than 64."""
    return word if by == 0 else (word << by) | (word >> (np.uint64(64) - by))


@inlined
def _seen_before(state, start):
    """True if one base more than a repeat may have, from the position on, are also further to the 5' end."""
    bases, longest = state.bases, state.demands.repeat[0]
    for place in range(1, start):
        k = np.int64(0)
        while k <= longest and bases[place + k] == bases[start + k]:
            k += 1
        if k > longest:
            return True
    return False
