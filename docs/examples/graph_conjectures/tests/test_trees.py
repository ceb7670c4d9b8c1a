"""Invariants against plain Python, and trees that refute. Needs `pip install -e .`."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from trees_family import FAMILY
from trees_family.conjectures import SCORES, matching_numbers, scored

import mcs_tui

REFUTING = {
    "index and matching number": "0 1 2 3 3 1 1 3 1 1 1 1 1 3 3 3 3 3",
    "second eigenvalue and harmonic index (Graffiti)": "0 1" + 18 * " 1" + 19 * " 2",
    "Randic index and independence number": "0 1 2 3 3 5 6 6 6 9 9 9 6" + 26 * " 9",
}


def edges(neighbours: list[int]) -> list[tuple[int, int]]:
    return list(enumerate(neighbours, 1))


def matching(left: list[tuple[int, int]]) -> int:
    """The largest matching: the first edge is in it or not."""
    if not left:
        return 0
    (one, other), *rest = left
    apart = [edge for edge in rest if one not in edge and other not in edge]
    return max(matching(rest), 1 + matching(apart))


def eigenvalues(neighbours: list[int]) -> list[float]:
    """Of the adjacency matrix, the largest first, by a general method."""
    matrix = np.zeros((len(neighbours) + 1,) * 2)
    for one, other in edges(neighbours):
        matrix[one, other] = matrix[other, one] = 1
    return sorted(np.linalg.eigvals(matrix).real, reverse=True)


def value(name: str, neighbours: list[int]) -> float:
    """The score by definition; the matching of a tree by taking leaves away, one after the other."""
    degree = [0] * (len(neighbours) + 1)
    for edge in edges(neighbours):
        for vertex in edge:
            degree[vertex] += 1
    pairs = [(degree[one], degree[other]) for one, other in edges(neighbours)]
    root = math.sqrt(len(neighbours))
    left, matched = edges(neighbours), 0
    while left:
        ends = [vertex for edge in left for vertex in edge]
        one, other = next(edge for edge in left if 1 in (ends.count(edge[0]), ends.count(edge[1])))
        left = [edge for edge in left if one not in edge and other not in edge]
        matched += 1
    if name.startswith("index"):
        return root + 1 - eigenvalues(neighbours)[0] - matched
    if name.startswith("second"):
        return eigenvalues(neighbours)[1] - sum(2 / (one + other) for one, other in pairs)
    randic = sum(1 / math.sqrt(one * other) for one, other in pairs)
    return randic + len(neighbours) + 1 - matched - len(neighbours) - root


def test_matching_numbers_are_those_of_all_sets_of_edges() -> None:
    draw = random.Random(1)
    trees = [[draw.randrange(k) for k in range(1, 12)] for _ in range(50)]
    assert matching_numbers(np.array(trees)).tolist() == [matching(edges(one)) for one in trees]


@pytest.mark.parametrize("name", SCORES)
def test_scores_are_those_of_the_definition_and_the_trees_refute(name: str) -> None:
    conjecture, puzzle = SCORES[name]
    refuting = [int(word) for word in REFUTING[name].split()]
    assert conjecture(np.array([refuting]))[0] == pytest.approx(value(name, refuting))
    assert value(name, refuting) > 0.01
    draw = random.Random(2)
    for _ in range(20):
        tree = [draw.randrange(k) for k in range(1, puzzle.vertices)]
        assert conjecture(np.array([tree]))[0] == pytest.approx(value(name, tree))


def test_a_search_refutes_by_scores_of_batches() -> None:
    conjecture, puzzle = SCORES["Randic index and independence number"]
    score = scored(conjecture, puzzle)
    result = mcs_tui.solve(puzzle, "nrpa", score=score, level=2, iterations=10, batch=8, playouts=400, seed=1)
    assert result.score > 0
    assert FAMILY.judge(puzzle, tuple(result.board)).legal
