"""UCT with transpositions, game after game, against plain Python; a tree that is exhausted ends the search."""

from __future__ import annotations

from functools import partial
from itertools import islice, product

import numpy as np
import pytest
from oracles.naive_streams import NaiveStream
from oracles.naive_uct import Settings, games
from toys import ladder_toy
from toys.ladder_toy import LIMITS, RUNGS, WIDTH, NaiveLadder, build_ladder
from toys.tree_toy import build_tree

from puzzles.engine.streams import stream
from solvers.runs.status import Insight
from solvers.searches import uct
from solvers.searches.insight import insight
from solvers.searches.tally import FINISHED, PLAYOUTS, RESTARTS, RUNNING, SOLVED
from solvers.searches.uct import BOUND, DEVIATION, FILLED

pytestmark = pytest.mark.compiled

advance_toy = partial(ladder_toy.advance, module=uct)
NO_PRIOR = np.ones(1)


def ladder_gains(seed: int) -> np.ndarray:
    """Integers of which many are equal, so that positions with equal futures come up, and equal bounds."""
    return np.random.default_rng(seed).integers(-2, 3, (RUNGS, WIDTH, WIDTH)).astype(float)


@pytest.mark.parametrize("biased", [False, True])
@pytest.mark.parametrize("bound", uct.BOUNDS)
@pytest.mark.parametrize(("maximum", "room"), [(0.0, 10_000), (0.5, 10_000), (0.25, 70)])
def test_every_game_is_that_of_plain_python(maximum: float, room: int, bound: str, biased: bool) -> None:
    gains = ladder_gains(2)
    odds = np.exp(np.random.default_rng(7).normal(0, 2, WIDTH * WIDTH)) if biased else NO_PRIOR
    given = Settings(0.4, maximum, room, bound, deviation=0.03)
    source = NaiveStream(int(stream("test", 1)[0]))
    state = build_ladder(gains)
    search = uct.make_search(LIMITS, given._asdict(), odds, stream("test", 1))
    trees = []
    for game in islice(games(NaiveLadder(gains, odds), source, given, biased), 400):
        assert advance_toy(state, search, 1) == RUNNING
        assert state.path.tolist() == game.moves
        assert search.rng[0] == source.state
        assert search.scalars[FILLED] == game.tree
        trees.append(game.tree)
    assert len(trees) == 400
    assert search.tally.counters[RESTARTS] == trees[1:].count(1)
    assert (search.tally.counters[RESTARTS] > 0) == (room == 70)


def reached_by_enumeration(gains: np.ndarray) -> tuple[int, int, float]:
    """How many pairs of a position and a move the ladder has, how many games, and their best score."""
    pairs, ends = set(), []
    left = [NaiveLadder(gains, NO_PRIOR)]
    while left:
        position = left.pop()
        moves = position.moves(NaiveStream(1))
        if not moves:
            ends.append(position.score())
        for move in moves:
            pairs.add((position.identity(), move))
            left.append(position.copy())
            left[-1].play(move)
    return len(pairs), len(ends), max(ends)


def test_positions_that_are_reached_in_several_ways_are_one_and_their_end_is_noticed() -> None:
    gains = ladder_gains(3)
    pairs, ends, best = reached_by_enumeration(gains)
    assert pairs < ends
    search = uct.make_search(LIMITS, Settings(0.4, 0.0, 100_000)._asdict(), NO_PRIOR, stream("test", 2))
    assert advance_toy(build_ladder(gains), search, 1_000_000) == FINISHED
    assert search.scalars[FILLED] == search.tally.counters[PLAYOUTS] == pairs
    assert search.tally.best_score[0] == best
    assert insight(search) == Insight(stored=pairs, room=100_000)


def test_without_a_hash_the_moves_so_far_are_the_position() -> None:
    state, limits = build_tree([*range(16)])
    search = uct.make_search(limits, Settings(0.4, 0.0, 1000)._asdict(), NO_PRIOR, stream("test", 3))
    assert advance_toy(state, search, 1000) == FINISHED
    assert search.scalars[FILLED] == 2 + 4 + 8 + 16
    assert search.tally.best_score[0] == 15.0


def test_after_a_solution_it_begins_with_an_empty_tree() -> None:
    state, limits = build_tree([*range(15), np.inf])
    search = uct.make_search(limits, Settings(0.4, 0.0, 1000)._asdict(), NO_PRIOR, stream("test", 4))
    assert advance_toy(state, search, 1000) == SOLVED
    assert search.scalars[FILLED] > 0
    uct.begin_again(search)
    assert search.scalars[FILLED] == 0
    uct.check(search, limits)


def test_a_better_half_is_played_more_often_and_less_so_with_more_exploration() -> None:
    shares = []
    for exploration in (0.1, 0.4, 100.0):
        leaves = [float(sum(bits)) + 6.0 * bits[0] for bits in product(range(2), repeat=11)]
        state, limits = build_tree(leaves)
        search = uct.make_search(limits, Settings(exploration, 0.0, 5000)._asdict(), NO_PRIOR, stream("test", 5))
        advance_toy(state, search, 1000)
        first = sorted(search.visits[search.visits > 0].tolist())[-2:]  # with the root's two moves
        shares.append(max(first) / 1000)
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > 0.9
    assert 0.5 <= shares[2] < 0.6


def test_a_tree_of_a_version_with_one_bound_is_gone_on_with() -> None:
    search = uct.make_search(LIMITS, Settings(0.3, 0.5, 1000)._asdict(), NO_PRIOR, stream("test", 6))
    advance_toy(build_ladder(ladder_gains(2)), search, 100)
    saved = {f"search.{name}": one for name, one in search._asdict().items() if isinstance(one, np.ndarray)}
    earlier = {name: one for name, one in saved.items() if name != "search.squares"}
    earlier["search.scalars"] = saved["search.scalars"][:BOUND]
    earlier["search.real_scalars"] = np.delete(saved["search.real_scalars"], DEVIATION)
    fresh = uct.make_search(LIMITS, Settings(0.3, 0.5, 1000)._asdict(), NO_PRIOR, stream("test", 6))
    for name, one in uct.of_earlier(fresh, earlier).items():
        assert np.array_equal(one, saved[name])
    assert uct.of_earlier(fresh, saved) is saved
