"""A picture as a standalone SVG file: its text stays text, in a font that the reader has."""

from __future__ import annotations

from html import escape

from puzzles.picture import Circle, Path, Pen, Picture, Shape, Words

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
