"""Two playouts in lock-step: the games of the recursive search with a stream for each, however a search is sliced."""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import Any

import numpy as np
import pytest
from oracles.naive_nmcs import Played, for_ever, playout
from oracles.naive_streams import NaiveStream
from toys import ladder_toy
from toys.ladder_toy import LIMITS, RUNGS, WIDTH, NaiveLadder, build_ladder

from puzzles.engine.streams import stream
from puzzles.morpion.kernels import rules
from puzzles.morpion.kernels.state import TOUCHED
from puzzles.morpion.puzzle import MorpionPuzzle
from solvers.searches import nmcs, sampling
from solvers.searches.tally import PLAYOUTS, RESTARTS

pytestmark = pytest.mark.compiled

NO_PRIOR = np.ones(1)


class Seeding(NaiveStream):
    """A stream of which each game takes a word, as the state of a stream of its own."""

    def of_a_game(self) -> NaiveStream:
        return NaiveStream(self.word())


def gains_of(seed: int) -> np.ndarray:
    """Gains of which some are equal, so that equal scores come up."""
    return np.random.default_rng(seed).integers(-2, 3, (RUNGS, WIDTH, WIDTH)).astype(float)


def odds_of(biased: bool) -> np.ndarray:
    return np.exp(np.random.default_rng(7).normal(0, 2, WIDTH * WIDTH)) if biased else NO_PRIOR


def outcome(search: Any) -> dict[str, Any]:
    """What a search has to show, and where its stream stands."""
    tally = search.tally
    return {
        "playouts": int(tally.counters[PLAYOUTS]),
        "restarts": int(tally.counters[RESTARTS]),
        "best": float(tally.best_score[0]),
        "board": tally.best_board.tolist(),
        "stream": int(search.rng[0]),
    }


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("biased", [False, True])
def test_a_nested_search_plays_the_games_of_the_recursive_search(level: int, biased: bool) -> None:
    gains, odds = gains_of(level), odds_of(biased)
    advance = partial(ladder_toy.advance, module=nmcs)
    source = Seeding(int(stream("test", 1)[0]))
    naive: list[Played] = list(islice(for_ever(level, NaiveLadder(gains, odds), source, biased=biased), 180))
    for slices in ([1] * 180, [180], [7] * 25 + [5], [2, 3] * 36):
        state = build_ladder(gains)
        search = nmcs.make_search(LIMITS, {"level": level}, odds, stream("test", 1), twin=build_ladder(gains))
        done = 0
        for playouts in slices:
            advance(state, search, playouts)
            done += playouts
            best = max(one.score for one in naive[:done])
            assert search.tally.counters[PLAYOUTS] == done
            assert search.tally.best_score[0] == best
            assert search.tally.best_board.tolist() == next(one.moves for one in naive if one.score == best)
        assert search.rng[0] == source.state


@pytest.mark.parametrize("biased", [False, True])
def test_sampling_plays_each_game_with_a_stream_of_its_own(biased: bool) -> None:
    gains, odds = gains_of(5), odds_of(biased)
    source = Seeding(int(stream("test", 2)[0]))
    naive = [next(playout(NaiveLadder(gains, odds), [], source, biased)) for _ in range(60)]
    for slices in ([60], [1] * 60, [3] * 20):
        state = build_ladder(gains)
        search = sampling.make_search(LIMITS, {}, odds, stream("test", 2), twin=build_ladder(gains))
        done = 0
        for playouts in slices:
            ladder_toy.advance(state, search, playouts, sampling)
            done += playouts
            assert search.tally.counters[PLAYOUTS] == done
            assert search.tally.best_score[0] == max(one.score for one in naive[:done])
        assert search.rng[0] == source.state


@pytest.mark.parametrize("variant", ["5D", "4T"])
@pytest.mark.parametrize("text", [nmcs, sampling])
def test_games_of_morpion_are_the_same_two_by_two_and_alone(variant: str, text: Any) -> None:
    found = []
    for slices in ([1] * 300, [300], [17] * 17 + [11]):
        state = rules.build_state(MorpionPuzzle(variant))
        search = text.make_search(
            rules.limits(state), {"level": 1}, NO_PRIOR, stream("test", 3), twin=rules.twin(state)
        )
        for playouts in slices:
            text.advance(state, search, playouts)
        found.append(outcome(search))
    assert found[0] == found[1] == found[2]
    assert found[0]["playouts"] == 300


def test_a_twin_stands_at_the_root_and_shares_what_is_the_same_for_both() -> None:
    state = rules.build_state(MorpionPuzzle("5T"))
    twin = rules.twin(state)
    assert twin.moves[: twin.scalars[0]].tolist() == state.moves[: state.scalars[0]].tolist()
    assert twin.strips.tolist() == state.strips.tolist()
    assert not np.shares_memory(twin.position, state.position)
    twin.settings[TOUCHED] = 1
    assert "border" in rules.notice(state)
