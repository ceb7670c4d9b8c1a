"""The target as a puzzle: its parts, its board, its settings, and where its positions are drawn."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import pytest

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.parameters import ParameterError
from puzzles.rna.bases import admitted, codes_of
from puzzles.rna.flat_drawing import layout
from puzzles.rna.puzzle import RnaPuzzle, sequence_of

FAMILY = registry.get_family("rna")

Point = tuple[float, float]


def test_a_puzzle_knows_its_pairs_and_its_fixed_bases() -> None:
    puzzle = RnaPuzzle("((....)).", "gNNNNNYtR", name="small")
    assert puzzle.partners == (7, 6, -1, -1, -1, -1, 1, 0, -1)
    assert puzzle.restraints == "GNNNNNYUR"
    assert FAMILY.start_board(puzzle) == (3, 0, 0, 0, 0, 0, 0, 4, 0)
    assert puzzle.title == "small, 9 nt, 2 pairs, 4 restrained, eterna-v2"


def test_letters_and_codes() -> None:
    assert codes_of("ACGU") == (1, 2, 3, 4)
    assert sequence_of((0, 4, 3, 2, 1)) == "NUGCA"
    assert {letter: admitted(letter) for letter in "RYN"} == {"R": (1, 3), "Y": (2, 4), "N": (1, 2, 3, 4)}
    with pytest.raises(PuzzleError, match="position 2"):
        sequence_of((1, 5))


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        (("((...))", "NNN"), "3 letters of restraints; expected 7"),
        (("((...))", "NNNNNNX"), "position 7: 'X' is no restraint"),
        (("((...))", "AANNNYR"), "positions 1 and 7 are to pair; A and R can't"),
        (("((...))", "", "GGAAACU"), ""),
        (("((...))", "", "GGAAACA"), "positions 1 and 7 are to pair; the start sequence has G and A"),
        (("((...))", "CNNNNNN", "GGAAACC"), "position 1: the start sequence has G; expected C"),
        (("((...))", "", "", "", "turner"), "the energy model is 'turner'"),
        (("((...))", "", "", "", "1999-d2", "best"), "the objective is 'best'"),
        (("",), "the target is empty"),
    ],
)
def test_parts_that_do_not_fit_are_refused(parts: Sequence[str], message: str) -> None:
    if not message:
        assert RnaPuzzle(*parts).start == parts[2]
        return
    with pytest.raises(PuzzleError) as caught:
        RnaPuzzle(*parts)
    assert message in caught.value.message


def test_settings_of_the_puzzle() -> None:
    puzzle = RnaPuzzle("((...))")
    other = FAMILY.adjusted(puzzle, {"model": "eterna-v1", "objective": "lexicographic"})
    assert other == RnaPuzzle("((...))", model="eterna-v1", objective="lexicographic")
    assert FAMILY.adjusted(puzzle, {}) == puzzle
    assert (puzzle.title, other.title[-34:]) == (
        "RNA target, 7 nt, 2 pairs, eterna-v2",
        "eterna-v1, objective lexicographic",
    )
    for settings, message in (({"model": "x"}, "model is 'x'"), ({"dangles": 2}, "no parameter 'dangles'")):
        with pytest.raises(ParameterError, match=message):
            FAMILY.adjusted(puzzle, settings)


def test_json_values_hold_everything() -> None:
    puzzle = RnaPuzzle("((...)).", "NNNRNNNS", "GGAAACCC", "one", "1999-d2", "lexicographic", "a note")
    data = FAMILY.to_json(puzzle)
    assert FAMILY.from_json(data) == puzzle
    assert FAMILY.from_json(data).note == "a note"
    for change in ({"family": "latin"}, {"target": 5}, {"target": None}, {"start": ["A"]}, {"model": "x"}):
        with pytest.raises(PuzzleError):
            FAMILY.from_json(data | change)


def _crosses(one: tuple[Point, Point], two: tuple[Point, Point]) -> bool:
    def side(a: Point, b: Point, c: Point) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    (p, q), (r, s) = one, two
    return side(p, q, r) * side(p, q, s) < 0 and side(r, s, p) * side(r, s, q) < 0


@pytest.mark.parametrize("example", [one.name for one in FAMILY.examples])
def test_a_drawing_has_no_crossing_and_its_pairs_are_side_by_side(example: str) -> None:
    puzzle = FAMILY.parse({one.name: one.text for one in FAMILY.examples}[example])
    assert isinstance(puzzle, RnaPuzzle)
    points = layout(puzzle.target)
    x, y = zip(*points, strict=True)
    assert len(points) == puzzle.length
    assert (min(x), min(y)) == (0, 0)
    assert max(x) >= max(y), "wider than high"
    steps = list(pairwise(points))
    assert all(math.dist(*step) > 24.9 for step in steps)
    for index, other in enumerate(puzzle.partners):
        if other > index:
            assert math.dist(points[index], points[other]) == pytest.approx(35, abs=0.01)
    assert not any(_crosses(one, two) for at, one in enumerate(steps) for two in steps[at + 2 :])


@pytest.mark.parametrize("target", [".", "..", "." * 40, "(" + "." * 40 + ")", "(...)" * 8])
def test_odd_targets_are_drawn_too(target: str) -> None:
    points = layout(target)
    assert len(points) == len(target)
    assert all(math.isfinite(value) for point in points for value in point)
