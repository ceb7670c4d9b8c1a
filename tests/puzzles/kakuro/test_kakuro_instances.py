"""Kakuro's generator: squares, crosswords with one solution, training instances, and the bundled examples."""

from __future__ import annotations

import random
import subprocess
import sys
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from oracles.naive_kakuro import solutions

from puzzles import registry
from puzzles.by_hand import FillIn
from puzzles.connected import lay_runs
from puzzles.engine.streams import stream
from puzzles.errors import PuzzleError
from puzzles.kakuro import FAMILY
from puzzles.kakuro.family import generator_settings
from puzzles.kakuro.instances import draw_shape, generate, training_instances
from puzzles.kakuro.kernels.fill import fill, new_filling, redraw_by_sums, sum_weights
from puzzles.kakuro.puzzle import Kakuro, blank, reach, with_sums
from puzzles.parameters import ParameterError
from solvers.jobs.generate import count_solutions

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("seed", range(3))
def test_squares_are_solved_by_what_they_were_made_from(seed: int) -> None:
    puzzle, solution = generate({"shape": "square"}, seed)
    assert (puzzle.rows, puzzle.columns, puzzle.values, puzzle.square) == (10, 10, 11, True)
    assert FAMILY.judge(puzzle, solution).solved
    assert FAMILY.judge(puzzle, solution).score == 20
    assert not any(puzzle.givens)
    assert FAMILY.parse(FAMILY.write(puzzle, "paper")) == puzzle


def test_rectangles_of_sums() -> None:
    puzzle, solution = generate({"shape": "square", "rows": 3, "columns": 7, "values": 8}, 5)
    assert (puzzle.rows, puzzle.columns, puzzle.values) == (3, 7, 8)
    assert FAMILY.judge(puzzle, solution).solved


@pytest.mark.parametrize(("rows", "columns", "seed"), [(4, 4, 1), (5, 7, 2), (6, 6, 3), (8, 6, 4), (9, 9, 5)])
def test_crosswords_have_one_solution(rows: int, columns: int, seed: int) -> None:
    puzzle, solution = generate({"rows": rows, "columns": columns}, seed, count_solutions=solutions)
    assert (puzzle.rows, puzzle.columns, puzzle.values) == (rows, columns, 9)
    assert FAMILY.judge(puzzle, solution).solved
    assert solutions(puzzle) == [solution]
    assert not any(puzzle.givens)
    assert all(run.clue is not None and 2 <= len(run.cells) <= 9 for run in puzzle.runs)
    assert "one solution" in puzzle.note


def test_a_crossword_that_was_not_counted_says_so() -> None:
    puzzle, solution = generate({"rows": 7}, 1)
    assert "not checked for one solution" in puzzle.note
    assert FAMILY.judge(puzzle, solution).solved
    several, _ = generate({"rows": 7, "unique": False}, 1)
    assert several == puzzle
    assert "solution" not in several.note


def test_a_count_that_is_never_known_ends_in_one_error() -> None:
    with pytest.raises(PuzzleError, match="no crossword with one solution was found"):
        generate({"rows": 4}, 1, count_solutions=lambda puzzle: None)


def test_the_same_seed_gives_the_same_puzzle_and_another_one_another() -> None:
    parameters: dict[str, Any] = {"rows": 5}
    first = generate(parameters, 3, 1, count_solutions=solutions)
    assert generate(parameters, 3, 1, count_solutions=solutions) == first
    assert generate(parameters, 3, 2, count_solutions=solutions) != first
    assert generate(parameters, 4, 1, count_solutions=solutions) != first
    assert generate(parameters, 3, 1, "test", solutions) != first


@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (3, 10), (10, 4), (5, 11), (11, 5), (5, 40)])
def test_every_size_that_is_admitted_has_a_crossword(rows: int, columns: int) -> None:
    generator_settings({"rows": rows, "columns": columns})
    assert draw_shape(rows, columns, 0.3, np.random.default_rng(1))


