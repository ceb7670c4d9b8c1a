"""URLs of puzz.link: those of pzprjs's own tests are read, have its solutions, and are written as they were."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from oracles.naive_sudoku import solutions

from puzzles import registry
from puzzles.engine.streams import stream
from puzzles.errors import PuzzleError
from puzzles.registry import get_family
from puzzles.sudoku.checker import judge
from puzzles.sudoku.constraints import Constraint
from puzzles.sudoku.formats import pzpr
from puzzles.sudoku.instances import generate
from puzzles.sudoku.kernels.fill import Solver
from puzzles.sudoku.puzzle import Sudoku
from puzzles.text import pzpr_url
from puzzles.text.fields import Field, Places
from puzzles.text.signs import PZPR_READ

FAMILY = get_family("sudoku")
P = "https://puzz.link/p?"
OF_PZPRJS = {
    "sudoku/4/4/g1k23k3g": ("sudoku", "2143 4312 3421 1234"),
    "skyscrapers/4/4/k13h4j3g": ("skyscrapers", "2143 1234 4312 3421"),
    "factors/5/5/rvvcm9jf54653-28ca2833-14": ("kenken", "54321 31245 15432 42513 23154"),
    "minarism/4/4/hhhq21pgi": ("minarism", "4321 2413 1234 3142"),
    "kropki/4/4/aa7fioco": ("kropki", "4312 2134 1423 3241"),
}
"""URL, and the board that test/script there calls right."""


def read(text: str) -> Sudoku:
    puzzle = registry.read(text)
    assert isinstance(puzzle, Sudoku)
    return puzzle


def board(rows: str) -> tuple[int, ...]:
    return tuple(int(one) - 1 for one in rows.replace(" ", ""))


@pytest.mark.parametrize("url", OF_PZPRJS)
def test_what_pzprjs_tests_with_is_read_and_written(url: str) -> None:
    variant, right = OF_PZPRJS[url]
    puzzle = read(P + url)
    assert puzzle.variant.name == variant
    assert FAMILY.write(puzzle, "puzzlink") == P + url + "\n"
    assert read(FAMILY.write(puzzle, "grid")) == puzzle
    assert judge(puzzle, board(right)).solved
    if variant != "sudoku":
        assert set(solutions(puzzle)) == {board(right)}


def test_what_pzprjs_calls_wrong_of_kropki() -> None:
    puzzle = read(P + "kropki/4/4/aa7fioco")
    for rows in ("1234 2143 3412 4321", "4321 3412 2143 1234"):
        assert not judge(puzzle, board(rows)).solved


def test_all_dots_are_there() -> None:
    puzzle = read(P + f"kropki/4/4/{'0' * 8}")
    found = set(solutions(puzzle))
    near = [(a, a + 1) for a in range(16) if a % 4 < 3] + [(a, a + 4) for a in range(12)]
    every = {
        sum(rows, ())
        for rows in product([one for one in product(range(4), repeat=4) if len({*one}) == 4], repeat=4)
        if all(len({row[column] for row in rows}) == 4 for column in range(4))
    }
    assert len(every) == 576
    assert found == {
        one
        for one in every
        if all(abs(one[a] - one[b]) != 1 and one[a] + 1 != 2 * (one[b] + 1) != 4 * (one[a] + 1) for a, b in near)
    }


@pytest.mark.parametrize(
    ("text", "like"),
    [
        ("sudoku/4/4/g1k23k3g", "sudoku/4/4/g1k23k3g"),
        ("http://pzv.jp/p.html?sudoku_edit/4/4/g1k23k3g", "sudoku/4/4/g1k23k3g"),
        ("https://pzprxs.vercel.app/p?sudoku/v:/4/4/g1k23k3g", "sudoku/4/4/g1k23k3g"),
        ("# of the day\n<puzz.link/p?sudoku/4/4/g1k23k3g>\n", "sudoku/4/4/g1k23k3g"),
        ("sudoku/4/4/.1k23k3.", "sudoku/4/4/g1k23k3g"),
        ("http://pzv.jp/p.html?building/4/4/k13h4j3g", "skyscrapers/4/4/k13h4j3g"),
    ],
)
def test_forms_of_an_address(text: str, like: str) -> None:
    assert read(text) == read(P + like)


def test_what_a_body_holds() -> None:
    large = read("sudoku/25/25/-19" + "z" * 31 + "j")
    assert (large.grid[0], large.boxes, large.holes) == (24, (5, 5), 624)
    assert read("sudoku/6/6/" + "z" + "v").boxes == (2, 3)
    assert read("skyscrapers/4/4/v3u").grid == (2, *[-1] * 15)
    assert read("factors/2/2/oo6i").constraints == (Constraint("product", (0,), 6),)
    assert read("factors/2/2/006").constraints == (Constraint("product", (0, 1, 2, 3), 6),)


@pytest.mark.parametrize("variant", ["sudoku", "skyscrapers", "kenken", "futoshiki", "kropki", "killer"])
def test_what_is_written_is_read_back(variant: str) -> None:
    puzzle, solution = generate({"variant": variant, "order": 4}, 3, 0, "test")
    held = {"sudoku", "skyscrapers"} if set(puzzle.grid) != {-1} else {"sudoku", "skyscrapers", "futoshiki"}
    if variant in held:
        assert read(FAMILY.write(puzzle, "puzzlink")) == puzzle
    else:
        with pytest.raises(PuzzleError, match="can't hold all of this"):
            FAMILY.write(puzzle, "puzzlink")
    if variant in ("sudoku", "skyscrapers"):
        assert FAMILY.parse_board(puzzle, FAMILY.write(puzzle, "puzzlink", solution)) == solution


@pytest.mark.parametrize("url", [one for one in OF_PZPRJS if "sudoku" not in one])
@pytest.mark.parametrize("number", range(3))
def test_any_marks_are_written_and_read_back(url: str, number: int) -> None:
    rng = random.Random(f"{url} {number}")
    puzzle = read(url)
    some = tuple(one for one in puzzle.constraints if rng.random() < 0.7)
    less = replace(puzzle, constraints=some)
    assert read(FAMILY.write(less, "puzzlink")) == less


@pytest.mark.parametrize("number", [0, 1, 15, 16, 255, 256, 4_095, 4_096, 12_239, 12_240, 77_775, 77_776, 1_126_351])
def test_numbers_of_any_length(number: int) -> None:
    assert pzpr_url.read_number(Field(pzpr_url.write_number(number)), 2_000_000) == number
    with pytest.raises(PuzzleError):
        pzpr_url.write_number(1_126_352)


def test_signs_and_gaps_of_any_length() -> None:
    for gap in "gi":
        for empty in range(1, 60):
            signs = ["1", *[""] * empty, "-1f"]
            text = pzpr_url.write_signs(signs, gap)
            body = pzpr_url.Body(Places(text), 0, len(text))
            assert [one.text for one in pzpr_url.read_signs(body, len(signs), "signs", gap)] == signs


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("sudoku/9/9/g3h", ":1:35: the URL ends early; expected 81 cells, 4 are there"),
        ("sudoku/4/4/g1k23k3gg", ":1:40: 'g' after the last mark; expected the end"),
        ("sudoku/4/4/g1k23k3z", ":1:39: 35 cells; expected 16"),
        ("sudoku/4/4/g5k23k3g", ":1:33: the number 5; expected 1 to 4"),
        ("sudoku/4/4/g!k23k3g", ":1:33: '!' for a number; expected hexadecimal digits"),
        ("sudoku/4/4/11k23k3g", ":1:33: 1 twice in row 1 (columns 1 and 2), first on line 1, column 32; expected"),
        ("sudoku/8/8/zzzj", ":1:28: a puzz.link Sudoku of order 8; expected a square number, or 6"),
        ("sudoku/4/9/zzzj", ":1:28: 4 columns and 9 rows; expected as many columns as rows"),
        ("sudoku/99/99/zzz", ":1:28: the order is 99; expected 2 to 81"),
        ("kropki/4/4/aa7fioc", "the URL ends early; expected 24 marks, 21 are there"),
        ("kropki/4/4/aa7fiocz", "'z' for marks; expected 0 to q"),
        ("kropki/64/64/0", "order 64 of kropki; expected at most 60"),
        ("minarism/4/4/hhhq24pgi", "the number 4; expected 0 to 3"),
        ("slither/5/5/abc", "this is a puzz.link URL of slither; expected one of kakuro, sudoku, skyscrapers, factors"),
        ("renban/5/5/abc", "this is a puzz.link URL of renban; expected one of kakuro, sudoku"),
        ("sudoku/4/4/g1k23k3g 12", "more text after the URL; expected one puzzle"),
    ],
)
def test_what_is_wrong_is_one_line(url: str, said: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        registry.read(P + url)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_line_each_is_a_puzzle() -> None:
    text = P + "sudoku/4/4/g1k23k3g\n" + P + "kropki/4/4/aa7fioco\n"
    _, entries = registry.read_entries(text)
    assert [read(one.text).variant.name for one in entries] == ["sudoku", "kropki"]


def test_the_varieties_that_refusals_name_are_those_that_are_read() -> None:
    assert {*pzpr.VARIETIES, "kakuro"} == {*PZPR_READ}


@pytest.mark.parametrize("url", ["kropki/4/4/aa7fioco", "minarism/4/4/hhhq21pgi"])
def test_the_search_finds_the_solution(url: str) -> None:
    puzzle = read(url)
    found = Solver(puzzle).solutions(np.array(puzzle.grid, np.int64), stream("test", 1, 0), 2)
    assert found is not None
    assert [tuple(one) for one in found] == [board(OF_PZPRJS[url][1])]
