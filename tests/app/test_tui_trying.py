"""Moves that are tried in Play: shown as if made, with what they give, taken back or made."""

from __future__ import annotations

from drivers.fake_engine import screen_text, wait_for, wait_for_texts
from drivers.morpion_games import random_game
from drivers.play_screen import playing

from puzzles import registry
from puzzles.morpion.puzzle import board_of, decode_move
from puzzles.rna.bases import codes_of
from puzzles.rna.puzzle import RnaPuzzle
from tui.kept.loaded import Loaded
from tui.play.fill_game import FillGame
from tui.play.game import MoveGame

MORPION = Loaded(registry.read("morpion 5D\n"))
SAMEGAME = Loaded(registry.read("0 1 1 2\n2 1 1 2\n0 0 2 1\n"))
TOUR = Loaded(registry.read("4\n0 5 8 6\n5 0 4 7\n8 4 0 3\n6 7 3 0\n0 40\n5 15\n8 20\n10 30\n"))
DESIGN = Loaded(RnaPuzzle("(((...)))", "NNNNNNNNN"))


async def test_lines_through_a_dot_are_tried_one_after_the_other_then_taken_back() -> None:
    async with playing(MORPION, size=(120, 35), ascii=True) as (app, screen, _, pilot):
        game, board = screen.game, screen.area.board
        assert isinstance(game, MoveGame)
        assert board is not None
        played = board_of(random_game("5D", 3)[:20])
        game.take(played)
        screen.playing.draw()
        legal = [one.move for one in screen.area.choices()]
        shared = next(m for m in legal if sum(decode_move(one)[:2] == decode_move(m)[:2] for one in legal) > 1)
        board.hand.put_cursor(shared)
        screen.playing.draw()
        here, text = board.hand.moves_here(), screen_text(app)
        for number, move in enumerate(here):
            await pilot.press("space")
            assert board.board == (*played, move)
            assert board.cursor is None
            opened = {one.move for one in game.hand.choices(MORPION.puzzle, board.board)}
            assert {one.move for one in board.hand.choices} == opened
            assert f"21 moves; {len(opened)}" in screen_text(app)
            assert "Tried (opens" in screen_text(app)
            assert game.board == played, "nothing is played"
            assert ("space tries the next" in app.said) == (number < len(here) - 1)
        await pilot.press("space")
        assert (board.board, board.cursor) == (played, here[-1]), "the cursor is on the line tried last"
        board.hand.put_cursor(shared)
        screen.playing.draw()
        app.say("")
        await wait_for(pilot, lambda: screen_text(app).splitlines()[1:] == text.splitlines()[1:])
        for back in ("escape", "backspace", "u"):
            await pilot.press("space", back)
            assert (game.board, board.cursor, screen.playing.help.trials) == (played, shared, ())
        await pilot.press("space", "left")
        assert (game.board, screen.playing.help.trials) == (played, ())
        assert board.cursor != shared, "an arrow takes it back and goes on from there"
        board.hand.put_cursor(shared)
        await pilot.press("space", "enter")
        assert game.board == (*played, shared)
        assert board.cursor in [one.move for one in screen.area.choices()]
        await pilot.press("i")
        await wait_for(pilot, lambda: screen.playing.help.hint is not None)
        assert screen.playing.help.hint is not None
        assert (board.cursor,) == screen.playing.help.hint.places, "the cursor goes to the move that the hint is about"


async def test_what_a_group_and_a_node_give_is_told() -> None:
    async with playing(SAMEGAME) as (app, screen, _, pilot):
        assert screen.area.board is not None
        screen.area.board.hand.put_cursor(64)  # the four in the middle: column 1, row 0 after what is below
        moves = {one.move: one.cells for one in screen.area.choices()}
        cursor = next(move for move, cells in moves.items() if cells[1] == "4")
        screen.area.board.hand.put_cursor(cursor)
        await pilot.press("space")
        await wait_for_texts(pilot, "Tried (4 points): 1 move, 4 points; 8 cells")
        await pilot.press("enter")
        await wait_for_texts(pilot, "1 move, 4 points; 8 cells")
        assert "Tried" not in screen_text(app)
    async with playing(TOUR) as (app, screen, _, pilot):
        assert screen.area.board is not None
        screen.area.board.hand.put_cursor(2)
        await pilot.press("space")
        await wait_for_texts(pilot, "Tried (cost 8 more): 1 of 3 visited")
        await pilot.press("enter", "space")
        screen.area.board.hand.put_cursor(3)
        await pilot.press("escape")
        assert screen.game is not None
        assert screen.game.board == (2,)


async def test_pairs_and_bases_of_a_design_are_tried_with_its_fold_and_energy() -> None:
    async with playing(DESIGN, size=(120, 35)) as (app, screen, _, pilot):
        game = screen.game
        assert isinstance(game, FillGame)
        game.take(codes_of("GGGAAACUC"))
        screen.playing.go_to(1)
        await wait_for(pilot, lambda: "energy" in screen_text(app) or "Solved" in screen_text(app))
        await pilot.press("space")
        await wait_for_texts(pilot, "Tried, not written: CG at 2 and 8.")
        assert screen.area.board is not None
        assert screen.area.board.board == codes_of("GCGAAACGC")
        assert game.board == codes_of("GGGAAACUC")
        await wait_for(pilot, lambda: "before: " in screen_text(app))
        tried = []
        while screen.playing.help.trials:
            tried.append(screen.playing.help.trials[0].words)
            await pilot.press("space")
        assert tried == [f"{pair} at 2 and 8" for pair in ("CG", "GC", "AU", "UA", "UG")]
        await pilot.press("down", "space", "enter")
        assert game.board == codes_of("GCGAAACGC")
        await pilot.press("u")
        assert game.board == codes_of("GGGAAACUC"), "both are written by one step"
        await pilot.press("i")
        await wait_for(pilot, lambda: "Hint 1 of 3" in screen_text(app))
        await pilot.press("i")
        assert screen.playing.help.hint == DESIGN.family.by_hand.hint(DESIGN.puzzle, game.board), (
            "as if it was not found elsewhere"
        )
        assert "fold" in screen.playing.help.hint.reason[0]
        assert screen.playing.help.hint.technique in screen_text(app)