@pytest.mark.parametrize("seed", range(12))
def test_shapes(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows, columns = int(rng.integers(3, 25)), int(rng.integers(8, 25))
    if rows < 5:
        rows = 5
    cells = draw_shape(rows, columns, 0.3, rng)
    white = set(cells)
    assert cells == sorted(white)
    assert all(1 <= r < rows and 1 <= c < columns for r, c in cells)
    assert {(rows - r, columns - c) for r, c in cells} == white
    assert all(2 <= len(line) <= 9 for _, line in lay_runs(cells))
    reached, edge = {cells[0]}, [cells[0]]
    while edge:
        r, c = edge.pop()
        near = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & white - reached
        reached |= near
        edge += near
    assert reached == white


def test_a_denser_shape_has_more_black_cells() -> None:
    sizes = [len(draw_shape(9, 9, density, np.random.default_rng(1))) for density in (0.1, 0.2, 0.3)]
    assert sizes == sorted(sizes, reverse=True)
    assert len(set(sizes)) == 3


@pytest.mark.parametrize("shape_key", ["any", "crossword", "square-4x6-7"])
def test_training_instances_depend_on_seed_and_number_alone(shape_key: str) -> None:
    shape = FAMILY.priors.training_shape(shape_key)
    whole = list(training_instances(shape, 1, 0, 110))
    parts = [pair for start in (0, 37, 74) for pair in training_instances(shape, 1, start, 37 if start < 74 else 36)]
    assert parts == whole
    assert len({puzzle.runs for puzzle, _ in whole}) > 105
    assert list(training_instances(shape, 2, 0, 2)) != whole[:2]
    for puzzle, solution in whole[::10]:
        assert FAMILY.judge(puzzle, solution).solved


def test_training_and_generated_puzzles_come_from_different_streams() -> None:
    trained = next(iter(training_instances(FAMILY.priors.training_shape("any"), 1, 0, 1)))
    assert generate(FAMILY.priors.training_shape("any"), 1, 0) != trained
    assert generate(FAMILY.priors.training_shape("any"), 1, 0, "test") != trained


def test_the_fill_is_uniform_where_every_order_is_possible() -> None:
    shape = blank(1, 2, [(0, 0), (0, 1)], values=3, square=True)
    filling, rng = new_filling(shape), stream("test", 1)
    seen: dict[tuple[int, ...], int] = {}
    for _ in range(6000):
        assert fill(filling, rng)
        pair = tuple(filling.digits.tolist())
        seen[pair] = seen.get(pair, 0) + 1
    assert sorted(seen) == [(a, b) for a in (1, 2, 3) for b in (1, 2, 3) if a != b]
    assert all(850 < times < 1150 for times in seen.values())  # 1,000 expected, standard deviation 29


def test_a_fill_that_cannot_be_is_refused_by_the_playout() -> None:
    shape = blank(1, 3, [(0, 0), (0, 1), (0, 2)], values=2, square=True)
    assert not fill(new_filling(shape), stream("test", 1))


def test_redrawing_favours_sums_of_few_digit_sets_and_keeps_runs_distinct() -> None:
    rng = np.random.default_rng(3)
    shape = blank(12, 12, draw_shape(12, 12, 0.3, rng))
    filling, draws = new_filling(shape), stream("test", 3)
    while not fill(filling, draws):
        pass
    ways = sum_weights(9, -1.0)  # the numbers of digit sets themselves

    def choices() -> float:
        puzzle = with_sums(shape, filling.digits.tolist())
        return sum(float(np.log(ways[len(run.cells), run.clue or 0])) for run in puzzle.runs)

    before = choices()
    redraw_by_sums(filling, sum_weights(9, 1.0), 20, draws)
    assert choices() < 0.8 * before
    digits = tuple(filling.digits.tolist())
    assert FAMILY.judge(with_sums(shape, digits), digits).solved
    for number, run in enumerate(shape.runs):
        assert filling.total[number] == sum(digits[i] for i in run.cells)


def test_sum_weights_count_digit_sets() -> None:
    table = sum_weights(9, 0.5)
    assert table.shape == (10, 46)
    for size, total in ((2, 3), (2, 10), (3, 15), (9, 45), (4, 20)):
        ways = sum(1 for digits in combinations(range(1, 10), size) if sum(digits) == total)
        assert table[size, total] == pytest.approx(ways**-0.5)
    assert table[2, 2] == table[2, 18] == table[9, 44] == 0


def test_reach_is_what_digit_sets_reach() -> None:
    for values in (9, 11):
        for size in range(1, 6):
            sums = {sum(digits) for digits in combinations(range(1, values + 1), size)}
            low, high = reach(size, values)
            assert sums == set(range(low, high + 1))


def test_the_naive_solver_finds_what_trying_everything_finds() -> None:
    chance = random.Random(1)
    for _ in range(10):
        digits = [chance.randint(1, 3) for _ in range(2)]
        digits += [digits[0] % 3 + 1, digits[1] % 3 + 1]
        if digits[0] == digits[1] or digits[2] == digits[3]:
            continue
        cells = [(r, c) for r in range(2) for c in range(2)]
        puzzle = with_sums(blank(2, 2, cells, values=3, square=True), digits)
        grids = [(a, b, c, d) for a in (1, 2, 3) for b in (1, 2, 3) for c in (1, 2, 3) for d in (1, 2, 3)]
        right = [grid for grid in grids if FAMILY.judge(puzzle, grid).solved]
        assert sorted(solutions(puzzle, 99)) == right


def test_the_examples_have_one_solution_or_are_of_the_paper() -> None:
    assert [example.name for example in FAMILY.examples] == ["paper-10", "crossword-6", "crossword-9", "crossword-12"]
    for example in FAMILY.examples:
        puzzle = registry.read(example.text)
        assert isinstance(puzzle, Kakuro)
        if puzzle.square:
            assert (puzzle.rows, puzzle.columns, puzzle.values) == (10, 10, 11)
            assert (puzzle.runs[0].clue, puzzle.runs[-1].clue) == (55, 55)
        else:
            assert len(solutions(puzzle)) == 1


def test_the_text_side_imports_no_numba() -> None:
    program = "import sys, puzzles.kakuro, puzzles.registry; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


@pytest.mark.parametrize("grade", ["easy", "hard", "search"])
def test_crosswords_of_a_grade_have_it_and_one_solution(grade: str) -> None:
    puzzle, solution = generate({"rows": 6, "grade": grade}, 2, count_solutions=count_solutions)
    assert count_solutions(puzzle) == (solution,)
    assert isinstance(FAMILY.by_hand, FillIn)
    graded = FAMILY.by_hand.grade(puzzle)
    assert graded is not None
    assert graded.name == grade
    assert puzzle.note == f"generated from seed 2, number 0, one solution, {grade}"
    assert generate({"rows": 6, "grade": grade}, 2, count_solutions=count_solutions) == (puzzle, solution)


def test_a_grade_that_is_not_reached_is_one_error() -> None:
    with pytest.raises(PuzzleError, match=r"no crossword graded expert was found in \d+ shapes of 3 x 3"):
        generate({"rows": 3, "grade": "expert"}, 1, count_solutions=solutions)


@pytest.mark.parametrize("other", [{"shape": "square"}, {"unique": False}])
def test_a_grade_needs_a_crossword_with_one_solution(other: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match="expected a crossword with exactly one solution"):
        generator_settings({"grade": "easy", **other})
