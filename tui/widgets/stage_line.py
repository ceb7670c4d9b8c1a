"""The stages of typing a puzzle in one line, the current one marked; a click on one goes there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text
from textual.events import Click
from textual.message import Message
from textual.widgets import Static

GAP = 2


class StageLine(Static):
    """Numbers stand before the names where there is room for them."""

    DEFAULT_CSS = "StageLine { height: 1; color: $text-muted; }"

    @dataclass
    class Chosen(Message):
        """The stage with that number, from 0, was clicked."""

        number: int

    def __init__(self, *, plain: bool) -> None:
        super().__init__("", markup=False)
        self._sign = ">" if plain else "▸"
        self._names: tuple[str, ...] = ()
        self._shown: tuple[object, ...] = ()

    def show(self, names: Sequence[str], current: int, room: int) -> None:
        """Draws the names in so many columns; less than two are not shown."""
        shown = (*names, current, room)
        self.display = len(names) > 1
        if shown == self._shown or not self.display:
            return
        self._shown = shown
        numbered = tuple(f"{number} {name}" for number, name in enumerate(names, 1))
        self._names = numbered if sum(len(one) + 1 + GAP for one in numbered) - GAP <= room else tuple(names)
        line = Text(no_wrap=True)
        for number, name in enumerate(self._names):
            line.append(" " * (GAP if number and self._names == numbered else min(number, 1)))
            line.append(
                f"{self._sign if number == current else ' '}{name}", "bold reverse" if number == current else ""
            )
        self.update(line)

    def on_click(self, event: Click) -> None:
        event.stop()
        line = str(self.content)
        for number, name in enumerate(self._names):
            first = line.index(name) - 1
            if first <= event.x <= first + len(name):
                self.post_message(self.Chosen(number))
