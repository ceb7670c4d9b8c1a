"""NRPA by items on SameGame: playouts, adapt and bias against the recursive listing of the papers and the formulas."""

from __future__ import annotations

import math
from collections import defaultdict
from itertools import islice, pairwise
from typing import Any

import numpy as np
import pytest
from drivers.compiled_samegame import CompiledGame, random_puzzle
from oracles.chi_square import fits
from oracles.naive_nrpa import NaiveNrpa, Playout
from oracles.naive_streams import NaiveStream

from puzzles.engine.kernels import kernel
from puzzles.engine.streams import stream
from puzzles.samegame import position as plain
from puzzles.samegame.kernels import group_list, rules
from puzzles.samegame.kernels.rules import PRIOR_CODES
from puzzles.samegame.puzzle import SameGamePuzzle, decode_move
from solvers.searches import nrpa
from solvers.searches.learning import NrpaSearch, adapt
from solvers.searches.nrpa_items import LARGEST_ODDS, ItemGames
from solvers.searches.tally import BEST_LENGTH, PLAYOUTS, RESTARTS

pytestmark = pytest.mark.compiled

NO_BIAS = np.ones(1)
BIAS = np.exp(np.arange(-1.0, 9.0))
LARGEST_WEIGHT = math.log(LARGEST_ODDS)


@kernel
def adapt_level(search, level):
    adapt(search, level)


class Position:
    """A position of `naive_nrpa` that has its moves and codes from a compiled state of its own."""

    def __init__(self, game: CompiledGame, odds: np.ndarray) -> None:
        self.game, self.odds = game, odds
        game.reset()
        self.offers = {offer.item: offer for offer in game.offers()}

    def moves(self, stream: NaiveStream) -> list[int]:
        return list(self.offers)

    def play(self, move: int) -> None:
        self.game.play(move)
        self.offers = {offer.item: offer for offer in self.game.offers()}

    def score(self) -> float:
        return self.game.look()[1]

    def policy_code(self, move: int) -> int:
        return self.offers[move].policy

    def bias_odds(self, move: int) -> float:
        return float(self.odds[self.offers[move].prior]) if len(self.odds) > 1 else 1.0


def search_on(game: CompiledGame, odds: np.ndarray, seed: int = 1, **settings: float) -> NrpaSearch:
    chosen = {"level": 2, "iterations": 10, "alpha": 1.0, **settings}
    found = nrpa.make_search(game.limits, chosen, odds, stream("test", seed))
    assert isinstance(found.games, ItemGames)
    return found


def recorded(search: NrpaSearch, level: int) -> list[tuple[int, list[int]]]:
    """The sequence of a level: at each choice the code of the group removed, and the codes of all that were offered."""
    length = int(search.lengths[level])
    codes = (search.games.codes[level] & np.uint64(2**32 - 1)).astype(int)
    starts = search.games.starts[level, : length + 1].astype(int).tolist()
    listed = search.games.listed[level].astype(int)
    chosen = search.games.chosen[level].astype(int)
    return [(int(codes[chosen[t]]), codes[listed[a:b]].tolist()) for t, (a, b) in enumerate(pairwise(starts))]


def choices(played: Playout, position: Position) -> list[tuple[int, list[int]]]:
    """The same of a naive playout; forced moves left out."""
    position.game.reset()
    found = []
    for move, moves in played.sequence:
        if len(moves) > 1:
            found.append((position.policy_code(move), [position.policy_code(one) for one in moves]))
        position.play(move)
    return found


def played_so_far(search: NrpaSearch) -> list[int]:
    return search.tally.best_board[: search.tally.counters[BEST_LENGTH]].tolist()


@pytest.mark.parametrize(("width", "height"), [(7, 6), (4, 17)])
@pytest.mark.parametrize(
    ("alpha", "tau", "biased", "selective"),
    [(1.0, 1.0, False, "off"), (0.7, 1.0, True, "tabu"), (1.5, 2.5, True, "off"), (1.0, 0.4, False, "tabu")],
)
def test_every_playout_is_that_of_the_recursive_search(
    width: int, height: int, alpha: float, tau: float, biased: bool, selective: str
) -> None:
    puzzle = random_puzzle(21, width, height, 3)
    odds = BIAS if biased else NO_BIAS
    game, own = (CompiledGame(puzzle, selective=selective) for _ in range(2))
    search = search_on(game, odds, iterations=4, alpha=alpha, tau=tau)
    naive = NaiveNrpa(lambda: Position(own, odds), NaiveStream(int(stream("test", 1)[0])), 4, alpha, tau)
    for number, played in enumerate(islice(naive.for_ever(2), 2 * 16 + 3), 1):
        weights = np.zeros(search.policy.shape[1])
        weights[list(played.policy)] = list(played.policy.values())
        assert np.allclose(np.log(search.policy[1]) * tau, weights, atol=1e-5)
        nrpa.advance(game.state, search, 1)
        assert search.tally.counters[PLAYOUTS] == number
        assert search.scores[0] == played.score
        assert recorded(search, 0) == choices(played, Position(own, odds))
    assert search.tally.counters[RESTARTS] == 2
    assert search.rng[0] == naive.stream.state


