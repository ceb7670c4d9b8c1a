"""The Edit face on the board: typing, moving, undoing, painting, sizes, solutions; and the same puzzle as text."""

from __future__ import annotations

from functools import partial

from drivers.cell_regions import region_of
from drivers.fake_engine import FakeEngine, make_app, screen_text, wait_for, wait_for_texts
from drivers.typed_grids import kakuro_keys
from textual import events
from textual.geometry import Offset
from textual.pilot import Pilot

from puzzles import registry
from puzzles.kakuro.editing import KakuroDraft
from puzzles.kakuro.puzzle import Kakuro
from puzzles.registry import get_family
from solvers.runs.events import Counted, Finished, Solved
from tui.app import McsTuiApp
from tui.boards.edit_board import Plane
from tui.kept.loaded import Loaded
from tui.screens.edit import EditScreen
from tui.screens.order_dialogs import NewDialog
from tui.widgets.board_pane import BoardPane
from tui.widgets.edit_area import EditArea
from tui.widgets.puzzle_text import PuzzleText
from tui.widgets.stage_line import StageLine

NAMED = {"#": "number_sign", "\\": "backslash", ".": "full_stop", "(": "left_parenthesis", ")": "right_parenthesis"}


async def board(app: McsTuiApp, pilot: Pilot[int], text: str | None = None, family: str = "") -> EditScreen:
    """The Edit face with the text's puzzle on the board, or an empty one of the family in its usual size."""
    screen = app.main_screen("edit")
    assert isinstance(screen, EditScreen)
    if text is not None:
        app.open_board(Loaded(registry.read(text)), face="edit")
    else:
        screen.ask_new()
        await wait_for(pilot, lambda: isinstance(app.screen, NewDialog))
        while isinstance(app.screen, NewDialog) and app.screen.family_name != family:
            await pilot.press("right")
        await pilot.press("enter")
    await wait_for(pilot, lambda: screen.on_board)
    return screen


def _is_at(here: EditArea, stage: int) -> bool:
    return here.stage == stage


def area(screen: EditScreen) -> EditArea:
    assert screen.area is not None
    return screen.area


async def press(pilot: Pilot[int], keys: str) -> None:
    await pilot.press(*(NAMED.get(key, key) for key in keys))


async def leave_text(app: McsTuiApp, pilot: Pilot[int]) -> None:
    await pilot.press("escape")
    await wait_for(pilot, lambda: not isinstance(app.focused, PuzzleText))


async def test_a_whole_kakuro_is_typed_on_the_grid_and_is_the_files_puzzle() -> None:
    puzzle = registry.read(get_family("kakuro").examples[2].text)
    assert isinstance(puzzle, Kakuro)
    app = make_app(first="edit")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await board(app, pilot, family="kakuro")
        assert "Esc  Kakuro 9 x 9" in screen_text(app)
        keys = list(kakuro_keys(puzzle))
        await press(pilot, "".join(keys))
        assert len(keys) <= 1.3 * 81
        assert area(screen).draft.to_puzzle() == puzzle
        assert registry.read(app.edit_text.text) == puzzle
        assert "Looking for its solutions." in screen_text(app) or "30 of 30 clues typed." in screen_text(app)
        await press(pilot, "u")
        await wait_for_texts(pilot, "29 of 30 clues typed.")
        await pilot.press("ctrl+y")
        await press(pilot, "v")
        await wait_for(pilot, lambda: not screen.drawn and isinstance(app.focused, PuzzleText))
        field = screen.query_one(PuzzleText)
        assert registry.read(field.text) == puzzle
        field.put(field.text.replace("C42", "C41", 1))
        await leave_text(app, pilot)
        await press(pilot, "v")
        await wait_for(pilot, lambda: screen.on_board)
        await wait_for_texts(pilot, "The clues across make")
        await press(pilot, "u")
        assert area(screen).draft.to_puzzle() == puzzle, "undo goes over what was changed in the text"


async def test_a_latin_square_is_typed_moved_in_and_left() -> None:
    app = make_app(first="edit")
    async with app.run_test(size=(60, 20)) as pilot:
        screen = await board(app, pilot, "1 . 3\n. 3 .\n3 . 2\n")
        await pilot.press("right")
        await press(pilot, "3")
        await wait_for_texts(pilot, "3 stands twice in row 1.", "3!")
        await press(pilot, "7")
        assert app.said == f"Here: {area(screen).draft.stages[0].typed}"
        await pilot.press("left", "backspace")
        assert area(screen).draft.shown(1).text == ""
        await pilot.press("backspace")
        assert area(screen).pen.place == 0
        await press(pilot, "+")
        await wait_for_texts(pilot, "Latin square 4 x 4")
        await pilot.press("escape")
        await wait_for_texts(pilot, "1 Home")
        await press(pilot, "2")
        assert app.current_mode == "puzzles", "off the board digits go to the places"
    again = make_app(first="edit")
    async with again.run_test(size=(60, 20)) as pilot:
        back = again.main_screen("edit")
        assert isinstance(back, EditScreen)
        await wait_for(pilot, lambda: back.on_board)
        assert area(back).draft.title == "Latin square 4 x 4", "the draft is back on its board at the next start"


