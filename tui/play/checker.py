"""Help while a puzzle is played: what is known of its solutions, checks and reveals by them, and hints.

Solutions are looked for by searches beside the game, which are not in the list of runs. A hint comes by techniques,
else by the family's prior. It may take a second: no screen waits for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzles.by_hand import ByHand, FillIn, Hint, PriorTable
from puzzles.errors import PuzzleError
from puzzles.family import Board, Family, Puzzle
from puzzles.fill_in_by_techniques import LIKELIEST, NOTHING_LEADS_ON, FillInByTechniques, untrained
from puzzles.parameters import ParameterError
from puzzles.text.quoting import counted
from solvers.request import Request
from solvers.settings import counts_solutions
from tui.kept.loaded import Loaded
from tui.play.fill_game import FillGame
from tui.play.played import PlayedGame
from tui.processes.engine import WatchedRun
from tui.processes.judging import hint_aside

if TYPE_CHECKING:
    from solvers.runs.view import RunView
    from tui.processes.engine import Engine


COUNT_SECONDS = 20.0
"""Of search for a second solution."""
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


LOOKING = "Looking for the solution; the answer comes by itself."
NO_SOLUTION = "This puzzle has no solution."
DEAD_END = "No solution can be reached from here; u takes steps back."
NOT_KNOWN = "Whether this can be completed is not known."


@dataclass(frozen=True, slots=True)
class Told:
    """An answer in words; `wrong`: the cells that a second check shows; `value`: what a revealed cell holds.

    `at`: after how many steps the position stands that is gone back to.
    """

    words: str
    wrong: frozenset[int] = frozenset()
    value: tuple[int, int] | None = None
    at: int | None = None


class Checker:
    """Answers at once if it can; else the answer comes when the search has found it (`answer`)."""

    def __init__(self, engine: Engine, failed: Callable[[str], object]) -> None:
        """`failed` is told why a search can't be started."""
        self._solutions = Solutions(engine, failed)
        self._game: FillGame | None = None
        self._checked: tuple[int, ...] | None = None
        """The board of the last check: another check of it shows which cells are wrong."""
        self._asked: Callable[[], Told] | None = None

    def begin(self, game: PlayedGame) -> None:
        """From now on it answers for this game; the search for its puzzle's solutions begins."""
        self._game = game if isinstance(game, FillGame) else None
        self._checked = self._asked = None
        if self.can_reveal:
            self._solutions.of(game.loaded.puzzle)

    @property
    def can_reveal(self) -> bool:
        """True if the puzzle is one that is solved as a whole."""
        return self._game is not None and can_be_known(self._game.family)

    def stop(self) -> None:
        """Ends its searches; nothing is answered any more until the next game begins."""
        self._asked = self._game = None
        self._solutions.stop()

    def look(self) -> Told | None:
        """The answer that was waited for, once it has come."""
        if not self._solutions.look() or self._asked is None:
            return None
        told = self._asked()
        return told if self._asked is None else None

    def check(self) -> Told:
        """How many cells are wrong; of a board that was checked before also which."""
        game = self._needed
        again, self._checked = self._checked == game.board, game.board
        return self._check(again)

    def reveal(self, cell: int) -> Told:
        """The cell's value in the solution, or in one that has all values of the board."""
        game = self._needed
        if cell not in game.free:
            return Told("This cell is given.")
        whole = self._whole()
        here = whole if whole.solutions in (ONE, NONE) else self._from_here(whole)
        if here.boards:
            return self._answered(Told("Revealed.", value=(cell, here.boards[0][cell])))
        return self._later(here, lambda: self.reveal(cell))

    def before_mistake(self) -> Told:
        """Goes back to the last position that agrees with the only solution; without one, that breaks no rule."""
        game = self._needed
        whole = self._whole() if self.can_reveal else Known(UNKNOWN)
        if whole.solutions in (SEARCHING, NONE):
            return self._later(whole, self.before_mistake)
        one = whole.solutions == ONE

        def is_right(board: Board) -> bool:
            if one:
                return whole.agreeing(board, game.hand.open_value) is not None
            return not game.hand.conflicts(game.loaded.puzzle, board) & game.free

        if is_right(game.board):
            return self._answered(Told("Nothing is wrong so far." if one else "No rule is broken so far."))
        at = game.last_right(is_right)
        undone = f"{counted(game.at - at, 'step')} undone; > makes them again."
        return self._answered(Told(f"Back before the mistake: {undone}", at=at))

    @property
    def solution(self) -> Board | None:
        """The puzzle's only solution, once it is known."""
        if self._game is None or not self.can_reveal:
            return None
        whole = self._whole()
        return whole.boards[0] if whole.solutions == ONE else None

    def mended(self) -> Hint | None:
        """A hint that takes a value away, where the only solution has another one; None if nothing is known wrong."""
        game, solution = self._game, self.solution
        wrong = sorted(self._differing(self._whole())) if solution is not None else []
        if game is None or not wrong:
            return None
        cell, board = wrong[0], list(game.board)
        value, board[cell] = game.hand.symbol(game.loaded.puzzle, board[cell]), game.hand.open_value
        reason = (f"{value} leads to no solution here.", "Take it away, and go on.")
        return Hint("wrong value", (cell,), reason, tuple(board))

    @property
    def _needed(self) -> FillGame:
        assert self._game is not None
        return self._game

    def _check(self, again: bool) -> Told:
        game = self._needed
        conflicts = game.hand.conflicts(game.loaded.puzzle, game.board) & game.free
        if not self.can_reveal:
            return self._counted(conflicts, again, "No rule is broken so far.")
        whole = self._whole()
        if whole.solutions == ONE:
            return self._counted(self._differing(whole), again, "Nothing is wrong so far.")
        if conflicts and whole.solutions != NONE:
            return self._counted(conflicts, again, "")
        here = self._from_here(whole)
        if here.boards:
            several = "; there is more than one solution" if whole.solutions == SEVERAL else ""
            return self._counted(frozenset(), again, f"Nothing is wrong so far{several}.")
        return self._later(here, lambda: self._check(again))

    def _counted(self, wrong: frozenset[int], again: bool, none: str) -> Told:
        words = f"{counted(len(wrong), 'cell')} {'is' if len(wrong) == 1 else 'are'} wrong"
        words = f"{words}, marked !." if again else f"{words}; c again shows which."
        return self._answered(Told(words, wrong if again else frozenset()) if wrong else Told(none))

    def _answered(self, told: Told) -> Told:
        self._asked = None
        return told

    def _later(self, known: Known, ask: Callable[[], Told]) -> Told:
        """The answer where no solution is known: it comes later if one is still searched."""
        if known.solutions == SEARCHING:
            self._asked = ask
            return Told(LOOKING)
        if known.solutions == NONE:
            return self._answered(Told(NO_SOLUTION if self._whole().solutions == NONE else DEAD_END))
        return self._answered(Told(NOT_KNOWN))

    def _whole(self) -> Known:
        return self._solutions.of(self._needed.loaded.puzzle)

    def _from_here(self, whole: Known) -> Known:
        """The same of the position reached, where the puzzle has not one solution alone."""
        game = self._needed
        agreeing = whole.agreeing(game.board, game.hand.open_value)
        if agreeing is not None:
            return Known(whole.solutions, (agreeing,))
        if whole.solutions in (SEARCHING, NONE):
            return Known(whole.solutions)
        try:
            position = game.family.continued(game.loaded.puzzle, game.board)
        except PuzzleError:
            return Known(NONE)
        self._solutions.stop(game.loaded.puzzle, position)  # what was asked of earlier positions
        return self._solutions.of(position)

    def _differing(self, known: Known) -> frozenset[int]:
        game = self._needed
        solution = known.boards[0]
        return frozenset(c for c in game.free if game.board[c] not in (game.hand.open_value, solution[c]))


