"""Several Kakuro in one text, in each format; cells however they are separated; URLs however they are copied."""

from __future__ import annotations

import json

import pytest
from drivers.kakuro_damaged import JSON, KAK, PZPRV3, SQUARE, TWO_GRIDS, XCSP3

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.kakuro import FAMILY
from puzzles.kakuro.puzzle import Kakuro

CSV = "\\,4\\,6\\\n\\3,,\n\\7,,\n"
COLON = ": 4: 6:\n:3 _ _\n:7 _ _\n"
OTHER = "\\,3\\,4\\\n\\4,,\n\\3,,\n"
URL = "https://puzz.link/p?kakuro/2/2/n4637\n"
OTHER_URL = "https://puzz.link/p?kakuro/2/2/n3443\n"
PUZZLE = registry.read(CSV)


def all_of(text: str, family_name: str | None = None) -> list[Kakuro]:
    """Each puzzle of the text, chosen by its number."""
    _, entries = registry.read_entries(text, family_name=family_name)
    found = [registry.read(text, family_name=family_name, entry=one.key) for one in entries]
    assert all(isinstance(one, Kakuro) for one in found)
    return [one for one in found if isinstance(one, Kakuro)]


@pytest.mark.parametrize(
    "text",
    [
        f"{CSV}\n{OTHER}",
        f"# the first\n{CSV}\n\n# the second\n{OTHER}# a comment behind\n",
        f"{COLON}\n: 3: 4:\n:4 _ _\n:3 _ _\n",
        FAMILY.write(PUZZLE, "pzprv3") + FAMILY.write(registry.read(OTHER), "pzprv3"),
        FAMILY.write(PUZZLE, "pzprv3") + "\n\n" + FAMILY.write(registry.read(OTHER), "pzprv3"),
        FAMILY.write(PUZZLE, "kak") + FAMILY.write(registry.read(OTHER), "kak"),
        FAMILY.write(PUZZLE, "kak").partition("\n")[2] + "\n" + FAMILY.write(registry.read(OTHER), "kak"),
        URL + OTHER_URL,
        f"\n{URL}\n{OTHER_URL}\n",
        FAMILY.write(PUZZLE, "json") + FAMILY.write(registry.read(OTHER), "json"),
        f"[{FAMILY.write(PUZZLE, 'json')},\n {FAMILY.write(registry.read(OTHER), 'json')}]",
        "Horizontal\n#,#,#\n3,0,0\n7,0,0\nVertical\n#,4,6\n#,0,0\n#,0,0\n"
        "Horizontal\n#,#,#\n4,0,0\n3,0,0\n\nVertical\n#,3,4\n#,0,0\n#,0,0\n",
    ],
)
def test_each_of_two_puzzles_is_read_by_its_number(text: str) -> None:
    assert all_of(text) == [PUZZLE, registry.read(OTHER)]
    with pytest.raises(PuzzleError, match="the text holds 2 puzzles; expected one of them, by number"):
        registry.read(text)


def test_each_square_and_each_solution_grid_is_a_puzzle_too() -> None:
    assert [one.square for one in all_of(f"{SQUARE}\n{SQUARE}")] == [True, True]
    solved = "a title\n0 0 0 0\n0 1 2 3\n0 2 #3 1\n0 3 1 2\n"
    assert [one.givens.count(3) for one in all_of(f"{solved}\n{solved}")] == [1, 1]
    assert len(all_of(TWO_GRIDS + TWO_GRIDS)) == len(all_of(XCSP3 + XCSP3)) == len(all_of(JSON + JSON)) == 2
    assert len(all_of(KAK + KAK)) == len(all_of(PZPRV3 + PZPRV3)) == 2


def test_an_error_in_a_later_puzzle_names_its_line_in_the_whole_text() -> None:
    for text, place in (
        (f"{CSV}\n{CSV.replace('7', '44')}", "7:2"),
        (f"{JSON}\n {JSON.replace('F4,', 'F44,')}", "7:4"),
    ):
        with pytest.raises(PuzzleError) as caught:
            registry.read(text, entry="2")
        assert str(caught.value).startswith(f"<text>:{place}: across clue 44")


def test_rows_with_a_blank_line_between_are_one_puzzle() -> None:
    assert all_of(CSV.replace("\n", "\n\n")) == [PUZZLE]


