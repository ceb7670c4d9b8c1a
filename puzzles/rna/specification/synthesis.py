"""Whether a sequence can be ordered and cloned: the target's demands, and usual limits of what it does not demand.

The usual limits are those that suppliers of gene fragments name for their DNA templates, and the sites that two
standards of assembly exclude: BioBricks (RFC 10) and Golden Gate. They are limits of a report; no search keeps them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from puzzles.rna.specification import judging
from puzzles.rna.specification.demands import GcRange, Specification, forbidden_motif

USUAL_GC = (25, 65)
"""Percent."""
USUAL_RUN = 9
"""The longest stretch of one base."""
USUAL_REPEAT = 19
"""The longest stretch that occurs twice."""
USUAL_SITES = ("EcoRI", "XbaI", "SpeI", "PstI", "NotI", "BsaI", "BsmBI", "BbsI", "SapI")
"""Enzymes that must not cut the DNA template, on either strand."""


class Check(NamedTuple):
    """One check of a sequence. `limit`: what must hold; `demanded`: by the target's specification, else it is usual.

    `strand`: 1 or 2 for a check of that strand alone; 0 for one of the whole design.
    """

    limit: str
    found: str
    passed: bool
    demanded: bool
    strand: int = 0


def checks(demands: Specification, sequence: str, nick: int = 0) -> tuple[Check, ...]:
    """All checks of a complete sequence: first what the target demands, then the usual ones.

    `nick`: the bases of the first of two strands. Each strand is ordered by itself, and so are the usual checks made;
    positions are counted over both.
    """
    demanded = [Check(one.demand, one.words, not one.faults, True) for one in judging.found(demands, sequence)]
    strands = ((0, nick), (nick, len(sequence))) if nick else ((0, len(sequence)),)
    usual = [
        one._replace(strand=number if nick else 0)
        for number, (start, end) in enumerate(strands, start=1)
        for one in _usual(demands, sequence, start, end)
    ]
    return (*demanded, *usual)


def _usual(demands: Specification, sequence: str, start: int, end: int) -> Iterator[Check]:
    """The usual checks of the strand from one position to the next, of what is not demanded of it."""
    strand, length = sequence[start:end], end - start
    low, high = (share * length / 100 for share in USUAL_GC)
    percents = GcRange("", math.ceil(low), math.floor(high), length)
    # no demand is of one strand's GC alone; no sequence of very few bases has such percents
    if percents.least <= percents.most and not any(one.window == length for one in demands.gc):
        gc = judging.found(Specification(gc=(percents,)), strand)[0]
        yield Check(f"GC {USUAL_GC[0]}-{USUAL_GC[1]} %", gc.words, not gc.faults, False)
    run, base, at = longest_run(strand)
    words = f"longest {run} ({base} at {start + at + 1})"
    yield Check(f"runs of one base up to {USUAL_RUN}", words, run <= USUAL_RUN, False)
    if not demands.repeat:
        repeat = longest_repeat(strand)
        yield Check(f"repeats up to {USUAL_REPEAT} bases", f"longest {repeat}", repeat <= USUAL_REPEAT, False)
    named = {one.name for one in demands.forbidden}
    sites = [name for name in USUAL_SITES if name not in named]
    elsewhere, nick = frozenset(range(len(sequence))).difference(range(start, end)), start or end
    motifs = [replace(forbidden_motif(name, len(sequence), nick), places=elsewhere) for name in sites]
    cut = [one for one in judging.found(Specification(forbidden=tuple(motifs)), sequence) if one.faults]
    found = "; ".join(f"{one.demand.removeprefix('forbidden ')} {one.words}" for one in cut)
    if sites:
        yield Check(f"no site of {', '.join(sites)}", found or "none", not cut, False)


def longest_run(sequence: str) -> tuple[int, str, int]:
    """The length of the longest stretch of one base, the first of several, its base, and its position from 0."""
    best, at = (0, "", 0), 0
    for base, run in groupby(sequence):
        length = len(list(run))
        if length > best[0]:
            best = length, base, at
        at += length
    return best


def longest_repeat(sequence: str) -> int:
    """The length of the longest stretch that occurs twice, overlaps included; 0 if no base does."""
    low, high = 0, len(sequence) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if judging.repeated(middle, sequence):
            low = middle
        else:
            high = middle - 1
    return max(low, 0)
