"""Every puzzle that the documents show is read, and is the puzzle that they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from puzzles.editing import Pen
from puzzles.kakuro.puzzle import Kakuro
from puzzles.registry import get_family, read
from puzzles.rna.puzzle import RnaPuzzle
from puzzles.samegame.puzzle import SameGamePuzzle
from puzzles.tsptw.puzzle import TsptwPuzzle

ROOT = Path(__file__).resolve().parents[2]


def blocks(name: str) -> list[str]:
    """The blocks of a family's page that are puzzles."""
    page = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    return re.findall(rf"```{name}\n(.*?)```", page, re.DOTALL)


BLOCKS = blocks("kakuro")
TARGETS = [one for one in blocks("rna") if "&" not in one]
INSTANCES = blocks("tsptw")
BOARDS = blocks("samegame")


def test_the_page_has_examples() -> None:
    assert len(BLOCKS) == 8


@pytest.mark.parametrize("text", BLOCKS)
def test_each_example_is_the_same_small_kakuro(text: str) -> None:
    puzzle = read(text)
    assert isinstance(puzzle, Kakuro)
    assert sorted(run.clue or 0 for run in puzzle.runs) == [3, 4, 6, 7]
    assert get_family("kakuro").judge(puzzle, (1, 2, 3, 4)).solved


def test_the_keys_of_the_page_type_that_kakuro_on_the_grid() -> None:
    page = (ROOT / "docs" / "kakuro.md").read_text(encoding="utf-8")
    found = re.search(r"first `([0-9#]+)`, then `([0-9]+)`", page)
    assert found is not None
    editor = get_family("kakuro").editor
    assert editor is not None
    pen: Pen | None = editor.new({"rows": 3}).begin()
    for key in found[1] + found[2]:
        assert pen is not None
        pen = pen.press(key)
    assert pen is not None
    assert pen.draft.to_puzzle() == read(BLOCKS[0])


def test_the_page_of_rna_has_examples() -> None:
    assert len(TARGETS) == 7


def test_the_target_of_two_strands_is_the_bundled_one() -> None:
    (text,) = [one for one in blocks("rna") if "&" in one]
    assert text in [one.text for one in get_family("rna").examples]


@pytest.mark.parametrize("text", TARGETS)
def test_each_example_is_the_same_target_with_the_same_restraints(text: str) -> None:
    puzzle = read(text)
    assert isinstance(puzzle, RnaPuzzle)
    assert puzzle.target == "((((..((((....)))).))))"
    restraints = "" if "\t" in text else "NNGY"  # Eterna's table has no place for them
    assert puzzle.restraints == restraints.ljust(puzzle.length, "N")
    assert not puzzle.start


def test_the_page_of_samegame_has_examples() -> None:
    assert len(BOARDS) == 4


@pytest.mark.parametrize("text", BOARDS)
def test_each_example_is_the_same_small_board_and_game(text: str) -> None:
    puzzle = read(text)
    assert isinstance(puzzle, SameGamePuzzle)
    assert (puzzle.width, puzzle.height, puzzle.cells) == (3, 3, (0, 2, -1, 0, 1, 1, 2, 1, 0))
    assert puzzle.moves == (64, 1, 0)
    assert get_family("samegame").judge(puzzle, puzzle.moves).score == 1


def test_the_page_of_tsptw_has_examples() -> None:
    assert len(INSTANCES) == 3


@pytest.mark.parametrize("text", INSTANCES)
def test_each_example_is_the_same_instance(text: str) -> None:
    puzzle = read(text)
    assert puzzle == read(INSTANCES[0])
    assert isinstance(puzzle, TsptwPuzzle)
    assert puzzle.name == "kite"
    assert get_family("tsptw").judge(puzzle, (1, 2, 3)).score == -20.0
    assert get_family("tsptw").attached_board(puzzle) in ((1, 2, 3), None)


def test_the_newspaper_s_kakuro_in_the_readme_is_one() -> None:
    (text,) = re.findall(r"```text\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert isinstance(read(text), Kakuro)
