"""A structure as a flat drawing: a design's bases on it, and where its fold differs. ViennaRNA lays it out."""

from __future__ import annotations

import math
import threading
from collections.abc import Collection, Iterator
from functools import lru_cache

from puzzles.picture import Circle, Path, Pen, Point, Shape, Words, line
from puzzles.rna import energy_models
from puzzles.rna.structure import pairs_of

_LOCK = threading.Lock()
"""ViennaRNA takes the kind of drawing from a global variable."""

RADIUS, NEIGHBOURS = 10.0, 25.0
"""Of a base's disc, and how far neighbours are apart."""

GAP = 3
"""Positions between the ends of two strands, which are in one loop."""

EVERY = 10
"""Positions between two numbers."""

COLOURS = {"A": "#f2c14e", "C": "#8fbf6a", "G": "#e57f73", "U": "#7fa8d9"}
"""By base, all light enough for black letters; a letter that is no base (a restraint) has a white disc."""

STRAND, PAIR = Pen("#999999", 2), Pen("#333333", 2.5)
MISSING, WRONG = Pen("#b00020", 2.5), Pen("#b00020", 1.8, dashes=(6, 4))
DISCS = {letter: Pen("#333333", 1, colour) for letter, colour in COLOURS.items()}
BARE = Pen("#333333", 1, "#ffffff")
BAND, WIDER = Pen(fill="#d8bdf0"), 6.0
"""Behind positions that are set off, and by how much it is wider than a base's disc; neighbours' are one band."""
BASE, NUMBER = 11.0, 10.0


@lru_cache(maxsize=64)
def layout(structure: str, nick: int = 0) -> tuple[Point, ...]:
    """The x and the y of each position of a balanced dot-bracket structure.

    Where a second strand begins, behind `nick` positions, is a gap as wide as GAP unpaired ones.

    Neighbours are at least 25 apart, paired bases 35; y points down, as on a screen; the least x and y are 0. The
    drawing is ViennaRNA's RNApuzzler (Wiegreffe and others, Bioinformatics 35, 2019), which bends loops until nothing
    overlaps, turned so that it is at least as wide as it is high, as screens are. Without ViennaRNA it is a circle.
    """
    if nick:
        whole = layout(f"{structure[:nick]}{'.' * GAP}{structure[nick:]}")
        placed = whole[:nick] + whole[nick + GAP :]
        left, top = (min(one[axis] for one in placed) for axis in (0, 1))
        return tuple((x - left, y - top) for x, y in placed)
    try:
        energy_models.require()
    except energy_models.MissingError:
        return _circle(len(structure))
    import RNA

    with _LOCK:
        before = RNA.cvar.rna_plot_type
        RNA.cvar.rna_plot_type = RNA.PLOT_TYPE_PUZZLER
        try:
            found = RNA.get_xy_coordinates(structure)
            x, y = zip(*((found.get(i).X, found.get(i).Y) for i in range(len(structure))), strict=True)
        finally:
            RNA.cvar.rna_plot_type = before
    if max(y) - min(y) > max(x) - min(x):
        x, y = y, tuple(-one for one in x)  # a quarter turn: mirrored, a helix would wind the other way
    left, top = min(x), max(y)
    return tuple((one - left, top - other) for one, other in zip(x, y, strict=True))


def _circle(length: int) -> tuple[Point, ...]:
    radius = NEIGHBOURS / (2 * math.sin(math.pi / max(length, 3)))
    turns = (2 * math.pi * index / max(length, 1) for index in range(length))
    return tuple((radius * (1 - math.cos(turn)), radius * (1 - math.sin(turn))) for turn in turns)


def drawing(
    structure: str, fold: str, letters: str, nick: int = 0, banded: Collection[int] = ()
) -> tuple[float, float, list[Shape]]:
    """Width, height and shapes of a structure with a letter at each position, from `layout`'s corner.

    `fold`: the structure that the design folds into; its pairs that differ are set off. `nick`: as in `layout`.
    `banded`: positions with a band behind them.
    """
    points = layout(structure, nick)
    wanted, folded = pairs_of(structure), pairs_of(fold)
    strands = [points[:nick], points[nick:]] if nick else [points]
    shapes: list[Shape] = [band(points[index]) for index in sorted(banded)]
    shapes += [Path(STRAND, one) for one in strands]
    shapes += [line(PAIR, points[i], points[j]) for i, j in sorted(wanted & folded)]
    for i, j in sorted(wanted - folded):
        shapes += crossed(points[i], points[j])
    shapes += [line(WRONG, points[i], points[j]) for i, j in sorted(folded - wanted)]
    for letter, point in zip(letters, points, strict=True):
        shapes += base(letter, point)
    shapes += [shape for one, first in zip(strands, (0, nick), strict=False) for shape in _numbers(one, first)]
    return max(x for x, _ in points), max(y for _, y in points), shapes


def _numbers(points: tuple[Point, ...], before: int) -> Iterator[Shape]:
    """The numbers of every tenth position of a strand, and its ends, each beside its base on the side away from it.

    `before`: the positions of strands before it.
    """
    last = len(points) - 1
    shown = {0: "5'", last: "3'"} if last else {0: "5'3'"}
    tens = range(EVERY - before % EVERY, last + 1, EVERY)
    shown |= {number - 1: str(before + number) for number in tens if number > 1}
    for index, text in sorted(shown.items()):
        one, other = points[max(index - 1, 0)], points[min(index + 1, last)]
        dx, dy = other[0] - one[0], other[1] - one[1]
        size = (dx * dx + dy * dy) ** 0.5 or 1.0
        x, y = points[index]
        reach = RADIUS + 9
        yield Words(text, (x + dy / size * reach, y - dx / size * reach), NUMBER, colour="#555555")


def crossed(start: Point, end: Point) -> Iterator[Shape]:
    """A pair's place with a cross in its middle: the pair is not in the fold."""
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    arm = 6
    yield line(MISSING, (x - arm, y - arm), (x + arm, y + arm))
    yield line(MISSING, (x - arm, y + arm), (x + arm, y - arm))


def band(centre: Point) -> Circle:
    return Circle(BAND, centre, RADIUS + WIDER)


def base(letter: str, centre: Point) -> Iterator[Shape]:
    yield Circle(DISCS.get(letter, BARE), centre, RADIUS)
    yield Words(letter, centre, BASE)
