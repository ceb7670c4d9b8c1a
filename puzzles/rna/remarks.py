"""Lines for people about a design: its report, or how many positions are open.

The fold itself is in the drawing of the board.
"""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.rna import checker, report
from puzzles.rna.puzzle import RnaPuzzle


def remarks(puzzle: RnaPuzzle, board: Sequence[int]) -> tuple[str, ...]:
    """The lines for a legal board; of one with open positions, how many there are. None for the start board."""
    verdict = checker.judge(puzzle, board)
    if not verdict.facts:
        left = sum(code == 0 for code in board)
        begun = left and tuple(board) != puzzle.start_board
        return (f"{left:,} of {puzzle.length:,} positions are open",) if begun else ()
    return report.lines(puzzle, report.report(puzzle, board, verdict.facts))
