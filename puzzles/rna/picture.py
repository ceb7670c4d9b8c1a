"""A target as a standalone SVG picture: its flat drawing, with a design's bases and where its fold differs."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from functools import lru_cache

from puzzles.parameters import Value
from puzzles.rna.checker import gc_share, pairs_of
from puzzles.rna.puzzle import RnaPuzzle
from puzzles.text.quoting import cleaned, percent
from puzzles.text.svg import document

Point = tuple[float, float]

_LOCK = threading.Lock()
"""ViennaRNA takes the kind of drawing from a global variable."""


RADIUS = 10
"""Of a base's disc; neighbours are 25 apart."""

MARGIN, HEAD, FOOT = 40, 70, 50
NARROWEST = 720
"""The title and the legend need it, whatever the target."""

EVERY = 10
"""Positions between two numbers."""

COLOURS = {"A": "#f2c14e", "C": "#8fbf6a", "G": "#e57f73", "U": "#7fa8d9"}
"""By base, all light enough for black letters; a letter that is no base (a restraint) has a white disc."""

STYLE = (
    "text{font-family:sans-serif;text-anchor:middle;fill:#111}"
    ".title{font-size:18px;font-weight:bold}.facts{font-size:13px}.legend{font-size:13px;text-anchor:start}"
    ".base{font-size:11px}.number{font-size:10px;fill:#555}"
    ".strand{fill:none;stroke:#999;stroke-width:2}.pair{stroke:#333;stroke-width:2.5}"
    ".missing{stroke:#b00020;stroke-width:2.5}.wrong{stroke:#b00020;stroke-width:1.8;stroke-dasharray:6 4;fill:none}"
    ".disc{stroke:#333;stroke-width:1}"
)


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


def write(puzzle: RnaPuzzle, sequence: str = "", facts: Mapping[str, Value] | None = None) -> str:
    """The picture. Without a design the letters are the restraints'; `facts` are the checker's for the design."""
    known = facts or {}
    placed = layout(puzzle.target)
    across, down = max(x for x, _ in placed), max(y for _, y in placed)
    width, height = max(across + 2 * MARGIN, NARROWEST), down + HEAD + FOOT + 2 * MARGIN
    points = [((width - across) / 2 + x, HEAD + MARGIN + y) for x, y in placed]
    wanted = pairs_of(puzzle.target)
    folded = pairs_of(str(known["fold"])) if "fold" in known else wanted
    parts = [
        f'<text class="facts" x="{width / 2:.0f}" y="50">{_facts(sequence, known)}</text>',
        '<polyline class="strand" points="' + " ".join(f"{x:.1f},{y:.1f}" for x, y in points) + '"/>',
    ]
    parts += [_line("pair", points[i], points[j]) for i, j in sorted(wanted & folded)]
    parts += [_crossed(points[i], points[j]) for i, j in sorted(wanted - folded)]
    parts += [_line("wrong", points[i], points[j]) for i, j in sorted(folded - wanted)]
    letters = sequence or puzzle.restraints
    parts += [_base(letter, point) for letter, point in zip(letters, points, strict=True)]
    parts += _numbers(points)
    parts += _legend(height - FOOT / 2, bool(sequence), wanted != folded)
    return document(width, height, cleaned(puzzle.title), f"{puzzle.target} {sequence}", STYLE, parts)


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


def _numbers(points: list[Point]) -> Iterable[str]:
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
        yield f'<text class="number" x="{x + dy / size * reach:.1f}" y="{y - dx / size * reach + 4:.1f}">{text}</text>'


def _legend(y: float, design: bool, misfolds: bool) -> list[str]:
    parts = []
    x = float(MARGIN)
    for base in COLOURS:
        parts.append(_base(base, (x, y)))
        x += 2 * RADIUS + 8
    parts.append(f'<text class="legend" x="{x:.0f}" y="{y + 4:.0f}">bases</text>')
    x += 60
    parts.append(_line("pair", (x, y), (x + 30, y)))
    parts.append(f'<text class="legend" x="{x + 38:.0f}" y="{y + 4:.0f}">pair of the target</text>')
    x += 180
    if design and misfolds:
        parts.append(_crossed((x, y), (x + 30, y)))
        parts.append(f'<text class="legend" x="{x + 38:.0f}" y="{y + 4:.0f}">does not fold</text>')
        x += 140
        parts.append(_line("wrong", (x, y), (x + 30, y)))
        parts.append(f'<text class="legend" x="{x + 38:.0f}" y="{y + 4:.0f}">folds instead</text>')
    return parts


def _line(kind: str, start: Point, end: Point) -> str:
    return f'<line class="{kind}" x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}"/>'


def _crossed(start: Point, end: Point) -> str:
    """A pair's place with a cross in its middle: the pair is not in the fold."""
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    arm = 6
    return _line("missing", (x - arm, y - arm), (x + arm, y + arm)) + _line(
        "missing", (x - arm, y + arm), (x + arm, y - arm)
    )


def _base(letter: str, centre: Point) -> str:
    colour = COLOURS.get(letter, "#fff")
    x, y = centre
    disc = f'<circle class="disc" cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS}" fill="{colour}"/>'
    return f'{disc}<text class="base" x="{x:.1f}" y="{y + 4:.1f}">{letter}</text>'
