"""Boards of Sudoku and its neighbours as text: boxes, cages, signs, views, at the width there is, in ASCII too."""

from __future__ import annotations

import pytest

from puzzles import registry
from puzzles.registry import get_family
from puzzles.sudoku.instances import generate
from tui.boards.drawing import draw
from tui.boards.grid import spread
from tui.boards.sudoku import lay_out

SMALL = "boxes 2 x 2\n1 . 3 .\n. 3 . 1\n3 . 1 .\n. 1 . 3\n"


def drawn(text: str, *, width: int = 80, plain: bool = False) -> list[str]:
    puzzle = registry.read(text)
    board = get_family("sudoku").start_board(puzzle)
    return ["".join(piece.text for piece in line).rstrip() for line in draw(puzzle, board, width=width, plain=plain)]


def test_boxes_are_parted_by_lines() -> None:
    assert drawn(SMALL) == ["1 · │ 3 ·", "· 3 │ · 1", "────┼────", "3 · │ 1 ·", "· 1 │ · 3"]
    assert drawn(SMALL, plain=True) == ["1 . | 3 .", ". 3 | . 1", "----+----", "3 . | 1 .", ". 1 | . 3"]


def test_cages_have_no_lines_within_and_their_number_above() -> None:
    text = "boxes none\n. .\n. .\nsum 3: r1c1 r1c2\nquotient 2: r2c1 r2c2\n"
    assert drawn(text) == ["┌3+─────┐", "│ ·   · │", "├2÷─────┤", "│ ·   · │", "└───────┘"]
    assert drawn(text, plain=True) == ["+3+-----+", "| .   . |", "+2/-----+", "| .   . |", "+-------+"]


def test_signs_stand_between_cells_and_views_at_the_rim() -> None:
    signs = "boxes none\n. .\n. .\nless: r1c1 r1c2\nless: r2c1 r1c1\nconsecutive: r1c2 r2c2\n"
    assert drawn(signs) == ["┌───┬───┐", "│ · < · │", "├─∨─┼─○─┤", "│ · │ · │", "└───┴───┘"]
    views = "boxes none\n. .\n. .\nviews 2: r1c1 r2c1\nviews 1: r1c2 r1c1\n"
    assert drawn(views) == [
        "      2",
        "    ┌───┬───┐",
        "    │ · │ · │ 1",
        "    ├───┼───┤",
        "    │ · │ · │",
        "    └───┴───┘",
    ]


def test_regions_have_thick_lines_round_them() -> None:
    assert drawn("1 .\n. 1\nregions:\na a\nb b\n") == ["1 ·", "───", "· 1"]
    text = "1 . .\n. 1 .\n. . 1\nregions:\na a b\na b b\nc c c\n"
    assert drawn(text) == [
        "┏━━━┯━━━┳━━━┓",
        "┃ 1 │ · ┃ · ┃",
        "┠───╆━━━╃───┨",
        "┃ · ┃ 1 │ · ┃",
        "┣━━━╇━━━┿━━━┫",
        "┃ · │ · │ 1 ┃",
        "┗━━━┷━━━┷━━━┛",
    ]


@pytest.mark.parametrize("variant", ["sudoku", "jigsaw", "killer", "samurai", "str8ts"])
@pytest.mark.parametrize("size", [(30, 12), (60, 20), (80, 24), (200, 60)])
def test_every_cell_is_found_where_it_is_drawn(variant: str, size: tuple[int, int]) -> None:
    puzzle, _ = generate({"variant": variant, "order": 4}, 5, 0, "test")
    layout = lay_out(puzzle, puzzle.grid, plain=False)
    geometry = spread(layout, *size)
    for place in layout.places:
        x, y = geometry.corner(*place)
        assert geometry.place_at(x, y) == place
        assert geometry.place_at(x + geometry.inner - 1, y) == place


def test_a_graph_is_a_sheet_of_numbered_vertices_in_their_colours() -> None:
    text = "c colours 3\np edge 5 4\ne 1 2\ne 2 3\ne 3 4\ne 4 5\nn 2 3\n"
    assert drawn(text) == [
        "┌1──┬2──┬3──┐",
        "│ · │ 3 │ · │",
        "├4──┼5──┼───┘",
        "│ · │ · │",
        "└───┴───┘",
    ]
    puzzle = registry.read(text)
    lines = draw(puzzle, (0, 2, 1, -1, -1), width=80, plain=True)
    kinds = [piece.kind for piece in lines[1] if piece.text.strip(" |")]
    assert kinds == ["filled-c0", "given-c2", "filled-c1"]
    layout = lay_out(puzzle, puzzle.grid, plain=False)
    assert [sorted(one) for one in layout.joined] == [[1], [0, 2], [1, 3], [2, 4], [3]]