async def test_a_board_is_painted_with_the_mouse_and_a_cell_made_black_by_a_second_click() -> None:
    app = make_app(first="edit")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await board(app, pilot, "# samegame\n0 1 0 1\n1 0 1 0\n")
        one = area(screen).board
        await press(pilot, "2")
        places = [region_of(one, place).offset + one.region.offset for place in (4, 5, 6)]
        await pilot.mouse_down(offset=places[0])
        await pilot.hover(offset=places[1])
        await pilot.mouse_up(offset=places[1])
        assert [area(screen).draft.shown(place).text for place in range(8)] == list("21012210")
        app.open_board(Loaded(registry.read(get_family("kakuro").examples[1].text)), face="edit")
        kept = [loaded.puzzle for loaded in app.own_puzzles.puzzles.values()]
        assert kept == [registry.read("# samegame\n2 1 0 1\n2 2 1 0\n")], "what was painted is not lost"
        await wait_for(pilot, lambda: area(screen).draft.family == "kakuro")
        await wait_for(pilot, lambda: screen.on_board)
        white = next(place for place in range(36) if area(screen).draft.shown(place).kind == "open")
        where = region_of(one, white).offset + one.region.offset
        await pilot.click(offset=where)
        assert area(screen).pen.place == white
        await pilot.click(offset=where)
        assert area(screen).draft.shown(white).kind == "black"


async def test_nodes_are_placed_and_moved_with_the_mouse_and_their_windows_typed() -> None:
    app = make_app(first="edit")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await board(app, pilot, family="tsptw")
        plane = screen.query_one(Plane)
        corner = plane.region.offset
        inside = Offset(corner.x + 4, corner.y + 3)
        await pilot.mouse_down(offset=corner)
        await pilot.mouse_up(offset=corner)
        assert [area(screen).draft.shown(place).text for place in (7, 8)] == ["0", "100"]
        await press(pilot, "5 90 ")
        far = Offset(plane.region.right - 1, plane.region.bottom - 1)
        await pilot.mouse_down(offset=far)
        await pilot.mouse_up(offset=far)
        await wait_for_texts(pilot, "2 of 2 nodes placed.")
        await pilot.mouse_down(offset=corner)
        await pilot.hover(offset=inside)
        await pilot.mouse_up(offset=inside)
        puzzle = area(screen).draft.to_puzzle()
        assert (puzzle.earliest[0], puzzle.latest[0]) == (5, 90)
        assert puzzle.coordinates[1] == (100.0, 0.0)
        assert puzzle.coordinates[0] != (0.0, 100.0)
        assert registry.read(app.edit_text.text) == puzzle


async def test_the_clues_that_contradict_each_other_are_marked() -> None:
    engine = FakeEngine()
    app = make_app(engine, "edit")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await board(app, pilot, "# latin\n. . . 1\n2 . 3 .\n. 1 . .\n. . 1 .\n")
        await press(pilot, "c")
        await wait_for(pilot, lambda: engine.launched)
        engine.end(engine.last, Finished(reason="exhausted"))
        await wait_for(pilot, lambda: bool(area(screen).suspects))
        marked = {area(screen).draft.clue_at(clue)[0] for clue in area(screen).suspects}
        assert area(screen).board.wrong == marked
        await wait_for_texts(pilot, "row 2 has no cell for 1; 4 clues marked ! contradict each other.")
        await pilot.press("right", "right", "right", "backspace")
        assert area(screen).suspects == ()
        assert not area(screen).board.wrong
    engine.close()


