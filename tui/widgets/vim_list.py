"""A list with headings that is walked with arrows or with j and k; the chosen line is reversed and marked `▸`."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from rich.segment import Segment
from rich.text import Text
from textual.binding import BindingType
from textual.strip import Strip
from textual.style import Style
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from tui.actions import Action, Scope

GUTTER = 2
"""Columns left of the entries, for the mark of the highlighted one; headings begin in the first."""


class VimList(OptionList, inherit_bindings=False):
    """An option list; Enter belongs to the screen. Headings are options that can't be highlighted."""

    DEFAULT_CSS = """
    VimList, VimList:focus { border: none; padding: 0; background: transparent; background-tint: transparent 0%;
        height: 1fr; scrollbar-size: 1 1; }
    VimList > .option-list--option-disabled { color: $text-muted; text-style: bold; }
    """
    SCOPE: ClassVar[Scope] = Scope(
        "list",
        "In lists",
        Action("cursor_down", ("j", "down"), "Down", "Next entry"),
        Action("cursor_up", ("k", "up"), "Up", "Entry before"),
        Action("page_down", ("pagedown", "ctrl+d"), "Page down", "A page down"),
        Action("page_up", ("pageup", "ctrl+u"), "Page up", "A page up"),
        Action("first", ("home",), "First", "First entry"),
        Action("last", ("end", "G"), "Last", "Last entry"),
        footer=False,
    )
    BINDINGS: ClassVar[list[BindingType]] = [*SCOPE.bindings]

    def __init__(self, *, plain: bool = False, classes: str | None = None) -> None:
        super().__init__(classes=classes)
        self.mark = (">" if plain else "▸").ljust(GUTTER)

    def get_visual_style(self, *component_classes: str, partial: bool = False) -> Style:
        """As the base class, with the reversing of component styles, which Textual 8.2 leaves out there."""
        style = super().get_visual_style(*component_classes, partial=partial)
        if any(self.get_component_styles(name).text_style.reverse for name in component_classes):
            style = replace(style, reverse=True)
        return style

    def render_line(self, y: int) -> Strip:
        """An entry behind its gutter, or a heading, which needs none."""
        strip = super().render_line(y)
        line = self.scroll_offset.y + y
        index, part = self._lines[line] if line < len(self._lines) else (-1, 0)
        if index < 0 or self.options[index].disabled:
            return strip.extend_cell_length(strip.cell_length + GUTTER, self.rich_style)
        mark = self.mark if index == self.highlighted and not part else " " * GUTTER
        return Strip([Segment(mark, next(iter(strip)).style), *strip])

    def _get_left_gutter_width(self) -> int:
        return GUTTER

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
