"""Moves and their numbers, the variants' crosses, the puzzle, and the bundled games."""

from __future__ import annotations

import pytest
from drivers.morpion_games import puzzles, random_game
from hypothesis import given
from hypothesis import strategies as st

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.latin.puzzle import LatinSquare
from puzzles.morpion import FAMILY
from puzzles.morpion.checker import legal_moves_left
from puzzles.morpion.puzzle import VARIANTS, MorpionPuzzle, Move, board_of, decode_move, encode_move, moves_of

CROSS_5 = """
...####...
...#..#...
...#..#...
####..####
#........#
#........#
####..####
...#..#...
...#..#...
...####...
"""
CROSS_4 = """
..###..
..#.#..
###.###
#.....#
###.###
..#.#..
..###..
"""

OPENING_SEED = 56

COORDINATE = st.integers(-128, 127)


@pytest.mark.parametrize(("name", "drawn"), [("5T", CROSS_5), ("5D", CROSS_5), ("4T", CROSS_4), ("4D", CROSS_4)])
def test_the_cross_is_the_drawn_one(name: str, drawn: str) -> None:
    rows = drawn.strip().split("\n")
    assert VARIANTS[name].cross == {(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"}
    assert VARIANTS[name].side == len(rows)


def test_the_published_figures() -> None:
    assert {name: len(one.cross) for name, one in VARIANTS.items()} == {"5T": 36, "5D": 36, "4T": 24, "4D": 24}
    assert {name: one.bound for name, one in VARIANTS.items()} == {"5T": 485, "5D": 84, "4T": 62, "4D": 35}
    assert {name: one.record for name, one in VARIANTS.items()} == {"5T": 178, "5D": 82, "4T": 62, "4D": 35}
    assert {name for name, one in VARIANTS.items() if one.optimal} == {"4T", "4D"}


def test_a_line_runs_along_its_direction_from_its_first_square() -> None:
    assert Move(2, 2, 2, 2).squares(5) == ((0, 4), (1, 3), (2, 2), (3, 1), (4, 0))
    assert Move(3, -1, 1, 0).squares(4) == ((3, -1), (3, 0), (3, 1), (3, 2))


@given(COORDINATE, COORDINATE, st.integers(0, 3), st.integers(0, 4))
def test_a_move_comes_back_from_its_number(x: int, y: int, direction: int, position: int) -> None:
    move = Move(x, y, direction, position)
    number = encode_move(move)
    assert number == ((x + 128) << 16) | ((y + 128) << 8) | (direction << 3) | position
    assert decode_move(number) == move


@pytest.mark.parametrize(
    "move", [(128, 0, 0, 0), (0, -129, 0, 0), (0, 0, 4, 0), (0, 0, -1, 0), (0, 0, 0, 8), (0, 0, 0, -1)]
)
def test_a_move_out_of_range_has_no_number(move: tuple[int, int, int, int]) -> None:
    with pytest.raises(ValueError, match="no number holds"):
        encode_move(Move(*move))


@pytest.mark.parametrize("number", [-1, 1 << 24, 1 << 5, 1 << 7, 10**30])
def test_a_number_of_no_move(number: int) -> None:
    with pytest.raises(ValueError, match="is no move"):
        decode_move(number)
    with pytest.raises(PuzzleError, match=rf"move 2: {number} is no move"):
        moves_of([encode_move(Move(0, 0, 0, 0)), number])


def test_titles() -> None:
    assert MorpionPuzzle("5D").title == "Morpion Solitaire 5D, empty cross"
    assert MorpionPuzzle("4T", random_game("4T", 1)[:1]).title == "Morpion Solitaire 4T, 1 move"
    assert MorpionPuzzle("4T", random_game("4T", 1)[:9]).title == "Morpion Solitaire 4T, 9 moves"


def test_what_a_file_says_does_not_make_another_puzzle() -> None:
    plain, described = MorpionPuzzle("5D"), MorpionPuzzle("5D", note="a note", about=(("author", "me"),))
    assert plain == described
    assert hash(plain) == hash(described)


@pytest.mark.parametrize("variant", ["6T", "", "5d", "T5", "x" * 5000])
def test_an_unknown_variant_is_no_puzzle(variant: str) -> None:
    with pytest.raises(PuzzleError, match="5T or 5D or 4T or 4D") as caught:
        MorpionPuzzle(variant)
    assert len(str(caught.value)) < 100


@given(puzzles())
def test_a_puzzle_comes_back_from_its_values(puzzle: MorpionPuzzle) -> None:
    described = MorpionPuzzle(puzzle.variant, puzzle.moves, "a note", (("author", "Ada"),))
    back = FAMILY.from_json(FAMILY.to_json(described))
    assert (back, back.note, back.about) == (described, described.note, described.about)
    assert FAMILY.start_board(back) == board_of(puzzle.moves)
    assert moves_of(FAMILY.start_board(back)) == puzzle.moves


GOOD = {"family": "morpion", "variant": "5D", "moves": [[3, -1, 1, 0]], "note": "", "about": {}}


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"family": "latin"}, '"family" is'),
        ({"variant": "9D"}, '"variant" is'),
        ({"variant": ["5D"]}, '"variant" is'),
        ({"moves": 3}, '"moves" is no array'),
        ({"moves": [[3, -1, 1]]}, r"move 1 is \[3, -1, 1\]"),
        ({"moves": [[3, -1, True, 0]]}, "move 1 is"),
        ({"moves": [[3, -1, 1, 0], "V"]}, "move 2 is 'V'"),
        ({"moves": [[3, -1, 1, 0], [3, -1, 1, 0]]}, "move 2: the new dot's square"),
        ({"moves": [[3, -1, 9, 0]]}, "move 1: direction 9"),
        ({"moves": [[10**40, -1, 1, 0]]}, "move 1: the line's square"),
        ({"note": 3}, '"note" is 3'),
        ({"about": {"author": 3}}, '"about" is'),
        ({"about": "me"}, '"about" is'),
    ],
)
def test_values_that_are_no_puzzle(change: dict[str, object], found: str) -> None:
    FAMILY.from_json(GOOD)
    with pytest.raises(PuzzleError, match=found):
        FAMILY.from_json({**GOOD, **change})


