"""Arcs over and under the strand, which lies along a line: target and fold, or probabilities of pairs. No textual.

It is what fits a narrow terminal.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from tui.boards.canvas import COLUMN, LINE, Canvas, Plot
from tui.boards.rna.scene import (
    BARRED,
    CALM,
    CURSOR,
    FALSE,
    LOST,
    PAIR,
    PARTNER,
    POOR_FROM,
    QUIET,
    Scene,
    defect_kind,
    pairs,
    tenths,
)

WIDEST = 3
"""Columns a position, at most, however wide the page is."""
BEND = 0.75
"""An arc's height grows with its width to that power: short ones stay visible, and nested ones never cross."""
DOTTED = 3
"""Strokes after which the gaps of an arc that is not whole come again."""
ABOVE, BELOW = -1, 1


def widths(length: int, columns: int) -> tuple[float, ...]:
    """Columns a position, from the whole sequence on a page of that width to letters with space around."""
    fitting = min(WIDEST, columns / length)
    whole = float(math.floor(fitting)) if fitting >= 1 else fitting
    return (whole, *(float(n) for n in range(1, WIDEST + 1) if n > whole))


def size(length: int, pitch: float, lines: int) -> tuple[int, int]:
    return math.ceil(length * pitch), max(3, lines)


def place(pitch: float, position: int) -> int:
    return int((position + 0.5) * pitch)


class StrandLine:
    """The page of a scene, the strand in its line `row`, with so many columns a position: `pitch`."""

    def __init__(self, scene: Scene, pitch: float, lines: int, row: int, *, plain: bool) -> None:
        self.scene, self.pitch, self.row = scene, pitch, row
        self.plot = Plot(*size(scene.columns, pitch, lines), plain=plain)

    def write(self, position: int, letter: str, kind: str, *, over: bool = True) -> None:
        """A letter at a position of the strand."""
        self.plot.write(self.column(position), self.row, letter, kind, over=over)

    def column(self, position: int) -> int:
        return place(self.pitch, self.scene.column(position))

    def arc(
        self, pair: tuple[int, int], longest: int, side: int, kind: str, rank: int, *, whole: bool, gaps: int = 1
    ) -> None:
        """An arc between two positions, as high as its side has room where it spans the `longest`.

        Of DOTTED strokes so many are gaps, unless it is `whole`.
        """
        room = (self.row if side == ABOVE else self.plot.height - 1 - self.row) * LINE - 1
        rise = room * ((pair[1] - pair[0]) / longest) ** BEND
        left, end = ((self.scene.column(position) + 0.5) * self.pitch * COLUMN - 0.5 for position in pair)
        radius = (end - left) / 2
        steps = max(8, int(2 * (radius + rise)))
        base = self.row * LINE - 1 if side == ABOVE else (self.row + 1) * LINE
        last = (left, float(base))
        for step in range(1, steps + 1):
            angle = math.pi * step / steps
            now = (left + radius - radius * math.cos(angle), base + side * rise * math.sin(angle))
            if whole or step % DOTTED >= gaps:
                self.plot.stroke(last, now, kind, rank, letter="" if whole else ".")
            last = now

    def canvas(self, cursor: int | None) -> Canvas:
        """The page, with an & between two strands, and marks at the position looked at and at its partners."""
        scene, plot = self.scene, self.plot
        if scene.puzzle.nick:
            plot.write(place(self.pitch, scene.puzzle.nick), self.row, "&", QUIET)
        if cursor is not None and scene.length:
            above, below = ("v", "^") if plot.plain else ("▼", "▲")
            for partners, line, sign in ((scene.partners, self.row - 1, above), (scene.folded, self.row + 1, below)):
                plot.write(self.column(cursor), line, sign, CURSOR)
                if partners[cursor] >= 0:
                    plot.write(self.column(partners[cursor]), line, sign, PARTNER)
        return plot.canvas()


def longest_of(*some: Sequence[tuple[int, int]]) -> int:
    """How far apart the positions of the widest pair are; 1 if there is none."""
    return max((other - one for found in some for one, other in found), default=1)


LEAST_SHOWN, LIKELY, SURE = 0.05, 0.2, 0.5
"""Probabilities from which on a pair is drawn, with fewer gaps, and without any."""


def odds_middle(lines: int) -> int:
    """The line of the defects, between the arcs of probabilities and those of the target."""
    return (size(1, 1, lines)[1] - 1) // 2


def odds_page(scene: Scene, pitch: float, lines: int, *, plain: bool, cursor: int | None = None) -> Canvas:
    """The design's pairs above by their probability, those of the target below; between them the defects in tenths.

    An arc without gaps is a pair with SURE or more; one of dots has LIKELY, one of few dots LEAST_SHOWN. Those that the
    target has not are of another colour. A pair of the target that is not SURE is dotted below.
    """
    strand = StrandLine(scene, pitch, lines, odds_middle(lines), plain=plain)
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
            strand.write(position, tenths(defect), defect_kind(defect), over=over)
        else:
            strand.write(position, "-" if plain else "─", CALM, over=False)
    return strand.canvas(cursor)


APART = 4.0
"""Points between the feet of a stem's arcs, at least; those between are left out, if nothing is wrong with them."""


def page(scene: Scene, pitch: float, lines: int, *, plain: bool, cursor: int | None = None) -> Canvas:
    """The arcs of the target above, those of the fold below if it is known; the sequence between them.

    Positions of motifs that are proved undesignable have a `!` where there is no base.
    """
    strand = StrandLine(scene, pitch, lines, middle(scene, lines), plain=plain)
    _arcs(strand, scene.partners, scene.folded, ABOVE, LOST)
    if scene.fold:
        _arcs(strand, scene.folded, scene.partners, BELOW, FALSE)
    lettered = pitch >= 1
    for position in range(scene.length):
        kind, letter = scene.kind(position), scene.letters[position]
        if position in scene.barred and (letter == "." or not (lettered or position in scene.wrong)):
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
