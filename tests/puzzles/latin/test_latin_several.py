"""Several Latin squares in one text, and plain grids as people and programs write them."""

from __future__ import annotations

import pytest
from drivers.latin_texts import squares
from drivers.sudoku_texts import GRID, VALUES
from hypothesis import given, settings

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.latin import FAMILY
from puzzles.latin.puzzle import LatinSquare

SQUARE = LatinSquare(3, (0, -1, 2, 1, 2, -1, -1, 0, 1))
OTHER = LatinSquare(3, (-1, 0, 2, 0, 2, 1, 2, 1, 0))
ROWS = "1 . 3\n2 3 .\n. 1 2\n"


def all_of(text: str) -> list[LatinSquare]:
    _, entries = registry.read_entries(text, family_name="latin")
    found = [registry.read(text, family_name="latin", entry=one.key) for one in entries]
    return [one for one in found if isinstance(one, LatinSquare)]


@pytest.mark.parametrize("name", ["grid", "pls", "json"])
@settings(max_examples=15)
@given(one=squares(largest=12), other=squares(largest=12))
def test_squares_one_behind_the_other_are_chosen_by_number(name: str, one: LatinSquare, other: LatinSquare) -> None:
    text = FAMILY.write(one, name) + "\n" + FAMILY.write(other, name)
    assert all_of(text) == [one, other]
    with pytest.raises(PuzzleError, match="the text holds 2 puzzles; expected one of them, by number"):
        FAMILY.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        f"{ROWS}\n. 1 3\n1 3 2\n3 2 1\n",
        f"# one\n{ROWS}\n# other\n\n. 1 3\n1 3 2\n3 2 1\n",
        f"3\n{ROWS}3\n. 1 3\n1 3 2\n3 2 1\n",
        "1,,3\n2,3,\n,1,2\n\n,1,3\n1,3,2\n3,2,1\n",
        "1.3\n23.\n.12\n\n.13\n132\n321\n",
        "order 3\n0 -1 2\n1 2 -1\n-1 0 1\n# shown to people from 1\n"
        "order 3\n-1 0 2\n0 2 1\n2 1 0\n# shown to people from 1\n",
    ],
)
def test_grids_of_a_text_are_told_apart(text: str) -> None:
    assert all_of(text) == [SQUARE, OTHER]


def test_lines_that_are_each_a_grid_are_told_apart() -> None:
    assert [one.holes for one in all_of(f"{VALUES}\n{VALUES}\n{VALUES}\n")] == [51] * 3


def test_a_later_grid_that_is_damaged_is_one_too_and_names_its_line() -> None:
    text = f"{ROWS}\n1 2\n3 1 2\n2 3 1\n\n{ROWS}"
    assert len(registry.read_entries(text, family_name="latin")[1]) == 3
    with pytest.raises(PuzzleError) as caught:
        registry.read(text, family_name="latin", entry="2")
    assert str(caught.value) == "<text>:5:4: row 1 has 2 fields; expected 3, as in the other rows"


SPACED = [" ".join(row[at : at + 3] for at in (0, 3, 6)) for row in GRID.split("\n")]


@pytest.mark.parametrize(
    "text",
    [
        "\n\n".join(GRID[at : at + 29] for at in (0, 30, 60)),  # bands
        "\n".join(SPACED),
        "\n".join([*SPACED[:3], "", *SPACED[3:6], "", *SPACED[6:]]),
        "\n".join([*SPACED[:3], "---+---+---", *SPACED[3:6], "---+---+---", *SPACED[6:]]).replace(" ", "|"),
        "\n".join(" | ".join(" ".join(box) for box in row.split()) for row in SPACED),
        "\n".join("|" + "|".join(row) + "|" for row in GRID.split("\n")),
        "\n".join(";".join(row).replace(".", "") for row in GRID.split("\n")),
        "\n".join(",".join(f'"{one}"' for one in row).replace(".", "") for row in GRID.split("\n")),
        "\n".join(str([int(one) if one != "." else 0 for one in row]) for row in GRID.split("\n")),
        str([[int(one) if one != "." else 0 for one in row] for row in GRID.split("\n")]),
        "grid = np.array([" + ",\n".join(str(list(row)) for row in GRID.split("\n")) + "])",
        f"9\n{GRID}",
        "9\n" + "\n".join(" ".join(row) for row in GRID.split("\n")),
        GRID.translate(str.maketrans("123456789", "ABCDEFGHI")),
        GRID.translate(str.maketrans("123456789", "abcdefghi")),
        "\n".join(" ".join(row) for row in GRID.translate(str.maketrans("123456789", "ABCDEFGHI")).split("\n")),
    ],
)
def test_one_grid_however_it_is_printed(text: str) -> None:
    assert registry.read(text) == registry.read(VALUES)


@pytest.mark.parametrize(
    ("text", "grid", "note"),
    [
        ("A B C\nB C A\nC A .\n", (0, 1, 2, 1, 2, 0, 2, 0, -1), "letters read as numbers, A = 1 to C = 3"),
        ("c . b\n. b c\nb c .\n", (2, -1, 1, -1, 1, 2, 1, 2, -1), "letters read as numbers, a = 1 to c = 3"),
        ("KQ\nQK\n", (0, 1, 1, 0), "letters read as numbers, K = 1; Q = 2"),
    ],
)
def test_letters_are_symbols_and_a_note_says_which(text: str, grid: tuple[int, ...], note: str) -> None:
    found = registry.read(text)
    assert isinstance(found, LatinSquare)
    assert found.grid == grid
    assert note in found.note


def test_letters_go_on_behind_9() -> None:
    order = 16
    signs = ".123456789ABCDEFG"
    text = "\n".join("".join(signs[(row + column) % order + 1] for column in range(order)) for row in range(order))
    found = registry.read(text)
    assert isinstance(found, LatinSquare)
    assert found.grid == tuple((row + column) % order for row in range(order) for column in range(order))


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("A b\nB a\n", "1:1: 'A' is no symbol"),
        ("A D\nC .\n", "1:1: 'A' is no symbol"),
        ("A B\nB B\n", "2:3: B twice in row 2"),
        ("7\n1 2 3\n2 3 1\n3 1 2\n", "2:6: row 1 has 3 fields; expected 7, as line 1 says"),
        ("N=2;\nstart=[|1,2|2,1|];\nmore\n", "3:1: found 'more'; expected N=...; and start=[| ... |]; alone"),
        ("letting N = 2\nletting s = [[1,2],[2,1]]\n$ a comment\nmore", "4:1: found 'more'; expected letting N = ..."),
    ],
)
def test_what_can_not_be_meant_is_refused_at_its_place(text: str, error: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        FAMILY.parse(text)
    assert str(caught.value).startswith(f"<text>:{error}")


@pytest.mark.parametrize(
    "text", ["1\n", ".\n", "order 1\n0\n", '{"family": "latin", "order": 1, "rows": [[null]]}', "1\n1\n"]
)
def test_a_square_of_order_1_is_read(text: str) -> None:
    assert registry.read(text, family_name="latin").title.startswith("Latin square, order 1, ")


def test_the_closing_bracket_of_an_array_may_stand_below_its_last_bar() -> None:
    for end in ("|\n];", "|];", "\n|];", "|\n ]"):
        assert registry.read(f"N=2;\nstart=\n[|\n 1, 0|\n 0, 1{end}") == LatinSquare(2, (0, -1, -1, 0))
