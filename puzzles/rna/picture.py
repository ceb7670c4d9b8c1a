"""A target as a picture: its flat drawing, with a design's bases and where its fold differs."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from puzzles.parameters import Value
from puzzles.picture import Circle, Path, Pen, Picture, Point, Shape, Words, line, note, titled
from puzzles.rna.checker import gc_share, judge, pairs_of
from puzzles.rna.puzzle import RnaPuzzle, sequence_of
from puzzles.text.quoting import percent

_LOCK = threading.Lock()
"""ViennaRNA takes the kind of drawing from a global variable."""

RADIUS = 10.0
"""Of a base's disc; neighbours are 25 apart."""

MARGIN, TOP, FOOT = 40.0, 70.0, 50.0
NARROWEST = 720.0
"""The title and the legend need it, whatever the target."""

EVERY = 10
"""Positions between two numbers."""

COLOURS = {"A": "#f2c14e", "C": "#8fbf6a", "G": "#e57f73", "U": "#7fa8d9"}
"""By base, all light enough for black letters; a letter that is no base (a restraint) has a white disc."""

STRAND, PAIR = Pen("#999999", 2), Pen("#333333", 2.5)
MISSING, WRONG = Pen("#b00020", 2.5), Pen("#b00020", 1.8, dashes=(6, 4))
DISCS = {letter: Pen("#333333", 1, colour) for letter, colour in COLOURS.items()}
BARE = Pen("#333333", 1, "#ffffff")
BASE, NUMBER = 11.0, 10.0


@lru_cache(maxsize=64)
def layout(structure: str) -> tuple[Point, ...]:
    """The x and the y of each position of a balanced dot-bracket structure.

    Neighbours are at least 25 apart, paired bases 35; y points down, as on a screen; the least x and y are 0. The
    drawing is ViennaRNA's RNApuzzler (Wiegreffe and others, Bioinformatics 35, 2019), which bends loops until nothing
    overlaps, turned so that it is at least as wide as it is high, as screens are.
    """
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


def picture(puzzle: RnaPuzzle, board: Sequence[int] | None = None) -> Picture:
    """A design as it folds, which the checker says; without one the target, with the restraints as letters."""
    sequence = "" if board is None else sequence_of(board)
    known = {} if board is None else judge(puzzle, board).facts  # never a file's: the drawing needs all of them
    placed = layout(puzzle.target)
    across, down = max(x for x, _ in placed), max(y for _, y in placed)
    width, height = max(across + 2 * MARGIN, NARROWEST), down + TOP + FOOT + 2 * MARGIN
    points = [((width - across) / 2 + x, TOP + MARGIN + y) for x, y in placed]
    wanted = pairs_of(puzzle.target)
    folded = pairs_of(str(known["fold"])) if "fold" in known else wanted
    shapes: list[Shape] = [Words(_facts(sequence, known), (width / 2, 50), 13), Path(STRAND, tuple(points))]
    shapes += [line(PAIR, points[i], points[j]) for i, j in sorted(wanted & folded)]
    for i, j in sorted(wanted - folded):
        shapes += _crossed(points[i], points[j])
    shapes += [line(WRONG, points[i], points[j]) for i, j in sorted(folded - wanted)]
    for letter, point in zip(sequence or puzzle.restraints, points, strict=True):
        shapes += _base(letter, point)
    shapes += _numbers(points)
    shapes += _legend(height - FOOT / 2, misfolds=bool(sequence) and wanted != folded)
    return titled(width, height, puzzle.title, f"{puzzle.target} {sequence}", shapes)


def _facts(sequence: str, facts: Mapping[str, Value]) -> str:
    if not sequence:
        return "letters are restraints; N: any base"
    if "fold" not in facts:
        return "N: an open position" if "N" in sequence else "not folded: bases can't pair, or break the restraints"
    energy = f"energy {float(facts['energy']):.2f} kcal/mol, GC {percent(gc_share(sequence))}"
    if facts["distance"]:
        difference = f"{facts['distance']} pairs differ, gap {float(facts['gap']):.2f} kcal/mol"
        return f"folds into another structure: {difference}; {energy}"
    return f"folds into its target; {energy}, probability {float(facts['probability']):.3g}"


def _numbers(points: list[Point]) -> Iterator[Shape]:
    """The numbers of every tenth position, and the two ends, each beside its base on the side away from the strand."""
    last = len(points) - 1
    shown = {0: "5'", last: "3'"} if last else {0: "5'3'"}
    shown |= {number - 1: str(number) for number in range(EVERY, last + 1, EVERY)}
    for index, text in sorted(shown.items()):
        before, after = points[max(index - 1, 0)], points[min(index + 1, last)]
        dx, dy = after[0] - before[0], after[1] - before[1]
        size = (dx * dx + dy * dy) ** 0.5 or 1.0
        x, y = points[index]
        reach = RADIUS + 9
        yield Words(text, (x + dy / size * reach, y - dx / size * reach), NUMBER, colour="#555555")


def _legend(y: float, *, misfolds: bool) -> Iterator[Shape]:
    x = MARGIN
    for base in COLOURS:
        yield from _base(base, (x, y))
        x += 2 * RADIUS + 8
    yield note("bases", (x, y))
    x += 60
    yield line(PAIR, (x, y), (x + 30, y))
    yield note("pair of the target", (x + 38, y))
    x += 190
    if misfolds:
        yield from _crossed((x, y), (x + 30, y))
        yield note("does not fold", (x + 38, y))
        x += 150
        yield line(WRONG, (x, y), (x + 30, y))
        yield note("folds instead", (x + 38, y))


def _crossed(start: Point, end: Point) -> Iterator[Shape]:
    """A pair's place with a cross in its middle: the pair is not in the fold."""
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    arm = 6
    yield line(MISSING, (x - arm, y - arm), (x + arm, y + arm))
    yield line(MISSING, (x - arm, y + arm), (x + arm, y - arm))


def _base(letter: str, centre: Point) -> Iterator[Shape]:
    yield Circle(DISCS.get(letter, BARE), centre, RADIUS)
    yield Words(letter, centre, BASE)
