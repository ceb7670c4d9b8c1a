"""Lines for people about a design: its report, or how many positions are open.

The fold itself is in the drawing of the board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from puzzles.parameters import Value
from puzzles.rna import checker, report
from puzzles.rna.puzzle import RnaPuzzle

LONG = 3.0
"""Seconds of ViennaRNA's that a search which has ended does not take for figures of a design that is no solution."""


def remarks(puzzle: RnaPuzzle, board: Sequence[int], facts: Mapping[str, Value] | None = None) -> tuple[str, ...]:
    """The lines for a legal board; of one with open positions, how many there are. None for the start board.

    `facts`: the checker's verdict after a search, which is then not asked again.
    """
    known = facts or checker.judge(puzzle, board).facts
    if not known:
        left = sum(code == 0 for code in board)
        begun = left and tuple(board) != puzzle.start_board
        return (f"{left:,} of {puzzle.length:,} positions are open",) if begun else ()
    takes = checker.ensemble_seconds(puzzle.length)
    if facts and "rivals" not in facts and not puzzle.states and takes > LONG:
        lacking = f"probability, defect and rivals are left out: they take some {takes:.0f} s, which check has"
        return (*report.lines(puzzle, report.quick(puzzle, board, facts)), lacking)
    return report.lines(puzzle, report.report(puzzle, board, known))
