"""Solving puzzles beside the app: for what is printed of them, and to find clues that contradict each other."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from puzzles.editing import Draft
from puzzles.family import Board, Puzzle
from solvers.runs.processes import program
from tui.processes.judging import begin, end

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


class Suspects:
    """Knows the clues of a draft that contradict each other (`Draft.clues`); `arrived` is called when they are found.

    Another process looks for them, for the draft that was asked for last.
    """

    def __init__(self, arrived: Callable[[], object]) -> None:
        self._arrived = arrived
        self._draft: Draft | None = None
        self._found: tuple[int, ...] | None = None
        self._work: asyncio.Task[None] | None = None

    def of(self, draft: Draft) -> tuple[int, ...] | None:
        """The numbers of such clues; empty if the grid alone has no solution, None while it is not known."""
        if draft != self._draft:
            self._draft, self._found = draft, None
            self.stop()
            self._work = asyncio.get_running_loop().create_task(self._find(draft))
        return self._found

    def stop(self) -> None:
        if self._work is not None:
            self._work.cancel()

    def words(self, draft: Draft) -> str:
        """What is said of them; empty while nothing is known."""
        found = self.of(draft)
        if found is None:
            return ""
        if not found:
            return "not even without what is given"
        return f"{len(found)} clues marked ! contradict each other" if found[1:] else "the clue marked ! can't hold"

    async def _find(self, draft: Draft) -> None:
        with suppress(OSError, ValueError):  # without an answer nothing is said but that there is no solution
            process = await begin(program("solvers.jobs.contradiction"))
            try:
                out, _ = await process.communicate(draft.text().encode())
            finally:
                await end(process)
            found = json.loads(out)
            if draft == self._draft and found is not None:
                self._found = tuple(map(int, found))
                self._arrived()
