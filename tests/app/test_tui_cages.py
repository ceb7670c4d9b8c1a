"""Cages and signs entered on Edit's board: chosen by keys and by the mouse, seen at once, undone, the same as text."""

from __future__ import annotations

from drivers.cell_regions import region_of
from drivers.fake_engine import make_app, screen_text, wait_for, wait_for_texts
from textual.pilot import Pilot

from puzzles import registry
from tui.app import McsTuiApp
from tui.kept.loaded import Loaded
from tui.screens.edit import EditScreen
from tui.widgets.edit_area import EditArea

EMPTY = "# sudoku\n" + ". . . . . .\n" * 6


async def cages(app: McsTuiApp, pilot: Pilot[int]) -> EditArea:
    """The board, in the stage of cages."""
    app.open_board(Loaded(registry.read(EMPTY)), face="edit")
    screen = app.main_screen("edit")
    assert isinstance(screen, EditScreen)
    await wait_for(pilot, lambda: screen.on_board)
    assert screen.area is not None
    screen.area.to_stage(0)
    await wait_for_texts(pilot, "Space chooses cells; then type 12")
    return screen.area


async def test_a_cage_and_a_sign_are_drawn_as_they_are_typed_and_undone() -> None:
    app = make_app(first="edit")
    async with app.run_test(size=(80, 24)) as pilot:
        area = await cages(app, pilot)
        await pilot.press("shift+right", "shift+down")
        await wait_for(pilot, lambda: screen_text(app).count("*") >= 3, "the chosen cells, besides the help")
        await pilot.press("1", "2")
        await wait_for_texts(pilot, "┏12━━━", "1 cages, signs")
        await pilot.press("enter", "right", "shift+right", "less_than_sign")
        await wait_for_texts(pilot, "<", "less: r2c3 r2c4", "2 cages, signs")
        await pilot.press("u")
        await wait_for_texts(pilot, "1 cages, signs")
        await pilot.press("ctrl+y", "v")
        await wait_for_texts(pilot, "cage 12: r1c1 r1c2 r2c2", "less: r2c3 r2c4")
        assert registry.read(app.edit_text.text) == area.draft.to_puzzle()
        await pilot.press("escape", "v")
        await wait_for_texts(pilot, "┏12━━━")


async def test_signs_that_mean_nothing_here_say_so_and_change_no_size() -> None:
    app = make_app(first="edit")
    async with app.run_test(size=(80, 24)) as pilot:
        area = await cages(app, pilot)
        for key in ("plus", "minus", "slash"):
            app.say("")
            await pilot.press(key)
            await wait_for(pilot, lambda: "Here: Space chooses cells" in app.said)
        await pilot.press("space", "right", "space", "right", "space", "3", "minus")
        await wait_for(pilot, lambda: "Here: Space chooses cells" in app.said)
        assert area.draft.rows == 6
        await pilot.press("backspace", "backspace")
        await wait_for(pilot, lambda: not area.draft.related(0))


async def test_the_mouse_chooses_cells_and_leaves_them() -> None:
    app = make_app(first="edit")
    async with app.run_test(size=(80, 24)) as pilot:
        area = await cages(app, pilot)
        spots = [region_of(area.board, place).offset + area.board.region.offset for place in range(3)]
        await pilot.mouse_down(offset=spots[0])
        await pilot.hover(offset=spots[1])
        await pilot.hover(offset=spots[2])
        await pilot.mouse_up(offset=spots[2])
        await wait_for(pilot, lambda: area.draft.related(0) == {0, 1, 2})
        await pilot.click(offset=spots[1])
        await wait_for(pilot, lambda: area.draft.related(0) == {0, 2})
