"""Instances and tours as other programs and people write them: read as they are meant, with a note, or refused."""

from __future__ import annotations

import math
from itertools import permutations
from pathlib import Path

import pytest
from drivers.command_line import invoke

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.registry import get_family
from puzzles.text.reading import heard, rounding
from puzzles.tsptw.formats.rows import shortened
from puzzles.tsptw.puzzle import TsptwPuzzle

TSPTW = get_family("tsptw")
FOUND = Path(__file__).parents[2] / "found_by_use"
KITE = TSPTW.parse("4\n0 5 6 5\n5 0 5 8\n6 5 0 5\n5 8 5 0\n0 40\n5 12\n8 20\n15 30.5\n")
ROWS = ([0, 5, 6, 5], [5, 0, 5, 8], [6, 5, 0, 5], [5, 8, 5, 0])
WINDOWS = ((0, 40), (5, 12), (8, 20), (15, 30.5))


def read(text: str) -> TsptwPuzzle:
    """By content alone."""
    puzzle = registry.read(text)
    assert isinstance(puzzle, TsptwPuzzle)
    return puzzle


def best(puzzle: TsptwPuzzle) -> tuple[float, tuple[int, ...]]:
    """Of all orders."""
    tour = max(permutations(range(1, puzzle.n)), key=lambda one: TSPTW.judge(puzzle, one).score)
    return -TSPTW.judge(puzzle, tour).score, tour


@pytest.mark.parametrize(
    ("name", "decimals", "cost", "note"),
    [
        ("tsptw-15-decimals.txt", 8, 282.60463655, "numbers are rounded to 8 decimals, by 5e-9 at most"),
        (
            "tsptw-clock-times.txt",
            None,
            20,
            "times of day are read as minutes since midnight, so all other times are minutes",
        ),
        ("tsptw-dasilva-urrutia.txt", None, None, "distances are Euclid's, cut to whole numbers"),
        ("tsptw-lkh-no-edge-weight-type.tsptw", None, 244, ""),
        ("tsptw-milliseconds.json", None, 24_300_000, ""),
        ("tsptw-milliseconds-same-in-seconds.json", None, 24_300, ""),
        ("tsptw-ortools-data.json", None, 20, ""),
        ("tsptw-python-brackets.txt", None, 20, ""),
    ],
)
def test_inputs_that_failed_are_read(name: str, decimals: int | None, cost: float | None, note: str) -> None:
    text = (FOUND / name).read_text()
    if decimals is not None:
        with pytest.raises(
            PuzzleError, match=r"2:5: '16.81877973285877' has 14 decimals; expected at most 9; --round 6"
        ):
            read(text)
        with rounding(decimals):
            puzzle = read(text)
    else:
        puzzle = read(text)
    assert puzzle.note.startswith(note)
    assert bool(puzzle.note) == bool(note)
    if cost is not None:
        assert best(puzzle)[0] == pytest.approx(cost, abs=1e-9)


def test_a_route_with_its_cost_is_read() -> None:
    puzzle = TSPTW.parse(
        "9\n" + "\n".join(" ".join("0" if i == j else "1" for j in range(9)) for i in range(9)) + "\n0 99" * 9
    )
    with heard() as said:
        board = TSPTW.parse_board(puzzle, (FOUND / "tsptw-route-text.sol").read_text())
    assert board == (3, 4, 7, 2, 8, 6, 1, 5)
    assert said == ["the text says cost 7649; by this instance it is 9"]


def rows(form: str, between: str = "\n") -> str:
    return between.join(form.join(map(str, row)) for row in ROWS)


def windows(form: str, between: str = "\n") -> str:
    return between.join(form.format(*pair) for pair in WINDOWS)


