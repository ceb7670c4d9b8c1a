"""Which widget draws the boards of which family: one line each, imported when first needed.

A family of another distribution brings its own by an entry point, or its boards are shown as text.
"""

from __future__ import annotations

import importlib
from functools import cache

from puzzles.foreign import added
from tui.boards.puzzle_board import PuzzleBoard
from tui.boards.text_board import TextBoard

BOARDS = {
    "latin": "tui.boards.grid_board:GridBoard",
    "kakuro": "tui.boards.grid_board:GridBoard",
    "morpion": "tui.boards.morpion.board:MorpionBoard",
    "rna": "tui.boards.rna.board:RnaBoard",
    "samegame": "tui.boards.samegame.board:SameGameBoard",
    "tsptw": "tui.boards.tsptw.board:TsptwBoard",
}


def board_class(family: str) -> type[PuzzleBoard]:
    """The board widget's class."""
    if family not in BOARDS:
        return _foreign().get(family, TextBoard)
    module, name = BOARDS[family].split(":")
    found: type[PuzzleBoard] = getattr(importlib.import_module(module), name)
    return found


@cache
def _foreign() -> dict[str, type[PuzzleBoard]]:
    """By family: entry points of the group mcs_tui.boards, such as `ladder = "ladder_family.board:LadderBoard"`."""
    return added("mcs_tui.boards", _accepted, BOARDS)


def _accepted(name: str, loaded: object) -> type[PuzzleBoard]:
    if not (isinstance(loaded, type) and issubclass(loaded, PuzzleBoard)):
        raise ValueError("it is no subclass of tui.boards.puzzle_board.PuzzleBoard")
    return loaded
