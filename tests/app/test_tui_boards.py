"""Boards: their lines as text, and that only changed cells are drawn again."""

from __future__ import annotations

import pytest
from drivers.cell_regions import region_of
from drivers.themed_app import ThemedApp
from textual.app import ComposeResult
from textual.geometry import Region

from puzzles import registry
from tui.boards.drawing import BOARDS, Drawing, TextDrawing, drawing_of
from tui.boards.grid_board import GridBoard
from tui.boards.page_board import TextBoard
from tui.boards.puzzle_board import board_class
from tui.theme import OWN

LATIN = "1 . 3\n. 3 .\n3 . 2\n"
KAKURO = """x,4\\,12\\,x
\\3,0,0,12\\
\\12,0,0,0
x,\\13,0,0
"""
SQUARE = "# values 1..11\n  12 15\n14  . 3\n13  5 .\n"


class BoardApp(ThemedApp):
    """One board and nothing else."""

    def __init__(self, text: str, plain: bool) -> None:
        super().__init__()
        self.puzzle = registry.read(text)
        family = registry.get_family(self.puzzle.family)
        self.start = family.start_board(self.puzzle)
        self.board = board_class(self.puzzle.family)(self.puzzle, self.start, plain=plain)
        self.regions: list[Region] = []

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Our own colours, which other themes lack."""
        return dict.fromkeys(OWN, "#888888")

    def compose(self) -> ComposeResult:
        yield self.board


async def lines(text: str, plain: bool, size: tuple[int, int]) -> list[str]:
    app = BoardApp(text, plain)
    async with app.run_test(size=size):
        return text_of(app.board)


def text_of(board: GridBoard) -> list[str]:
    """What the widget renders, without the margin that centres it."""
    drawn = [board.render_line(y).text.rstrip() for y in range(board.size.height)]
    used = [line for line in drawn if line]
    margin = min(len(line) - len(line.lstrip()) for line in used)
    return [line[margin:] for line in used]


@pytest.mark.parametrize(
    ("plain", "size", "expected"),
    [
        (
            False,
            (40, 12),
            ["┌───┬───┬───┐", "│ 1 │ · │ 3 │", "├───┼───┼───┤", "│ · │ 3 │ · │", "├───┼───┼───┤", "│ 3 │ · │ 2 │",
             "└───┴───┴───┘"],
        ),
        (
            True,
            (40, 12),
            ["+---+---+---+", "| 1 | . | 3 |", "+---+---+---+", "| . | 3 | . |", "+---+---+---+", "| 3 | . | 2 |",
             "+---+---+---+"],
        ),
        (False, (12, 5), ["1 · 3", "· 3 ·", "3 · 2"]),
        (True, (12, 5), ["1 . 3", ". 3 .", "3 . 2"]),
    ],
)  # fmt: skip
async def test_a_latin_square_is_drawn_with_lines_where_there_is_room(
    plain: bool, size: tuple[int, int], expected: list[str]
) -> None:
    assert await lines(LATIN, plain, size) == expected


@pytest.mark.parametrize(
    ("plain", "expected"),
    [
        (False, ["░░░░░ 4\\  12\\  ░░░░░", "  \\3   ·    ·  12\\", "  \\12  ·    ·    ·", "░░░░░  \\13  ·    ·"]),
        (True, ["##### 4\\  12\\  #####", "  \\3   .    .  12\\", "  \\12  .    .    .", "#####  \\13  .    ."]),
    ],
)
async def test_a_crossword_has_its_clues_in_black_cells(plain: bool, expected: list[str]) -> None:
    assert await lines(KAKURO, plain, (22, 5)) == expected


async def test_only_cells_of_values_have_lines() -> None:
    drawn = await lines(KAKURO, False, (40, 12))
    assert drawn[1].strip() == "┌─────┬─────┐"
    assert drawn[2].split("│")[1:3] == ["  ·  ", "  ·  "]
    assert not any("░" in line for line in drawn)


async def test_a_square_kakuro_has_its_sums_outside_the_frame() -> None:
    assert await lines(SQUARE, True, (40, 12)) == [
        "     12   15",
        "   +----+----+",
        "14 |  . |  3 |",
        "   +----+----+",
        "13 |  5 |  . |",
        "   +----+----+",
    ]


async def test_order_50_scrolls() -> None:
    text = "\n".join(" ".join(["."] * 50) for _ in range(50))
    app = BoardApp(text, False)
    async with app.run_test(size=(40, 12)) as pilot:
        assert app.board.virtual_size.width > 40
        await pilot.press("l", "j")
        assert app.board.scroll_offset != (0, 0) or app.board.scroll_target_x == 1


async def test_only_changed_cells_are_refreshed(monkeypatch: pytest.MonkeyPatch) -> None:
    app = BoardApp(LATIN, False)
    async with app.run_test(size=(40, 12)):
        board, seen = app.board, list[Region]()
        monkeypatch.setattr(board, "refresh", lambda *regions, **_: seen.extend(regions))
        board.show(app.start)
        assert seen == []
        changed = list(app.start)
        changed[1] = 1
        board.show(changed)
        assert seen == [region_of(board, 1)]
        assert seen[0].size == (3, 1)
        assert text_of(board)[1] == "│ 1 │ 2 │ 3 │"


async def test_givens_and_filled_cells_differ_without_colour() -> None:
    app = BoardApp(LATIN, False)
    async with app.run_test(size=(40, 12)):
        app.board.show((0, 1, 2, 1, 2, 0, 2, 0, 1))
        y = next(y for y in range(12) if "1" in app.board.render_line(y).text)
        bold = {segment.text.strip(): segment.style.bold for segment in app.board.render_line(y) if segment.style}
        assert bold["1"] is True
        assert bold["2"] is not True


async def test_marked_cells_are_underlined() -> None:
    app = BoardApp(LATIN, False)
    async with app.run_test(size=(40, 12)):
        app.board.show(app.start, {0})
        y = next(y for y in range(12) if "1" in app.board.render_line(y).text)
        assert [s.text.strip() for s in app.board.render_line(y) if s.style and s.style.underline] == ["1"]


def test_one_line_gives_a_family_its_board_and_its_drawing_as_text() -> None:
    assert set(BOARDS) == {family.name for family in registry.families()}
    for name in BOARDS:
        assert isinstance(drawing_of(name), Drawing)
        assert type(drawing_of(name)) is not TextDrawing
        assert board_class(name) is not TextBoard
    assert type(drawing_of("ladder")) is TextDrawing
    assert board_class("ladder") is TextBoard


async def test_the_board_s_own_style_follows_the_theme() -> None:
    app = BoardApp(LATIN, plain=False)
    async with app.run_test(size=(40, 12)) as pilot:
        before = list(app.board.render_line(0))
        app.theme = "textual-light"
        await pilot.pause()
        after = list(app.board.render_line(0))
        assert [one.text for one in after] == [one.text for one in before]
        assert after[-1].style == app.board.rich_style != before[-1].style


async def test_an_error_in_the_drawing_of_a_line_is_found_by_any_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """Under test widgets are drawn when the app is settled (`drivers.settled`), also where no test looks at them."""
    monkeypatch.setattr(GridBoard, "line", lambda board, y: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        async with BoardApp(LATIN, plain=False).run_test(size=(40, 12)):
            pass
