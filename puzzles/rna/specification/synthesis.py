"""Whether a sequence can be ordered and cloned: the target's demands, and usual limits of what it does not demand.

The usual limits are those that suppliers of gene fragments name for their DNA templates, and the sites that two
standards of assembly exclude: BioBricks (RFC 10) and Golden Gate. They are limits of a report; no search keeps them.
"""

from __future__ import annotations

import math
from itertools import groupby
from typing import NamedTuple

from puzzles.rna.specification import judging
from puzzles.rna.specification.demands import GcRange, Specification, forbidden_motif
from puzzles.rna.specification.judging import Found

USUAL_GC = (25, 65)
"""Percent."""
USUAL_RUN = 9
"""The longest stretch of one base."""
USUAL_REPEAT = 19
"""The longest stretch that occurs twice."""
USUAL_SITES = ("EcoRI", "XbaI", "SpeI", "PstI", "NotI", "BsaI", "BsmBI", "BbsI", "SapI")
"""Enzymes that must not cut the DNA template, on either strand."""


class Check(NamedTuple):
    """One check of a sequence. `limit`: what must hold; `demanded`: by the target's specification, else it is usual."""

    limit: str
    found: str
    passed: bool
    demanded: bool


def checks(demands: Specification, sequence: str, nick: int = 0) -> tuple[Check, ...]:
    """All checks of a complete sequence: first what the target demands.

    `nick`: the bases of the first of two strands; no run, repeat or site lies on both.
    """
    cut = f"{sequence[:nick]}&{sequence[nick:]}" if nick else sequence
    length = len(sequence)
    demanded = [_check(one, one.demand, demanded=True) for one in judging.found(demands, sequence)]
    usual: list[Check] = []
    low, high = (share * length / 100 for share in USUAL_GC)
    if not any(one.window == length for one in demands.gc):
        percents = GcRange("", math.ceil(low), math.floor(high), length)
        if percents.least <= percents.most:  # else no sequence of so few bases has them
            gc = judging.found(Specification(gc=(percents,)), sequence)[0]
            usual.append(_check(gc, f"GC {USUAL_GC[0]}-{USUAL_GC[1]} %", demanded=False))
    run, base, at = longest_run(cut)
    words = f"longest {run} ({base} at {at + (0 if nick and at > nick else 1)})"
    usual.append(Check(f"runs of one base up to {USUAL_RUN}", words, run <= USUAL_RUN, False))
    if not demands.repeat:
        repeat = longest_repeat(cut)
        limit = f"repeats up to {USUAL_REPEAT} bases"
        usual.append(Check(limit, f"longest {repeat}", repeat <= USUAL_REPEAT, False))
    named = {one.name for one in demands.forbidden}
    sites = [name for name in USUAL_SITES if name not in named]
    motifs = Specification(forbidden=tuple(forbidden_motif(name, length, nick) for name in sites))
    found = [
        f"{name} {one.words}" for name, one in zip(sites, judging.found(motifs, sequence), strict=True) if one.faults
    ]
    if sites:
        usual.append(Check(f"no site of {', '.join(sites)}", "; ".join(found) or "none", not found, False))
    return (*demanded, *usual)


def _check(found: Found, limit: str, *, demanded: bool) -> Check:
    return Check(limit, found.words, not found.faults, demanded)


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
