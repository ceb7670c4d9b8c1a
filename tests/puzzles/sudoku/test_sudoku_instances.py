"""Generated puzzles: one solution, the wanted grade and variant, the same from the same seed."""

from __future__ import annotations

import numpy as np
import pytest

from puzzles.engine.streams import stream
from puzzles.parameters import ParameterError
from puzzles.sudoku.by_hand import SudokuByHand
from puzzles.sudoku.checker import judge
from puzzles.sudoku.family import GENERATED, generator_settings
from puzzles.sudoku.instances import generate, training_instances
from puzzles.sudoku.kernels.fill import Solver

SEED = 20261129


@pytest.mark.parametrize("variant", GENERATED)
def test_it_has_one_solution_and_is_easy(variant: str) -> None:
    given = {"variant": variant, "order": 9 if variant in ("windoku", "samurai") else 6, "grade": "easy"}
    puzzle, solution = generate(given, SEED, 3, "test")
    again, _ = generate(given, SEED, 3, "test")
    assert again == puzzle
    assert puzzle.variant.name == variant
    assert judge(puzzle, solution).solved
    assert SudokuByHand().grade(puzzle).name == "easy"
    assert "one solution, easy" in puzzle.note
    found = Solver(puzzle).solutions(np.array(puzzle.grid, np.int64), stream("test", SEED), 2)
    assert found == [list(solution)]


def test_a_share_of_holes_is_kept_to() -> None:
    puzzle, solution = generate({"order": 16, "holes": 0.5}, SEED, 0, "test")
    assert puzzle.holes == 128
    assert judge(puzzle, solution).solved


def test_training_puzzles_are_the_same_however_they_are_sliced() -> None:
    shape = {"variant": "sudoku", "order": 9, "holes": 0.6}
    whole = [one.grid for one, _ in training_instances(shape, SEED, 0, 6)]
    parts = [one.grid for start in (0, 3) for one, _ in training_instances(shape, SEED, start, 3)]
    assert whole == parts
    assert len({*whole}) == 6


@pytest.mark.parametrize(
    "given",
    [
        {"order": 7},
        {"order": 3},
        {"order": 2, "variant": "graph-colouring"},
        {"order": 6, "variant": "windoku"},
        {"order": 9, "holes": 0.5, "grade": "easy"},
        {"order": 25},
        {"order": 12, "variant": "killer"},
    ],
)
def test_what_can_t_be_made_is_refused(given: dict[str, object]) -> None:
    with pytest.raises(ParameterError):
        generator_settings(given)
