"""Wrong texts of instances and tours: one line each, with its place, and nothing but PuzzleError from any text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from drivers.tsptw_puzzles import SMALL
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.errors import PuzzleError
from puzzles.registry import get_family, read, read_entries
from puzzles.text.fields import Field
from puzzles.tsptw.puzzle import TsptwPuzzle

FAMILY = get_family("tsptw")
TSPLIB = FAMILY.write(FAMILY.parse(SMALL), "tsplib")
JSON = FAMILY.write(FAMILY.parse(SMALL), "json", (1, 2, 3))
UNKNOWN = "expected a keyword of TSPLIB or LKH that an instance of one salesman with time windows needs"
TOO_LARGE = "the numbers are too large: a tour's sums could leave 64-bit integers; expected sums of at most"


def refusal(text: str) -> str:
    """The line that a user reads, without the source's name."""
    with pytest.raises(PuzzleError) as caught:
        read(text, family_name="tsptw")
    return str(caught.value).removeprefix("<text>:")


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("4\n", "1\n", "1:1: the number of nodes is 1; expected 2 to 1,000"),
        ("4\n", "2000\n", "1:1: the number of nodes is 2,000; expected 2 to 1,000"),
        ("4\n", "4.5\n", "1:1: found '4.5'; expected the number of nodes, a whole number"),
        (
            "4\n",
            "5\n",
            "2:8: row 1 of the matrix has 4 numbers, as have the next 3; expected 5, the number of nodes above",
        ),
        ("5 0 4 7", "5 0 4", "3:6: row 2 of the matrix has 3 numbers; expected 4, as the matrix is square"),
        ("5 0 4 7", "5 0 4 7 7", "3:9: row 2 of the matrix has 5 numbers; expected 4, as the matrix is square"),
        ("\n5 0 4 7", "", "5:5: row 4 of the matrix has 2 numbers; expected 4, as the matrix is square"),
        (SMALL[18:], "", "3:8: the text ends after 2 rows of the matrix; expected 4, then windows"),
        (SMALL[2:], "", "1:2: the text ends after the number of nodes; expected a matrix of 4 x 4, then windows"),
        ("10 30\n", "", "8:5: the text ends after 3 windows; expected 4, one a node"),
        ("10 30", "10", "9:3: the window of node 3 has 1 number; expected 2: earliest and latest"),
        (
            "10 30\n",
            "10 30\n7 7\n",
            "10:1: 26 numbers after the number of nodes; expected 24: 4 x 4 of the matrix, then two a node",
        ),
        ("10 30", " 30 10", "9:5: the window of node 3 closes at 10; expected 30, when it opens, or later"),
        ("10 30", "10 -30", "9:4: a time is -30; expected 0 or more"),
        ("8 4 0 3", "8 4 -0.5 3", "4:5: a number is -0.5; expected 0 or more"),
        ("8 4 0 3", "8 4 0 three", "4:7: found 'three'; expected a number"),
        ("8 4 0 3", "8 4 0 nan", "4:7: found 'nan'; expected a number"),
        (
            "8 4 0 3",
            "8 4 0 3.1234567891",
            "4:7: '3.1234567891' has 10 decimals; expected at most 9; --round 6 rounds all numbers to 6",
        ),
        ("8 4 0 3", "8 4 0 3000000000000000000", f"4:7: {TOO_LARGE} 4,611,686,018,427,387,904, with 0 decimals"),
        ("8 20", "8 20000000000.000000001", f"8:3: {TOO_LARGE} 4,611,686,018, with 9 decimals; --round 4 reads fewer"),
        ("10 30\n", "10 30\n# objective: time\n", "10:14: the objective is 'time'; expected cost or makespan"),
        (
            "10 30\n",
            "10 30\n# tour: 1 3 1\n",
            "10: the tour is wrong: visit 3: node 1 is visited already; expected each node once at most",
        ),
        (
            "10 30\n",
            "10 30\n# coordinates: 1 2, 3\n",
            "10:16: these are no coordinates; expected 4 pairs x y with commas between",
        ),
    ],
)
def test_a_wrong_matrix(old: str, new: str, line: str) -> None:
    assert old in SMALL
    assert refusal(SMALL.replace(old, new, 1)) == line


