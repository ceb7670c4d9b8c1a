"""Bad targets and designs: one line each, with line and column, what was found and what was expected."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.rna.puzzle import RnaPuzzle

FAMILY = registry.get_family("rna")


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("((((...)))", 1, 1, "position 1: '(' is never closed"),
        ("# a comment\n  ((...)))\n", 2, 10, "position 8: ')' closes no bracket"),
        ("((..))", 1, 5, "positions 2 and 5 enclose 2; expected a hairpin loop of at least 3"),
        ("()", 1, 2, "positions 1 and 2 enclose 0"),
        ("(((..[[..)))..]]", 1, 6, "'[' is a pseudoknot's; pseudoknots can't be designed"),
        ("((({...)))...}", 1, 4, "pseudoknots can't be designed"),
        ("(((...<<)))..>>", 1, 7, "pseudoknots can't be designed"),
        ("(((..A...)))...a", 1, 6, "pseudoknots can't be designed"),
        ("(((.|.)))", 1, 5, "position 5: '|'; expected a structure of . ( and )"),
        ("name,sequence\nx,GGAAACC\n", 1, 1, "the header has no column target; expected one called target, structure"),
        ("((...))\nANNNNNC", 2, 7, "positions 1 and 7 are to pair; A and C can't"),
        ("((...))\nRNNNNNR", 2, 7, "positions 1 and 7 are to pair; R and R can't"),
        ("((...))\nNNNNN", 2, 5, "the sequence has 5 letters; expected 7"),
        ("((...))\nNNNNNNNN", 2, 8, "the sequence has 8 letters; expected 7"),
        ("((...))\nNNNZNNN", 2, 4, "position 4: 'Z' is no restraint"),
        ("((...))\nNNN-NNN", 2, 4, "position 4: '-' is no restraint"),
        ("((...))\nANNNNNN\nGGAAACC", 3, 1, "position 1: the start sequence has G; expected A"),
        ("((...))\nNNNNNNR\nYNNNNNN", 3, 1, "a second line of restraints"),
        ("((...))\nNNNNNNR\nYNNNNNN\nGGAAACC", 4, 1, "a third sequence"),
        (
            "((...))\n# model: eterna-v1\n",
            2,
            0,
            "the model of this line is behind the last target; expected settings before",
        ),
        (
            "# model: vienna\n((...))",
            1,
            10,
            "model is 'vienna'; expected eterna-v2 or eterna-v1 or 1999-d2 or dna-2004",
        ),
        (">a\nGGAAACC\n", 1, 0, "there is no target"),
        (">a\nNNNNN\nNN\n((..\n...)))\n", 5, 6, "position 10: ')' closes no bracket"),
        (">a\n((...))\nNNNN\nNXN\n", 4, 2, "position 6: 'X' is no restraint"),
        ('"((...))" NNN\n', 1, 13, "the sequence has 3 letters"),
        ('"((...))"\n((...))\n', 2, 1, "this is no line of NEMO's list"),
        ('"((.[..)).]"\n', 1, 5, "pseudoknots can't be designed"),
        ("Puzzle #\tPuzzle Name\tSecondary Structure\n7\tx\t((...)\n", 2, 5, "position 1: '(' is never closed"),
        ("Puzzle #\tPuzzle Name\tSecondary Structure\n7\tx\n", 2, 1, "the line has 2 columns; expected 3"),
        ("Puzzle #\tPuzzle Name\tSecondary Structure\n", 0, 0, "the table has no puzzle"),
        ('{"target": "((...)"}', 0, 0, "position 1: '(' is never closed"),
        ('{"family": "rna", "target": 5}', 0, 0, '"target" is 5; expected a text'),
        ('{"family": "rna"}', 0, 0, 'there is no "target"'),
        ('{"target": "((...))",}', 1, 22, "this is not JSON"),
        ('{"target": "((...))", "restrains": "N"}', 0, 0, "'restrains' is no key; expected restraints"),
        (
            '{"target": "((...))", "forbid": "GG"}',
            0,
            0,
            """'forbid' stands outside of "demands"; expected "dem""",
        ),
        ("model: 1999-d2\n# model: eterna-v2\n((...))", 2, 1, "a second model; expected one"),
        ("target,restrains,sequence\n((...)),N,\n", 1, 1, "'restrains' is no column; expected restraints"),
        ("\ntarget,sequence,forbid\n((...)),,GG\n", 2, 1, "'forbid' is no column; expected demanded forbid"),
        ("target,sequence,demanded gcc\n((...)),,\n", 1, 1, "'demanded gcc' is no column; expected demanded gc"),
        ("target,sequence,target\n((...)),,((...))\n", 1, 17, "both stand for the column target; expected one"),
        ("target,sequence,gc\n((...)),,45-55\n", 2, 10, "gc, the share of a design, is '45-55'; expected demanded gc"),
        ('[{"target": "((...))"}, 5]', 0, 0, "item 2 of the list is 5"),
        ("target,sequence\n((...)),GGAAACC,x\n", 2, 17, "the row has 3 cells; expected 2"),
        ("target,sequence\n((...),GGAAACC\n", 2, 1, "position 1: '(' is never closed"),
        ("model,target,sequence\nv9,((...)),GGAAACC\n", 2, 1, "model is 'v9'"),
        ("." * 2200 + "(...)", 1, 2001, "the target has 2,205 positions; expected at most 2,000"),
        ("((((...))))\n" * 3, 0, 0, "the text holds 3 puzzles; expected one of them, by number"),
    ],
)
def test_bad_targets(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        registry.read(text, source="pasted")
    assert message in caught.value.message
    assert (caught.value.line, caught.value.column) == (line, column)
    assert str(caught.value).startswith("pasted:")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("GGAAAC", 1, 7, "the sequence has 6 letters; expected 7"),
        ("GGAAACCC", 1, 8, "the sequence has 8 letters; expected 7"),
        ("GGAXACC", 1, 4, "position 4: 'X' is no base"),
        (">d\nGGAA\nRCC\n", 3, 1, "position 5: 'R' is no base; expected A, C, G or U; N where it is open"),
        ("GGAAACC\nGGAAACC\n", 2, 0, "the text holds 2 designs"),
        (">a\nGGAAACC\n>b\nGGAAACC\n", 4, 0, "the text holds 2 designs; expected one of them, such as #1"),
        ("((...))\n", 1, 0, "the text has no sequence"),
        ("{}", 1, 0, "the text has no sequence"),
        ('{"sequence": 5}', 0, 0, "5 is no sequence"),
        ('{"designs": ["GGAAACC", "GGAAACC"]}', 0, 0, "the text holds 2 designs; expected one of them, such as #1"),
        ('{"sequence": ', 1, 14, "this is not JSON"),
        ('"((...))" NNNNNNN\n', 1, 0, "NEMO's list holds no design"),
    ],
)
def test_bad_designs(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        FAMILY.parse_board(RnaPuzzle("((...))"), text)
    assert message in caught.value.message
    assert (caught.value.line, caught.value.column) == (line, column)


def test_unwritable_formats_are_named() -> None:
    for name in ("eterna", "nemo", "paper"):
        with pytest.raises(PuzzleError, match="not one that can be written"):
            FAMILY.write(RnaPuzzle("((...))"), name)


MANY = "holds more than 10,000 puzzles"
WORDS = "more than 8,000 words"
LONG = registry.LARGEST_TEXT // 20


@pytest.mark.parametrize(
    ("row", "head", "message"),
    [
        ("((...))\n", "", MANY),
        ("()", "", "positions; expected at most 2,000"),
        ("." * 100, "", "positions; expected at most 2,000"),
        ("A\n", "((...))\n", WORDS),
        ("A ", ">a\n((...))\n", WORDS),
        (">\n", "", MANY),
        (">\n((...))\n", "", MANY),
        ('"', "", "no known format"),
        (".\t", "", "more than 8,000 words"),
        ('"((...))"\n', "", MANY),
        ("1\tx\t((...))\n", "Puzzle #\tPuzzle Name\tSecondary Structure\n", MANY),
        ("((...)),GGAAACC\n", "target,sequence\n", MANY),
        ('{"target":"((...))"},', "[", "this is not JSON"),
        ("[", "", "no known format"),
        ("[", '{"target":"((...))","more":', "nested too deeply"),
    ],
)
def test_a_quarter_of_a_megabyte_of_one_row_is_refused(row: str, head: str, message: str) -> None:
    text = head + row * (LONG // len(row))
    with pytest.raises(PuzzleError) as caught:
        registry.read(text, family_name="rna")
    assert message in caught.value.message


@settings(max_examples=150)
@given(st.text(alphabet='().&[N]AUacgt>#"{},:-12 \n\t', max_size=60))
def test_any_text_is_a_target_or_one_clear_line(text: str) -> None:
    puzzle, reported = None, ""
    try:
        puzzle = registry.read(text, family_name="rna")
    except PuzzleError as error:
        reported = str(error)
    if puzzle is None:
        assert reported
        assert "\n" not in reported
        return
    assert FAMILY.from_json(FAMILY.to_json(puzzle)) == puzzle
    assert registry.read(FAMILY.write(puzzle, "fasta"), family_name="rna") == puzzle
