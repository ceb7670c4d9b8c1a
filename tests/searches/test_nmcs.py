"""The odometer of nested Monte Carlo search against the recursive search, playout after playout."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from functools import partial
from itertools import islice
from statistics import mean
from typing import Any

import numpy as np
import pytest
from drivers.compiled_rules import codes_into, look, moves_at, play_move, reset_state
from oracles.chi_square import fits
from oracles.kakuro_game import random_puzzle
from oracles.naive_latin_rules import random_partial
from oracles.naive_nmcs import Played, adaptive, for_ever, lazy_for_ever, nested
from oracles.naive_streams import NaiveStream
from toys import ladder_toy
from toys.ladder_toy import LIMITS, RUNGS, WIDTH, NaiveLadder, build_ladder
from toys.tree_toy import build_tree

from puzzles.engine.limits import Limits
from puzzles.engine.streams import stream
from puzzles.kakuro.kernels import rules as kakuro
from puzzles.kakuro.kernels.rules import SUMS
from puzzles.latin.kernels import rules as latin
from puzzles.latin.puzzle import LatinSquare
from solvers.searches import nmcs
from solvers.searches.nested_state import LEVEL, TOP
from solvers.searches.tally import IMPROVEMENTS, PLAYOUTS, RESTARTS, RUNNING, SOLVED

pytestmark = pytest.mark.compiled

NO_PRIOR = np.ones(1)

advance_toy = partial(ladder_toy.advance, module=nmcs)


def searching(limits: Limits, level: int, odds: np.ndarray = NO_PRIOR, seed: int = 1) -> nmcs.NmcsSearch:
    return nmcs.make_search(limits, {"level": level}, odds, stream("test", seed))


def arrays_of(search: nmcs.NmcsSearch) -> list[np.ndarray]:
    """All arrays of a search."""
    return [part for part in (*search, *search.tally) if isinstance(part, np.ndarray)]


def ladder_gains(seed: int) -> np.ndarray:
    """Gains of which some are equal, so that equal scores come up."""
    return np.random.default_rng(seed).integers(-2, 3, (RUNGS, WIDTH, WIDTH)).astype(float)


def last_game(search: nmcs.NmcsSearch) -> list[int]:
    """All moves of the last playout from the root: each level's own, and then the playout's."""
    found: list[int] = []
    for level in range(int(search.scalars[TOP]), int(search.scalars[LEVEL]) - 1, -1):
        found += search.sequences[level, len(found) : search.steps[level]].tolist()
    return found + search.sequences[0, len(found) : search.lengths[0]].tolist()


def same_playouts(state: Any, search: nmcs.NmcsSearch, advance: Any, naive: Iterator[Played]) -> list[Played]:
    """Asserts, for each naive playout, that the compiled one has its moves and its score; returns them."""
    played: list[Played] = []
    for number, one in enumerate(naive, 1):
        status = advance(state, search, 1)
        played.append(one)
        assert search.tally.counters[PLAYOUTS] == number
        assert last_game(search) == one.moves
        assert search.scores[0] == one.score
        assert search.tally.best_score[0] == max(before.score for before in played)
        assert status == (SOLVED if one.solved else RUNNING)
    return played


def playouts_of_a_game(level: int, root: Any, seed: int, biased: bool) -> tuple[list[Played], Played]:
    """The playouts of one naive game and its result."""
    found: list[Played] = []
    game = nested(level, root.copy(), [], NaiveStream(int(stream("test", seed)[0])), biased)
    while True:
        try:
            found.append(next(game))
        except StopIteration as ended:
            return found, ended.value


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("biased", [False, True])
def test_every_playout_is_that_of_the_recursive_search(level: int, biased: bool) -> None:
    gains = ladder_gains(level)
    odds = np.exp(np.random.default_rng(7).normal(0, 2, WIDTH * WIDTH)) if biased else NO_PRIOR
    root = NaiveLadder(gains, odds)
    one_game, result = playouts_of_a_game(level, root, 1, biased)
    source = NaiveStream(int(stream("test", 1)[0]))
    naive = for_ever(level, root, source, biased=biased)
    state, search = build_ladder(gains), searching(LIMITS, level, odds)
    played = same_playouts(state, search, advance_toy, islice(naive, len(one_game) + 40))
    assert search.rng[0] == source.state
    assert search.tally.counters[RESTARTS] >= 1
    assert played[: len(one_game)] == one_game
    # what is memorised is never lost: a game ends with the best of its playouts
    assert result.score == max(one.score for one in one_game)
    assert result.moves == next(one.moves for one in one_game if one.score == result.score)


def test_a_game_hands_up_the_first_of_its_best_playouts() -> None:
    gains = ladder_gains(3)
    played, result = playouts_of_a_game(2, NaiveLadder(gains, NO_PRIOR), 1, False)
    scores = [one.score for one in played]
    assert scores.count(max(scores)) > 1
    assert result == played[scores.index(max(scores))]
    state, search = build_ladder(gains), searching(LIMITS, 2)
    advance_toy(state, search, len(played))
    assert search.tally.counters[RESTARTS] == 0
    assert search.tally.counters[IMPROVEMENTS] == len(set(np.maximum.accumulate(scores)))
    assert search.tally.best_board.tolist() == result.moves
    advance_toy(state, search, 1)  # the first playout of the next game; level 2 has not heard of it
    assert search.tally.counters[RESTARTS] == 1
    assert search.scores[2] == result.score
    assert search.sequences[2].tolist() == result.moves


def test_a_tree_reckoned_by_hand() -> None:
    # the prior lets playouts take move 0 only, so all is determined; leaves 000 to 111
    leaves = [1.0, 2.0, 5.0, 3.0, 4.0, 6.0, 0.0, 9.0]
    expected = {
        # root: 000, 100 -> plays 1; at 1: 100, 110, none better -> 0 of the memorised 100; at 10: 100, 101 -> 1
        1: ([1, 4, 4, 0, 4, 6], 6.0, [1, 0, 1]),
        # root, child 0: 000, 010 -> 01: 010, 011 -> 5; child 1: 100, 110 -> 10: 100, 101 -> 6; plays 1
        # at 1, child 10: 100, 101 -> 6, equal; child 11: 110, 111 -> 9; plays 1; at 11, two ends: 0 and 9
        2: ([1, 5, 5, 3, 4, 0, 4, 6, 4, 6, 0, 9, 0, 9], 9.0, [1, 1, 1]),
    }
    for level, (scores, best, path) in expected.items():
        state, limits = build_tree(leaves)
        search = searching(limits, level, np.array([1.0, 0.0]))
        found = []
        for _ in scores:
            assert search.tally.counters[RESTARTS] == 0
            advance_toy(state, search, 1)
            found.append(float(search.scores[0]))
        assert found == scores
        assert search.tally.best_score[0] == best
        assert search.tally.best_board.tolist() == path
        advance_toy(state, search, 1)  # the next game begins as the first did
        assert search.tally.counters[RESTARTS] == 1
        assert search.scores[0] == scores[0]


@pytest.mark.parametrize("level", [1, 2, 3, 6])
def test_a_solution_ends_the_search_at_any_level(level: int) -> None:
    leaves = [float(leaf % 5) for leaf in range(64)]
    leaves[45] = math.inf
    state, limits = build_tree(leaves)
    search = searching(limits, level)
    assert advance_toy(state, search, 100_000) == SOLVED
    assert search.tally.best_board.tolist() == [1, 0, 1, 1, 0, 1]
    done = int(search.tally.counters[PLAYOUTS])
    assert done < 100_000
    assert advance_toy(state, search, 50) == SOLVED
    assert search.tally.counters[PLAYOUTS] == done


@pytest.mark.parametrize("level", [1, 3])
def test_a_root_without_moves_is_played_until_the_budget_is_spent(level: int) -> None:
    state, limits = build_tree([-4.0])
    search = searching(limits._replace(steps=1), level)
    assert advance_toy(state, search, 30) == RUNNING
    assert search.tally.counters[PLAYOUTS] == 30
    assert search.tally.best_score[0] == -4.0


def test_scores_of_minus_infinity_are_played_like_others() -> None:
    state, limits = build_tree([-math.inf] * 7 + [1.0])
    search = searching(limits, 1, np.array([1.0, 0.0]))
    advance_toy(state, search, 7)  # the first game takes the first of equals: 000
    assert search.tally.best_score[0] == -math.inf
    assert search.tally.counters[RESTARTS] == 1


def test_playouts_below_a_move_are_drawn_by_the_prior_s_odds() -> None:
    counts = {False: [0, 0], True: [0, 0]}
    for biased in counts:
        for seed in range(600):
            state, limits = build_tree([0.0] * 4)
            search = searching(limits, 1, np.array([1.0, 3.0]) if biased else NO_PRIOR, seed)
            nmcs.advance(state, search, 1) if seed else advance_toy(state, search, 1)
            assert state.path[0] == 0
            counts[biased][int(state.path[1])] += 1
    assert fits(counts[False], [0.5, 0.5])
    assert fits(counts[True], [0.25, 0.75])


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("slices", [(1,), (7,), (1000,), (1, 7, 0, 250)])
def test_slices_and_saved_arrays_change_nothing(level: int, slices: tuple[int, ...]) -> None:
    gains, total = ladder_gains(1), 2_500
    state, search = build_ladder(gains), searching(LIMITS, level)
    advance_toy(state, search, total)
    other_state, other = build_ladder(gains), searching(LIMITS, level)
    done = 0
    for number in range(total):
        count = min(slices[number % len(slices)], total - done)
        advance_toy(other_state, other, count)
        done += count
        if number % 5 == 0:  # on with copies of all there is to save
            saved = [array.copy() for array in (*other_state, *arrays_of(other))]
            other_state, other = build_ladder(gains), searching(LIMITS, level, seed=2)
            for array, copy in zip((*other_state, *arrays_of(other)), saved, strict=True):
                array[...] = copy
        if done == total:
            break
    assert len(arrays_of(search)) == len(search._fields) + len(search.tally) - 2  # all but the tally, and no twin
    assert all(np.array_equal(one, two) for one, two in zip(arrays_of(search), arrays_of(other), strict=True))


def test_a_game_of_a_higher_level_scores_more_on_average() -> None:
    means = []
    for level in (1, 2, 3):
        results = []
        for seed in range(20):
            search = searching(LIMITS, level, seed=seed)
            state = build_ladder(np.random.default_rng(seed).normal(0, 1, (RUNGS, WIDTH, WIDTH)))
            while search.tally.counters[RESTARTS] == 0:
                best = float(search.tally.best_score[0])
                advance_toy(state, search, 1)
            results.append(best)
        means.append(mean(results))
    assert means[0] + 0.5 < means[1] < means[2] - 0.1


class CompiledPosition:
    """A position of `naive_nmcs` on a compiled state of its own; copies copy all its arrays."""

    def __init__(self, state: Any, odds: np.ndarray) -> None:
        self.state, self.odds = state, odds

    def moves(self, stream: NaiveStream) -> list[int]:
        rng = np.array([stream.state], np.uint64)
        count = moves_at(self.state, rng)
        stream.state = int(rng[0])
        found: list[int] = self.state.moves[:count].tolist()
        return found

    def play(self, move: int) -> None:
        play_move(self.state, move)

    def score(self) -> float:
        return float(self._look()[0])

    def solved(self) -> bool:
        return bool(self._look()[1])

    def bias_odds(self, move: int) -> float:
        self.state.moves[0] = move
        policy, prior = np.zeros((2, 1), np.int64)
        codes_into(self.state, 1, policy, prior)
        return float(self.odds[int(prior[0])])

    def copy(self) -> CompiledPosition:
        arrays = (part.copy() if isinstance(part, np.ndarray) else part for part in self.state)
        return CompiledPosition(type(self.state)(*arrays), self.odds)

    def _look(self) -> tuple[float, bool, int]:
        looked: tuple[float, bool, int] = look(self.state, np.zeros(self.state.values.size, np.int64))
        return looked


@pytest.mark.parametrize("ties", ["first", "random"])
@pytest.mark.parametrize("biased", [False, True])
def test_latin_squares_are_searched_as_by_the_recursive_search(biased: bool, ties: str) -> None:
    source = random.Random(6)
    compared = 0
    for number in range(9):
        order, level = 6 + number // 3, 1 + number % 3
        puzzle = LatinSquare(
            order, tuple(random_partial(order, order**2 * 9 // 20, source))
        )  # often without a solution
        odds = np.exp(np.random.default_rng(number).normal(0, 1, (order + 1) ** 2)) if biased else NO_PRIOR
        state, other = (latin.build_state(puzzle, mode="paper", prior_code=int(biased), ties=ties) for _ in range(2))
        compared += compare(state, latin.limits(state), other, level, odds, number)
    assert compared > 300


@pytest.mark.parametrize("biased", [False, True])
def test_kakuro_are_searched_as_by_the_recursive_search(biased: bool) -> None:
    source = random.Random(8)
    compared = 0
    for number in range(9):
        puzzle = random_puzzle(source, number % 2 == 0, 5, 4)
        code = SUMS if biased else 0
        state, other = (kakuro.build_state(puzzle, mode="paper", prior_code=code) for _ in range(2))
        limits = kakuro.limits(state)
        odds = np.exp(np.random.default_rng(number).normal(0, 1, limits.prior_codes)) if biased else NO_PRIOR
        compared += compare(state, limits, other, 1 + number % 3, odds, number)
    assert compared > 200


def compare(state: Any, limits: Limits, other: Any, level: int, odds: np.ndarray, seed: int) -> int:
    """How many playouts were compared."""
    reset_state(other)
    search = searching(limits, level, odds, seed)
    source = NaiveStream(int(search.rng[0]))
    naive = for_ever(level, CompiledPosition(other, odds), source, biased=odds.size > 1)
    played = same_playouts(state, search, nmcs.advance, islice(naive, 120))
    assert search.rng[0] == source.state
    return len(played)


@pytest.mark.parametrize("biased", [False, True])
@pytest.mark.parametrize(("level", "depth"), [(1, 1), (2, 3), (3, 2)])
def test_adaptive_search_plays_the_playouts_of_plain_python(level: int, depth: int, biased: bool) -> None:
    gains = ladder_gains(4)
    odds = np.exp(np.random.default_rng(7).normal(0, 2, WIDTH * WIDTH)) if biased else NO_PRIOR
    search = nmcs.make_search(LIMITS, {"level": level, "depth": depth}, odds, stream("test", 1))
    source = NaiveStream(int(stream("test", 1)[0]))
    naive = islice(adaptive(level, depth, NaiveLadder(gains, odds), source, biased=biased), 3000)
    played = same_playouts(build_ladder(gains), search, advance_toy, naive)
    assert len(played) == 3000
    assert search.tally.counters[RESTARTS] > 0
    nmcs.check(search, LIMITS)


@pytest.mark.parametrize("biased", [False, True])
@pytest.mark.parametrize(
    ("level", "evaluations", "ratio"), [(1, 1, 0.0), (2, 1, 0.5), (2, 3, 0.0), (3, 2, 0.8), (3, 1, 1.0)]
)
def test_lazy_search_plays_the_playouts_of_plain_python(
    level: int, evaluations: int, ratio: float, biased: bool
) -> None:
    gains = ladder_gains(4)
    odds = np.exp(np.random.default_rng(7).normal(0, 2, WIDTH * WIDTH)) if biased else NO_PRIOR
    search = nmcs.make_search(
        LIMITS, {"level": level, "evaluations": evaluations, "ratio": ratio}, odds, stream("test", 1)
    )
    source = NaiveStream(int(stream("test", 1)[0]))
    naive = lazy_for_ever(level, NaiveLadder(gains, odds), source, evaluations, ratio, biased=biased)
    played = same_playouts(build_ladder(gains), search, advance_toy, islice(naive, 3000))
    assert len(played) == 3000
    assert search.tally.counters[RESTARTS] > 0
    nmcs.check(search, LIMITS)


def test_lazy_search_of_level_1_with_one_playout_a_move_is_nested_search() -> None:
    gains = ladder_gains(4)
    plain = nmcs.make_search(LIMITS, {"level": 1}, NO_PRIOR, stream("test", 3))
    lazy = nmcs.make_search(LIMITS, {"level": 1, "evaluations": 1, "ratio": 0.0}, NO_PRIOR, stream("test", 3))
    for search in (plain, lazy):
        advance_toy(build_ladder(gains), search, 777)
    assert (plain.rng == lazy.rng).all()
    assert (plain.tally.counters == lazy.tally.counters).all()


def test_after_a_solution_adaptive_search_holds_nothing() -> None:
    search = nmcs.make_search(LIMITS, {"level": 2, "depth": 3}, NO_PRIOR, stream("test", 1))
    advance_toy(build_ladder(ladder_gains(4)), search, 500)
    assert search.held_length[0] > 0
    nmcs.begin_again(search)
    assert (search.held_length[0], search.scalars[TOP]) == (-1, 1)
