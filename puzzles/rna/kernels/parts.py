"""Parts of a long target, which annealing designs alone: loops that touch each other, cut out of the whole.

The time of a partition function grows faster than the square of the length, so a proposal for a part takes a hundredth
of the time, and p of the whole is nearly the product of what parts have. A part is cut at pairs: what is outside of the
outermost one is left out, and what is inside of another one is replaced by GAAA. Those pairs keep their bases, so the
energy of the whole changes by as much as that of the part (an A behind a pair that ends the target aside). What parts
do to each other only the whole shows.

All parts have LENGTH positions, so that matrices need not be cleared: A fills up the 3' end.

Of demands a part keeps the forbidden motifs that lie in it; what it breaks of the others is drawn again in the whole.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from puzzles.engine.kernels import inlined, subroutine
from puzzles.rna.bases import codes_of
from puzzles.rna.kernels.redrawing import move_at
from puzzles.rna.kernels.state import Demands, Parts
from puzzles.rna.puzzle import KIND_WIDTH, RnaPuzzle

if TYPE_CHECKING:
    from puzzles.rna.kernels.state import RnaState

LENGTH = 120
"""Positions of a part."""

FILLED = 0.8
"""The share of them that loops of any kind may take; the rest is for stacks, which make the ends of stems firm."""

BY_PARTS = 1.0 / 3_500.0
"""Times the target's positions, squared: the share of proposals that are parts, which take half the time at 400 nt and
most of it at 1,500. The others are ordinary, so that what parts do to each other is repaired too."""

FEWEST = 0.5
"""Proposals for a part, at least, for each position of the target."""

CAP = np.array(codes_of("GAAA"), np.int32)
"""The hairpin that stands for what is inside of a pair."""

A = codes_of("A")[0]


def blank(puzzle: RnaPuzzle) -> RnaPuzzle:
    """What the state of parts is built for, in place of a long puzzle: without demands but for the temperature."""
    return RnaPuzzle("." * LENGTH, model=puzzle.model, objective="probability", temperature=puzzle.temperature)


def demands_of_part(demands: Demands | None) -> Demands | None:
    """What a part keeps of the demands on the whole: `forbidden`, where `cut_out` says that it counts."""
    if demands is None:
        return None
    forbidden, required = demands.forbidden, demands.required
    return demands._replace(
        free=np.zeros(LENGTH + 2, np.bool_),
        ranges=demands.ranges[:0],
        forbidden=forbidden._replace(counts=np.zeros((forbidden.lengths.size, LENGTH + 2), np.bool_)),
        required=required._replace(lengths=required.lengths[:0]),
        repeat=np.zeros(1, np.int64),
        codon_at=demands.codon_at[:0],
        codons=demands.codons[:0],
        refused=np.zeros_like(demands.refused),
    )


def make_parts(design: RnaState, length: int) -> Parts:
    """Parts of a target of that length, with the state for `blank`; the address is still to be filled in."""
    return Parts(
        design=design,
        places=np.zeros(design.bases.size, np.int64),
        at=np.zeros(length + 2, np.int64),
        chosen=np.zeros(length + 2, np.bool_),
        queue=np.zeros(length + 2, np.int64),
        share=np.array([(BY_PARTS * (length + 2)) ** 2]),
        proposals=np.array([int(FEWEST * length)]),
        kernels=np.zeros(1, np.int64),
    )


@subroutine
def cut_out(state, parts, spot):
    """Lays out the part around a position of the current design, and writes that into it; the steps that may change.

    0 if the loop of the position is too large for a part, or if all of it is fixed.
    """
    if _choose_loops(state, parts, spot) == 0:
        return np.int64(0)
    _lay_positions(state, parts)
    _lay_demands(state.demands, parts.design.demands, parts.places)
    _link_positions(state, parts)
    return _lay_steps(state, parts)


@inlined
def _choose_loops(state, parts, spot):
    """Chooses loops around the position, the nearest first, as far as they fit; how many."""
    n, capacity = np.int64(state.bases.size - 2), np.int64(parts.places.size - 2)
    partners, outer, chosen, queue = state.partners, state.repair.outer, parts.chosen, parts.queue
    for position in range(n + 2):
        chosen[position] = False
    other = np.int64(partners[spot])
    queue[0] = outer[spot] if other == 0 else min(np.int64(spot), other)
    known, number = np.int64(1), np.int64(0)
    loops = used = np.int64(0)
    while number < known:
        loop = queue[number]
        number += 1
        size = _added(partners, loop, n)
        if loops > 0:
            size -= 2 + CAP.size  # of the pair where it touches the others
        if used + size > (capacity if loops > 0 and size == 2 else FILLED * capacity):
            continue
        used += size
        loops += 1
        chosen[loop] = True
        if loop != 0 and not chosen[outer[loop]]:
            queue[known] = outer[loop]
            known += 1
        end = n + 1 if loop == 0 else np.int64(partners[loop])
        at = loop + 1
        while at < end:
            other = np.int64(partners[at])
            if other != 0 and not chosen[at]:
                queue[known] = at
                known += 1
            at = np.int64(max(other, at)) + 1
    return loops


@inlined
def _added(partners, loop, n):
    """The positions of a loop, those of its pairs and a cap for each branch included."""
    end = n + 1 if loop == 0 else np.int64(partners[loop])
    size = np.int64(0) if loop == 0 else np.int64(2)
    at = loop + 1
    while at < end:
        other = np.int64(partners[at])
        size += 1 if other == 0 else 2 + CAP.size
        at = np.int64(max(other, at)) + 1
    return size


@inlined
def _lay_positions(state, parts):
    """Writes the part's bases, and which position of the whole each is."""
    partners, outer, chosen = state.partners, state.repair.outer, parts.chosen
    bases, places, at = parts.design.bases, parts.places, parts.at
    length = np.int64(0)
    for position in range(1, state.bases.size - 1):
        at[position] = 0
        other = np.int64(partners[position])
        within = other != 0 and chosen[min(np.int64(position), other)]
        if not (within or chosen[outer[position]]):
            continue
        length += 1
        bases[length] = state.bases[position]
        places[length] = position
        at[position] = length
        if other > position and not within:
            for k in range(CAP.size):
                length += 1
                bases[length] = CAP[k]
                places[length] = 0
    for position in range(length + 1, places.size - 1):
        bases[position] = A
        places[position] = 0


