"""Lines for people about a tour: how long it is, how much of it is waiting, and what windows it misses."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.tsptw import decimals
from puzzles.tsptw.puzzle import TsptwPuzzle
from puzzles.tsptw.schedule import visits


def remarks(puzzle: TsptwPuzzle, board: Sequence[int]) -> tuple[str, ...]:
    """The lines for a legal board."""
    customers = puzzle.n - 1
    if not board:
        widths = [closes - opens for opens, closes in zip(puzzle.earliest[1:], puzzle.latest[1:], strict=True)]
        spread = f"{decimals.shown(min(widths), puzzle.digits)} to {decimals.shown(max(widths), puzzle.digits)}"
        back = decimals.shown(puzzle.latest[0], puzzle.digits)
        nodes = "1 node" if customers == 1 else f"{customers:,} nodes"
        return (f"{nodes} to visit, in windows {spread} wide; back at the depot by {back}",)
    if len(board) < customers:
        return (f"{len(board):,} of {customers:,} nodes visited",)
    timetable = visits(puzzle, board)
    waiting = sum(visit.wait for visit in timetable)
    late = [visit.lateness for visit in timetable if visit.lateness]

    def said(units: int) -> str:
        return decimals.shown(units, puzzle.digits)

    figures = f"cost {said(timetable[-1].cost)}, makespan {said(timetable[-1].start)}, waiting {said(waiting)}"
    if not late:
        return (figures, "every window is kept")
    missed = "1 window is" if len(late) == 1 else f"{len(late):,} windows are"
    return (figures, f"{missed} missed, by {said(sum(late))} in all")
