"""Solving puzzles beside the app for what is printed of them, one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from puzzles.family import Board, Puzzle

if TYPE_CHECKING:
    from tui.processes.engine import Engine

SECONDS = 30.0
"""For each puzzle."""
LOOK = 0.05
"""Seconds between two looks at a search."""


async def solutions_of(engine: Engine, puzzles: Sequence[Puzzle], told: Callable[[str], object]) -> dict[Puzzle, Board]:
    """A solution of each, as far as one was found; `told`: a line that says how far it is, or what is wrong."""
    from tui.play.checker import SEARCHING, Solutions

    solutions = Solutions(engine, told)
    loop, found = asyncio.get_running_loop(), dict[Puzzle, Board]()
    for number, puzzle in enumerate(dict.fromkeys(puzzles), 1):
        told(f"Solving puzzle {number} of {len(puzzles)} ...")
        end = loop.time() + SECONDS
        while not (known := solutions.of(puzzle)).boards and known.solutions == SEARCHING and loop.time() < end:
            await asyncio.sleep(LOOK)
            solutions.look()
        if known.boards:
            found[puzzle] = known.boards[0]
        solutions.stop()
    return found
