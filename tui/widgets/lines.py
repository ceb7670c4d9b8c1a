"""The app's fixed lines: the screens' names on top, the status and the keys at the bottom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.events import Click
from textual.widget import Widget
from textual.widgets import Static

from tui.keys.actions import Action, key_text
from tui.keys.key_table import PLACES, place_of
from tui.words.wording import shorten

if TYPE_CHECKING:
    from tui.boards.puzzle_board import PuzzleBoard

ACTION = "action"
"""Names the action of a piece of a line in its style's meta data (Textual's own `@click` adds a link's colours)."""
BOARD = "board"
"""The namespace of the actions of the board that gets keys now."""
MOST_KEYS = 7
"""Of a screen's own keys, that many are in the line of keys: the others are in help and palette."""
MOST_OF_BOARD = 2
"""Of these, that many are kept for the board that gets keys."""
LEAST_BACKGROUND = 16
"""Columns below which a word about background work says nothing."""


class WholeText(Static):
    """A sentence whole, in as many lines as it needs; the screen is laid out anew only where that may be others."""

    DEFAULT_CSS = "WholeText { height: auto; min-height: 1; padding: 0 1; color: $foreground; }"

    def say(self, text: str) -> None:
        if str(self.content) != text:
            self.update(text, layout=False)
            needed = self.get_content_height(self.container_size, self.app.size, self.content_size.width)
            if needed != self.content_size.height:
                self.refresh(layout=True)


class ClickableLine(Widget):
    """A line of pieces that call actions when they are clicked: the app's, the screen's, or those of `board`."""

    board: PuzzleBoard | None = None

    async def on_click(self, event: Click) -> None:
        action = event.style.meta.get(ACTION)
        if isinstance(action, str):
            await self.app.run_action(action, self, {BOARD: self.board} if self.board is not None else None)


class TopBar(ClickableLine):
    """The five places, the current one set off (reversed and bold, so that it shows without colour).

    Or, while the digits are the board's: `Esc`, what is on the board, and how it stands.
    """

    DEFAULT_CSS = """
    TopBar { height: 1; background: $surface; color: $text-muted; }
    TopBar > .top-bar--current { color: $primary; text-style: bold reverse; }
    TopBar > .top-bar--key { color: $secondary; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {"top-bar--current", "top-bar--key"}

    def __init__(self, current: str) -> None:
        super().__init__()
        self.current = place_of(current)
        self.left = self.right = ""

    def show(self, left: str, right: str = "") -> None:
        """Draws these words in place of the five places; empty `left` brings the places back."""
        if (left, right) != (self.left, self.right):
            self.left, self.right = left, right
            self.refresh()

    def render(self) -> Text:
        return self._words() if self.left else self._places()

    def _words(self) -> Text:
        key = self.get_component_rich_style("top-bar--key") + Style(meta={ACTION: "screen.leave_board"})
        line = Text.assemble(" ", ("Esc", key), "  ", (shorten(self.left, self.size.width - 8), "bold"))
        right = shorten(self.right, max(0, self.size.width - line.cell_len - 3))
        return line.append(" " * (self.size.width - line.cell_len - cell_len(right) - 1) + right)

    def _places(self) -> Text:
        line = Text(" ")
        for number, (name, title) in enumerate(PLACES.items(), 1):
            style = Style(meta={ACTION: f"app.show('{name}')"})
            if name == self.current:
                chosen = self.get_component_rich_style("top-bar--current")
                label = f"[{number} {title}]" if self.app.no_color else f" {number} {title} "
                line.append(label, chosen + style)
            else:
                line.append(f" {number}", self.get_component_rich_style("top-bar--key") + style)
                line.append(f" {title} ", style)
            line.append(" ")
        name = "mcs-tui "
        room = self.size.width - cell_len(line.plain) - len(name)
        line.append(" " * room + name if room > 0 else "")
        line.truncate(self.size.width)
        return line


class StatusLine(Widget):
    """The last thing the app has said, and at the right what goes on in the background."""

    DEFAULT_CSS = """
    StatusLine { height: 1; padding: 0 1; color: $text-muted; }
    StatusLine > .status-line--error { color: $error; text-style: bold; }
    StatusLine > .status-line--said { color: $foreground; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {"status-line--error", "status-line--said"}

    def __init__(self) -> None:
        super().__init__()
        self.said = ""
        self.is_error = False
        self.background_work = ""

    def show(self, said: str, is_error: bool, background_work: str) -> None:
        """Draws these texts; an error begins with `! `."""
        if (said, is_error, background_work) != (self.said, self.is_error, self.background_work):
            self.said, self.is_error, self.background_work = said, is_error, background_work
            self.refresh()

    def render(self) -> Text:
        width = self.size.width
        left = f"! {self.said}" if self.is_error else self.said
        left = shorten(left.replace("\n", " "), width)
        room = width - cell_len(left) - (2 if left else 0)
        right = shorten(self.background_work, room) if room >= LEAST_BACKGROUND else ""  # what was said comes first
        kind = "status-line--error" if self.is_error else "status-line--said"
        line = Text(left, self.get_component_rich_style(kind))
        line.append(" " * max(0, width - cell_len(left) - cell_len(right)) + right, self.rich_style)
        return line


class KeyLine(ClickableLine):
    """The keys that do something now; each can be clicked."""

    DEFAULT_CSS = """
    KeyLine { height: 1; background: $surface; color: $text-muted; padding: 0 1; }
    KeyLine > .key-line--key { color: $primary; text-style: bold; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {"key-line--key"}

    def __init__(self) -> None:
        super().__init__()
        self.keys: list[tuple[Action, str]] = []
        """The actions drawn, each with its key."""

    def show(self, actions: Sequence[Action], *, typing: bool = False, board: PuzzleBoard | None = None) -> None:
        """Draws these actions; `typing`: a text field has the focus, so only keys that it leaves alone work.

        `board`: the one that gets keys now, some of whose actions may be among these.
        """
        self.board = board
        keys = [(one, key) for one in actions if (key := one.key(typing=typing)) is not None]
        if keys != self.keys:
            self.keys = keys
            self.refresh()

    def render(self) -> Text:
        """The line; actions for which there is no room are left out, help and quit never."""
        scopes = {scope.name for scope in self.board.SCOPES} if self.board is not None else set()
        boards = [one for one in self.keys if one[0].scope in scopes][:MOST_OF_BOARD]
        others = [one for one in self.keys if one[0].scope not in (*scopes, "app")]
        own = [self._piece(*one) for one in (*others[: MOST_KEYS - len(boards)], *boards)]
        always = [self._piece(one, key) for one, key in self.keys if one.scope == "app"]
        room = self.size.width - sum(piece.cell_len + 2 for piece in always)
        line = Text()
        for piece in own:
            if line.cell_len + piece.cell_len + 2 <= room:
                line.append_text(piece).append("  ")
        right = Text("  ").join(always)
        line.append(" " * max(0, self.size.width - line.cell_len - right.cell_len))
        return line.append_text(right)

    def _piece(self, action: Action, key: str) -> Text:
        of_board = self.board is not None and action.scope in {scope.name for scope in self.board.SCOPES}
        owner = BOARD if of_board else "app" if action.scope == "app" else "screen"
        click = Style(meta={ACTION: f"{owner}.{action.call}"})
        piece = Text(key_text(key), self.get_component_rich_style("key-line--key") + click)
        return piece.append(f" {action.label}", click)
