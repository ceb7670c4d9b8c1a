"""What other programs find, judged by the plain checkers and, on small puzzles, by plain searches."""

from __future__ import annotations

import importlib
import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, permutations, product
from typing import Any

import pytest
from oracles.kakuro_game import random_puzzle
from oracles.naive_kakuro import solutions as kakuro_solutions

from puzzles.latin.grouped import HOLE
from puzzles.latin.puzzle import LatinSquare
from puzzles.parameters import resolve
from puzzles.peers import CP_SAT, SAT, Peer
from puzzles.registry import get_family
from puzzles.tsptw.puzzle import TsptwPuzzle

LATIN, KAKURO, TSPTW, RNA = map(get_family, ("latin", "kakuro", "tsptw", "rna"))
(PYVRP,), (RNAINVERSE,) = TSPTW.peers, RNA.peers


def searched(peer: Peer, puzzle: Any, boards: int = 2, **given: Any) -> tuple[list[tuple[int, ...]], bool | None]:
    """What it finds, and whether that is everything; None if it was ended after so many boards."""
    pytest.importorskip(peer.package)
    found: list[tuple[int, ...]] = []

    class EnoughError(Exception):
        pass

    def report(board: Any) -> None:
        found.append(tuple(board))
        if len(found) > boards:
            raise EnoughError

    try:
        complete = importlib.import_module(peer.module).search(
            puzzle, 1, resolve(peer.parameters, given, peer.name), report
        )
    except EnoughError:
        return found, None
    return found, complete


def latin_solutions(square: LatinSquare) -> Iterator[tuple[int, ...]]:
    """Its completions, row by row."""
    order = square.order
    rows = [square.grid[row * order : (row + 1) * order] for row in range(order)]
    fitting = [
        [one for one in permutations(range(order)) if all(value in (HOLE, one[at]) for at, value in enumerate(row))]
        for row in rows
    ]
    for chosen in product(*fitting):
        if all(len(set(column)) == order for column in zip(*chosen, strict=True)):
            yield tuple(value for row in chosen for value in row)


def random_latin(source: random.Random) -> LatinSquare:
    """A square of order 2 to 4 with few givens, often without a completion."""
    order = source.randint(2, 4)
    while True:
        grid = tuple(source.randrange(order) if source.random() < 0.35 else HOLE for _ in range(order**2))
        try:
            return LatinSquare(order, grid)
        except ValueError:
            continue


@pytest.mark.parametrize("peer", [CP_SAT, SAT], ids=lambda one: one.name)
def test_constraint_solvers_agree_with_plain_searches(peer: Peer) -> None:
    source, counts = random.Random(7), set()
    for number in range(60):
        if number % 2:
            square = random_latin(source)
            family, puzzle, expected = LATIN, square, len(list(islice(latin_solutions(square), 2)))
        else:
            clued: Any = random_puzzle(source, square=number % 4 == 0, values=5, largest=3)
            family, puzzle, expected = KAKURO, clued, len(kakuro_solutions(clued))
        found, complete = searched(peer, puzzle)
        assert all(family.judge(puzzle, board).solved for board in found)
        assert len(set(found)) == len(found) == expected, puzzle
        assert complete is (expected < 2)
        counts.add(expected)
    assert counts == {0, 1, 2}


def test_one_solution_is_enough_if_that_is_asked_for() -> None:
    puzzle = LATIN.parse("1 . .\n. . .\n. . .\n")
    for peer in (CP_SAT, SAT):
        found, complete = searched(peer, puzzle, solutions=1)
        assert (len(found), complete) == (1, False)


def best_by_trying(puzzle: TsptwPuzzle) -> float:
    """The best score of a tour in time that begins as the puzzle says."""
    tours = permutations([node for node in range(1, puzzle.n) if node not in puzzle.begun])
    verdicts = (TSPTW.judge(puzzle, (*puzzle.begun, *tour)) for tour in tours)
    return max(one.score for one in verdicts if not one.faults)


@pytest.mark.parametrize("objective", ["cost", "makespan"])
def test_tours_are_in_time_and_as_good_as_the_best(objective: str) -> None:
    pytest.importorskip(PYVRP.package)
    from pyvrp.stop import MaxIterations

    from puzzles.tsptw.pyvrp_peer import model

    source = random.Random(3)
    for begun in ((), (2,), (3, 1)):
        n = 6
        travel = tuple(0 if i == j else source.randint(5, 60) for i in range(n) for j in range(n))
        service = tuple(source.randint(0, 5) for _ in range(n))
        earliest = (3, *(source.randint(0, 80) for _ in range(n - 1)))
        latest = (900, *(one + 400 for one in earliest[1:]))
        puzzle = TsptwPuzzle(n, 0, travel, service, earliest, latest, objective=objective, begun=begun)
        found = model(puzzle).solve(MaxIterations(300), seed=1, display=False)
        tour = tuple(one.idx + 1 for one in found.best.routes()[0].schedule() if one.is_client())
        assert tour[: len(begun)] == begun
        assert TSPTW.judge(puzzle, tour).score == best_by_trying(puzzle)
        start = puzzle.earliest[0] if objective == "makespan" else 0
        assert found.cost() + start == -best_by_trying(puzzle)


def test_improved_tours_are_reported_as_they_come() -> None:
    puzzle: Any = TSPTW.from_json({**TSPTW.to_json(TSPTW.parse(TSPTW.examples[0].text))})
    found, complete = searched(PYVRP, replace(puzzle, tour=()), boards=0)
    assert complete is None
    assert not TSPTW.judge(puzzle, found[0]).faults


def test_designs_keep_what_is_restrained() -> None:
    puzzle = RNA.parse("((((...))))\nGNNNNANNNNN\n")
    found, complete = searched(RNAINVERSE, puzzle, boards=20)
    assert complete is None
    verdicts = [RNA.judge(puzzle, board) for board in found]
    assert all(one.legal for one in verdicts)
    assert any(one.solved for one in verdicts)
