"""Texts as other programs write them: read as what they are, or refused by the family that they are meant for."""

import pytest

from puzzles.errors import PuzzleError
from puzzles.registry import read, read_entries

SQUARE = read("1 . . 4\n. 4 1 .\n. 1 . .\n4 . . 1\n").grid


@pytest.mark.parametrize(
    "text",
    [
        "[[1,null,null,4],[null,4,1,null],[null,1,null,null],[4,null,null,1]]",
        "[[null,4,1,null],[1,null,null,4],[null,1,null,null],[4,null,null,1]]",
        "square = [[1, None, None, 4], [None, 4, 1, None], [None, 1, None, None], [4, None, None, 1]]\n",
        "[[ 1. nan nan  4.]\n [nan  4.  1. nan]\n [nan  1. nan nan]\n [ 4. nan nan  1.]]\n",
        "[[1. 0. 0. 4.]\n [0. 4. 1. 0.]\n [0. 1. 0. 0.]\n [4. 0. 0. 1.]]\n",
        "1.0,,,4.0\n,4.0,1.0,\n,1.0,,\n4.0,,,1.0\n",
        "1 0 0 4;\n0 4 1 0;\n0 1 0 0;\n4 0 0 1;\n",
        "1 0 0 4;\n0 4 1 0;\n0 1 0 0;\n4 0 0 1\n",
        "{1, 0, 0, 4},\n{0, 4, 1, 0},\n{0, 1, 0, 0},\n{4, 0, 0, 1}\n",
        "{{1, 0, 0, 4}, {0, 4, 1, 0}, {0, 1, 0, 0}, {4, 0, 0, 1}};\n",
    ],
    ids=["null", "null-first", "none", "nan", "floats", "pandas", "matlab", "matlab-last", "c-rows", "c"],
)
def test_matrices_of_other_programs_are_latin_squares(text):
    puzzle = read(text)
    assert puzzle.family == "latin"
    assert sorted(puzzle.grid) == sorted(SQUARE)
    assert read(text.replace("\n", "\r\n")) == puzzle


@pytest.mark.parametrize("comma", [",", ";", "\t"])
def test_empty_cells_with_which_a_spreadsheet_fills_up_are_no_cells_of_a_kakuro(comma):
    plain = "\\,4\\,6\\\n\\3,,\n\\7,,\n".replace(",", comma)
    filled = "".join(f"{line}{comma * 2}\n" for line in plain.splitlines()) + f"{comma * 4}\n" * 2
    assert read(filled, family_name="kakuro") == read(plain, family_name="kakuro")
    assert len(read_entries(filled + filled, family_name="kakuro")[1]) == 2


def test_an_eterna_table_with_commas_has_a_number_and_a_name():
    puzzle = read("Puzzle #,Puzzle Name,Secondary Structure\n1,foo,((((....))))\n")
    assert (puzzle.family, puzzle.name) == ("rna", "foo")


def test_empty_rows_below_a_table_are_passed_over():
    plain = "id;x;y;from;to\n0;0;0;0;100\n1;3;4;5;12\n2;6;0;8;20\n"
    assert read(plain + ";;;;\n" * 3 + '"";"";"";"";""\n') == read(plain)


def test_nodes_out_of_order_in_a_table_are_told():
    note = read("id,x,y,open,close\n1,3,4,5,12\n0,0,0,0,100\n2,6,0,8,20\n").note
    assert "nodes are numbered by their rows, the depot first, not as the table numbers them: 1, 0, 2 ..." in note
    assert "numbered" not in read("id,x,y,open,close\n9,3,4,5,12\n10,0,0,0,100\n11,6,0,8,20\n").note


def test_a_quote_within_a_text_of_another_family_is_no_fault_of_a_latin_square():
    text = '# a "quoted", "name" here\nnote, "a" b\n'
    with pytest.raises(PuzzleError, match="no known format"):
        read(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("id;x;y\n0;0;0\n1;3;4\n", "the header has no column opens"),
        ("id,x,y,ready_time\n0,0,0,0\n1,3,4,5\n", "the header has no column closes"),
        ("id,x,y,due\n0,0,0,90\n1,3,4,50\n", "the header has no column opens"),
        ("2\n0 5\n5 0\n8:00 AM 6:00 PM\n8:05 AM 12:00 PM\n", "clock times"),
        ("[[0, nan, 3], [1, 0, 2], [1, 2, 0]]\n[[0, 9], [0, 9], [0, 9]]\n", "found 'nan'"),
        ('["((((....))))", "(((....)))"]\n', "a secondary structure"),
        ("targets = ['((((....))))']\n", "a secondary structure"),
        ("1 ((((....))))\n2 (((....)))\n", "a secondary structure"),
        ("one: ((((....))))\n", "a secondary structure"),
        ("((((....))));GGGGAAAACCCC\n", "a secondary structure"),
    ],
)
def test_a_refusal_is_of_the_family_that_is_meant(text, words):
    with pytest.raises(PuzzleError, match=words):
        read(text)
