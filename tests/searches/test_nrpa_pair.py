"""Two NRPA searches in lock-step: each has the bits that it has alone, however the two are sliced."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from puzzles.engine import kernels
from puzzles.engine.lanes import PRESSES
from puzzles.engine.rules import implements, legal_moves, play_two_by_policy, reset
from puzzles.engine.streams import stream
from puzzles.morpion.kernels import policy_playout, rules, two_playouts
from puzzles.morpion.kernels.state import COUNT, LENGTH, MorpionState
from puzzles.morpion.puzzle import MorpionPuzzle
from puzzles.registry import families
from solvers.registry import algorithm, algorithms_for
from solvers.searches import nrpa, nrpa_pair
from solvers.searches.learning import NrpaSearch
from solvers.searches.nrpa_intervals import IntervalGames
from solvers.searches.nrpa_pair import PairSearch
from solvers.searches.tally import BEST_LENGTH, PLAYOUTS, RESTARTS

GAMES = 24 if kernels.INTERPRETED else 3_000
PARAMETERS = {"level": 2, "iterations": 4 if kernels.INTERPRETED else 30, "alpha": 1.0}
VARIANTS = ["5D"] if kernels.INTERPRETED else ["5D", "5T", "4D"]
"""4D begins with more moves than the lanes take: there is no lock-step there, and the games are the same."""


def pair(variant: str, slices: list[int]) -> PairSearch:
    state = rules.build_state(MorpionPuzzle(variant))
    limits = rules.limits(state)
    search = nrpa_pair.make_search(limits, PARAMETERS, np.ones(1), stream("test", 5), rules.twin(state))
    for playouts in slices:
        nrpa_pair.advance(state, search, playouts)
    return search


def alone(variant: str, rng: Any, playouts: int) -> NrpaSearch:
    state = rules.build_state(MorpionPuzzle(variant))
    search = nrpa.make_search(rules.limits(state), PARAMETERS, np.ones(1), rng)
    nrpa.advance(state, search, playouts)
    assert isinstance(search.games, IntervalGames)
    return search


def result(search: NrpaSearch) -> dict[str, Any]:
    """What the search goes on from: all but scratch, and what stands behind the ends of records and games."""
    levels = range(len(search.games.counts))
    return {
        "counts": search.games.counts.tolist(),
        "records": [search.games.records[level, : search.games.counts[level]].tolist() for level in levels],
        "chosen": [search.games.chosen[level, : search.lengths[level]].tolist() for level in levels],
        "board": search.tally.best_board[: search.tally.counters[BEST_LENGTH]].tolist(),
        "counters": search.tally.counters.tolist(),
        "best": float(search.tally.best_score[0]),
        **{
            name: getattr(search, name).tobytes()
            for name in ("rng", "policy", "lengths", "scores", "iterations", "batched", "repeats")
        },
    }


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_of_two_searches_is_the_one_that_it_is_alone(variant: str) -> None:
    expected = [alone(variant, rng, GAMES) for rng in (stream("test", 5), nrpa_pair.second_stream(stream("test", 5)))]
    for slices in ([2 * GAMES], [1, 2, 3, 5, 1, 2 * GAMES - 12]):
        found = pair(variant, slices)
        for one, other in zip((found.first, found.second), expected, strict=True):
            assert result(one) == result(other)
        best = max(expected, key=lambda one: float(one.tally.best_score[0]))
        assert found.tally.best_score[0] == best.tally.best_score[0]
        assert found.tally.counters[PLAYOUTS] == 2 * GAMES
        assert found.tally.counters[RESTARTS] == sum(int(one.tally.counters[RESTARTS]) for one in expected)


def test_after_an_odd_number_of_playouts_it_is_the_second_ones_turn() -> None:
    found = pair("5D", [7])
    assert [int(one.tally.counters[PLAYOUTS]) for one in (found.first, found.second)] == [4, 3]
    first, second = stream("test", 5), nrpa_pair.second_stream(stream("test", 5))
    assert result(found.first) == result(alone("5D", first, 4))
    assert result(found.second) == result(alone("5D", second, 3))


def test_turns_that_were_not_taken_are_refused() -> None:
    search = pair("5D", [5])
    limits = rules.limits(rules.build_state(MorpionPuzzle("5D")))
    nrpa_pair.check(search, limits)
    for name, array, value in (
        ("turns", search.first.tally.counters, 9),
        ("turns", search.second.tally.counters, 9),
        ("counts", search.second.games.counts, 1 << 40),
    ):
        before = int(array[0])
        array[0] = value
        with pytest.raises(ValueError, match=f"{name} are out of their range"):
            nrpa_pair.check(search, limits)
        array[0] = before


def test_it_is_offered_where_playouts_by_policies_gain() -> None:
    chosen = algorithm("nrpa-pair")
    assert [family.name for family in families() if chosen in algorithms_for(family)] == ["morpion"]
    assert implements(play_two_by_policy, MorpionState) == (PRESSES or kernels.INTERPRETED)


@pytest.mark.parametrize("variant", ["5D", "5T"])
def test_a_game_by_a_policy_is_the_same_by_the_instructions_of_all_processors(variant: str) -> None:
    if not (PRESSES or kernels.INTERPRETED):
        pytest.skip("two_playouts needs AVX-512 VBMI2")
    found = []
    for play in (play_elsewhere, play_in_lanes):
        state = rules.build_state(MorpionPuzzle(variant))
        search = nrpa.make_search(rules.limits(state), PARAMETERS, np.ones(1), stream("test", 6))
        assert isinstance(search.games, IntervalGames)
        chance = np.random.default_rng(6)
        games = []
        for _ in range(3 if kernels.INTERPRETED else 300):
            search.policy[1] = np.exp(chance.normal(0.0, chance.choice([0.1, 2.0, 9.0]), search.policy.shape[1]))
            steps, records = play(state, search)
            listed = state.moves[: state.scalars[COUNT]]
            left = (
                search.games.records[0, :records].tolist(),
                search.games.chosen[0, :steps].tolist(),
                search.games.since[listed].tolist(),
            )
            games.append((*left, listed.tolist(), state.sequence[: state.scalars[LENGTH]].tolist(), int(search.rng[0])))
        found.append(games)
    assert found[0] == found[1]


@kernels.kernel
def play_elsewhere(state, search):
    list_first(state, search)
    return policy_playout.play_one(state, search, 0, np.uint64(0))


@kernels.kernel
def play_in_lanes(state, search):
    list_first(state, search)
    return two_playouts.play_one(state, search, 0, np.uint64(0))


@kernels.inlined
def list_first(state, search):
    reset(state)
    for k in range(legal_moves(state, search.rng)):
        search.games.since[state.moves[k]] = np.uint64(state.moves[k])
