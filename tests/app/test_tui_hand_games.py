"""The boards of games in play: what is drawn of cursor and choices, where arrows lead, what clicks do."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from drivers.fake_engine import wait_for
from drivers.morpion_games import random_game
from drivers.play_screen import playing as playing_on_screen
from drivers.samegame_boards import puzzle_of
from drivers.samegame_games import SMALL
from drivers.themed_app import ThemedApp
from textual import on
from textual.app import ComposeResult
from textual.geometry import Offset
from textual.pilot import Pilot

from puzzles import registry
from puzzles.by_hand import MoveByMove
from puzzles.family import Puzzle
from puzzles.morpion.puzzle import MorpionPuzzle, board_of, decode_move
from puzzles.rna.bases import codes_of
from puzzles.rna.puzzle import RnaPuzzle
from tui.boards.hand import Direction, Hand, Marks
from tui.boards.morpion.board import MorpionBoard
from tui.boards.puzzle_board import PuzzleBoard, board_class
from tui.boards.rna.board import RnaBoard
from tui.boards.samegame.board import SameGameBoard
from tui.boards.tsptw.board import TsptwBoard
from tui.kept.loaded import Loaded
from tui.widgets.play_area import PlayPanel

DIRECTIONS: tuple[Direction, ...] = ("left", "down", "up", "right")


class PlayApp(ThemedApp):
    """One board in play, and the messages that it has sent."""

    def __init__(self, puzzle: Puzzle, plain: bool) -> None:
        super().__init__()
        self.family = registry.get_family(puzzle.family)
        self.puzzle = puzzle
        shown = board_class(puzzle.family)(puzzle, self.family.start_board(puzzle), plain=plain)
        assert shown.HAND is not None
        self.shown = shown
        self.told: list[tuple[str, int]] = []

    def compose(self) -> ComposeResult:
        yield self.shown

    @on(Hand.CursorMoved)
    def _moved(self, event: Hand.CursorMoved) -> None:
        self.told.append(("moved", event.place))

    @on(Hand.Chosen)
    def _chosen(self, event: Hand.Chosen) -> None:
        self.told.append(("chosen", event.place))

    def reach(self, *moves: int, hint: tuple[int, ...] = ()) -> None:
        """Shows the position after those moves with its choices."""
        hand = self.family.by_hand
        assert isinstance(hand, MoveByMove)
        self.shown.show(moves)
        self.shown.hand.show_choices(hand.choices(self.puzzle, moves), hint=hint)


@asynccontextmanager
async def playing(
    puzzle: Puzzle, *, plain: bool = False, size: tuple[int, int] = (80, 30)
) -> AsyncIterator[tuple[PlayApp, PuzzleBoard, Pilot[None]]]:
    app = PlayApp(puzzle, plain)
    async with app.run_test(size=size) as pilot:
        app.shown.focus()
        app.shown.hand.begin()
        await pilot.pause()
        yield app, app.shown, pilot


def drawn(shown: PuzzleBoard) -> list[str]:
    lines = range(shown.virtual_size.height - shown.top)
    return ["".join(piece.text for piece in shown.line(y)) for y in lines]


def everywhere(shown: PuzzleBoard) -> set[int]:
    """All places to which arrows lead from the cursor's."""
    assert shown.cursor is not None
    found, ahead = {shown.cursor}, [shown.cursor]
    while ahead:
        shown.hand.put_cursor(ahead.pop())
        for direction in DIRECTIONS:
            place = shown.hand.beside(direction)
            if place is not None and place not in found:
                found.add(place)
                ahead.append(place)
    return found


async def test_lines_of_morpion_are_chosen_on_the_board() -> None:
    async with playing(MorpionPuzzle("5D"), plain=True) as (app, shown, _):
        app.reach()
        legal = [one.move for one in shown.hand.choices]
        assert isinstance(shown, MorpionBoard)
        assert shown.cursor in legal
        dots = {decode_move(move)[:2] for move in legal}
        text = "\n".join(drawn(shown))
        assert (text.count("#"), text.count("+")) == (1, len(dots) - 1)
        assert {decode_move(move)[:2] for move in everywhere(shown)} == dots
        level = next(move for move in legal if decode_move(move).direction == 0)
        shown.hand.put_cursor(level)
        app.reach(level, hint=(legal[-1],))
        after = [one.move for one in shown.hand.choices]
        assert level not in after
        gap = [
            abs(decode_move(one).x - decode_move(level).x) + abs(decode_move(one).y - decode_move(level).y)
            for one in after
        ]
        assert shown.cursor is not None
        assert gap[after.index(shown.cursor)] == min(gap), "the cursor stays near the move made"
        assert "?" in "\n".join(drawn(shown)) or shown.cursor == legal[-1]
        shown.hand.put_cursor(next(move for move in after if decode_move(move).direction == 0))
        assert "=" in "\n".join(drawn(shown))
        game = board_of(random_game("5D", 3)[:20])
        app.reach(*game)
        legal = [one.move for one in shown.hand.choices]
        shared = next(move for move in legal if sum(decode_move(one)[:2] == decode_move(move)[:2] for one in legal) > 1)
        shown.hand.put_cursor(shared)
        here = shown.hand.moves_here()
        assert here[0] == shared
        assert set(here) == {move for move in legal if decode_move(move)[:2] == decode_move(shared)[:2]}
        large = drawn(shown)
        shown.action_smaller()
        assert len(drawn(shown)[0]) < len(large[0])


