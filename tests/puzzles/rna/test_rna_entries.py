"""Texts with several puzzles: what they hold, and how one is chosen, by families with and without such texts."""

from __future__ import annotations

import pytest

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.rna.bases import codes_of
from puzzles.rna.puzzle import RnaPuzzle
from puzzles.text.format_table import Entry, choose, only

FAMILY = registry.get_family("rna")

TABLE = (
    "Puzzle #\tPuzzle Name\tSecondary Structure V1\tSecondary Structure V2\tEterna ID\n"
    "7\tFractal: 2\t((...))\t((....))\t1\n"
    "9\tThe Star\t((.....))\t((.....))\t2\n"
)


def chosen(text: str, entry: str) -> RnaPuzzle:
    puzzle = registry.read(text, entry=entry)
    assert isinstance(puzzle, RnaPuzzle)
    return puzzle


@pytest.mark.parametrize(
    ("entry", "target"),
    [
        ("7", "((....))"),
        ("7:V2", "((....))"),
        ("7:v1", "((...))"),
        ("fractal: 2", "((....))"),
        ("Fractal: 2:V1", "((...))"),
        ("9", "((.....))"),
        ("the star:V1", "((.....))"),
    ],
)
def test_a_puzzle_of_a_table_by_number_name_and_version(entry: str, target: str) -> None:
    assert chosen(TABLE, entry).target == target


def test_labels_of_a_list_of_puzzles() -> None:
    entries = FAMILY.entries(TABLE)
    assert [one.label for one in entries] == [
        "7 Fractal: 2 (V2)",
        "7 Fractal: 2 (V1)",
        "9 The Star (V2)",
        "9 The Star (V1)",
    ]
    assert [one.key for one in entries] == ["7:V2", "7:V1", "9:V2", "9:V1"]


def test_a_line_may_end_behind_its_structure() -> None:
    [entry] = FAMILY.entries("Structure\tPuzzle #\tPuzzle Name\n((...))\n")
    assert (entry.key, entry.label) == ("1", "1")


@pytest.mark.parametrize("entry", ["1", "star", "7:V3", "fractal", ":"])
def test_an_unknown_choice_is_refused_with_the_known_ones(entry: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        registry.read(TABLE, entry=entry)
    assert caught.value.message.startswith(f"there is no puzzle {entry!r} in the text; expected one of them")
    assert "#7, #9; with a version: #7:V1" in caught.value.message


def test_several_puzzles_are_refused_and_one_with_two_versions_is_not() -> None:
    with pytest.raises(PuzzleError) as caught:
        registry.read(TABLE)
    assert caught.value.message == (
        "the text holds 2 puzzles; expected one of them, by number or name behind the file's name: #7, #9; "
        "with a version: #7:V1"
    )
    alone = "\n".join(TABLE.split("\n")[:2])
    assert chosen(alone, "").target == "((....))"


@pytest.mark.parametrize(
    "text",
    [
        "# name: a\n((...))\nNNNNNNN\n\n# name: b\n# model: eterna-v1\n((....))\nNNNNNNNR\n",
        ">a\n((...))\n>b model=eterna-v1\nNNNNNNNR\n((....))\n",
        "# name: a\nNNNNNNN\n((...))\n# name: b\n# model: eterna-v1\nNNNNNNNR\n((....))\n",
        '[{"target":"((...))","name":"a"},{"target":"((....))","restraints":"NNNNNNNR","name":"b","model":"eterna-v1"}]',
        "name,model,target,restraints,sequence\na,,((...)),,\nb,eterna-v1,((....)),NNNNNNNR,\n",
    ],
    ids=["dot-bracket", "fasta", "dbn", "json", "csv"],
)
def test_records_of_every_format(text: str) -> None:
    family, entries = registry.read_entries(text)
    assert family is FAMILY
    assert [(one.number, one.name) for one in entries] == [(1, "a"), (2, "b")]
    assert chosen(text, "2") == chosen(text, "B") == RnaPuzzle("((....))", "NNNNNNNR", name="b", model="eterna-v1")
    assert chosen(text, "1") == RnaPuzzle("((...))", name="a")
    with pytest.raises(PuzzleError, match="holds 2 puzzles"):
        registry.read(text)


def test_designs_of_one_json_object_are_numbered_and_have_one_target() -> None:
    puzzle = RnaPuzzle("((...))", name="a")
    text = FAMILY.write_many(puzzle, "json", [codes_of("GGAAACC"), codes_of("GCAAAGC")])
    assert registry.read(text) == puzzle
    assert chosen(text, "2") == puzzle
    texts = '{"target": "((...))", "designs": ["GGAAACC", "GCAAAGC"]}'
    assert chosen(texts, "2").start == "GCAAAGC"
    assert registry.part(FAMILY, text, "2", lambda one: FAMILY.parse_board(puzzle, one)) == codes_of("GCAAAGC")


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("((...))\n\n((..))\n", 3, 5),
        (">a\n((...))\n>b\n((...))\nNNNNNNX\n", 5, 7),
        (TABLE.replace("((....))", "((....)"), 2, 0),
        ("target,sequence\n((...)),\n((...),\n", 3, 1),
        ('"((...))"\n\n"((..))"\n', 3, 6),
    ],
)
def test_errors_name_the_line_of_the_whole_text(text: str, line: int, column: int) -> None:
    entry = "7" if "\t" in text else "2"
    with pytest.raises(PuzzleError) as caught:
        registry.read(text, entry=entry)
    assert caught.value.line == line
    assert column in (0, caught.value.column)


def test_names_that_two_puzzles_share_are_not_guessed() -> None:
    entries = (Entry(1, "", "same"), Entry(2, "", "Same"))
    with pytest.raises(PuzzleError, match="there is more than one puzzle 'same'; expected its number: 1, 2"):
        choose(entries, "same")
    assert choose(entries, "2") is entries[1]
    assert only(entries[:1]) is entries[0]


def test_a_family_whose_texts_hold_one_puzzle() -> None:
    text = "1 . 3\n. 3 .\n3 . 2\n"
    family, entries = registry.read_entries(text)
    assert (family.name, [one.label for one in entries]) == ("latin", ["1"])
    assert registry.read(text, entry="1") == registry.read(text)
    with pytest.raises(PuzzleError, match="there is no puzzle '2' in the text; expected #1, the only one"):
        registry.read(text, entry="2")
