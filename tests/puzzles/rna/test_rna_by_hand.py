"""A design by hand: what fits, what is in conflict, and hints, against the checker."""

from __future__ import annotations

import random

from puzzles.rna import checker
from puzzles.rna.family import FAMILY
from puzzles.rna.puzzle import RnaPuzzle, codes_of

HAND = FAMILY.by_hand
TARGET = RnaPuzzle("((((...))))..", "NRSWNNNNNYNAN")


def legal(board: tuple[int, ...]) -> bool:
    """By the checker, of a board with an open position, so that nothing is folded."""
    assert 0 in board
    return checker.judge(TARGET, board).legal


def test_candidates_and_conflicts_are_the_checker_s() -> None:
    start = FAMILY.start_board(TARGET)
    assert HAND.free_cells(TARGET) == frozenset(range(13)) - {11}
    draws = random.Random(1)
    for _ in range(200):
        board = (*(value or draws.randint(0, 4) for value in start[:-1]), 0)
        conflicts = HAND.conflicts(TARGET, board)
        assert (not conflicts) == legal(board)
        mended = tuple(0 if cell in conflicts else value for cell, value in enumerate(board))
        assert legal(mended)
        for cell in HAND.free_cells(TARGET) - {12}:
            fits = set()
            for value in range(1, 5):
                written = tuple(value if i == cell else one for i, one in enumerate(mended))
                other = TARGET.partners[cell]
                there = range(1, 5) if other >= 0 and not mended[other] else (None,)
                for beyond in there:
                    both = tuple(beyond if i == other and beyond else one for i, one in enumerate(written))
                    if legal(both):
                        fits.add(value)
            assert set(HAND.candidates(TARGET, mended, cell)) == fits


def test_hints_lead_to_a_complete_design_without_a_conflict() -> None:
    draws = random.Random(2)
    techniques = set()
    for _ in range(30):
        start = FAMILY.start_board(TARGET)
        board = tuple(value or draws.choice((0, 0, 0, 1, 2, 3, 4)) for value in start)
        for _ in range(40):
            hint = HAND.hint(TARGET, board)
            if hint is None:
                break
            techniques.add(hint.technique)
            assert {i for i, (old, new) in enumerate(zip(board, hint.after, strict=True)) if old != new} == set(
                hint.places
            )
            if hint.certain:
                (cell,) = hint.places
                assert HAND.candidates(TARGET, board, cell) == (hint.after[cell],)
            board = hint.after
        assert 0 not in board
        assert not HAND.conflicts(TARGET, board)
    assert techniques == {"conflict", "only base", "unpaired base", "strongest pair"}


def test_a_position_is_told_in_words_and_the_partner_s_base_is_offered() -> None:
    board = list(FAMILY.start_board(TARGET))
    board[2] = codes_of("G")[0]
    assert HAND.place(TARGET, 2) == "position 3"
    assert HAND.about(TARGET, board, 2) == (
        ("pairs with", "9, open"),
        ("restraint", "S: C G"),
        ("fits", "C G"),
    )
    assert HAND.goes_along(TARGET, board, 2) == (8, codes_of("C")[0])
    board[8] = codes_of("A")[0]
    assert HAND.goes_along(TARGET, board, 2) is None
    assert HAND.about(TARGET, board, 2)[1] == ("pair", "GA: no pair")
    assert HAND.about(TARGET, board, 2)[-1] == ("fits", "no base: change its partner")
    assert HAND.about(TARGET, board, 5)[0] == ("pairs with", "none, it stays unpaired")
    assert HAND.about(TARGET, board, 11)[-1] == ("restraint", "A, given")
    assert HAND.hint(TARGET, board).reason[0] == "A at 9 can't pair with G at 3."  # type: ignore[union-attr]
