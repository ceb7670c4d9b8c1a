"""The SVG picture of a game of SameGame: each cell of the first position, with the number of its move."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from drivers.samegame_games import CLEARING, LEAVING, SMALL, random_board

from puzzles.errors import PuzzleError
from puzzles.samegame import FAMILY
from puzzles.samegame.puzzle import Move, SameGamePuzzle, board_of

SVG = "{http://www.w3.org/2000/svg}"
Placed = dict[tuple[int, int], str]


def picture(board: tuple[int, ...] | None, puzzle: SameGamePuzzle = SMALL) -> ElementTree.Element:
    return ElementTree.fromstring(FAMILY.write(puzzle, "svg", board))


def cells(root: ElementTree.Element) -> Placed:
    """The class of each cell's square, by column and by row from the top, and nothing else with a class."""
    squares = [one for one in root.iter(f"{SVG}rect") if one.get("width") == one.get("height") == "30"]
    left, top = (min(int(one.get(side, "")) for one in squares) for side in ("x", "y"))
    return {
        ((int(one.get("x", "")) - left) // 30, (int(one.get("y", "")) - top) // 30): one.get("class", "")
        for one in squares
    }


def words(root: ElementTree.Element, kind: str) -> Placed:
    """The words of a class, by the cell in which they stand."""
    squares = [one for one in root.iter(f"{SVG}rect") if one.get("width") == one.get("height") == "30"]
    left, top = (min(int(one.get(side, "")) for one in squares) for side in ("x", "y"))
    return {
        (int((float(one.get("x", "")) - left) // 30), int((float(one.get("y", "")) - top) // 30)): one.text or ""
        for one in root.iter(f"{SVG}text")
        if one.get("class") == kind
    }


def rows(found: Placed) -> list[str]:
    """Three rows of four, the top one first; `.` where there is nothing."""
    return ["".join(found.get((column, row), ".")[-1] for column in range(4)) for row in range(3)]


def test_a_game_that_empties_the_board() -> None:
    root = picture(CLEARING)
    assert rows(cells(root)) == ["0112", "0012", "1022"]
    assert rows(words(root, "number")) == ["1332", "1132", "3122"]
    assert rows(words(root, "shape")) == ["●▲▲■", "●●▲■", "▲●■■"]
    said = [one.text for one in root.iter(f"{SVG}text")]
    assert "3 moves, 1,012 points, the board is empty" in said
    assert "left at the end" not in said
    assert [one.text for one in root.iter(f"{SVG}title")] == ["SameGame, 4 x 3, 3 colours"]


def test_cells_that_are_left_are_set_off() -> None:
    root = picture(LEAVING)
    assert rows(words(root, "number")) == ["2113", "2213", ".233"]
    assert len([one for one in root.iter(f"{SVG}rect") if one.get("class") == "left"]) == 2, "one, and the legend's"
    assert "left at the end" in [one.text for one in root.iter(f"{SVG}text")]


def test_lines_part_cells_that_go_at_different_moves() -> None:
    side_by_side = SameGamePuzzle(4, 1, (0, 0, 1, 1))
    assert len(list(picture(board_of((Move(0, 0), Move(0, 0))), side_by_side).iter(f"{SVG}line"))) == 1
    assert len(list(picture((), side_by_side).iter(f"{SVG}line"))) == 1
    parted = SameGamePuzzle(4, 1, (0, 1, 1, 0))
    assert len(list(picture(board_of((Move(1, 0), Move(0, 0))), parted).iter(f"{SVG}line"))) == 2


def test_a_board_without_a_game() -> None:
    root = picture(None, random_board(7, 5, 9, seed=1))
    assert len(cells(root)) == len(words(root, "large")) == 35
    assert not words(root, "number")
    assert "35 cells" in [one.text for one in root.iter(f"{SVG}text")]


def test_every_size_and_a_name_with_signs_of_its_own() -> None:
    for width, height in ((1, 1), (64, 1), (1, 64), (64, 64)):
        assert len(cells(picture((), random_board(width, height, 3, seed=2)))) == width * height
    named = SameGamePuzzle(2, 1, (0, 0), '<b> & "c"')
    assert next(picture((0,), named).iter(f"{SVG}title")).text == 'SameGame <b> & "c", 2 x 1, 2 colours'


def test_a_game_that_is_not_legal_has_no_picture() -> None:
    with pytest.raises(PuzzleError, match="move 1"):
        picture((board_of((Move(3, 2), Move(0, 0)))[1],))
