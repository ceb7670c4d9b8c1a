"""The exhaustive search counts what there is: published counts, a naive enumeration, and proofs of nothing."""

from __future__ import annotations

import math
import random
from pathlib import Path

import numpy as np
import pytest
from oracles.naive_latin_rules import naive_completions, random_partial, random_square, with_holes

from puzzles.engine.streams import stream
from puzzles.latin import FAMILY
from puzzles.latin.kernels.rules import build_state, limits
from puzzles.latin.puzzle import LatinSquare
from puzzles.registry import read_file
from solvers.jobs.generate import count_solutions
from solvers.searches import depth_first
from solvers.searches.depth_first import FOUND, DescentSearch
from solvers.searches.tally import EXHAUSTED, PLAYOUTS, RESTARTS, RUNNING, SOLVED, STATUS

pytestmark = pytest.mark.compiled

NO_PRIOR = np.ones(1)
MANY = 10**9


def explored(order: int, grid: list[int], mode: str, wanted: int, prior_code: int = 0) -> tuple[int, DescentSearch]:
    """The status and the search after all ends of paths, looking for that many solutions."""
    state = build_state(LatinSquare(order, tuple(grid)), mode=mode, prior_code=prior_code, trail=True)
    prior = np.random.default_rng(1).random(limits(state).prior_codes) + 0.01 if prior_code else NO_PRIOR
    search = depth_first.make_search(limits(state), {"solutions": wanted}, prior, stream("test", 20))
    return depth_first.advance(state, search, 10**9), search


def different_solutions(order: int, search: DescentSearch) -> int:
    """How many different Latin squares were found; fails if one is wrong or was found twice."""
    found = search.solutions[: search.scalars[FOUND]].tolist()
    assert len({tuple(board) for board in found}) == len(found)
    symbols = list(range(order))
    for board in found:
        rows = [board[row * order : (row + 1) * order] for row in range(order)]
        assert all(sorted(line) == symbols for line in [*rows, *map(list, zip(*rows, strict=True))])
    return len(found)


@pytest.mark.parametrize("mode", ["paper", "strong"])
@pytest.mark.parametrize(("order", "count"), [(2, 2), (3, 12), (4, 576)])
def test_all_latin_squares_of_small_orders_are_found(order: int, count: int, mode: str) -> None:
    for prior_code in (0, 1):
        status, search = explored(order, [-1] * order**2, mode, count + 1, prior_code)
        assert status == EXHAUSTED
        assert different_solutions(order, search) == count  # OEIS A002860


def test_all_latin_squares_of_order_5_are_found() -> None:
    status, search = explored(5, [-1] * 25, "strong", 161_281)
    assert status == EXHAUSTED
    assert search.scalars[FOUND] == 161_280  # OEIS A002860
    assert len(np.unique(search.solutions[:161_280], axis=0)) == 161_280


@pytest.mark.parametrize("mode", ["paper", "strong"])
def test_counts_equal_a_naive_enumeration(mode: str) -> None:
    source = random.Random(30)
    counts = []
    for _ in range(60):
        order = source.choice((4, 5))
        grid = random_partial(order, source.randint(order, order * 2), source)
        expected = naive_completions(order, grid)
        status, search = explored(order, grid, mode, expected + 1)
        assert status == EXHAUSTED
        assert different_solutions(order, search) == expected
        if expected:
            status, search = explored(order, grid, mode, expected)
            assert status == SOLVED
            assert different_solutions(order, search) == expected
        counts.append(expected)
    assert counts.count(0) > 5
    assert max(counts) > 50


def test_with_a_failure_limit_small_squares_without_a_solution_are_proved_all_the_same() -> None:
    source = random.Random(31)
    restarts = proved = 0
    while proved < 10:
        order = source.choice((6, 7, 8))
        grid = random_partial(order, order * order // 3, source)
        status, whole = explored(order, grid, "paper", 1)
        if status == SOLVED or whole.tally.counters[PLAYOUTS] < 5:
            continue
        state = build_state(LatinSquare(order, tuple(grid)), mode="paper", trail=True)
        search = depth_first.make_search(
            limits(state), {"failures": 1, "growth": 1.5}, NO_PRIOR, stream("test", proved)
        )
        assert depth_first.advance(state, search, 10**6) == EXHAUSTED
        assert search.scalars[FOUND] == 0
        proved += 1
        restarts += int(search.tally.counters[RESTARTS])
    assert restarts > 20


def test_restarts_come_after_the_failures_that_the_limit_allows() -> None:
    source = random.Random(34)
    grid = with_holes(random_square(25, source), 262, source)
    state = build_state(LatinSquare(25, tuple(grid)), mode="paper", trail=True)
    search = depth_first.make_search(limits(state), {"failures": 3, "growth": 2.0}, NO_PRIOR, stream("test", 4))
    restarts = []
    while depth_first.advance(state, search, 1) == RUNNING and len(restarts) < 4:
        if search.tally.counters[RESTARTS] > len(restarts):
            restarts.append(int(search.tally.counters[PLAYOUTS]))
    # limits 3, 6, 12, 24: the failure past each is one too many
    assert restarts == [4, 4 + 7, 4 + 7 + 13, 4 + 7 + 13 + 25]


@pytest.mark.parametrize("number", range(10, 15))
def test_published_squares_without_a_solution_are_proved_to_have_none(benchmark_data: Path, number: int) -> None:
    puzzle = read_file(benchmark_data / "latin" / "qcp-pls" / f"qcp-10-67-{number}.pls")
    assert count_solutions(puzzle, dead_ends=MANY) == ()


def latin(grid: list[int]) -> LatinSquare:
    return LatinSquare(math.isqrt(len(grid)), tuple(grid))


def test_no_solution_the_only_one_or_two_are_found() -> None:
    source = random.Random(32)
    seen = set()
    for _ in range(40):
        grid = random_partial(4, source.randint(4, 9), source)
        expected = naive_completions(4, grid)
        found = count_solutions(latin(grid), dead_ends=MANY)
        assert found is not None
        assert len(set(found)) == len(found) == min(expected, 2)
        assert all(FAMILY.judge(latin(grid), board).solved for board in found)
        seen.add(len(found))
    assert seen == {0, 1, 2}


def test_a_count_without_dead_ends_or_leave_is_unknown() -> None:
    grid = with_holes(random_square(5, random.Random(33)), 25, random.Random(33))
    assert count_solutions(latin(grid), dead_ends=0) is None
    asked = []
    assert count_solutions(latin(grid), lambda: bool(asked.append(1)), MANY) is None
    assert asked == [1]


def test_a_complete_square_has_one_completion_and_a_dead_root_none() -> None:
    square = latin(random_square(4, random.Random(1)))
    assert count_solutions(square) == (square.grid,)
    # row 0 lacks 2 only, column 2 has it
    status, search = explored(3, [0, 1, -1, -1, -1, 2, -1, -1, -1], "strong", 1)
    assert status == EXHAUSTED
    assert search.scalars[FOUND] == 0
    assert search.tally.counters[STATUS] == EXHAUSTED
