"""What a sequence breaks of the demands, by the letter. It shares no code with the searches' kernels.

Faults are counted so that a search can go by their number: each occurrence of a forbidden motif, each required one that
is missing, each base of G and C too many or too few, each stretch out of its range, each codon, each repeat.
"""

from __future__ import annotations

from typing import NamedTuple

from puzzles.rna.specification.demands import GcRange, Motif, Specification
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
