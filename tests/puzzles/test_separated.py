"""The reader of separated values and of rows in brackets that all families share."""

from __future__ import annotations

import pytest

from puzzles.errors import PuzzleError
from puzzles.text.fields import used_lines
from puzzles.text.separated import header_names, sheet, table, with_point

GRID = [["1", "", "x"], ["2", "3", "y"]]


def rows(text: str, most: int = 20) -> list[list[str]]:
    return [[cell.text for cell in row] for row in sheet(used_lines(text), most).rows]


@pytest.mark.parametrize(
    "text",
    [
        "1,,x\n2,3,y\n",
        "1;;x\n2;3;y\n",
        "1\t\tx\n2\t3\ty\n",
        "1||x\n2|3|y\n",
        "| 1 |  | x |\n|---|:-:|---|\n| 2 | 3 | y |\n",
        '"1","","x"\n"2","3","y"\n',
        '"1";;"x"\n2;"3";y\n',
        '"1"\t""\t"x"\n"2"\t"3"\t"y"\n',
    ],
)
def test_the_same_cells_are_read_of_each_way_to_separate(text: str) -> None:
    assert rows(text) == GRID


@pytest.mark.parametrize(
    "text",
    [
        "[[1, 2], [3, 4]]",
        "[1, 2]\n[3, 4]\n",
        "[1, 2],\n[3, 4],\n",
        "[[1, 2],\n [3, 4]]\n",
        "[[1 2]\n [3 4]]\n",
        "((1, 2), (3, 4))",
        "{{1, 2}, {3, 4}}",
        "[1 2; 3 4]",
        "m = [[1, 2], [3, 4]]",
        "array([[1, 2],\n       [3, 4]])",
        "np.array([[1, 2], [3, 4]], dtype=int8)",
        "m = numpy.array([[1, 2], [3, 4],])",
        "[['1', \"2\"], ['3', '4']]",
        '[["1", "2"], ["3", "4"]]',
        "1 2\n[3, 4]\n",
    ],
)
def test_the_same_rows_are_read_of_each_way_to_print_a_matrix(text: str) -> None:
    assert rows(text) == [["1", "2"], ["3", "4"]]


def test_a_quoted_cell_has_quotes_separators_and_line_breaks_in_it() -> None:
    assert rows('"a ""b""",2\n"c\n,d",3\n') == [['a "b"', "2"], ["c\n,d", "3"]]
    read = sheet(used_lines('"c\n,d",3\n4,"5"\n'), 9).rows
    assert [(cell.line, cell.column) for row in read for cell in row] == [(1, 2), (2, 5), (3, 1), (3, 4)]


def test_commas_between_digits_are_decimal_where_tabs_or_semicolons_separate() -> None:
    for text in ("1,5;2,5\n3;4,25\n", "1,5\t2,5\n3\t4,25\n"):
        found = sheet(used_lines(text), 9)
        assert [[with_point(cell, found.separator).text for cell in row] for row in found.rows] == [
            ["1.5", "2.5"],
            ["3", "4.25"],
        ]
    found = sheet(used_lines("1,5\n3,4\n"), 9)
    assert [with_point(cell, found.separator).text for cell in found.rows[0]] == ["1", "5"]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ('1,"2\n3,4\n', "<text>:1:3: a quote begins here; expected another quote at its end"),
        ('"1"2,3\n', "<text>:1:1: a quote begins here; expected ',' behind its end"),
        ("[[1, 2], [3, 4]\n", "<text>:1:1: a bracket that is not closed; expected ']'"),
        ("[1, 2)\n", "<text>:1:6: found ')'; expected ']'"),
        ("[1, 2]]\n", "<text>:1:7: found ']'; expected a row"),
        ("[1,, 2]\n", "<text>:1:4: found ','; expected a value before it"),
        ("[1, [2, 3]]\n", "<text>:1:2: a value beside rows; expected values within the brackets of a row"),
    ],
)
def test_damaged_quotes_and_brackets_are_named_with_their_place(text: str, error: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        rows(text)
    assert str(caught.value) == error


COLUMNS = {"target": ("structure", "dot bracket"), "name": ("id", "title"), "sequence": ("seq",)}


@pytest.mark.parametrize("header", ["Name;Target", '"ID";"Dot-Bracket"', "title;STRUCTURE", "name;dot_bracket;"])
def test_columns_are_known_by_their_names_in_any_case_and_by_synonyms(header: str) -> None:
    read = table(used_lines(f"{header}\na;(.)\n\nb;((.))\n"), COLUMNS, ("target",))
    assert [(one["name"].text, one["target"].text, one["target"].line) for one in read.records()] == [
        ("a", "(.)", 2),
        ("b", "((.))", 4),
    ]
    assert {"name", "target"} <= set(header_names(header, COLUMNS))


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (
            "id,seq\na,ACGU\n",
            "1:1: the header has no column target; expected one called target, structure or dot bracket",
        ),
        ("id,target\na\n", "2:2: the row has 1 cell; expected 2, as the header"),
        ("id,target\na,(.),3\n", "2:7: the row has 3 cells; expected 2, as the header"),
        (
            "id,structure,dot-bracket\n",
            "1:14: 'structure' and 'dot-bracket' both stand for the column target; expected one of them",
        ),
    ],
)
def test_what_is_wrong_with_a_table_is_named_with_its_place(text: str, error: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        table(used_lines(text), COLUMNS, ("target",))
    assert str(caught.value) == f"<text>:{error}"


def test_a_name_of_its_own_goes_before_its_synonyms() -> None:
    read = table(used_lines("target,structure,Other Column\n(.),x,y\n"), COLUMNS, ("target",))
    assert read.names == ("target", "structure", "other column")
