"""Local search on Sudoku against plain counts: conflicts, what a change makes of them, and boards that can be shown."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from drivers.compiled_repair import accept_one, propose_one, start_one
from drivers.compiled_rules import look

from puzzles.engine.streams import stream
from puzzles.parameters import ParameterError
from puzzles.registry import get_family
from puzzles.sudoku.instances import generate
from puzzles.sudoku.kernels import annealing, rules
from puzzles.sudoku.kernels.annealing_state import (
    CANDIDATES,
    FILLED,
    FREE,
    FULLEST,
    KEPT,
    MISSED,
    MOST,
    NEXT,
    NOW,
    OPENED,
    RETURNED,
    SHARES,
    SINCE,
    SINGLE,
    STEP,
)
from puzzles.sudoku.puzzle import Sudoku
from solvers.request import Request

pytestmark = pytest.mark.compiled
FAMILY = get_family("sudoku")


def clashes(puzzle: Sudoku, board: list[int], cell: int, value: int) -> int:
    """How many cells lose their values when the cell gets that one."""
    others = {one for group in puzzle.groups if cell in group.cells for one in group.cells} - {cell}
    return (board[cell] >= 0) + sum(board[one] == value for one in others)


def candidates(state: annealing.PackedGrid) -> list[tuple[int, int]]:
    return [
        (int(state.cells[state.places[state.places_at[k]]]), int(state.values[k]))
        for k in range(state.scalars[CANDIDATES])
    ]


def missed(puzzle: Sudoku, state: annealing.PackedGrid, board: list[int]) -> int:
    """Open cells, and values that groups which hold all of them lack."""
    whole = [group.cells for group in puzzle.groups if len(group.cells) == puzzle.order]
    return board.count(-1) + sum(puzzle.order - len({board[cell] for cell in cells} - {-1}) for cells in whole)


@pytest.mark.parametrize(("order", "variant"), [(4, ""), (6, ""), (9, "diagonal"), (9, "windoku")])
def test_lists_and_counts_are_what_the_board_says_through_all_changes(order: int, variant: str) -> None:
    options = {"order": order, "holes": 0.7} | ({"variant": variant} if variant else {})
    puzzle, _ = generate(options, 5, order, "test")
    state = rules.repairing(rules.build_state(puzzle, mode="strong"), puzzle)
    rng, random, board = stream("test", 5), Random(5), np.full(order**2, -1, np.int64)
    merit = start_one(state, board, rng, np.ones(1))
    shown, listed = np.zeros(order**2, np.int64), candidates(state)
    for _ in range(200):
        value, found, _ = look(state, shown)
        board = shown.tolist()
        assert -merit == board.count(-1) == -value
        verdict = FAMILY.judge(puzzle, board)
        assert verdict.legal
        assert (verdict.solved, verdict.score) == (found, value)
        assert state.scalars[MISSED] == missed(puzzle, state, board)
        counts = [clashes(puzzle, board, cell, value) for cell, value in listed]
        out = [board[cell] != value for cell, value in listed]
        for most, length in enumerate(state.scalars[[FREE, SINGLE]]):
            ready = {k for k, count in enumerate(counts) if out[k] and count == most}
            assert {*state.ready[most, :length].tolist()} == ready
        if found:
            break
        before, proposed = board, propose_one(state, rng, np.ones(1), -np.inf)
        candidate, taken = state.scalars[NEXT], random.random() < 0.8
        accept_one(state, taken)
        look(state, shown)
        if not taken or candidate < 0:
            assert shown.tolist() == before
        else:
            cell, value = listed[candidate]
            assert shown[cell] == value
            assert proposed == merit + 1 - counts[candidate]
            merit = proposed


def test_each_round_of_turns_is_twice_as_long_as_the_one_before() -> None:
    puzzle, _ = generate({"order": 9, "holes": 0.7}, 5, 9, "test")
    state = rules.repairing(rules.build_state(puzzle, mode="strong"), puzzle)
    rng, turns, opened = stream("test", 7), len(SHARES), int(state.scalars[OPENED])
    start_one(state, np.full(81, -1), rng, np.ones(1))
    ends, end = [], 0
    for turn in range(3 * turns):
        end += annealing.TURN * opened * 2 ** (turn // turns)
        ends.append(end)
    for turn, last in enumerate(ends):
        for step, wanted in ((last - 1, turn), (last, turn + 1)):
            state.scalars[STEP] = step - 1
            propose_one(state, rng, np.ones(1), -np.inf)
            assert (state.scalars[STEP], state.scalars[NOW]) == (step, wanted)


@pytest.mark.parametrize(
    ("most", "waited", "kept", "ends"),
    [(20, 5, 0, False), (21, 4, 0, False), (21, 5, 0, True), (21, 5, 9, False), (20, 9, 0, False), (20, 10, 0, True)],
)
def test_a_turn_ends_when_it_stood_still_sooner_if_it_left_over_four_times_the_fewest_gaps(
    most: int, waited: int, kept: int, ends: bool
) -> None:
    """Turns are of the second round; `waited` in looks, of which a turn of the first round has five."""
    puzzle, _ = generate({"order": 9, "holes": 0.7}, 5, 9, "test")
    state = rules.repairing(rules.build_state(puzzle, mode="strong"), puzzle)
    start_one(state, np.full(81, -1), rng := stream("test", 7), np.ones(1))
    opened, turn = int(state.scalars[OPENED]), len(SHARES)
    look = annealing.TURN // annealing.LOOKS * opened
    state.scalars[[STEP, SINCE, NOW, KEPT]] = 20 * look - 1, (20 - waited) * look, turn, kept
    state.scalars[[FULLEST, MOST]] = opened - 4 * 5, opened - (25 - most)
    propose_one(state, rng, np.ones(1), -np.inf)
    assert state.scalars[NOW] == turn + ends
    assert state.scalars[SINCE] == (20 if ends else 20 - waited) * look


def test_the_search_returns_to_the_grid_of_fewest_gaps_until_that_was_often_in_vain() -> None:
    puzzle, _ = generate({"order": 16, "holes": 0.6}, 5, 9, "test")
    state = rules.repairing(rules.build_state(puzzle, mode="strong"), puzzle)
    start_one(state, np.full(256, -1), rng := stream("test", 7), np.ones(1))
    scalars, opened = state.scalars, int(state.scalars[OPENED])
    for _ in range(200_000):
        if 0 < scalars[FILLED] < scalars[KEPT]:
            break
        propose_one(state, rng, np.ones(1), -np.inf)
        accept_one(state, True)
    kept = state.kept.tolist()
    assert scalars[FILLED] < scalars[KEPT]
    assert sum(one >= 0 for one in kept) == scalars[KEPT] >= opened - annealing.NEARLY
    covered = [place for one in kept if one >= 0 for place in state.places[slice(*state.places_at[one : one + 2])]]
    assert len({*covered}) == len(covered)
    for returns, there in ((0, True), (annealing.RETURNS, False)):
        before = state.holder[:opened].tolist()
        scalars[RETURNED], scalars[STEP] = returns, 9 * annealing.RETURN * opened - 1
        propose_one(state, rng, np.ones(1), -np.inf)
        assert state.holder[:opened].tolist() == (kept if there else before)
        assert {place for place, one in enumerate(state.holder) if one >= 0} == {*covered}
        assert scalars[KEPT] == (len(covered) // 4 if there else 0)


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
    for name in ("hot", "patience"):
        with pytest.raises(ParameterError, match=f"{name} has no effect on annealing of Sudoku; leave it out"):
            Request({name: 1.0}, algorithm="annealing").resolve(large)
