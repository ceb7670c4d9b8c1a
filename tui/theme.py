"""How the app looks: its colours, the terminal's own where there are only sixteen, and scroll bars in ASCII."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter
from textual.scrollbar import ScrollBar, ScrollBarRender
from textual.theme import BUILTIN_THEMES, Theme

OWN = ("cell", "clue-down", "clue-across", "yours", "found", "wrong", "hint", "best")
"""Our own variables, for boards: white cells, clues, what was typed, what was found, is wrong, hinted at, the best.

Found is Textual's success, wrong its error, best its warning, hint its accent.
"""


def _theme(name: str, *, dark: bool, colours: str) -> Theme:
    """The colours in the order of the table of docs/app.md."""
    names = ("background", "surface", *OWN[:3], "foreground", "primary", *OWN[3:])
    of = dict(zip(names, colours.split(), strict=True))
    return Theme(
        name=name,
        primary=of["primary"],
        secondary=of["primary"],
        accent=of["hint"],
        warning=of["best"],
        error=of["wrong"],
        success=of["found"],
        foreground=of["foreground"],
        background=of["background"],
        surface=of["surface"],
        panel=of["surface"],
        dark=dark,
        variables={one: of[one] for one in OWN} | {"text-muted": _between(of["foreground"], of["background"])},
    )


def _between(foreground: str, background: str) -> str:
    """A quieter foreground."""
    return Color.parse(foreground).blend(Color.parse(background), 0.26).hex


NIGHT = _theme(
    "night",
    dark=True,
    colours="#14181d #1b2128 #2b343e #1d2b38 #35291b #dfe3e8 #93b8de #7cc0ff #9bd29b #ff8a8a #cfaaf7 #f0c674",
)
PAPER = _theme(
    "paper",
    dark=False,
    colours="#faf7f0 #f1ede3 #ffffff #dce7ef #f3e3c8 #2b2f33 #2c5d8f #0a58a8 #2d6a32 #b3261e #6d3ab0 #7d4d00",
)
SAFE_NIGHT = _theme(
    "safe-night",
    dark=True,
    colours="#121519 #191e24 #29323b #162a3d #38290f #e2e5e9 #a9c6e3 #64a4b8 #7aeeae #fa743c #db78ff #f2dc2e",
)
SAFE_PAPER = _theme(
    "safe-paper",
    dark=False,
    colours="#fbfaf6 #f1efe8 #ffffff #dbe7f2 #f5e5c6 #101316 #1f4f86 #1a4fd0 #1c7154 #b04000 #7a1f7a #3d3400",
)
"""The safe ones can be told apart with each kind of colour blindness."""

TERMINAL = replace(
    BUILTIN_THEMES["ansi-dark"],
    name="terminal",
    accent="ansi_cyan",
    variables=BUILTIN_THEMES["ansi-dark"].variables
    | {
        "block-cursor-foreground": "ansi_default",
        "block-cursor-background": "ansi_default",
        "block-cursor-text-style": "reverse",
        "input-cursor-foreground": "ansi_default",
        "input-cursor-background": "ansi_default",
        "input-cursor-text-style": "reverse",
        "input-selection-foreground": "ansi_default",
        "input-selection-background": "ansi_bright_black",
        "cell": "ansi_default",
        "clue-down": "ansi_default",
        "clue-across": "ansi_default",
        "yours": "ansi_cyan",
        "found": "ansi_green",
        "wrong": "ansi_red",
        "hint": "ansi_magenta",
        "best": "ansi_default",
    },
)
"""Marks by reversing and bold type, so that nothing is lost where colours are (NO_COLOR)."""


THEMES = (NIGHT, PAPER, SAFE_NIGHT, SAFE_PAPER, TERMINAL)
LIGHT = frozenset({"7", *map(str, range(9, 16))})
"""Backgrounds that COLORFGBG may name and that are light."""


def choose_theme(colour_system: str | None, *, no_colour: bool, wanted: str = "auto", colorfgbg: str = "") -> str:
    """The theme's name for a terminal's colour system as Rich names it, and what its COLORFGBG says of itself."""
    if no_colour or colour_system in (None, "standard", "windows"):
        return TERMINAL.name
    if wanted != "auto":
        return wanted
    return PAPER.name if colorfgbg.rpartition(";")[2] in LIGHT else NIGHT.name


class OnlyPrintable(LineFilter):
    """Of what any widget draws, leaves out what a terminal would obey; columns stay where they are.

    `plain`: the sign for degrees too, which is the one that families' words have beyond ASCII.
    """

    def __init__(self, *, plain: bool = False) -> None:
        super().__init__()
        self._plain = plain

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments, the same ones if nothing in them has to be left out."""
        if self._plain and any("\N{DEGREE SIGN}" in text for text, _, _ in segments):
            segments = [one._replace(text=one.text.replace("\N{DEGREE SIGN}", " ")) for one in segments]
        if all(text.isprintable() for text, _, control in segments if not control):
            return segments
        return [one if one.control else one._replace(text=_drawable(one.text)) for one in segments]


def _drawable(text: str) -> str:
    return "".join(one if one.isprintable() else " " * cell_len(one) for one in text)


class PlainScrollBarRender(ScrollBarRender):
    """The same bar without fractions of cells."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "] * 8
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "] * 8


def choose_scrollbars(*, plain: bool) -> None:
    """All scroll bars of this process are drawn in ASCII, or as Textual does, from now on."""
    ScrollBar.renderer = PlainScrollBarRender if plain else ScrollBarRender
