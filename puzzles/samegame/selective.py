"""Which selective policy a search plays on a board: the colour held back, or none."""

from __future__ import annotations

from puzzles.samegame.puzzle import EMPTY, SameGamePuzzle

OFF, TABU, AUTO = "off", "tabu", "auto"

LARGE = 100
"""Cells from which on `auto` holds a colour back.

On generated boards in three and five colours, three of each, GNRPA for 5 s each: at 6 x 6 and 8 x 8 it was better off
without on 10 of 12, often by the thousand points of an empty board, and as good on the others; at 10 x 10, 12 x 12 and
15 x 15 it was better with it on 4, 5 and 5 of 6.
"""


def selective_rule(puzzle: SameGamePuzzle, setting: str) -> str:
    """`off` or `tabu`: the setting itself, or by the number of the board's cells if it is `auto`."""
    if setting != AUTO:
        return setting
    return TABU if sum(1 for colour in puzzle.cells if colour != EMPTY) >= LARGE else OFF
