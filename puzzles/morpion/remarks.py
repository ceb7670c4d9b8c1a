"""Lines for people about a game: how long it is, whether it goes on, and how it stands to the longest known."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.morpion import checker
from puzzles.morpion.puzzle import Move
from puzzles.morpion.variants import VARIANTS, Variant
from puzzles.text.quoting import counted


def remarks(variant: str, moves: Sequence[Move]) -> tuple[str, ...]:
    """The lines for a legal game; PuzzleError if it is not legal."""
    rules = VARIANTS[variant]
    left = len(checker.legal_moves_left(variant, moves))
    ends = {0: "no move is left", 1: "1 move is left"}.get(left, f"{left} moves are left")
    return (f"{variant}, {counted(len(moves), 'move')}; {ends}", _standing(rules, len(moves)))


def _standing(rules: Variant, moves: int) -> str:
    known = f"the longest known game of {rules.name} has {rules.record} moves ({rules.record_by})"
    if moves > rules.record:
        known = f"{moves - rules.record} more than the longest known game of {rules.name} ({rules.record_by})"
    elif moves == rules.record:
        known = f"as long as the longest known game of {rules.name} ({rules.record_by})"
    if rules.optimal:
        return f"{known}; no longer one is possible ({rules.bound_by})"
    return f"{known}; more than {rules.bound} are impossible ({rules.bound_by})"
