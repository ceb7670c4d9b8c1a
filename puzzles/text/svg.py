"""A standalone SVG picture: the frame that the pictures of all families have."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape


def document(width: float, height: float, title: str, about: str, style: str, parts: Iterable[str]) -> str:
    """The picture of the parts, on white, of that many pixels, under its title.

    `title` and `about`, the description for a reader who cannot see it, are plain texts; `style` is CSS.
    """
    wide, high = f"{width:.0f}", f"{height:.0f}"
    box = f'width="{wide}" height="{high}" viewBox="0 0 {wide} {high}"'
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {box} role="img">',
        f"<title>{escape(title)}</title>",
        f"<desc>{escape(about)}</desc>",
        f"<style>{style}</style>",
        f'<rect width="{wide}" height="{high}" fill="#fff"/>',
        f'<text class="title" x="{width / 2:.0f}" y="28">{escape(title)}</text>',
    ]
    return "\n".join([*head, *parts, "</svg>"]) + "\n"
