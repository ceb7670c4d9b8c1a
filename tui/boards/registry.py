"""Which widget draws the boards of which family: one line each, imported when first needed."""

from __future__ import annotations

import importlib

from tui.boards.puzzle_board import PuzzleBoard

BOARDS = {
    "latin": "tui.boards.grid_board:GridBoard",
    "kakuro": "tui.boards.grid_board:GridBoard",
    "morpion": "tui.boards.morpion.board:MorpionBoard",
    "rna": "tui.boards.rna.board:RnaBoard",
    "samegame": "tui.boards.samegame.board:SameGameBoard",
    "tsptw": "tui.boards.tsptw.board:TsptwBoard",
}


def board_class(family: str) -> type[PuzzleBoard]:
    """The board widget's class; KeyError if the family has none."""
    module, name = BOARDS[family].split(":")
    found: type[PuzzleBoard] = getattr(importlib.import_module(module), name)
    return found
