"""How the boards of each family are drawn: one line a family, imported when first needed. No textual.

A family of another distribution brings its own widget by an entry point, or its boards are shown as text.
"""

from __future__ import annotations

import importlib
from types import ModuleType

BOARDS = {
    "latin": "tui.boards.grid_board:GridBoard",
    "kakuro": "tui.boards.grid_board:GridBoard",
    "morpion": "tui.boards.morpion.board:MorpionBoard",
    "rna": "tui.boards.rna.board:RnaBoard",
    "samegame": "tui.boards.samegame.board:SameGameBoard",
    "tsptw": "tui.boards.tsptw.board:TsptwBoard",
}
"""The widget of each family; the module `text` of its folder here is its drawing as text."""


def drawing_module(family: str) -> ModuleType:
    """The module that draws the family's boards as text: as the family writes them, if it has no folder here.

    It has `lay_out` if the family's boards are grids with one value a cell. Otherwise it has `draw` and `fits`.
    """
    return importlib.import_module(f"tui.boards.{family}.text" if family in BOARDS else "tui.boards.text_drawing")
