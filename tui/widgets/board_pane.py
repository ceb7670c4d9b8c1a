"""The place where a board stands: the puzzle's title above it, what is said of it, and the moment of its game shown."""

from __future__ import annotations

from collections.abc import Iterable

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from puzzles.family import Board
from tui.boards.puzzle_board import PuzzleBoard
from tui.boards.registry import board_class
from tui.loaded import Loaded

GAME_KEYS = "< , . >  + -"
"""The keys of a board that is a game, as a reminder beside the moment."""


class BoardPane(Vertical):
    """Shows one puzzle's board, or a text where there is none."""

    DEFAULT_CSS = """
    BoardPane { padding: 0 1; }
    BoardPane > .title { height: 1; text-style: bold; color: $foreground; text-overflow: clip; text-wrap: nowrap; }
    BoardPane > .note { height: auto; max-height: 2; margin-bottom: 0; color: $text-muted; }
    BoardPane > .moment { height: 1; color: $foreground; text-overflow: clip; text-wrap: nowrap; display: none; }
    BoardPane > .words { height: 1fr; color: $text-muted; padding: 1 0; }
    BoardPane > PuzzleBoard { height: 1fr; }
    """

    def __init__(self, words: str = "", *, plain: bool = False, id: str | None = None) -> None:
        super().__init__(id=id)
        self.plain = plain
        self.loaded: Loaded | None = None
        self.board: PuzzleBoard | None = None
        self._words = words

    def compose(self) -> ComposeResult:
        """Title, note, the moment, and words in place of a board."""
        yield Static("", classes="title", markup=False)
        yield Static("", classes="note", markup=False)
        yield Static("", classes="moment", markup=False)
        yield Static(self._words, classes="words", markup=False)

    def show(self, loaded: Loaded) -> None:
        """Draws the puzzle before any move; the widget stays if it is the one shown."""
        if self.board is not None and self.loaded is not None and self.loaded.puzzle == loaded.puzzle:
            self.loaded = loaded
            self.board.release()
            self.board.show(loaded.start)
            self._entitle(loaded.puzzle.title, loaded.puzzle.note)
            return
        self.clear()
        self.loaded = loaded
        self.board = board_class(loaded.puzzle.family)(loaded.puzzle, loaded.start, plain=self.plain)
        self._entitle(loaded.puzzle.title, loaded.puzzle.note)
        self.query_one(".words").display = False
        self.mount(self.board)

    @property
    def held(self) -> Board | None:
        """The board that the user looks through while newer ones wait; None if there is none."""
        return self.board.board if self.board is not None and self.board.held else None

    def cost(self, board: Board) -> int:
        """Bytes that showing the position would send to the terminal, about."""
        return 0 if self.board is None else self.board.cost(board)

    def show_board(
        self, board: Board, marked: Iterable[int] = (), *, at_once: bool = False, passing: bool = False
    ) -> None:
        """Draws another position of the puzzle; `at_once`: even if the user looks through an older one.

        `passing`: a live run has found it.
        """
        if self.board is not None:
            if at_once:
                self.board.release()
            self.board.show(board, marked, passing=passing)

    def annotate(self, text: str) -> None:
        """Adds a line about the puzzle before what the reader assumed."""
        note = self.loaded.puzzle.note if self.loaded else ""
        self._entitle(self.loaded.puzzle.title if self.loaded else "", "; ".join(one for one in (text, note) if one))

    def clear(self, title: str = "", words: str = "") -> None:
        """Shows words in place of a board."""
        if self.board is not None:
            self.board.remove()
        self.board = self.loaded = None
        self._entitle(title, "")
        self.query_one(".moment").display = False
        self.query_one(".words", Static).update(words)
        self.query_one(".words").display = True

    @on(PuzzleBoard.Moment)
    def _show_moment(self, event: PuzzleBoard.Moment) -> None:
        if event.board is not self.board:  # the last words of a board that is gone
            return
        line = self.query_one(".moment", Static)
        room = self.content_size.width - len(event.text)
        keys = GAME_KEYS.rjust(room) if room > len(GAME_KEYS) + 1 else ""
        text = event.text + keys
        if str(line.content) != text:
            line.update(text, layout=False)
        line.display = True

    def _entitle(self, title: str, note: str) -> None:
        self.query_one(".title", Static).update(title)
        line = self.query_one(".note", Static)
        line.update(note)
        line.display = bool(note)
