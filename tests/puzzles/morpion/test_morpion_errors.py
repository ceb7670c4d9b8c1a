"""Every kind of bad game text: one line that says where, what was found and what was expected."""

from __future__ import annotations

import base64
import json
import random
import zlib

import pytest
from drivers.morpion_games import puzzles
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.morpion import FAMILY
from puzzles.morpion.checker import replay
from puzzles.morpion.puzzle import MorpionPuzzle

MOVE = '{"x": 3, "y": -1, "dir": "V", "pos": 0}'
RECORD = """\
{
  "version": "0.1",
  "variant": "5D",
  "score": 2,
  "available_moves": 26,
  "terminal": false,
  "bbox": [0, -1, 9, 9],
  "author": "Ada",
  "moves": [
    {"x": 3, "y": -1, "dir": "V", "pos": 0},
    {"x": 6, "y": -1, "dir": "V", "pos": 0}
  ]
}
"""
FOUR = RECORD.replace('"5D"', '"4D"')


def packed(data: bytes, behind: bytes = b"") -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return "MS1:" + base64.urlsafe_b64encode(packer.compress(data) + packer.flush() + behind).decode().rstrip("=")


WHOLE = packed(RECORD.encode())
NUL_BOMB = packed(b"\0" * 50_000_000)

BAD: list[tuple[str, int, int, str, str]] = [
    # our own text
    ("5D\nfoo", 2, 1, "found 'foo'", "a move such as 1 (2,2) in (0,4)-(4,0)"),
    ("5D\n  1 (3,-1) on (3,-1)-(3,3)", 2, 3, "found '1 (3,-1) on", "a move such as"),
    ("5D\n2 (3,-1) in (3,-1)-(3,3)", 2, 1, "the move's number is 2", "1"),
    (
        "5D\n\n# a\n1 (3,-1) in (3,-1)-(3,2)",
        4,
        13,
        "move 1: the line (3,-1)-(3,2) is not 5 long",
        "a row, column or dia",
    ),
    ("4D\n1 (3,-1) in (3,-1)-(3,3)", 2, 13, "move 1: the line (3,-1)-(3,3) is not 4 long", "of 4 squares"),
    ("5D\n1 (3,-1) in (3,-1)-(5,3)", 2, 13, "move 1: the line (3,-1)-(5,3) is not 5 long", "diagonal of 5 squares"),
    ("5D\n1 (3,4) in (3,-1)-(3,3)", 2, 12, "move 1: the dot (3,4) is not in its line", "one of the line's squares"),
    (
        "5D\n1 (3,-1) in (3,-1)-(3,3)\n2 (3,4) in (3,0)-(3,4)",
        3,
        0,
        "move 2: the line shares (3,0)",
        "a legal game of 5D",
    ),
    ("5D\n1 (99999,0) in (3,-1)-(3,3)", 2, 1, "found '1 (99999,0) in (3,-1)-(3,3)'", "a move such as"),
    ("5D 82", 1, 1, "found '5D 82'", "a variant such as morpion 5D"),
    ("5D\n5T", 2, 1, "found '5T'", "a move such as"),
    # Pentasol
    ("(28,28)\n(27,27) / 3", 2, 11, "move 1: found 3", "-2 to 2"),
    ("(28,28)\n(27,27) x 0", 2, 1, "found '(27,27) x 0'", "a move such as (27,27) / 0"),
    ("(28,28)\n(27,27) / 0\n(28,28)", 3, 1, "found '(28,28)'", "a move such as"),
    ("(27,27) / 0\n", 1, 1, "found '(27,27) / 0'", "inner corner first, such as (28,28)"),
    ("(28,28)\n(999999,27) / 0", 2, 0, "move 1: the dot (999999,27) is far from the cross", "near the first line"),
    (
        "(28,28)\n\n(27,27) / 0\n(27,27) / 0",
        4,
        0,
        "move 2: the new dot's square (2,2) has a dot already",
        "a legal game of 5T",
    ),
    # MSR as JSON
    ("{" + '"variant": "5D", ' * 2 + '"moves": []}', 0, 0, "the key 'variant' stands twice", "each key once"),
    (RECORD.replace('"0.1"', '"2.0"'), 2, 14, "\"version\" is '2.0'", "0.1"),
    (RECORD.replace('"0.1"', "true"), 2, 14, '"version" is true', "0.1"),
    (RECORD.replace('"5D"', '"6D"'), 3, 14, "\"variant\" is '6D'", "5T or 5D or 4T or 4D"),
    (RECORD.replace('"5D"', "5"), 3, 14, '"variant" is 5', "5T or 5D or 4T or 4D"),
    (RECORD.replace('"variant"', '"varient"'), 1, 1, '"variant" is missing', "5T or 5D"),
    (RECORD.replace('"score": 2', '"score": 3'), 4, 12, '"score" is 3', "2, as the moves have it"),
    (RECORD.replace('"score": 2', '"score": "2"'), 4, 12, "\"score\" is '2'", "a whole number"),
    (RECORD.replace('"score": 2', '"score": true'), 4, 12, '"score" is true', "a whole number"),
    (RECORD.replace('"score": 2,', ""), 1, 1, '"score" is missing', "a whole number"),
    (RECORD.replace('"score": 2', '"score": 1e400'), 4, 12, '"score" is inf', "a whole number"),
    (RECORD.replace("26", "0"), 5, 22, '"available_moves" is 0', "26, as the moves have it"),
    (RECORD.replace("26", str(10**40)), 5, 22, '"available_moves" is a number of more than 18 digits', "26"),
    (RECORD.replace("false", "true"), 6, 15, '"terminal" is true', "false, as the moves have it"),
    (RECORD.replace("false", "0"), 6, 15, '"terminal" is 0', "true or false"),
    (RECORD.replace("[0, -1, 9, 9]", "[0, 0, 9, 9]"), 7, 11, '"bbox" is [0, 0, 9, 9]', "[0, -1, 9, 9], as the moves"),
    (RECORD.replace("[0, -1, 9, 9]", "[0, -1, 9]"), 7, 11, '"bbox" is [0, -1, 9]', "[min x, min y, max x, max y]"),
    (RECORD.replace('"Ada"', "7"), 8, 13, '"author" is 7', "a text"),
    (RECORD.replace('"author": "Ada"', '"tags": ["a", 1]'), 8, 11, '"tags" is ["a", 1]', "an array of texts"),
    (RECORD.replace('"author": "Ada"', '"solver": "nrpa"'), 8, 13, "\"solver\" is 'nrpa'", "an object"),
    (RECORD.replace('"author": "Ada"', '"solver": ""'), 8, 13, "\"solver\" is ''", "an object"),
    (RECORD.replace('"author": "Ada"', '"solver": {"seed": -1}'), 8, 22, '"seed" of the solver is -1', "0 or more"),
    (RECORD.replace('"author": "Ada"', '"solver": {"method": 1}'), 8, 24, '"method" of the solver is 1', "a text"),
    (RECORD.replace('"author": "Ada"', '"solver": {"elapsed_secs": NaN}'), 8, 30, "of the solver is nan", "0 or more"),
    (RECORD.replace('"moves"', '"mvoes"'), 1, 1, '"moves" is missing', "an array of moves"),
    (RECORD.replace('"x": 6', '"x": "6"'), 11, 0, "move 2: x is '6'", "a whole number"),
    (RECORD.replace('"x": 6', '"x": 6.5'), 11, 0, "move 2: x is 6.5", "a whole number"),
    (RECORD.replace('"x": 6', '"x": 1234567'), 11, 0, "move 2: x is 1234567", "x and y of -100 to 100"),
    (RECORD.replace('"x": 6, ', ""), 11, 0, "move 2: x is missing", '{"x": 3, "y": -1, "dir": "V", "pos": 0}'),
    (RECORD.replace('"x": 6', '"z": 1, "x": 6'), 11, 0, "move 2: an unknown field 'z'", '{"x": 3'),
    (
        RECORD.replace('"x": 6, "y": -1, "dir": "V"', '"x": 6, "y": -1, "dir": "U"'),
        11,
        0,
        "move 2: dir is 'U'",
        "H, V, DP or DN",
    ),
    (
        RECORD.replace('"x": 6, "y": -1, "dir": "V"', '"x": 6, "y": -1, "dir": []'),
        11,
        0,
        "move 2: dir is []",
        "H, V",
    ),
    (RECORD.replace("0}\n", "5}\n"), 11, 0, "move 2: pos is 5", "pos of 0 to 4"),
    (FOUR.replace("0}\n", "4}\n"), 11, 0, "move 2: pos is 4", "pos of 0 to 3"),
    (RECORD.replace('{"x": 6, "y": -1, "dir": "V", "pos": 0}', "17"), 10, 0, "move 2: found 17", '{"x": 3'),
    (RECORD.replace('"x": 6', '"x": 7'), 11, 0, "move 2: the line's square (7,0) has no dot", "a legal game of 5D"),
    (RECORD.replace('"x": 6', '"x": 3'), 11, 0, "move 2: the new dot's square (3,-1) has a dot already", "legal game"),
    (RECORD[:-20], 11, 30, "this is not JSON", "well-formed JSON"),
    (
        '{"variant": "5D", "moves": ' + "[" * 100_000,
        1,
        1,
        "this JSON is nested too deeply or has too long a number",
        "a record",
    ),
    (
        '{"variant": "5D", "score": ' + "1" * 5000 + "}",
        1,
        1,
        "this JSON is nested too deeply or has too long a number",
        "a record",
    ),
    ("5D\n" + "(3,-1) in (3,-1)-(3,3)\n" * 1001, 1002, 0, "more than 1000 moves", "a game"),
    ("(28,28)\n" + "(27,27) / 0\n" * 1001, 1002, 0, "more than 1000 moves", "a game"),
    (RECORD.replace("[\n", "[\n" + (MOVE + ",") * 1001), 9, 0, "more than 1000 moves", "a game"),
    # MSR packed
    ("MS2:abc", 1, 1, "found 'MS2:ab'", "MS1:"),
    ("MS1:", 1, 0, "the packed data ends too early", "a whole MS1: text"),
    ("\n MS1:abcde", 2, 0, "this base64 is damaged or cut off", "a whole MS1: text"),
    ("MS1:ab=cd", 1, 0, "this base64 is damaged or cut off", "a whole MS1: text"),
    ("MS1:ab\nc?d", 2, 2, "found '?'", "base64 letters"),
    ("MS1:____", 1, 0, "the packed data is damaged", "a whole MS1: text"),
    (WHOLE[: 4 + (len(WHOLE) - 4) // 8 * 4], 1, 0, "the packed data ends too early", "a whole MS1: text"),
    (packed(RECORD.encode(), b"more"), 1, 0, "there is more after the packed data", "one MS1: text"),
    (NUL_BOMB, 1, 0, "the text unpacks to more than 1024 KiB", "a game"),
    (packed(b"\xff\xfe"), 1, 0, "the text inside is not UTF-8", "JSON"),
    (packed(b"[]"), 1, 0, "inside MS1: this JSON is []", "a record"),
    (packed(RECORD.encode()[:-9]), 1, 0, "inside MS1: this is not JSON", "well-formed JSON"),
    (packed(RECORD.replace('"score": 2', '"score": 3').encode()), 0, 0, '"score" is 3', "2, as the moves have it"),
    (
        packed(RECORD.replace('"x": 6', '"x": 7').encode()),
        0,
        0,
        "move 2: the line's square (7,0) has no dot",
        "legal game",
    ),
]


def test_the_good_texts_are_good() -> None:
    assert len(FAMILY.parse(RECORD).moves) == len(FAMILY.parse(WHOLE).moves) == 2


@pytest.mark.parametrize(("text", "line", "column", "found", "expected"), BAD)
def test_a_bad_text_is_refused_in_one_line(text: str, line: int, column: int, found: str, expected: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        registry.read(text)
    error = caught.value
    assert found in error.found
    assert expected in error.expected
    assert (error.line, error.column) == (line, column)
    assert "\n" not in str(error)
    assert len(str(error)) < 250
    assert str(error).isprintable()


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_lines_are_counted_alike_with_other_line_ends(end: str) -> None:
    text = "5D\n1 (3,-1) in (3,-1)-(3,3)\n2 (3,4) in (3,0)-(3,4)\n".replace("\n", end)
    with pytest.raises(PuzzleError, match="<text>:3: move 2: the line shares"):
        registry.read(text)
    with pytest.raises(PuzzleError, match='<text>:4:12: "score" is 3'):
        registry.read(RECORD.replace('"score": 2', '"score": 3').replace("\n", end))


@pytest.mark.parametrize(
    "text",
    [
        "5D\n" + "1" * 1_000_000,
        "5D\n" + " " * 1_000_000 + "x",
        "5D\n" + "(3,-1) in (3,-1)-(3,3)\n" * 40_000,
        "morpion" + " " * 1_000_000,
        "(28,28)\n" + "(27,27) / 0\n" * 90_000,
        "(28,28)\n(" + " " * 1_000_000,
        "MS1:" + "A" * 1_000_000,
        "MS1:" + "\n" * 1_000_000 + "?",
        '{"variant": "5D", "score": 0, "moves": [' + ",".join([MOVE] * 25_000) + "]}",
        '{"variant": "5D", "score": 0, "moves": [' + "{" * 1_000_000,
        '{"variant": "5D", "x": ' + '"moves" ' * 125_000,
        '{"variant": "5D", "score": 0, "moves": [], "author": "' + "x" * 1_000_000,
        '{"variant"' + " " * 1_000_000,
    ],
    ids=lambda text: text[:24].replace("\n", " "),
)
def test_a_megabyte_of_nearly_a_game_is_refused(text: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        registry.read(text[: registry.LARGEST_TEXT])
    assert len(str(caught.value)) < 250


@settings(max_examples=150)
@given(puzzles(), st.sampled_from(["text", "msr", "msr-compact", "pentasol"]), st.data())
def test_a_damaged_text_is_a_legal_game_or_refused(puzzle: MorpionPuzzle, name: str, data: st.DataObject) -> None:
    if name == "pentasol" and puzzle.variant[0] == "4":
        name = "text"
    text = FAMILY.write(puzzle, name)
    chance = data.draw(st.randoms(use_true_random=False))
    for _ in range(data.draw(st.integers(1, 3))):
        text = damaged(text, chance)
    found = outcome(text)
    if isinstance(found, str):
        assert found.isprintable()
        assert len(found) < 250
    else:
        assert not replay(found.variant, found.moves).fault


def outcome(text: str) -> MorpionPuzzle | str:
    """The game, or the refusal; anything else is raised."""
    try:
        found = registry.read(text, family_name="morpion")
    except PuzzleError as error:
        return str(error)
    assert isinstance(found, MorpionPuzzle)
    return found


def damaged(text: str, chance: random.Random) -> str:
    """The text with a character, a line or a number changed, swapped, doubled or lost."""
    lines = text.split("\n")
    where, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    at = chance.randrange(len(text) + 1)
    ways = (
        lambda: text[:at] + text[at + 1 :],
        lambda: text[:at] + chance.choice('0123456789-+,()[]{}":|/\\ \nDTHVx\x07\ud800é') + text[at:],
        lambda: text[:at],
        lambda: "\n".join(lines[:where] + lines[where + 1 :]),
        lambda: "\n".join([*lines[:where], lines[other], *lines[where:]]),
        lambda: "\n".join([*lines[:where], lines[other], *lines[where + 1 :]]),
    )
    return chance.choice(ways)()


FIELDS = st.sampled_from(
    ["version", "variant", "score", "moves", "terminal", "bbox", "available_moves", "solver", "tags"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=4,
)


@settings(max_examples=60)
@given(FIELDS, VALUES, st.integers(0, 1), st.sampled_from(["x", "y", "dir", "pos", "", "more"]))
def test_a_record_with_any_value_is_read_or_refused(key: str, value: object, which: int, part: str) -> None:
    """A field of the record, or of one of its moves, gets a value of another type."""
    record = json.loads(RECORD)
    if part:
        record["moves"][which][part] = value
    else:
        record[key] = value
    text = json.dumps(record)
    found = outcome(text)
    if isinstance(found, str):
        assert found.isprintable()
        assert len(found) < 250
    else:
        assert not replay(found.variant, found.moves).fault
