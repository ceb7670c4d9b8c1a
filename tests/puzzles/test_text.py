"""What all formats are read with: the places of fields, quoting, and JSON that every family refuses alike."""

from __future__ import annotations

import pytest

from puzzles.errors import PuzzleError
from puzzles.registry import get_family, read
from puzzles.text.fields import NOWHERE, Field, Places, joined, used_lines
from puzzles.text.json_texts import JsonText, load_objects
from puzzles.text.quoting import counted, quoted

LINE = Field("  one,, two three ,", 4, 10)


def test_the_parts_of_a_field_have_their_own_places() -> None:
    assert LINE.parted(",") == [Field("one", 4, 12), Field("", 4, 16), Field("two three", 4, 18), Field("", 4, 29)]
    assert LINE.parted(",", 2) == [Field("one", 4, 12), Field("", 4, 16)]
    assert LINE.words() == [Field("one,,", 4, 12), Field("two", 4, 18), Field("three", 4, 22), Field(",", 4, 28)]
    assert LINE.words(1) == [Field("one,,", 4, 12)]
    assert Field("12345", 1, 3).pieces(2, 2) == [Field("12", 1, 3), Field("34", 1, 5)]
    assert LINE.stripped() == Field("one,, two three ,", 4, 12)
    assert LINE.behind() == Field("", 4, 29)


def test_a_field_of_no_text_has_no_place() -> None:
    error = NOWHERE.part("x", 3).error("found x", "y")
    assert (error.line, error.column, error.message) == (0, 0, "found x; expected y")


def test_fields_that_are_joined_name_the_place_of_each_character() -> None:
    word = joined([Field("ab", 1, 5), Field("", 2, 1), Field("cde", 3, 9)])
    assert (word.text, word.line) == ("abcde", 1)
    places = [(word.error(index, "").line, word.error(index, "").column) for index in range(6)]
    assert places == [(1, 5), (1, 6), (3, 9), (3, 10), (3, 11), (3, 12)]
    assert joined([]).error(0, "").line == 0


def test_places_in_a_text_of_several_lines() -> None:
    places = Places("ab\n\ncd\n \n")
    assert [places.field("", index)[1:] for index in range(7)] == [
        (1, 1),
        (1, 2),
        (1, 3),
        (2, 1),
        (3, 1),
        (3, 2),
        (3, 3),
    ]
    assert places.end() == Field("", 3, 3)
    assert [line.line for line in used_lines("a\n\n # b\n\t\nc", ("#",))] == [1, 5]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("a'b", '"a\'b"'),
        ("1\u00a0", "'1\\xa0'"),
        ("x" * 40, repr("x" * 27 + "...")),
        (None, "null"),
        (True, "true"),
        (1.5, "1.5"),
        pytest.param(10**4400, "a number of more than 18 digits", id="huge"),
        ([1, None], "[1, null]"),
        ([0] * 99, "an array"),
        ({"a": 10**4400}, "an object"),
    ],
)
def test_values_are_quoted_as_json_has_them(value: object, shown: str) -> None:
    assert quoted(value) == shown


def test_counts_have_their_nouns() -> None:
    assert [counted(number, "move") for number in (0, 1, 3215)] == ["0 moves", "1 move", "3,215 moves"]


def test_the_place_of_a_key_is_that_of_its_value() -> None:
    text = JsonText('{"a": "\\"b\\": 1",\n "b" : 7}', "an object")
    assert text.value("b") == Field("", 2, 8)
    assert text.wrong("b", "8").message == '"b" is 7; expected 8'
    assert text.wrong("c", "8").message == '"c" is missing; expected 8'


def test_a_list_of_objects_is_read_up_to_a_number() -> None:
    assert load_objects('{"a": 1}', "", 1, "board") == [{"a": 1}]
    with pytest.raises(PuzzleError, match="more than 1 board"):
        load_objects("[{}, {}]", "", 1, "board")


TOO_MUCH = "this JSON is nested too deeply or has too long a number"
JSON_OF = {
    "latin": '{"family": "latin", "order": 2, "rows": [[1, 2], [2, 1]]}',
    "kakuro": '{"family": "kakuro", "nRows": 1, "nCols": 1, "clues": [[{"x": 0, "y": 0}]]}',
    "morpion": '{"version": "0.1", "variant": "5D", "moves": []}',
    "rna": '{"family": "rna", "target": "((((....))))"}',
    "samegame": '{"family": "samegame", "rows": [[1, 1]]}',
    "tsptw": '{"family": "tsptw", "travel": [[0, 1], [1, 0]], "windows": [[0, 9], [0, 9]]}',
}


@pytest.mark.parametrize("name", JSON_OF)
def test_every_family_refuses_a_repeated_key(name: str) -> None:
    text = JSON_OF[name]
    key = text[1 : text.index(":")]
    with pytest.raises(PuzzleError) as caught:
        get_family(name).parse("{" + key + ": 0, " + text[1:])
    assert (
        caught.value.message
        == f"the key {key.replace(chr(34), chr(39))} stands twice in one object; expected each key once"
    )


@pytest.mark.parametrize("name", JSON_OF)
@pytest.mark.parametrize(
    ("tail", "found", "column"),
    [
        ("}", "this is not JSON", None),
        (
            ', "more": ' + "[" * 100_000 + "]" * 100_000 + "}",
            "this JSON is nested too deeply or has too long a number",
            1,
        ),
        (', "more": ' + "7" * 5_000 + "}", "this JSON is nested too deeply or has too long a number", 1),
    ],
    ids=["damaged", "deep", "long"],
)
def test_every_family_refuses_damaged_json_alike(name: str, tail: str, found: str, column: int | None) -> None:
    text = JSON_OF[name][:-1] + tail + ("}" if column is None else "")
    with pytest.raises(PuzzleError) as caught:
        read(text, family_name=name)
    assert caught.value.found.startswith(found)
    assert (caught.value.line, caught.value.column) == (1, column or len(JSON_OF[name]) + 1)
