"""A picture as lines of text, coarse: the look of a page or figure before it is written to a file."""

from __future__ import annotations

import math
from collections.abc import Iterable

from puzzles.picture import LETTER_WIDTH, Circle, Picture, Point, Words

DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""Bits of a braille character, by the line and the column of its dots."""
BRAILLE = 0x2800
PALE, DARK = 0.85, 0.45
"""Lines paler than the first are left out, and areas as dark as the second are filled."""
CORNERS = 32
"""Of the polygon that a circle is drawn as."""
LEAST_LETTERS = 2.0
"""Dots: smaller words are left out."""
SOLID = 5
"""Dots of a character in ASCII that is drawn as a filled one."""


def preview(picture: Picture, width: int, height: int, *, plain: bool) -> str:
    """The picture in at most so many columns and lines, in a frame: shapes as dots, words as letters where they fit."""
    scale = min(2 * (width - 1) / picture.width, 4 * (height - 1) / picture.height)
    columns, lines = round(picture.width * scale / 2) + 1, round(picture.height * scale / 4) + 1
    dots: set[tuple[int, int]] = set()
    edge = ((0.0, 0.0), (picture.width, 0.0), (picture.width, picture.height), (0.0, picture.height), (0.0, 0.0))
    dots.update(_along(edge, scale))
    for one in picture.shapes:
        if isinstance(one, Words):
            continue
        if isinstance(one, Circle):
            turns = [2 * math.pi * at / CORNERS for at in range(CORNERS + 1)]
            (x, y), size = one.centre, one.radius
            points = tuple((x + size * math.cos(turn), y + size * math.sin(turn)) for turn in turns)
        else:
            points = (*one.points, one.points[0]) if one.closed else one.points
        if one.pen.line and lightness(one.pen.line) < PALE:
            dots.update(_along(points, scale))
        if one.pen.fill and lightness(one.pen.fill) < DARK:
            dots.update(_inside(points, scale))
    cells: dict[tuple[int, int], int] = {}
    for x, y in dots:
        cells[x // 2, y // 4] = cells.get((x // 2, y // 4), 0) | DOTS[y % 4][x % 2]
    grid = [[_sign(cells.get((x, y), 0), plain=plain) for x in range(columns)] for y in range(lines)]
    for one in picture.shapes:
        if isinstance(one, Words) and one.size * scale >= LEAST_LETTERS:
            _write(grid, one, scale)
    return "\n".join("".join(line).rstrip() for line in grid)


def lightness(colour: str) -> float:
    """From 0 for black to 1 for white, of a colour `#rrggbb` or `#rgb`."""
    digits = colour.lstrip("#")
    pairs = [one * 2 for one in digits] if len(digits) == 3 else [digits[at : at + 2] for at in (0, 2, 4)]
    return sum(int(one, 16) for one in pairs) / 765


def _along(points: Iterable[Point], scale: float) -> Iterable[tuple[int, int]]:
    """The dots along the straight lines from point to point."""
    before: Point | None = None
    for x, y in ((x * scale, y * scale) for x, y in points):
        x0, y0 = before or (x, y)
        steps = max(1, math.ceil(max(abs(x - x0), abs(y - y0))))
        yield from ((round(x0 + (x - x0) * at / steps), round(y0 + (y - y0) * at / steps)) for at in range(steps + 1))
        before = x, y


def _inside(points: Iterable[Point], scale: float) -> Iterable[tuple[int, int]]:
    """The dots of the rectangle around the points."""
    xs, ys = zip(*((round(x * scale), round(y * scale)) for x, y in points), strict=True)
    return ((x, y) for x in range(min(xs), max(xs) + 1) for y in range(min(ys), max(ys) + 1))


def _sign(bits: int, *, plain: bool) -> str:
    if not bits:
        return " "
    return chr(BRAILLE + bits) if not plain else "#" if bits.bit_count() >= SOLID else "."


def _write(grid: list[list[str]], words: Words, scale: float) -> None:
    """Puts the words into the grid, as many of their letters as the picture has room for."""
    most = max(1, round(LETTER_WIDTH * words.size * len(words.text) * scale / 2))
    text = words.text[:most]
    x = round(words.at[0] * scale / 2 - {"start": 0.0, "middle": len(text) / 2, "end": len(text)}[words.anchor])
    y = round(words.at[1] * scale / 4 - 0.5)
    if 0 <= y < len(grid):
        for at, letter in enumerate(text, x):
            if 0 <= at < len(grid[y]):
                grid[y][at] = letter
