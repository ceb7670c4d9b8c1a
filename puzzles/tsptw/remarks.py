"""Lines for people: how long a tour is, how much of it is waiting, what windows it misses, and what is proven of it."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.family import Verdict
from puzzles.text.quoting import counted
from puzzles.tsptw import decimals
from puzzles.tsptw.puzzle import PENALTY, TsptwPuzzle
from puzzles.tsptw.schedule import visits

BEST = "no better tour exists (proved)"
NONE_KEEPS = "no tour keeps all windows (proved); the fewest late visits are proved with moves=all only"


def remarks(puzzle: TsptwPuzzle, board: Sequence[int]) -> tuple[str, ...]:
    """The lines for a legal board."""
    customers = puzzle.n - 1
    if not board:
        widths = [closes - opens for opens, closes in zip(puzzle.earliest[1:], puzzle.latest[1:], strict=True)]
        spread = f"{decimals.shown(min(widths), puzzle.digits)} to {decimals.shown(max(widths), puzzle.digits)}"
        back = decimals.shown(puzzle.latest[0], puzzle.digits)
        return (f"{counted(customers, 'node')} to visit, in windows {spread} wide; back at the depot by {back}",)
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


def proof_statement(puzzle: TsptwPuzzle, moves: str, verdict: Verdict) -> str:
    """What a search has proven of the best tour when it has seen all that the rule `moves` offers; `verdict` is its.

    By `windows` a search sees all tours that keep all windows, but not all others. So these must be worse for their
    penalty, or the statement is of the former alone; and there are none of the former only if the penalty of the best
    tour outweighs any objective.
    """
    if moves == "all":
        return BEST
    if moves != "windows":
        return f"no better tour exists of those that moves={moves} allows (proved)"
    if verdict.facts.get("feasible") and -verdict.score <= PENALTY:
        return BEST
    if not verdict.facts.get("feasible") and _largest_objective(puzzle) < -verdict.score:
        return NONE_KEEPS
    return "no tour that keeps all windows scores more (proved)"


def _largest_objective(puzzle: TsptwPuzzle) -> float:
    """No tour's objective is more, in the units of the file."""
    longest = max(puzzle.travel)
    if puzzle.objective == "makespan":
        return puzzle.in_file_units(max(puzzle.earliest) + puzzle.n * (longest + max(puzzle.service)))
    return puzzle.in_file_units(puzzle.n * longest)