@inlined
def _lay_demands(whole, part, places):
    """A forbidden motif counts in the part where it does in the whole, and all it lies on is in both."""
    if whole is None:
        return
    counts = part.forbidden.counts
    for number in range(counts.shape[0]):
        for start in range(1, places.size - 1):
            counts[number, start] = False
            end = start + part.forbidden.lengths[number] - 1
            if end < places.size - 1 and places[start] != 0 and places[end] != 0:
                within = places[end] - places[start] == end - start
                counts[number, start] = within and whole.forbidden.counts[number, places[start]]


@inlined
def _link_positions(state, parts):
    """Makes the chosen loops the part's target."""
    design, places, at = parts.design, parts.places, parts.at
    for position in range(1, places.size - 1):
        place = places[position]
        partner = np.int32(at[state.partners[place]])
        design.partners[position] = partner
        design.fold.target[position] = partner
        design.weighed.ensemble.target[position] = partner
        design.repair.mates[position] = at[state.repair.mates[place]]


@inlined
def _lay_steps(state, parts):
    """Makes the part's steps, in the order of those of the whole; how many of them may change."""
    design, places, at, chosen = parts.design, parts.places, parts.at, parts.chosen
    partners, step_at = state.partners, design.repair.step_at
    step = free = np.int64(0)
    for number in range(state.sites.size):
        site = state.sites[number]
        if at[site] == 0:
            continue
        other = np.int64(partners[site])
        design.sites[step] = at[site]
        step_at[at[site]] = step
        if other != 0:
            step_at[at[other]] = step
        design.codes[step] = state.codes[number]
        design.deciders[step] = at[state.deciders[number]]
        design.counts[step] = state.counts[number]
        for k in range(state.counts[number]):
            design.choices[step, k] = state.choices[number, k]
        if other != 0 and not (chosen[state.repair.outer[site]] and chosen[min(site, other)]):
            design.counts[step] = 1
            design.choices[step, 0] = move_at(state, number)
        free += int(design.counts[step] > 1)
        step += 1
    for position in range(1, places.size - 1):
        if places[position] == 0:
            design.sites[step] = position
            step_at[position] = step
            design.codes[step] = 0
            design.deciders[step] = 0
            design.counts[step] = 1
            design.choices[step, 0] = KIND_WIDTH + np.int64(design.bases[position]) - 1
            step += 1
    return free


@inlined
def write_back(state, parts):
    """Writes the part's bases into the design of the whole."""
    for position in range(1, parts.places.size - 1):
        if parts.places[position] != 0:
            state.bases[parts.places[position]] = parts.design.bases[position]
