"""A game in play on the screen: its sentence, its board and the panel beside it, laid out for the room there is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Click, Resize
from textual.message import Message
from textual.widgets import Static

from puzzles.by_hand import Choice, Hint, Trial
from puzzles.family import Puzzle, Verdict
from tui.boards.drawing import Facts
from tui.boards.hand import Marks
from tui.boards.puzzle_board import PuzzleBoard, board_class
from tui.play import words
from tui.play.fill_game import CENTRE, COLOUR, FillGame
from tui.play.game import MoveGame
from tui.play.played import PlayedGame
from tui.play.words import CHOSEN, HEAD, HINT, LABEL, TEXT, Row
from tui.processes.judging import Judge
from tui.widgets.lines import WholeText
from tui.words.wording import fact_text

KINDS = (HEAD, LABEL, TEXT, CHOSEN, HINT)
BETWEEN = re.compile(r"(?<!\d) | (?!\d)")
"""A blank that does not stand between the numbers of one set."""
BELOW = 2
"""Blanks before what stands below its label."""
LISTED = ("  ", "▸ ", "> ")
"""How the lines of a list begin."""


class PlayPanel(Static):
    """Draws rows of pieces, each with its kind; a row too long goes on in the next line, below its last piece."""

    class Resized(Message):
        """There is room for more rows, or for fewer."""

    @dataclass
    class Picked(Message):
        """A line was clicked that is `by` lines below the chosen one, or below the first if none is."""

        by: int

    DEFAULT_CSS = """
    PlayPanel > .play-panel--head { text-style: bold; color: $foreground; }
    PlayPanel > .play-panel--label { color: $text-muted; }
    PlayPanel > .play-panel--text { color: $foreground; }
    PlayPanel > .play-panel--chosen { text-style: bold reverse; }
    PlayPanel > .play-panel--hint { color: $accent; text-style: bold; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"play-panel--{kind}" for kind in KINDS}

    def __init__(self, *, id: str) -> None:
        super().__init__("", markup=False, id=id)
        self.rows: list[Row] = []

    def show(self, rows: Sequence[Row]) -> None:
        if list(rows) != self.rows:
            self.rows = list(rows)
            self.lay()

    def on_resize(self) -> None:
        self.lay()
        self.post_message(self.Resized())

    def on_click(self, event: Click) -> None:
        listed = [row[0][1] if len(row) == 1 and row[0][0][:2] in LISTED else "" for row in self.rows]
        if 0 <= (at := event.get_content_offset_capture(self).y) < len(listed) and listed[at] in (TEXT, CHOSEN):
            self.post_message(self.Picked(at - (listed.index(CHOSEN) if CHOSEN in listed else 1)))

    @property
    def room(self) -> int:
        """Columns for a row."""
        return max(12, self.content_size.width)

    def lay(self) -> None:
        """Draws the rows for the width there is."""
        text = Text()
        for line in laid(self.rows, self.room):
            for piece, kind in line:
                text.append(piece, self.get_component_rich_style(f"play-panel--{kind}"))
            text.append("\n")
        text.right_crop()
        self.update(text)


def laid(rows: Sequence[Row], width: int) -> list[Row]:
    """The rows in lines of that width: the last piece of a row goes on below itself; lines of a list are cut.

    A last piece with a set of numbers for which there is no room beside the pieces before it stands below them.
    """
    found: list[Row] = []
    for row in rows:
        if not row:
            found.append(())
            continue
        indent = sum(len(piece) for piece, _ in row[:-1])
        last, kind = row[-1]
        if indent > BELOW and width - indent < max(map(len, BETWEEN.split(last))) <= width - BELOW:
            found += [row[:-1], *(((" " * BELOW + line, kind),) for line in wrapped(last, width - BELOW))]
            continue
        lines = [last[:width]] if len(row) == 1 and last[:2] in LISTED else wrapped(last, max(8, width - indent))
        found.append((*row[:-1], (lines[0], kind)))
        found += [((" " * indent + line, kind),) for line in lines[1:]]
    return found


