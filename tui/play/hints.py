"""The hint at a position: by techniques, else by the family's prior. It may take a second: no screen waits for it."""

from __future__ import annotations

from puzzles.by_hand import ByHand, FillIn, Hint, PriorTable
from puzzles.family import Board, Family, Puzzle
from puzzles.fill_in_by_techniques import LIKELIEST, NOTHING_LEADS_ON, FillInByTechniques, untrained
from tui.kept.loaded import Loaded
from tui.processes.judging import hint_aside

SOLUTION = "value of the solution"
"""The technique of a hint that is taken from the only solution."""


def find(loaded: Loaded, board: Board, solution: Board | None = None) -> Hint | None:
    """The next step; where none is certain with the prior's odds, and if its table is not trained, from the solution.

    `solution`: the puzzle's only one, if it is known and agrees with the board. What is slow to judge is looked at by
    another process, as its libraries would hold up the screen; OSError if that fails.
    """
    hand = loaded.family.by_hand
    assert isinstance(hand, ByHand)
    if loaded.family.slow_to_judge and isinstance(hand, FillIn) and hand.open_value not in board:
        return hint_aside(loaded.puzzle, board)
    hint = hand.hint(loaded.puzzle, board)
    if hint is None or hint.certain or not hand.prior:
        return hint
    prior = table_of(loaded.family, loaded.puzzle, hand.prior)
    if (
        isinstance(hand, FillInByTechniques)
        and hint.technique == LIKELIEST
        and not prior.logarithms
        and solution is not None
    ):
        return _of_solution(hand, loaded.puzzle, board, hint.places[0], solution, prior)
    return hand.hint(loaded.puzzle, board, prior)


def table_of(family: Family, puzzle: Puzzle, name: str) -> PriorTable:
    """The family's prior of that name for the puzzle, as it is stored; without numbers if none is trained."""
    from priors import store
    from priors.table import puzzle_table

    kind = family.priors.kind(name)
    if kind.source == "puzzle":
        return PriorTable(name, tuple(puzzle_table(family, kind, puzzle, {})))
    stored = store.find(family.name, name, family.priors.shape_key(puzzle, name))
    return PriorTable(name, () if stored is None else tuple(stored.table))


def _of_solution(
    hand: FillInByTechniques, puzzle: Puzzle, board: Board, cell: int, solution: Board, prior: PriorTable
) -> Hint:
    value = hand.symbol(puzzle, solution[cell])
    reason = (NOTHING_LEADS_ON, untrained(prior), f"In the only solution {hand.place(puzzle, cell)} holds {value}.")
    return Hint(SOLUTION, (cell,), reason, (*board[:cell], solution[cell], *board[cell + 1 :]))
