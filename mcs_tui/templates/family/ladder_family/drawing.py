"""The ladder as text, its top rung first: what the command line prints. Optional."""

from __future__ import annotations

from ladder_family.family import ladder
from puzzles.family import Board, Puzzle
from tui.boards.drawing import BLANK, TEXT, Facts, Lines, Piece

GIVEN = "given"


def draw(puzzle: Puzzle, board: Board, *, width: int, plain: bool, facts: Facts | None = None) -> Lines:
    """A line for each rung; the numbers that the climb stands on have brackets."""
    rungs = ladder(puzzle).rungs
    cell = max(len(str(number)) for rung in rungs for number in rung)
    lines: Lines = []
    for height, rung in enumerate(rungs):
        line = []
        for place, number in enumerate(rung):
            here = height < len(board) and board[height] == place
            text = f"[{number:>{cell}}]" if here else f" {number:>{cell}} "
            line.append(Piece(text, TEXT if here else GIVEN))
        lines.insert(0, [*line, Piece(" ", BLANK)])
    return lines


def fits(puzzle: Puzzle, board: Board) -> bool:
    """True if all places lie on the ladder."""
    rungs = ladder(puzzle).rungs
    return len(board) <= len(rungs) and all(0 <= place < len(rungs[0]) for place in board)
