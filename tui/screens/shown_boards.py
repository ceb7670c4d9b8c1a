"""What Search shows: a puzzle, the run that it follows with its other seeds, and which of their boards there are."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from puzzles.by_hand import MoveByMove
from puzzles.errors import PuzzleError
from puzzles.family import Board, Family, Puzzle
from puzzles.registry import get_family
from solvers.runs.scoring import amount
from tui.boards.drawing import Facts, drawable
from tui.game_names import named_game
from tui.kept.loaded import Loaded
from tui.processes.engine import Engine, WatchedRun
from tui.processes.seeds import Seeds
from tui.words.sentence import found_word
from tui.words.wording import best_text

if TYPE_CHECKING:
    from solvers.runs.folder import Run
    from solvers.runs.spec import SolveSpec
    from solvers.runs.view import RunView


class FollowedRun:
    """A run that is watched. Of a batch all seeds are: `watched` is the best one, or the one that was chosen.

    Nothing is read when it is made: the screen may not have been made yet.
    """

    def __init__(self, engine: Engine, run: Run, spec: SolveSpec, *, best: bool) -> None:
        self.spec = spec
        self.watched = WatchedRun(engine, run)
        self.seeds: Seeds | None = None
        self._engine = engine
        self._opened = None if best else run.id
        """The run of the batch that was asked for; None: the best."""

    @property
    def view(self) -> RunView | None:
        return self.watched.view

    @property
    def every(self) -> list[WatchedRun]:
        """All seeds, or the one run."""
        return [self.watched] if self.seeds is None else list(self.seeds.watched.values())

    @property
    def resumable(self) -> bool:
        return self.watched.resumable if self.seeds is None else self.seeds.resumable

    async def gather(self) -> bool:
        """True if it is of a batch, whose other runs are watched too from now on."""
        batch = self.spec.batch
        runs = await asyncio.to_thread(self._engine.runs_of, batch) if batch else ()
        if batch and runs:
            self.seeds = Seeds(self._engine, batch, runs)
            self.seeds.chosen = self._opened
        return bool(runs)

    def look_at_seeds(self) -> bool:
        """True if another seed is shown from now on, or any of them has changed."""
        if self.seeds is None:
            return False
        changed, shown = self.seeds.look(), self.seeds.shown()
        if shown is None or shown.run.id == self.watched.run.id:
            return changed and shown is not None
        assert shown.view is not None  # it has been looked at
        self.spec = cast("SolveSpec", shown.view.spec)
        self.watched = WatchedRun(self._engine, shown.run)
        self.watched.look()
        return True


@dataclass(frozen=True, slots=True)
class Face:
    """One board with its caption; `marked` are the indices at which two boards differ.

    `loaded` is the puzzle that the board is of, if it is not the one on the screen; `note` is more to say of it,
    `facts` are what the checker says of it. `partial`: it is no solution.
    """

    caption: str
    board: tuple[int, ...]
    marked: frozenset[int] = frozenset()
    loaded: Loaded | None = None
    note: str = ""
    facts: Facts = field(default_factory=dict)
    partial: bool = False


def faces(loaded: Loaded, view: RunView | None, own: Sequence[tuple[int, ...]] = ()) -> tuple[Face, ...]:
    """What can be shown: the best position or solutions, the puzzle itself, then `own`, the games played by hand."""
    played = [
        Face(_own_caption(loaded, game, f" {place}" if len(own) > 1 else ""), game) for place, game in enumerate(own, 1)
    ]
    came = "the game that came with it" if loaded.family.optimisation else "the start sequence"
    proposed = () if loaded.attached_board is None else (Face(came, loaded.attached_board),)
    return (*_found(loaded, view), *proposed, Face("the puzzle", loaded.start), *played)


def _found(loaded: Loaded, view: RunView | None) -> tuple[Face, ...]:
    """What the run has found; none for a board that can't be drawn, as a run's folder may hold anything."""
    if view is None:
        return ()
    found = [one for one in view.found if drawable(loaded.puzzle, one.board)]
    if found:
        total = len(found)
        word = found_word(view)
        captions = [f"{word} {number} of {total}, best first" for number in range(1, total + 1)]
        return tuple(
            Face(caption if total > 1 else f"a {word}", one.board, facts=one.facts)
            for caption, one in zip(captions, found, strict=True)
        )
    if view.board is None or not drawable(loaded.puzzle, view.board):
        return ()
    if loaded.family.optimisation:
        return (Face(_best(loaded, view), view.board, facts=view.facts),)
    if view.status == "exhausted":
        return ()  # there is no solution, and none of its positions means anything
    if view.status != "solved":
        return (Face("best position so far", view.board, facts=view.facts, partial=True),)
    others = [board for board in view.solution_boards if board != view.board and drawable(loaded.puzzle, board)]
    if not others:
        return (Face("a solution" if loaded.family.many_solutions else "the solution", view.board, facts=view.facts),)
    caption = "of 2 or more; differences underlined"
    return (
        Face(f"solution 1 {caption}", view.board, _differences(view.board, others[0])),
        Face(f"solution 2 {caption}", others[0], _differences(others[0], view.board)),
    )


def _best(loaded: Loaded, view: RunView) -> str:
    score = "-" if view.board_score is None else amount(loaded.family, view.board_score, view.facts)
    if view.status == "solved":
        return f"the best there is: {score}"
    return f"best: {score}" if view.ended else f"best so far: {score}"


@lru_cache(maxsize=64)
def _own_caption(loaded: Loaded, game: tuple[int, ...], which: str) -> str:
    verdict = loaded.family.judge(loaded.puzzle, game)
    return best_text(loaded.family, verdict.score, verdict.facts, f"your game{which}")


def _differences(board: Board, other: Board) -> frozenset[int]:
    return frozenset(i for i, value in enumerate(board) if i >= len(other) or other[i] != value)


def compares(family: Family) -> bool:
    return type(family).compare is not Family.compare


def compared_with(loaded: Loaded, board: Board, name: str) -> tuple[Face, Face] | None:
    """The board and the game of that name, with what is said of both; None if nothing. PuzzleError: none to compare."""
    other = named_game(name)
    if other.puzzle.family != loaded.puzzle.family:
        title = get_family(other.puzzle.family).title
        raise PuzzleError(f"this is a {title}", loaded.family.title, source=name)
    comparison = loaded.family.compare(loaded.puzzle, board, other.puzzle, other.board)
    if comparison is None:
        return None
    note = "; ".join(comparison.words)
    marked = frozenset(range(len(board))) - comparison.shared
    other_marked = frozenset(range(len(other.board))) - comparison.other_shared
    face = Loaded(other.puzzle, name)
    return (
        Face(f"this one; what {other.called} lacks is underlined", tuple(board), marked, note=note),
        Face(f"{other.called}; what this one lacks is underlined", tuple(other.board), other_marked, face, note),
    )


class ShownBoards:
    """The puzzle, the run on it, and which of their boards is shown: `place` is its place among `all`.

    `compared`: the board compared with another, and that one, before all other boards.
    """

    def __init__(self, games: Callable[[Puzzle], tuple[tuple[int, ...], ...]]) -> None:
        """`games` gives the games of moves that the user has played on a puzzle."""
        self.loaded: Loaded | None = None
        self.run: FollowedRun | None = None
        self.compared: tuple[Face, ...] = ()
        self.place = 0
        self._games = games

    def follow(self, run: FollowedRun | None) -> None:
        """Shows the run's best board from now on; None: the puzzle alone."""
        self.run, self.place, self.compared = run, 0, ()

    @property
    def view(self) -> RunView | None:
        """The run as it was when last looked at; None without a run."""
        return None if self.run is None else self.run.view

    @property
    def watched(self) -> WatchedRun | None:
        return None if self.run is None else self.run.watched

    @property
    def seeds(self) -> Seeds | None:
        """Of a batch all its runs; None before they are found."""
        return None if self.run is None else self.run.seeds

    @property
    def goes_on(self) -> bool:
        """True while the run, or another of its seeds, has a live worker."""
        return self.run is not None and (self.run.watched.going or any(one.going for one in self.run.every))

    @property
    def own(self) -> tuple[tuple[int, ...], ...]:
        """The games of moves that the user has played on the puzzle."""
        if self.loaded is None or not isinstance(self.loaded.family.by_hand, MoveByMove):
            return ()
        return self._games(self.loaded.puzzle)

    @property
    def all(self) -> tuple[Face, ...]:
        assert self.loaded is not None
        return (*self.compared, *faces(self.loaded, self.view, self.own))

    @property
    def face(self) -> Face:
        found = self.all
        return found[self.place % len(found)]

    def flip(self, by: int) -> bool:
        """True if there is another board to show, which is the one shown from now on."""
        count = len(self.all)
        self.place = (self.place + by) % count
        return count > 1

    def look(self, run: FollowedRun) -> bool:
        """True if the run, or which of its batch is shown, has changed; the same board stays shown."""
        watched, seen, face = run.watched, run.view, self.face
        changed = run.look_at_seeds()
        if run.watched is not watched:
            self.place = 0
        if not run.watched.look():
            return changed
        if seen is None or run.view is None or seen.status != run.view.status:
            self.place = 0
        elif self.place:
            self.stay_with(face.board)  # its rank may be another one now
        return True

    def stay_with(self, board: tuple[int, ...]) -> None:
        """Shows the same board as before, where its place may be another one now."""
        self.place = next((number for number, one in enumerate(self.all) if one.board == board), 0)
