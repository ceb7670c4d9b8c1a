"""A design by hand: what fits, what is in conflict, and hints, against the checker."""

from __future__ import annotations

import random
import re

from puzzles.rna import checker, misfold
from puzzles.rna.bases import codes_of
from puzzles.rna.by_hand import RnaByHand
from puzzles.rna.family import FAMILY
from puzzles.rna.puzzle import RnaPuzzle
from puzzles.rna.structure import pairs_of

HAND = FAMILY.by_hand
TARGET = RnaPuzzle("((((...))))..", "NRSWNNNNNYNAN")
WRONG = re.compile(
    r"(\d+) should (?:stay unpaired|pair with (\d+)), but (?:stays unpaired|pairs with (\d+)) in the fold."
)


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
            hint = HAND.hint(TARGET, board) if 0 in board or HAND.conflicts(TARGET, board) else None
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


def checked(puzzle: RnaPuzzle, board: tuple[int, ...]) -> tuple[int, float, str]:
    """Distance, gap and fold of a complete design by the checker."""
    facts = checker.judge(puzzle, board).facts
    return int(facts["distance"]), float(facts["gap"]), str(facts["fold"])


def test_of_a_design_that_misfolds_the_change_is_told_that_brings_its_fold_nearest() -> None:
    """Each hint beside the checker: what is wrong is so, and no other change that is told of would have been better."""
    draws = random.Random(4)
    techniques, solved = set(), 0
    for target in 3 * ("((((...))..((...))))..", "(((((....)))))........"):
        puzzle = RnaPuzzle(target, "N" * 22)
        board = tuple(0 for _ in puzzle.target)
        for cell in draws.sample(range(22), 22):
            if not board[cell]:
                trial = draws.choice(misfold.trials(puzzle, board, cell))
                board = trial.after
        while (hint := HAND.hint(puzzle, board)) is not None:
            distance, gap, fold = checked(puzzle, board)
            assert distance
            techniques.add(hint.technique)
            assert not hint.certain
            said = WRONG.fullmatch(hint.reason[0])
            assert said is not None
            wanted, folded = (dict(pairs_of(one)) for one in (puzzle.target, fold))
            place = int(said[1]) - 1
            for pairs, told in ((wanted, said[2]), (folded, said[3])):
                both = pairs | {other: one for one, other in pairs.items()}
                assert both.get(place) == (int(told) - 1 if told else None)
            assert wanted != folded
            nearest = min(
                checked(puzzle, trial.after)[:2] for cell in range(22) for trial in misfold.trials(puzzle, board, cell)
            )
            if hint.technique == "no single change":
                assert hint.after == board
                assert nearest >= (distance, gap)
                break
            then, gap_then, _ = checked(puzzle, hint.after)
            assert (then, gap_then) == nearest or not then
            assert nearest < (distance, gap)
            assert hint.places == tuple(k for k in range(22) if board[k] != hint.after[k])
            if not then:
                assert hint.reason[1].endswith("then it folds into the target.")
            elif then < distance:
                assert hint.reason[1].endswith(f"from the target, not {distance}.")
                assert f" then {then} pair" in hint.reason[1]
            else:
                assert f"falls from {gap:.2f} to {gap_then:.2f}" in hint.reason[1]
            board = hint.after
        solved += checker.judge(puzzle, board).solved
    assert techniques == {"nearer fold", "no single change"}
    assert solved


BY_HAND = RnaByHand()
BISTABLE = RnaPuzzle(
    "((((....))))............",
    "NNNNNNNNNRNNNNNNNNNSNNNN",
    state="........((((....))))...., ....((((........)))).... at 60",
)
"""Each of some positions pairs with different ones in three states."""


def test_hints_lead_to_bases_that_pair_in_all_states() -> None:
    draws = random.Random(3)
    techniques = set()
    for _ in range(40):
        start = FAMILY.start_board(BISTABLE)
        board = tuple(value or draws.choice((0, 0, 0, 1, 2, 3, 4)) for value in start)
        for _ in range(40):
            if 0 not in board and not checker.broken(BISTABLE, board):
                break
            hint = BY_HAND.hint(BISTABLE, board)
            assert hint is not None
            techniques.add(hint.technique)
            changed = {i for i, (old, new) in enumerate(zip(board, hint.after, strict=True)) if old != new}
            assert changed == set(hint.places), hint
            assert 1 <= len(hint.reason) <= 4
            if hint.certain and hint.technique == "only base":
                (cell,) = hint.places
                others = set(BY_HAND.values(BISTABLE, cell)) - {hint.after[cell]}
                assert not any(completable((*board[:cell], one, *board[cell + 1 :])) for one in others), hint
            board = hint.after
        assert not checker.broken(BISTABLE, board)
        assert 0 not in board
    assert techniques == {"conflict", "only base", "strongest pair", "unpaired base"}


def completable(board: tuple[int, ...]) -> bool:
    """By trying all bases, position by position."""
    if checker.broken(BISTABLE, board):
        return False
    if 0 not in board:
        return True
    cell = board.index(0)
    return any(completable((*board[:cell], value, *board[cell + 1 :])) for value in (1, 2, 3, 4))


def test_a_position_is_told_with_its_partners_in_all_states() -> None:
    board = codes_of("GGGGAAAACCCCAAAAGGGGAAAA")
    assert BY_HAND.about(BISTABLE, board, 19) == (
        ("state 1", "unpaired"),
        ("state 2", "with 9, C: GC"),
        ("state 3", "with 5, A: GA can't pair"),
        ("restraint", "S: C G"),
        ("fits", "no base: change its partner"),
    )
    assert BY_HAND.goes_along(BISTABLE, (*board[:3], 0, *board[4:]), 8) is None, "no base suits 20 and 5"
    opened = (*board[:3], 0, codes_of("U")[0], *board[5:])
    assert BY_HAND.goes_along(BISTABLE, opened, 8) == (3, codes_of("G")[0])
