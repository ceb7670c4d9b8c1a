"""What pictures consist of: lines, circles and words with their pens. A family draws them; a writer makes a file.

Lengths are in points of the picture, x to the right, y downwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from html import escape

from puzzles.text.quoting import cleaned

Point = tuple[float, float]

INK = "#111111"
TITLE = 18.0
"""Size of a picture's title; its middle is HEAD points below the top."""
HEAD = 24.0
WORDS = 13.0
"""Size of a picture's other lines: facts and legend."""
PAINTS = ("#e69f00", "#56b4e9", "#009e73", "#f0e442", "#d55e00", "#cc79a7", "#4477aa", "#999999", "#e8e8e8")
"""Colours that are distinct for most eyes: Okabe and Ito's, lighter ones in place of its black and its blue."""
LETTER_WIDTH = 0.6
"""Of a letter's size: about what letters need on average, in all fonts that a reader may have."""
LONGEST_TITLE = 120


@dataclass(frozen=True, slots=True)
class Pen:
    """How a shape is drawn: the colours of its line and its inside (empty: none), the line's width and dashes."""

    line: str = ""
    width: float = 1.0
    fill: str = ""
    dashes: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Path:
    """Straight lines from point to point, and back to the first if `closed`. `tip`: shown under the mouse, if any."""

    pen: Pen
    points: tuple[Point, ...]
    closed: bool = False
    tip: str = ""


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle, or with a `fill` a disc. `tip`: shown under the mouse, if any."""

    pen: Pen
    centre: Point
    radius: float
    tip: str = ""


@dataclass(frozen=True, slots=True)
class Words:
    """One line of text. `at`: half the height of its capitals, and its left end, middle or right end by `anchor`."""

    text: str
    at: Point
    size: float
    anchor: str = "middle"
    bold: bool = False
    colour: str = INK


Shape = Path | Circle | Words


@dataclass(frozen=True, slots=True)
class Picture:
    """Shapes on a white page. `title` and `about` are for readers who cannot see it; shapes hold the title too."""

    width: float
    height: float
    title: str
    about: str
    shapes: tuple[Shape, ...]


def titled(width: float, height: float, title: str, about: str, shapes: Iterable[Shape]) -> Picture:
    """The picture of the shapes, its title above them, as large as there is room for."""
    shown = cleaned(title, LONGEST_TITLE)
    size = min(TITLE, 0.96 * width / (LETTER_WIDTH * max(len(shown), 1)))
    heading = Words(shown, (width / 2, HEAD), size, bold=True)
    return Picture(width, height, cleaned(title), about, (heading, *shapes))


def retitled(picture: Picture, title: str) -> Picture:
    """The picture of `titled` under another title."""
    return titled(picture.width, picture.height, title, picture.about, picture.shapes[1:])


def line(pen: Pen, start: Point, end: Point) -> Path:
    return Path(pen, (start, end))


def box(pen: Pen, corner: Point, width: float, height: float, tip: str = "") -> Path:
    """A rectangle; `corner` is its upper left one."""
    x, y = corner
    return Path(pen, ((x, y), (x + width, y), (x + width, y + height), (x, y + height)), closed=True, tip=tip)


class GridPage:
    """Where square cells stand below a title; `size`: a cell's side; `rim`: the width of what is beside them."""

    MARGIN, TOP, NARROWEST = 20.0, 48.0, 330.0
    """The title needs the least width."""

    def __init__(self, rows: int, columns: int, size: float, rim: float = 0.0) -> None:
        self.size = size
        self.width = max(columns * size + 2 * self.MARGIN + 2 * rim, self.NARROWEST)
        self.left = (self.width - columns * size) / 2
        self.top = self.TOP + rim
        self.bottom = self.top + rows * size + rim + self.MARGIN

    def corner(self, place: tuple[int, int]) -> Point:
        return self.left + place[1] * self.size, self.top + place[0] * self.size

    def middle(self, place: tuple[float, float]) -> Point:
        return self.left + (place[1] + 0.5) * self.size, self.top + (place[0] + 0.5) * self.size


