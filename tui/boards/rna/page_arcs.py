"""Target and fold drawn as arcs over and under the sequence: what fits a narrow terminal. No textual."""

from __future__ import annotations

import math
from collections.abc import Sequence

from tui.boards.canvas import COLUMN, LINE, Canvas, Plot
from tui.boards.rna.scene import CALM, CURSOR, FALSE, LOST, PAIR, PARTNER, Scene, pairs

WIDEST = 3
"""Columns a position, at most, however wide the page is."""
BEND = 0.75
"""An arc's height grows with its width to that power: short ones stay visible, and nested ones never cross."""
DOTTED = 3
APART = 4.0
"""Points between the feet of a stem's arcs, at least; those between are left out, if nothing is wrong with them."""


def widths(length: int, columns: int) -> tuple[float, ...]:
    """Columns a position, from the whole sequence on a page of that width to letters with space around."""
    fitting = min(WIDEST, columns / length)
    whole = float(math.floor(fitting)) if fitting >= 1 else fitting
    return (whole, *(float(n) for n in range(1, WIDEST + 1) if n > whole))


def size(length: int, pitch: float, lines: int) -> tuple[int, int]:
    return math.ceil(length * pitch), max(3, lines)


def page(
    scene: Scene, pitch: float, lines: int, *, plain: bool, calm: bool = False, cursor: int | None = None
) -> Canvas:
    """The arcs of the target above, those of the fold below if it is known; the sequence between them."""
    width, height = size(scene.length, pitch, lines)
    plot = Plot(width, height, plain=plain)
    row = middle(scene, lines)
    good = CALM if calm else PAIR
    _arcs(plot, scene.partners, scene.folded, pitch, row, -1, good, CALM if calm else LOST)
    if scene.fold:
        _arcs(plot, scene.folded, scene.partners, pitch, row, 1, good, CALM if calm else FALSE)
    lettered = pitch >= 1
    for position in range(scene.length):
        column, kind = place(pitch, position), scene.kind(position, calm=calm)
        letter = scene.letters[position]
        if lettered:
            plot.write(column, row, letter if plain or letter != "." else "·", kind)
        elif position in scene.wrong:
            plot.write(column, row, "x", kind)
        else:
            line = "-" if plain else "─"
            plot.write(column, row, line, "-".join((CALM, *kind.split("-")[1:])), over=False)
    if cursor is not None and scene.length:
        _set_off(plot, scene, cursor, pitch, row)
    return plot.canvas()


def middle(scene: Scene, lines: int) -> int:
    """The line of the sequence: the last one if there is no fold to draw below."""
    height = size(scene.length, 1, lines)[1]
    return (height - 1) // 2 if scene.fold else height - 1


def place(pitch: float, position: int) -> int:
    return int((position + 0.5) * pitch)


def _arcs(
    plot: Plot, of: Sequence[int], others: Sequence[int], pitch: float, row: int, side: int, good: str, bad: str
) -> None:
    longest = max((other - one for one, other in (*pairs(of), *pairs(others))), default=1)
    room = (row if side < 0 else plot.height - 1 - row) * LINE - 1
    drawn: tuple[int, int] | None = None
    before = (-2, -2)
    for one, other in pairs(of):
        right = others[one] == other
        stacked = (one - 1, other + 1) == before
        before = one, other
        if right and stacked and drawn is not None and (one - drawn[0]) * pitch * COLUMN < APART:
            continue
        drawn = (one, other) if right else None
        left, end = ((position + 0.5) * pitch * COLUMN - 0.5 for position in (one, other))
        radius, rise = (end - left) / 2, room * ((other - one) / longest) ** BEND
        steps = max(8, int(2 * (radius + rise)))
        base = row * LINE - 1 if side < 0 else (row + 1) * LINE
        last = (left, float(base))
        for step in range(1, steps + 1):
            angle = math.pi * step / steps
            now = (left + radius - radius * math.cos(angle), base + side * rise * math.sin(angle))
            if right or step % DOTTED:
                plot.stroke(last, now, good if right else bad, 1 if right else 2, letter="" if right else ".")
            last = now


def _set_off(plot: Plot, scene: Scene, cursor: int, pitch: float, row: int) -> None:
    above, below = ("v", "^") if plot.plain else ("▼", "▲")
    for partners, line, sign in ((scene.partners, row - 1, above), (scene.folded, row + 1, below)):
        plot.write(place(pitch, cursor), line, sign, CURSOR)
        if partners[cursor] >= 0:
            plot.write(place(pitch, partners[cursor]), line, sign, PARTNER)
