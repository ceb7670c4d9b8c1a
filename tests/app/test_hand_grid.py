"""A grid in play: its cells as text, where arrows and clicks lead, and how wide it is drawn."""

from __future__ import annotations

from drivers.cell_regions import region_of

from puzzles import registry
from puzzles.family import Puzzle
from tui.boards.grid import MARKED
from tui.boards.grid_board import GridBoard, spread_for_play
from tui.boards.hand import Marks
from tui.widgets.play_area import wrapped

SQUARE = registry.read("# latin\n1 . . .\n. . . .\n. . . .\n. . . 2\n")
CROSS = registry.read("3,3\n*,C4,C6\nF3,?,?\nF7,?,?\n")
GRAPH = registry.read("c colours 3\np edge 4 3\ne 1 2\ne 2 3\ne 3 4\nn 1 3\n")
WIDE = registry.read("# latin\n" + "\n".join(" ".join("." * 14) for _ in range(14)) + "\n")


def board_of(puzzle: Puzzle = SQUARE, *, plain: bool = False, size: tuple[int, int] = (60, 20)) -> GridBoard:
    board = GridBoard(puzzle, registry.get_family(puzzle.family).start_board(puzzle), plain=plain)
    board.hand.playing = True
    board.lay_out(*size)
    return board


def cells(board: GridBoard, marks: Marks, values: tuple[int, ...], cursor: int) -> dict[int, tuple[str, str]]:
    """Text and kind of each cell."""
    board.board, board.hand.marks, board.cursor = values, marks, cursor
    first = [board.hand.lines(index)[0] for index in range(len(values))]
    return {index: (piece.text, piece.kind) for index, piece in enumerate(first)}


def redraw(board: GridBoard) -> None:
    board.lay_out(*board._room)


def test_cells_show_values_marks_and_the_cursor() -> None:
    values = list(board_of().board)
    values[1] = values[2] = 2
    shown = tuple(values)
    pencil = {4: (1, 2), 5: (0, 1, 2, 3, 4, 5), 8: (0, 1, 2, 3, 4)}
    marks = Marks(wrong=frozenset({1}), hint=frozenset({9, 2}), pencil=pencil)
    found = cells(board_of(size=(30, 12)), marks, shown, 4)
    assert [found[i] for i in (0, 1, 2, 9)] == [
        ("  1  ", "given"),
        ("  3! ", "wrong"),
        ("  3? ", "hint"),
        ("  ?  ", "hint"),
    ]
    assert found[4] == ("[23 ]", "pencil-cursor")
    assert [found[i] for i in (5, 8, 7)] == [("1234…", "pencil"), ("12345", "pencil"), ("     ", "open")]
    assert cells(board_of(plain=True, size=(30, 12)), marks, shown, 4)[5][0] == "1234+"
    assert cells(board_of(size=(30, 12)), Marks(typed="1"), shown, 7)[7] == ("[1_ ]", "filled-cursor")
    narrow = cells(board_of(size=(17, 9)), marks, shown, 4)
    assert (narrow[1][0], narrow[4][0], narrow[9][0]) == (" 3!", "23 ", " ? ")
    bare = cells(board_of(size=(12, 6)), marks, shown, 4)
    assert (bare[1][0], bare[7][0], bare[5][0]) == ("3!", "· ", "1…")
    wide = board_of(WIDE, size=(100, 40))
    assert cells(wide, Marks(pencil={0: (9, 11, 13), 1: (8, 9)}), wide.board, 5)[0][0] == " 10… "
    assert cells(wide, Marks(pencil={0: (9, 11, 13), 1: (8, 9)}), wide.board, 5)[1][0] == "9 10 "


def test_the_widest_grid_that_fits_is_drawn_and_lines_are_kept_where_none_does() -> None:
    layout = board_of().layout_of_grid
    sizes = [(33, 17), (33, 16), (25, 9), (24, 9), (16, 9), (10, 4), (5, 3)]
    drawn = [spread_for_play(layout, *size) for size in sizes]
    assert [(one.lined, one.inner) for one in drawn] == [
        (True, 7), (True, 5), (True, 5), (True, 3), (False, 2), (False, 1), (True, 3),
    ]  # fmt: skip
    assert [one.tall for one in drawn] == [3, 2, 1, 1, 1, 1, 1]
    board = board_of(size=(40, 20))
    assert [board.hand.wanted_width(room, height) for room, height in ((40, 17), (40, 16), (24, 17))] == [33, 25, 17]


