"""An app of one RNA board with its strip, and what is on a widget as text."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from drivers.rna_designs import PUZZLE
from drivers.themed_app import ThemedApp
from textual import on
from textual.app import ComposeResult
from textual.pilot import Pilot
from textual.widget import Widget

from puzzles.rna.puzzle import RnaPuzzle
from tui.boards.puzzle_board import PuzzleBoard
from tui.boards.rna.board import RnaBoard


class BoardApp(ThemedApp):
    """One board with its strip, and the last line that it has said of itself."""

    def __init__(self, puzzle: RnaPuzzle, plain: bool) -> None:
        super().__init__()
        self.board = RnaBoard(puzzle, puzzle.start_board, plain=plain)
        self.status_text = self.keys = ""

    def compose(self) -> ComposeResult:
        yield self.board
        below = self.board.below()
        below.styles.dock = "bottom"
        yield below

    @on(PuzzleBoard.StatusText)
    def _description(self, event: PuzzleBoard.StatusText) -> None:
        self.status_text, self.keys = event.text, event.keys


@asynccontextmanager
async def board(
    puzzle: RnaPuzzle = PUZZLE, *, plain: bool = False, size: tuple[int, int] = (100, 36)
) -> AsyncIterator[tuple[BoardApp, RnaBoard, Pilot[None]]]:
    app = BoardApp(puzzle, plain)
    async with app.run_test(size=size) as pilot:
        app.board.focus()
        await pilot.pause()
        yield app, app.board, pilot


def text(shown: Widget) -> str:
    return "\n".join(shown.render_line(y).text.rstrip() for y in range(shown.size.height))


def reversed_letters(shown: Widget) -> str:
    lines = [shown.render_line(y) for y in range(shown.size.height)]
    return "".join(part.text for line in lines for part in line if part.style and part.style.reverse)
