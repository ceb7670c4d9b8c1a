"""Scroll bars drawn with blanks and colours only, for terminals that show nothing outside ASCII."""

from __future__ import annotations

from typing import ClassVar

from textual.scrollbar import ScrollBar, ScrollBarRender


class PlainScrollBarRender(ScrollBarRender):
    """The same bar without fractions of cells."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "] * 8
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "] * 8


def use_plain_scrollbars() -> None:
    """All scroll bars of this process are drawn in ASCII from now on."""
    ScrollBar.renderer = PlainScrollBarRender
