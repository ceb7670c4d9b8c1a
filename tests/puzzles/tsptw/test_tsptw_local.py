"""Local search on tours: every proposal's figures against the plain checker, and what is found and kept."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise, permutations
from typing import Any

import numpy as np
import pytest
from drivers.compiled_repair import accept_one, propose_one, start_one
from drivers.compiled_rules import look
from drivers.tsptw_games import feasible_instance, random_instance
from test_tsptw_searches import distance_odds

from puzzles.engine.streams import stream
from puzzles.registry import get_family
from puzzles.tsptw.kernels.rules import SCRATCH, build_state
from puzzles.tsptw.kernels.state import TsptwState
from puzzles.tsptw.puzzle import TsptwPuzzle
from solvers.runs.spec import SolveSpec
from solvers.session import Session

pytestmark = pytest.mark.compiled

TSPTW = get_family("tsptw")
NO_PRIOR = np.ones(1)


def tour_of(puzzle: TsptwPuzzle, state: TsptwState) -> tuple[float, list[int]]:
    """Score and board of the current tour, as a search sees them."""
    board = np.full(puzzle.n - 1, -1, np.int64)
    score, solved, length = look(state, board)
    assert not solved
    assert length == puzzle.n - 1
    return score, board.tolist()


def merit_of(puzzle: TsptwPuzzle, state: TsptwState, tour: Sequence[int]) -> float:
    """The merit by plain Python: minus the objective and a fine for each late visit, in spreads of the instance."""
    visit, cap = (int(one) for one in state.course.fine)
    clock, cost, fines, at = puzzle.earliest[0], 0, 0, 0
    for node in [*tour, 0]:
        cost += puzzle.travel[at * puzzle.n + node]
        clock = max(clock + puzzle.duration(at, node), puzzle.earliest[node])
        lateness = clock - puzzle.latest[node]
        fines += visit + min(lateness, cap) if lateness > 0 else 0
        at = node
    return -(float((clock if puzzle.objective == "makespan" else cost) + fines)) / float(state.draft.spread[0])


def begun(puzzle: TsptwPuzzle, seed: int, board: Sequence[int] = (), prior: Any = NO_PRIOR) -> tuple[Any, Any, float]:
    """A state with a tour that begins with the board, its random numbers, its merit; a second start for odd seeds."""
    state, rng = build_state(puzzle, prior_code=int(prior.size > 1)), stream("test", seed)
    given = np.array([*board, *[0] * (puzzle.n - 1 - len(board))], np.int64)
    if seed % 2:
        start_one(state, np.zeros(puzzle.n - 1, np.int64), rng, prior)
    return state, rng, start_one(state, given, rng, prior)


def instances(source: random.Random) -> list[TsptwPuzzle]:
    """Small and larger ones, with all that a file may bring, and ones with tours that keep all windows."""
    found = [random_instance(source, source.choice([2, 3, 4, 5, 8, 13, 30])) for _ in range(60)]
    for index in range(12):
        made = feasible_instance(index, 20 if index % 2 else 60, 60 if index % 3 else 2_000)[0]
        adjusted = TSPTW.adjusted(made, {"objective": "makespan" if index % 4 == 0 else "cost"})
        assert isinstance(adjusted, TsptwPuzzle)
        found.append(adjusted)
    return found


def check_proposals(puzzle: TsptwPuzzle, number: int, prior: Any = NO_PRIOR, count: int = 120) -> tuple[int, int]:
    """Accepts proposals, each checked; how many were accepted, and of how many tours a visit was late."""
    state, rng, merit = begun(puzzle, number, prior=prior)
    score, tour = tour_of(puzzle, state)
    taken = late = 0
    for _ in range(count):
        assert sorted(tour) == list(range(1, puzzle.n))
        assert score == TSPTW.judge(puzzle, tour).score
        assert merit == merit_of(puzzle, state, tour)
        late += score < -500_000
        reached = propose_one(state, rng, prior, -1e12)
        if reached == -np.inf:  # nothing to change
            accept_one(state, False)
            assert tour_of(puzzle, state) == (score, tour)
            continue
        accept_one(state, True)
        score, changed = tour_of(puzzle, state)
        assert changed != tour
        merit, tour, taken = reached, changed, taken + 1
    return taken, late


@pytest.mark.parametrize("biased", [False, True])
def test_merits_scores_and_boards_are_those_of_plain_python_and_the_checker(biased: bool) -> None:
    checked = [
        check_proposals(puzzle, number, distance_odds(puzzle, 3.0) if biased else NO_PRIOR)
        for number, puzzle in enumerate(instances(random.Random(5)))
    ]
    assert sum(taken for taken, _ in checked) > 3_000
    assert sum(late for _, late in checked) > 1_000


def test_a_refusal_before_the_end_decides_as_the_whole_merit_does() -> None:
    source = random.Random(6)
    decided = {True: 0, False: 0}
    for number, puzzle in enumerate(instances(source)):
        whole, rng, merit = begun(puzzle, number)
        early, again, _ = begun(puzzle, number)
        for _ in range(150):
            least = merit - source.choice([0.0, 1e-9, 0.5, 5.0, 50.0])
            reached, early_merit = propose_one(whole, rng, NO_PRIOR, -1e12), propose_one(early, again, NO_PRIOR, least)
            assert rng[0] == again[0]
            assert (early_merit >= least) == (reached >= least)
            assert early_merit == reached or max(early_merit, reached) < least
            accept_one(whole, reached >= least)
            accept_one(early, early_merit >= least)
            assert tour_of(puzzle, whole) == tour_of(puzzle, early)
            merit = reached if reached >= least else merit
            decided[bool(reached >= least)] += 1
    assert min(decided.values()) > 1_000


def test_a_merit_equal_to_the_threshold_is_accepted() -> None:
    puzzle = feasible_instance(1, 20)[0]
    whole, rng, _ = begun(puzzle, 1)
    other, again, _ = begun(puzzle, 1)
    for _ in range(200):
        reached = propose_one(whole, rng, NO_PRIOR, -1e12)
        assert propose_one(other, again, NO_PRIOR, reached) == reached
        accept_one(whole, reached > -np.inf)
        accept_one(other, reached > -np.inf)


def test_every_tour_is_reached() -> None:
    puzzle = random_instance(random.Random(1), 5)
    state, rng, _ = begun(puzzle, 1)
    seen = set()
    for _ in range(2_000):
        accept_one(state, propose_one(state, rng, NO_PRIOR, -1e12) > -np.inf)
        seen.add(tuple(tour_of(puzzle, state)[1]))
    assert seen == set(permutations(range(1, 5)))


def test_moves_that_the_prior_prefers_are_drawn_more_often() -> None:
    puzzle = feasible_instance(3, 30, 100_000)[0]  # no window is ever missed
    added = {}
    for bias in (0.0, 10.0):
        prior = distance_odds(puzzle, bias)
        state, rng, _ = begun(puzzle, 2, prior=prior)
        lengths: list[int] = []
        before = ways(tour_of(puzzle, state)[1])
        for _ in range(1_500):
            accept_one(state, propose_one(state, rng, prior, -1e12) > -np.inf)
            after = ways(tour_of(puzzle, state)[1])
            lengths += [puzzle.travel[a * puzzle.n + b] for a, b in after - before]
            before = after
        added[bias] = np.mean(lengths)
    assert added[10.0] < 0.9 * added[0.0]


def ways(tour: Sequence[int]) -> set[tuple[int, int]]:
    return set(pairwise([0, *tour, 0]))


def test_a_whole_tour_to_begin_with_is_kept_and_a_partial_one_completed() -> None:
    source = random.Random(7)
    for number, puzzle in enumerate(instances(source)):
        tour = source.sample(range(1, puzzle.n), puzzle.n - 1)
        assert tour_of(puzzle, begun(puzzle, number, tour)[0])[1] == tour
        board = [node if source.random() < 0.5 else 0 for node in tour]
        completed = tour_of(puzzle, begun(puzzle, number, board)[0])[1]
        assert sorted(completed) == sorted(tour)
        assert all(given in (0, found) for given, found in zip(board, completed, strict=True))
        wrong = [*tour[:-1], tour[0]] if len(tour) > 1 else [puzzle.n]
        assert tour_of(puzzle, begun(puzzle, number, wrong)[0])[1] == tour


def session(puzzle: TsptwPuzzle, seed: int = 1, tour: Sequence[int] = (), **parameters: float) -> Session:
    spec = SolveSpec(
        family="tsptw",
        puzzle=TSPTW.to_json(puzzle),
        title="",
        algorithm="annealing",
        prior="none",
        seed=seed,
        parameters=dict(parameters),
        warm_start=list(tour),
    )
    return Session(spec, 0)


def test_the_best_tour_of_a_few_cities_is_found() -> None:
    source = random.Random(8)
    for number in range(24):
        puzzle = random_instance(source, 7) if number % 2 else feasible_instance(number, 8)[0]
        best = max(TSPTW.judge(puzzle, tour).score for tour in permutations(range(1, puzzle.n)))
        search = session(puzzle, hot=0.5, cold=0.05, period=1_000, patience=1_000.0)
        assert search.advance(40_000) == "running"
        assert search.best_score == best
        board = search.best_board()
        assert board is not None
        assert TSPTW.judge(puzzle, board).score == best


def test_a_search_begins_with_the_tour_that_it_is_given() -> None:
    puzzle, tour = feasible_instance(5, 15, 400)
    search = session(puzzle, tour=tour)
    search.advance(1)
    assert search.best_board() == tuple(tour)


def test_slices_and_a_restored_search_go_the_same_way() -> None:
    assert "course" not in SCRATCH
    for number, puzzle in enumerate((random_instance(random.Random(9), 12), feasible_instance(2, 40)[0])):
        settings = {"hot": 0.5, "cold": 0.05, "period": 500, "patience": 30.0}
        whole, sliced = session(puzzle, number, **settings), session(puzzle, number, **settings)
        whole.advance(5_000)
        for playouts in (1, 0, 7, 92, 900, 4_000):
            saved = {name: array.copy() for name, array in sliced.arrays().items()}
            sliced = session(puzzle, 77, **settings)
            sliced.restore(saved)
            sliced.advance(playouts)
        assert whole.restarts > 0
        assert whole.best_board() == sliced.best_board()
        kept = sliced.arrays()
        assert all(np.array_equal(array, kept[name]) for name, array in whole.arrays().items())


def test_the_greatest_numbers_that_are_admitted_do_not_wrap() -> None:
    n, largest = 4, 2**55
    puzzle = TsptwPuzzle(n, 0, (largest,) * 16, (largest,) * 4, (0, 5, largest, 7), (2**62, 2**62, 2**60, 2**62))
    late = TsptwPuzzle(n, 9, (largest,) * 16, (0,) * 4, (0,) * 4, (1,) * 4, objective="makespan")
    for one in (puzzle, late):
        state, rng, merit = begun(one, 1)
        for _ in range(50):
            score, tour = tour_of(one, state)
            assert score == TSPTW.judge(one, tour).score
            assert merit == pytest.approx(merit_of(one, state, tour), rel=1e-12)
            reached = propose_one(state, rng, NO_PRIOR, -1e300)
            accept_one(state, reached > -np.inf)
            merit = reached if reached > -np.inf else merit


def test_a_thousand_nodes_are_changed() -> None:
    """As all puzzles of more than 64 nodes they have kernels of their own, by the words that a set of nodes takes."""
    puzzle = random_instance(random.Random(2), 1000, digits=0, objective="cost")
    taken, late = check_proposals(puzzle, 1, count=30)
    assert taken == late == 30


def test_service_times_in_the_matrix_do_not_change_the_unit_of_merit() -> None:
    puzzle = feasible_instance(1, 25)[0]
    n = puzzle.n
    longer = tuple(value + 10 * puzzle.duration(0, 1) for value in puzzle.travel)
    closing = tuple(one * 100 for one in puzzle.latest)
    other = TsptwPuzzle(n, puzzle.digits, longer, puzzle.service, puzzle.earliest, closing)
    assert build_state(puzzle).draft.spread[0] == build_state(other).draft.spread[0]
