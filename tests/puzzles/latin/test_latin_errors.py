"""Bad Latin texts: one line with the place, what was found and what was expected."""

from __future__ import annotations

import pytest
from drivers.latin_texts import squares
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.errors import PuzzleError
from puzzles.latin import FAMILY
from puzzles.latin.puzzle import LatinSquare
from puzzles.parameters import ParameterError, Value

BAD = [
    # plain grids
    ("", 0, 0, "the text is empty", "a Latin square"),
    ("# only", 0, 0, "no grid", "rows of symbols"),
    ("1 2\n2 x", 2, 3, "'x' is no symbol", ". _ * - 0 -1 for a hole"),
    ("1 2 3\n2 3\n3 1 2", 2, 4, "row 2 has 2 fields", "3, as in the other rows"),
    ("1 2 3\n\n2 3 1 .\n3 1 2", 3, 7, "row 2 has 4 fields", "3, as in the other rows"),
    ("1 2\n2 3 1\n3 1 2", 1, 4, "row 1 has 2 fields", "3, as in the other rows"),
    ("1 2 3\n2 3 1", 2, 1, "2 rows of 3 fields", "3 rows"),
    ("1 2\n2 1\n. .", 3, 1, "3 rows of 2 fields", "2 rows"),
    ("2", 1, 1, "symbol 2 is out of range", "1 to 1"),
    ("1 2 3\n. 3 3\n. . .", 2, 5, "3 twice in row 2 (columns 2 and 3), first on line 2, column 3", "in row 2"),
    ("# a\n1 2 3\n3 2 1\n. . .", 3, 3, "2 twice in column 2 (rows 1 and 2), first on line 2, column 3", "in column 2"),
    ("1 2 3\n. 4 .\n. . .", 2, 3, "symbol 4 is out of range", "1 to 3, or . for a hole"),
    ("0 . .\n. 7 .\n. . .", 2, 3, "symbol 7 is out of range", "0 to 2, or . for a hole"),
    ("1 2 3\n. -2 .\n. . .", 2, 3, "symbol -2 is out of range", "1 to 3"),
    ("0 1 .\n3 . .\n. . .", 2, 1, "both 0 and 3", "0 to 2 or 1 to 3"),
    ("12.\n3.\n..1", 2, 3, "row 2 has 2 fields", "3"),
    ("1.1\n...\n...", 1, 3, "1 twice in row 1 (columns 1 and 3), first on line 1, column 1", "in row 1"),
    ("1,2,3\n3,,\n,3", 3, 3, "row 3 has 2 fields", "3"),
    ("1, 2, 3\n3,  ,x\n,3,", 2, 6, "'x' is no symbol", "a symbol"),
    ("1\t2\t\n\t\t1\t\t\n2\t\t", 2, 5, "row 2 has 5 fields", "3"),
    ("1\n" * 300, 256, 1, "more than 255 rows", "at most 255"),
    ("1 " * 300 + "\n2", 1, 511, "row 1 has more than 255 fields", "at most 255"),
    ("1," * 1_000_000, 1, 511, "row 1 has more than 255 fields", "at most 255"),
    ("1" * 1_000_000, 1, 256, "row 1 has more than 255 fields", "at most 255"),
    # .pls
    ("order\n0 1", 1, 6, "followed by 0 words", "one whole number"),
    ("order five\n", 1, 7, "the order is 'five'", "a whole number"),
    ("order 3 4\n", 1, 9, "followed by 2 words", "one whole number"),
    ("order 999\n", 1, 7, "the order is 999", "1 to 255"),
    ("order 3\n0 1 2\n1 2 0\n", 3, 6, "ends after 2 rows", "3, as line 1 says"),
    ("order 2\n0 1\n1 0\n0 1\n", 4, 1, "row 3 begins", "2 rows, as line 1 says"),
    ("\norder 3\n0 1 2\n1 2\n2 0 1", 4, 4, "row 2 has 2 fields", "3, as line 2 says"),
    ("order 3\n0 1 2\n1 3 -1\n2 0 1", 3, 3, "symbol 3 is out of range", "0 to 2, or -1 for a hole"),
    ("order 2\n0 .\n1 0", 2, 3, "'.' is no symbol", "0 to 1, or -1 for a hole"),
    ("order 2\n0 1\n0 -1", 3, 1, "0 twice in column 1 (rows 1 and 2), first on line 2, column 1", "in column 1"),
    ("% a\norder 2\n0 1\n0 -1\n# shown to people from 1", 4, 1, "0 twice in column 1 (rows 1 and 2)", "column"),
    # MiniZinc .dzn
    ("N=3;\nstart=[|\n1, 2, 3|\n2, 3", 4, 5, "ends inside the array that begins on line 2, column 7", "'|]'"),
    ("N=3;\n", 1, 5, "no array of rows", "start=[| ... |];"),
    ("N=3;\nstart=[|1,2|2,1|];", 2, 12, "row 1 has 2 fields", "3, as N on line 1 says"),
    ("N=x;\nstart=[|1,2|2,1|];", 1, 3, "N is 'x'", "a whole number"),
    ("N=2;\nstart=[|1,2|\n2,5|];", 3, 3, "symbol 5 is out of range", "1 to 2, or 0 for a hole"),
    ("N=2;% old=[|3|];\nstart=[|1,a|2,1|];", 2, 11, "'a' is no symbol", "1 to 2, or 0 for a hole"),
    ("N=2;\nstart=[|1 2|2,1|];", 2, 11, "'2' in the array", "',' or '|'"),
    ("N=2;\nstart=[|1,,2|2,1|];", 2, 11, "',' in the array", "a number"),
    ("N=2;start=[||];", 1, 13, "an array without a row", "a number"),
    # Essence' .param
    ("letting N = 2\nletting start = [[1,2],[2,", 2, 27, "begins on line 2, column 17", "']'"),
    ("letting N = 2\nletting start =", 2, 16, "no array of rows", "letting start = [[ ... ]]"),
    ("letting N = 2\nletting start = [1,2]", 2, 18, "'1' in the array", "a row in [ ]"),
    ("letting N = 2\nletting s = [[1,2],[1,2]]", 2, 21, "1 twice in column 1", "in column 1"),
    # JSON
    ('{"n": 3,\n "clues": [[1,2}', 2, 16, "this is not JSON (expecting ',' delimiter)", "JSON"),
    ("[1,2]", 1, 2, "the grid has 1 row of 2 fields", "2 rows"),
    ("[[1, 2], [2, 3, 1]]", 1, 17, "row 2 has 3 fields", "2"),
    ("{}", 1, 1, "no grid", '"rows" or "clues"'),
    ('{"n": "x", "clues": []}', 1, 7, "\"n\" is 'x'", "a whole number"),
    ('{"n": 2, "clues": 5}', 1, 19, '"clues" is no array', "an array of rows"),
    ('{"n": 2,\n "clues": [[0, 1],\n [1]]}', 3, 4, "row 2 has 1 field", "2, as the order"),
    ('{"n": 2,\n "clues": [[0, 1],\n [1, "a, b"]]}', 3, 6, "'\"a, b\"' is no symbol", "0 to 1, or -1"),
    ('{"n": 2,\n "clues": [[0, null],\n [1, 0]]}', 2, 16, "'null' is no symbol", "-1 for a hole"),
    ('{"n": 2,\n "clues": [[0, 1],\n [0, -1]]}', 3, 3, "first on line 2, column 13", "in column 1"),
    ('{"n": 2,\n "clues": [{"x":0,"y":0,"value":1},\n {"x":0,"y":1,"value":1}]}', 3, 2, "1 twice in row 1", "row 1"),
    ('{"n": 2,\n "clues": [{"x":0,"y":2,"value":1}]}', 2, 12, "a clue for x 0, y 2", "0 to 1"),
    ('{"n": 2,\n "clues": [{"x":0,"y":1,"value":1},\n {"x":0,"y":1,"value":0}]}', 3, 2, "a second clue", "one"),
    ('{"n": 2,\n "clues": [{"x":0,"y":1}]}', 2, 12, "without whole numbers x, y and value", '{"x": row'),
    ('{"n": 2,\n "clues": [{"x":0,"y":1,"value":2}]}', 2, 12, "symbol 2 is out of range", "0 to 1"),
    ('{"clues": [{"x":0,"y":1,"value":2}]}', 1, 11, "clues without an order", '"n"'),
    ('{"order": 2, "first_symbol": 3,\n "rows": [[1,2],[2,1]]}', 1, 30, '"first_symbol" is 3', "0 or 1"),
    ('{"order": 2, "first_symbol": 1,\n "rows": [[0,2],[2,1]]}', 2, 12, "symbol 0 is out of range", "1 to 2, or null"),
    ('{"order": 2, "rows": [1]}', 1, 23, "'1' in the array", "a row in [ ]"),
    ('{"order": 0, "rows": [[1]]}', 1, 11, "the order is 0", "1 to 255"),
    ('{"order": 2, "rows": [[1.5, 2],[2,1]]}', 1, 24, "'1.5' is no symbol", "1 to 2"),
    ("[" * 100_000, 1, 1, "is no symbol", "a symbol"),
    ('{"a":' * 100_000, 1, 1, "nested too deeply", '{"family": "latin"'),
]