FORMS = {
    "commas": f"4\n{rows(', ')}\n{windows('{}, {}')}\n",
    "commas at the ends": f"4,\n{rows(',', ',' + chr(10))},\n{windows('{},{},')}\n",
    "semicolons": f"4;\n{rows(';')}\n{windows('{};{}')}\n",
    "semicolons and decimal commas": f"4\n{rows(';')}\n{windows('{};{}').replace('.', ',')}\n",
    "blanks and decimal commas": f"4\n{rows(' ')}\n{windows('{} {}').replace('.', ',')}\n",
    "tabs": f"4\n{rows(chr(9))}\n{windows('{}' + chr(9) + '{}')}\nEOF\n",
    "round brackets": f"4\n{rows(' ')}\n{windows('({}, {})')}\n",
    "Python": f"4\n{[*ROWS]}\n{[*WINDOWS]}\n",
    "Python, named": f"travel = {[*ROWS]}\nwindows = {[*WINDOWS]}\n",
    "Python, a row a line": f"[{rows(', ', '],' + chr(10) + '[')}]\n[({windows('{}, {}', '),' + chr(10) + '(')})]\n",
    "NumPy": f"[[{rows(' ', ']' + chr(10) + ' [')}]]\n[[{windows('{} {}', ']' + chr(10) + ' [')}]]\n",
    "without their number": f"{rows(' ')}\n{windows('{} {}')}\n",
    "CSV without their number": f"{rows(',')}\n{windows('{},{}')}\n",
    "JSON": f'{{"matrix": {[*ROWS]}, "time_windows": {[[*pair] for pair in WINDOWS]}}}',
    "JSON, other names": f'{{"durations": {[*ROWS]}, "tw": {[[*pair] for pair in WINDOWS]}, "depot": 0}}',
    "data of OR-tools": 'def create_data_model():\n    """Data."""\n    data = {}\n'
    f"    data['time_matrix'] = {[*ROWS]}\n    data['time_windows'] = [\n  (0, 40),  # depot\n  (5, 12),\n  (8, 20),\n"
    "  (15, 30.5),\n]\n    data['num_vehicles'] = 1\n    data['depot'] = 0\n    return data\n",
    "data of OR-tools at once": f"data = {{'distance_matrix': {[*ROWS]}, 'time_windows': {[*WINDOWS]}, 'depot': 0,}}",
}


@pytest.mark.parametrize("form", FORMS)
def test_a_matrix_is_read_in_any_brackets_and_separators(form: str) -> None:
    puzzle = read(FORMS[form])
    assert (puzzle.travel, puzzle.earliest, puzzle.latest, puzzle.digits, puzzle.note) == (
        *(KITE.travel, KITE.earliest, KITE.latest, KITE.digits),  # type: ignore[attr-defined]
        "",
    )


CLOCKED = "4\n" + rows(" ") + "\n08:00 18:00\n08:05 12:00\n09:00 20:00\n09:15 10:30\n"


@pytest.mark.parametrize(
    ("form", "old", "new", "line"),
    [
        (
            "JSON",
            "}",
            ', "num_vehicles": 2}',
            "'num_vehicles' is 2; expected 1: a TSP with time windows has one salesman",
        ),
        ("JSON", "}", ', "depot": 3}', "'depot' is 3; expected 0: tours begin and end at the first node"),
        ("JSON", "}", ', "demands": [0, 1]}', "1:128: 'demands' may change what the instance means; expected a matrix"),
        ("JSON", '"time_windows"', '"timewin"', "1:1: there is no time_windows; expected as in"),
        ("JSON", "[0, 40]", '["08:00", 40]', '"windows" has times of day beside other numbers; expected all as 08:05'),
        ("JSON", "[0, 40]", "[0, 40", "this is not JSON"),
        ("Python, named", "windows =", "travel = 3\nwindows =", "2:9: 'travel' is given a second time; expected"),
        ("Python, named", "windows = [", "windows = [[", "this is not JSON"),
        ("data of OR-tools", "['depot'] = 0", "['depot'] = x", "12:21: this is not JSON"),
        (
            "clock",
            "20:00",
            "20:00:30",
            "8:7: found '20:00:30'; expected a time of day as 08:05, as the first window has",
        ),
        ("clock", "5 8", "5 0:08", "3:7: found '0:08'; expected a number, as times of day are for windows"),
        ("round brackets", "30.5)", "30.5", "9:1: a bracket that is not closed; expected ')'"),
        (
            "commas",
            "6, 5, 0, 5",
            "6, 5, 0",
            "4:8: row 3 of the matrix has 3 numbers; expected 4, as the matrix is square",
        ),
    ],
)
def test_what_another_problem_or_a_slip_is_is_said(form: str, old: str, new: str, line: str) -> None:
    text = FORMS.get(form, CLOCKED)
    assert old in text
    with pytest.raises(PuzzleError) as caught:
        registry.read(text.replace(old, new, 1))
    assert line in str(caught.value)


def test_times_of_day_in_seconds() -> None:
    puzzle = read("2\n0 90\n90 0\n08:00:00 09:00:00\n08:01:30 08:01:30\n")
    assert (puzzle.earliest, puzzle.latest) == ((28800, 28890), (32400, 28890))
    assert "seconds since midnight" in puzzle.note
    assert TSPTW.judge(puzzle, (1,)).facts["feasible"]


