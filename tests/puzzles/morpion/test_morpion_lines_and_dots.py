"""JSON of Gillioz' programs: games of each variant written as these do, and what is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.morpion import FAMILY
from puzzles.morpion.puzzle import DIRECTIONS, VARIANTS, MorpionPuzzle, Move

GAMES = {
    one.variant: one
    for example in FAMILY.examples
    if isinstance(one := FAMILY.parse(example.text), MorpionPuzzle) and one.moves
}


def ends(move: Move, length: int) -> list[tuple[int, int]]:
    squares = move.squares(length)
    return [squares[0], squares[-1]]


def moves_form(variant: str, moves: tuple[Move, ...], unit: int, shift: int) -> dict[str, Any]:
    length = VARIANTS[variant].length

    def at(x: int, y: int) -> list[int]:
        return [unit * x + shift, unit * y + shift]

    rows = [[*at(*ends(move, length)[0]), *at(*ends(move, length)[1]), *at(move.x, move.y)] for move in moves]
    dots = [at(x, y) for x, y in sorted(VARIANTS[variant].cross)]
    named = {"Title": "Morpion Solitaire", "Version": "1.0"}
    return {"Disjoint": variant[1] == "D", "InitialDots": dots, "LineLength": length - 1, "Moves": rows, **named}


def grid_form(variant: str, moves: tuple[Move, ...]) -> dict[str, Any]:
    length = VARIANTS[variant].length

    def element(kind: str, *points: tuple[int, int]) -> dict[str, Any]:
        return {"Type": kind, "Coordinates": [{"X": x, "Y": y} for x, y in points]}

    steps = [[element("dot", dot) for dot in sorted(VARIANTS[variant].cross)]]
    steps += [[element("line", *reversed(ends(move, length))), element("dot", (move.x, move.y))] for move in moves]
    grid = [{"Elements": step} for step in steps]
    return {"Version": "v1", "SegmentLength": length - 1, "NoTouchingRule": variant[1] == "D", "Grid": grid}


@pytest.mark.parametrize("variant", sorted(GAMES))
def test_games_in_each_form_are_read(variant: str) -> None:
    moves = GAMES[variant].moves
    for data in (moves_form(variant, moves, 1, 28), moves_form(variant, moves, 3, 82), grid_form(variant, moves)):
        puzzle = registry.read(json.dumps(data))
        assert isinstance(puzzle, MorpionPuzzle)
        assert (puzzle.variant, puzzle.moves) == (variant, moves)


def test_both_forms_without_a_move_are_the_empty_cross() -> None:
    for data in (moves_form("4T", (), 1, 0), grid_form("4T", ())):
        assert registry.read(json.dumps(data)) == FAMILY.parse("morpion 4T\n")
    assert DIRECTIONS[0] == (1, 0)


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"LineLength": 5}, '"LineLength" is 5; expected 3 or 4, the steps of a line'),
        ({"Disjoint": None}, '"Disjoint" is null; expected true for 4D and 5D, false for 4T and 5T'),
        ({"InitialDots": [[1, 2]]}, "the game does not begin with the cross of 4T; expected 24 dots"),
        ({"Moves": [[1, 2, 3]]}, '"Moves" is [[1, 2, 3]]; expected an array of arrays of 6 whole numbers'),
        ({"Moves": [[0, 0, 5, 0, 0, 0]]}, "move 1: the line (0, 0)-(5, 0); expected a row, column or diagonal of 4"),
        ({"Moves": [[2, 0, 5, 0, 9, 9]]}, "move 1: the dot (9, 9) is not in its line; expected one of the line's"),
        ({"Grid": []}, '"SegmentLength" is missing; expected 3 or 4'),
    ],
)
def test_what_is_wrong_is_refused(change: dict[str, Any], error: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        registry.read(json.dumps(moves_form("4T", (), 1, 0) | change))
    assert error in str(caught.value)


def test_a_grid_with_other_elements_is_refused() -> None:
    data = grid_form("4T", ())
    for step in ([], [{"Type": "line", "Coordinates": []}], [3]):
        with pytest.raises(PuzzleError, match=r"move 1: found other elements|element .* of step 2"):
            registry.read(json.dumps(data | {"Grid": [*data["Grid"], {"Elements": step}]}))