def wrapped(text: str, width: int) -> list[str]:
    """The text in lines of that width, broken at blanks, several of which stay as they are within a line.

    Numbers with one blank between them are a set, which stays whole where it fits into a line.
    """
    lines = []
    while len(text) > width:
        cuts = [found.start() for found in BETWEEN.finditer(text, 1, width + 1) if text[: found.start()].strip()]
        cut = cuts[-1] if cuts else text.rfind(" ", 1, width + 1)
        cut = cut if cut > 0 else width
        lines.append(text[:cut].rstrip())
        text = text[cut:].lstrip()
    return [*lines, text]


PANEL, LEAST_PANEL, WIDE_PANEL = 38, 22, 46
"""Columns of the panel: usually, where the board needs more room, and where there is plenty."""
TABLE_PADDING = 2
TALL = 24
"""Lines from which one stays blank between sentence and board."""
WIDE, SLIM = 110, 72
"""Columns from which there is plenty; below SLIM the panel takes the board's place when it is asked for."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What the screen knows beside the game: the hint and its stage, cells found wrong, what is half typed or tried."""

    hint: Hint | None = None
    stage: int = 0
    wrong: frozenset[int] = frozenset()
    typed: str = ""
    conflicts: bool = True
    candidates: bool = False
    trial: Trial | None = None
    finish: tuple[Row, ...] = ()
    """Beside the board of a game that is over, in place of what is said of its cell, or of its moves."""


