"""SameGame's generator, and the bundled boards that it made."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from oracles.chi_square import fits

from puzzles import registry
from puzzles.parameters import ParameterError
from puzzles.samegame import FAMILY
from puzzles.samegame.instances import generate

SHAPES = {
    "board-6": {"width": 6, "height": 6, "colours": 3},
    "board-15": {},
    "board-20": {"width": 20, "height": 12, "colours": 4},
    "board-64": {"width": 64, "height": 64, "colours": 9},
}


@pytest.mark.parametrize("name", SHAPES)
def test_the_bundled_boards_are_those_of_the_seeds_they_name(name: str) -> None:
    example = next(one for one in FAMILY.examples if one.name == name)
    number = name.partition("-")[2]
    assert f"from seed {number}" in example.explanation
    puzzle, game = generate(SHAPES[name], int(number))
    assert registry.read(example.text) == replace(puzzle, name=f"board {number}")
    assert game == ()
    assert puzzle.note == f"generated from seed {number}, number 0"


def test_every_bundled_board_has_its_shape() -> None:
    assert set(SHAPES) == {one.name for one in FAMILY.examples}


@pytest.mark.parametrize("colours", [2, 5, 9])
def test_colours_are_alike_wherever_they_are(colours: int) -> None:
    boards = [generate({"colours": colours}, 3, index)[0] for index in range(20)]
    assert len({board.cells for board in boards}) == 20
    counts = Counter(colour for board in boards for colour in board.cells)
    assert fits([counts[colour] for colour in range(colours)], [1 / colours] * colours)
    beside = Counter(pair for board in boards for pair in zip(board.cells, board.cells[1:], strict=False))
    pairs = [beside[one, other] for one in range(colours) for other in range(colours)]
    assert fits(pairs, [1 / colours**2] * colours**2)


def test_a_board_depends_on_its_seed_number_and_purpose_alone() -> None:
    first = generate({}, 1, 4, "generate")[0]
    assert generate({"width": 15}, 1, 4, "generate")[0] == first
    others = [generate({}, 2, 4)[0], generate({}, 1, 5)[0], generate({}, 1, 4, "test")[0]]
    assert len({first, *others}) == 4


@pytest.mark.parametrize("wrong", [{"width": 0}, {"height": 65}, {"colours": 1}, {"colours": 10}, {"rows": 3}])
def test_what_is_not_admitted_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ParameterError):
        generate(wrong, 1)
