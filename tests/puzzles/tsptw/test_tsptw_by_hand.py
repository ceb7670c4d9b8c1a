"""A tour by hand: times and nodes out of reach against a naive implementation, certain hints against all tours."""

from __future__ import annotations

import random
from itertools import permutations

from drivers.tsptw_puzzles import SMALL
from oracles.naive_tsptw import NaiveTour

from puzzles import registry
from puzzles.tsptw import by_hand, checker
from puzzles.tsptw.family import FAMILY
from puzzles.tsptw.puzzle import TsptwPuzzle

HAND = FAMILY.by_hand


def instance(seed: int, n: int, *, service: int = 0) -> TsptwPuzzle:
    """Times that obey no triangle inequality, and windows around some tour, so that some node is often urgent."""
    draws = random.Random(seed)
    travel = tuple(draws.randint(1, 30) if i % (n + 1) else 0 for i in range(n * n))
    clock, here, opens, closes = 0, 0, [0] * n, [400] * n
    for node in draws.sample(range(1, n), n - 1):
        clock += service + travel[here * n + node]
        opens[node], closes[node] = max(0, clock - draws.randint(0, 12)), clock + draws.randint(0, 12)
        here = node
    return TsptwPuzzle(n, 1, travel, (0, *[service] * (n - 1)), tuple(opens), tuple(closes))


def late_visits(puzzle: TsptwPuzzle, board: tuple[int, ...]) -> int:
    return int(checker.judge(puzzle, board).facts["violations"])


def test_choices_have_the_oracle_s_times_and_what_is_out_of_reach() -> None:
    for seed in range(6):
        puzzle = instance(seed, 8, service=seed % 3)
        tour = tuple(random.Random(seed).sample(range(1, 8), 7))
        for length in range(7):
            played = tour[:length]
            here = NaiveTour(puzzle, played)
            found = by_hand.options(puzzle, played)
            assert {one.node for one in found} == here.unvisited == {one.move for one in HAND.choices(puzzle, played)}
            for one in found:
                after = here.after(one.node)
                assert (one.arrival, one.start) == (here.arrival(one.node), here.service_at(one.node))
                assert one.spare == puzzle.latest[one.node] - one.start
                lost = {node for node in after.unvisited if not after.within_reach(node)}
                assert lost == set(one.lost) - {0}
                back = [after.time + after.ways()[0]]
                for node in after.unvisited:
                    beyond = NaiveTour(puzzle, ())
                    beyond.here, beyond.time = node, max(after.time + after.ways()[node], puzzle.earliest[node])
                    back.append(beyond.time + beyond.ways()[0])
                assert (0 in one.lost) == (max(back) > puzzle.latest[0])


def test_no_choice_that_loses_a_node_leads_to_a_tour_without_late_visits_and_certain_hints_are_the_only_ones() -> None:
    certain = 0
    for seed in range(8):
        puzzle = instance(seed, 6)
        for length in range(5):
            played = tuple(random.Random(seed).sample(range(1, 6), length))
            before = sum(1 for visit in by_hand.visits(puzzle, played) if visit.lateness)
            rest = set(range(1, 6)) - set(played)
            fewest = {
                node: min(late_visits(puzzle, (*played, node, *order)) for order in permutations(rest - {node}))
                for node in rest
            }
            for one in by_hand.options(puzzle, played):
                assert fewest[one.node] - before >= len(one.lost) + (one.spare < 0)
            hint = HAND.hint(puzzle, played)
            assert hint is not None
            if hint.certain:
                certain += 1
                assert all(fewest[node] > before for node in rest if node != hint.places[0])
            if hint.technique == "fewest late visits":
                assert min(fewest.values()) > before
    assert certain > 10


def test_a_tour_by_hand_is_told_in_words() -> None:
    puzzle = registry.read(SMALL)
    assert HAND.choices(puzzle, ())[0].cells == ("1", "5", "–", "10", "–")
    assert [one.cells for one in HAND.choices(puzzle, (3,))] == [
        ("2", "13", "–", "7", "1"),
        ("1", "17", "–", "-2", "1"),
    ]
    assert HAND.standing(puzzle, ()) == "0 of 3 visited; 2 choices keep all windows in reach"
    assert HAND.standing(puzzle, (1,)) == "1 of 3 visited; 2 choices keep all windows in reach"
    assert HAND.standing(puzzle, (3,)) == "1 of 3 visited; a window ahead is missed whatever comes next"
    assert HAND.standing(puzzle, (1, 2, 3)) == "All 3 visited, cost 18; every window is kept"
    hint = HAND.hint(puzzle, (3,))
    assert hint is not None
    assert hint.reason == ("A window is missed, whatever is next.", "After this at least 1; none has fewer.")


def test_where_ways_are_too_many_the_cheapest_last_leg_is_no_more_than_the_shortest_way(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    puzzle = instance(3, 8, service=2)
    exact = by_hand.least_ways(puzzle).copy()
    by_hand.least_ways.cache_clear()
    monkeypatch.setattr(by_hand, "MOST_EXACT", 5)
    rough = by_hand.least_ways(puzzle)
    by_hand.least_ways.cache_clear()
    apart = [(i, j) for i in range(8) for j in range(8) if i != j]
    assert all(rough[i, j] <= exact[i, j] for i, j in apart)
    assert any(rough[i, j] < exact[i, j] for i, j in apart)
