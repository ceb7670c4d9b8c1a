"""Kakuro's text formats: round trips, sample files, boards, and what each writer refuses."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from drivers import kakuro_texts as texts
from hypothesis import given
from hypothesis import strategies as st

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.kakuro import FAMILY
from puzzles.kakuro.puzzle import Kakuro, Run, blank, with_sums

CHANCE = st.randoms(use_true_random=False)

WIKIPEDIA = """\
:   23: 30:   :     :     27: 12: 16:
:16 _   _     :     17:24 _   _   _
:17 _   _     15:29 _     _   _   _
:35 _   _     _     _     _   12: :
:   :7  _     _     7:8   _   _   7:
:   11: 10:16 _     _     _   _   _
:21 _   _     _     _     :5  _   _
:6  _   _     _     :     :3  _   _
"""

READ_ONLY: dict[str, Callable[[Kakuro], str]] = {
    "picat": lambda puzzle: "# a comment\n" + texts.down_across(puzzle, "\\", ",", "x", "0"),
    "tab print": lambda puzzle: texts.down_across(puzzle, "\\", "\t", "\\", ""),
    "colon": lambda puzzle: texts.down_across(puzzle, ":", " ", ":", "_"),
    "puzzlekit": lambda puzzle: f"{puzzle.rows} {puzzle.columns}\n" + texts.down_across(puzzle, ",", " ", "-", "0"),
    "two grids": texts.two_grids,
    "dzn": texts.dzn,
    "xcsp3": texts.xcsp3,
}
WITHOUT_GIVENS = ("two grids", "dzn", "xcsp3")


def kakuro(text: str) -> Kakuro:
    puzzle = registry.read(text)
    assert isinstance(puzzle, Kakuro)
    return puzzle


def samples(folder: Path) -> list[tuple[str, str, list[str]]]:
    """(name, text, fields of the index) of every sample puzzle."""
    found = []
    for line in (folder / "kakuro" / "index.tsv").read_text().splitlines()[1:]:
        name, *fields = line.split("\t")
        path, _, number = name.partition("#")
        text = registry.decode((folder / "kakuro" / path).read_bytes())
        found.append((name, text.splitlines()[int(number) - 1] if number else text, fields))
    return found


@given(CHANCE, st.sampled_from(["kak", "down-across", "pzprv3", "json"]))
def test_what_is_written_is_read_back(chance: random.Random, name: str) -> None:
    puzzle = texts.random_crossword(chance)
    text = FAMILY.write(puzzle, name)
    assert text.endswith("\n")
    if name == "down-across" or any(run.clue for run in puzzle.runs):
        assert FAMILY.parse(text) == puzzle


@given(CHANCE)
def test_a_url_is_read_back(chance: random.Random) -> None:
    puzzle = texts.random_crossword(chance, givens=False)
    assert FAMILY.parse(FAMILY.write(puzzle, "puzzlink")) == puzzle


@given(CHANCE, st.sampled_from(["paper", "json"]))
def test_a_square_is_read_back(chance: random.Random, name: str) -> None:
    puzzle = texts.random_square(chance)
    distinct = all(
        len(digits) == len(set(digits))
        for run in puzzle.runs
        if (digits := [puzzle.givens[i] for i in run.cells if puzzle.givens[i]])
    )
    if distinct:
        assert FAMILY.parse(FAMILY.write(puzzle, name)) == puzzle
    else:
        with pytest.raises(PuzzleError, match="repeats"):
            FAMILY.parse(FAMILY.write(puzzle, name))


@given(CHANCE)
def test_plain_values_are_read_back(chance: random.Random) -> None:
    puzzle = texts.random_crossword(chance)
    data = FAMILY.to_json(puzzle)
    assert FAMILY.from_json(json.loads(json.dumps(data))) == puzzle
    assert hash(FAMILY.from_json(data)) == hash(puzzle)


@given(CHANCE, st.sampled_from(sorted(READ_ONLY)))
def test_formats_that_are_only_read(chance: random.Random, name: str) -> None:
    puzzle = texts.random_crossword(chance, givens=name not in WITHOUT_GIVENS)
    if any(run.clue for run in puzzle.runs):
        assert FAMILY.parse(READ_ONLY[name](puzzle)) == puzzle


def test_a_json_set_holds_puzzles_by_name() -> None:
    chance = random.Random(5)
    held = {f"one-{k}": texts.random_crossword(chance, clues=False) for k in range(3)}
    text = json.dumps({name: {"problem": READ_ONLY["puzzlekit"](puzzle)} for name, puzzle in held.items()})
    family, entries = registry.read_entries(text)
    assert family is FAMILY
    assert [FAMILY.parse(one.text) for one in entries] == list(held.values())
    assert registry.read(text, entry="2") == held["one-1"]


@given(CHANCE, st.booleans())
def test_a_solution_grid_gives_its_sums_as_clues(chance: random.Random, margin: bool) -> None:
    shape = texts.random_crossword(chance)
    digits = [(r + 2 * c) % 9 + 1 for r, c in shape.cells]  # distinct along 9 cells of any row or column
    marked = tuple(digit if given else 0 for digit, given in zip(digits, shape.givens, strict=True))
    sums = with_sums(shape, digits)
    puzzle = Kakuro(sums.rows, sums.columns, 9, sums.cells, sums.runs, marked)
    text = texts.solution_grid(puzzle, digits, margin=margin)
    edge = any(r == 1 for r, _ in puzzle.cells) or any(c == 1 for _, c in puzzle.cells)
    if any(marked) and len(text.split()) > 6 and text.count("\n") > 2 and (margin or edge):
        assert FAMILY.parse(text) == puzzle


@given(CHANCE, st.sampled_from(["kak", "down-across", "pzprv3", "json"]))
def test_a_written_board_is_read_back(chance: random.Random, name: str) -> None:
    puzzle = texts.random_crossword(chance, clues=False)
    board = tuple(given or (r + 2 * c) % 9 + 1 for given, (r, c) in zip(puzzle.givens, puzzle.cells, strict=True))
    assert FAMILY.parse_board(puzzle, FAMILY.write(puzzle, name, board)) == board


def test_the_wikipedia_puzzle() -> None:
    puzzle = kakuro(WIKIPEDIA)
    assert (puzzle.rows, puzzle.columns, len(puzzle.cells), len(puzzle.runs)) == (8, 8, 36, 24)
    assert puzzle.runs[0] == Run(True, (0, 1), 16)
    assert (puzzle.runs[12].across, puzzle.runs[12].clue, puzzle.runs[-1].clue) == (False, 23, 10)
    assert FAMILY.recognise(WIKIPEDIA) > 0.5


def test_every_sample_is_read_as_its_index_says(benchmark_data: Path) -> None:
    for name, text, fields in samples(benchmark_data):
        puzzle = kakuro(text)
        given = sum(1 for digit in puzzle.givens if digit)
        found = [puzzle.rows, puzzle.columns, len(puzzle.cells), len(puzzle.runs), given]
        assert found == [int(field) for field in fields[:5]], name


def test_every_sample_is_written_and_read_back(benchmark_data: Path) -> None:
    for name, text, _ in samples(benchmark_data):
        puzzle = kakuro(text)
        for one in FAMILY.formats:
            if one.writes and one.reads and one.name != "paper" and not (one.name == "puzzlink" and any(puzzle.givens)):
                assert kakuro(FAMILY.write(puzzle, one.name)) == puzzle, (name, one.name)


def test_every_published_solution_is_judged_solved(benchmark_data: Path) -> None:
    with gzip.open(benchmark_data / "kakuro" / "solutions.json.gz") as file:
        solutions = json.load(file)
    assert len(solutions) > 40
    for name, text, _ in samples(benchmark_data):
        if name in solutions:
            puzzle = kakuro(text)
            board = FAMILY.parse_board(puzzle, json.dumps(solutions[name]))
            verdict = FAMILY.judge(puzzle, board)
            assert verdict.solved, (name, verdict.faults)
            assert verdict.score == len(puzzle.runs)


def test_latin_samples_are_not_taken_for_kakuro(benchmark_data: Path) -> None:
    files = [path for path in (benchmark_data / "latin").rglob("*.*") if path.suffix in (".pls", ".dzn", ".param")]
    files += list((benchmark_data / "latin" / "xcsp3-json").glob("*.json"))
    files += [benchmark_data / "paper-examples" / "latin20.txt"]
    assert len(files) > 50
    for path in files:
        assert registry.read_file(path).family == "latin", path.name


def test_solved_prints_are_boards_of_the_unsolved_puzzles(benchmark_data: Path) -> None:
    folder = benchmark_data / "kakuro"
    for unsolved, solved in (
        ("csv-backslash/SumasCruzadas_93.csv", "csv-backslash/SumasCruzadas_93.txt"),
        ("kak/unsolved/sample.kak", "kak/solved/sample.kak"),
        ("pzpr/pzprv3-5x5.txt", "pzpr/pzprv3-5x5-solved.txt"),
    ):
        puzzle = registry.read_file(folder / unsolved)
        board = FAMILY.parse_board(puzzle, (folder / solved).read_text())
        assert FAMILY.judge(puzzle, board).solved


def test_the_papers_print(benchmark_data: Path) -> None:
    text = (benchmark_data / "paper-examples" / "kakuro10_solved.tsv").read_text()
    puzzle = kakuro(text)
    assert (puzzle.rows, puzzle.columns, puzzle.values, puzzle.square) == (10, 10, 11, True)
    assert "1 to 11" in puzzle.note
    assert FAMILY.judge(puzzle, puzzle.givens).score == 20
    unsolved = "\n".join(line.split("\t")[0] if i else line for i, line in enumerate(text.splitlines()))
    assert kakuro(unsolved).runs == puzzle.runs
    assert not any(kakuro(unsolved).givens)
    assert kakuro(unsolved).values == 11
    dots = "\n".join(" ".join(["."] * 10) for _ in range(10))
    rows = [f"{line.split()[0]} {row}" for line, row in zip(text.splitlines()[1:], dots.splitlines(), strict=True)]
    assert kakuro("\n".join([text.splitlines()[0], *rows])).runs == puzzle.runs
    board = FAMILY.parse_board(kakuro(unsolved), text)
    assert FAMILY.judge(kakuro(unsolved), board).solved
    written = FAMILY.write(kakuro(unsolved), "paper")
    assert written.startswith("# values 1..11\n\t65\t60")
    assert kakuro(written) == kakuro(unsolved)
    assert kakuro(written).note == ""


def test_the_values_are_the_fewest_that_reach_the_sums() -> None:
    assert kakuro("6 6 6\n6\n6\n6\n").values == 9  # never fewer than 9
    assert kakuro("36 36 36\n36\n36\n36\n").values == 13  # 11 + 12 + 13
    assert kakuro("# values 1..5\n6 6 6\n6\n6\n6\n").values == 5


def test_urls_are_written_as_pzpr_writes_them() -> None:
    url = "https://puzz.link/p?kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3\n"
    puzzle = kakuro(url)
    assert FAMILY.write(puzzle, "puzzlink") == url
    assert kakuro("http://pzv.jp/p.html?kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3") == puzzle
    assert kakuro("kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3") == puzzle
    assert kakuro("https://puzz.link/p?kakuro/5/5/48la-.na-lh3l-Bn.-cl.c4a3") == puzzle


def test_pzprv3_in_one_line() -> None:
    lines = FAMILY.write(kakuro(WIKIPEDIA), "pzprv3")
    assert kakuro("/".join(line.strip() for line in lines.splitlines()) + "/") == kakuro(WIKIPEDIA)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("paper", "cannot hold a crossword"),
        ("dzn", "not one that can be written"),
        ("png", "not one that can be written"),
    ],
)
def test_what_formats_cannot_hold_of_a_crossword(name: str, words: str) -> None:
    with pytest.raises(PuzzleError, match=words):
        FAMILY.write(kakuro(WIKIPEDIA), name)


@pytest.mark.parametrize("name", ["kak", "down-across", "pzprv3", "puzzlink"])
def test_what_formats_cannot_hold_of_a_square(name: str) -> None:
    with pytest.raises(PuzzleError, match="cannot hold a square"):
        FAMILY.write(kakuro("# values 1..11\n21 20\n21\n20\n"), name)


def test_a_url_holds_no_digits() -> None:
    puzzle = kakuro(WIKIPEDIA)
    with pytest.raises(PuzzleError, match="cannot hold digits"):
        FAMILY.write(puzzle, "puzzlink", (1,) * len(puzzle.cells))


def test_boards_from_plain_grids() -> None:
    puzzle = kakuro("3,3\n*,C3,C3\nF3,?,?\nF3,?,?\n")
    for text in (
        "1 2\n2 1\n",
        "0 0 0\n0 1 2\n0 2 1\n",
        "*,*,*\n*,1,2\n*,2,1\n",
        "12\n21\n",
        "[1, 2, 2, 1]",
        "[[0, 0, 0], [0, 1, 2], [0, 2, 1]]",
        '{"family": "kakuro", "board": [1, 2, 2, 1]}',
        "3,3\n*,C3,C3\nF3,1,2\nF3,2,1\n",
        "\\\t3\\\t3\\\n\\3\t1\t2\n\\3\t2\t1\n",
    ):
        assert FAMILY.parse_board(puzzle, text) == (1, 2, 2, 1), text
    assert FAMILY.parse_board(puzzle, "1 .\n? 1\n") == (1, 0, 0, 1)


def test_a_faulty_board_is_read_so_that_it_can_be_judged() -> None:
    puzzle = kakuro("3,3\n*,C3,C3\nF3,?,?\nF3,?,?\n")
    board = FAMILY.parse_board(puzzle, "3,3\n*,C3,C3\nF3,1,1\nF3,2,2\n")
    assert board == (1, 1, 2, 2)
    assert len(FAMILY.judge(puzzle, board).faults) == 4


def test_shapes_of_priors() -> None:
    cross = kakuro(WIKIPEDIA)
    square = blank(10, 10, [(r, c) for r in range(10) for c in range(10)], values=11, square=True)
    assert [kind.name for kind in FAMILY.priors.kinds] == ["share", "sums"]
    assert FAMILY.priors.shape_key(cross, "share") == FAMILY.priors.shape_key(square, "share") == "any"
    assert FAMILY.priors.shape_key(square, "sums") == "square-10x10-11"
    assert FAMILY.priors.training_shape("square-10x10-11") == FAMILY.priors.training_shape("any")
    assert FAMILY.priors.training_shape(FAMILY.priors.shape_key(cross, "sums"))["shape"] == "crossword"
    assert FAMILY.priors.training_puzzles("any") == 10_000
    with pytest.raises(ValueError, match="no shape"):
        FAMILY.priors.training_shape("round")


def test_a_square_and_a_crossword_are_written_by_formats_that_can_hold_them() -> None:
    square = FAMILY.parse("# values 1..9\n\t4\t6\n3\t.\t.\n7\t.\t.\n")
    crossword = FAMILY.parse("*,C4,C6\nF3,?,?\nF7,?,?\n")
    for puzzle, first in ((square, "paper"), (crossword, "kak")):
        names = [one.name for one in FAMILY.writable(puzzle) if one.reads]
        assert names[0] == first
        assert "json" in names
        for name in names:
            assert FAMILY.parse(FAMILY.write(puzzle, name)) == puzzle


@pytest.mark.parametrize("empty", ["[||]", "[|\n|]"])
def test_minizinc_data_may_have_no_clue_of_one_direction(empty: str) -> None:
    text = f"h = 3;\nw = 3;\ngrid_data = [|0,0,0|0,1,1|0,1,1|];\nh_clue = [|2,1,2,3|3,1,2,4|];\nv_clue = {empty};\n"
    puzzle = FAMILY.parse(text)
    assert isinstance(puzzle, Kakuro)
    assert [run.clue for run in puzzle.runs] == [3, 4, None, None]
