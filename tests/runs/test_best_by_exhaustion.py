"""Backtracking and the exhaustive search where a score counts: what they prove best is best, by naive enumeration."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import permutations
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from drivers.compiled_rules import bound_at
from drivers.compiled_samegame import CompiledGame, puzzle_of, random_puzzle
from drivers.samegame_boards import rows_of
from drivers.tsptw_games import Playing, random_instance
from oracles.naive_samegame import Cells, cells_of, groups, without
from oracles.naive_tsptw import NaiveTour

from puzzles.engine.streams import stream
from puzzles.registry import get_family
from puzzles.samegame.kernels import cellwise
from puzzles.samegame.kernels import rules as samegame_rules
from puzzles.samegame.puzzle import SameGamePuzzle
from puzzles.tsptw.kernels import rules as tsptw_rules
from puzzles.tsptw.puzzle import TsptwPuzzle
from solvers.searches import depth_first
from solvers.searches.depth_first import DescentSearch
from solvers.searches.tally import BEST_LENGTH, EXHAUSTED, PLAYOUTS, RESTARTS, RUNNING, STATUS

pytestmark = pytest.mark.compiled

EXHAUSTIVE, BACKTRACKING = {"solutions": 2}, {"failures": 1, "growth": 1.5}
SAMEGAME, TSPTW = get_family("samegame"), get_family("tsptw")


def exhausted(
    rules: ModuleType, state: Any, parameters: dict[str, Any] = EXHAUSTIVE, slice_of: int = 10**9
) -> DescentSearch:
    """The search after it has seen everything."""
    search = depth_first.make_search(rules.limits(state), parameters, np.ones(1), stream("test", 41))
    assert isinstance(search, DescentSearch)
    while depth_first.advance(state, search, slice_of) == RUNNING:
        assert search.tally.counters[PLAYOUTS] < 10**7
    assert search.tally.counters[STATUS] == EXHAUSTED
    return search


def best_of(search: DescentSearch) -> tuple[float, list[int]]:
    return float(search.tally.best_score[0]), search.tally.best_board[: search.tally.counters[BEST_LENGTH]].tolist()


def still_to_gain(cells: Cells) -> int:
    """The most points that any game can still make from these cells, by the naive implementation."""

    @cache
    def most(left: frozenset[tuple[tuple[int, int], int]]) -> int:
        if not left:
            return 1000
        board = dict(left)
        gains = ((len(group) - 2) ** 2 + most(frozenset(without(board, group).items())) for group in groups(board))
        return max(gains, default=0)

    return most(frozenset(cells.items())) if cells else 0


def small_boards() -> list[SameGamePuzzle]:
    sizes = [(3, 3), (4, 3), (3, 4), (4, 4), (2, 6), (1, 9)]
    found = [random_puzzle(seed, *sizes[seed % len(sizes)], 2 + seed % 3, ragged=seed % 4 == 3) for seed in range(36)]
    # taller than a packed board
    found += [random_puzzle(seed, 1, 17, 2 + seed % 2) for seed in range(3)]
    chance = random.Random(5)
    for _ in range(3):
        blocks = [[chance.randrange(3), chance.randrange(3)] for _ in range(4)]
        found.append(puzzle_of([block for block in blocks for _ in range(4)]))
    return found


def test_the_best_game_on_small_boards_is_found_and_no_better_one_missed() -> None:
    cleared = left = 0
    for number, puzzle in enumerate(small_boards()):
        expected = still_to_gain(cells_of(rows_of(puzzle)))
        states = [samegame_rules.build_state(puzzle, trail=True), cellwise.build(puzzle, "off", 0, trail=True)]
        for state in states:
            score, board = best_of(exhausted(samegame_rules, state))
            assert score == expected == SAMEGAME.judge(puzzle, board).score
        search = exhausted(samegame_rules, samegame_rules.build_state(puzzle, trail=True), BACKTRACKING, 1 + number)
        assert best_of(search)[0] == expected
        cleared += expected >= 1000
        left += expected < 1000
    assert min(cleared, left) > 5


def test_with_a_rule_that_narrows_the_moves_the_best_is_of_those_games() -> None:
    worse = 0
    for puzzle in small_boards():
        tabu = best_of(exhausted(samegame_rules, samegame_rules.build_state(puzzle, trail=True, selective="tabu")))
        best = still_to_gain(cells_of(rows_of(puzzle)))
        assert tabu[0] == SAMEGAME.judge(puzzle, tabu[1]).score <= best
        worse += tabu[0] < best
    assert worse
    claim = SAMEGAME.optimisation.proof_statement(puzzle, {"selective": "tabu"}, SAMEGAME.judge(puzzle, tabu[1]))
    assert "selective=tabu" in claim
    assert (
        SAMEGAME.optimisation.proof_statement(puzzle, {"selective": "off"}, SAMEGAME.judge(puzzle, ()))
        == "no better game exists (proved)"
    )


@pytest.mark.parametrize("plainly", [False, True])
def test_no_game_from_a_position_on_scores_more_than_its_bound(plainly: bool) -> None:
    chance = random.Random(6)
    reached = 0
    for puzzle in small_boards()[:36]:
        game = CompiledGame(puzzle, plainly=plainly, trail=True)
        cells = cells_of(rows_of(puzzle))
        points = 0
        while True:
            best = points + still_to_gain(cells)
            assert best <= bound_at(game.state) < math.inf
            reached += best == bound_at(game.state)
            offers = game.offers()
            if not offers:
                break
            offer = chance.choice(offers)
            points += (len(offer.cells) - 2) ** 2
            cells = without(cells, offer.cells)
            points += 0 if cells else 1000
            game.play(offer.item)
    assert reached > 36


def instances() -> list[TsptwPuzzle]:
    """Of up to eight nodes: without the triangle inequality, many infeasible, some with ways that cost millions."""
    source = random.Random(12)
    found = []
    for number in range(60):
        n = 8 if number % 20 == 0 else source.choice([2, 3, 4, 5, 6])
        puzzle = random_instance(source, n, objective=("cost", "makespan")[number % 2])
        if number % 3:
            latest = [one + source.choice([60, 2 * max(puzzle.travel) * n]) for one in puzzle.latest]
            puzzle = replace(puzzle, latest=tuple(latest))
        if number % 5 == 0:
            scale = 10 ** (6 + puzzle.digits) // max(puzzle.travel)
            scaled = {
                name: tuple(one * scale for one in getattr(puzzle, name))
                for name in ("travel", "service", "earliest", "latest")
            }
            puzzle = replace(puzzle, **scaled)
        found.append(puzzle)
    return found


def tours_of(puzzle: TsptwPuzzle) -> dict[tuple[int, ...], float]:
    """Every tour with its score, by the checker."""
    return {tour: TSPTW.judge(puzzle, tour).score for tour in permutations(range(1, puzzle.n))}


def test_the_best_tour_of_a_few_cities_is_proven_to_be_the_best() -> None:
    feasible = 0
    for number, puzzle in enumerate(instances()):
        expected = max(tours_of(puzzle).values())
        for parameters in (EXHAUSTIVE, BACKTRACKING):
            state = tsptw_rules.build_state(puzzle, moves="all", trail=True)
            score, board = best_of(exhausted(tsptw_rules, state, parameters, 1 + number))
            assert score == expected == TSPTW.judge(puzzle, board).score
        feasible += bool(TSPTW.judge(puzzle, board).facts["feasible"])
    assert 10 < feasible < 50


def test_what_is_claimed_of_the_best_tour_of_a_rule_is_true() -> None:
    claims: dict[str, int] = {}
    for puzzle in instances():
        scores = tours_of(puzzle)
        keeping = {tour: score for tour, score in scores.items() if TSPTW.judge(puzzle, tour).facts["feasible"]}
        for moves in ("windows", "plain", "all"):
            search = exhausted(tsptw_rules, tsptw_rules.build_state(puzzle, moves=moves, trail=True))
            score, board = best_of(search)
            if puzzle.n < 8:
                assert score == max(scores[tour] for tour in tours_by(NaiveTour(puzzle), moves))
            claim = TSPTW.optimisation.proof_statement(puzzle, {"moves": moves}, TSPTW.judge(puzzle, board))
            claims[claim] = claims.get(claim, 0) + 1
            if claim == "no better tour exists (proved)":
                assert score == max(scores.values())
            elif "no tour keeps all windows" in claim:
                assert not keeping
            elif "no tour that keeps all windows" in claim:
                assert all(one <= score for one in keeping.values())
            else:
                assert "moves=plain" in claim
    assert len(claims) == 4
    assert min(claims.values()) > 1


def with_ways(ways: dict[tuple[int, int], int], earliest: Sequence[int], latest: Sequence[int]) -> TsptwPuzzle:
    """An instance of those ways; all others are of no length."""
    n = len(latest)
    travel = tuple(ways.get((start, end), 0) for start in range(n) for end in range(n))
    return TsptwPuzzle(n, 0, travel, (0,) * n, tuple(earliest), tuple(latest))


def claim_of(puzzle: TsptwPuzzle) -> tuple[str, tuple[int, ...]]:
    """What is claimed once all tours by `windows` have been seen, and the best of them."""
    _, board = best_of(exhausted(tsptw_rules, tsptw_rules.build_state(puzzle, moves="windows", trail=True)))
    return TSPTW.optimisation.proof_statement(puzzle, {"moves": "windows"}, TSPTW.judge(puzzle, board)), tuple(board)


@pytest.mark.parametrize(
    ("cost", "late_cost"), [(3_000_000, 500_000), (1_000_001, 0), (1_000_000, 0), (900_000, 500_000)]
)
def test_a_tour_in_time_is_best_however_little_a_late_one_costs(cost: int, late_cost: int) -> None:
    # before 2 opens is the time to be at 1: the tour 2, 1 is late by its wait, and not offered by moves=windows
    opens = 4_000_000
    ways = {(0, 1): cost, (0, 2): late_cost}
    puzzle = with_ways(ways, (0, 0, opens), (2 * opens, opens - 1, 2 * opens))
    scores = tours_of(puzzle)
    assert scores[1, 2] == -cost > scores[2, 1]
    assert claim_of(puzzle) == ("no better tour exists (proved)", (1, 2))


@pytest.mark.parametrize(("cost", "in_time"), [(3_000_000, True), (1_500_001, True), (3_000_000, False)])
def test_that_no_tour_keeps_all_windows_is_claimed_only_if_so_where_ways_cost_millions(
    cost: int, in_time: bool
) -> None:
    # 2 opens late, and 1 closes before that; from 3 one must wait for 2, as the way from 3 to 1 is too long
    opens = 4_000_000
    ways = {(0, 1): cost, (0, 2): 600_000, (0, 3): 500_000, (3, 1): opens}
    puzzle = with_ways(ways, (0, 0, opens, 0), (2 * opens, opens - 1 if in_time else 0, 2 * opens, 2 * opens))
    keeping = {tour for tour in tours_of(puzzle) if TSPTW.judge(puzzle, tour).facts["feasible"]}
    assert keeping == ({(1, 2, 3), (1, 3, 2)} if in_time else set())
    claim, board = claim_of(puzzle)
    assert (board in keeping) == in_time
    assert TSPTW.judge(puzzle, board).score == max(tours_of(puzzle).values())
    assert claim.startswith("no better tour exists (proved)" if in_time else "no tour keeps all windows (proved)")


def test_that_no_tour_keeps_all_windows_is_claimed_where_ways_are_short() -> None:
    puzzle = with_ways({(0, 1): 3, (2, 1): 3}, (0, 0, 0), (9, 2, 9))
    assert claim_of(puzzle)[0].startswith("no tour keeps all windows (proved)")
    assert not [tour for tour in tours_of(puzzle) if TSPTW.judge(puzzle, tour).facts["feasible"]]


def tours_by(tour: NaiveTour, rule: str, visited: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    """All tours that the rule offers, by plain Python."""
    if not tour.unvisited:
        return [visited]
    return [one for city in tour.moves(rule) for one in tours_by(tour.after(city), rule, (*visited, city))]


def test_no_tour_from_a_position_on_scores_more_than_its_bound() -> None:
    source = random.Random(13)
    reached = inside = 0
    for puzzle in instances():
        scores = tours_of(puzzle)
        for _ in range(3):
            playing = Playing(puzzle, "all", trail=True)
            tour = source.sample(range(1, puzzle.n), puzzle.n - 1)
            for length in range(puzzle.n):
                best = max(score for one, score in scores.items() if list(one[:length]) == tour[:length])
                bound = bound_at(playing.state)
                assert best <= bound <= 0.0
                reached += best == bound
                inside += length < puzzle.n - 2 and bound < max(scores.values())
                if length < puzzle.n - 1:
                    playing.visit(tour[length])
    assert min(reached, inside) > 30


@pytest.mark.parametrize(
    ("build", "rules"),
    [
        (lambda: samegame_rules.build_state(random_puzzle(3, 4, 4, 3), trail=True), samegame_rules),
        (lambda: tsptw_rules.build_state(random_instance(random.Random(4), 8), moves="all", trail=True), tsptw_rules),
    ],
)
def test_positions_left_for_their_bound_are_dead_ends_in_slices_as_in_one(
    build: Callable[[], Any], rules: ModuleType
) -> None:
    for parameters in (EXHAUSTIVE, BACKTRACKING):
        whole, sliced = exhausted(rules, build(), parameters), exhausted(rules, build(), parameters, 1)
        assert whole.tally.counters.tolist() == sliced.tally.counters.tolist()
        assert best_of(whole) == best_of(sliced)
        assert (whole.tally.counters[RESTARTS] > 0) == (parameters is BACKTRACKING)
