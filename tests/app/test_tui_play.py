"""Playing by hand on the screen: keys, mouse, help from the solution, and what is kept."""

from __future__ import annotations

import re

from drivers.cell_regions import region_of
from drivers.command_line import KAKURO, KAKURO_SOLUTION, LATIN, LATIN_SEVERAL, LATIN_SOLUTION
from drivers.fake_engine import screen_text, wait_for, wait_for_texts
from drivers.key_effects import changes, fingerprint
from drivers.play_screen import playing, tell_solutions
from textual import events

from puzzles import registry
from solvers.runs.events import Finished
from solvers.runs.spec import SolveSpec
from tui.boards.grid_board import GridBoard
from tui.kept.loaded import Loaded
from tui.keys import key_table
from tui.play.fill_game import CENTRE, COLOUR, FillGame
from tui.widgets.play_area import PlayPanel

CROSS = Loaded(registry.read(KAKURO))
SQUARE = Loaded(registry.read(LATIN))
FREE = [i for i, value in enumerate(SQUARE.start) if value < 0]
SEVERAL = Loaded(registry.read(LATIN_SEVERAL))
WIDE = Loaded(registry.read("# latin\n" + "\n".join(" ".join("." * 12) for _ in range(12)) + "\n"))


async def test_a_kakuro_is_filled_in_with_the_keyboard_and_solved() -> None:
    async with playing(CROSS) as (app, screen, _, pilot):
        game = screen.game
        assert isinstance(game, FillGame)
        assert "0 of 4 cells filled." in screen_text(app)
        assert "Row 1, column 1" in screen_text(app)
        await pilot.press("3", "right", "3")
        await wait_for_texts(pilot, "stands twice", "3!")
        await pilot.press("u", "h", "backspace", "space", "1", "2", "2")
        assert game.marks[0] == (1,)
        assert "pencil" in screen_text(app)
        await pilot.press("space", "1", "enter", "2", "enter", "down", "up")
        assert (game.board, screen.area.cursor) == ((1, 2, 0, 0), 0)
        await pilot.press("ctrl+z", "ctrl+y", "h", "j", "3", "5")
        assert game.board == (1, 2, 5, 0), "a value is written over"
        await pilot.press("u", "l", "4")
        assert game.board == tuple(KAKURO_SOLUTION)
        assert re.search(r"Solved in \d+:\d\d, without help\.", screen_text(app))
        assert game.tally.finished
        app.save_draft()
        assert app.own_games.unfinished() == ()
        await pilot.press("n", "enter")
        await wait_for(pilot, lambda: not app.screen.is_modal)
        await wait_for_texts(pilot, "0 of 4 cells filled.")
        await pilot.press("1", "escape")
        await wait_for(pilot, lambda: app.current_mode == "home")
        (one,) = app.own_games.unfinished()
        assert (one.loaded.puzzle, one.words) == (CROSS.puzzle, "a third done")


async def test_values_of_two_digits_wait_for_the_second() -> None:
    async with playing(WIDE, size=(120, 35)) as (app, screen, _, pilot):
        game = screen.game
        assert isinstance(game, FillGame)
        await pilot.press("1")
        await wait_for_texts(pilot, "[1_ ]")
        await pilot.press("3")
        assert "Values here: 1 to 12." in app.said
        await pilot.press("2", "right", "1", "right", "1", "backspace", "2", "1", "escape")
        assert game.board[:3] == (11, 0, 1), "waiting for more, it is written by any other key"
        await pilot.press("down", "1", "enter", "4", "0")
        assert (game.board[14], game.board[15]) == (0, 3)


async def test_the_mouse_moves_the_cursor_and_a_second_click_goes_on() -> None:
    async with playing(CROSS) as (_, screen, _engine, pilot):
        board = screen.query_one(GridBoard)
        region = region_of(board, 3)
        await pilot.click(board, offset=(region.x + 2, region.y))
        assert screen.area.cursor == 3
        await pilot.click(board, offset=(region.x + 2, region.y))
        assert screen.area.cursor == 0


async def test_check_and_reveal_are_told_from_the_only_solution() -> None:
    async with playing(SQUARE) as (app, screen, engine, pilot):
        game = screen.game
        assert isinstance(game, FillGame)
        await wait_for(pilot, lambda: engine.launched)
        await pilot.press("1", "c")
        assert "comes by itself" in app.said
        tell_solutions(engine, engine.last, [LATIN_SOLUTION])
        await wait_for(pilot, lambda: app.said == "Nothing is wrong so far.")
        await pilot.press("right", "6", "enter", "1", "c")
        assert app.said == "2 cells are wrong; c again shows which."
        assert not screen.playing.help.wrong
        await pilot.press("c")
        assert screen.playing.help.wrong == frozenset({1, FREE[2]})
        await pilot.press("i")
        await wait_for(pilot, lambda: "Hint 1 of 3" in screen_text(app))
        await pilot.press("i")
        await wait_for_texts(pilot, "leads to no solution")
        await pilot.press("i")
        assert game.board[1] == -1
        assert not screen.playing.help.wrong
        await pilot.press("r", "c", "enter", "enter", "r")
        assert game.board[1] == LATIN_SOLUTION[1]
        assert (game.tally.checks, game.tally.reveals, game.tally.hints) == (4, 2, 1)
        assert "1 hint, 4 checks, 2 reveals" in screen_text(app)