def test_boards_of_several_solutions_are_chosen_by_number_too() -> None:
    text = FAMILY.write_many(PUZZLE, "down-across", [(1, 2, 3, 4), (2, 1, 4, 3)])
    assert registry.part(FAMILY, text, "2", lambda one: FAMILY.parse_board(PUZZLE, one)) == (2, 1, 4, 3)
    for several in (text, "1 2\n3 4\n\n2 1\n4 3\n"):
        with pytest.raises(PuzzleError, match="the text holds 2 puzzles"):
            FAMILY.parse_board(PUZZLE, several)


@pytest.mark.parametrize(
    "text",
    [
        '"\\","4\\","6\\"\n"\\3",,\n"\\7",,\n',
        "\\;4\\;6\\\n\\3;;\n\\7;;\n",
        "\\\t4\\\t6\\\n\\3\t\t\n\\7\t\t\n",
        "| \\ | 4\\ | 6\\ |\n|---|----|----|\n| \\3 |  |  |\n| \\7 |  |  |\n",
        "|x|4\\|6\\|\n|\\3|-|-|\n|\\7|-|-|\n",
        "# 4\\ 6\\\n\\3 . .\n\\7 . .\n",
        "/ 4/ 6/\n/3 . .\n/7 . .\n",
        "x 4/ 6/\n/3 - -\n/7 - -\n",
        "x /4 /6\n3/ - -\n7/ - -\n",
        '[["\\\\", "4\\\\", "6\\\\"], ["\\\\3", "", ""], ["\\\\7", "", ""]]',
        "3;3\n*;C4;C6\nF3;?;?\nF7;?;?\n",
        '"3","3"\n"*","C4","C6"\n"F3","?","?"\n"F7","?","?"\n',
        "*\tC4\tC6\nF3\t?\t?\nF7\t?\t?\n",
        "https://puzz.link/p?kakuro/2/2/n4637",
        "puzz.link/p?kakuro/2/2/n4637",
        "<https://puzz.link/p?kakuro/2/2/n4637>",
        "http://pzv.jp/p.html?kakuro/2/2/n4637/",
        "pzprv3.html?kakuro/2/2/n4637",
        "//puzz.link/p?kakuro/v:/2/2/n4637",
        "kakuro/2/2/n4637/",
    ],
)
def test_the_same_puzzle_is_read_however_its_cells_are_separated_or_its_url_was_copied(text: str) -> None:
    assert all_of(text) == [PUZZLE]


def test_sums_with_a_slash_are_read_in_the_order_that_fits() -> None:
    assert registry.read("x /4 /6\n3/ - -\n7/ - -\n").note == "clues read as across/down"
    assert registry.read("x 4/ 6/\n/3 - -\n/7 - -\n").note == "clues read as down/across"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("{}garbage\n", "10:1: a line behind the board; expected the end, or another puzzle with its line pzprv3"),
        ("{}info:{{}}\nmore\n", "11:1: a line behind the board; expected the end"),
        ("{}history:{{\n", "10:10: this is not JSON; expected the history as pzpr saves it"),
        ("{}1 2\n", "10:1: a line behind the board; expected the end, or another puzzle with its line pzprv3"),
    ],
)
def test_what_stands_behind_a_board_is_not_dropped(text: str, error: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        registry.read(text.format(PZPRV3))
    assert str(caught.value) == f"<text>:{error}"


@pytest.mark.parametrize(
    "more", ['info:{"metadata":{}}\n', 'history:{\n "a": [1]\n}\n', "http://pzv.jp/p?kakuro/2/2\n"]
)
def test_what_pzpr_saves_behind_a_board_is_left_out_with_a_note(more: str) -> None:
    assert registry.read(PZPRV3 + more).note == "the moves and words behind the board are left out"


def test_two_marks_of_cells_that_could_be_white_are_refused() -> None:
    with pytest.raises(PuzzleError, match=r"cell '-' beside '_' on line 2; expected one mark of white cells"):
        registry.read("x 4\\ 6\\\n\\3 _ _\n\\7 - -\n", family_name="kakuro")


def test_a_list_of_json_that_is_damaged_is_refused_at_its_place() -> None:
    one = json.loads(JSON)
    with pytest.raises(PuzzleError, match=r"item 2 of the list is 3"):
        registry.read(json.dumps([one, 3]), family_name="kakuro")
    with pytest.raises(PuzzleError, match=r"<text>:4:5: this is not JSON"):
        registry.read(f"{JSON}    x", family_name="kakuro")