class PlayArea(Vertical):
    """Draws a game; only what has changed goes to the terminal."""

    class Judged(Message):
        """The checker has found out about a board."""

    DEFAULT_CSS = """
    PlayArea { height: 1fr; }
    PlayArea > .pair { height: 1fr; padding: 1 0 0 0; }
    PlayArea .table { width: 1fr; height: 1fr; padding: 0 1; }
    PlayArea .words { padding: 1; color: $text-muted; height: auto; }
    PlayArea PlayPanel { height: 1fr; padding: 0 1 0 1; }
    """

    def __init__(self, words: str, *, plain: bool) -> None:
        super().__init__()
        self.plain = plain
        self.game: PlayedGame | None = None
        self.board: PuzzleBoard | None = None
        self.swapped = False
        """True while the panel has the place of the board, where there is no room for both."""
        self._words = words
        self._choices: tuple[PlayedGame, tuple[int, ...], tuple[Choice, ...]] | None = None
        self._judge = Judge(self._judged)
        self._shown = Shown()
        self._tried: int | None = None
        """The move that is shown as if made."""
        self._asked: tuple[Puzzle, tuple[int, ...]] | None = None
        """The last board that a slow checker was asked about."""

    def compose(self) -> ComposeResult:
        yield WholeText("", markup=False)
        with Horizontal(classes="pair"):
            with Vertical(classes="table"):
                yield Static(self._words, classes="words", markup=False)
            yield PlayPanel(id="panel")

    @property
    def cursor(self) -> int | None:
        """The cell or the move that keys are about."""
        return self.board.cursor if self.board is not None else None

    @property
    def panel_shown(self) -> bool:
        """False where there is no room for it beside the board."""
        return bool(self.query_one(PlayPanel).display)

    def tell(self, text: str) -> None:
        """A text in place of a game."""
        self._clear()
        line = self.query_one(".words", Static)
        line.update(text)
        line.display = True
        self.query_one(PlayPanel).show([])
        self.query_one(WholeText).say("")

    async def show(self, game: PlayedGame) -> bool:
        """True if the game has a board that can be played on; then it is there."""
        self._clear()
        loaded = game.loaded
        kind = board_class(loaded.puzzle.family)
        if kind.HAND is None:
            return False
        board = kind(loaded.puzzle, loaded.start, plain=self.plain)
        self.query_one(".words").display = False
        below = board.below()
        await self.query_one(".table").mount(board, *([] if below is None else [below]))
        self.game, self.board, self.swapped = game, board, False
        board.hand.begin()
        board.focus()
        self._fit()
        return True

    def swap(self) -> None:
        self.swapped = not self.swapped
        self._fit()

    @property
    def over(self) -> bool:
        """True while the board of a finished game is on the screen, as it was at its end."""
        game = self.game
        if game is None or not game.tally.finished:
            return False
        return game.full if isinstance(game, FillGame) else not self.choices()

    def choices(self) -> tuple[Choice, ...]:
        """All legal moves of a game of moves, worked out once for each position."""
        game = self.game
        if not isinstance(game, MoveGame):
            return ()
        if self._choices is None or self._choices[:2] != (game, game.board):
            self._choices = game, game.board, game.hand.choices(game.loaded.puzzle, game.board)
        return self._choices[2]

    def trials(self) -> tuple[Trial, ...]:
        """What can be tried at the cursor, one after the other."""
        game, board = self.game, self.board
        if game is None or board is None or board.cursor is None:
            return ()
        puzzle, position = game.loaded.puzzle, game.board
        if isinstance(game, FillGame):
            return game.hand.trials(puzzle, position, board.cursor)
        assert isinstance(game, MoveGame)
        hand = game.hand
        return tuple(
            Trial(move, hand.gives(puzzle, position, move), hand.after(puzzle, position, move))
            for move in board.hand.moves_here()
        )

    def draw(self, shown: Shown) -> None:
        """Draws the game as it stands."""
        game, board, self._shown = self.game, self.board, shown
        if game is None or board is None:
            return
        rows = words.hint_rows(game, shown.hint, shown.stage) if shown.hint is not None else []
        if isinstance(game, FillGame):
            before = self._facts(game, game.board) if shown.trial is not None else None
            position = game.board if shown.trial is None else shown.trial.after
            facts = self._draw_cells(game, position, board, shown)
            cell = words.cell_rows(game, position, board.cursor) if board.cursor is not None else []
            told = [fact_text(one, 1000, plain=self.plain) for one in (facts, before) if one]
            more: list[words.Row] = [(), ((told[0], words.TEXT),)] if told else []
            if len(told) > 1:
                more.append(((f"before: {told[1]}", words.LABEL),))
            self.query_one(PlayPanel).show(shown.finish or [*cell, *more, *([()] if rows else []), *rows])
            over = bool(game.tally.finished) and game.full and shown.trial is None
        elif isinstance(game, MoveGame):
            self._draw_moves(game, board, shown)
            panel = self.query_one(PlayPanel)
            room = panel.size.height - (len(laid(rows, panel.room)) + 1 if rows else 0)
            chosen = board.cursor if shown.trial is None else shown.trial.place
            listed = words.choice_rows(game.hand.headings, self.choices(), chosen, room, plain=self.plain)
            panel.show(shown.finish or [*listed, *([()] if rows else []), *rows])
            over = not self.choices()
        width = self.size.width - 2
        if shown.trial is not None:
            self.query_one(WholeText).say(words.trial_text(game, shown.trial, width))
            return
        said = words.finished_text(game) if over else words.sentence(game, width, conflicts=shown.conflicts)
        if isinstance(game, FillGame) and not self.panel_shown:
            said = words.with_marks(words.marks_of(game, board.cursor), said, width)
        self.query_one(WholeText).say(said)

    @on(PlayPanel.Picked)
    def _pick(self, event: PlayPanel.Picked) -> None:
        """As if the move was clicked on the board."""
        board, moves = self.board, [one.move for one in self.choices()]
        at = event.by + (moves.index(board.cursor) if board is not None and board.cursor in moves else 0)
        if board is not None and 0 <= at < len(moves):
            board.focus()
            board.call_later(board.hand.click_at, moves[at])  # its messages would not go past this area

    def verdict(self, board: tuple[int, ...] | None = None) -> Verdict | None:
        """What the checker says of the board, by default the game's; None while it is at work (`Judged` comes then).

        Where it takes long, only full boards are judged, and one at a time.
        """
        game = self.game
        if game is None:
            return None
        board = game.board if board is None else board
        if not game.family.slow_to_judge:
            return game.family.judge(game.loaded.puzzle, board)
        if isinstance(game, FillGame) and game.hand.open_value in board:
            return None
        if self._asked is None or self._judge.verdict(*self._asked) is not None:
            self._asked = game.loaded.puzzle, board
        verdict = self._judge.verdict(*self._asked)
        return verdict if self._asked == (game.loaded.puzzle, board) else None

    def on_resize(self, event: Resize) -> None:
        self._fit()
        self.call_after_refresh(lambda: self.draw(self._shown))

    @on(PlayPanel.Resized)
    def _list_as_many_as_fit(self) -> None:
        self.draw(self._shown)

    def _draw_cells(self, game: FillGame, position: tuple[int, ...], board: PuzzleBoard, shown: Shown) -> Facts | None:
        """What the checker says of the board shown, if it has come."""
        puzzle, facts = game.loaded.puzzle, self._facts(game, position)
        conflicts = game.hand.conflicts(puzzle, position) if shown.conflicts else frozenset()
        hinted = frozenset(shown.hint.places) if shown.hint is not None else frozenset()
        pencil, centre, colours = map(game.noted, (0, CENTRE, COLOUR))
        if shown.candidates:
            pencil = {cell: game.hand.candidates(puzzle, game.board, cell) for cell in game.open_cells} | pencil
        if board.cursor is None:
            board.hand.put_cursor(game.next_empty(None) if not game.full else min(game.free, default=0))
        board.show(position, facts=facts)
        board.hand.show_marks(Marks(conflicts | shown.wrong, hinted, pencil, shown.typed, centre, colours))
        return facts

    def _draw_moves(self, game: MoveGame, board: PuzzleBoard, shown: Shown) -> None:
        if shown.trial is not None:
            if board.board != shown.trial.after or self._tried is None:
                self._tried = shown.trial.place
                board.hand.show_tried(shown.trial.after, game.hand.choices(game.loaded.puzzle, shown.trial.after))
            return
        hinted = shown.hint.places if shown.hint is not None else ()
        if self._tried is not None:
            board.cursor, self._tried = self._tried, None
            board.show(game.board, facts=self._facts(game, game.board))
            board.hand.show_choices(self.choices(), board.cursor, hinted)
            return
        same = board.board == game.board
        if not same or board.hand.choices != self.choices() or board.hand.hint_moves != frozenset(hinted):
            board.show(game.board, facts=self._facts(game, game.board))
            board.hand.show_choices(self.choices(), board.cursor if same else None, hinted)

    def _clear(self) -> None:
        if self.board is not None:
            below = self.board.below()
            if below is not None:
                below.remove()
            self.board.remove()
        self.game = self.board = self._tried = None

    def _fit(self) -> None:
        """The board gets the room that it needs, the panel the rest."""
        width, panel, table = self.size.width, self.query_one(PlayPanel), self.query_one(".table")
        blank = 0 if self.size.height < TALL else 1
        height = self.size.height - blank - 1
        self.query_one(".pair").styles.padding = (blank, 0, 0, 0)
        if width < SLIM:
            panel.display, table.display = self.swapped, not self.swapped
            panel.styles.width = "1fr"
            return
        panel.display = table.display = True
        usual = WIDE_PANEL if width >= WIDE else PANEL
        room = width - LEAST_PANEL - TABLE_PADDING
        needed = self.board.hand.wanted_width(room, height) if self.board is not None else 0
        if isinstance(self.game, MoveGame) and needed == 0:
            listed = words.choice_rows(self.game.hand.headings, self.choices(), None, 1 << 20, plain=self.plain)
            usual = min(WIDE_PANEL, max(PANEL, *(len(row[0][0]) for row in listed)) + 2) if listed else usual
        panel.styles.width = min(usual, width - needed - TABLE_PADDING)

    def _facts(self, game: PlayedGame, board: tuple[int, ...]) -> Facts | None:
        """What the checker says of a board, where drawing waits for it."""
        verdict = self.verdict(board) if game.family.slow_to_judge else None
        return None if verdict is None else verdict.facts

    def _judged(self) -> None:
        """A verdict has come, unless the app is being closed."""
        if self.is_running:
            self.post_message(self.Judged())
