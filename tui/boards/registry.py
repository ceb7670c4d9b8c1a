"""Which widget draws the boards of which family: one line each, imported when first needed."""

from __future__ import annotations

import importlib

from tui.boards.grid_board import GridBoard

BOARDS = {
    "latin": "tui.boards.grid_board:GridBoard",
    "kakuro": "tui.boards.grid_board:GridBoard",
}


def board_class(family: str) -> type[GridBoard]:
    """The board widget's class; KeyError if the family has none."""
    module, name = BOARDS[family].split(":")
    found: type[GridBoard] = getattr(importlib.import_module(module), name)
    return found
