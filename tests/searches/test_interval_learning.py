"""NRPA where moves stay listed: the recorded intervals, adapt and the exponentials against plain Python."""

from __future__ import annotations

import math

import numpy as np
import pytest
from drivers.compiled_morpion import lines_by_code
from drivers.compiled_rules import look
from oracles.chi_square import fits
from oracles.naive_morpion import NaiveGame

from puzzles.engine.kernels import kernel
from puzzles.engine.rules import CODE_BITS
from puzzles.engine.streams import stream
from puzzles.morpion.kernels import rules
from puzzles.morpion.kernels.state import ARENA, ORIGIN, REACH, MorpionState
from puzzles.morpion.puzzle import MorpionPuzzle
from puzzles.registry import get_family
from solvers.searches import nrpa
from solvers.searches.learning import NrpaSearch, adapt, copy_policy, exponentials, rollout, take
from solvers.searches.nrpa_intervals import LARGEST_ODDS, IntervalGames, change_odds
from solvers.searches.record_lanes import IN_LANES

pytestmark = pytest.mark.compiled

VARIANTS = ("5D", "5T")
LARGEST_WEIGHT = math.log(LARGEST_ODDS)


@kernel
def play_once(state, search):
    search.scores[0] = rollout(search, state, None)
    take(search, 0, 1)


@kernel
def adapt_level(search, level):
    adapt(search, level)


@kernel
def change_again(search, level, rate):
    change_odds(search.games, search, level, search.games.counts[level], rate)


@kernel
def give_down(search, level):
    copy_policy(search, level, level - 1)


@kernel
def raise_all(values, rate, count, powers, power_bits):
    exponentials(values, rate, count, powers, power_bits)


def make(variant: str, seed: int, **parameters: float) -> tuple[MorpionState, NrpaSearch]:
    state = rules.build_state(MorpionPuzzle(variant))
    settings = {"level": 2, "iterations": 100, "alpha": 1.0} | parameters
    search = nrpa.make_search(rules.limits(state), settings, np.ones(1), stream("test", seed))
    assert isinstance(search.games, IntervalGames)
    return state, search


def line_of(state: MorpionState, code: int) -> tuple[int, int, int]:
    """The line of a code as the naive game has it: its first square on the board, and its direction there."""
    arena, origin, reach = (int(state.settings[k]) for k in (ARENA, ORIGIN, REACH))
    return lines_by_code(arena, origin, reach + 1)[code]


def offered(search: NrpaSearch, level: int) -> list[tuple[int, list[int]]]:
    """For each recorded step the code that was played, and all codes that were offered."""
    record = search.games.records[level, : int(search.games.counts[level])].astype(np.int64)
    code, came, left = record & ((1 << 24) - 1), record >> 24 & ((1 << 20) - 1), record >> 44
    steps = range(int(search.lengths[level]))
    chosen = search.games.chosen[level].astype(int)
    return [(int(code[chosen[t]]), code[(came <= t) & (t <= left)].tolist()) for t in steps]


@pytest.mark.parametrize("variant", [*VARIANTS, "4T"])  # 4T begins with 40 moves, more than lanes hold
def test_the_intervals_give_the_legal_moves_of_every_step(variant: str) -> None:
    state, search = make(variant, 1)
    chance = np.random.default_rng(1)
    for _ in range(25):
        search.policy[1] = np.exp(chance.normal(0.0, 2.0, search.policy.shape[1]))
        play_once(state, search)
        game = NaiveGame(variant)
        for played, codes_offered in offered(search, 1):
            assert len(set(codes_offered)) == len(codes_offered)
            assert {line_of(state, code) for code in codes_offered} == set(game.legal())
            game.play(line_of(state, played))
        assert not game.legal()
        codes = search.games.records[1, : int(search.games.counts[1])] & CODE_BITS
        assert np.unique(codes).size == codes.size
        assert search.scores[1] == search.lengths[1]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("alpha", "tau", "spread"), [(1.0, 1.0, 2.0), (0.5, 2.0, 1.0), (1.0, 1.0, 40.0)])
def test_adapt_changes_weights_as_the_formula_says(variant: str, alpha: float, tau: float, spread: float) -> None:
    """Cazenave, Generalized NRPA, Algorithm 6; a spread of 40 makes sums that differences would lose."""
    state, search = make(variant, 2, alpha=alpha, tau=tau)
    chance = np.random.default_rng(2)
    worst = 0.0
    for _ in range(12):
        weights = np.clip(chance.normal(0.0, spread, search.policy.shape[1]), -70.0, 70.0) * tau
        search.policy[1] = np.exp(weights / tau)
        play_once(state, search)
        wanted = weights.copy()
        for played, codes_offered in offered(search, 1):
            scaled = weights[codes_offered] / tau
            odds = np.exp(scaled - scaled.max())
            wanted[codes_offered] -= alpha / tau * odds / odds.sum()
            wanted[played] += alpha / tau
        adapt_level(search, 1)
        worst = max(worst, float(np.abs(np.log(search.policy[1]) * tau - wanted).max()))
    assert worst < 1e-5


