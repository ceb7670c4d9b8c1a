"""The ladder in the app: its drawing, and one key of its own. Optional."""

from __future__ import annotations

from ladder_family.family import ladder
from tui.boards.page_board import TextBoard
from tui.boards.puzzle_board import SCROLLING
from tui.keys.actions import Action, Scope

CLIMB = Scope(
    "climb",
    "On a ladder",
    Action("add", ("t",), "Total", "Add up the numbers that the climb stands on"),
    help="Numbers that the climb stands on have brackets; the top rung is drawn first.",
)


class LadderBoard(TextBoard):
    """Draws a climb; t adds it up."""

    SCOPES = (SCROLLING, CLIMB)

    def action_add(self) -> None:
        rungs = ladder(self.puzzle).rungs
        total = sum(rung[place] for rung, place in zip(rungs, self.board, strict=False))
        self.tell(f"{total} points on {len(self.board)} of {len(rungs)} rungs")