@pytest.mark.parametrize("codes", [1 << 16, 64])  # a group that comes again has its code again; of 64 others share it
@pytest.mark.parametrize(("alpha", "tau", "spread"), [(1.0, 1.0, 2.0), (0.5, 2.0, 1.0), (1.0, 1.0, 40.0)])
def test_adapt_changes_weights_as_the_formula_says(
    monkeypatch: pytest.MonkeyPatch, codes: int, alpha: float, tau: float, spread: float
) -> None:
    """Cazenave, Generalized NRPA, Algorithm 6; a spread of 40 makes odds of very different size."""
    monkeypatch.setattr(group_list, "table_size", lambda cells: codes)
    game = CompiledGame(random_puzzle(22, 15, 15, 4), selective="tabu")
    search = search_on(game, BIAS, level=1, iterations=10_000, alpha=0.0, tau=tau)
    chance = np.random.default_rng(22)
    shared, worst = 0, 0.0
    for _ in range(8):
        weights = np.clip(chance.normal(0.0, spread, codes), -70.0, 70.0) * tau
        search.policy[1] = np.exp(weights / tau)
        search.scores[1] = -np.inf
        nrpa.advance(game.state, search, 1)  # with alpha 0 nothing is learnt
        assert np.array_equal(search.policy[1], np.exp(weights / tau).astype(np.float32))
        wanted = weights.copy()
        words = search.games.codes[1].astype(int)
        starts = search.games.starts[1].astype(int)
        for step in range(int(search.lengths[1])):
            offered = words[search.games.listed[1, starts[step] : starts[step + 1]].astype(int)]
            scaled = weights[offered % 2**32] / tau + np.log(BIAS)[offered >> 32]
            odds = np.exp(scaled - scaled.max())
            np.add.at(wanted, offered % 2**32, -alpha / tau * odds / odds.sum())
            wanted[words[search.games.chosen[1, step]] % 2**32] += alpha / tau
        used = words[: int(search.games.counts[1])] % 2**32
        shared += len(used) - len(set(used.tolist()))
        search.settings[1] = alpha
        adapt_level(search, 1)
        search.settings[1] = 0.0
        worst = max(worst, float(np.abs(np.log(search.policy[1]) * tau - wanted).max()))
    assert worst < 2e-5
    assert shared > 100


def test_without_bias_gnrpa_of_temperature_one_is_nrpa_bit_for_bit() -> None:
    puzzle = random_puzzle(23, 15, 15, 5)
    searches = []
    for settings, odds in [({}, NO_BIAS), ({"tau": 1.0}, NO_BIAS), ({"tau": 1.0}, np.ones(PRIOR_CODES))]:
        game = CompiledGame(puzzle, selective="tabu")
        search = search_on(game, odds, **settings)
        nrpa.advance(game.state, search, 250)
        searches.append(search)
    first, *others = searches
    for other in others:
        for field in ("policy", "lengths", "scores", "rng"):
            assert np.array_equal(getattr(first, field), getattr(other, field)), field
        for field in ("listed", "chosen", "starts", "counts"):
            assert np.array_equal(getattr(first.games, field), getattr(other.games, field)), field
        assert played_so_far(first) == played_so_far(other)


def test_a_bias_is_the_same_as_weights_to_begin_with() -> None:
    """Generalized NRPA, 4.2: here where each code has one bias; a bias would differ where two groups share a code."""
    puzzle = random_puzzle(24, 6, 6, 3)
    one, other = CompiledGame(puzzle), CompiledGame(puzzle)
    biased, begun = search_on(one, BIAS), search_on(other, NO_BIAS)
    seen: defaultdict[int, set[int]] = defaultdict(set)
    games = []
    for _ in range(130):
        nrpa.advance(one.state, biased, 1)
        for word in biased.games.codes[0, : biased.games.counts[0]].tolist():
            seen[word % 2**32].add(word >> 32)
        games.append(one.look())
    assert max(len(codes) for codes in seen.values()) == 1
    for code, (prior,) in seen.items():
        begun.policy[:, code] = BIAS[prior]
    for game in games:
        nrpa.advance(other.state, begun, 1)
        assert other.look() == game
    assert begun.tally.counters[RESTARTS] == 1