SOLOMON = """kite

VEHICLE
NUMBER     CAPACITY
  1         200

CUSTOMER
CUST NO.   XCOORD.   YCOORD.    DEMAND   READY TIME   DUE DATE   SERVICE   TIME

    0      0         0          0          0          40          0
    1      3         4          0          5          12          10
    2      6         0          0          8          20          10
    3      3         -4         0          15         31          10
"""


def test_customers_as_solomon_and_as_da_silva_and_urrutia_have_them() -> None:
    puzzle = read(SOLOMON)
    assert (puzzle.n, puzzle.name, puzzle.service) == (4, "kite", (0, 10, 10, 10))
    assert puzzle.travel[:4] == (0, 5, 6, 5)
    cut = read(SOLOMON.replace("3         4 ", "2         4 "))
    assert (cut.travel[:4], cut.digits) == ((0, 44, 60, 50), 1)
    assert puzzle.note.startswith(
        "distances are Euclid's, cut to one decimal; --round N keeps N; one salesman serves all"
    )
    with rounding(4):
        rounded = read(SOLOMON.replace("3         4 ", "2         4 "))
    assert rounded.travel[1] == round(10_000 * math.dist((0, 0), (2, 4)))
    silva = "!! kite 1 2\n\nCUST NO. XCOORD. YCOORD. DEMAND [READY TIME] [DUE DATE] [SERVICE TIME]\n\n"
    listed = [f"{node + 1} {x} {y} 0.00 {opens} {closes} 0.00" for node, (x, y, opens, closes) in enumerate(
        [(0, 0, 0, 40), (3, 4, 5, 12), (6, 0, 8, 20), (3, -4, 15, 30.5)])]  # fmt: skip
    end = "\n999 0.00 0.00 0.00 0.00 0.00 0.00\n"
    puzzle = read(silva + "\n".join(listed) + end)
    assert (puzzle.n, puzzle.name, puzzle.travel) == (4, "kite", KITE_TENFOLD)
    with pytest.raises(PuzzleError, match="10:1: found '5' behind customer 999, which ends the list"):
        read(silva + "\n".join(listed) + end + "5 0 0 0 0 9 0\n")
    with pytest.raises(PuzzleError, match="7:1: found customer 4; expected 3, as they are in order"):
        read(silva + "\n".join([*listed[:2], *listed[3:]]) + end)
    with pytest.raises(PuzzleError, match="6:16: the row has 6 numbers; expected 7, as the header"):
        read(silva + "\n".join([listed[0], listed[1][:-5], *listed[2:]]) + end)


KITE_TENFOLD = tuple(10 * one for row in ROWS for one in row)
"""Lengths are whole numbers, and with 30.5 there is a decimal."""


def test_lengths_of_the_sets_are_shortened_once_in_the_order_of_their_entries() -> None:
    """By this rule, from cut lengths, the coordinates of n20w20.001 give all 441 entries of its published matrix."""
    length = [[0, 9, 2, 9], [9, 0, 9, 3], [2, 9, 0, 4], [9, 3, 4, 0]]
    naive = [row[:] for row in length]
    for i in range(4):
        for j in range(4):
            for k in range(4):
                naive[i][j] = min(naive[i][j], naive[i][k] + naive[k][j])
    assert shortened(length) == [one for row in naive for one in row]
    assert shortened(length) != [one for row in length for one in row]


@pytest.mark.parametrize(
    ("head", "row"),
    [
        ("id,x,y,open,close", "{},{},{},{},{}"),
        ("Customer;XCoord;YCoord;Ready Time;Due Date;Service", "{};{};{};{};{};0"),
        ('"stop","X","Y","Earliest","Latest"', '"{}","{}","{}","{}","{}"'),
        ("node\tx\ty\ttw_start\ttw_end", "{}\t{}\t{}\t{}\t{}"),
    ],
)
def test_a_table_of_nodes_is_read_by_the_names_of_its_columns(head: str, row: str) -> None:
    nodes = [(0, 0, 0, 40), (3, 4, 5, 12), (6, 0, 8, 20), (3, -4, 15, 30)]
    text = "\n".join([head, *(row.format(number, *node) for number, node in enumerate(nodes))]) + "\n"
    puzzle = read(text)
    assert (puzzle.n, puzzle.travel[1], puzzle.digits) == (4, 5, 0)
    assert puzzle.note == "distances are Euclid's, rounded to 2 decimals; --round N keeps N"
    with pytest.raises(PuzzleError, match="the header has no column"):
        TSPTW.parse(text.replace("x", "lon", 1).replace("X", "lon", 1).replace("lonCoord", "lon"))


