"""Every kind of bad Kakuro text: one line that says where, what was found and what was expected."""

from __future__ import annotations

import pytest
from drivers.kakuro_damaged import BAD, DZN, JSON, KAK, PZPRV3, SQUARE, TWO_GRIDS, URL, XCSP3

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.kakuro import FAMILY
from puzzles.parameters import ParameterError, Value


@pytest.mark.parametrize(("text", "reported"), BAD)
def test_bad_texts(text: str, reported: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        registry.read(text, source="pasted", family_name="kakuro")
    error = caught.value
    place = "".join(f"{number}:" for number in (error.line, error.column) if number)
    assert f"{place} {error.message}".lstrip() == reported
    assert str(error) == (f"pasted:{reported}" if place else f"pasted: {reported}")


@pytest.mark.parametrize("text", [KAK, DZN, TWO_GRIDS, PZPRV3, XCSP3, JSON, URL, SQUARE])
def test_the_texts_are_good_before_they_are_damaged(text: str) -> None:
    assert registry.read(text).family == "kakuro"
    assert FAMILY.recognise(text) > 0.5


@pytest.mark.parametrize(
    ("board", "line", "column", "message"),
    [
        ("1 2 3\n2 1 3\n", 1, 0, "the grid is 2 x 3; expected 3 x 3, or 2 x 2 without margin"),
        ("1 2\n2 z\n", 2, 3, "found 'z'; expected a digit of 1 to 9, or ? for an open cell"),
        ("1 2\n2 10\n", 2, 3, "digit 10; expected 1 to 9"),
        ("1 2\n2\n", 2, 1, "row 2 has 1 cell; expected 2"),
        ("5 0 0\n0 1 2\n0 2 1\n", 1, 1, "'5' in a black cell; expected 0, *, x, #, . or - there"),
        ("3,3\n*,C3,C5\nF3,1,2\nF4,2,1\n", 2, 6, "down clue 5; expected 4, as in the puzzle"),
        ("3,3\n*,C3,*\nF3,1,2\n*,2,*\n", 4, 5, "black cell; expected a white one"),
        ("2,3\n*,C3,C4\nF3,1,2\n", 2, 0, "the grid is 2 x 3; expected 3 x 3"),
        ("[1, 2, 3]", 0, 0, "the JSON board does not fit the puzzle; expected a list of 4 digits, or 3 rows of 3"),
        ("[1, 2, 3, true]", 0, 0, "digit 'True' at row 2, column 2; expected 0 (open) to 9"),
        ("[1, 2", 1, 6, "this is not JSON (expecting ',' delimiter); expected well-formed JSON"),
        (" \n", 0, 0, "the text is empty; expected a filled-in Kakuro"),
        ('{"nRows": 0, "nCols": 0, "clues": []}', 0, 0, "there is no white cell; expected a Kakuro with at least one"),
        ("# 1 2\n", 0, 0, "the text has comments alone; expected a filled-in Kakuro"),
    ],
)
def test_bad_boards(board: str, line: int, column: int, message: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        FAMILY.parse_board(registry.read(KAK), board)
    assert (caught.value.line, caught.value.column, caught.value.message) == (line, column, message)


def test_a_board_may_leave_clues_out() -> None:
    board = "3,3\n*,C3,C4\nF3,1,2\n*,2,1\n"
    assert FAMILY.parse_board(registry.read(KAK), board) == (1, 2, 2, 1)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"family": "latin"}, '"family" is \'latin\'; expected "kakuro"'),
        ({"form": None}, '"form" is null; expected "square" or "crossword"'),
        ({"values": True}, '"values" is true; expected 9'),
        ({"note": 3}, '"note" is 3; expected a text'),
        (
            {"grid": ["*,C3,C4", "F3,?,?", "F44,?,?"]},
            "grid row 3, character 1: across clue 44 in 2 cells; expected 3 to 17",
        ),
        ({"grid": ["*,C3,C4", "F3,?"]}, "grid row 2, character 4: row 2 has 2 cells; expected 3"),
    ],
)
def test_bad_plain_values(change: dict[str, object], message: str) -> None:
    data = FAMILY.to_json(registry.read(KAK)) | change
    with pytest.raises(PuzzleError) as caught:
        FAMILY.from_json(data)
    assert caught.value.message == message


def test_a_square_of_plain_values_needs_its_margin() -> None:
    data = FAMILY.to_json(registry.read(SQUARE))
    assert FAMILY.from_json(data).title == "Kakuro square 2 x 2, values 1 to 5"
    for grid in (["*,C6,*", "F6,?,?", "F6,?,?"], ["*,C6,C6", "F6,?,*", "F6,?,?"], ["C3,C6,C6", "F6,?,?", "F6,?,?"]):
        with pytest.raises(PuzzleError, match="square of another kind"):
            FAMILY.from_json(data | {"grid": grid})


def test_large_pastes_are_refused_at_once() -> None:
    with pytest.raises(PuzzleError, match="line 2 has more than 200 cells; expected at most 200"):
        FAMILY.parse("9,9\n" + "*," * 100_000 + "C3\n")
    with pytest.raises(PuzzleError, match="more than 2000 lines"):
        FAMILY.parse("*,C3\n" * 5000)
    with pytest.raises(PuzzleError, match="at most 4 MiB"):
        registry.read("*,C3\n" * 1_000_000)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"shape": "square", "rows": 10, "values": 9}, "values is 9; expected 10 or more for 10 x 10 cells"),
        ({"shape": "square", "rows": 20}, "a square of 20 x 20; expected at most 16 rows and columns"),
        ({"values": 11}, "values is 11; expected 9 for a crossword"),
        ({"rows": 1}, "a crossword of 1 x 1; expected 3 or more rows and columns"),
        ({"rows": 2, "columns": 5}, "a crossword of 2 x 5; expected 3 or more rows and columns"),
        ({"rows": 3, "columns": 11}, "no crossword of 3 x 11 has runs of 2 to 9 cells; expected another size"),
        ({"rows": 40, "columns": 4}, "no crossword of 40 x 4 has runs of 2 to 9 cells; expected another size"),
        ({"shape": "round"}, "shape is 'round'; expected crossword or square"),
        ({"density": 0.9}, "density is 0.9; expected 0 to 0.6"),
        ({"order": 3}, "the generator has no parameter 'order'; expected one of: shape, rows, columns, values"),
    ],
)
def test_parameters_of_the_generator_that_are_not_admitted(parameters: dict[str, Value], message: str) -> None:
    with pytest.raises(ParameterError) as caught:
        FAMILY.needed_generator().resolve(parameters, "the generator")
    assert str(caught.value).startswith(message)
