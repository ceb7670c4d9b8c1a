"""A page with the strand along one of its lines, and arcs that stand on it or hang from it. No textual."""

from __future__ import annotations

import math
from collections.abc import Sequence

from tui.boards.canvas import COLUMN, LINE, Canvas, Plot
from tui.boards.rna.scene import CALM, CURSOR, PARTNER, QUIET, Scene

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

    def __init__(self, scene: Scene, pitch: float, lines: int, row: int, *, plain: bool, calm: bool) -> None:
        self.scene, self.pitch, self.row, self.calm = scene, pitch, row, calm
        self.plot = Plot(*size(scene.columns, pitch, lines), plain=plain)

    def write(self, position: int, letter: str, kind: str, *, over: bool = True) -> None:
        """A letter at a position of the strand."""
        self.plot.write(self.column(position), self.row, letter, kind, over=over)

    def column(self, position: int) -> int:
        return place(self.pitch, self.scene.column(position))

    def arc(
        self,
        pair: tuple[int, int],
        longest: int,
        side: int,
        kind: str,
        rank: int,
        *,
        whole: bool,
        gaps: int = 1,
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
                self.plot.stroke(last, now, self.kind(kind), rank, letter="" if whole else ".")
            last = now

    def kind(self, kind: str) -> str:
        """The kind; the one of all that is calm while the page is."""
        return CALM if self.calm else kind

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
