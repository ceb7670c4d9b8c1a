"""What is proved of a target before any search: its undesignable motifs, and how probable it can be at most.

**Undesignable.** For each sequence, a motif that is proved undesignable has a rival of at most its energy: other loops
between the same boundary pairs. Loops add up (Turner 2004, dangles 2), so any structure with the motif has a rival too,
and no sequence has it as its only structure of least energy. Ties stay possible.

**Bound.** A motif whose share of the Boltzmann weight of all structures between its boundary pairs is at most b, for
each sequence, leaves the target a probability of at most b. Motifs without a common loop are exchanged independently,
so their bounds multiply: p = e^(-E) / Z <= product of the b. The motifs are chosen for the least product.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, Context
from functools import cached_property, lru_cache

from puzzles.rna.puzzle import RnaPuzzle
from puzzles.rna.undesignable import proofs
from puzzles.rna.undesignable.library import Known, Library, load
from puzzles.rna.undesignable.motif import (
    EXTERNAL,
    MODEL,
    canonical,
    motifs_of,
    parse,
    places,
    positions_of,
)
from puzzles.text.quoting import counted

MOST_NAMED = 6
"""Motifs that are named line by line; one more line counts the others."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A motif in the target, as read there, the positions of its loops from 0, and what is known of it."""

    text: str
    loops: tuple[int, ...]
    positions: frozenset[int]
    known: Known


@dataclass(frozen=True)
class Claims:
    """The target's motifs, those left out that have another one within. `used` of all give the `bound`, in logarithms;
    `loops` are theirs.

    `faults`: files of the library that can't be read, a line each.
    """

    found: tuple[Claim, ...] = ()
    log_bound: float = 0.0
    used: int = 0
    loops: tuple[int, ...] = ()
    faults: tuple[str, ...] = ()

    @property
    def bound(self) -> float:
        """No sequence gives the target a larger probability; 1 if nothing is known."""
        return math.exp(self.log_bound)

    @cached_property
    def positions(self) -> frozenset[int]:
        """All positions of the motifs."""
        return frozenset[int]().union(*(one.positions for one in self.found))


NOTHING = Claims()


def claims(puzzle: RnaPuzzle) -> Claims:
    """What is proved of the target by the motifs that are known here.

    Nothing under another model than MODEL, of two strands, and of several states, whose structures may tie or have a
    ligand.
    """
    if puzzle.energy_model != MODEL or puzzle.states or puzzle.nick:
        return NOTHING
    return claims_by(puzzle.partners, load(), puzzle.specification.free)


@lru_cache(maxsize=64)
def claims_by(partners: tuple[int, ...], library: Library, free: frozenset[int] = frozenset()) -> Claims:
    """As `claims`, by a library, of a structure by its partners (-1 for none).

    Loops with a position that is free to pair or not may become others, so that nothing is said of them.
    """
    everywhere = [
        one for one in places(partners, library.texts) if not free or not free & positions_of(partners, one.loops)
    ]
    inside = [frozenset(one.loops) for one in everywhere]
    least = [
        place for place, loops in zip(everywhere, inside, strict=True) if not any(other < loops for other in inside)
    ]
    found = tuple(
        Claim(place.text, place.loops, positions_of(partners, place.loops), library.known[place.text])
        for place in sorted(least, key=lambda one: (one.loops[0], one.text))
    )
    log_bound, used, loops = _packed(
        partners, [(place.loops, math.log(library.known[place.text].bound)) for place in everywhere]
    )
    return Claims(found, log_bound, used, loops, library.faults)


_Chosen = tuple[float, int, tuple[int, ...]]
"""A sum of weights, of how many sets of loops, and their loops."""


def _packed(partners: Sequence[int], weighed: Sequence[tuple[tuple[int, ...], float]]) -> _Chosen:
    """The least sum of weights of some of these sets of loops, none of which share a loop, with these.

    Each set is connected, its topmost loop first. So from the innermost loops outwards: the best below a loop is that
    of the loops within it, or a set that begins here and the best of the loops below that set.
    """
    within: dict[int, list[int]] = {EXTERNAL: []}
    order = [EXTERNAL]
    opened = [EXTERNAL]
    for position, partner in enumerate(partners):
        if partner > position:
            within[opened[-1]].append(position)
            within[position] = []
            order.append(position)
            opened.append(position)
        elif partner >= 0:
            opened.pop()
    begins: dict[int, list[tuple[tuple[int, ...], float]]] = {}
    for loops, weight in weighed:
        begins.setdefault(loops[0], []).append((loops, weight))
    best: dict[int, _Chosen] = {}
    for loop in reversed(order):
        choices = [_sum(best[one] for one in within[loop])]
        for loops, weight in begins.get(loop, ()):
            rest = _sum(best[one] for part in loops for one in within[part] if one not in loops)
            choices.append((rest[0] + weight, rest[1] + 1, (*rest[2], *loops)))
        best[loop] = min(choices)
    return best[EXTERNAL]


