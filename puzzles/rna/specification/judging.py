"""What a sequence breaks of the demands, by the letter. It shares no code with the searches' kernels.

Faults are counted so that a search can go by their number: each occurrence of a forbidden motif, each required one that
is missing, each base of G and C too many or too few, each stretch out of its range, each codon, each repeat.

Beside the demands are usual limits, by which a sequence can be ordered and cloned: those that suppliers of gene
fragments name for their DNA templates, and the sites that two standards of assembly exclude, BioBricks (RFC 10) and
Golden Gate. They are limits of a report; no search keeps them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from puzzles.rna.specification.demands import GcRange, Motif, Specification, forbidden_motif
from puzzles.text.quoting import counted

SHOWN = 3
"""Positions that are named of one fault."""


class Found(NamedTuple):
    """What a sequence has of a demand: the demand, what was found in words, and how many faults that is."""

    demand: str
    words: str
    faults: int


def faults(demands: Specification, sequence: str) -> list[tuple[str, int]]:
    """What a complete sequence breaks: one line for each demand, and how many faults that is."""
    return [(f"{one.demand}: {one.words}", one.faults) for one in found(demands, sequence) if one.faults]


def found(demands: Specification, sequence: str) -> list[Found]:
    """What a complete sequence has of each demand, kept or broken."""
    every = [_gc(one, sequence) for one in demands.gc]
    every += [_forbidden(one, sequence) for one in demands.forbidden]
    every += [_required(one, sequence) for one in demands.required]
    every += [_codons(demands, sequence)] if demands.frames else []
    every += [_repeats(demands.repeat, sequence)] if demands.repeat else []
    return every


def _gc(demand: GcRange, sequence: str) -> Found:
    strong = [base in "GC" for base in sequence]
    starts = range(len(sequence) - demand.window + 1)
    counts = [sum(strong[start : start + demand.window]) for start in starts]
    limits = f"{demand.least} to {demand.most}"
    if len(counts) == 1:
        many = max(counts[0] - demand.most, demand.least - counts[0], 0)
        words = f"{counts[0]} of {len(sequence)} bases are G or C"
        return Found(demand.name, f"{words}, not {limits}" if many else words, many)
    wrong = [start for start in starts if not demand.least <= counts[start] <= demand.most]
    if not wrong:
        return Found(demand.name, f"all windows with {min(counts)} to {max(counts)}", 0)
    some = _some(wrong, "with " + ", ".join(str(counts[start]) for start in wrong[:SHOWN]))
    return Found(demand.name, f"{counted(len(wrong), 'window')} not with {limits}: {some}", len(wrong))


def _forbidden(motif: Motif, sequence: str) -> Found:
    wrong = [start for start in _occurrences(motif, sequence) if motif.barred(start)]
    return Found(f"forbidden {motif.name}", _some(wrong) if wrong else "none", len(wrong))


def _required(motif: Motif, sequence: str) -> Found:
    there = [start for start in _occurrences(motif, sequence) if motif.counts(start)]
    return Found(f"required {motif.name}", _some(there) if there else "it does not occur", 0 if there else 1)


def _occurrences(motif: Motif, sequence: str) -> list[int]:
    found = []
    for start in range(len(sequence) - motif.length + 1):
        piece = sequence[start : start + motif.length]
        if any(all(base in bases for base, bases in zip(piece, one, strict=True)) for one in motif.patterns):
            found.append(start)
    return found


def _codons(demands: Specification, sequence: str) -> Found:
    wrong, words = [], ""
    for frame in demands.frames:
        for index, admitted in enumerate(frame.codons):
            start = frame.start + 3 * index
            if sequence[start : start + 3] not in admitted:
                wrong.append(start)
                words = words or f"{sequence[start : start + 3]} for {frame.protein[index]}, not {' '.join(admitted)}, "
    return Found("protein", f"{words}{_some(wrong)}" if wrong else "all codons are admitted", len(wrong))


def _repeats(longest: int, sequence: str) -> Found:
    """Stretches of one base more than the longest that have been there before."""
    wrong = repeated(longest + 1, sequence)
    words = f"{longest + 1} bases are there a second time, {_some(wrong)}" if wrong else "none is longer"
    return Found(f"repeat {longest}", words, len(wrong))


def repeated(length: int, sequence: str) -> list[int]:
    """Where stretches of so many bases begin that have been there before, overlaps included."""
    seen: set[str] = set()
    wrong = []
    for start in range(len(sequence) - length + 1):
        piece = sequence[start : start + length]
        if piece in seen:
            wrong.append(start)
        seen.add(piece)
    return wrong


def _some(starts: list[int], words: str = "") -> str:
    shown = ", ".join(str(start + 1) for start in starts[:SHOWN])
    more = f" and {len(starts) - SHOWN} more" if len(starts) > SHOWN else ""
    return f"at {shown}{more}{' ' if words else ''}{words}"


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
    demanded = [Check(one.demand, one.words, not one.faults, True) for one in found(demands, sequence)]
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
        gc = found(Specification(gc=(percents,)), strand)[0]
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
    cut = [one for one in found(Specification(forbidden=tuple(motifs)), sequence) if one.faults]
    cuts = "; ".join(f"{one.demand.removeprefix('forbidden ')} {one.words}" for one in cut)
    if sites:
        yield Check(f"no site of {', '.join(sites)}", cuts or "none", not cut, False)


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
        if repeated(middle, sequence):
            low = middle
        else:
            high = middle - 1
    return max(low, 0)
