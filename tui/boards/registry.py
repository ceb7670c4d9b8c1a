"""What draws the boards of each family: one line a family, imported when first needed. No textual.

Another distribution adds a widget and a drawing by entry points of the groups mcs_tui.boards, such as
`ladder = "ladder_family.board:LadderBoard"`, and mcs_tui.drawings, such as `ladder = "ladder_family.drawing"`. A family
that has none is shown as text.
"""

from __future__ import annotations

import importlib
from functools import cache
from typing import TYPE_CHECKING

from puzzles.foreign import added

if TYPE_CHECKING:
    from tui.boards.drawing import Drawing

BOARDS = {
    "latin": "tui.boards.hand_grid:HandGrid",
    "kakuro": "tui.boards.hand_grid:HandGrid",
    "morpion": "tui.boards.morpion.board:MorpionBoard",
    "rna": "tui.boards.rna.board:RnaBoard",
    "samegame": "tui.boards.samegame.board:SameGameBoard",
    "tsptw": "tui.boards.tsptw.board:TsptwBoard",
}
"""The widget of each family. Its drawing is the module `text` of its folder here, or DRAWING in it."""


def drawing_of(family: str) -> Drawing:
    """What draws the family's boards as text: ours, one of another distribution, or the family's own text."""
    from tui.boards.drawing import TextDrawing

    if family not in BOARDS:
        return foreign_drawings().get(family) or TextDrawing()
    module = importlib.import_module(f"tui.boards.{family}.text")
    found: Drawing = getattr(module, "DRAWING", module)
    return found


@cache
def foreign_drawings() -> dict[str, Drawing]:
    """The drawings of other distributions, by family."""
    from tui.boards.drawing import accepted

    return added("mcs_tui.drawings", accepted, BOARDS)