async def test_the_number_of_solutions_is_told_when_all_is_there() -> None:
    engine = FakeEngine()
    app = make_app(engine, "edit")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await board(app, pilot, "3,3\n*,C4,C3\nF16,?,?\nF3,?,?\n")
        assert "The clues across make 19, those down 7" in screen_text(app)
        assert not engine.launched
        await press(pilot, "v")
        await wait_for(pilot, lambda: isinstance(app.focused, PuzzleText))
        screen.query_one(PuzzleText).put("3,3\n*,C4,C15\nF16,?,?\nF3,?,?\n")
        await leave_text(app, pilot)
        await press(pilot, "v")
        await wait_for(pilot, lambda: screen.on_board)
        await press(pilot, "c")
        await wait_for(pilot, lambda: engine.launched)
        engine.end(engine.last, Finished(reason="exhausted"))
        await wait_for(pilot, lambda: "No solution: row 1 can't make 16." in screen_text(app))
        app.open_board(Loaded(registry.read("# latin\n1 2 3 4\n2 1 4 3\n3 4 . .\n4 3 . .\n")), face="edit")
        await wait_for(pilot, lambda: len(engine.launched) == 2)
        rest = ([0, 1], [1, 0]), ([1, 0], [0, 1])
        boards = [[0, 1, 2, 3, 1, 0, 3, 2, 2, 3, *upper, 3, 2, *lower] for upper, lower in rest]
        solved = Solved(score=16.0, board=boards[0], seconds=0.1)
        engine.end(engine.last, solved, Counted(solutions="several", boards=boards), Finished(reason="solved"))
        await wait_for(pilot, lambda: "Row 3, column 3 is 1 or 2: more than one solution." in screen_text(app))
        assert area(screen).board.differing == {10}
        shown = []
        for _ in range(3):
            await press(pilot, "f")
            shown.append("".join(area(screen).board.values.get(place, ".") for place in (10, 11, 14, 15)))
        assert shown == ["1221", "2112", "...."]
        assert "more than one solution" in screen_text(app)
    engine.close()


async def test_a_paste_over_the_board_takes_its_place_and_what_cannot_be_drawn_is_text() -> None:
    app = make_app(first="edit")
    async with app.run_test(size=(120, 35)) as pilot:
        screen = await board(app, pilot, "1 . 3\n. 3 .\n3 . 2\n")
        app.post_message(events.Paste("((((...))))\n"))
        await wait_for(pilot, lambda: area(screen).draft.family == "rna")
        await wait_for_texts(pilot, "11 positions.")
        await press(pilot, "(")
        await press(pilot, "&)")
        assert area(screen).draft.title == "RNA target, 12 + 1 nt"
        await pilot.press("backspace", "backspace")
        app.post_message(events.Paste("not a puzzle"))
        await wait_for(pilot, lambda: not screen.drawn and isinstance(app.focused, PuzzleText))
        field = screen.query_one(PuzzleText)
        assert field.text == "not a puzzle"
        await pilot.press("ctrl+z")
        assert "((((...))))(" in field.text, "what was on the board is not lost"
        pane = screen.query_one(BoardPane)
        field.put("((((...))))\n")
        await wait_for(pilot, lambda: pane.loaded is not None and pane.loaded.family.name == "rna")
        assert pane.board is not None
        await leave_text(app, pilot)
        assert app.focused is None, "its own v would show another view of the design"
        pane.board.focus()
        await pilot.pause()
        field.put("not a puzzle")
        await wait_for(pilot, lambda: pane.board is None)
        assert app.focused is None, "the next key is no letter of the text"
        await press(pilot, "v")
        assert "It can't be shown on its board yet" in app.said
        assert not screen.drawn


async def test_the_shape_of_a_kakuro_is_drawn_with_the_mouse_in_pairs_and_stages_are_clicked() -> None:
    app = make_app(first="edit")
    async with app.run_test(size=(120, 35)) as pilot:
        screen = await board(app, pilot, family="kakuro")
        here = area(screen)
        assert here.draft.stage == 0
        await press(pilot, "m")
        assert here.draft.symmetric
        assert app.said == "Black cells come in pairs, as if turned upside down."
        columns, rows = here.draft.columns, here.draft.rows
        path = [columns + 1, columns + 2, columns + 3]
        places = [region_of(here.board, place).offset + here.board.region.offset + Offset(1, 0) for place in path]
        await pilot.mouse_down(offset=places[0])
        for place in places[1:]:
            await pilot.hover(offset=place)
        await pilot.mouse_up(offset=places[-1])
        opposite = [rows * columns + columns - place for place in path]
        drawn = here.draft
        assert isinstance(drawn, KakuroDraft)
        cells = enumerate(drawn.cells)
        black = {place for place, cell in cells if not cell.white and not drawn.margin(place)}
        assert black == {*path, *opposite}
        line = here.query_one(StageLine)
        for number, name in enumerate(("Shape", "Clues", "Check")):
            at = str(line.content).index(name)
            await pilot.click(line, offset=(at, 0))
            await wait_for(pilot, partial(_is_at, here, number), name)
        await press(pilot, "t")
        assert here.stage == 0, "t goes on to the next stage, round and round"
