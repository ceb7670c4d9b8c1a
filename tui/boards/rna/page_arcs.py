"""Target and fold drawn as arcs over and under the sequence: what fits a narrow terminal. No textual."""

from __future__ import annotations

from collections.abc import Sequence

from tui.boards.canvas import COLUMN, Canvas
from tui.boards.rna.scene import BARRED, CALM, FALSE, LOST, PAIR, Scene, pairs
from tui.boards.rna.strand_line import ABOVE, BELOW, StrandLine, longest_of, size

APART = 4.0
"""Points between the feet of a stem's arcs, at least; those between are left out, if nothing is wrong with them."""


def page(
    scene: Scene, pitch: float, lines: int, *, plain: bool, calm: bool = False, cursor: int | None = None
) -> Canvas:
    """The arcs of the target above, those of the fold below if it is known; the sequence between them.

    Positions of motifs that are proved undesignable have a `!` where there is no base.
    """
    strand = StrandLine(scene, pitch, lines, middle(scene, lines), plain=plain, calm=calm)
    _arcs(strand, scene.partners, scene.folded, ABOVE, LOST)
    if scene.fold:
        _arcs(strand, scene.folded, scene.partners, BELOW, FALSE)
    lettered = pitch >= 1
    barred = frozenset[int]() if calm else scene.barred
    for position in range(scene.length):
        kind, letter = scene.kind(position, calm=calm), scene.letters[position]
        if position in barred and (letter == "." or not (lettered or position in scene.wrong)):
            strand.write(position, "!", BARRED)
        elif lettered:
            strand.write(position, letter if plain or letter != "." else "·", kind)
        elif position in scene.wrong:
            strand.write(position, "x", kind)
        else:
            strand.write(position, "-" if plain else "─", "-".join((CALM, *kind.split("-")[1:])), over=False)
    return strand.canvas(cursor)


def middle(scene: Scene, lines: int) -> int:
    """The line of the sequence: the last one if there is no fold to draw below."""
    height = size(scene.columns, 1, lines)[1]
    return (height - 1) // 2 if scene.fold else height - 1


def _arcs(strand: StrandLine, of: Sequence[int], others: Sequence[int], side: int, bad: str) -> None:
    longest = longest_of(pairs(of), pairs(others))
    drawn: tuple[int, int] | None = None
    before = (-2, -2)
    for one, other in pairs(of):
        right = others[one] == other
        stacked = (one - 1, other + 1) == before
        before = one, other
        if right and stacked and drawn is not None and (one - drawn[0]) * strand.pitch * COLUMN < APART:
            continue
        drawn = (one, other) if right else None
        kind, rank = (PAIR, 1) if right else (bad, 2)
        strand.arc((one, other), longest, side, kind, rank, whole=right)
