"""The plain checker of a game: each move replayed on a position in plain Python, nothing shared with compiled rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from puzzles.family import Verdict
from puzzles.samegame.position import SMALLEST, Position, group, remove, start
from puzzles.samegame.puzzle import Move, SameGamePuzzle, decode_move


@dataclass(frozen=True, slots=True)
class Replay:
    """How far a game is legal: the position after its legal moves, their number, and what is wrong with the next."""

    position: Position
    legal: int
    fault: str = ""


def replay(puzzle: SameGamePuzzle, board: Sequence[int]) -> Replay:
    """The game of the board (one number a move) from the puzzle's position, up to the first move that is not legal."""
    position = start(puzzle)
    for number, code in enumerate(board, start=1):
        try:
            cell = decode_move(code)
        except ValueError:
            return Replay(position, number - 1, f"move {number}: {code} is no move")
        cells = group(position, cell)
        if len(cells) < SMALLEST:
            return Replay(position, number - 1, f"move {number}: {_why_not(puzzle, position, cell)}")
        position = remove(position, cells)
    return Replay(position, len(board))


def judge(puzzle: SameGamePuzzle, board: Sequence[int]) -> Verdict:
    """The verdict on a game. The score is that of its moves before the first one that is not legal.

    A game that does not begin with the puzzle's `played` is not legal. Never solved: nobody proves that no game scores
    more. Facts: `moves` that are legal, cells `left`, and whether the
    board is `cleared`.
    """
    found = replay(puzzle, board)
    left = found.position.left
    facts = {"moves": found.legal, "left": left, "cleared": left == 0}
    faults = [found.fault] if found.fault else []
    for number, (made, wanted) in enumerate(zip_longest(board[: len(puzzle.played)], puzzle.played), start=1):
        if made != wanted:
            faults.append(f"move {number} is not the one with which the puzzle begins")
            break
    return Verdict(False, float(found.position.points), tuple(faults), legal=not faults, facts=facts)


def _why_not(puzzle: SameGamePuzzle, position: Position, cell: Move) -> str:
    place = f"({cell.column},{cell.row})"
    if cell.column >= puzzle.width or cell.row >= puzzle.height:
        return f"the cell {place} is not on the board of {puzzle.width} x {puzzle.height}"
    if position.colour(cell) is None:
        return f"the cell {place} is empty"
    return f"the cell {place} has no neighbour of its colour"
