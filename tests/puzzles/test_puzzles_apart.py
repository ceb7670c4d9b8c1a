"""Several puzzles of a text, between what people put there; a first line `sep=;`; names that look like clues."""

import pytest

from puzzles.registry import read, read_entries

TEXTS = {
    "down-across": ("kakuro", "\\,4\\,6\\\n\\3,,\n\\7,,\n"),
    "colons": ("kakuro", ": 4: 6:\n:3 _ _\n:7 _ _\n"),
    "kak": ("kakuro", "3,3\n*,C4,C6\nF3,?,?\nF7,?,?\n"),
    "paper": ("kakuro", "\t4\t6\n3\t.\t.\n7\t.\t.\n"),
    "pzprv3": ("kakuro", "pzprv3\nkakuro\n2\n2\n0 4 6\n3 . .\n7 . .\n. .\n. .\n"),
    "url": ("kakuro", "https://puzz.link/p?kakuro/2/2/n4637\n"),
    "latin": ("latin", "1 . . 4\n. 4 1 .\n. 1 . .\n4 . . 1\n"),
    "samegame": ("samegame", "0 0 1 1\n1 1 0 0\n0 1 1 0\n"),
    "rna": ("rna", "((((....))))\n"),
}


@pytest.mark.parametrize("between", ["\n", "---\n", "=====\n", "\n----\n\n", "\f\n", "\f"], ids=repr)
@pytest.mark.parametrize("form", TEXTS)
def test_blank_lines_rules_and_form_feeds_part_puzzles(form, between):
    name, text = TEXTS[form]
    family, entries = read_entries(text + between + text, family_name=name)
    assert len(entries) == 2
    assert family.parse(entries[0].text) == family.parse(entries[1].text) == read(text, family_name=name)


@pytest.mark.parametrize("form", ["down-across", "colons", "kak", "pzprv3", "url", "latin", "samegame", "rna"])
def test_comments_part_puzzles_where_no_row_can_go_on(form):
    name, text = TEXTS[form]
    family, entries = read_entries(f"# one\n{text}# two\n{text}", family_name=name)
    assert family.parse(entries[1].text) == read(text, family_name=name)
    assert [entry.text.splitlines()[0] for entry in entries] == ["# one", "# two"]


def test_a_comment_within_a_puzzle_parts_nothing():
    above, below = TEXTS["down-across"][1].split("\n", 1)
    assert len(read_entries(f"{above}\n# sums to the left\n{below}")[1]) == 1
    rows = "+-+-+\n|1|2|\n+-+-+\n|2|1|\n+-+-+\n"
    assert len(read_entries(rows, family_name="latin")[1]) == 1
    assert len(read_entries("0 0 1 1\n1 1 0 0\n# the moves\n0 0\n", family_name="samegame")[1]) == 1


@pytest.mark.parametrize("first", ["sep=;\n", '"sep=;"\n', "SEP=;\r\n"])
def test_the_first_line_that_names_the_separator_for_excel_is_passed_over(first):
    for name, text in (
        ("kakuro", "\\;4\\;6\\\n\\3;;\n\\7;;\n"),
        ("latin", "1;;2\n;2;\n2;;1\n"),
        ("rna", "name;structure\na;((((....))))\n"),
        ("tsptw", "3\n0;1;2\n1;0;3\n2;3;0\n0;9\n0;9\n0;9\n"),
    ):
        assert read(first + text, family_name=name) == read(text, family_name=name)
        assert read(first + text) == read(text)


@pytest.mark.parametrize("name", ["C101", "C1", "R101", "F12"])
def test_a_name_above_solomons_customers_is_no_clue_of_a_kakuro(name):
    text = (
        f"{name}\n\nVEHICLE\nNUMBER     CAPACITY\n  25         200\n\nCUSTOMER\n"
        "CUST NO.  XCOORD.   YCOORD.    DEMAND   READY TIME  DUE DATE   SERVICE   TIME\n\n"
        "    0      40         50          0          0       1236          0\n"
        "    1      45         68         10        912        967         90\n"
        "    2      45         70         30        825        870         90\n"
    )
    puzzle = read(text)
    assert (puzzle.family, puzzle.name, puzzle.n) == ("tsptw", name, 3)


def test_the_energy_that_rnaeval_prints_is_no_second_puzzle():
    assert read("GGGGAAAACCCC\n((((....))))\n energy = -5.40 kcal/mol\n").pairs == read("((((....))))\n").pairs
