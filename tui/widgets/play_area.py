"""A game in play on the screen: its sentence, its board and the panel beside it, laid out for the room there is."""

from __future__ import annotations

from dataclasses import dataclass

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Resize
from textual.message import Message
from textual.widgets import Static

from puzzles.by_hand import Choice, Hint
from puzzles.family import Puzzle, Verdict
from tui.boards.drawing import Facts
from tui.boards.hand_board import HandBoard, Marks
from tui.boards.puzzle_board import board_class
from tui.judging import Judge
from tui.play import words
from tui.play.game import FillGame, MoveGame, PlayedGame
from tui.widgets.play_panel import PlayPanel, laid
from tui.wording import fact_text

PANEL, LEAST_PANEL, WIDE_PANEL = 38, 22, 46
"""Columns of the panel: usually, where the board needs more room, and where there is plenty."""
TABLE_PADDING = 2
TALL = 24
"""Lines from which one stays blank between sentence and board."""
WIDE, SLIM = 110, 72
"""Columns from which there is plenty; below SLIM the panel takes the board's place when it is asked for."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What the screen knows beside the game: the hint and its stage, cells found wrong, and what is half typed."""

    hint: Hint | None = None
    stage: int = 0
    wrong: frozenset[int] = frozenset()
    typed: str = ""
    conflicts: bool = True
    candidates: bool = False


