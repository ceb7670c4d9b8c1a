"""Random Latin squares: the move against the naive one, the law of the squares, holes, and reproducibility."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.chi_square import fits
from oracles.naive_latin import Cube, is_latin

from puzzles.by_hand import FillIn
from puzzles.engine import streams
from puzzles.errors import PuzzleError
from puzzles.latin import FAMILY
from puzzles.latin.family import generator_settings
from puzzles.latin.grouped import HOLE
from puzzles.latin.instances import dug, empty, generate, training_instances
from puzzles.latin.kernels.random_square import CELL, IMPROPER, advance, draw_square, move, new_chain
from puzzles.parameters import ParameterError, Value
from solvers.jobs.generate import count_solutions

pytestmark = pytest.mark.compiled

SQUARES_OF_ORDER_4 = 576


@settings(max_examples=40)
@given(order=st.integers(2, 7), data=st.data())
def test_each_move_is_the_naive_one(order: int, data: st.DataObject) -> None:
    chain, cube = new_chain(order), Cube(order)
    for _ in range(30):
        if chain.fault[IMPROPER]:
            draws = tuple(data.draw(st.integers(0, 1)) for _ in range(3))
        else:
            draws = tuple(data.draw(st.integers(0, limit)) for limit in (order - 1, order - 1, order - 2))
        move(chain, *draws)
        cube.move(*draws)
        assert cube.lines_sum_to_one()
        improper = cube.improper_cell()
        assert bool(chain.fault[IMPROPER]) == (improper is not None)
        if improper is None:
            assert chain.tables[CELL].tolist() == cube.square()
        else:
            assert tuple(chain.fault[1:4]) == improper


def test_the_chain_draws_as_the_naive_one_does_and_counts_proper_squares() -> None:
    order, visits = 6, 40
    chain, cube = new_chain(order), Cube(order)
    moves = advance(chain, streams.stream("test", 3), visits)
    rng, met, made = streams.stream("test", 3), 0, 0
    while met < visits:
        limits = (order, order, order - 1) if cube.improper_cell() is None else (2, 2, 2)
        cube.move(*(streams.next_below(rng, limit) for limit in limits))
        made += 1
        met += cube.improper_cell() is None
    assert moves == made
    assert chain.tables[CELL].tolist() == cube.square()


@pytest.mark.parametrize("order", [2, 3, 4, 5, 10, 33, 100])
def test_every_square_is_latin(order: int) -> None:
    square = np.empty(order * order, np.int64)
    for index in range(3):
        draw_square(new_chain(order), streams.stream("test", 5, index), square)
        assert is_latin(square.tolist(), order)


def test_both_squares_of_order_2_come_equally_often() -> None:
    firsts = [generate({"order": 2, "holes": 0.0}, 1, index, "test")[1][0] for index in range(400)]
    assert fits([firsts.count(0), firsts.count(1)], [0.5, 0.5])


def test_the_chain_alone_meets_all_squares_of_order_4_equally_often() -> None:
    chain, rng = new_chain(4), streams.stream("test", 11)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(SQUARES_OF_ORDER_4 * 100):
        advance(chain, rng, 8)  # neighbours in the chain resemble each other: thinned
        counts[tuple(chain.tables[CELL].ravel().tolist())] += 1
    assert len(counts) == SQUARES_OF_ORDER_4
    assert fits(list(counts.values()), [1 / SQUARES_OF_ORDER_4] * SQUARES_OF_ORDER_4)


def test_drawn_squares_of_order_4_are_all_equally_likely() -> None:
    chain, rng, square = new_chain(4), streams.stream("test", 12), np.empty(16, np.int64)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(SQUARES_OF_ORDER_4 * 100):
        draw_square(chain, rng, square)
        counts[tuple(square.tolist())] += 1
    assert len(counts) == SQUARES_OF_ORDER_4
    assert fits(list(counts.values()), [1 / SQUARES_OF_ORDER_4] * SQUARES_OF_ORDER_4)


def test_larger_squares_have_the_intercalates_of_random_ones() -> None:
    """A random square has n (n - 1) / 4 two-by-two subsquares on average (asymptotically: McKay and Wanless 1999);
    the cyclic square of odd order has none, so a chain that is too short shows."""
    n, squares = 21, 40
    total = 0
    for index in range(squares):
        rows = np.array(generate({"order": n}, 1, index, "test")[1]).reshape(n, n)
        for a in range(n):
            for b in range(a):
                partner = np.argsort(rows[a])[rows[b]]  # where row a has what row b has here
                total += int((rows[b][partner] == rows[a]).sum()) // 2
    # one square's count has a standard deviation of some 10, the mean of 40 one of 1.6: four of them
    assert abs(total / squares - n * (n - 1) / 4) < 6.5


@pytest.mark.parametrize(
    ("parameters", "order", "holes"),
    [
        ({}, 20, 168),
        ({"order": 33}, 33, 457),
        ({"order": 10, "holes": 0.0}, 10, 0),
        ({"order": 10, "holes": 1.0}, 10, 100),
        ({"order": 7, "hole_count": 5}, 7, 5),
        ({"order": 7, "hole_count": 0}, 7, 0),
        ({"order": 12, "balanced": True}, 12, 60),
        ({"order": 255, "hole_count": 1, "balanced": True}, 255, 1),
    ],
)
def test_generated_puzzles_have_the_order_and_holes_asked_for(
    parameters: dict[str, Value], order: int, holes: int
) -> None:
    puzzle, solution = generate(parameters, 4)
    assert (puzzle.order, puzzle.holes) == (order, holes)
    assert FAMILY.judge(puzzle, solution).solved


@settings(max_examples=30)
@given(order=st.integers(2, 15), data=st.data())
def test_balanced_holes_differ_by_one_at_most(order: int, data: st.DataObject) -> None:
    holes = data.draw(st.integers(0, order * order))
    puzzle, _ = generate({"order": order, "hole_count": holes, "balanced": True}, data.draw(st.integers(0, 99)))
    is_hole = (np.array(puzzle.grid) == HOLE).reshape(order, order)
    for axis in (0, 1):
        counts = is_hole.sum(axis=axis)
        assert counts.max() - counts.min() <= 1
    assert is_hole.sum() == holes


@pytest.mark.parametrize("balanced", [False, True])
def test_every_cell_is_emptied_equally_often(balanced: bool) -> None:
    order, times, holes = 5, 2_000, 7
    counts = np.zeros(order * order)
    for index in range(times):
        puzzle, _ = generate({"order": order, "hole_count": holes, "balanced": balanced}, 6, index, "test")
        counts += np.array(puzzle.grid) == HOLE
    expected = times * holes / order**2
    # five standard deviations of a binomial count, for 25 cells
    assert np.abs(counts - expected).max() < 5 * np.sqrt(expected * (1 - holes / order**2))


def test_all_sets_of_holes_are_equally_likely() -> None:
    rng, counts = streams.stream("test", 8), Counter[tuple[int, ...]]()
    for _ in range(6_000):
        grid = empty(rng, np.zeros(4, np.int64), np.empty(4, np.int64), 2)
        counts[tuple(grid.tolist())] += 1
    assert len(counts) == 6
    assert fits(list(counts.values()), [1 / 6] * 6)


def test_a_puzzle_depends_on_seed_number_and_purpose_alone() -> None:
    again = [generate({"order": 8}, 5, 2) for _ in range(2)]
    assert again[0] == again[1]
    others = [generate({"order": 8}, 6, 2), generate({"order": 8}, 5, 3), generate({"order": 8}, 5, 2, "test")]
    assert len({puzzle.grid for puzzle, _ in [again[0], *others]}) == 4


@pytest.mark.parametrize("balanced", [False, True])
def test_training_instances_are_the_same_whatever_the_slicing(balanced: bool) -> None:
    shape: dict[str, Value] = {"order": 6, "balanced": balanced}
    whole = [(grid.tolist(), solution.tolist()) for grid, solution in training_instances(shape, 9, 0, 12)]
    parts = [
        (grid.tolist(), solution.tolist())
        for start, count in ((0, 1), (1, 4), (5, 7))
        for grid, solution in training_instances(shape, 9, start, count)
    ]
    assert parts == whole
    assert len({str(solution) for _, solution in whole}) == 12
    assert list(training_instances(shape, 9, 5, 0)) == []


def test_training_instances_hold_when_collected_and_never_repeat_generated_ones() -> None:
    collected = list(islice(training_instances(FAMILY.priors.training_shape("order-20"), 1, 0, 5), 5))
    for grid, solution in collected:
        assert grid.dtype == solution.dtype == np.int64
        assert is_latin(solution.tolist(), 20)
        assert (grid == HOLE).sum() == 168
        assert ((grid == HOLE) | (grid == solution)).all()
    assert tuple(collected[0][1].tolist()) != generate({}, 1, 0)[1]


def test_training_takes_fewer_puzzles_of_larger_orders() -> None:
    asked = {order: FAMILY.priors.training_puzzles(f"order-{order}") for order in (2, 20, 40, 100, 255)}
    assert asked == {2: 10_000, 20: 10_000, 40: 312, 100: 30, 255: 30}
    puzzle, _ = generate({"order": 40}, 1)
    assert FAMILY.priors.shape_key(puzzle, "dual") == "order-40"
    assert FAMILY.priors.training_shape("order-40") == {"order": 40, "holes": 0.42}


def test_the_bundled_squares_are_what_the_generator_makes() -> None:
    made = {f"order-{order}": generate({"order": order}, order)[0] for order in (9, 33)}
    bundled = {example.name: FAMILY.parse(example.text) for example in FAMILY.examples if example.name in made}
    assert bundled == made


@pytest.mark.parametrize(("order", "grade"), [(8, "easy"), (8, "medium"), (8, "hard"), (12, "search")])
def test_squares_of_a_grade_have_it_and_one_solution(order: int, grade: str) -> None:
    puzzle, solution = generate({"order": order, "grade": grade}, 3, count_solutions=count_solutions)
    assert count_solutions(puzzle) == (solution,)
    assert isinstance(FAMILY.by_hand, FillIn)
    graded = FAMILY.by_hand.grade(puzzle)
    assert graded is not None
    assert graded.name == grade
    assert puzzle.note == f"generated from seed 3, number 0, one solution, {grade}"
    assert generate({"order": order, "grade": grade}, 3, count_solutions=count_solutions) == (puzzle, solution)


@pytest.mark.parametrize("seed", range(100))
def test_cells_are_emptied_as_one_after_the_other(seed: int) -> None:
    """What may be empty: sets without any of a few subsets, so that a part of what may be may be, too."""
    random = Random(seed)
    size = random.randint(1, 60)
    whole = range(size)
    together = [{*random.sample(whole, min(size, random.randint(1, 4)))} for _ in range(random.randint(0, 20))]

    def solvable(grid: Sequence[int], emptied: Sequence[int]) -> bool:
        empty = {cell for cell, symbol in enumerate(grid) if symbol < 0}
        assert {*emptied} <= empty
        return not any(some <= empty for some in together)

    cells, most = random.sample(whole, size), random.randint(0, size)
    naive = [1] * size
    for cell in cells:
        naive[cell] = -1 if naive.count(-1) < most else 1
        naive[cell] = naive[cell] if solvable(naive, ()) else 1
    assert dug([1] * size, cells, solvable, most) == naive


def test_a_grade_with_a_greatest_number_of_holes() -> None:
    puzzle, _ = generate({"order": 8, "grade": "easy", "hole_count": 20}, 1, count_solutions=count_solutions)
    assert puzzle.holes == 20


def test_a_grade_that_is_not_reached_is_one_error() -> None:
    with pytest.raises(PuzzleError, match=r"no Latin square graded expert was found in \d+ of order 3"):
        generate({"order": 3, "grade": "expert"}, 1, count_solutions=count_solutions)


@pytest.mark.parametrize("other", [{"holes": 0.3}, {"balanced": True}, {"order": 50}])
def test_what_does_not_go_with_a_grade_is_refused(other: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match="grade"):
        generator_settings({"grade": "easy", **other})
