"""How the kinds of an RNA's pieces look on the screen: colours by base, and marks that show without colour."""

from __future__ import annotations

from rich.style import Style
from textual.widget import Widget

from tui.boards.rna.scene import (
    BASES,
    CALM,
    CURSOR,
    FALSE,
    FIXED,
    FREE,
    LOST,
    MARKED,
    PAIR,
    PARTNER,
    QUIET,
    STRAND,
    WRONG,
)

COMPONENTS = {f"rna--{sort}" for sort in (*BASES, FREE, PAIR, LOST, FALSE, STRAND, CALM, CURSOR, PARTNER, QUIET)}
CSS = """
    RnaBoard > .rna--A { color: #e3c46a; }
    RnaBoard > .rna--C { color: #86c28a; }
    RnaBoard > .rna--G { color: #e08478; }
    RnaBoard > .rna--U { color: #7db0e6; }
    RnaBoard > .rna--N { color: $foreground 75%; }
    RnaBoard > .rna--pair { color: $foreground 70%; }
    RnaBoard > .rna--lost { color: $error; }
    RnaBoard > .rna--false { color: #c79ad6; }
    RnaBoard > .rna--strand { color: $foreground 50%; }
    RnaBoard > .rna--calm { color: $foreground; }
    RnaBoard > .rna--quiet { color: $text-muted; }
    RnaBoard > .rna--cursor { color: $warning; text-style: bold; }
    RnaBoard > .rna--partner { color: $warning; }
    RnaBoard:ansi > .rna--A { color: ansi_yellow; }
    RnaBoard:ansi > .rna--C { color: ansi_green; }
    RnaBoard:ansi > .rna--G { color: ansi_red; }
    RnaBoard:ansi > .rna--U { color: ansi_bright_blue; }
    RnaBoard:ansi > .rna--N { color: ansi_default; }
    RnaBoard:ansi > .rna--pair { color: ansi_default; }
    RnaBoard:ansi > .rna--lost { color: ansi_bright_red; }
    RnaBoard:ansi > .rna--false { color: ansi_magenta; }
    RnaBoard:ansi > .rna--strand { color: ansi_bright_black; }
    RnaBoard:ansi > .rna--quiet { color: ansi_bright_black; }
    RnaBoard:ansi > .rna--cursor { color: ansi_bright_yellow; }
    RnaBoard:ansi > .rna--partner { color: ansi_bright_yellow; }
"""
MARKS = {WRONG: Style(reverse=True), FIXED: Style(bold=True), MARKED: Style(underline=True)}


def style_of(board: Widget, kind: str) -> Style:
    """The style of a kind: its sort's colour with its marks."""
    sort, *marks = kind.split("-")
    style = board.get_component_rich_style(f"rna--{sort}")
    for mark in marks:
        style += MARKS[mark]
    return style
