"""Bad SameGame texts: one line with the place, what was found and what was expected; and nothing but PuzzleError."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from drivers.samegame_boards import board, puzzle_of, puzzles, random_game
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.samegame import FAMILY
from puzzles.samegame.puzzle import SameGamePuzzle

SMALL = puzzle_of("02.", "011", "210")

BAD = [
    ("# only words", 1, 1, "there is no board", "rows of colours"),
    ("moves\n0 1\n", 2, 1, "there is no board", "rows of colours"),
    ("0 1 1\n2 9 2\n1 1 1", 2, 3, "the cell is '9'", "0 to 8, or -1 or . for an empty cell"),
    ("0 1 1\n2 -2 2\n1 1 1", 2, 3, "the cell is '-2'", "0 to 8"),
    ("0, 1,  x\n1,1,1", 1, 8, "the cell is 'x'", "0 to 8"),
    ("0 1 1\n2 1\n1 1 1", 2, 1, "row 2 has 2 cells", "3, as in the other rows"),
    ("0 1 1\n2\n1 1 1", 2, 2, "row 2 has 1 cell", "3, as in the other rows"),
    ("0 1 1\n2 1 1 0\n1 1 1", 2, 7, "row 2 has 4 cells", "3, as in the other rows"),
    ("01\n110\n111", 1, 3, "row 1 has 2 cells", "3, as in the other rows"),
    ("0 1 1\n. 1 1\n1 1 1", 2, 1, "an empty cell has a filled one above it", "fallen down"),
    ("0 . 1\n0 . 1", 2, 3, "an empty column has a filled one to its right", "closed to the left"),
    (". . .\n. . .", 2, 1, "the board is empty", "at least one filled cell"),
    ("0 1 1 " * 22 + "\n0", 1, 129, "row 1 is longer", "at most 64 cells"),
    ("0" * 65 + "\n" + "1" * 65, 1, 65, "row 1 is longer", "at most 64 cells"),
    ("0 1 1\n" * 65, 65, 1, "the board has more than 64 rows", "a blank line separates two boards"),
    ("0 0 \n" * 200_000, 2049, 1, "the board has more than 2,048 rows", "at most 64 rows; a blank line"),
    ("0 1 1\n0 1 1\nmoves\n5 5\n", 4, 1, "move 1: the cell (5,5) is not on the board of 3 x 2", "a group of two"),
    ("0 1 1\n2 1 1\nmoves\n1 0\n0 0\n", 5, 1, "move 2: the cell (0,0) has no neighbour of its colour", "a group"),
    ("0 1 1\n0 1 1\nmoves\n1 0\n1 0\n", 5, 1, "move 2: the cell (1,0) is empty", "a group of two"),
    ("0 1 1\n0 1 1\nmoves\n99 0\n", 4, 1, "move 1 is (99,0)", "columns and rows 0 to 63"),
    ("0 1 1\n0 1 1\nmoves\n1\n", 4, 1, "found '1'", "a move such as 3 0"),
    ("0 1 1\n0 1 1\nmoves\n  left 3\n", 4, 3, "found 'left 3'", "a move such as 3 0"),
    ("0 1 1\n0 1 1\nmoves\n1 0 1\n", 4, 1, "found '1 0 1'", "a move such as 3 0"),
    ("0 1 1\n0 1 1\nmoves\n1 0\nmoves\n", 5, 1, "the moves begin twice", "one game a board"),
    ("0 1 1\n0 1 1\n1 0\nmoves\n", 4, 1, "the line 'moves' comes after moves", "before the first move"),
    ("0 1 1\n0 1 1\nmoves\n" + "0 0\n" * 3000, 2052, 1, "the game has more than 2,048 moves", "a game"),
    ("0\n\n" * 10_001, 20_001, 1, "the text holds more than 10,000 boards", "fewer"),
    ('{"a":' * 10_000, 1, 1, "nested too deeply", "an object with rows"),
    ("[" * 10_000, 1, 1, "the cell is '[[[", "0 to 8"),
    ("[[0, 1, 1],\n", 1, 1, "a bracket that is not closed", "']'"),
    ("[[0, 1, 1],\n [1, x, 1]]", 2, 6, "the cell is 'x'", "0 to 8"),
    ("[0, 1, 1],\n[1, 1],\n[1, 1, 1]", 2, 2, "row 2 has 2 cells", "3, as in the other rows"),
    ("[[0, 1, 1],\n [1, 1, 1)]", 2, 10, "found ')'", "']'"),
    ('"0","1","1"\n"1","9","1"', 2, 6, "the cell is '9'", "0 to 8"),
    ('"0","1\n1,1', 1, 5, "a quote begins here", "another quote at its end"),
    ("0|1|1\n1||1", 2, 3, "the cell is ''", "0 to 8"),
    ('{"rows": [[1, 1],\n [1 1]]}', 2, 5, "this is not JSON", "well-formed JSON"),
    ("[]", 1, 1, "the cell is '[]'", "0 to 8"),
    ('[{"rows": [[1, 1]]}, [1]]', 0, 0, "item 2 of the list is [1]", "an object with rows"),
    ('{"moves": [[1, 1]]}', 0, 0, 'there is no "rows"', "an array of arrays"),
    ('{"rows": 3}', 0, 0, '"rows" is not a board', "an array of arrays"),
    ('{"rows": [[1, 1], [1]]}', 0, 0, "row 2 has 1 cells", "2, as the first"),
    ('{"rows": [[1, true]]}', 0, 0, "row 1, cell 2 is true", "an array of arrays"),
    ('{"rows": [[1, 1' + "0" * 30 + "]]}", 0, 0, "row 1, cell 2 is a number of more than 18 digits", "0 to 8"),
    ('{"rows": []}', 0, 0, "the board is 0 wide", "1 to 64"),
    ('{"rows": [[1, 1]], "name": 7}', 0, 0, '"name" is 7', "a text"),
    ('{"rows": [[1, 1]], "note": []}', 0, 0, '"note" is []', "a text"),
    ('{"rows": [[1, 1]], "family": "latin"}', 0, 0, "\"family\" is 'latin'", '"samegame"'),
    ('{"rows": [[1, 1]], "moves": 5}', 0, 0, '"moves" is 5', "an array of [column, row]"),
    ('{"rows": [[1, 1]], "moves": [[1, 0, 0]]}', 0, 0, "move 1 is [1, 0, 0]", "[column, row]"),
    ('{"rows": [[1, 1]], "moves": [[-1, 0]]}', 0, 0, "move 1 is (-1,0)", "columns and rows 0 to 63"),
    ('{"rows": [[1, 1]], "moves": [[2, 0]]}', 0, 0, "move 1: the cell (2,0) is not on the board of 2 x 1", "a group"),
    ('{"rows": [[1, 1]], "moves": [[0, 0]], "points": 4}', 0, 0, '"points" is 4', "1000, what the moves make"),
    ('{"rows": [[1, 1]], "moves": [[0, 0]], "score": "x"}', 0, 0, "\"score\" is 'x'", "1000, what the moves make"),
    ('{"testIn": "0 1\\n0 x"}', 0, 0, "the cell is 'x' (\"testIn\", line 2, column 3)", "0 to 8"),
    ('{"testIn": "0 1\\n0 1\\n\\n1 1"}', 0, 0, '"testIn" holds 2 boards', "one"),
]


@pytest.mark.parametrize(("text", "line", "column", "found", "expected"), BAD)
def test_a_bad_text_is_refused_with_its_place(text: str, line: int, column: int, found: str, expected: str) -> None:
    with pytest.raises(PuzzleError) as error:
        registry.read(text, family_name="samegame", source="file")
    assert (error.value.line, error.value.column) == (line, column), str(error.value)
    assert found in error.value.found
    assert expected in error.value.expected
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 200


BAD_GAMES = [
    ("0 2 .\n0 1 1\n2 1 1\nmoves\n", 3, 5, "the cell is 1", "0, as in the puzzle's board"),
    ("0 2\n0 1\n2 1\n8 x", 4, 3, "the cell is 'x'", "0 to 8"),
    ("0 2 . .\n0 1 1 1\n", 1, 1, "the board is 4 x 2", "3 x 3, as the puzzle's"),
    ("0 2 .\n0 1 1\n2 1 0\n\n0 2 .\n0 1 1\n2 1 0", 5, 1, "the text holds 2 boards", "such as #2"),
    ("1 0\n70 0\n", 2, 1, "move 2 is (70,0)", "columns and rows 0 to 63"),
    ("moves\n1 0\nx y\n", 3, 1, "found 'x y'", "a move such as 3 0"),
    ('{"rows": [[0, 0]], "moves": []}', 0, 0, '"rows" is another board', "the puzzle's (SameGame, 3 x 3, 3 colours)"),
    ('{"position": 10}', 0, 0, 'there is no "moves"', "an array of [column, row]"),
    ('{"moves": [[1, 0]], "score": 5}', 0, 0, '"score" is 5', "1, what the moves make"),
    ('[{"moves": [[1, 0]]}, {"moves": []}]', 0, 0, "the list holds 2 games", "one"),
]


@pytest.mark.parametrize(("text", "line", "column", "found", "expected"), BAD_GAMES)
def test_a_bad_game_is_refused_with_its_place(text: str, line: int, column: int, found: str, expected: str) -> None:
    with pytest.raises(PuzzleError) as error:
        FAMILY.parse_board(SMALL, text)
    assert (error.value.line, error.value.column) == (line, column), str(error.value)
    assert found in error.value.found
    assert expected in error.value.expected


def test_a_game_that_is_not_legal_is_not_written() -> None:
    for name in ("rows", "codingame", "json", "svg"):
        with pytest.raises(PuzzleError, match=r"the cell \(0,0\) has no neighbour"):
            FAMILY.write(SMALL, name, (0,))
    with pytest.raises(PuzzleError, match="'grid' is not one that can be written"):
        FAMILY.write(SMALL, "grid")


def test_puzzles_of_other_families_are_refused() -> None:
    latin = registry.get_family("latin").parse("1 2\n2 1")
    with pytest.raises(PuzzleError, match="'latin'"):
        FAMILY.judge(latin, ())


def refusal(work: Callable[[], object]) -> str:
    """The words of the PuzzleError that the work raises; empty if it raises none. Other errors go on."""
    try:
        work()
    except PuzzleError as error:
        return str(error)
    return ""


@settings(max_examples=150)
@given(st.text(alphabet='0123 \n\t.,;-#:xmoves{}[]"', max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    assert "\n" not in refusal(lambda: FAMILY.parse(text))
    assert "\n" not in refusal(lambda: FAMILY.entries(text))
    assert "\n" not in refusal(lambda: FAMILY.parse_board(SMALL, text))
    assert 0.0 <= FAMILY.recognise(text) <= 1.0


@settings(max_examples=60)
@given(puzzles(), st.integers(0, 2**32), st.data())
def test_a_damaged_text_is_read_or_refused(puzzle: SameGamePuzzle, seed: int, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from([one.name for one in FAMILY.writable(puzzle) if one.reads]))
    text = FAMILY.write(puzzle, name, board(random_game(puzzle, seed)))
    at = data.draw(st.integers(0, len(text)))
    damaged = text[:at] + data.draw(st.sampled_from(["", "9", "\n", "x", " ", "]"])) + text[at + 1 :]
    assert "\n" not in refusal(lambda: FAMILY.judge(puzzle, FAMILY.parse_board(puzzle, damaged)))
    assert "\n" not in refusal(lambda: FAMILY.write(FAMILY.parse(damaged), "rows"))  # what is read is legal


def test_json_values_that_are_no_puzzle() -> None:
    data = FAMILY.to_json(SMALL)
    for key, value in (("rows", [[0, 1], "x"]), ("rows", None), ("name", None), ("moves", [7]), ("family", None)):
        with pytest.raises(PuzzleError):
            FAMILY.from_json(json.loads(json.dumps(data | {key: value})))
