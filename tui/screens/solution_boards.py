"""The boards that a run has to show, in the order in which they are flipped through; comparing one with a file's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from puzzles.errors import PuzzleError
from puzzles.family import Board, Comparison, Family
from tui.boards.drawing import Facts, drawable
from tui.loaded import Loaded, open_file
from tui.wording import best_text, score_text

if TYPE_CHECKING:
    from solvers.runs.view import RunView


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
    """What can be shown: the best position or the solutions first, then the puzzle itself.

    `own` are the games that the user has played by hand; they come last.
    """
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
        captions = [f"solution {number} of {total}, best first" for number in range(1, total + 1)]
        return tuple(
            Face(caption if total > 1 else "a solution", one.board, facts=one.facts)
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


def _compared(loaded: Loaded, board: Board, other: Loaded, comparison: Comparison) -> tuple[Face, Face]:
    note = "; ".join(comparison.words)
    name = Path(other.source).name if other.source else other.puzzle.title
    marked = frozenset(range(len(board))) - comparison.shared
    other_marked = frozenset(range(len(other.start))) - comparison.other_shared
    return (
        Face(f"this one; what {name} lacks is underlined", tuple(board), marked, note=note),
        Face(f"{name}; what this one lacks is underlined", other.start, other_marked, other, note),
    )


def _best(loaded: Loaded, view: RunView) -> str:
    score = " ".join(one for one in (score_text(view.best_score), loaded.family.score_unit) if one)
    if view.status == "solved":
        return f"the best there is: {score}"
    return f"best: {score}" if view.ended else f"best so far: {score}"


@lru_cache(maxsize=64)
def _own_caption(loaded: Loaded, game: tuple[int, ...], which: str) -> str:
    verdict = loaded.family.judge(loaded.puzzle, game)
    return best_text(verdict.score, loaded.family.score_unit, f"your game{which}")


def _differences(board: Board, other: Board) -> frozenset[int]:
    """The indices at which the other board has another value, or none."""
    return frozenset(i for i, value in enumerate(board) if i >= len(other) or other[i] != value)


def compares(family: Family) -> bool:
    """True if the family can compare its boards."""
    return type(family).compare is not Family.compare


def compared_with_file(loaded: Loaded, board: Board, path: Path) -> tuple[Face, Face] | None:
    """The board and the file's, with what is said of both; None if the family has nothing to say.

    PuzzleError if the file can't be read or is of another family.
    """
    other = open_file(path)
    if other.puzzle.family != loaded.puzzle.family:
        raise PuzzleError(f"this is a {other.family.title}", loaded.family.title, source=str(path))
    comparison = loaded.family.compare(loaded.puzzle, board, other.puzzle, other.start)
    return None if comparison is None else _compared(loaded, board, other, comparison)