def note(text: str, at: Point) -> Words:
    """A word of a legend, which begins there."""
    return Words(text, at, WORDS, anchor="start")


def placed(shapes: Sequence[Shape], corner: Point, scale: float) -> tuple[Shape, ...]:
    """The shapes, scaled, with the corner where the upper left one of their picture was."""

    def at(point: Point) -> Point:
        return corner[0] + point[0] * scale, corner[1] + point[1] * scale

    pens: dict[Pen, Pen] = {}

    def pen(old: Pen) -> Pen:
        if old not in pens:
            pens[old] = replace(old, width=old.width * scale, dashes=tuple(one * scale for one in old.dashes))
        return pens[old]

    found: list[Shape] = []
    for one in shapes:
        if isinstance(one, Words):
            found.append(replace(one, at=at(one.at), size=one.size * scale))
        elif isinstance(one, Circle):
            found.append(replace(one, pen=pen(one.pen), centre=at(one.centre), radius=one.radius * scale))
        else:
            found.append(replace(one, pen=pen(one.pen), points=tuple(at(point) for point in one.points)))
    return tuple(found)


FONTS = "DejaVu Sans,Verdana,Arial,sans-serif"
BASELINE = 0.36
"""Of a letter's size: how far the line that letters stand on is below the middle of the capitals."""


def svg(picture: Picture) -> str:
    """The file's text; the same picture gives the same text."""
    wide, high = f"{picture.width:.0f}", f"{picture.height:.0f}"
    box = f'width="{wide}" height="{high}" viewBox="0 0 {wide} {high}"'
    pens = list(dict.fromkeys(one.pen for one in picture.shapes if not isinstance(one, Words)))
    names = {pen: f"p{number}" for number, pen in enumerate(pens)}
    style = "".join(f".{name}{{{_css(pen)}}}" for pen, name in names.items())
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {box} role="img">',
        f"<title>{escape(picture.title)}</title>",
        f"<desc>{escape(picture.about)}</desc>",
        f"<style>text{{font-family:{FONTS};pointer-events:none}}{style}</style>",
        f'<rect width="{wide}" height="{high}" fill="#fff"/>',
    ]
    return "\n".join([*head, *(_element(one, names) for one in picture.shapes), "</svg>"]) + "\n"


def _css(pen: Pen) -> str:
    parts = [f"fill:{pen.fill or 'none'}"]
    if pen.line:
        parts.append(f"stroke:{pen.line};stroke-width:{_number(pen.width)};stroke-linejoin:round")
    if pen.dashes:
        parts.append("stroke-dasharray:" + " ".join(map(_number, pen.dashes)))
    return ";".join(parts)


def _element(shape: Shape, names: dict[Pen, str]) -> str:
    if isinstance(shape, Words):
        x, y = shape.at
        weight = ' font-weight="bold"' if shape.bold else ""
        place = f'x="{_number(x)}" y="{_number(y + BASELINE * shape.size)}" font-size="{_number(shape.size)}"'
        return f'<text {place} text-anchor="{shape.anchor}"{weight} fill="{shape.colour}">{escape(shape.text)}</text>'
    if isinstance(shape, Circle):
        x, y = shape.centre
        tag, place = "circle", f'cx="{_number(x)}" cy="{_number(y)}" r="{_number(shape.radius)}"'
    else:
        tag, place = _path(shape)
    start = f'<{tag} class="{names[shape.pen]}" {place}'
    return f"{start}><title>{escape(shape.tip)}</title></{tag}>" if shape.tip else f"{start}/>"


def _path(shape: Path) -> tuple[str, str]:
    if len(shape.points) == 2 and not shape.closed:
        (x, y), (to_x, to_y) = shape.points
        return "line", f'x1="{_number(x)}" y1="{_number(y)}" x2="{_number(to_x)}" y2="{_number(to_y)}"'
    points = " ".join(f"{_number(x)},{_number(y)}" for x, y in shape.points)
    return "polygon" if shape.closed else "polyline", f'points="{points}"'


def _number(value: float) -> str:
    return f"{round(value, 2):g}" if abs(value) < 1000 else f"{value:.1f}"
