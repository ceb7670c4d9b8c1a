"""A list with headings that is walked with arrows or with j and k."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.binding import BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from tui.actions import bindings


class VimList(OptionList, inherit_bindings=False):
    """An option list; Enter belongs to the screen. Headings are options that can't be highlighted."""

    DEFAULT_CSS = """
    VimList, VimList:focus { border: none; padding: 0; background: transparent; background-tint: transparent 0%;
        height: 1fr; scrollbar-size: 1 1; }
    VimList > .option-list--option-disabled { color: $text-muted; text-style: bold; }
    """
    BINDINGS: ClassVar[list[BindingType]] = list(bindings("list"))

    def fill(self, options: list[Option]) -> None:
        """Shows these options; the highlight stays on the option of the same id, else it goes to the first."""
        old = self.highlighted_id
        place = self.highlighted
        self.clear_options()
        self.add_options(options)
        ids = [option.id for option in self.options if not option.disabled]
        if not ids:
            return
        if old in ids and old is not None:
            self.highlighted = self.get_option_index(old)
        elif place is not None and old is not None:
            self.highlighted = min(place, len(self.options) - 1)
            if self.options[self.highlighted].disabled:
                self.action_cursor_up()
        else:
            self.action_first()

    def highlight(self, option_id: str) -> None:
        """Moves the highlight to the option, if there is one of that id."""
        if any(option.id == option_id for option in self.options):
            self.highlighted = self.get_option_index(option_id)

    @property
    def highlighted_id(self) -> str | None:
        """The id of the highlighted option."""
        if self.highlighted is None or self.highlighted >= len(self.options):
            return None
        return self.options[self.highlighted].id


def heading(text: str) -> Option:
    """A line that groups the options below it."""
    return Option(Text(text), disabled=True)