@pytest.mark.parametrize(("text", "line", "column", "found", "expected"), BAD)
def test_bad_texts_are_refused_in_one_line_with_the_place(
    text: str, line: int, column: int, found: str, expected: str
) -> None:
    with pytest.raises(PuzzleError) as caught:
        FAMILY.parse(text)
    error = caught.value
    assert (error.line, error.column) == (line, column)
    assert found in error.found
    assert expected in error.expected
    assert "\n" not in str(error)
    assert len(str(error)) < 200


def outcome(text: str) -> str:
    """The error's line, or the title of the puzzle that was read; any other exception is the test's failure."""
    assert 0.0 <= FAMILY.recognise(text) <= 1.0
    try:
        return FAMILY.parse(text).title
    except PuzzleError as error:
        return str(error)


@settings(max_examples=150)
@given(square=squares(largest=5), name=st.sampled_from(["grid", "pls", "json"]), data=st.data())
def test_damaged_texts_raise_nothing_but_a_puzzle_error(square: LatinSquare, name: str, data: st.DataObject) -> None:
    text = FAMILY.write(square, name)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 6)))
    damaged = text[:start] + data.draw(st.text('0123456789.,-[]{}|":\t\n xn', max_size=4)) + text[end:]
    assert "\n" not in outcome(damaged)