@pytest.mark.skipif(not IN_LANES, reason="this machine changes odds by loops alone")
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("alpha", "spread"), [(1.0, 2.0), (0.5, 40.0)])
def test_lanes_change_odds_as_the_loops_of_other_processors_do(variant: str, alpha: float, spread: float) -> None:
    state, search = make(variant, 8, alpha=alpha)
    chance = np.random.default_rng(8)
    for _ in range(12):
        search.policy[1] = np.exp(np.clip(chance.normal(0.0, spread, search.policy.shape[1]), -70.0, 70.0))
        play_once(state, search)
        before = search.policy[1].copy()
        adapt_level(search, 1)
        changed = search.policy[1].copy()
        assert (changed != before).any()
        search.policy[1] = before
        change_again(search, 1, alpha)  # from the sums that adapt has left
        assert search.policy[1].tobytes() == changed.tobytes()


def test_odds_stay_within_their_bound() -> None:
    """Adapting to ever new games drives some weights to both ends of their range, and no further."""
    state, search = make("5D", 3, alpha=100.0)
    for _ in range(60):
        search.policy[1] **= 0.5  # lets other games come up
        play_once(state, search)
        search.policy[1] **= 2.0
        for _ in range(5):
            adapt_level(search, 1)
    weights = np.log(search.policy[1])
    assert np.isfinite(weights).all()
    assert weights.max() == pytest.approx(LARGEST_WEIGHT)
    assert weights.min() == pytest.approx(-LARGEST_WEIGHT)
    assert np.isfinite(np.float32(64) * np.float32(LARGEST_ODDS))
    assert np.float32(1 / LARGEST_ODDS) > np.finfo(np.float32).tiny


def test_first_moves_are_drawn_by_their_odds() -> None:
    state, search = make("5D", 4)
    root = state.moves[: state.scalars[0]].copy()
    weights = np.random.default_rng(4).normal(0.0, 1.0, len(root))
    search.policy[1, root] = np.exp(weights)
    counts = dict.fromkeys(root.tolist(), 0)
    for _ in range(20_000):
        play_once(state, search)
        counts[offered_first(search)] += 1
    probabilities = np.exp(weights) / np.exp(weights).sum()
    assert fits([counts[code] for code in root.tolist()], probabilities.tolist())


def play_games(state: MorpionState, search: NrpaSearch, games: int) -> list[list[int]]:
    """Games by level 1's policy, as board numbers."""
    played = []
    board = np.zeros(rules.limits(state).board, np.int64)
    for _ in range(games):
        play_once(state, search)
        played.append(board[: look(state, board)[2]].tolist())
    return played


def shared_with(game: tuple[int, ...], moves: list[int]) -> int:
    return len(set(game) & set(moves))


def offered_first(search: NrpaSearch) -> int:
    return int(search.games.records[0, search.games.chosen[0, 0]]) & ((1 << 24) - 1)


def test_exponentials_are_those_of_the_library() -> None:
    chance = np.random.default_rng(5)
    values = np.concatenate(
        [chance.normal(0, 1, 500), chance.uniform(-690, 690, 500), [0.0, -0.0, 690.0, -690.0, 1e-300]]
    )
    powers = np.zeros(len(values))
    raised = values.copy()
    raise_all(raised, 1.0, len(values), powers, powers.view(np.int64))
    assert np.abs(raised / np.exp(values) - 1.0).max() < 1e-11
    halved = values.copy()
    raise_all(halved, 0.5, 7, powers, powers.view(np.int64))
    assert np.allclose(halved[:7], np.exp(0.5 * values[:7]), rtol=1e-11)
    assert np.array_equal(halved[7:], values[7:])


def test_exponentials_beyond_the_range_are_those_of_its_ends() -> None:
    values, powers = np.array([1e9, -1e9, 700.0, -700.0]), np.zeros(4)
    raise_all(values, 1.0, 4, powers, powers.view(np.int64))
    assert np.allclose(values, np.exp([700.0, -700.0, 700.0, -700.0]), rtol=1e-11)


def test_a_warm_start_is_learned_and_begun_with_again_but_is_no_best() -> None:
    puzzle = MorpionPuzzle("5D")
    state, search = make("5D", 6, iterations=3)
    nrpa.advance(state, search, 9)
    game = tuple(search.tally.best_board[: int(search.tally.best_score[0])].tolist())
    assert get_family("morpion").judge(puzzle, game).legal
    state, search = make("5D", 7, iterations=3)
    followed, _ = nrpa.begin_with(state, search, np.array(game), 200)
    assert followed == len(game)
    assert search.tally.best_score[0] == -np.inf
    assert np.array_equal(search.policy[0], search.policy[2])
    begun_with = search.policy[0].copy()
    played = play_games(state, search, 50)
    assert np.median([shared_with(game, moves) for moves in played]) >= 0.9 * len(game)
    nrpa.advance(state, search, 9)  # the highest level's three iterations are up
    assert np.array_equal(search.policy[2], begun_with)
