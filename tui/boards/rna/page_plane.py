"""A structure drawn as a plane figure: loops round, stems straight, letters where they fit. No textual."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, product

from tui.boards.canvas import COLUMN, LINE, Canvas, Plot
from tui.boards.rna.scene import (
    BARRED,
    CURSOR,
    FALSE,
    LOST,
    PAIR,
    PARTNER,
    POOR_FROM,
    QUIET,
    STRAND,
    Scene,
    defect_kind,
    pairs,
    tenths,
)

Point = tuple[float, float]
MARGIN = 2 * COLUMN
"""Points left free on both sides, for what is written beside a base."""
LARGEST = 8.0
"""Points from a base to the next beyond which a larger figure shows no more."""
LETTERS = 3.0
"""As many are needed before letters are tried; they are drawn if no two fall on one character."""
TURNS = 24
"""Directions in which a figure is tried: each 15 degrees."""
DOTTED, SPARSE = 2, 3


@dataclass(frozen=True, slots=True)
class Figure:
    """Where the bases are: x and y of each, 1 from a base to the next, from 0 to `width` and `height`."""

    points: tuple[Point, ...]
    width: float
    height: float

    def scale(self, columns: int, lines: int) -> float:
        """Points from a base to the next at which it fills a page, LARGEST at most; above 0 however small that is."""
        across = (columns * COLUMN - 1 - 2 * MARGIN) / max(self.width, 1e-9)
        down = (lines * LINE - 1) / max(self.height, 1e-9)
        return max(0.05, min(across, down, LARGEST))

    def size(self, scale: float) -> tuple[int, int]:
        """Columns and lines of a page at that scale."""
        columns = math.floor(self.width * scale + 0.5) + 2 * MARGIN
        return columns // COLUMN + 1, math.floor(self.height * scale + 0.5) // LINE + 1


@lru_cache(maxsize=8)
def figure(structure: str, columns: int, lines: int, nick: int = 0) -> Figure:
    """The structure's figure, turned so that it is drawn as large as can be on a page of that size.

    `nick`: the positions of the first of two strands, behind which there is a gap.
    """
    from puzzles.rna.flat_drawing import layout

    points = layout(structure, nick)
    steps = sorted(math.dist(one, other) for one, other in pairwise(points))
    unit = steps[len(steps) // 2] if steps else 1.0
    tried = [_turned(points, turn * 2 * math.pi / TURNS, unit) for turn in range(TURNS // 2)]
    return max(tried, key=lambda one: one.scale(columns, lines))


def page(
    scene: Scene,
    shape: Figure,
    scale: float,
    *,
    of_fold: bool,
    plain: bool,
    cursor: int | None = None,
    defects: Sequence[float] = (),
) -> Canvas:
    """The design at that scale; `of_fold`: the figure is the fold's, else the target's.

    With `defects` a position has these in tenths for its base; where there is no room for letters, those of half or
    more are thick.
    """
    plot = Plot(*shape.size(scale), plain=plain)
    at = [(x * scale + MARGIN, y * scale) for x, y in shape.points]
    cells = [(round(x) // COLUMN, round(y) // LINE) for x, y in at]
    lettered = scale >= LETTERS and len(set(cells)) == len(cells)
    nick = scene.puzzle.nick
    for behind, (start, end) in enumerate(pairwise(at), start=1):
        if behind != nick:
            plot.stroke(start, end, STRAND, 0)
    barred = frozenset[int]() if of_fold else scene.barred
    for position in barred & {one - 1 for one in barred}:
        plot.stroke(at[position], at[position + 1], BARRED, 0)
    mine, others = (scene.folded, scene.partners) if of_fold else (scene.partners, scene.folded)
    for one, other in pairs(mine):
        both = others[one] == other
        kind = PAIR if both else FALSE if of_fold else LOST
        plot.stroke(at[one], at[other], kind, 1 if both else 2, every=1 if both else DOTTED)
    for one, other in pairs(others):
        if mine[one] != other:
            kind = LOST if of_fold else FALSE
            plot.stroke(at[one], at[other], kind, 1, every=SPARSE)
    for position, (column, line) in enumerate(cells):
        kind = scene.kind(position)
        if defects:
            kind = defect_kind(defects[position])
        if defects and lettered:
            letter = tenths(defects[position])
            plot.write(column, line, letter if letter != "." else "o" if plain else "•", kind)
        elif lettered:
            letter = scene.letters[position]
            if letter == "." and position in barred:
                letter, kind = "!", BARRED
            plot.write(column, line, letter if letter != "." else "o" if plain else "•", kind)
        else:
            bad = defects[position] >= POOR_FROM if defects else position in scene.wrong
            thick = bad or not defects
            wide = 2 if scale >= 2.5 and thick else 1  # thick enough to differ from lines where there is space
            rank, letter = (3, "x") if bad else (2, "o")
            for i, j in product(range(wide), repeat=2):
                plot.point(at[position][0] + i, at[position][1] + j, kind, rank, letter)
    ends = [(0, "5'"), (nick, "5'"), (nick - 1, "3'")] if nick else [(0, "5'")]
    ends.append((scene.length - 1, "3'"))
    for position, text in ends:  # if there is a free place beside the end
        column, line = cells[position]
        for left, y in ((column - 2, line), (column + 1, line), (column, line + 1), (column, line - 1)):
            if all(plot.free(left + i, y) for i in range(2)):
                plot.write(left, y, text, QUIET)
                break
    if cursor is not None:
        partner = mine[cursor]
        if partner >= 0:
            _bracket(plot, cells[partner], "()", PARTNER)
        _bracket(plot, cells[cursor], "[]", CURSOR)
    return plot.canvas()


def place(shape: Figure, scale: float, position: int) -> tuple[int, int]:
    x, y = shape.points[position]
    return round(x * scale + MARGIN) // COLUMN, round(y * scale) // LINE


def _bracket(plot: Plot, cell: tuple[int, int], signs: str, kind: str) -> None:
    column, line = cell
    plot.write(column - 1, line, signs[0], kind)
    plot.write(column + 1, line, signs[1], kind)


def _turned(points: Sequence[Point], angle: float, unit: float) -> Figure:
    cosine, sine = math.cos(angle) / unit, math.sin(angle) / unit
    turned = [(x * cosine - y * sine, x * sine + y * cosine) for x, y in points]
    left, top = min(x for x, _ in turned), min(y for _, y in turned)
    moved = tuple((x - left, y - top) for x, y in turned)
    return Figure(moved, max(x for x, _ in moved), max(y for _, y in moved))
