"""What draws the boards of each family: one line a family, imported when first needed. No textual.

Another distribution brings a widget and a drawing by entry points of the groups mcs_tui.boards, such as
`ladder = "ladder_family.board:LadderBoard"`, and mcs_tui.drawings, such as `ladder = "ladder_family.drawing"`. A family
that has none is shown as text.
"""

from __future__ import annotations

import importlib
from functools import cache
from typing import TYPE_CHECKING

from puzzles.foreign import added
from puzzles.registry import names

if TYPE_CHECKING:
    from tui.action import Scope
    from tui.boards.drawing import Drawing
    from tui.boards.puzzle_board import PuzzleBoard

BOARDS = {
    "latin": "tui.boards.grid_board:GridBoard",
    "kakuro": "tui.boards.grid_board:GridBoard",
    "morpion": "tui.boards.morpion.board:MorpionBoard",
    "rna": "tui.boards.rna.board:RnaBoard",
    "samegame": "tui.boards.samegame.board:SameGameBoard",
    "tsptw": "tui.boards.tsptw.board:TsptwBoard",
}
"""The widget of each family; DRAWING in the module `text` of its folder here is its drawing."""


def board_class(family: str) -> type[PuzzleBoard]:
    """The class of the family's board: ours, one of another distribution, or its text."""
    from tui.boards.puzzle_board import TextBoard

    if family not in BOARDS:
        return foreign_boards().get(family, TextBoard)
    module, name = BOARDS[family].split(":")
    found: type[PuzzleBoard] = getattr(importlib.import_module(module), name)
    return found


def board_scopes() -> tuple[Scope, ...]:
    """The scopes of the keys of all families' boards, each once."""
    classes = [board_class(family) for family in names()]
    return tuple({scope.name: scope for board in classes for scope in board.SCOPES}.values())


def drawing_of(family: str) -> Drawing:
    """What draws the family's boards as text: ours, one of another distribution, or the family's own text."""
    from tui.boards.drawing import TextDrawing

    if family not in BOARDS:
        return foreign_drawings().get(family) or TextDrawing()
    found: Drawing = importlib.import_module(f"tui.boards.{family}.text").DRAWING
    return found


@cache
def foreign_boards() -> dict[str, type[PuzzleBoard]]:
    """The boards of other distributions, by family."""
    from tui.boards.puzzle_board import accepted

    return added("mcs_tui.boards", accepted, BOARDS)


@cache
def foreign_drawings() -> dict[str, Drawing]:
    """The drawings of other distributions, by family."""
    from tui.boards.drawing import accepted

    return added("mcs_tui.drawings", accepted, BOARDS)