KITE = "4\n0 5 6 5\n5 0 5 8\n6 5 0 5\n5 8 5 0\n0 40\n5 12\n8 20\n15 30.5\n"


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("5 0 5 8", "5 0 x 8", "3:5: found 'x'; expected a number"),
        ("5 0 5 8", "5 0 nan 8", "3:5: found 'nan'; expected a number"),
        ("15 30.5", "15 inf", "9:4: found 'inf'; expected a number"),
        ("15 30.5", "15 3o.5", "9:4: found '3o.5'; expected a number"),
        ("0 5 6 5", "0, 5, 6, x", "2:10: found 'x'; expected a number"),
        ("0 40", "[0, 40", "6:1: a bracket that is not closed; expected ']'"),
        ("0 40", "08:00 18:00", "7:1: found '5'; expected a time of day as 08:05, as the first window has"),
        ("0 40\n5 12", "0 40\n08:05 12", "7:1: found '08:05'; expected a number, as the first window has"),
        ("15 30.5\n", "", "8:5: the text ends after 3 windows; expected 4, one a node"),
        (KITE[KITE.index("0 40") :], "", "5:8: the text ends after 0 windows; expected 4, one a node"),
        (KITE[18:], "", "3:8: the text ends after 2 rows of the matrix; expected 4, then windows"),
        ("5 0 5 8\n", "", "5:5: row 4 of the matrix has 2 numbers; expected 4, as the matrix is square"),
        ("5 0 5 8", "5 0 5", "3:6: row 2 of the matrix has 3 numbers; expected 4, as the matrix is square"),
        ("5 0 5 8", "5 0 5 8 8", "3:9: row 2 of the matrix has 5 numbers; expected 4, as the matrix is square"),
        ("5 12", "12 5", "7:4: the window of node 1 closes at 5; expected 12, when it opens, or later"),
        ("5 12", "-5 12", "7:1: a time is -5; expected 0 or more"),
        ("4\n", "1\n", "1:1: the number of nodes is 1; expected 2 to 1,000"),
        ("4\n", "2000\n", "1:1: the number of nodes is 2,000; expected 2 to 1,000"),
        (
            "4\n",
            "7\n",
            "2:8: row 1 of the matrix has 4 numbers, as have the next 3; expected 7, the number of nodes above",
        ),
    ],
)
def test_a_damaged_matrix_is_recognised(old: str, new: str, line: str) -> None:
    assert old in KITE
    with pytest.raises(PuzzleError) as caught:
        read(KITE.replace(old, new, 1))
    assert str(caught.value).removeprefix("<text>:") == line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("3\n0 10 20\n10 0 15\n20 15 0\n0 inf\n0 50\n0 60\n", "5:3: found 'inf'; expected a number"),
        ("2\n0 5\n5 x\n0 40\n5 12\n", "3:3: found 'x'; expected a number"),
        (
            "4\n0 24 87 86\n24 ",
            "3:3: row 2 of the matrix has 1 number; expected 4, as the matrix is square",
        ),
        (
            "# cut\n3\n0 10.5 20\n10.5 0 1",
            "4:9: the text ends after 2 rows of the matrix; expected 3, then windows",
        ),
    ],
)
def test_other_damaged_matrices(text: str, line: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        read(text)
    assert str(caught.value).removeprefix("<text>:") == line


def test_a_file_that_is_cut_off_anywhere_is_recognised(benchmark_data: Path) -> None:
    text = (benchmark_data / "tsptw" / "SolomonPotvinBengio" / "rc_201.1.txt").read_text()
    with pytest.raises(PuzzleError) as caught:
        read(text[:1500])
    assert (
        str(caught.value) == "<text>:12:84: row 11 of the matrix has 12 numbers; expected 20, as the matrix is square"
    )
    for size in range(20, len(text), 37):
        assert read_entries(text[:size])[0] is FAMILY, size


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("TYPE : TSPTW", "TYPE : CVRP", "1:8: TYPE is 'CVRP'; expected TSPTW, TSP or ATSP"),
        (
            "TYPE : TSPTW",
            "TYPE : TOUR",
            "1:8: this is a tour without its instance; expected an instance; a tour is for --board",
        ),
        ("DIMENSION : 4", "DIMENSION : four", "2:13: DIMENSION is 'four'; expected a whole number"),
        ("DIMENSION : 4", "DIMENSION : 1001", "2:13: DIMENSION is 1,001; expected 2 to 1,000"),
        ("DIMENSION : 4\n", "", "17: there is no DIMENSION; expected a line DIMENSION : ..."),
        (
            "DIMENSION : 4",
            "DIMENSION : 5",
            "9:8: EDGE_WEIGHT_SECTION has 16 numbers; expected 25 for FULL_MATRIX of 5 nodes",
        ),
        ("DIMENSION : 4", "DIMENSION : 4\nDIMENSION : 4", "3:1: a second DIMENSION; expected one"),
        ("DIMENSION : 4", "DIMENSION : 4\nCAPACITY : 3", f"3:1: found 'CAPACITY'; {UNKNOWN}"),
        ("DIMENSION : 4", "DIMENSION : 4\nVEHICLES : 3", "3:12: VEHICLES is '3'; expected 1"),
        (
            "EXPLICIT",
            "XRAY1",
            "3:20: EDGE_WEIGHT_TYPE is 'XRAY1'; expected EXPLICIT, EUC_2D, CEIL_2D, FLOOR_2D, MAN_2D, MAX_2D, ATT, "
            "GEO or EXACT_2D",
        ),
        ("EXPLICIT", "EUC_2D", "3:20: EDGE_WEIGHT_TYPE is EUC_2D; expected a NODE_COORD_SECTION with it"),
        ("FULL_MATRIX", "UPPER_ROW", "7:5: EDGE_WEIGHT_SECTION has 16 numbers; expected 6 for UPPER_ROW of 4 nodes"),
        ("8 4 0 3", "8 4 0", "8:6: row 3 of the matrix has 3 numbers; expected 4, as DIMENSION says"),
        ("8 4 0 3", "8 -4 0 3", "8:3: a number is -4; expected 0 or more"),
        (
            "EDGE_WEIGHT_SECTION\n",
            "EDGE_WEIGHT_SECTION 0\n",
            "5:21: found '0' after EDGE_WEIGHT_SECTION; expected its numbers on the lines below",
        ),
        ("2 5 15", "2 15 5", "12:6: the window of node 2 closes at 5; expected 15, when it opens, or later"),
        ("2 5 15", "2 -5 15", "12:3: a time is -5; expected 0 or more"),
        ("2 5 15", "2 5", "12:4: the window of node 2 has 2 numbers on its line; expected 3, the node first"),
        ("2 5 15", "9 5 15", "12:1: there is no node 9; expected 1 to 4"),
        ("2 5 15", "x 5 15", f"12:1: found 'x'; {UNKNOWN}"),
        ("2 5 15", "3 5 15", "13:1: a second window of node 3, first on line 12; expected one a node"),
        ("2 5 15\n", "", "13:8: node 2 has no window; expected 4 lines, one a node"),
        ("\n1\n-1\n", "\n2\n-1\n", "16:1: the depot is node 2; expected 1, then -1"),
        ("\n1\n-1\n", "\n1\n3\n-1\n", "17:1: found 3; expected 1, then -1"),
        (
            "EOF",
            "TOUR_SECTION\n1 3 3 -1\nEOF",
            "18: the tour is wrong: visit 2: node 2 is visited already; expected each node once at most",
        ),
        ("DIMENSION : 4", "DIMENSION : 4\nSERVICE_TIME : -1", "3:16: SERVICE_TIME is -1; expected 0 or more"),
        (
            "TIME_WINDOW_SECTION",
            "SERVICE_TIME_SECTION\n1 0\n2 1\n3 1\nTIME_WINDOW_SECTION",
            "13:4: node 4 has no service time; expected 4 lines, one a node",
        ),
    ],
)
def test_a_wrong_text_of_tsplib(old: str, new: str, line: str) -> None:
    assert old in TSPLIB
    assert refusal(TSPLIB.replace(old, new, 1)) == line


