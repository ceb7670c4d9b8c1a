"""How the kinds of a tour's pieces look on the screen; what they mean shows without colour too."""

from __future__ import annotations

from rich.style import Style
from textual.widget import Widget

from tui.boards.tsptw.scene import KINDS, MARKED

COMPONENTS = {f"tour--{kind}" for kind in KINDS}
CSS = """
    TsptwBoard > .tour--leg1 { color: #55708a; }
    TsptwBoard > .tour--leg2 { color: #6f95b8; }
    TsptwBoard > .tour--leg3 { color: #74b3b0; }
    TsptwBoard > .tour--leg4 { color: #8fc48a; }
    TsptwBoard > .tour--node { color: $foreground; }
    TsptwBoard > .tour--depot { color: $accent; text-style: bold; }
    TsptwBoard > .tour--late { color: $error; text-style: bold; }
    TsptwBoard > .tour--open { color: $text-muted; }
    TsptwBoard > .tour--spent { color: $foreground 45%; }
    TsptwBoard > .tour--slack { color: $success; }
    TsptwBoard > .tour--wait { color: $accent; }
    TsptwBoard > .tour--start { color: $foreground; text-style: bold; }
    TsptwBoard > .tour--cursor { color: $warning; text-style: bold; }
    TsptwBoard > .tour--quiet { color: $text-muted; }
    TsptwBoard > .tour--summary { color: $foreground; }
    TsptwBoard > .tour--calm { color: $foreground; }
    TsptwBoard:ansi > .tour--leg1 { color: ansi_blue; }
    TsptwBoard:ansi > .tour--leg2 { color: ansi_blue; }
    TsptwBoard:ansi > .tour--leg3 { color: ansi_cyan; }
    TsptwBoard:ansi > .tour--leg4 { color: ansi_green; }
    TsptwBoard:ansi > .tour--depot { color: ansi_cyan; }
    TsptwBoard:ansi > .tour--late { color: ansi_bright_red; }
    TsptwBoard:ansi > .tour--open { color: ansi_bright_black; }
    TsptwBoard:ansi > .tour--spent { color: ansi_bright_black; }
    TsptwBoard:ansi > .tour--wait { color: ansi_cyan; }
    TsptwBoard:ansi > .tour--cursor { color: ansi_bright_yellow; }
    TsptwBoard:ansi > .tour--quiet { color: ansi_bright_black; }
"""


def style_of(board: Widget, kind: str) -> Style:
    """The style of a kind, underlined if it is marked."""
    sort, _, mark = kind.partition("-")
    style = board.get_component_rich_style(f"tour--{sort}")
    return style + Style(underline=True) if mark == MARKED else style
