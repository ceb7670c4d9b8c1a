"""One setting with a few values, on one line: arrows, h and l, space or a click change it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text
from textual.binding import BindingType
from textual.events import Click
from textual.message import Message
from textual.widget import Widget

from tui.action import Action, Scope


class Choice(Widget, can_focus=True):
    """Shows the chosen value between arrow heads."""

    DEFAULT_CSS = """
    Choice { height: 1; width: 1fr; color: $foreground; }
    Choice:focus { background: $primary 30%; text-style: bold; }
    """
    SCOPE: ClassVar[Scope] = Scope(
        "choice",
        "On a choice",
        (
            Action("next", ("right", "l", "space"), "Next", "Next value of the setting"),
            Action("previous", ("left", "h"), "Previous", "Value before"),
        ),
        footer=False,
    )
    BINDINGS: ClassVar[list[BindingType]] = [*SCOPE.bindings]

    @dataclass
    class Changed(Message):
        """The user has chosen another value."""

        choice: Choice
        value: str

        @property
        def control(self) -> Choice:
            """The widget."""
            return self.choice

    def __init__(self, name: str, values: Sequence[str], value: str, *, plain: bool = False) -> None:
        super().__init__(name=name)
        self.values = list(values)
        self.value = value if value in self.values else self.values[0]
        self.plain = plain

    def render(self) -> Text:
        """The line; a focused one is marked by arrow heads on both sides, so that it shows without colour."""
        left, right = ("<", ">") if self.plain else ("‹", "›")
        return Text(f"{left} {self.value} {right}" if self.has_focus else f"  {self.value}")

    def action_next(self) -> None:
        """The next value."""
        self._step(1)

    def action_previous(self) -> None:
        """The value before."""
        self._step(-1)

    def on_click(self, event: Click) -> None:
        """A click takes the next value."""
        self._step(1)

    def _step(self, by: int) -> None:
        if len(self.values) > 1:
            self.value = self.values[(self.values.index(self.value) + by) % len(self.values)]
            self.refresh()
            self.post_message(self.Changed(self, self.value))
