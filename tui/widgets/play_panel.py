"""What stands beside a board in play: the cell or the list of moves, and a hint; only what has changed is drawn."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.message import Message
from textual.widgets import Static

from tui.play.words import CHOSEN, HEAD, HINT, LABEL, TEXT, Row

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