async def test_f_marks_all_cells_and_x_goes_back_to_before_the_mistake() -> None:
    async with playing(CROSS) as (_, screen, engine, pilot):
        game = screen.game
        assert isinstance(game, FillGame)
        await wait_for(pilot, lambda: engine.launched)
        await pilot.press("f")
        assert all(game.marks.values())
        await wait_for_texts(pilot, "Marked what may stand there; f takes all marks away.")
        await pilot.press("f")
        assert not any(game.marks.values())
        await pilot.press("1", "right", "3", "x")
        await wait_for_texts(pilot, "Looking for the solution")
        tell_solutions(engine, engine.launched[0], [KAKURO_SOLUTION])
        await wait_for_texts(pilot, "Back before the mistake: 1 step undone; > makes them again.")
        assert game.board == (1, 0, 0, 0)
        await pilot.press("x")
        await wait_for_texts(pilot, "Nothing is wrong so far.")
        await pilot.press("greater_than_sign")
        assert game.board == (1, 3, 0, 0)


async def test_of_several_solutions_one_that_agrees_is_revealed_and_dead_ends_are_told() -> None:
    async with playing(SEVERAL) as (app, screen, engine, pilot):
        game = screen.game
        assert isinstance(game, FillGame)
        await wait_for(pilot, lambda: engine.launched)
        boards = [[int(one) - 1 for one in rows] for rows in ("1234214334124321", "2134124334124321")]
        tell_solutions(engine, engine.last, boards)
        await wait_for(pilot, lambda: not screen.playing.checker._solutions._watched)
        await pilot.press("2", "c")
        assert app.said == "Nothing is wrong so far; there is more than one solution."
        await pilot.press("right", "r")
        assert game.board[:2] == (1, 0)
        await pilot.press("u", "u", "3", "right", "c")
        assert "wrong" in app.said, "what breaks a rule needs no search"


async def test_s_searches_on_from_the_position_and_play_comes_back_to_the_puzzle() -> None:
    async with playing(CROSS) as (app, screen, engine, pilot):
        await pilot.press("1", "right", "s")
        await wait_for(pilot, lambda: app.current_mode == "search" and len(engine.launched) > 1)
        spec = engine.last.spec()
        assert isinstance(spec, SolveSpec)
        on = CROSS.family.from_json(spec.puzzle)
        assert CROSS.family.start_board(on) == (1, 0, 0, 0)
        app.open_board(Loaded(on), face="play")
        await wait_for(pilot, lambda: app.current_mode == "play" and screen.loaded is CROSS)
        assert screen.game is not None
        assert screen.game.board == (1, 0, 0, 0)


async def test_on_a_narrow_terminal_tab_shows_the_panel_in_place_of_the_board() -> None:
    async with playing(CROSS, size=(60, 20), ascii=True) as (app, _, _engine, pilot):
        assert "Row 1" not in screen_text(app)
        await pilot.press("tab")
        await wait_for(pilot, lambda: "Row 1" in screen_text(app))
        assert "\\ " not in screen_text(app)
        assert screen_text(app).isascii()
        await pilot.press("tab")
        await wait_for(pilot, lambda: "\\ " in screen_text(app))
        await pilot.press("i")
        await wait_for(pilot, lambda: "Tab shows the hint in words" in screen_text(app))
        await pilot.press("i", "tab")
        await wait_for(pilot, lambda: "Hint 2 of 3" in screen_text(app))
        app.say("")
        await pilot.press("escape", "i")
        await wait_for(pilot, lambda: "Hint 1 of 3" in screen_text(app))
        assert "Tab shows" not in screen_text(app)


async def test_keys_that_come_at_once_are_taken_in_their_order() -> None:
    """As a slow line hands them over: a digit is not written before the arrow in front of it has moved the cursor."""
    async with playing(CROSS) as (app, screen, _, pilot):
        for key in ("1", "right", "2", "down", "4", "left", "3"):
            app.post_message(events.Key(key, key if key.isdigit() else None))
        await wait_for(pilot, lambda: screen.game is not None and all(screen.game.board))
        assert screen.game is not None
        assert screen.game.board == tuple(KAKURO_SOLUTION)


