"""A specification as arrays, and what of it has refused moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from puzzles.rna.bases import BASES
from puzzles.rna.kernels.state import Demands, Motifs
from puzzles.rna.specification.domains import Domains

if TYPE_CHECKING:
    from puzzles.rna.puzzle import RnaPuzzle
    from puzzles.rna.specification.demands import Motif

MARKS_EACH = 32
"""At least so many marks of stretches that were met for each position: one in 32 is compared by mistake."""

MOST_SHOWN = 5
"""Items that are named with what they have refused."""


def make_demands(puzzle: RnaPuzzle, domains: Domains) -> Demands:
    """The specification as arrays; `domains`: what it leaves each position."""
    demands, n = puzzle.specification, puzzle.length
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
        seen=np.zeros(max(1, 1 << (n * MARKS_EACH).bit_length() >> 6), np.uint64),
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
