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

CALM = Theme(
    name="calm",
    primary="#7aa2c8",
    secondary="#9fb3a8",
    accent="#c9a86a",
    warning="#d7a65f",
    error="#d9777f",
    success="#8fbf8f",
    foreground="#d6d9de",
    background="#16191e",
    surface="#1f242b",
    panel="#262c35",
    dark=True,
)


SIXTEEN = replace(
    BUILTIN_THEMES["ansi-dark"],
    name="sixteen",
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
    },
)
"""Marks by reversing and bold type, so that nothing is lost where colours are (NO_COLOR)."""


def choose_theme(colour_system: str | None, *, no_colour: bool) -> str:
    """The theme's name for a terminal's colour system as Rich names it."""
    if no_colour or colour_system in (None, "standard", "windows"):
        return SIXTEEN.name
    return CALM.name


class OnlyPrintable(LineFilter):
    """Of what any widget draws, leaves out what a terminal would obey; columns stay where they are."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments, the same ones if nothing in them has to be left out."""
        if all(text.isprintable() for text, _, control in segments if not control):
            return segments
        return [one if one.control else one._replace(text=_drawable(one.text)) for one in segments]


def _drawable(text: str) -> str:
    return "".join(one if one.isprintable() else " " * cell_len(one) for one in text)


class PlainScrollBarRender(ScrollBarRender):
    """The same bar without fractions of cells."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "] * 8
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "] * 8


def use_plain_scrollbars() -> None:
    """All scroll bars of this process are drawn in ASCII from now on."""
    ScrollBar.renderer = PlainScrollBarRender
