"""The probabilities of a design's pairs as arcs over the strand, the target's pairs under it. No textual."""

from __future__ import annotations

from tui.boards.canvas import Canvas
from tui.boards.rna.scene import CALM, FALSE, LOST, PAIR, POOR_FROM, Scene, defect_kind, pairs, tenths
from tui.boards.rna.strand_line import ABOVE, BELOW, DOTTED, StrandLine, longest_of, size

LEAST_SHOWN, LIKELY, SURE = 0.05, 0.2, 0.5
"""Probabilities from which on a pair is drawn, with fewer gaps, and without any."""


def middle(lines: int) -> int:
    """The line of the defects, between the arcs of probabilities and those of the target."""
    return (size(1, 1, lines)[1] - 1) // 2


def page(
    scene: Scene, pitch: float, lines: int, *, plain: bool, calm: bool = False, cursor: int | None = None
) -> Canvas:
    """The design's pairs above by their probability, those of the target below; between them the defects in tenths.

    An arc without gaps is a pair with SURE or more; one of dots has LIKELY, one of few dots LEAST_SHOWN. Those that the
    target has not are of another colour. A pair of the target that is not SURE is dotted below.
    """
    strand = StrandLine(scene, pitch, lines, middle(lines), plain=plain, calm=calm)
    odds = {(one, other): share for one, other, share in scene.odds or ()}
    wanted = pairs(scene.partners)
    shown = sorted((share, pair) for pair, share in odds.items() if share >= LEAST_SHOWN)
    longest = longest_of([pair for _, pair in shown], wanted)
    for share, pair in shown:
        sure, gaps = share >= SURE, 1 if share >= LIKELY else DOTTED - 1
        kind = PAIR if scene.partners[pair[0]] == pair[1] else FALSE
        strand.arc(pair, longest, ABOVE, kind, 2 if sure else 1, whole=sure, gaps=gaps)
    for pair in wanted:
        sure = scene.odds is None or odds.get(pair, 0.0) >= SURE
        strand.arc(pair, longest, BELOW, PAIR if sure else LOST, 1, whole=sure, gaps=DOTTED - 1)
    for position in range(scene.length):
        if scene.defects:
            defect = scene.defects[position]
            over = pitch >= 1 or defect >= POOR_FROM
            strand.write(position, tenths(defect), strand.kind(defect_kind(defect)), over=over)
        else:
            strand.write(position, "-" if plain else "─", CALM, over=False)
    return strand.canvas(cursor)