def test_a_text_of_tsplib_without_windows() -> None:
    text = TSPLIB[: TSPLIB.index("TIME_WINDOW")] + "EOF\n"
    assert refusal(text) == "10: there is no TIME_WINDOW_SECTION; expected that section"


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("[0, 5, 8, 6]", "[0, 5, 8]", ' row 1 of "travel" has 3 numbers; expected 4, as there are rows'),
        ("[0, 5, 8, 6]", "[0, 5, 8, NaN]", " \"travel\": found 'NaN'; expected a number"),
        ("[0, 5, 8, 6]", "[0, 5, 8, 1e999999]", " \"travel\": found '1E+999999'; expected a number"),
        ("[0, 5, 8, 6]", "[0, 5, 8, true]", ' "travel" holds true; expected numbers'),
        ("[0, 5, 8, 6]", "[0, 5, 8, -6]", " travel has a negative number; expected times of 0 or more"),
        ('"nodes": 4', '"nodes": 5', ' "nodes" is 5; expected 4, as many as "travel" has rows'),
        ("[5, 15]", "[15, 5]", " the window of node 1 closes before it opens; expected earliest, then latest"),
        ("[5, 15]", "[5]", ' item 2 of "windows" has 1 numbers; expected 2'),
        ('"cost",', '"time",', " the objective is 'time'; expected cost or makespan"),
        (
            "{",
            "{,",
            "1:2: this is not JSON (expecting property name enclosed in double quotes); expected well-formed JSON",
        ),
    ],
)
def test_a_wrong_json(old: str, new: str, line: str) -> None:
    assert old in JSON
    assert refusal(JSON.replace(old, new, 1)) == line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("3 9", "1:3: found '9'; expected a node, 0 to 3"),
        ("1\n 2 x", "2:4: found 'x'; expected a node, 0 to 3"),
        ("1 2 3 1 2 3 1", "1:11: the tour goes on; expected 3 nodes beside the depot"),
        ("# nothing\n", "1: there is no tour; expected nodes, such as 3 1 2"),
        (SMALL, " this is an instance without a tour; expected a tour, or a line # tour: ... below the windows"),
        (f"{SMALL}# tour: 1 5\n", "10:11: found '5'; expected a node, 0 to 3"),
        (TSPLIB, "18: there is no TOUR_SECTION; expected that section"),
        (
            "TYPE : TOUR\nTOUR_SECTION\n1 2 3 4 1 2 3 4\n",
            "3:11: the tour goes on; expected 3 nodes beside the depot",
        ),
        ("TYPE : TOUR\nTOUR_SECTION\n5\n-1\n", "3:1: there is no node 5; expected 1 to 4, or -1 at the end"),
        ('{"tour": [3, 7]}', ' "tour" holds 7; expected nodes, 0 to 3'),
        ("{}", ' there is no "tour"; expected an array of nodes'),
    ],
)
def test_a_wrong_tour(text: str, line: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        FAMILY.parse_board(FAMILY.parse(SMALL), text)
    assert str(caught.value).removeprefix("<text>:") == line


def test_a_long_line_is_not_read_again_for_each_node(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle, text = FAMILY.parse(SMALL), "TYPE : TOUR\nTOUR_SECTION\n1 2 3 4 1" + 1000 * " 2" + "\n"
    read: list[int] = []

    def words(field: Field, most: int | None = None) -> list[Field]:
        read.append(len(found := split(field, most)))
        return found

    split = Field.words
    monkeypatch.setattr(Field, "words", words)
    assert str(refused(lambda one: FAMILY.parse_board(puzzle, one), text)).startswith("<text>:3:11: the tour goes on")
    assert read == [6]


def refused(reader: Callable[[str], object], text: str) -> PuzzleError:
    """The reader's error for the text; an empty one if it reads it."""
    try:
        reader(text)
    except PuzzleError as error:
        return error
    return PuzzleError("")


PIECES = st.one_of(st.text(max_size=4), st.sampled_from(["1e99", "-", "#", "\n", "9" * 30, "{", "NaN", "null", " 1"]))


@given(st.sampled_from([SMALL, TSPLIB, JSON]), st.data())
@settings(max_examples=300)
def test_a_damaged_text_is_read_or_refused_in_one_line(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text)))
    damaged = text[:at] + data.draw(PIECES) + text[at + data.draw(st.integers(0, 8)) :]
    puzzle = FAMILY.parse(SMALL)
    for reader in (FAMILY.parse, lambda one: FAMILY.parse_board(puzzle, one)):
        error = refused(reader, damaged)
        assert "\n" not in str(error)
        assert str(error).isascii()
        assert error.line <= damaged.count("\n") + 1
    assert 0 <= FAMILY.recognise(damaged) <= 1


@pytest.mark.parametrize("key", ["family", "travel", "windows"])
@pytest.mark.parametrize("value", [None, "x", 5, [], [[]], {}])
def test_values_that_are_no_instance_are_refused(key: str, value: object) -> None:
    with pytest.raises(PuzzleError):
        FAMILY.from_json(FAMILY.to_json(FAMILY.parse(SMALL)) | {key: value})


@pytest.mark.parametrize(
    "wrong",
    [
        {"n": 1},
        {"n": 3},
        {"digits": 10},
        {"service": (0,)},
        {"latest": (9, -1)},
        {"earliest": (0, 10)},
        {"coordinates": ((0.0, 0.0),)},
        {"objective": "time"},
        {"latest": (9, 2**63)},
    ],
)
def test_parts_that_do_not_fit_are_refused(wrong: dict[str, object]) -> None:
    whole = {"n": 2, "digits": 0, "travel": (0, 1, 1, 0), "service": (0, 0), "earliest": (0, 0), "latest": (9, 9)}
    TsptwPuzzle(**whole)  # type: ignore[arg-type]
    with pytest.raises(PuzzleError):
        TsptwPuzzle(**(whole | wrong))  # type: ignore[arg-type]
