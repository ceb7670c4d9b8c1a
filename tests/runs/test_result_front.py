"""The Pareto front of a run's solutions: by plain comparison of all, kept as they come, spread where too many."""

from __future__ import annotations

import random
import sys

import pytest

from puzzles.family import Verdict
from puzzles.registry import get_family
from puzzles.rna.puzzle import RnaPuzzle
from solvers.driver.judging import BestFound
from solvers.runs.result import Solution, kept

FAMILY = get_family("rna")
MIDDLE = 50.0


def drawn(number: int, seed: str, length: int = 12) -> list[Solution]:
    draw = random.Random(seed)
    found = []
    for at in range(number):
        facts = {
            "unique": draw.random() < 0.8,
            "probability": round(draw.random(), 2),
            "defect": round(draw.random(), 2),
            "gc": draw.randint(20, 80) / 100,
        }
        board = tuple(draw.randint(1, 4) for _ in range(length))
        found.append(Solution(board=board, score=1.0, seconds=float(at), facts=facts))
    return found


def front(solutions: list[Solution]) -> set[tuple[int, ...]]:
    """Those that no other one is better than, by three plain comparisons."""

    def worse(one: Solution, other: Solution) -> bool:
        a, b = one.facts, other.facts
        away, other_away = (abs(100 * each["gc"] - MIDDLE) for each in (a, b))
        no_better = a["probability"] <= b["probability"] and a["defect"] >= b["defect"] and away >= other_away - 1e-9
        differs = a["probability"] != b["probability"] or a["defect"] != b["defect"] or abs(away - other_away) > 1e-9
        return no_better and differs

    return {one.board for one in solutions if not any(worse(one, other) for other in solutions)}


def apart(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    return sum(a != b for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("seed", range(5))
def test_the_front_is_kept_as_solutions_come(seed: int) -> None:
    solutions = drawn(120, f"front {seed}")
    wanted = front(solutions)
    assert 1 < len(wanted) < 60
    at_once = kept(solutions, FAMILY, sys.maxsize, keep_best=True, apart=0, front=MIDDLE)
    assert {one.board for one in at_once} == wanted
    assert [one.board for one in at_once] == [
        one.board for one in kept(at_once, FAMILY, 1000, keep_best=True, apart=0)
    ], "best first, as ever"
    found = BestFound(FAMILY, 100, front=MIDDLE)
    for one in solutions:
        assert found.add(one) == (one.board in found.solutions)
    assert set(found.solutions) == wanted
    assert found.judged == len(solutions)


def test_of_too_many_the_best_by_each_figure_and_the_most_different_stay() -> None:
    solutions = drawn(400, "spread")
    whole = kept(solutions, FAMILY, sys.maxsize, keep_best=True, apart=0, front=MIDDLE)
    assert len(whole) > 8
    for wanted in (1, 3, 5, 8):
        some = kept(solutions, FAMILY, wanted, keep_best=True, apart=0, front=MIDDLE)
        assert len(some) == wanted
        assert {one.board for one in some} <= {one.board for one in whole}
        if wanted >= 3:
            assert max(one.facts["probability"] for one in some) == max(one.facts["probability"] for one in whole)
            assert min(one.facts["defect"] for one in some) == min(one.facts["defect"] for one in whole)
            assert min(abs(one.facts["gc"] - 0.5) for one in some) == min(abs(one.facts["gc"] - 0.5) for one in whole)
        found = BestFound(FAMILY, wanted, front=MIDDLE)
        for one in solutions:
            found.add(one)
            assert len(found.solutions) <= wanted
    boards = [one.board for one in kept(solutions, FAMILY, 4, keep_best=True, apart=0, front=MIDDLE)]
    others = [one.board for one in whole if one.board not in boards]
    added = max(min(apart(one, other) for other in boards if other != one) for one in boards)
    assert all(min(apart(one, other) for other in boards) <= added for one in others)


def test_designs_of_a_front_are_as_far_apart_as_asked() -> None:
    solutions = drawn(300, "apart", length=6)
    some = kept(solutions, FAMILY, sys.maxsize, keep_best=True, apart=4, front=MIDDLE)
    boards = [one.board for one in some]
    assert len(boards) > 1
    assert all(apart(one, other) >= 4 for one in boards for other in boards if one != other)
    whole = kept(solutions, FAMILY, sys.maxsize, keep_best=True, apart=0, front=MIDDLE)
    assert all(any(apart(one.board, other) < 4 for other in boards) for one in whole)


def test_the_middle_is_that_of_the_demand_or_50() -> None:
    many = FAMILY.many_solutions
    assert many is not None
    target = "((((....))))...."
    assert many.front_middle(RnaPuzzle(target)) == 50.0
    assert many.front_middle(RnaPuzzle(target, gc="20-40 in 8")) == 50.0
    assert many.front_middle(RnaPuzzle(target, gc="25-50, 0-90 in 8")) == 37.5
    facts = {"probability": 0.5, "defect": 0.1, "gc": 0.4}
    assert many.criteria(Verdict(True, 1.0, facts=facts), 50.0) == (0.5, -0.1, -10.0)
    nothing = many.criteria(Verdict(True, 1.0, facts={"gc": "much"}), 50.0)
    assert all(a < b for a, b in zip(nothing, (0.001, -0.99, -100.0), strict=True)), "of a damaged file"
