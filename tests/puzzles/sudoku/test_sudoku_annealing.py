"""Local search on Sudoku against plain counts: conflicts, what a change makes of them, and boards that can be shown."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from drivers.compiled_repair import accept_one, propose_one, start_one
from drivers.compiled_rules import look

from puzzles.engine.streams import stream
from puzzles.registry import get_family
from puzzles.sudoku.instances import generate
from puzzles.sudoku.kernels import annealing, rules
from puzzles.sudoku.puzzle import Sudoku
from solvers.request import Request

pytestmark = pytest.mark.compiled
FAMILY = get_family("sudoku")


def conflicts(puzzle: Sudoku, board: list[int]) -> tuple[int, set[int]]:
    """How many pairs of cells see each other with one value, and the cells in such pairs."""
    pairs = {
        (one, other)
        for group in puzzle.groups
        for one in group.cells
        for other in group.cells
        if one < other and board[one] == board[other]
    }
    return len(pairs), {cell for pair in pairs for cell in pair}


def full_board(state: annealing.FilledGrid) -> list[int]:
    board = state.board.tolist()
    for cell, value in zip(state.cells.tolist(), state.values.tolist(), strict=True):
        board[cell] = value
    return board


@pytest.mark.parametrize("order", [4, 6, 9])
def test_conflicts_are_counted_as_they_are_through_all_changes_and_runs(order: int) -> None:
    puzzle, _ = generate({"order": order, "holes": 0.7}, 5, order, "test")
    state = rules.repairing(rules.build_state(puzzle, mode="strong"), puzzle)
    state.scalars[annealing.LENGTH] = 7  # so that parents are crossed often
    rng, random, board = stream("test", 5), Random(5), np.full(order**2, -1, np.int64)
    merit = start_one(state, board, rng, np.ones(1))
    shown = np.zeros(order**2, np.int64)
    for _ in range(200):
        pairs, faulty = conflicts(puzzle, full_board(state))
        assert -merit == pairs == state.scalars[annealing.CONFLICTS]
        assert {*state.cells[state.faulty[: state.scalars[annealing.FAULTY]]].tolist()} == faulty
        value, found, _ = look(state, shown)
        assert found == (pairs == 0)
        verdict = FAMILY.judge(puzzle, shown.tolist())
        assert verdict.legal
        assert verdict.solved == found
        assert verdict.score == value
        if found:
            break
        run = state.scalars[annealing.STOP]
        before, proposed = full_board(state), propose_one(state, rng, np.ones(1), -np.inf)
        taken = random.random() < 0.8
        accept_one(state, taken)
        if state.scalars[annealing.STOP] == run:
            changed = sum(one != other for one, other in zip(before, full_board(state), strict=True))
            assert changed == (taken and state.scalars[annealing.CELL] >= 0)
            assert taken or -merit == state.scalars[annealing.CONFLICTS]
        merit = proposed if taken else -float(state.scalars[annealing.CONFLICTS])


def test_a_board_to_begin_with_is_kept_where_it_fits() -> None:
    puzzle, solution = generate({"order": 9, "holes": 0.7}, 6, 0, "test")
    state = rules.repairing(rules.build_state(puzzle, mode="strong"), puzzle)
    assert start_one(state, np.array(solution), stream("test", 6), np.ones(1)) == 0
    assert look(state, np.zeros(81, np.int64))[1]


def test_large_puzzles_are_searched_so_by_default_and_other_rules_never() -> None:
    large, small = Sudoku.of_order(36), Sudoku.of_order(9)
    killer = FAMILY.parse(next(one.text for one in FAMILY.examples if one.name.startswith("killer")))
    resolved = Request({}).resolve(large)
    assert (resolved.algorithm, resolved.prior) == ("annealing", "none")
    assert Request({}).resolve(small).algorithm == "backtracking"
    with pytest.raises(ValueError, match="sudoku can't be searched by annealing"):
        Request({}, algorithm="annealing").resolve(killer)