async def test_groups_of_samegame_are_gone_through_and_clicked() -> None:
    puzzle = puzzle_of("0110", "2330", "2441")
    async with playing(puzzle, plain=True, size=(8, 3)) as (app, shown, pilot):
        app.reach()
        groups = {one.move for one in shown.hand.choices}
        assert isinstance(shown, SameGameBoard)
        assert everywhere(shown) == groups == {0, 64, 65, 66, 193}
        assert not shown.bar.display
        assert [shown.hand.wanted_width(room, 30) for room in (40, 27, 15, 11)] == [28, 20, 12, 0]
        shown.hand.put_cursor(65)
        assert drawn(shown)[1].startswith("+ #<#")
        assert shown.hand.beside("up") == 66
        assert shown.hand.beside("down") == 64
        shown.hand.put_cursor(0)
        assert shown.hand.beside("right") == 64, "the group beside the lower cell"
        await pilot.click(offset=(shown.left + 4, shown.top))
        await pilot.click(offset=(shown.left + 2, shown.top))
        await pilot.click(offset=(shown.left + 6, shown.top + 2))
        assert app.told == [("moved", 66), ("chosen", 66)], "a click in the cursor's group; one aside is none"
        app.reach(66, hint=(0,))
        assert shown.cursor in {one.move for one in shown.hand.choices}
        assert drawn(shown)[2].count("?") == drawn(shown)[1].count("?") == 1
        for move in (65, 64, 0, 65):
            app.reach(*shown.board, move)
        assert (shown.hand.choices, shown.cursor) == ((), None)
        assert shown.hand.beside("left") is None


async def test_the_next_node_of_a_tour_is_chosen_on_the_map_with_its_times() -> None:
    family = registry.get_family("tsptw")
    example = next(one for one in family.examples if one.name == "route-13")
    async with playing(registry.read(example.text), plain=True, size=(110, 30)) as (app, shown, pilot):
        assert isinstance(shown, TsptwBoard)
        app.reach(2, 3, 12)
        legal = {one.move for one in shown.hand.choices}
        assert everywhere(shown) == legal == set(range(1, 13)) - {2, 3, 12}
        shown.hand.put_cursor(4)
        text = "\n".join(drawn(shown))
        assert "3 of 12 visited" in text
        assert "[4]" in text
        assert shown.status_text.startswith("visit 4 of 12, node 4: arrives at 169")
        rows = {node: y for y, node in enumerate(shown.places, shown.arrangement.windows.y + 1)}  # type: ignore[union-attr]
        table = shown.arrangement.windows.x  # type: ignore[union-attr]
        lost = {node for node, y in rows.items() if drawn(shown)[y][table] == "!"}
        assert lost == {5, 7, 8, 11}, "they can't be reached in time after node 4"
        await pilot.click(offset=(table + 2, rows[11]))
        await pilot.click(offset=(table + 2, rows[2]))
        assert (app.told, shown.cursor) == ([("moved", 11)], 11)
        await pilot.press("v", "v")
        assert shown.view == "windows"
        order = [shown.cursor]
        while (below := shown.hand.beside("down")) is not None:
            shown.hand.put_cursor(below)
            order.append(below)
        latest = [shown.scene.puzzle.latest[node] for node in order if node]
        assert latest == sorted(latest)
        app.reach(2, 3, 12, 11, hint=(7,))
        assert any(line[:1] == "?" for line in drawn(shown))


async def test_bases_are_gone_through_along_the_strand_with_their_partners() -> None:
    puzzle = RnaPuzzle("((((...))))..", "NNNNNNNNNNNAN")
    start = registry.get_family("rna").start_board(puzzle)
    async with playing(puzzle, plain=True) as (app, shown, pilot):
        assert isinstance(shown, RnaBoard)
        shown.hand.put_cursor(2)
        assert [shown.hand.beside(direction) for direction in DIRECTIONS] == [1, 8, 8, 3]
        text = "\n".join(drawn(shown))
        assert "[" in text
        assert "(" in text, "the partner"
        shown.hand.move_cursor("up")
        await pilot.pause()
        assert (shown.cursor, app.told) == (8, [("moved", 8)])
        board = list(start)
        board[2] = board[8] = codes_of("G")[0]
        shown.show(board)
        shown.hand.show_marks(Marks(wrong=frozenset({2, 8}), hint=frozenset({4})))
        assert [shown.scene.kind(place) for place in (2, 8, 4)] == ["G-wrong", "G-wrong", "N-marked"]
        design = codes_of("GGGGAAACCCCAA")
        shown.show(design, facts={"fold": "(((.....)))..", "energy": -1.0})
        assert shown.scene.wrong == {3, 7}
        shown.show((*design[:-1], codes_of("C")[0]))
        assert shown.scene.fold, "it stays until the checker has found the new one"
        shown.show(start)
        assert not shown.scene.fold


async def test_a_move_is_chosen_in_the_list_by_a_click_and_made_by_a_second_one() -> None:
    async with playing_on_screen(Loaded(SMALL)) as (_app, screen, _engine, pilot):
        moves = [one.move for one in screen.area.choices()]
        panel = screen.area.query_one(PlayPanel)
        at = next(number for number, move in enumerate(moves) if move != screen.area.cursor)
        line = panel.content_region.offset + Offset(3, 1 + at)  # below the headings
        await pilot.click(offset=line)
        await wait_for(pilot, lambda: screen.area.cursor == moves[at])
        await pilot.click(offset=line)
        await wait_for(pilot, lambda: screen.game is not None and screen.game.board == (moves[at],))