def test_first_moves_are_drawn_by_their_odds() -> None:
    game = CompiledGame(random_puzzle(25, 5, 5, 3))
    offers = game.offers()
    search = search_on(game, BIAS, level=1, iterations=10_000, alpha=0.0)
    weights = np.random.default_rng(25).normal(0.0, 1.0, len(offers))
    search.policy[1, [one.policy for one in offers]] = np.exp(weights)
    counts = dict.fromkeys((one.item for one in offers), 0)
    for _ in range(10_000):
        nrpa.advance(game.state, search, 1)
        counts[int(search.games.chosen[0, 0])] += 1
    odds = np.exp(weights) * BIAS[[one.prior for one in offers]]
    assert fits(list(counts.values()), (odds / odds.sum()).tolist())


def test_odds_stay_within_their_bound() -> None:
    """Adapting to ever new games drives some weights to both ends of their range, and no further."""
    game = CompiledGame(random_puzzle(26, 8, 8, 3))
    search = search_on(game, BIAS, level=1, iterations=10_000, alpha=100.0)
    for _ in range(60):
        search.policy[1] **= 0.5  # lets other games come up
        search.scores[1] = -np.inf
        search.settings[1] = 0.0
        nrpa.advance(game.state, search, 1)
        search.settings[1] = 100.0
        search.policy[1] **= 2.0
        for _ in range(5):
            adapt_level(search, 1)
    weights = np.log(search.policy[1].astype(float))
    assert np.isfinite(weights).all()
    assert weights.max() == pytest.approx(LARGEST_WEIGHT)
    assert weights.min() == pytest.approx(-LARGEST_WEIGHT)


@pytest.mark.parametrize(("width", "height"), [(10, 10), (6, 17)])
def test_a_warm_start_is_learned_and_begun_with_again_but_is_no_best(width: int, height: int) -> None:
    puzzle = random_puzzle(27, width, height, 3)
    game = CompiledGame(puzzle)
    search = search_on(game, BIAS)
    nrpa.advance(game.state, search, 99)
    wanted = played_so_far(search)
    search = search_on(game, BIAS, seed=2, iterations=3)
    followed, reached = nrpa.begin_with(game.state, search, np.array(of_other_cells(puzzle, wanted)), 200)
    assert len(wanted) - 3 <= followed <= len(wanted)  # forced moves are no choices
    assert reached == len(wanted)
    assert search.tally.best_score[0] == -np.inf
    begun_with = search.policy[0].copy()
    assert not np.array_equal(begun_with, np.ones_like(begun_with))
    shares = []
    for _ in range(8):
        nrpa.advance(game.state, search, 1)
        shares.append(np.mean([a == b for a, b in zip(game.look()[0], wanted, strict=False)]))
    assert np.median(shares) >= 0.9
    nrpa.advance(game.state, search, 1)  # the highest level's three iterations are up
    assert np.array_equal(search.policy[2], begun_with)


def of_other_cells(puzzle: SameGamePuzzle, board: list[int]) -> list[int]:
    """The same game, each move named by the highest cell of its group's last column."""
    position, other = plain.start(puzzle), []
    for number in board:
        cells = plain.group(position, decode_move(number))
        other.append(max(cells).column * 64 + max(cells).row)
        position = plain.remove(position, cells)
    return other


def test_a_search_begun_again_forgets_what_it_learned() -> None:
    game = CompiledGame(random_puzzle(28, 8, 8, 3))
    search: Any = search_on(game, NO_BIAS)
    nrpa.advance(game.state, search, 37)
    nrpa.begin_again(search)
    assert np.array_equal(search.policy, np.ones_like(search.policy))
    assert not search.lengths[1:].any()


def test_selective_games_leave_the_most_frequent_colour_for_the_end() -> None:
    puzzle = random_puzzle(29, 15, 15, 5)
    game = CompiledGame(puzzle, selective="tabu")
    search = search_on(game, NO_BIAS)
    nrpa.advance(game.state, search, 200)
    counts = [puzzle.cells.count(colour) for colour in range(5)]
    tabu = counts.index(max(counts))
    position = plain.start(puzzle)
    for step, number in enumerate(played_so_far(search)):
        cell = decode_move(number)
        cells = plain.group(position, cell)
        if position.colour(cell) == tabu:
            others = [one for one in plain.groups(position) if position.colour(min(one)) != tabu]
            left = sum(column.count(tabu) for column in position.columns)
            assert not others or len(cells) == left or (len(cells) == 2 and step > 10)
        position = plain.remove(position, cells)
    assert rules.notice(game.state) == ""
