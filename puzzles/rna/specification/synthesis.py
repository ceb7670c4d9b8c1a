"""What `synthesis` demands, so that a design can be ordered: no long runs, GC in windows, no long repeats.

Runs of G and U are the shorter ones: five G begin a quadruplex, five U end a transcription by RNA polymerase III.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from puzzles.rna.specification.demands import GcRange, Motif, Specification
from puzzles.rna.specification.domains import Domains

RUNS = (("AC", 5), ("GU", 4))
"""Bases, and the longest stretch of one of them."""
WINDOW, LEAST_GC, MOST_GC = 50, 20, 80
"""Positions in a row, and the percent of G and C among them."""
REPEAT = 10
"""The longest stretch that may occur twice."""

WORDS = f"runs up to {RUNS[0][1]} (G, U {RUNS[1][1]}), GC {LEAST_GC}-{MOST_GC} in {WINDOW}, repeats up to {REPEAT}"


def parts(demands: Specification, partners: Sequence[int], restraints: str) -> list[Specification]:
    """The demands with each of the parts alone. GC and repeats are left to the target where it says something of them.

    Runs that restraints and codons fix are excepted.
    """
    length, domains = len(partners), Domains(demands, partners, restraints)
    found = [
        replace(demands, forbidden=(*demands.forbidden, _run(bases, longest + 1, domains))) for bases, longest in RUNS
    ]
    if not demands.gc and length >= WINDOW:
        named = f"gc {LEAST_GC}-{MOST_GC} in {WINDOW} (synthesis)"
        limits = GcRange(named, LEAST_GC * WINDOW // 100, MOST_GC * WINDOW // 100, WINDOW)
        found.append(replace(demands, gc=(limits,)))
    return [*found, *([] if demands.repeat else [replace(demands, repeat=REPEAT)])]


def together(demands: Specification, some: Sequence[Specification]) -> Specification:
    """The demands with all of some of their `parts`."""
    own = len(demands.forbidden)
    return replace(
        demands,
        forbidden=(*demands.forbidden, *(one for part in some for one in part.forbidden[own:])),
        gc=next((part.gc for part in some if part.gc), ()),
        repeat=max([demands.repeat, *(part.repeat for part in some)]),
    )


def _run(bases: str, length: int, domains: Domains) -> Motif:
    patterns = tuple((base,) * length for base in bases)
    starts = range(len(domains.bases) - length + 1)
    fixed = [start for start in starts if any(domains.forces(one, start) for one in patterns)]
    places = frozenset(place for start in fixed for place in range(start, start + length))
    return Motif(f"run of {length} {' or '.join(bases)} (synthesis)", patterns, places)
