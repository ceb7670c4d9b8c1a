"""What is known of a puzzle's solutions while it is played: found out by searches beside the game, not in the list."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzles.errors import PuzzleError
from puzzles.family import Board, Family, Puzzle
from puzzles.parameters import ParameterError
from solvers.request import Request
from solvers.settings import counts_solutions
from tui.processes.engine import WatchedRun

if TYPE_CHECKING:
    from solvers.runs.view import RunView
    from tui.processes.engine import Engine

COUNT_SECONDS = 20.0
"""Of search for a solution, and then for a second one."""
SEARCHING, ONE, SEVERAL, NONE, UNKNOWN = "searching", "one", "several", "none", "unknown"


@dataclass(frozen=True, slots=True)
class Known:
    """How many solutions there are: `searching`, `one`, `several`, `none` or `unknown`; and those that were found."""

    solutions: str = SEARCHING
    boards: tuple[tuple[int, ...], ...] = ()

    def agreeing(self, board: Board, open_value: int) -> tuple[int, ...] | None:
        """A known solution that has all values of the board; None if there is none."""
        for one in self.boards:
            if all(value in (open_value, other) for value, other in zip(board, one, strict=True)):
                return one
        return None


def can_be_known(family: Family) -> bool:
    """True if the family's puzzles are looked through for one solution or for a second, as a matter of seconds."""
    return counts_solutions(family) and family.many_solutions is None


class Solutions:
    """Knows the solutions of puzzles that it was asked for; each is searched once, by a worker of its own."""

    def __init__(self, engine: Engine, failed: Callable[[str], object]) -> None:
        """`failed` is told why a search can't be started."""
        self._engine = engine
        self._failed = failed
        self._known: dict[Puzzle, Known] = {}
        self._watched: dict[Puzzle, WatchedRun] = {}
        self._starting: dict[Puzzle, asyncio.Task[None]] = {}

    def of(self, puzzle: Puzzle) -> Known:
        """What is known now; the first question starts the search."""
        if puzzle not in self._known:
            self._known[puzzle] = Known()
            self._starting[puzzle] = asyncio.get_running_loop().create_task(self._start(puzzle))
        return self._known[puzzle]

    def look(self) -> bool:
        """True if something was found out since the last look."""
        news = False
        for puzzle, watched in list(self._watched.items()):
            if watched.look() and watched.view is not None:
                known = _known(watched.view)
                news = news or known != self._known[puzzle]
                self._known[puzzle] = known
                if known.solutions != SEARCHING:
                    del self._watched[puzzle]
        return news

    def stop(self, *but: Puzzle) -> None:
        """Ends the searches of all puzzles but these; what they would have found is searched again when asked for."""
        for puzzle in [one for one in self._watched if one not in but]:
            with suppress(OSError):
                self._watched.pop(puzzle).request("stop")
            self._known.pop(puzzle, None)

    async def _start(self, puzzle: Puzzle) -> None:
        try:
            spec = Request(count_seconds=COUNT_SECONDS).resolve(puzzle)
            self._watched[puzzle] = WatchedRun(self._engine, await self._engine.launch(spec, transient=True))
        except (OSError, ParameterError, PuzzleError) as error:
            self._known[puzzle] = Known(UNKNOWN)
            self._failed(f"The solution can't be looked for: {error}")
        finally:
            self._starting.pop(puzzle, None)


def _known(view: RunView) -> Known:
    boards = view.solution_boards
    if view.status == "solved" and view.board is not None:
        boards = tuple(dict.fromkeys((view.board, *boards)))
        if view.solutions == "unique":
            return Known(ONE, boards)
        if view.solutions == "several" or len(boards) > 1:
            return Known(SEVERAL, boards)
        return Known(UNKNOWN if view.ended else SEARCHING, boards)
    if view.status == "exhausted":
        return Known(NONE)
    return Known(UNKNOWN if view.ended else SEARCHING)
