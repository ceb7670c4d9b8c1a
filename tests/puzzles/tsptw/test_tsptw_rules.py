"""The compiled rules of the TSP with time windows: moves against plain Python, costs against the checker."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from drivers.compiled_rules import keep_position, recall_position, reset_state, take_mark, undo_to
from drivers.tsptw_games import Playing, feasible_instance, random_instance
from oracles.naive_tsptw import NaiveTour

from puzzles.registry import get_family
from puzzles.tsptw.kernels.rules import build_state, limits
from puzzles.tsptw.puzzle import TsptwPuzzle

pytestmark = pytest.mark.compiled

TSPTW = get_family("tsptw")


def play_out(puzzle: TsptwPuzzle, rules: str, source: random.Random) -> set[int]:
    """Plays a tour, all moves and scores compared on the way; how many moves there were to choose from."""
    playing, naive = Playing(puzzle, rules), NaiveTour(puzzle)
    board: list[int] = []
    seen = set()
    while True:
        assert playing.look() == (TSPTW.judge(puzzle, board).score, board)
        moves = playing.moves()
        if len(board) == puzzle.n - 1:
            assert moves == []
            return seen
        assert moves == naive.moves(rules)
        seen.add(len(moves))
        city = source.choice(moves)
        board.append(city)
        playing.visit(city)
        naive.visit(city)


@pytest.mark.parametrize("rules", ["windows", "plain", "all"])
def test_moves_and_scores_are_those_of_plain_python_and_the_checker(rules: str) -> None:
    source = random.Random(4)
    seen = set()
    for _ in range(250):
        seen |= play_out(random_instance(source, source.choice([2, 3, 4, 6, 9, 14])), rules, source)
    for index in range(25):
        seen |= play_out(feasible_instance(index)[0], rules, source)
    assert seen >= set(range(1, 12))


@pytest.mark.parametrize(("n", "words"), [(65, ""), (66, "-2-words"), (129, "-2-words")])
def test_many_cities_are_a_set_of_several_words(n: int, words: str) -> None:
    source = random.Random(n)
    for rules in ("windows", "plain", "all"):
        for number in range(2):
            puzzle = random_instance(source, n) if number else feasible_instance(n, n)[0]
            assert TSPTW.kernel_variant(puzzle) == words
            assert max(play_out(puzzle, rules, source)) > 1


def test_the_greatest_numbers_that_are_admitted_do_not_wrap() -> None:
    n, largest = 4, 2**55
    puzzle = TsptwPuzzle(n, 0, (largest,) * 16, (largest,) * 4, (0, 5, largest, 7), (2**62, 2**62, 2**60, 2**62))
    late = TsptwPuzzle(n, 9, (largest,) * 16, (0,) * 4, (0,) * 4, (1,) * 4, objective="makespan")
    source = random.Random(1)
    for one in (puzzle, late):
        for rules in ("windows", "plain"):
            play_out(one, rules, source)


def test_a_worked_example_of_both_rules() -> None:
    # From the depot at 0 each city is 10 away; city 1 closes at 12, city 2 at 30, city 3 at 100; 2 is far from 1.
    travel = (0, 10, 10, 10, 10, 0, 25, 10, 10, 25, 0, 10, 10, 10, 10, 0)
    puzzle = TsptwPuzzle(4, 0, travel, (0,) * 4, (0,) * 4, (200, 12, 30, 100))
    # plain: after 2 or 3 at 10 the window of 1 is still open; nobody asks whether 1 can be reached
    assert Playing(puzzle, "plain").moves() == [1, 2, 3]
    # by windows: 2 or 3 first would be at 1 after 12; after 1 at 10 one can be at 2 by 30, over 3, though not directly
    playing = Playing(puzzle, "windows")
    assert playing.moves() == [1]
    playing.visit(1)
    assert playing.moves() == [3]
    assert Playing(puzzle, "all").moves() == [1, 2, 3]
    tighter = TsptwPuzzle(4, 0, travel, (0,) * 4, (0,) * 4, (200, 12, 29, 100))
    assert Playing(tighter, "windows").moves() == [1, 2, 3]  # there is no way to both in time: all are open
    easier = TsptwPuzzle(4, 0, travel, (0,) * 4, (0,) * 4, (200, 12, 35, 100))
    assert Playing(easier, "windows").moves() == [1]
    playing = Playing(easier, "windows")
    playing.visit(1)
    assert playing.moves() == [2, 3]  # 2 at 35 is just in time, and 3 at 20 leaves it so: 2 at 30
    playing = Playing(puzzle, "plain")
    playing.follow([3, 2])
    assert playing.moves() == [1]


def test_the_way_back_is_a_visit_that_can_be_late() -> None:
    # from 1 the depot is 50 away, or 10 over 2: 1 last is late, but 2 first is seen to be wrong only when 1 is left
    travel = (0, 5, 5, 50, 0, 5, 5, 5, 0)
    puzzle = TsptwPuzzle(3, 0, travel, (0,) * 3, (0,) * 3, (40, 90, 90))
    assert Playing(puzzle, "windows").moves() == Playing(puzzle, "plain").moves() == [1, 2]
    playing = Playing(puzzle)
    playing.follow([2, 1])
    assert playing.look()[0] == -1_000_060.0
    playing = Playing(puzzle)
    playing.follow([1, 2])
    assert playing.look()[0] == -15.0
    # where 1 is left for too late a return, even over 2
    puzzle = TsptwPuzzle(3, 0, (0, 5, 5, 50, 0, 5, 30, 30, 0), (0,) * 3, (0, 6, 0), (40, 90, 90))
    assert Playing(puzzle, "windows").moves() == [2]
    assert Playing(puzzle, "plain").moves() == [1, 2]


def reached(playing: Playing, visited: tuple[int, ...]) -> set[tuple[int, ...]]:
    """All tours that begin like that, by the moves offered."""
    reset_state(playing.state)
    playing.here = 0
    playing.follow(visited)
    if len(visited) == playing.puzzle.n - 1:
        return {visited}
    return {tour for city in playing.moves() for tour in reached(playing, (*visited, city))}


def test_the_window_aware_rules_lose_no_tour_that_keeps_all_windows_even_where_detours_are_short_cuts() -> None:
    source = random.Random(11)
    feasible_instances = narrowed = late = 0
    for number in range(150):
        n = source.choice([3, 4, 5, 6]) if number % 15 else 7
        puzzle = random_instance(source, n)
        if number % 3:  # windows around a random tour, so that some tours keep them
            tour = source.sample(range(1, n), n - 1)
            times = arrivals(puzzle, tour)
            slack = source.choice([0, 3, max(puzzle.travel)])
            latest = [time + source.randint(0, slack) for time in times]
            earliest = [max(0, time - source.randint(0, slack)) for time in times]
            puzzle = replace(puzzle, earliest=(0, *earliest[1:]), latest=tuple(latest))
        every = {tuple(one) for one in permutations(range(1, n))}
        feasible = {tour for tour in every if TSPTW.judge(puzzle, tour).facts["feasible"]}
        seen = reached(Playing(puzzle), ())
        assert feasible <= seen <= every
        assert reached(Playing(puzzle, "all"), ()) == every
        feasible_instances += bool(feasible)
        narrowed += bool(feasible) and len(seen) < len(every)
        late += not feasible
    assert (feasible_instances > 60, narrowed > 40, late > 20) == (True, True, True)


def arrivals(puzzle: TsptwPuzzle, tour: list[int]) -> list[int]:
    """When a salesman that never waits is at each node; of the depot when he is back."""
    times, time, here = [0] * puzzle.n, 0, 0
    for node in (*tour, 0):
        time += puzzle.duration(here, node)
        times[node], here = time, node
    return times


def test_a_tour_that_keeps_all_windows_is_never_refused_by_the_window_aware_rules() -> None:
    for index in range(20):
        puzzle, tour = feasible_instance(index, 30)
        playing = Playing(puzzle)
        for city in tour:
            assert city in playing.moves()
            playing.visit(city)
        assert TSPTW.judge(puzzle, tour).facts["feasible"]
        assert playing.look()[0] == TSPTW.judge(puzzle, tour).score


def test_a_saved_position_is_restored() -> None:
    source = random.Random(8)
    for number in range(40):
        puzzle = random_instance(source, 9)
        playing = Playing(puzzle, ("windows", "plain")[number % 2])
        tour = source.sample(range(1, 9), 8)
        kept = source.randrange(9)
        playing.follow(tour[:kept])
        here, moves, looked = playing.here, playing.moves(), playing.look()
        frame = np.zeros(playing.limits.frame, np.uint64)
        keep_position(playing.state, frame)
        playing.follow(tour[kept:])
        if number % 3 == 0:
            reset_state(playing.state)
            playing.here = 0
            playing.follow(source.sample(range(1, 9), 5))
        recall_position(playing.state, frame)
        playing.here = here
        assert (playing.moves(), playing.look()) == (moves, looked)
        playing.follow(tour[kept:])
        assert playing.look() == (TSPTW.judge(puzzle, tour).score, tour)


@pytest.mark.parametrize("n", [9, 70])
def test_visits_are_undone_to_any_mark_on_the_way(n: int) -> None:
    source = random.Random(n)
    for rules in ("windows", "plain", "all"):
        playing = Playing(random_instance(source, n), rules, trail=True)
        path: list[tuple[int, int, object, object]] = []
        for _ in range(8 * n):
            if moves := playing.moves():
                path.append((take_mark(playing.state), playing.here, moves, playing.look()))
                playing.visit(source.choice(moves))
            if not moves or source.random() < 0.1:
                kept = source.randrange(len(path))
                where, playing.here, moves, seen = path[kept]
                undo_to(playing.state, where)
                assert (playing.moves(), playing.look()) == (moves, seen)
                del path[kept:]


def test_limits_hold_every_tour() -> None:
    puzzle = feasible_instance(0, 12)[0]
    sizes = limits(build_state(puzzle))
    assert (sizes.policy_codes, sizes.prior_codes, sizes.width, sizes.board) == (144, 1, 11, 11)
    assert sizes.choices >= sum(range(1, 12))
    assert limits(build_state(puzzle, prior_code=1)).prior_codes == len(
        TSPTW.priors.computed("distance", puzzle, {"bias": 1.0})
    )


def test_a_thousand_nodes_are_played() -> None:
    # the last of the 16 words is not full; no comparison with plain Python, which would take long
    puzzle = random_instance(random.Random(2), 1000, digits=0, objective="cost")
    assert TSPTW.kernel_variant(puzzle) == "-16-words"
    tour = random.Random(3).sample(range(1, 1000), 999)
    playing = Playing(puzzle)
    playing.follow(tour[:995])
    assert playing.moves() == NaiveTour(puzzle, tour[:995]).moves("windows")
    playing.follow(tour[995:])
    assert playing.look() == (TSPTW.judge(puzzle, tour).score, tour)


def test_the_best_known_tours_have_their_published_costs(benchmark_data: Path) -> None:
    lines = (benchmark_data / "tsptw" / "best_travel_cost.tsv").read_text().splitlines()
    assert len(lines) == 31
    for line in lines[1:]:
        name, nodes, published, verified, makespan, _, tour_text = line.split("\t")
        text = (benchmark_data / "tsptw" / "SolomonPotvinBengio" / f"{name}.txt").read_text()
        puzzle, tour = TSPTW.parse(text), [int(one) for one in tour_text.split()]
        assert isinstance(puzzle, TsptwPuzzle)
        assert puzzle.n == int(nodes)
        playing = Playing(puzzle)
        for city in tour:
            assert city in playing.moves()  # so the window-aware rules lose none of them
            playing.visit(city)
        score, board = playing.look()
        assert board == tour
        assert score == TSPTW.judge(puzzle, tour).score == pytest.approx(-float(verified), abs=1e-9)
        assert round(-score, 2) == pytest.approx(float(published), abs=0.011)
        back = Playing(TSPTW.adjusted(puzzle, {"objective": "makespan"}))
        back.follow(tour)
        assert back.look()[0] == pytest.approx(-float(makespan), abs=5e-5)