def test_marks_are_all_shown_where_the_cell_has_room_and_the_cursor_hides_none() -> None:
    empty = board_of().board
    of_nine = registry.read("# latin\n" + "\n".join(" ".join("." * 9) for _ in range(9)) + "\n")
    nine = board_of(of_nine, size=(60, 30))
    assert nine.geometry.tall == 2
    nine.hand.marks = Marks(pencil={0: tuple(range(9)), 1: (0, 8)}, hint=frozenset({0}))
    for cursor in (0, 5):
        nine.cursor = cursor
        assert [[line.text for line in nine.hand.lines(cell)] for cell in (0, 1)] == [
            ["12345", "6789?"],
            ["1    ", "   9 "],
        ]
    five = Marks(pencil={4: (0, 1, 2, 3, 4)})
    assert cells(board_of(size=(30, 12)), five, empty, 4)[4][0] == "12345", (
        "with brackets there would be room for three"
    )
    wide = board_of(WIDE, size=(200, 80))
    found = cells(wide, Marks(pencil={0: tuple(range(8, 14)), 1: tuple(range(14))}), wide.board, 5)
    assert found[0][0] == "9 10 11".center(7)
    assert [line.text for line in wide.hand.lines(0)] == ["9 10 11", " 12 13 ", "   14  "]
    assert [line.text for line in wide.hand.lines(1)] == ["1 2 3 4", "5 6 7 8", " 9 10… "]


def text_of(board: GridBoard) -> list[str]:
    return ["".join(piece.text for piece in board.line(y)) for y in range(board.geometry.height)]


def test_the_largest_cells_have_both_parts_of_a_clue_and_a_place_for_each_pencil_mark() -> None:
    board = board_of(CROSS, size=(40, 20))
    found = cells(board, Marks(pencil={0: (1, 2, 5, 9), 1: (4,)}, wrong=frozenset({1})), (0, 0, 3, 4), 0)
    assert found[0] == (" 1 2   ", "pencil-cursor")
    redraw(board)
    assert text_of(board) == [
        "                         ",
        "         ╲       ╲       ",
        "            ╲       ╲    ",
        "          4    ╲  6    ╲ ",
        "        ┌───────┬───────┐",
        " ╲    3 │ 1 2   │      !│",
        "    ╲   │[  5  ]│ 4     │",
        "       ╲│     9 │       │",
        "        ├───────┼───────┤",
        " ╲    7 │       │       │",
        "    ╲   │   3   │   4   │",
        "       ╲│       │       │",
        "        └───────┴───────┘",
    ]
    plain = board_of(CROSS, plain=True, size=(40, 20))
    redraw(plain)
    assert text_of(plain)[5:8] == [
        r" \    3 |       |       |",
        r"    \   |       |       |",
        r"       \|       |       |",
    ]
    kinds = [(piece.text, piece.kind) for piece in board.line(9)]
    assert kinds[1:3] == [("╲", "clue"), ("    7 ", "across")]
    assert [board.hand.place_at(x, y) for x, y in ((9, 5), (15, 7), (9, 9), (2, 5))] == [0, 0, 2, None]
    wide = board_of(WIDE, size=(200, 80))
    assert wide.geometry.tall == 3
    assert cells(wide, Marks(pencil={0: (9, 11)}), wide.board, 5)[0][0] == " 10 12 ", "two signs have no places"


def test_arrows_go_to_the_next_cell_of_a_value_and_clicks_to_the_one_under_the_mouse() -> None:
    board = board_of(CROSS)
    assert board.hand.beside("up") == 0, "where it begins"
    board.cursor = 0
    assert [board.hand.beside(one) for one in ("right", "down", "left", "up")] == [1, 2, None, None]
    for one in (board, board_of(CROSS, size=(12, 3))):
        for index in range(4):
            region = region_of(one, index)
            assert one.hand.place_at(region.x + 1, region.y) == index
        assert one.hand.place_at(0, 0) is None


def test_sets_of_values_stay_whole_where_they_fit_into_a_line() -> None:
    assert wrapped("27 in 4 cells: 3 7 8 9  4 6 8 9  5 6 7 9", 15) == [
        "27 in 4 cells:",
        "3 7 8 9",
        "4 6 8 9",
        "5 6 7 9",
    ]
    assert wrapped("27 in 4 cells: 3 7 8 9  4 6 8 9  5 6 7 9", 24) == ["27 in 4 cells: 3 7 8 9", "4 6 8 9  5 6 7 9"]
    assert wrapped("1 2 3 4 5 6  7 8", 5) == ["1 2 3", "4 5 6", "7 8"]
    assert wrapped("34 in 5 cells: 4 6 7 8 9", 15) == ["34 in 5 cells:", "4 6 7 8 9"]
    assert wrapped("in one word: aaaaaaaaaa", 12) == ["in one word:", "aaaaaaaaaa"]


def test_a_value_of_a_graph_is_a_colour_and_the_neighbours_of_the_cursor_are_marked() -> None:
    board = board_of(GRAPH)
    shown = cells(board, Marks(wrong=frozenset({1})), (2, 1, -1, -1), 1)
    assert [kind.rpartition("-")[2] for _, kind in shown.values()] == ["c2", "c1", "open", "open"]
    line = board.hand.page().line(0)
    assert [piece.text for piece in line if piece.kind == MARKED] == ["1*"]
    top = "".join(piece.text for piece in line)
    assert "2*" not in top
