"""The picture of a game of SameGame: each cell of the first position, with the number of its move."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree import ElementTree

import pytest
from drivers.samegame_games import CLEARING, LEAVING, SMALL, random_board

from puzzles.errors import PuzzleError
from puzzles.picture import Path, Pen, Picture, Point, Words
from puzzles.samegame import FAMILY
from puzzles.samegame.picture import CELL, CELLS, EDGE, LARGE, LEFT, NUMBER, SHAPE
from puzzles.samegame.puzzle import Move, SameGamePuzzle, board_of

Placed = dict[tuple[int, int], str]


def picture(board: tuple[int, ...] | None, puzzle: SameGamePuzzle = SMALL) -> Picture:
    return FAMILY.picture(puzzle, board)


def squares(drawn: Picture) -> list[Path]:
    return [one for one in drawn.shapes if isinstance(one, Path) and one.pen in CELLS]


def places(drawn: Picture, points: Iterable[Point]) -> list[tuple[int, int]]:
    """The column, and the row from the top, in which each point lies."""
    left, top = (min(one.points[0][axis] for one in squares(drawn)) for axis in (0, 1))
    return [(int((x - left) // CELL), int((y - top) // CELL)) for x, y in points]


def cells(drawn: Picture) -> Placed:
    """The colour of each cell's square, by column and by row from the top."""
    found = squares(drawn)
    where = places(drawn, (one.points[0] for one in found))
    return {place: str(CELLS.index(one.pen)) for place, one in zip(where, found, strict=True)}


def words(drawn: Picture, size: float) -> Placed:
    """The words of a size, by the cell in which they stand."""
    found = [one for one in drawn.shapes if isinstance(one, Words) and one.size == size]
    return dict(zip(places(drawn, (one.at for one in found)), (one.text for one in found), strict=True))


def said(drawn: Picture) -> list[str]:
    return [one.text for one in drawn.shapes if isinstance(one, Words)]


def count(drawn: Picture, pen: Pen) -> int:
    return sum(isinstance(one, Path) and one.pen == pen for one in drawn.shapes)


def rows(found: Placed) -> list[str]:
    """Three rows of four, the top one first; `.` where there is nothing."""
    return ["".join(found.get((column, row), ".")[-1] for column in range(4)) for row in range(3)]


def test_a_game_that_empties_the_board() -> None:
    drawn = picture(CLEARING)
    assert rows(cells(drawn)) == ["0112", "0012", "1022"]
    assert rows(words(drawn, NUMBER)) == ["1332", "1132", "3122"]
    assert rows(words(drawn, SHAPE)) == ["●▲▲■", "●●▲■", "▲●■■"]
    assert "3 moves, 1,012 points, the board is empty" in said(drawn)
    assert "left at the end" not in said(drawn)
    assert drawn.title == "SameGame, 4 x 3, 3 colours"


def test_cells_that_are_left_are_set_off() -> None:
    drawn = picture(LEAVING)
    assert rows(words(drawn, NUMBER)) == ["2113", "2213", ".233"]
    assert count(drawn, LEFT) == 2, "one, and the legend's"
    assert "left at the end" in said(drawn)


def test_lines_part_cells_that_go_at_different_moves() -> None:
    side_by_side = SameGamePuzzle(4, 1, (0, 0, 1, 1))
    assert count(picture(board_of((Move(0, 0), Move(0, 0))), side_by_side), EDGE) == 1
    assert count(picture((), side_by_side), EDGE) == 1
    parted = SameGamePuzzle(4, 1, (0, 1, 1, 0))
    assert count(picture(board_of((Move(1, 0), Move(0, 0))), parted), EDGE) == 2


def test_a_board_without_a_game() -> None:
    drawn = picture(None, random_board(7, 5, 9, seed=1))
    assert len(cells(drawn)) == len(words(drawn, LARGE)) == 35
    assert not words(drawn, NUMBER)
    assert "35 cells" in said(drawn)


def test_every_size_and_a_name_with_signs_of_its_own() -> None:
    for width, height in ((1, 1), (64, 1), (1, 64), (64, 64)):
        assert len(cells(picture((), random_board(width, height, 3, seed=2)))) == width * height
    named = SameGamePuzzle(2, 1, (0, 0), '<b> & "c"')
    root = ElementTree.fromstring(FAMILY.write(named, "svg", (0,)))
    assert root.findtext("{http://www.w3.org/2000/svg}title") == 'SameGame <b> & "c", 2 x 1, 2 colours'


def test_a_game_that_is_not_legal_has_no_picture() -> None:
    with pytest.raises(PuzzleError, match="move 1"):
        picture((board_of((Move(3, 2), Move(0, 0)))[1],))