def _sum(parts: Iterable[_Chosen]) -> _Chosen:
    listed = list(parts)
    loops = tuple(loop for _, _, some in listed for loop in some)
    return sum(weight for weight, _, _ in listed), sum(number for _, number, _ in listed), loops


def words(found: Claims) -> tuple[str, ...]:
    """A short line, then lines in detail: motifs with their proofs, what follows, the bound; or nothing."""
    if not found.found:
        return ("the library of undesignable motifs can't be read", *found.faults) if found.faults else ()
    motifs, model = counted(len(found.found), "motif"), f"under {MODEL}"
    named = [
        f"proved undesignable: {one.text} at {spans(one.positions)}, "
        f"p <= {at_most(one.known.bound)} ({one.known.source})"
        for one in found.found[:MOST_NAMED]
    ]
    never = any(one.known.never for one in found.found)
    more = len(found.found) - MOST_NAMED
    if more > 0:
        named.append(f"and {counted(more, 'more place')} of such motifs")
    return (
        f"no {'' if never else 'unique '}MFE, p <= {at_most(found.bound)}: {motifs} proved undesignable (!)",
        *named,
        f"so no sequence folds into this target {model}, not even in a tie: some rival always has less energy"
        if never
        else f"so no sequence has this target as its only structure of least energy {model}; a tie with another "
        "structure may be possible, and counts as solved",
        f"upper bound for every sequence {model}, by rival structures of {counted(found.used, 'motif')} without a "
        f"common loop: probability of the target <= {at_most(found.bound)}",
        *found.faults,
    )


MOST_LOOPS = 3
"""Loops of a motif that a proof is looked for, at most."""
FIRST_LOOK = 1.0
"""Seconds for each motif before any of them gets more."""


def look_for_proofs(puzzle: RnaPuzzle, seconds: float, loops: int = MOST_LOOPS) -> tuple[str, ...]:
    """What came of looking for proofs about all motifs of the target of so many loops, a line each.

    Motifs that have a known one within are left out. Proofs are kept. OSError if that fails.
    """
    if puzzle.energy_model != MODEL:
        return (f"proofs are looked for under {MODEL} alone",)
    if puzzle.states:
        return ("proofs are looked for in targets of one state alone",)
    if puzzle.nick:
        return ("proofs are looked for in targets of one strand alone",)
    from puzzles.rna.undesignable.proving import TimeIsUpError  # imports NumPy and ViennaRNA's energies

    end = time.monotonic() + seconds
    barred = [frozenset(one.loops) for one in claims(puzzle).found]
    by_motif: dict[str, list[frozenset[int]]] = {}
    free = puzzle.specification.free
    for place in motifs_of(puzzle.partners, loops):
        if free and free & positions_of(puzzle.partners, place.loops):
            continue
        by_motif.setdefault(canonical(parse(place.text)), []).append(frozenset(place.loops))
    found: list[proofs.Proof] = []
    shown, pending = 0, list(by_motif)
    for limit in (FIRST_LOOK, math.inf):
        left = []
        for motif in pending:
            if all(any(one <= loops_there for one in barred) for loops_there in by_motif[motif]):
                continue
            if time.monotonic() > end:
                left.append(motif)
                continue
            try:
                answer = proofs.proved(motif, min(end, time.monotonic() + limit))
            except TimeIsUpError:
                left.append(motif)
                continue
            if isinstance(answer, str):
                shown += 1
            else:
                found.append(answer)
                barred += by_motif[motif]
        pending = left
    proofs.keep(found)
    named = [
        f"proved undesignable now: {one.motif}, p <= {at_most(one.bound)}, rivals {' '.join(one.rivals)}"
        for one in found
    ]
    undecided = f", {counted(len(pending), 'motif')} not decided in time: {', '.join(pending[:3])}" if pending else ""
    tried = f"{counted(shown, 'motif')} of at most {counted(loops, 'loop')} can each be folded alone by some sequence"
    return (*named, f"{tried}{undecided}")


def at_most(bound: float) -> str:
    """The bound in three digits, rounded up."""
    return str(Context(prec=3, rounding=ROUND_CEILING).create_decimal_from_float(bound))


def spans(positions: Iterable[int]) -> str:
    """The positions counted from 1, in runs: `7-23` or `3-5, 20, 22-30`."""
    runs: list[list[int]] = []
    for position in sorted(positions):
        if runs and runs[-1][1] == position:
            runs[-1][1] = position + 1
        else:
            runs.append([position, position + 1])
    return ", ".join(str(end) if end - start == 1 else f"{start + 1}-{end}" for start, end in runs)
