"""Local search on a toy: what it accepts, when it restarts, and that slicing changes nothing."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from toys import ladder_toy
from toys.quarrel_toy import AMEND, SETTLE, SKETCH, build_quarrel

from puzzles.engine.streams import stream
from solvers.searches import annealing, tally
from solvers.searches.tally import PLAYOUTS, RESTARTS, RUNNING, SOLVED

pytestmark = pytest.mark.compiled

USUAL = {"hot": 0.5, "cold": 0.1, "period": 20, "patience": 4.0, "unbiased": 0}
PLACES = 40

advance = partial(ladder_toy.advance, module=annealing)


def searching(places: int = PLACES, seed: int = 1, refusal: float = 0.0, **given: float) -> tuple[Any, Any]:
    state, room = build_quarrel(places, refusal)
    return state, annealing.make_search(room, USUAL | given, np.ones(1), stream("test", seed))


def events(state: Any) -> list[list[float]]:
    return state.log[: state.logged[0]].tolist()


def test_a_solution_ends_the_search_and_is_its_best() -> None:
    state, search = searching(8)
    assert advance(state, search, 50_000) == SOLVED
    best = search.tally.best_board.tolist()
    assert all(one != other for one, other in pairwise(best))
    assert search.tally.best_score[0] == 0.0
    spent = int(search.tally.counters[PLAYOUTS])
    assert advance(state, search, 50) == SOLVED
    assert search.tally.counters[PLAYOUTS] == spent


def test_proposals_below_the_threshold_are_dropped_and_all_others_taken() -> None:
    state, search = searching()
    advance(state, search, 2_000)
    current = -np.inf
    worse = 0
    for asked, answered in pairwise(events(state)):
        if asked[0] == SKETCH:
            current = asked[1]
        elif asked[0] == AMEND:
            assert asked[2] <= current
            assert answered[0] == SETTLE
            assert answered[2] == (asked[1] >= asked[2])
            worse += asked[2] <= asked[1] < current
            current = asked[1] if answered[2] else current
            assert answered[1] == current
    assert worse > 0


def test_thresholds_follow_the_temperature() -> None:
    """The drop that is allowed is exponential with the temperature as its mean (Metropolis)."""
    state, search = searching(400, hot=3.0, cold=1.0, period=40, patience=1e6)
    advance(state, search, 8_000)
    drops: list[list[float]] = [[] for _ in range(40)]
    current, age = 0.0, 0
    for kind, merit, extra in events(state):
        if kind == AMEND:
            drops[age % 40].append(current - extra)
            age += 1
        else:
            current = merit
    means = [float(np.mean(one)) for one in drops]
    for phase, mean in enumerate(means):
        expected = 1.0 + 2.0 * abs(1 - 2 * phase / 40)
        assert mean == pytest.approx(expected, rel=0.4), phase
    assert np.mean(means) == pytest.approx(2.0, rel=0.05)


def cooled(proposals: int, **given: float) -> tuple[Any, Any]:
    state, room = build_quarrel(400, cooled=proposals)
    return state, annealing.make_search(room, USUAL | given, np.ones(1), stream("test", 1))


def test_a_start_that_is_cooled_ends_when_it_is_cold_and_the_next_takes_twice_as_long() -> None:
    state, search = cooled(100, patience=0.1)
    advance(state, search, 1 + 100 + 1 + 200 + 1 + 399)
    assert [row for row, event in enumerate(events(state)) if event[0] == SKETCH] == [0, 1 + 200, 1 + 200 + 1 + 400]
    assert search.tally.counters[RESTARTS] == 2
    advance(state, search, 1)
    assert search.tally.counters[RESTARTS] == 3


def test_a_cooling_falls_by_the_same_factor_in_each_proposal() -> None:
    state, search = cooled(8_000, hot=8.0, cold=1.0)
    advance(state, search, 8_000)
    drops, current = [], 0.0
    for kind, merit, extra in events(state):
        if kind == AMEND:
            drops.append(current - extra)
        else:
            current = merit
    for tenth in range(10):
        mean = 4.0 * 16.0 ** -((tenth + 0.5) / 10)  # from 4 to 1 / 4: the toy asks for these shares
        assert np.mean(drops[800 * tenth : 800 * (tenth + 1)]) == pytest.approx(mean, rel=0.15), tenth


@pytest.mark.parametrize(("hot", "cold"), [(0.0, 0.0), (1.0, 0.0)])
def test_a_cooling_may_end_at_temperature_0(hot: float, cold: float) -> None:
    state, search = cooled(50, hot=hot, cold=cold)
    advance(state, search, 40)
    asked = [event[2] for event in events(state) if event[0] == AMEND]
    current = [event[1] for event in events(state) if event[0] != AMEND]
    assert asked[5:] == current[5 : len(asked)]


def test_a_search_at_temperature_0_never_goes_down() -> None:
    state, search = searching(hot=0.0, cold=0.0)
    advance(state, search, 300)
    assert all(asked[2] == before[1] for before, asked in pairwise(events(state)) if asked[0] == AMEND)


def test_early_refusals_change_nothing() -> None:
    found = []
    for refusal in (0.0, -1e9):
        state, search = searching(refusal=refusal)
        advance(state, search, 1_000)
        found.append((search.tally.best_board.tolist(), search.tally.counters.tolist(), events(state)))
    assert found[0] == found[1]


def test_slices_and_a_restored_state_go_the_same_way() -> None:
    one, whole = searching()
    advance(one, whole, 900)
    other, sliced = searching()
    for playouts in (1, 0, 7, 92, 800):
        fresh, again = searching(seed=9)
        for new, old in zip((*fresh, *again[:-1], *again.tally), (*other, *sliced[:-1], *sliced.tally), strict=True):
            new[...] = old
        other, sliced = fresh, again
        advance(other, sliced, playouts)
    assert events(one) == events(other)
    assert whole.rng[0] == sliced.rng[0]
    assert whole.tally.counters.tolist() == sliced.tally.counters.tolist()


def test_a_start_that_gets_no_better_is_given_up_after_its_patience() -> None:
    state, search = searching(300, patience=0.1)  # 30 proposals
    assert advance(state, search, 3_000) == RUNNING
    stale, best, starts = 0, -np.inf, 0
    for kind, merit, _ in events(state):
        if kind == SKETCH:
            assert starts == 0 or stale == 31
            stale, best, starts = 0, merit, starts + 1
        elif kind == AMEND:
            stale += 1
        elif merit > best:
            stale, best = 0, merit
    assert starts > 3
    assert search.tally.counters[RESTARTS] in (starts - 1, starts)


def test_every_so_many_attempts_one_draws_with_equal_odds() -> None:
    state, room = build_quarrel(300)
    parameters = USUAL | {"patience": 0.1, "unbiased": 3}  # 30 proposals
    search = annealing.make_search(room, parameters, np.full(2, 0.25), stream("test", 1))
    counters, seen = search.tally.counters, []
    while counters[RESTARTS] < 7:
        advance(state, search, 1)  # the start
        attempt = int(counters[RESTARTS])
        while counters[RESTARTS] == attempt:
            advance(state, search, 1)
        seen.append(state.odds.tolist())
    assert seen == [[odds, odds] for odds in (0.25, 0.25, 1.0, 0.25, 0.25, 1.0, 0.25)]


def test_it_begins_with_a_given_board_once() -> None:
    state, search = searching(6, hot=0.0, cold=0.0, patience=1.0)
    given = np.array([1, 1, 1, 1, 1, 1])
    assert annealing.begin_with(state, search, given, 0) == (6, 6)
    advance(state, search, 1)
    assert events(state) == [[SKETCH, -5.0, 0.0]]
    assert search.first.tolist() == [0] * 6
    assert annealing.begin_with(state, search, given[:5], 0) == (5, 5)
    assert search.first.tolist() == [1] * 5 + [0]
    assert annealing.begin_with(state, search, np.ones(7, np.int64), 0) == (0, 0)  # of another puzzle


def test_after_a_solution_another_start_is_made() -> None:
    state, search = searching(5)
    assert advance(state, search, 10_000) == SOLVED
    tally.begin_again(search.tally)
    annealing.begin_again(search)
    before = int(state.logged[0])
    assert advance(state, search, 10_000) == SOLVED
    assert events(state)[before][0] == SKETCH
