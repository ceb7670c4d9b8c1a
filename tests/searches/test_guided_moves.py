"""How the prior guides: each search draws its first move by the odds, and backtracking the next one by what is left."""

from __future__ import annotations

import random
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from drivers.compiled_rules import codes_into, moves_at, reset_state
from oracles.chi_square import fits
from oracles.naive_latin_rules import random_square, with_holes

from puzzles.engine.streams import stream
from puzzles.latin.kernels.rules import build_state, limits
from puzzles.latin.kernels.state import LatinState
from puzzles.latin.puzzle import LatinSquare
from puzzles.parameters import resolve
from solvers.registry import algorithm
from solvers.searches import depth_first, nrpa, sampling
from solvers.searches.depth_first import DEPTH, DescentSearch
from solvers.searches.tally import PLAYOUTS, RUNNING

pytestmark = pytest.mark.compiled

ORDER = 6


@cache
def puzzle_with_three_values() -> tuple[LatinSquare, dict[int, int]]:
    """A square whose first decision is among three values of different prior codes, and the code of each move."""
    source = random.Random(40)
    while True:
        grid = with_holes(random_square(ORDER, source), 26, source)
        square = LatinSquare(ORDER, tuple(grid))
        state = state_of(square)
        count = moves_at(state, stream("test", 1))
        policy, prior = np.zeros((2, count), np.int64)
        codes_into(state, count, policy, prior)
        if count == 3 == len(set(prior.tolist())) and ends_of_paths(square) < 600:
            return square, dict(zip(state.moves[:3].tolist(), prior.tolist(), strict=True))


def state_of(square: LatinSquare, trail: bool = False) -> LatinState:
    return build_state(square, mode="paper", prior_code=1, trail=trail, ties="first")


def descent(state: LatinState, prior: np.ndarray, index: int) -> DescentSearch:
    """A search through everything."""
    rng = stream("test", 42, index)
    return depth_first.make_search(limits(state), {"solutions": 10_000}, prior, rng)


def ends_of_paths(square: LatinSquare) -> int:
    """How many there are in the whole tree, if there are fewer than 1000."""
    state = state_of(square, trail=True)
    search = descent(state, np.ones(limits(state).prior_codes), 0)
    depth_first.advance(state, search, 1000)
    return int(search.tally.counters[PLAYOUTS])


def new_search(module: ModuleType, name: str, state: LatinState, prior: np.ndarray, index: int) -> Any:
    parameters = resolve(algorithm(name).parameters, {}, name)
    return module.make_search(limits(state), parameters, prior, stream("test", 41, index))


@pytest.mark.parametrize(
    ("module", "name"),
    [(sampling, "sampling"), (nrpa, "gnrpa"), (depth_first, "backtracking"), (depth_first, "exhaustive")],
)
@pytest.mark.parametrize("odds", [(1.0, 2.0, 4.0), (5.0, 0.5, 0.5)])
def test_the_first_move_is_drawn_by_the_prior_s_odds(
    module: ModuleType, name: str, odds: tuple[float, float, float]
) -> None:
    square, codes = puzzle_with_three_values()
    state = state_of(square, trail=algorithm(name).needs_undo)
    prior = np.ones(limits(state).prior_codes)
    prior[list(codes.values())] = odds
    cell = next(iter(codes)) // 256
    counts = dict.fromkeys((move % 256 for move in codes), 0)
    for index in range(2_000):
        reset_state(state)
        module.advance(state, new_search(module, name, state, prior, index), 1)
        counts[int(state.values[cell])] += 1
    assert fits(list(counts.values()), (np.array(odds) / sum(odds)).tolist())


def test_backtracking_draws_the_second_try_by_the_odds_of_what_is_left() -> None:
    square, codes = puzzle_with_three_values()
    state = state_of(square, trail=True)
    odds_of = dict(zip(codes, (1.0, 2.0, 4.0), strict=True))
    prior = np.ones(limits(state).prior_codes)
    prior[list(codes.values())] = list(odds_of.values())
    tried: dict[tuple[int, ...], int] = {}
    for index in range(1_500):
        reset_state(state)
        search = descent(state, prior, index)
        left = list(codes)
        order: list[int] = []
        while len(order) < 2 and depth_first.advance(state, search, 1) == RUNNING:
            now = search.moves[search.ends[0] : search.ends[1]].tolist()
            assert search.odds[search.ends[0] : search.ends[1]].tolist() == [odds_of[move] for move in now]
            assert search.scalars[DEPTH] >= 1
            order += [move for move in left if move not in now]
            left = now
        tried[tuple(order)] = tried.get(tuple(order), 0) + 1
    pairs = [(a, b) for a in codes for b in codes if a != b]
    expected = [odds_of[a] / 7 * odds_of[b] / (7 - odds_of[a]) for a, b in pairs]
    assert fits([tried.get(pair, 0) for pair in pairs], expected)
    assert sum(tried.values()) == sum(tried.get(pair, 0) for pair in pairs)
