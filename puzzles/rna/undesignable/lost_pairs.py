"""A bound on the probability of any target, by the structures that lack some of its pairs.

A pair beside an interior loop (a stack is one), or two neighbours on a stem, can be taken away from the target: loops
become one, and whatever is beyond them stays as it is, so is the number of branches of a multiloop. Such rivals form in
any sequence, with w times the target's weight together, so a motif of these loops has a share of 1 / (1 + w) beside
them. Motifs that share at most a multiloop or the external loop, whose energies are sums over their pairs, lose pairs
independently: the weight of all structures is at least that of the target times the product of the (1 + w), and p at
most the product of the largest 1 / (1 + w). Along a stem those with the least product are taken, with a pair that stays
between two of them. Bounds by rivals of parts that are exchanged independently: arXiv 2602.13610.
"""

from __future__ import annotations

import math
from functools import lru_cache

from puzzles.rna.puzzle import RnaPuzzle
from puzzles.rna.structure import LONGEST_LOOP
from puzzles.rna.undesignable.claims import claims
from puzzles.rna.undesignable.motif import (
    EXTERNAL,
    LONGEST,
    MODEL,
    canonical,
    loops_of,
    motifs_of,
    parse,
    positions_of,
)

MOST_SEQUENCES = 10_000_000
"""Bases of a motif that are tried, a second's work at most."""

ROUNDING = 1e-9
"""Of the product in float64; each factor is one of exact energies."""


def largest_probability(puzzle: RnaPuzzle) -> float | None:
    """No sequence gives the target a larger probability; by motifs that are proved undesignable with the lost pairs of
    other loops, or by lost pairs alone.

    None under another model than MODEL, of two strands and of several states.
    """
    if puzzle.energy_model != MODEL or puzzle.states or puzzle.nick:
        return None
    found, free = claims(puzzle), puzzle.specification.free
    least = by_lost_pairs(puzzle.partners, free)
    if found.used:
        least = min(least, found.bound * by_lost_pairs(puzzle.partners, free, frozenset(found.loops)))
    return least


@lru_cache(maxsize=64)
def by_lost_pairs(
    partners: tuple[int, ...], free: frozenset[int] = frozenset(), others: frozenset[int] = frozenset()
) -> float:
    """The bound, 1 for a target without a pair that can be lost. Loops with a free position are left alone, and those
    of `others`, which are exchanged in other ways.

    1 also where ViennaRNA's partition function lacks the target, as an interior loop is too long for it.
    """
    pieces = loops_of(partners)
    inside = {loop: [one for one in pieces[loop] if isinstance(one, int)] for loop in pieces}
    inner = {above: below[0] for above, below in inside.items() if above != EXTERNAL and len(below) == 1}
    if any(below - above + partners[above] - partners[below] - 2 > LONGEST_LOOP for above, below in inner.items()):
        return 1.0
    outer = {below: above for above, below in inner.items()}  # of the pair within an interior loop the one around it
    weights: dict[tuple[int, ...], float] = {}
    for place in motifs_of(partners, 3):
        around, *lost = place.loops
        chain = len(lost) == 2 and inner.get(lost[0]) == lost[1]
        beside_interior = len(lost) == 1 and (lost[0] in inner or lost[0] in outer)
        if (
            not (chain or beside_interior)
            or not others.isdisjoint(place.loops)
            or free & positions_of(partners, place.loops)
            or len(place.text) > LONGEST
        ):
            continue
        hairpin = not inside[lost[-1]]
        both = chain and (lost[0] in outer or lost[1] in inner or (around == EXTERNAL and hairpin))
        weights[tuple(lost)] = -math.log(_share(canonical(parse(place.text)), both=both))
    total = 0.0
    for top in {lost[0] for lost in weights} | inner.keys():
        if top in outer:
            continue
        stem = [top]
        while stem[-1] in inner:
            stem.append(inner[stem[-1]])
        best = [0.0, 0.0, 0.0]  # of the first pairs, one more each time; before the stem three times 0
        for number, pair in enumerate(stem):
            one = best[-2] + weights.get((pair,), 0.0)
            two = best[-3] + weights.get((stem[number - 1], pair), 0.0) if number else 0.0
            best.append(max(best[-1], one, two))
        total += best[-1]
    return min(math.exp(-total) * (1 + ROUNDING), 1.0)


@lru_cache(maxsize=4096)
def _share(motif: str, *, both: bool) -> float:
    """The largest share of a motif of two or three loops beside the rivals that lack one pair between, or `both`; 1
    where too many sequences would have to be looked at."""
    from puzzles.rna.undesignable import proving  # imports NumPy and ViennaRNA's energies

    frame = proving.Frame(parse(motif))
    lost = proving.without_pairs(frame)
    rivals = [proving.Rival(frame, one) for one in (lost if both else lost[:2])]
    if proving.sequences(frame, rivals) > MOST_SEQUENCES:
        return 1.0
    return proving.largest_probability(frame, rivals)
