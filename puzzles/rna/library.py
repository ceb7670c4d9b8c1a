"""Motifs of designs for other targets, by shape: what annealing writes into a design where the target has that shape.

A motif is a pair, the loops on one side of it up to a depth, and their pairs, as in `puzzles.rna.kernels.copies`; those
that touch the exterior loop are left out. Its shape is written as of undesignable motifs: `(.(..(*))(*))` has two
loops, and `(*)` is a pair of which nothing more is said. Plain Python, no numba.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib import resources

from puzzles.rna.structure import paired

DEEPEST = 4

MOST = 64
"""At most this many motifs of one shape are kept: those that occur most often in the designs."""


def linked(structure: str) -> tuple[int, ...]:
    """The partner of each position, counted from 1, 0 unpaired; with an entry more at each end."""
    return (0, *(other + 1 for other in paired(structure)), 0)


def motif_at(partners: Sequence[int], place: int, depth: int) -> tuple[str, list[int]] | None:
    """The shape and the positions, in the shape's order, of the motif that begins at a paired position.

    None if it touches the exterior loop. `partners` are as of `linked`. What follows a position towards the 3' end is
    inside of the pair at its 5' position, outside of it at its 3' position.
    """
    shape, positions = [], []

    def add(place: int, depth: int) -> bool:
        shape.append("(" if depth else "(*")
        positions.append(place)
        end, at = partners[place], place + 1
        while depth and at != end:
            if at == len(partners) - 1 or (partners[at] and not add(at, depth - 1)):
                return False
            if partners[at]:
                at = partners[at]
            else:
                shape.append(".")
                positions.append(at)
            at += 1
        shape.append(")")
        positions.append(end)
        return True

    return ("".join(shape), positions) if add(place, depth) else None


def written(designs: Iterable[tuple[str, str]]) -> str:
    """A library's text of sequences with their structures: a shape a line, and the letters of its motifs."""
    found: dict[str, Counter[str]] = {}
    for sequence, structure in designs:
        partners = linked(structure)
        for place in (place for place, other in enumerate(partners) if other):
            for depth in range(1, DEEPEST + 1):
                if (motif := motif_at(partners, place, depth)) is not None:
                    letters = "".join(sequence[at - 1] for at in motif[1])
                    found.setdefault(motif[0], Counter())[letters] += 1
    kept = {shape: [letters for letters, _ in motifs.most_common(MOST)] for shape, motifs in found.items()}
    return "".join(f"{shape} {' '.join(sorted(kept[shape]))}\n" for shape in sorted(kept))


@lru_cache(maxsize=1)
def library() -> dict[str, list[str]]:
    """By shape the motifs of the library that comes with the program.

    Its designs are ours, in docs/tables/rna-library-designs.txt: for ViennaRNA's folds of 240 random sequences, each
    annealed by probability for 4 CPU seconds with seed 71001. With `r = random.Random(55317)` a sequence has
    `n = r.randint(60, 250)` bases, then `r.choice("ACGU")` is called n times.
    """
    text = resources.files("puzzles.rna").joinpath("motifs.txt").read_text(encoding="ascii")
    return {shape: motifs for shape, *motifs in map(str.split, text.splitlines())}