class PlayArea(Vertical):
    """Draws a game; only what has changed goes to the terminal."""

    class Judged(Message):
        """The checker has found out about a board."""

    DEFAULT_CSS = """
    PlayArea { height: 1fr; }
    PlayArea > .sentence { height: 1; padding: 0 1; color: $foreground; text-overflow: clip; text-wrap: nowrap; }
    PlayArea > .pair { height: 1fr; padding: 1 0 0 0; }
    PlayArea .table { width: 1fr; height: 1fr; padding: 0 1; }
    PlayArea .words { padding: 1; color: $text-muted; height: auto; }
    PlayArea PlayPanel { height: 1fr; padding: 0 1 0 1; }
    """

    def __init__(self, words: str, *, plain: bool) -> None:
        super().__init__()
        self.plain = plain
        self.game: PlayedGame | None = None
        self.board: HandBoard | None = None
        self.swapped = False
        """True while the panel has the place of the board, where there is no room for both."""
        self._words = words
        self._choices: tuple[PlayedGame, tuple[int, ...], tuple[Choice, ...]] | None = None
        self._judge = Judge(self._judged)
        self._shown = Shown()
        self._asked: tuple[Puzzle, tuple[int, ...]] | None = None
        """The last board that a slow checker was asked about."""

    def compose(self) -> ComposeResult:
        yield Static("", classes="sentence", markup=False)
        with Horizontal(classes="pair"):
            with Vertical(classes="table"):
                yield Static(self._words, classes="words", markup=False)
            yield PlayPanel(id="panel")

    @property
    def cursor(self) -> int | None:
        """The cell or the move that keys are about."""
        return self.board.cursor if self.board is not None else None

    def tell(self, text: str) -> None:
        """A text in place of a game."""
        self._clear()
        line = self.query_one(".words", Static)
        line.update(text)
        line.display = True
        self.query_one(PlayPanel).show([])
        self._say("")

    async def show(self, game: PlayedGame) -> bool:
        """True if the game has a board that can be played on; then it is there."""
        self._clear()
        loaded = game.loaded
        kind = board_class(loaded.puzzle.family)
        if not issubclass(kind, HandBoard):
            return False
        board = kind(loaded.puzzle, loaded.start, plain=self.plain)
        self.query_one(".words").display = False
        below = board.below()
        await self.query_one(".table").mount(board, *([] if below is None else [below]))
        self.game, self.board = game, board
        board.begin_hand()
        board.focus()
        self._fit()
        return True

    def swap(self) -> None:
        self.swapped = not self.swapped
        self._fit()

    def choices(self) -> tuple[Choice, ...]:
        """All legal moves of a game of moves, worked out once for each position."""
        game = self.game
        if not isinstance(game, MoveGame):
            return ()
        if self._choices is None or self._choices[:2] != (game, game.board):
            self._choices = game, game.board, game.hand.choices(game.loaded.puzzle, game.board)
        return self._choices[2]

    def draw(self, shown: Shown) -> None:
        """Draws the game as it stands."""
        game, board, self._shown = self.game, self.board, shown
        if game is None or board is None:
            return
        rows = words.hint_rows(game, shown.hint, shown.stage) if shown.hint is not None else []
        if isinstance(game, FillGame):
            facts = self._draw_cells(game, board, shown)
            cell = words.cell_rows(game, board.cursor) if board.cursor is not None else []
            told = fact_text(facts or {}, 1000, plain=self.plain)
            more: list[words.Row] = [(), ((told, words.TEXT),)] if told else []
            self.query_one(PlayPanel).show([*cell, *more, *([()] if rows else []), *rows])
            over = bool(game.tally.finished) and game.full
        elif isinstance(game, MoveGame):
            self._draw_moves(game, board, shown)
            panel = self.query_one(PlayPanel)
            room = panel.size.height - (len(laid(rows, panel.room)) + 1 if rows else 0)
            listed = words.choice_rows(game.hand.headings, self.choices(), board.cursor, room, plain=self.plain)
            panel.show([*listed, *([()] if rows else []), *rows])
            over = not self.choices()
        self._say(
            words.finished_text(game) if over else words.sentence(game, self.size.width - 2, conflicts=shown.conflicts)
        )

    def verdict(self) -> Verdict | None:
        """What the checker says of the board; None while it is at work, which may take long (`Judged` comes then).

        Where it does, only full boards are judged, and one at a time.
        """
        game = self.game
        if game is None:
            return None
        if not game.family.slow_to_judge:
            return game.family.judge(game.loaded.puzzle, game.board)
        if isinstance(game, FillGame) and not game.full:
            return None
        if self._asked is None or self._judge.verdict(*self._asked) is not None:
            self._asked = game.loaded.puzzle, game.board
        verdict = self._judge.verdict(*self._asked)
        return verdict if self._asked == (game.loaded.puzzle, game.board) else None

    def on_resize(self, event: Resize) -> None:
        self._fit()
        self.call_after_refresh(lambda: self.draw(self._shown))

    @on(PlayPanel.Resized)
    def _list_as_many_as_fit(self) -> None:
        self.draw(self._shown)

    def _draw_cells(self, game: FillGame, board: HandBoard, shown: Shown) -> Facts | None:
        """What the checker says of the board, if it has come."""
        puzzle, facts = game.loaded.puzzle, self._facts(game)
        conflicts = game.hand.conflicts(puzzle, game.board) if shown.conflicts else frozenset()
        hinted = frozenset(shown.hint.places) if shown.hint is not None else frozenset()
        pencil = {cell: marks for cell, marks in game.marks.items() if marks}
        if shown.candidates:
            empty = [cell for cell in game.free if game.board[cell] == game.hand.open_value]
            pencil = {cell: game.hand.candidates(puzzle, game.board, cell) for cell in empty} | pencil
        if board.cursor is None:
            board.put_cursor(game.next_empty(None) if not game.full else min(game.free, default=0))
        board.show(game.board, facts=facts)
        board.show_marks(Marks(conflicts | shown.wrong, hinted, pencil, shown.typed))
        return facts

    def _draw_moves(self, game: MoveGame, board: HandBoard, shown: Shown) -> None:
        hinted = shown.hint.places if shown.hint is not None else ()
        same = board.board == game.board
        if not same or board.choices != self.choices() or board.hint_moves != frozenset(hinted):
            board.show(game.board, facts=self._facts(game))
            board.show_choices(self.choices(), board.cursor if same else None, hinted)

    def _clear(self) -> None:
        if self.board is not None:
            below = self.board.below()
            if below is not None:
                below.remove()
            self.board.remove()
        self.game = self.board = None

    def _say(self, text: str) -> None:
        line = self.query_one(".sentence", Static)
        if str(line.content) != text:
            line.update(text, layout=False)

    def _fit(self) -> None:
        """The board gets the room that it needs, the panel the rest."""
        width, panel, table = self.size.width, self.query_one(PlayPanel), self.query_one(".table")
        self.query_one(".pair").styles.padding = (0 if self.size.height < TALL else 1, 0, 0, 0)
        if width < SLIM:
            panel.display, table.display = self.swapped, not self.swapped
            panel.styles.width = "1fr"
            return
        panel.display = table.display = True
        usual = WIDE_PANEL if width >= WIDE else PANEL
        room = width - LEAST_PANEL - TABLE_PADDING
        needed = self.board.wanted_width(room) if self.board is not None else 0
        if isinstance(self.game, MoveGame) and needed == 0:
            listed = words.choice_rows(self.game.hand.headings, self.choices(), None, 1 << 20, plain=self.plain)
            usual = min(WIDE_PANEL, max(PANEL, *(len(row[0][0]) for row in listed)) + 2) if listed else usual
        panel.styles.width = min(usual, width - needed - TABLE_PADDING)

    def _facts(self, game: PlayedGame) -> Facts | None:
        """What the checker says of the board, where drawing waits for it."""
        verdict = self.verdict() if game.family.slow_to_judge else None
        return None if verdict is None else verdict.facts

    def _judged(self) -> None:
        """A verdict has come, unless the app is being closed."""
        if self.is_running:
            self.post_message(self.Judged())
