"""A grid in play: its cells as text, where arrows and clicks lead, and how wide it is drawn."""

from __future__ import annotations

from puzzles import registry
from tui.boards.hand_board import HandView, nearest
from tui.boards.hand_grid import HandGrid, spread_for_play

SQUARE = registry.read("# latin\n1 . . .\n. . . .\n. . . .\n. . . 2\n")
CROSS = registry.read("3,3\n*,C4,C6\nF3,?,?\nF7,?,?\n")


def board_of(puzzle: object = SQUARE, *, plain: bool = False, size: tuple[int, int] = (60, 20)) -> HandGrid:
    family = registry.get_family(puzzle.family)  # type: ignore[attr-defined]
    board = HandGrid(puzzle, family.start_board(puzzle), plain=plain)  # type: ignore[arg-type]
    board.lay_out(*size)
    return board


def cells(board: HandGrid, view: HandView) -> dict[int, tuple[str, str]]:
    """Text and kind of each cell."""
    board.view, board.board = view, view.board
    return {piece.value: (piece.text, piece.kind) for piece in board._drawn()}


def test_cells_show_values_marks_and_the_cursor() -> None:
    values = list(board_of().board)
    values[1] = values[2] = 2
    marks = {4: ("2", "3"), 5: ("1", "2", "3", "4", "5", "6"), 6: ("10", "12", "14"), 8: ("1", "2", "3", "4", "5")}
    view = HandView(tuple(values), 4, marks=marks, wrong=frozenset({1}), hint=frozenset({9, 2}))
    found = cells(board_of(), view)
    assert found[0] == ("  1  ", "given")
    assert found[1] == ("  3! ", "wrong")
    assert found[2] == ("  3? ", "hint")
    assert found[9] == ("  ?  ", "hint")
    assert found[4] == ("[23 ]", "pencil-cursor")
    assert found[5] == ("1234…", "pencil")
    assert found[6] == (" 10… ", "pencil")
    assert found[8] == ("12345", "pencil")
    assert found[7] == ("     ", "open")
    assert cells(board_of(plain=True), view)[5][0] == "1234+"
    assert cells(board_of(), HandView(view.board, 7, typed="1"))[7] == ("[1_ ]", "filled-cursor")
    narrow = cells(board_of(size=(17, 9)), view)
    assert (narrow[1][0], narrow[4][0], narrow[9][0]) == (" 3!", "[…]", " ? ")
    bare = cells(board_of(size=(12, 6)), view)
    assert (bare[1][0], bare[7][0], bare[5][0]) == ("3!", "· ", "1…")


def test_the_widest_grid_that_fits_is_drawn_and_lines_are_kept_where_none_does() -> None:
    layout = board_of().layout_of_grid
    sizes = [(25, 9), (24, 9), (16, 9), (10, 4), (5, 3)]
    drawn = [spread_for_play(layout, *size) for size in sizes]
    assert [(one.lined, one.inner) for one in drawn] == [(True, 5), (True, 3), (False, 2), (False, 1), (True, 3)]


def test_arrows_go_to_the_next_cell_of_a_value_and_clicks_to_the_one_under_the_mouse() -> None:
    board = board_of(CROSS)
    assert [board.beside(0, *step) for step in ((1, 0), (0, 1), (-1, 0), (0, -1))] == [1, 2, None, None]
    for one in (board, board_of(CROSS, size=(12, 3))):
        for index in range(4):
            region = one.region_of(index).translate((-one.geometry.left, -one.geometry.top))
            assert one.pointed(region.x + 1, region.y) == index
        assert one.pointed(0, 0) is None


def test_the_nearest_place_lies_ahead() -> None:
    places = {1: (0.0, 0.0), 2: (4.0, 0.0), 3: (8.0, 1.0), 4: (4.0, 3.0), 5: (0.0, 9.0)}
    assert nearest(places, None, 1, 0) == 4
    assert [nearest(places, one, 1, 0) for one in (1, 2, 3)] == [2, 3, None]
    assert [nearest(places, one, 0, 1) for one in (1, 2, 4)] == [4, 4, 5]
    assert nearest({}, None, 1, 0) is None
