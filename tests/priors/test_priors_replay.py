"""The replay counts what Algorithm 4 says, on a toy: cases worked by hand, and a naive implementation as oracle."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.naive_replay import naive_replay
from toys.permutation_toy import build_toy

from priors.training import (
    LINE,
    OPEN,
    READINGS,
    replay,
)
from puzzles.engine.dispatchers import uncached
from puzzles.engine.streams import next_below, stream

pytestmark = pytest.mark.compiled

# compiled again in each session: the cache on disk would not notice an edit of the toy
fresh_replay = uncached(replay.py_func)


def counted(solution: list[int], reading: int, seed: int = 1, replays: int = 1):
    n = len(solution)
    state = build_toy(n)
    count, nb = np.zeros(n * n, np.int64), np.zeros(n * n, np.int64)
    rng = stream("replay", seed)
    for _ in range(replays):
        assert fresh_replay(state, np.array(solution), rng, reading, count, nb)
    return count.reshape(n, n).tolist(), nb.reshape(n, n).tolist()


def test_the_names_of_the_readings_stand_at_their_numbers() -> None:
    assert READINGS[LINE] == "line"
    assert READINGS[OPEN] == "open"


def test_two_places_worked_by_hand() -> None:
    # one choice of 2 moves, then a forced move, which is not counted; `open` counts both places
    count, nb = counted([1, 0], OPEN)
    assert nb == [[1, 1], [1, 1]]
    assert count == [[0, 1], [1, 0]]
    count, nb = counted([1, 0], LINE)
    assert (count, nb) in [([[0, 1], [0, 0]], [[1, 1], [0, 0]]), ([[0, 0], [1, 0]], [[0, 0], [1, 1]])]


def test_three_places_worked_by_hand() -> None:
    # first choice: 9 moves in `open`, 3 in `line`; second: 2 places x 2 numbers, or 2 in `line`
    count, nb = counted([1, 0, 2], OPEN)
    assert np.sum(nb) == 9 + 4
    assert np.sum(count) == 3 + 2
    count, nb = counted([1, 0, 2], LINE)
    assert np.sum(nb) == 3 + 2
    assert np.sum(count) == 2


@given(st.permutations(range(5)), st.integers(0, 1000), st.sampled_from([LINE, OPEN]))
def test_agrees_with_the_naive_implementation(solution: list[int], seed: int, reading: int) -> None:
    rng = stream("replay", seed)
    count, nb = naive_replay(solution, lambda bound: next_below(rng, bound), reading == OPEN)
    found_count, found_nb = counted(solution, reading, seed)
    cells = [(place, number) for place in range(5) for number in range(5)]
    assert found_count == np.array([count[cell] for cell in cells]).reshape(5, 5).tolist()
    assert found_nb == np.array([nb[cell] for cell in cells]).reshape(5, 5).tolist()


def test_counts_add_up_over_replays() -> None:
    count, nb = counted([2, 0, 1, 3], LINE, replays=10)
    assert np.sum(nb) == 10 * (4 + 3 + 2)
    assert np.sum(count) == 10 * 3


@pytest.mark.parametrize("solution", [[0, 0, 1], [0, 1, 7]])
def test_what_is_not_a_solution_is_refused(solution: list[int]) -> None:
    state = build_toy(3)
    count, nb = np.zeros(9, np.int64), np.zeros(9, np.int64)
    assert not fresh_replay(state, np.array(solution), stream("replay", 1), OPEN, count, nb)
    assert np.all(count <= nb)
