"""Lines for people about a design: its fold, energies, GC, probability, and whether its fold is the only one."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.rna import checker
from puzzles.rna.puzzle import RnaPuzzle


def remarks(puzzle: RnaPuzzle, board: Sequence[int]) -> tuple[str, ...]:
    """The lines for a legal board; of one with open positions, how many there are."""
    verdict = checker.judge(puzzle, board)
    if not verdict.facts:
        left = sum(code == 0 for code in board)
        return (f"{left:,} of {puzzle.length:,} positions are open",) if left else ()
    facts = verdict.facts
    lines = [f"fold {facts['fold']}", f"energy {float(facts['energy']):.2f} kcal/mol ({puzzle.model})"]
    if not verdict.solved:
        gap = f"in the target {float(facts['target_energy']):.2f}, gap {float(facts['gap']):.2f}"
        lines[1] += f"; {gap}; {facts['distance']} pairs differ"
    gc = f"GC {float(facts['gc']):.0%}"
    if not verdict.solved:
        return (*lines, gc)
    probability, defect = float(facts["probability"]), float(facts["defect"])
    lines.append(f"probability of the target {probability:.3g}, ensemble defect {defect:.2%}, {gc}")
    only = {True: "the only structure of least energy", False: "another structure has the same energy"}
    known = facts.get("unique")
    lines.append(only[bool(known)] if known is not None else "too many structures to tell whether it is the only one")
    return tuple(lines)
