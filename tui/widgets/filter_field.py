"""A text field that narrows a list: the best match is chosen, and Up and Down move in the list while one types."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from textual.binding import BindingType
from textual.widgets import Input

from tui.keys.actions import Action, Scope
from tui.widgets.lists import VimList


class FilterField(Input):
    """`rows`: gives the list that it narrows."""

    SCOPE: ClassVar[Scope] = Scope(
        "filter",
        "In a filter",
        Action("row", ("down",), "Down", "Next entry", "cursor_down"),
        Action("row", ("up",), "Up", "Entry before", "cursor_up"),
        Action("row", ("pagedown",), "Page down", "A page down", "page_down"),
        Action("row", ("pageup",), "Page up", "A page up", "page_up"),
        footer=False,
    )
    BINDINGS: ClassVar[list[BindingType]] = [*SCOPE.bindings]

    def __init__(self, rows: Callable[[], VimList], placeholder: str, *, id: str | None = None) -> None:
        super().__init__("", compact=True, placeholder=placeholder, id=id)
        self.rows = rows

    async def action_row(self, way: str) -> None:
        await self.rows().run_action(way)

    def leave(self) -> None:
        """The list gets the keys, if the field has them."""
        if self.has_focus:
            self.rows().focus()

    def choose(self, names: Mapping[str, Sequence[str]]) -> None:
        """Highlights the entry whose names fit best to what is typed; the first of several.

        `names`: by the ids of the list's entries, in its order, what each is called.
        """
        typed = " ".join(self.value.casefold().split())
        if not typed or not names:
            return
        ranks = {one: min((rank(typed, name) for name in called), default=WORST) for one, called in names.items()}
        self.rows().highlight(min(ranks, key=lambda one: ranks[one]))


EXACT, BEGINS, WORD_BEGINS, WITHIN, WORST = range(5)


def rank(typed: str, name: str) -> int:
    """How well the name fits: the whole of it, its beginning, the beginning of a word in it, a part of it, or not."""
    name = " ".join(name.casefold().split())
    if name == typed:
        return EXACT
    if name.startswith(typed):
        return BEGINS
    if f" {typed}" in name.replace("-", " ").replace("/", " ").replace(":", " "):
        return WORD_BEGINS
    return WITHIN if typed in name else WORST


def has_words(typed: str, names: Sequence[str]) -> bool:
    """True if each word that is typed occurs in the names."""
    text = " ".join(names).casefold()
    return all(word in text for word in typed.casefold().split())
