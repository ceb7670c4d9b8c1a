"""A puzzle that begins at a position of another: its values are given, and a position with a fault is refused."""

from __future__ import annotations

import pytest
from drivers.command_line import KAKURO, KAKURO_SOLUTION, LATIN, LATIN_SOLUTION

from puzzles import registry
from puzzles.errors import PuzzleError


@pytest.mark.parametrize(("text", "solution"), [(LATIN, LATIN_SOLUTION), (KAKURO, KAKURO_SOLUTION)])
def test_values_of_the_position_are_given(text: str, solution: list[int]) -> None:
    puzzle = registry.read(text)
    family = registry.get_family(puzzle.family)
    board = list(family.start_board(puzzle))
    free = [i for i, value in enumerate(board) if value != solution[i]]
    board[free[0]] = solution[free[0]]
    on = family.continued(puzzle, board)
    assert family.start_board(on) == tuple(board)
    assert family.from_json(family.to_json(on)) == on, "so that a run's folder can hold it"
    assert family.judge(on, solution).solved
    board[free[1]] = board[free[0]]
    with pytest.raises(PuzzleError):
        family.continued(puzzle, board)