@settings(max_examples=150)
@given(text=st.text('order n=[|]{}0123456789.\n\t,":', max_size=60))
def test_any_text_raises_nothing_but_a_puzzle_error(text: str) -> None:
    assert "\n" not in outcome(text)


@pytest.mark.parametrize(
    ("data", "found"),
    [
        ({}, "no grid"),
        ({"order": 2, "rows": [[1, 2], [1, 2]]}, "1 twice in column 1 (rows 1 and 2)"),
        ({"order": 2, "rows": [[1, 2], [2]]}, "row 2 has 1 field"),
        ({"order": 2, "rows": [[1, True], [2, 1]]}, "'true' is no symbol"),
        ({"order": 2, "rows": [[1, 3], [2, 1]]}, "symbol 3 is out of range"),
        ({"order": "2", "rows": [[1, 2], [2, 1]]}, "\"order\" is '2'"),
        ({"order": 2, "first_symbol": 2, "rows": [[1, 2], [2, 1]]}, '"first_symbol" is 2'),
    ],
)
def test_bad_json_values_are_refused(data: dict[str, object], found: str) -> None:
    with pytest.raises(PuzzleError, match=r".") as caught:
        FAMILY.from_json(data)
    assert found in caught.value.found


@pytest.mark.parametrize(
    ("order", "grid", "first", "found"),
    [
        (0, (), 1, "the order is 0"),
        (2, (0, 1, 1), 1, "the grid has 3 cells"),
        (2, (0, 1, 1, 2), 1, "row 2, column 2 holds 3"),
        (2, (0, 1, -2, 0), 0, "row 2, column 1 holds -2"),
        (2, (0, 0, 1, -1), 1, "1 twice in row 1 (columns 1 and 2)"),
        (2, (0, 1, 0, -1), 0, "0 twice in column 1 (rows 1 and 2)"),
        (2, (0, 1, 1, 0), 2, "the first symbol is 2"),
    ],
)
def test_no_faulty_square_can_be_made(order: int, grid: tuple[int, ...], first: int, found: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        LatinSquare(order, grid, first)
    assert caught.value.found == found


def test_a_board_of_another_order_is_refused_with_its_place() -> None:
    with pytest.raises(PuzzleError) as caught:
        FAMILY.parse_board(LatinSquare(3, (-1,) * 9), "# mine\n  1 2\n  2 1")
    assert (caught.value.line, caught.value.column) == (2, 3)
    assert caught.value.message == "the board is 2 x 2 of 4 cells; expected 3 x 3 of 9, as the puzzle"


def test_unknown_formats_and_shapes_are_refused() -> None:
    square = LatinSquare(2, (-1,) * 4)
    for name in ("dzn", "nonsense"):
        with pytest.raises(PuzzleError, match="grid or pls or json"):
            FAMILY.write(square, name)
    for key in ("order-1", "order-256", "order-20x", "square-10", ""):
        with pytest.raises(PuzzleError, match="order-2 to order-255"):
            FAMILY.priors.training_shape(key)
    with pytest.raises(PuzzleError, match="does not fit"):
        FAMILY.write(square, "grid", (0, 1, 1))


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"order": 5, "hole_count": 26}, "hole_count is 26; expected at most 25 for order 5"),
        ({"order": 1}, "order is 1; expected 2 to 255"),
        ({"order": 256}, "order is 256; expected 2 to 255"),
        ({"holes": 1.5}, "holes is 1.5; expected 0 to 1"),
        ({"size": 5}, "the generator has no parameter 'size'"),
    ],
)
def test_parameters_of_the_generator_that_are_not_admitted(parameters: dict[str, Value], message: str) -> None:
    with pytest.raises(ParameterError) as caught:
        FAMILY.needed_generator().resolve(parameters, "the generator")
    assert str(caught.value).startswith(message)