LKH = """NAME : points
TYPE : TSPTW
DIMENSION : 3
EDGE_WEIGHT_TYPE : {}
NODE_COORD_SECTION
1 {}
2 {}
3 {}
EOF
TIME_WINDOW_SECTION
1 0 100000
2 0 100000
3 0 100000
DEPOT_SECTION
1
-1
EOF
"""


@pytest.mark.parametrize(
    ("kind", "points", "first", "digits"),
    [
        ("GEO", ("38.24 20.42", "39.57 26.15", "40.56 25.32"), (0, 509, 501), 0),  # ulysses16, as published
        ("ATT", ("6734 1453", "2233 10", "5530 1424"), (0, 1495, 381), 0),  # att48
        ("MAN_2D", ("0 0", "1.2 1.4", "-3 4"), (0, 3, 7), 0),
        ("MAX_2D", ("0 0", "1.2 1.6", "-3 4"), (0, 2, 4), 0),
        ("FLOOR_2D", ("0 0", "1 1.9", "-3 4"), (0, 2, 5), 0),
        ("EXACT_2D", ("0 0", "1 1", "-3 4"), (0, 1414, 5000), 3),
    ],
)
def test_edge_weight_types_by_their_formulas(
    kind: str, points: tuple[str, ...], first: tuple[int, ...], digits: int
) -> None:
    puzzle = read(LKH.format(kind, *points))
    assert (puzzle.travel[:3], puzzle.digits) == (first, digits)
    assert TSPTW.parse(TSPTW.write(puzzle, "tsplib", (1, 2))) == puzzle
    if kind == "EXACT_2D":
        assert puzzle.note == "distances are Euclid's, rounded to 3 decimals"
        with rounding(6):
            assert read(LKH.format(kind, *points)).travel[1] == 1_414_214


def test_ways_home_that_cost_nothing_are_told() -> None:
    open_end = "3\n0 5 6\n0 0 4\n0 4 0\n0 9\n0 9\n0 20\n"
    assert read(open_end).note == "the ways back to the depot cost nothing: a tour may end at any node"
    assert "node 2 is left for nothing, too, but need not come last" in read(open_end.replace("0 4 0", "0 0 0")).note
    assert not read(open_end.replace("0 4 0", "1 4 0")).note


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Route #1: 2 1 3\nCost 24\n", []),
        ("Route #1: 2 1 3\nCost: 99.5\n", ["the text says cost 99.5; by this instance it is 24"]),
        ("0 -> 2 -> 1 -> 3 -> 0", []),
        ("0 \u2192 2 \u2192 1 \u2192 3", []),
        ("[0, 2, 1, 3, 0]", []),
        ("1\n3\n2\n4\n-1\nEOF\n", ["nodes are counted from 1, as 4 is among them and 0 is not"]),
        ("3 2 4 1 3", ["nodes are counted from 1, as 4 is among them and 0 is not"]),
        ("3 2 4\n24\n", ["nodes are counted from 1, as 4 is among them and 0 is not"]),
        ("1 3 2 4\n24\n", ["nodes are counted from 1, as 4 is among them and 0 is not"]),
    ],
)
def test_tours_of_other_programs(text: str, said: list[str]) -> None:
    with heard() as notes:
        assert TSPTW.parse_board(KITE, text) == (2, 1, 3)
    assert notes == said


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Route #1: 2 1\nRoute #2: 3\n", "2:1: found 'Route #2:'; expected one tour"),
        ("3 2 5 1", "1:5: found '5'; expected a node, 0 to 3"),
        ("0 4 1", "1:3: found '4'; expected a node, 0 to 3"),
    ],
)
def test_tours_that_do_not_fit_are_refused(text: str, line: str) -> None:
    with pytest.raises(PuzzleError, match=line):
        TSPTW.parse_board(KITE, text)


def test_commands_round_and_say_so() -> None:
    text = (FOUND / "tsptw-15-decimals.txt").read_text()
    assert invoke("check", "-", given=text).exit_code == 2
    checked = invoke("check", "-", "--round", "8", given=text)
    assert checked.exit_code == 0
    assert "numbers are rounded to 8 decimals, by 5e-9 at most" in checked.stderr
    assert "16.81877973" in invoke("convert", "-", "--format", "matrix", "--round", "8", given=text).stdout
    assert "no effect on Latin square" in invoke("check", "example:order-9", "--round", "2").stderr
