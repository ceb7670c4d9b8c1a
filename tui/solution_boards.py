"""The boards a run has to show, in the order in which they are flipped through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzles.family import Board
from tui.loaded import Loaded

if TYPE_CHECKING:
    from solvers.runs.view import RunView


@dataclass(frozen=True, slots=True)
class Face:
    """One board with its caption; `marked` are the indices at which two solutions differ."""

    caption: str
    board: tuple[int, ...]
    marked: frozenset[int] = frozenset()


def faces(loaded: Loaded, view: RunView | None) -> tuple[Face, ...]:
    """What can be shown: the best position or the solutions first, the puzzle itself last."""
    puzzle = Face("the puzzle", loaded.start)
    if view is None or view.board is None or len(view.board) != len(loaded.start):
        return (puzzle,)
    if view.status != "solved":
        return Face("best position so far", view.board), puzzle
    others = [board for board in view.solution_boards if board != view.board and len(board) == len(view.board)]
    if not others:
        return Face("the solution", view.board), puzzle
    marked = _differences(view.board, others[0])
    first = Face("solution 1 of 2 or more; differences underlined", view.board, marked)
    return first, Face("solution 2 of 2 or more; differences underlined", others[0], marked), puzzle


def _differences(one: Board, other: Board) -> frozenset[int]:
    return frozenset(i for i, (a, b) in enumerate(zip(one, other, strict=True)) if a != b)
