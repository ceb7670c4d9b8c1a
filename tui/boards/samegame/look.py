"""The colours of SameGame's cells, as style sheet: a calm palette, and a terminal's own sixteen colours.

A cell that is set off is reversed where colours may be missing, and one that is pointed at has brackets too. The calm
colours are all among the 256 of xterm: named by their number they cost half the bytes on the line, and a board has a
colour a cell.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from rich.color import Color, ColorType
from rich.color_triplet import ColorTriplet
from rich.style import Style

from tui.boards.samegame.tiles import CURSOR, GONE, KINDS, LIT, MARKED, PASSING, kind_of

PREFIX = "samegame-board--"
CLASSES = frozenset(f"{PREFIX}{kind}" for kind in KINDS)

INK = "#262626"
"""Of the glyph on its tile."""
PALE = "#eeeeee"
"""The tile of a cell that is set off."""


class Calm(NamedTuple):
    """Of one colour: its tile, and its glyph on a pale tile."""

    tile: str
    lit: str


CALM = (
    Calm("#d75f5f", "#af0000"),
    Calm("#87af5f", "#005f00"),
    Calm("#5fafd7", "#005faf"),
    Calm("#d7af5f", "#875f00"),
    Calm("#af87d7", "#5f00af"),
    Calm("#5fafaf", "#005f5f"),
    Calm("#afafaf", "#4e4e4e"),
    Calm("#d7875f", "#af5f00"),
    Calm("#d787af", "#af005f"),
)
"""All about as bright; those next to each other in the list differ most, as boards have few colours."""


class Sixteen(NamedTuple):
    """Of one colour: its tile, the glyph on it, and what its tile becomes when it is set off."""

    tile: str
    glyph: str
    lit: str


SIXTEEN = (
    Sixteen("ansi_red", "ansi_bright_white", "ansi_bright_white"),
    Sixteen("ansi_green", "ansi_black", "ansi_bright_white"),
    Sixteen("ansi_blue", "ansi_bright_white", "ansi_bright_white"),
    Sixteen("ansi_yellow", "ansi_black", "ansi_bright_white"),
    Sixteen("ansi_magenta", "ansi_bright_white", "ansi_bright_white"),
    Sixteen("ansi_cyan", "ansi_black", "ansi_bright_white"),
    Sixteen("ansi_white", "ansi_black", "ansi_black"),
    Sixteen("ansi_bright_red", "ansi_black", "ansi_bright_white"),
    Sixteen("ansi_bright_black", "ansi_bright_white", "ansi_bright_white"),
)


def style_sheet(widget: str) -> str:
    """The rules for the components of the widget of that name."""
    ansi = f"{widget}:ansi"
    lines = [
        _rule(widget, "empty", "color: $foreground 25%"),
        _rule(widget, PASSING, "color: $foreground 70%"),
        _rule(widget, MARKED, "color: $warning; text-style: bold underline"),
        _rule(ansi, "empty", "color: ansi_bright_black"),
        _rule(ansi, PASSING, "color: ansi_default"),
        _rule(ansi, MARKED, "color: ansi_bright_magenta; text-style: bold underline"),
    ]
    for colour, calm in enumerate(CALM):
        lines += [
            _rule(widget, kind_of(colour), f"color: {INK}; background: {calm.tile}"),
            _rule(widget, kind_of(colour, LIT), f"color: {calm.lit}; background: {PALE}; text-style: bold"),
            _rule(widget, kind_of(colour, CURSOR), f"color: {INK}; background: {PALE}; text-style: bold"),
            _rule(widget, kind_of(colour, GONE), f"color: {calm.tile}"),
        ]
    for colour, look in enumerate(SIXTEEN):
        lit = f"color: {look.lit}; background: {look.tile}; text-style: bold reverse"
        lines += [
            _rule(ansi, kind_of(colour), f"color: {look.glyph}; background: {look.tile}"),
            _rule(ansi, kind_of(colour, LIT), lit),
            _rule(ansi, kind_of(colour, CURSOR), f"{lit} underline"),
            _rule(ansi, kind_of(colour, GONE), f"color: {look.tile}; background: ansi_default"),
        ]
    return "\n".join(lines)


def numbered(style: Style) -> Style:
    """The style with those of its colours that are among xterm's 256 named by their number: they look the same."""
    return style + Style.from_color(_numbered(style.color), _numbered(style.bgcolor))


def _numbered(colour: Color | None) -> Color | None:
    """With its triplet, so that Textual knows that it is no colour of the terminal's own theme."""
    if colour is None or colour.triplet not in _numbers():
        return colour
    return Color(colour.name, ColorType.EIGHT_BIT, _numbers()[colour.triplet], colour.triplet)


@cache
def _numbers() -> dict[ColorTriplet | None, int]:
    """The colours that are the same on all terminals with 256 of them; the first sixteen are the user's own."""
    return {Color.from_ansi(number).get_truecolor(): number for number in range(16, 256)}


def _rule(widget: str, kind: str, style: str) -> str:
    return f"{widget} > .{PREFIX}{kind} {{ {style}; }}"