async def test_no_key_of_play_is_dead() -> None:
    """Each on a square in the middle of a game, with steps to undo and steps to make again."""
    async with playing(WIDE, size=(60, 20)) as (app, screen, engine, pilot):
        game = screen.game
        assert isinstance(game, FillGame)
        await wait_for(pilot, lambda: engine.launched)
        for number in range(4):
            game.write(60 + number, number)
        dead = []
        for action in key_table.of("play"):
            for key in action.keys:
                while app.screen.is_modal:
                    app.screen.dismiss(None)
                    await pilot.pause()
                if app.current_mode != "play":
                    app.open_board(WIDE, face="play")
                    await wait_for(pilot, lambda: app.current_mode == "play" and screen.area.cursor is not None)
                game.go(2)
                screen.playing.go_to(61)
                app.said = ""
                await pilot.pause()
                before = fingerprint(app, engine)
                await pilot.press(key)
                if fingerprint(app, engine) == before and not await changes(app, engine, pilot, before):
                    dead.append(f"{action.id} {key}")
        assert dead == []


async def test_the_top_line_keeps_the_clock_where_there_is_little_room() -> None:
    async with playing(SQUARE, size=(60, 20)) as (app, screen, _, pilot):
        assert isinstance(screen.game, FillGame)
        screen.game.write(FREE[0], 0)
        for what in ("hints", "checks", "reveals"):
            screen.game.count(what)
        screen.playing.draw()
        await pilot.pause()
        top = screen_text(app).splitlines()[0]
        assert top.split()[:-1] == ["Esc", "Latin", "square", "1", "hint,", "1", "check,", "1", "reveal"]
        assert re.fullmatch(r"\d+:\d\d", top.split()[-1])


async def test_where_no_known_solution_agrees_the_position_itself_is_searched() -> None:
    async with playing(SEVERAL) as (app, screen, engine, pilot):
        await wait_for(pilot, lambda: engine.launched)
        engine.end(engine.last, Finished(reason="budget"))
        await wait_for(pilot, lambda: not screen.playing.checker._solutions._watched)
        await pilot.press("1", "c")
        await wait_for(pilot, lambda: len(engine.launched) == 2)
        first = engine.last
        assert "comes by itself" in app.said
        await pilot.press("right", "2", "c")
        await wait_for(pilot, lambda: len(engine.launched) == 3)
        assert (first.id, "stop") in engine.requests, "nobody waits for that answer any more"
        engine.end(engine.last, Finished(reason="exhausted"))
        await wait_for(pilot, lambda: "No solution can be reached from here" in app.said)
        await pilot.press("r")
        assert "No solution can be reached" in app.said


async def test_the_list_of_moves_fills_the_panel_at_once() -> None:
    async with playing(Loaded(registry.read("morpion 5D\n")), size=(120, 35)) as (app, screen, _, pilot):
        await wait_for(pilot, lambda: "28 are open" in screen_text(app))
        await wait_for(pilot, lambda: len(screen.query_one(PlayPanel).rows) >= 29)
        assert "more" not in screen_text(app), "there is room for all of them"


async def test_marks_in_the_middle_and_colours_are_written_by_their_mode() -> None:
    async with playing(SQUARE, size=(120, 45)) as (app, screen, _, pilot):
        game = screen.game
        assert isinstance(game, FillGame)
        cell = screen.area.cursor
        assert cell is not None
        await pilot.press("t")
        assert app.said == "Marks in the middle of the cell; t goes on to colours, space ends it."
        await pilot.press("1", "2")
        assert game.notes(cell, CENTRE) == [0, 1]
        await wait_for(pilot, lambda: re.search(r"middle +1 2", screen_text(app)) is not None)
        assert "   middle" in screen_text(app)
        await pilot.press("t", "3")
        assert game.notes(cell, COLOUR) == [3]
        await wait_for_texts(pilot, "yellow (c)", "   colours")
        await pilot.press("7")
        assert "1 to 4 colour the cell" in app.said
        assert not game.filled
        await pilot.press("t", "1")
        assert game.board[cell] == 0, "behind the colours come values"
        await pilot.press("t", "space", "space", "2", "space", "escape")
        assert game.notes(cell, CENTRE) == [0, 1]
        await pilot.press("u", "3")
        assert "colours" not in screen_text(app)
        given = min({*range(len(SQUARE.start))} - game.free)
        screen.playing.go_to(given)
        await pilot.press("t", "t", "1")
        assert app.said == "This cell is given."


async def test_the_clock_is_not_drawn_while_nobody_presses_a_key() -> None:
    async with playing(CROSS) as (app, screen, _, pilot):
        game = screen.game
        assert isinstance(game, FillGame)
        await pilot.press("1")
        clock = [0.0]
        game._clock = lambda: clock[0]
        game._runs_since, game.tally.seconds = 0.0, 0.0
        screen.playing.draw()
        shown = []
        for clock[0] in (5.0, 14.0, 16.0, 300.0):
            screen.playing.show_top()
            await pilot.pause()
            shown.append(screen_text(app).splitlines()[0].split()[-1])
        assert shown == ["0:05", "0:14", "0:15+", "0:15+"], "nothing is drawn any more, the time goes on"
        await pilot.press("down")
        assert screen_text(app).splitlines()[0].split()[-1] == "5:00"
