"""Searches of the TSP with time windows: what they find, what the bias does, and what a run says of it."""

from __future__ import annotations

import random
import re
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from drivers.command_line import invoke
from drivers.tsptw_games import feasible_instance, random_instance

from priors.table import odds, puzzle_table
from puzzles.engine.streams import stream
from puzzles.registry import get_family
from puzzles.tsptw.kernels.rules import build_state, limits
from puzzles.tsptw.puzzle import TsptwPuzzle
from solvers.searches import nrpa
from solvers.searches.learning import NrpaSearch
from solvers.searches.nrpa_steps import StepGames
from solvers.searches.tally import BEST_LENGTH, PLAYOUTS

pytestmark = pytest.mark.compiled

TSPTW = get_family("tsptw")
DISTANCE = TSPTW.priors.kind("distance")


def distance_odds(puzzle: TsptwPuzzle, bias: float = 10.0) -> np.ndarray:
    return odds(puzzle_table(TSPTW, DISTANCE, puzzle, {"bias": bias}), 1.0)


def search_of(state: Any, prior: np.ndarray, shared: bool = True, **settings: float) -> NrpaSearch:
    chosen = {"level": 2, "iterations": 20, "alpha": 1.0, "tau": 1.4, **settings}
    found = nrpa.make_search(limits(state)._replace(shared_codes=shared), chosen, prior, stream("test", 6))
    assert isinstance(found.games, StepGames)
    return found


@pytest.mark.parametrize("rules", ["windows", "plain"])
@pytest.mark.parametrize("objective", ["cost", "makespan"])
def test_the_best_tour_of_a_few_cities_is_found(objective: str, rules: str) -> None:
    for index in range(4):
        puzzle = TSPTW.adjusted(feasible_instance(index, 8)[0], {"objective": objective})
        assert isinstance(puzzle, TsptwPuzzle)
        best = max(TSPTW.judge(puzzle, tour).score for tour in permutations(range(1, 8)))
        state = build_state(puzzle, moves=rules, prior_code=1)
        search = search_of(state, distance_odds(puzzle))
        nrpa.advance(state, search, 4_000)
        board = search.tally.best_board[: search.tally.counters[BEST_LENGTH]].tolist()
        assert search.tally.best_score[0] == TSPTW.judge(puzzle, board).score == best


def test_a_bias_as_first_weights_plays_the_games_of_one_that_is_multiplied() -> None:
    """Generalized NRPA, 4.2: the two are the same but for rounding."""
    source = random.Random(1)
    for tau in (1.0, 1.4):
        puzzle = random_instance(source, 12, latest=(10**6,) * 12)
        prior = distance_odds(puzzle, 4.0)
        states = [build_state(puzzle, prior_code=1) for _ in range(2)]
        searches = [
            search_of(state, prior, shared, tau=tau) for state, shared in zip(states, (True, False), strict=True)
        ]
        played = set()
        for _ in range(900):  # a restart among them
            boards = []
            for state, search in zip(states, searches, strict=True):
                nrpa.advance(state, search, 1)
                boards.append(tuple(state.tour.tolist()))
            assert boards[0] == boards[1]
            played.add(boards[0])
        assert len(played) > 50


def test_the_bias_is_for_near_cities() -> None:
    puzzle = feasible_instance(2, 20)[0]
    scores = {}
    for bias in (0.0, 10.0):
        state = build_state(puzzle, prior_code=1)
        search = search_of(state, distance_odds(puzzle, bias), alpha=0.0)
        found = []
        for _ in range(300):
            nrpa.advance(state, search, 1)
            found.append(float(search.scores[0]) % -1_000_000)
        scores[bias] = np.mean(found)
    assert scores[10.0] > scores[0.0]


def test_a_tour_to_begin_with_is_learnt() -> None:
    puzzle, tour = feasible_instance(5, 15, 400)
    state = build_state(puzzle)
    search = search_of(state, np.ones(1))
    assert nrpa.begin_with(state, search, np.array(tour, np.int64), 40)[0] > 5
    nrpa.advance(state, search, 1)
    assert search.tally.best_board.tolist() == list(tour)
    assert search.tally.counters[PLAYOUTS] == 1


def test_a_run_takes_its_bias_from_the_puzzle_and_ends_with_its_budget() -> None:
    puzzle = feasible_instance(7, 10)[0]
    text = TSPTW.write(puzzle, "matrix")
    nested = ("solve", "-", "--algorithm", "gnrpa", "--set", "level=1")
    ended = invoke(*nested, "--playouts", "600", "--set", "iterations=20", given=text)
    assert re.search(r"^run \S+, prior distance \(computed from the puzzle\)$", ended.stderr, re.MULTILINE)
    assert "training" not in ended.stderr
    printed = invoke(*nested, "--playouts", "300", "--prior", "none", "--json", given=text)
    assert '"prior": "none"' in printed.stdout
