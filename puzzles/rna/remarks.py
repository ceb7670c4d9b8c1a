"""Lines for people about a design: energies, GC, probability, and whether its fold is the only one.

The fold itself is in the drawing of the board.
"""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.rna import checker
from puzzles.rna.puzzle import RnaPuzzle
from puzzles.text.quoting import percent


def remarks(puzzle: RnaPuzzle, board: Sequence[int]) -> tuple[str, ...]:
    """The lines for a legal board; of one with open positions, how many there are. None for the start board."""
    verdict = checker.judge(puzzle, board)
    if not verdict.facts:
        left = sum(code == 0 for code in board)
        begun = left and tuple(board) != puzzle.start_board
        return (f"{left:,} of {puzzle.length:,} positions are open",) if begun else ()
    facts = verdict.facts
    energy, gc = f"energy {float(facts['energy']):.2f} kcal/mol", f"GC {percent(float(facts['gc']))}, {puzzle.model}"
    if not verdict.solved:
        return (f"{energy}, {float(facts['target_energy']):.2f} in the target, {gc}",)
    probability, defect = float(facts["probability"]), float(facts["defect"])
    weights = f"probability of the target {probability:.3g}, ensemble defect {percent(defect, 1)}"
    only = {True: "no other structure has as little energy", False: "another structure has the same energy"}
    known = facts.get("unique")
    sure = only[bool(known)] if known is not None else "whether another structure has the same energy is not known"
    return f"{energy}, {gc}", weights, f"folds into its target; {sure}"
