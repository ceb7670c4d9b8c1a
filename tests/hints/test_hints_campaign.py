"""A slice of the campaign, and that the judge notices what does not hold."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzles.by_hand import GRADES
from puzzles.kakuro import FAMILY
from puzzles.kakuro.by_hand import KakuroByHand
from puzzles.sudoku.family import GENERATED

from . import campaign, cells
from .oracle import FaultError, Judge


def test_hints_of_some_puzzles_hold() -> None:
    found = campaign.run(seed=1, puzzles=12)
    assert found.puzzles == 12
    assert sum(found.steps.values()) > 100
    assert found.sayings > 0
    assert found.wrong


@pytest.mark.compiled
@pytest.mark.parametrize(("grade", "seed"), [(1, 2), (2, 2), (3, 4)])  # seeds whose puzzles take few tries
def test_hints_and_grades_of_variants_hold(grade: int, seed: int) -> None:
    found = cells.run(seed=seed, puzzles=4, first=len(GENERATED) * grade + 7 + 2 * grade, largest=6)
    assert found.grades[GRADES[grade]] >= 3
    assert found.hints > found.puzzles
    assert found.counted > 0


def test_the_judge_refuses_steps_that_do_not_follow() -> None:
    hand = FAMILY.by_hand
    assert isinstance(hand, KakuroByHand)
    puzzle = FAMILY.parse(next(one.text for one in FAMILY.examples if one.name == "crossword-9"))
    board = FAMILY.start_board(puzzle)
    while len(steps := hand.steps(puzzle, board)) < 2:
        hint = hand.hint(puzzle, board)
        assert hint is not None
        board = hint.after
    first, last = steps[0], steps[-1]
    Judge(puzzle, board).all_hold(steps)
    with pytest.raises(FaultError, match="are not ruled out"):
        Judge(puzzle, board).all_hold([last])  # its ground was ruled out by the first
    kept = next(value for value in range(1, 10) if not any(mask >> value & 1 for _, mask in first.removed))
    cell = first.removed[0][0]
    with pytest.raises(FaultError, match=r"is possible at|removes what"):
        Judge(puzzle, board).holds(replace(first, removed=((cell, first.removed[0][1] | 1 << kept),)))
    with pytest.raises(FaultError, match="no contradiction"):
        Judge(puzzle, board).holds(replace(first, removed=()))


def test_wrong_words_about_combinations_are_noticed() -> None:
    puzzle = FAMILY.parse("\\,4\\,6\\\n\\3,,\n\\7,,\n")
    campaign.check_saying(puzzle, (0, 0, 0, 0), 2, "Across, 7 in 2 cells is 1 6, 2 5 or 3 4.")
    for line in ("Across, 7 in 2 cells is 1 6 or 3 4.", "Across, 6 in 2 cells is always 2 4.", "Down, 4 is 1 3."):
        with pytest.raises(FaultError):
            campaign.check_saying(puzzle, (0, 0, 0, 0), 2, line)
