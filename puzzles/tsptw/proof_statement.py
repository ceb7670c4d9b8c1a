"""What a search that has seen all tours of its rule of moves has proven of the best one, in words."""

from __future__ import annotations

from puzzles.family import Verdict
from puzzles.tsptw.puzzle import PENALTY, TsptwPuzzle

BEST = "no better tour exists (proved)"
NONE_KEEPS = "no tour keeps all windows (proved); the fewest late visits are proved with moves=all only"


def claim(puzzle: TsptwPuzzle, moves: str, verdict: Verdict) -> str:
    """The claim; `moves` is the rule, the verdict that of the complete tour with the best score.

    By `windows` a search sees all tours that keep all windows, but not all others. So these must be worse for their
    penalty, or the claim is of the former alone; and there are none of the former only if the penalty of the best tour
    outweighs any objective.
    """
    if moves == "all":
        return BEST
    if moves != "windows":
        return f"no better tour exists of those that moves={moves} allows (proved)"
    if verdict.facts.get("feasible") and -verdict.score <= PENALTY:
        return BEST
    if not verdict.facts.get("feasible") and largest_objective(puzzle) < -verdict.score:
        return NONE_KEEPS
    return "no tour that keeps all windows scores more (proved)"


def largest_objective(puzzle: TsptwPuzzle) -> float:
    """No tour's objective is more, in the units of the file."""
    longest = max(puzzle.travel)
    if puzzle.objective == "makespan":
        return puzzle.in_file_units(max(puzzle.earliest) + puzzle.n * (longest + max(puzzle.service)))
    return puzzle.in_file_units(puzzle.n * longest)