def test_the_family_is_registered_and_says_what_it_is() -> None:
    assert registry.get_family("morpion") is FAMILY
    assert FAMILY.optimisation
    assert FAMILY.default_algorithm == "nrpa"
    assert FAMILY.generator is None
    assert FAMILY.priors.kinds == FAMILY.rules.modes == ()


def test_nothing_is_trained_and_other_puzzles_are_refused() -> None:
    with pytest.raises(PuzzleError, match="no puzzles are generated for this prior"):
        FAMILY.priors.training_puzzles("5D")
    with pytest.raises(PuzzleError, match="expected one of 'morpion'"):
        FAMILY.start_board(LatinSquare(2, (-1,) * 4))


def test_the_bundled_games_are_empty_crosses_and_our_own_play() -> None:
    found = {one.name: FAMILY.parse(one.text) for one in FAMILY.examples}
    assert list(found) == ["5D", "5T", "4T", "4D", "opening-5D", "random-5T", "nrpa-5D-82"]
    for name in VARIANTS:
        assert found[name] == MorpionPuzzle(name)
    seeds = {one.name: one.explanation for one in FAMILY.examples}
    assert f"seed {OPENING_SEED}" in seeds["opening-5D"]
    assert found["opening-5D"] == MorpionPuzzle("5D", random_game("5D", OPENING_SEED, 10))
    assert "seed 9, 76 moves" in seeds["random-5T"]
    assert found["random-5T"] == MorpionPuzzle("5T", random_game("5T", 9))
    for one in FAMILY.examples:
        assert one.name == "nrpa-5D-82" or one.text == FAMILY.write(found[one.name], "text")


def test_the_bundled_record_is_a_legal_game_of_82_moves_with_none_left() -> None:
    (example,) = (one for one in FAMILY.examples if one.name == "nrpa-5D-82")
    empty = MorpionPuzzle("5D")
    board = FAMILY.parse_board(empty, example.text)
    verdict = FAMILY.judge(empty, board)
    assert (verdict.legal, verdict.score, verdict.faults) == (True, 82, ())
    assert legal_moves_left("5D", moves_of(board)) == ()
    assert FAMILY.remarks(empty, board)[0] == "5D, 82 moves; no move is left"
