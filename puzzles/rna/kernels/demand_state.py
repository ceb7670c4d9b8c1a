"""The state of a design under a specification: that of any design, and the demands as arrays.

It is a class of its own, so searches on targets without a specification are compiled without it. Nothing in it changes
from move to move but counts: what a move may do is read off the bases themselves.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.rna.bases import BASES
from puzzles.rna.kernels.state import RnaState
from puzzles.rna.puzzle import FIVE_PRIME, KIND_WIDTH, THREE_PRIME, moves_at
from puzzles.rna.specification.domains import Domains

if TYPE_CHECKING:
    from puzzles.rna.puzzle import RnaPuzzle
    from puzzles.rna.specification.demands import Motif

MOST_SHOWN = 5
"""Items that are named with what they have refused."""

Ints = npt.NDArray[np.int64]


class Motifs(NamedTuple):
    """Motifs as rows of masks, bit b of which is set if the base b (1 to 4) fits. Positions count from 1."""

    masks: Ints  # int64[rows, longest]: the rows of a motif follow each other
    rows: Ints  # int64[motifs + 1]: the first row of each motif
    lengths: Ints  # int64[motifs]
    counts: npt.NDArray[np.bool_]  # bool[motifs, n + 2]: True where a motif that begins there counts


class Demands(NamedTuple):
    """A specification. Its items are ranges of GC, forbidden motifs, required ones, the repeat and the codons."""

    free: npt.NDArray[np.bool_]  # bool[n + 2]: positions that may pair with each other or not
    left: Ints  # int64[n + 2]: masks of the bases that all demands leave a position
    ranges: Ints  # int64[ranges, 3]: window, least, most of G and C
    forbidden: Motifs
    required: Motifs
    hints: Ints  # int64[required]: where each was possible when it was looked at last
    repeat: Ints  # int64[1]: the longest repeat, 0 for any
    codon_at: Ints  # int64[frames, n + 2]: the number of the codon at each position, -1 for none
    codon_starts: Ints  # int64[codons]: its first position
    codons: npt.NDArray[np.uint64]  # uint64[codons]: masks of those admitted, by 16 a + 4 b + c of their bases less 1
    refused: Ints  # int64[items]: moves that each item has refused


SpecifiedState = namedtuple("SpecifiedState", (*RnaState._fields, "demands"))  # type: ignore[misc]
"""An `RnaState` with `demands`."""


def make_demands(puzzle: RnaPuzzle) -> Demands:
    demands, n = puzzle.specification, puzzle.length
    domains = domains_of(puzzle)
    left = np.zeros(n + 2, np.int64)
    left[1:-1] = [_mask(bases) for bases in domains.bases]
    free = np.zeros(n + 2, np.bool_)
    free[[place + 1 for place in demands.free]] = True
    codon_at = np.full((len(demands.frames), n + 2), -1, np.int64)
    starts: list[int] = []
    sets: list[int] = []
    for number, frame in enumerate(demands.frames):
        for index in range(len(frame.codons)):
            first = frame.start + 3 * index + 1
            codon_at[number, first : first + 3] = len(starts)
            starts.append(first)
            sets.append(sum(1 << _codon(one) for one in domains.codons[number, index]))
    items = len(demands.gc) + len(demands.forbidden) + len(demands.required) + 2
    return Demands(
        free=free,
        left=left,
        ranges=np.array([(one.window, one.least, one.most) for one in demands.gc], np.int64).reshape(-1, 3),
        forbidden=_motifs(demands.forbidden, n, counting=False),
        required=_motifs(demands.required, n, counting=True),
        hints=np.ones(len(demands.required), np.int64),
        repeat=np.array([demands.repeat], np.int64),
        codon_at=codon_at,
        codon_starts=np.array(starts, np.int64),
        codons=np.array(sets, np.uint64),
        refused=np.zeros(items, np.int64),
    )


def domains_of(puzzle: RnaPuzzle) -> Domains:
    """What all demands leave each position; ligands' motifs, and required ones that fit at one place, are put there."""
    domains = Domains(puzzle.specification, puzzle.partners, puzzle.restraints)
    for state in puzzle.states:
        places = [one for one in domains.ligand_places(state) if not domains.forced_by(one)]
        for first in places[:1]:
            domains.put(first)
    for motif in puzzle.specification.required:
        placements = domains.placements(motif)
        if len(placements) == 1:
            domains.put(*placements)
    return domains


def admitted_moves(puzzle: RnaPuzzle, domains: Domains, site: int) -> tuple[int, ...]:
    """The moves at a step's position that the demands leave, each alone."""
    other = puzzle.partners[site]
    here = {BASES.index(base) + 1 for base in domains.bases[site]}
    there = {BASES.index(base) + 1 for base in domains.bases[other]} if other >= 0 else {0}
    return tuple(
        move
        for move in moves_at(puzzle, site)
        if FIVE_PRIME[move] in here and (move >= KIND_WIDTH or THREE_PRIME[move] in there)
    )


def refusals(demands: Demands, puzzle: RnaPuzzle) -> str:
    """One line: which items have refused moves, the most first, and how many."""
    wanted = puzzle.specification
    names = [one.name for one in wanted.gc] + [f"forbid {one.name}" for one in wanted.forbidden]
    names += [*(f"require {one.name}" for one in wanted.required), f"repeat {wanted.repeat}", "protein"]
    counts = sorted(zip(demands.refused.tolist(), names, strict=True), key=lambda one: -one[0])
    shown = [f"{name} {count:,}" for count, name in counts if count][:MOST_SHOWN]
    return f"moves refused by demand: {', '.join(shown)}" if shown else ""


def _motifs(motifs: Sequence[Motif], n: int, *, counting: bool) -> Motifs:
    """`counting`: those within their places count, else those that are not."""
    longest = max((one.length for one in motifs), default=1)
    masks, rows, counts = [], [0], np.zeros((len(motifs), n + 2), np.bool_)
    for number, motif in enumerate(motifs):
        for pattern in motif.patterns:
            masks.append([*map(_mask, pattern), *[0] * (longest - motif.length)])
        rows.append(len(masks))
        for start in range(n - motif.length + 1):
            counts[number, start + 1] = motif.counts(start) if counting else motif.barred(start)
    return Motifs(
        masks=np.array(masks, np.int64).reshape(-1, longest),
        rows=np.array(rows, np.int64),
        lengths=np.array([one.length for one in motifs], np.int64),
        counts=counts,
    )


def _mask(bases: Sequence[str] | set[str]) -> int:
    return sum(2 << BASES.index(base) for base in bases)


def _codon(codon: str) -> int:
    first, second, third = (BASES.index(base) for base in codon)
    return 16 * first + 4 * second + third
