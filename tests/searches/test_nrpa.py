"""The odometer of NRPA and GNRPA against the recursive listing of the papers, playout after playout."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from functools import partial
from itertools import accumulate, islice, pairwise
from typing import Any

import numpy as np
import pytest
from drivers.compiled_rules import codes_into, look, moves_at, play_move, reset_state
from oracles.chi_square import fits
from oracles.naive_latin_rules import random_partial
from oracles.naive_nrpa import NaiveNrpa, Playout
from oracles.naive_streams import NaiveStream
from toys import ladder_toy
from toys.ladder_toy import LIMITS, ONE_RUNG, RUNGS, WIDTH, NaiveLadder, build_ladder

from puzzles.engine.streams import stream
from puzzles.latin.kernels.rules import build_state, limits
from puzzles.latin.kernels.state import LatinState
from puzzles.latin.puzzle import LatinSquare
from solvers.searches import nrpa
from solvers.searches.learning import LARGEST_WEIGHT, NrpaSearch
from solvers.searches.tally import IMPROVEMENTS, PLAYOUTS, RESTARTS, SOLVED

pytestmark = pytest.mark.compiled

NO_BIAS = np.ones(1)


def ladder_gains(seed: int) -> np.ndarray:
    """Gains of which some are equal, so that equal scores come up."""
    return np.random.default_rng(seed).integers(-2, 3, (RUNGS, WIDTH, WIDTH)).astype(float)


def ladder_search(odds: np.ndarray, seed: int = 1, **settings: float) -> NrpaSearch:
    chosen = {"level": 2, "iterations": 4, "alpha": 1.0, **settings}
    return nrpa.make_search(LIMITS, chosen, odds, stream("test", seed))


def recorded(search: NrpaSearch, level: int) -> list[tuple[int, list[int]]]:
    """The sequence of a level: at each choice the code of the move played, and the codes of all that were legal."""
    length = int(search.lengths[level])
    starts = search.games.starts[level, : length + 1].tolist()
    steps = [search.games.codes[level, a:b].tolist() for a, b in pairwise(starts)]
    return [(codes[at], codes) for codes, at in zip(steps, search.games.chosen[level, :length].tolist(), strict=True)]


def choices(played: Playout, root: Any) -> list[tuple[int, list[int]]]:
    """The same of a naive playout; forced moves left out."""
    position, found = root(), []
    for move, moves in played.sequence:
        if len(moves) > 1:
            found.append((position.policy_code(move), [position.policy_code(one) for one in moves]))
        position.play(move)
    return found


def same_playouts(state: Any, search: NrpaSearch, advance: Any, naive: Iterator[Playout], root: Any) -> None:
    """Asserts, for each naive playout, that the compiled one has its policy, its moves and its score."""
    for number, played in enumerate(naive, 1):
        plain = np.zeros(search.policy.shape[1])
        plain[list(played.policy)] = list(played.policy.values())
        assert np.allclose(np.log(search.policy[1]) * search.settings[2], plain, rtol=1e-9, atol=1e-9)
        status = advance(state, search, 1)
        assert search.tally.counters[PLAYOUTS] == number
        assert recorded(search, 0) == choices(played, root)
        assert search.scores[0] == played.score
        if status == SOLVED:
            return


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize(
    ("alpha", "tau", "biased"),
    [(1.0, 1.0, False), (0.7, 1.0, True), (1.5, 2.5, True), (1.0, 0.4, False)],
)
def test_every_playout_is_that_of_the_recursive_search(level: int, alpha: float, tau: float, biased: bool) -> None:
    gains = ladder_gains(level)
    odds = np.exp(np.random.default_rng(7).normal(0, 2, WIDTH * WIDTH)) if biased else NO_BIAS

    def root() -> NaiveLadder:
        return NaiveLadder(gains, odds)

    search = ladder_search(odds, level=level, alpha=alpha, tau=tau)
    naive = NaiveNrpa(root, NaiveStream(int(stream("test", 1)[0])), 4, alpha, tau)
    whole = 4**level
    same_playouts(build_ladder(gains), search, ladder_toy.advance, islice(naive.for_ever(level), 2 * whole + 3), root)
    assert search.tally.counters[RESTARTS] == 2
    assert search.rng[0] == naive.stream.state


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize(("repetitions", "batch"), [(1, 1), (2, 1), (0, 3), (2, 3)])
def test_levels_end_at_repetitions_and_adapt_after_batches_as_by_the_recursive_search(
    level: int, repetitions: int, batch: int
) -> None:
    gains = np.sign(ladder_gains(level + 3))  # few scores, so that many are equal
    search = ladder_search(NO_BIAS, level=level, iterations=5, repetitions=repetitions, batch=batch)

    def root() -> NaiveLadder:
        return NaiveLadder(gains, NO_BIAS)

    naive = NaiveNrpa(root, NaiveStream(int(stream("test", 1)[0])), 5, 1.0, repetitions=repetitions, batch=batch)
    same_playouts(build_ladder(gains), search, ladder_toy.advance, islice(naive.for_ever(level), 700), root)
    whole = 5**level * batch
    assert (search.tally.counters[RESTARTS] > 700 // whole) == bool(repetitions)
    assert search.rng[0] == naive.stream.state


def test_the_best_of_each_level_is_the_last_of_the_best_below() -> None:
    gains = ladder_gains(5)
    state, search = build_ladder(gains), ladder_search(NO_BIAS, level=3)
    scores: list[float] = []
    best: list[int] = []
    ties = 0
    for number in range(1, 64):
        ladder_toy.advance(state, search, 1)
        scores.append(float(search.scores[0]))
        if number % 4:  # within a level-1 search
            since = scores[number // 4 * 4 :]
            assert search.scores[1] == max(since)
            ties += since.count(max(since)) > 1 and since[-1] == max(since)
            if since[-1] == max(since):
                assert recorded(search, 1) == recorded(search, 0)
        if number % 16 >= 4:  # level 2 has seen the whole searches below it
            assert search.scores[2] == max(scores[number // 16 * 16 : number // 4 * 4])
        assert search.tally.best_score[0] == max(scores)
        if scores.index(max(scores)) == number - 1:
            best = state.path.tolist()
        assert search.tally.best_board.tolist() == best  # the first of the best
    assert ties > 0
    assert search.tally.counters[IMPROVEMENTS] == len(set(accumulate(scores, max)))


class LatinPosition:
    """A position of `naive_nrpa` that has its moves, codes and scores from a compiled state of its own."""

    def __init__(self, state: LatinState, odds: np.ndarray) -> None:
        self.state, self.odds = state, odds
        reset_state(state)

    def moves(self, stream: NaiveStream) -> list[int]:
        rng = np.array([stream.state], np.uint64)
        count = moves_at(self.state, rng)
        stream.state = int(rng[0])
        return self.state.moves[:count].tolist()

    def play(self, move: int) -> None:
        play_move(self.state, move)

    def score(self) -> float:
        return look(self.state, np.zeros(self.state.values.size, np.int64))[0]

    def policy_code(self, move: int) -> int:
        return self._codes(move)[0]

    def bias_odds(self, move: int) -> float:
        return float(self.odds[self._codes(move)[1]]) if len(self.odds) > 1 else 1.0

    def _codes(self, move: int) -> tuple[int, int]:
        self.state.moves[0] = move
        policy, prior = np.zeros((2, 1), np.int64)
        codes_into(self.state, 1, policy, prior)
        return int(policy[0]), int(prior[0])


@pytest.mark.parametrize("ties", ["first", "random"])
@pytest.mark.parametrize("biased", [False, True])
def test_latin_squares_are_searched_as_by_the_recursive_search(biased: bool, ties: str) -> None:
    source = random.Random(6)
    compared = 0
    for number in range(24):
        order, level = 4 + number % 3, 1 + number % 3
        puzzle = LatinSquare(order, tuple(random_partial(order, order + number % 5, source)))
        odds = np.exp(np.random.default_rng(number).normal(0, 1, (order + 1) ** 2)) if biased else NO_BIAS
        state, other = (build_state(puzzle, mode="paper", prior_code=int(biased), ties=ties) for _ in range(2))
        settings = {"level": level, "iterations": 3, "alpha": 1.0, "tau": 1.3 if biased else 1.0}
        search = nrpa.make_search(limits(state), settings, odds, stream("test", number))
        root = partial(LatinPosition, other, odds)
        naive = NaiveNrpa(root, NaiveStream(int(search.rng[0])), 3, 1.0, settings["tau"])
        same_playouts(state, search, nrpa.advance, islice(naive.for_ever(level), 60), root)
        compared += int(search.tally.counters[PLAYOUTS])
    assert compared > 200


def test_gnrpa_without_bias_at_tau_1_is_nrpa_bit_for_bit() -> None:
    gains = ladder_gains(9)
    plain = ladder_search(NO_BIAS, level=2)
    general = ladder_search(np.ones(WIDTH * WIDTH), level=2, tau=1.0)
    ladder_toy.advance(build_ladder(gains), plain, 40)
    ladder_toy.advance(build_ladder(gains), general, 40)
    assert np.array_equal(plain.policy, general.policy)
    assert np.array_equal(plain.rng, general.rng)
    assert np.array_equal(plain.tally.best_board, general.tally.best_board)


def test_a_bias_is_worth_first_weights_of_tau_times_the_bias() -> None:
    # section 4.2: beta may be set to 0 if w0 = tau * beta; on one rung a move's prior code is its policy code's
    gains = np.random.default_rng(3).normal(0, 1, (1, WIDTH, WIDTH))
    bias = np.array([0.3, -1.2, 2.0, 0.5, 0.3])  # moves 0 and 4 share a weight, so they share the bias
    tau = 1.7
    settings = {"level": 1, "iterations": 50, "alpha": 0.8, "tau": tau}
    by_code = np.ones(WIDTH * WIDTH)
    by_code[(WIDTH - 1) * WIDTH :] = np.exp(bias)
    biased = nrpa.make_search(ONE_RUNG, settings, by_code, stream("test", 2))
    weighted = nrpa.make_search(ONE_RUNG, settings, NO_BIAS, stream("test", 2))
    weighted.policy[:, : WIDTH - 1] = np.exp(bias[:-1])  # weights of tau * bias
    for _ in range(40):
        ladder_toy.advance(build_ladder(gains), biased, 1)
        ladder_toy.advance(build_ladder(gains), weighted, 1)
        assert recorded(biased, 0) == recorded(weighted, 0)
        shift = np.log(weighted.policy[1, : WIDTH - 1] / biased.policy[1, : WIDTH - 1])
        assert np.allclose(shift, bias[:-1], atol=1e-12)


def test_playouts_are_drawn_by_the_softmax() -> None:
    bias = np.random.default_rng(4).normal(0, 1, WIDTH)
    by_code = np.ones(WIDTH * WIDTH)
    by_code[(WIDTH - 1) * WIDTH :] = np.exp(bias)
    settings = {"level": 1, "iterations": 100_000, "alpha": 0.0, "tau": 2.0}
    search = nrpa.make_search(ONE_RUNG, settings, by_code, stream("test", 3))
    weights = np.array([1.0, -0.5, 2.0, 0.0])
    search.policy[1, : WIDTH - 1] = np.exp(weights / 2.0)
    state = build_ladder(np.zeros((1, WIDTH, WIDTH)))
    counts = [0] * WIDTH
    for _ in range(6_000):
        ladder_toy.advance(state, search, 1)
        counts[int(state.path[0])] += 1
    softmax = np.exp(weights[[0, 1, 2, 3, 0]] / 2.0 + bias)
    assert fits(counts, (softmax / softmax.sum()).tolist())


@pytest.mark.parametrize("tau", [0.5, 3.0])
def test_weights_stay_within_their_bound_and_odds_finite(tau: float) -> None:
    gains = ladder_gains(2)
    search = ladder_search(NO_BIAS, level=2, iterations=60, alpha=600.0 * tau * tau, tau=tau)
    state = build_ladder(gains)
    largest = 0.0
    for _ in range(59 * 60 // 20):
        ladder_toy.advance(state, search, 20)
        assert np.isfinite(search.policy).all()
        assert (search.policy > 0.0).all()
        largest = max(largest, float(np.abs(np.log(search.policy)).max()))
    assert largest == pytest.approx(LARGEST_WEIGHT)
    assert math.isfinite(math.exp(LARGEST_WEIGHT) * 1e6)


def test_moves_whose_odds_are_all_0_leave_the_policy_finite() -> None:
    # odds of 1e-217 on a weight of -300 are below the least float; Generalized NRPA has no word for 0 / 0
    search = nrpa.make_search(
        ONE_RUNG, {"level": 1, "iterations": 20, "alpha": 1.0}, np.full(WIDTH * WIDTH, 1e-217), stream("test", 4)
    )
    search.policy[:] = math.exp(-LARGEST_WEIGHT)
    state = build_ladder(np.zeros((1, WIDTH, WIDTH)))
    for _ in range(10):
        ladder_toy.advance(state, search, 1)
        assert np.isfinite(search.policy).all()
    assert search.policy[1].max() > math.exp(-LARGEST_WEIGHT)


@pytest.mark.parametrize("tau", [1.0, 1.6])
def test_a_bias_by_the_policy_s_own_codes_begins_as_weights(tau: float) -> None:
    # section 4.2 again, as a puzzle says it of itself; on one rung the toy's prior codes are policy codes, or 4 and 0
    gains = np.random.default_rng(5).normal(0, 1, (1, WIDTH, WIDTH))
    bias = np.exp(np.random.default_rng(6).normal(0, 2, WIDTH))
    bias[WIDTH - 1] = bias[0]
    settings = {"level": 2, "iterations": 12, "alpha": 0.8, "tau": tau}
    by_code = np.ones(WIDTH * WIDTH)
    by_code[(WIDTH - 1) * WIDTH :] = bias
    by_policy_code = np.ones(ONE_RUNG.policy_codes)
    by_policy_code[:WIDTH] = bias
    biased = nrpa.make_search(ONE_RUNG, settings, by_code, stream("test", 5))
    shared = nrpa.make_search(ONE_RUNG._replace(shared_codes=True), settings, by_policy_code, stream("test", 5))
    played = set()
    for _ in range(160):  # beyond the restart after 144
        ladder_toy.advance(build_ladder(gains), biased, 1)
        ladder_toy.advance(build_ladder(gains), shared, 1)
        assert recorded(biased, 0) == recorded(shared, 0)
        assert np.allclose(shared.policy[1, :WIDTH], biased.policy[1, :WIDTH] * bias, rtol=1e-9)
        played.add(recorded(shared, 0)[0][0])
    assert len(played) > 1
    assert shared.tally.counters[RESTARTS] == 1