SOLUTION = "value of the solution"
"""The technique of a hint that is taken from the only solution."""


def find_hint(loaded: Loaded, board: Board, solution: Board | None = None) -> Hint | None:
    """The next step; where none is certain with the prior's odds, and if its table is not trained, from the solution.

    `solution`: the puzzle's only one, if it is known and agrees with the board. What is slow to judge is looked at by
    another process, as its libraries would hold up the screen; OSError if that fails.
    """
    hand = loaded.family.by_hand
    assert isinstance(hand, ByHand)
    if loaded.family.slow_to_judge and isinstance(hand, FillIn) and hand.open_value not in board:
        return hint_aside(loaded.puzzle, board)
    hint = hand.hint(loaded.puzzle, board)
    if hint is None or hint.certain or not hand.prior:
        return hint
    prior = table_of(loaded.family, loaded.puzzle, hand.prior)
    if (
        isinstance(hand, FillInByTechniques)
        and hint.technique == LIKELIEST
        and not prior.logarithms
        and solution is not None
    ):
        return _of_solution(hand, loaded.puzzle, board, hint.places[0], solution, prior)
    return hand.hint(loaded.puzzle, board, prior)


def table_of(family: Family, puzzle: Puzzle, name: str) -> PriorTable:
    """The family's prior of that name for the puzzle, as it is stored; without numbers if none is trained."""
    from priors import store
    from priors.table import puzzle_table

    kind = family.priors.kind(name)
    if kind.source == "puzzle":
        return PriorTable(name, tuple(puzzle_table(family, kind, puzzle, {})))
    stored = store.find(family.name, name, family.priors.shape_key(puzzle, name))
    return PriorTable(name, () if stored is None else tuple(stored.table))


def _of_solution(
    hand: FillInByTechniques, puzzle: Puzzle, board: Board, cell: int, solution: Board, prior: PriorTable
) -> Hint:
    value = hand.symbol(puzzle, solution[cell])
    reason = (NOTHING_LEADS_ON, untrained(prior), f"In the only solution {hand.place(puzzle, cell)} holds {value}.")
    return Hint(SOLUTION, (cell,), reason, (*board[:cell], solution[cell], *board[cell + 1 :]))
