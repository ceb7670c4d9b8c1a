"""Lists that are walked with arrows or with j and k: with headings; and one of the solutions that a run has found."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from rich.text import Text
from textual import on
from textual.binding import BindingType
from textual.events import Click
from textual.geometry import Region
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.style import Style
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from puzzles.parameters import Value
from puzzles.text.quoting import percent
from tui.keys.actions import Action, Scope
from tui.words.wording import SHARES

if TYPE_CHECKING:
    from solvers.runs.result import Solution


GUTTER = 2
"""Columns left of the entries, for the mark of the highlighted one; headings begin in the first."""


class VimList(OptionList, inherit_bindings=False):
    """An option list; Enter belongs to the screen, and so does a double click. Headings can't be highlighted.

    The chosen line is reversed and marked `▸`.
    """

    DEFAULT_CSS = """
    VimList, VimList:focus { border: none; padding: 0; background: transparent; background-tint: transparent 0%;
        height: 1fr; scrollbar-size: 1 1; }
    VimList > .option-list--option-disabled { color: $text-muted; text-style: bold; }
    """
    ENTERS: ClassVar[bool] = True
    """False where the screen's Enter is about something else than the entry."""
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

    highlighted: reactive[int | None] = reactive(None, repaint=False)
    """The chosen option's index: the base class's, which draws all lines again."""

    def __init__(self, *, plain: bool = False, classes: str | None = None) -> None:
        self._styles: dict[tuple[tuple[str, ...], bool], Style] = {}
        super().__init__(classes=classes)
        self.mark = (">" if plain else "▸").ljust(GUTTER)
        self._clicked: str | None = None
        """The id of what the click before was on, if it was in this list: of a double click the first half."""

    def get_visual_style(self, *component_classes: str, partial: bool = False) -> Style:
        """As the base class, with the reversing of component styles, which Textual 8.2 leaves out there.

        Kept until styles change: it is asked for with each line, and computed from those of all ancestors.
        """
        known = self._styles.get((component_classes, partial))
        if known is None:
            known = super().get_visual_style(*component_classes, partial=partial)
            if any(self.get_component_styles(name).text_style.reverse for name in component_classes):
                known = replace(known, reverse=True)
            self._styles[component_classes, partial] = known
        return known

    def notify_style_update(self) -> None:
        self._styles.clear()
        super().notify_style_update()

    def watch_highlighted(self, old: int | None, new: int | None) -> None:  # type: ignore[override]
        """Draws the two options, and does what the base class does."""
        first, places = self.scroll_offset.y, self._index_to_line
        for index in (old, new):
            if index is not None and index in places:
                self.refresh(Region(0, places[index] - first, self.size.width, self._heights[index]))
        super().watch_highlighted(new)

    async def _on_click(self, event: Click) -> None:
        """A click chooses the entry; the second of two on it presses Enter. What was begun elsewhere does nothing."""
        at: int | None = event.style.meta.get("option")
        entry = None if at is None else self.options[at].id
        first, self._clicked = self._clicked, entry
        event.prevent_default()
        if event.chain == 1:
            await super()._on_click(event)
        elif self.ENTERS and entry is not None and entry == first:
            self._clicked = None
            self.app.simulate_key("enter")

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
        if [_looks(one) for one in options] == [_looks(one) for one in self.options]:
            return
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

    def show_lines(self, lines: Sequence[tuple[str, str]]) -> None:
        """Shows these (id, text), those without an id as headings; where only texts differ, only these are drawn."""
        shown = [option.id or str(option.prompt) for option in self.options]
        if shown == [name or text for name, text in lines]:
            for (name, text), option in zip(lines, self.options, strict=True):
                if str(option.prompt) != text:
                    self.replace_option_prompt(name, Text(text, no_wrap=True))
        else:
            self.fill([Option(Text(text, no_wrap=True), id=name) if name else heading(text) for name, text in lines])

    def highlight(self, option_id: str) -> None:
        """Moves the highlight to the option, if there is one of that id."""
        if any(option.id == option_id for option in self.options):
            self.highlighted = self.get_option_index(option_id)

    @property
    def highlighted_id(self) -> str | None:
        if self.highlighted is None or self.highlighted >= len(self.options):
            return None
        return self.options[self.highlighted].id


def _looks(option: Option) -> tuple[object, ...]:
    return option.id, option.disabled, option.prompt


def heading(text: str) -> Option:
    """A line that groups the options below it."""
    return Option(Text(text), disabled=True)


COLUMNS = ("probability", "defect", "gc")
HEADING = "     prob. def.    GC   fold"
PERIOD = 1.0
"""Seconds between two fillings of the list: each draws all of it."""


class FoundList(VimList):
    """One line a solution: its rank and what the checker says of it."""

    DEFAULT_CSS = """
    FoundList, FoundList:focus { height: 1fr; margin-bottom: 1; }
    """
    ENTERS = False

    @dataclass
    class Chosen(Message):
        """The user has gone to another solution."""

        board: tuple[int, ...]

    def __init__(self, *, plain: bool = False) -> None:
        super().__init__(plain=plain)
        self.clock = time.monotonic
        self._boards: tuple[tuple[int, ...], ...] = ()
        self._filled_at = float("-inf")

    def show(self, found: Sequence[Solution], *, at_once: bool = False) -> None:
        """Lists these, if they are others than before and it is time."""
        boards = tuple(one.board for one in found)
        now = self.clock()
        if boards == self._boards or not (at_once or not self._boards or now - self._filled_at >= PERIOD):
            return
        self._boards, self._filled_at = boards, now
        with self.prevent(OptionList.OptionHighlighted):
            lines = [Option(Text(_line(rank, one)), id=_id(one.board)) for rank, one in enumerate(found, 1)]
            self.fill([heading(HEADING), *lines] if lines else [])

    def point(self, board: tuple[int, ...]) -> None:
        if board in self._boards and self.highlighted_id != _id(board):
            with self.prevent(OptionList.OptionHighlighted):
                self.highlight(_id(board))

    @on(OptionList.OptionHighlighted)
    def _tell(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        if self.highlighted is not None and 0 < self.highlighted <= len(self._boards):
            self.post_message(self.Chosen(self._boards[self.highlighted - 1]))  # the heading is the first


class SeedList(VimList):
    """One line a seed of a search: its best, when that was found, and how it came."""

    DEFAULT_CSS = """
    SeedList, SeedList:focus { height: auto; max-height: 10; margin-top: 1; }
    """
    ENTERS = False

    @dataclass
    class Chosen(Message):
        """The user has gone to another seed's run."""

        run: str

    def __init__(self, *, plain: bool = False) -> None:
        super().__init__(plain=plain)
        self.plain = plain
        self.clock = time.monotonic
        self._rows: tuple[tuple[str, str], ...] = ()
        self._filled_at = float("-inf")

    def show(self, heading_text: str, rows: Sequence[tuple[str, str]], shown: str, *, at_once: bool = False) -> bool:
        """Lists (run, line) of each, if they are others than before and it is time; `shown` is highlighted.

        False if it was too early for that.
        """
        now = self.clock()
        if tuple(rows) != self._rows and (at_once or now - self._filled_at >= PERIOD):
            self._rows, self._filled_at = tuple(rows), now
            with self.prevent(OptionList.OptionHighlighted):
                self.fill([heading(heading_text), *(Option(Text(line), id=run) for run, line in rows)])
        if self.highlighted_id != shown:
            with self.prevent(OptionList.OptionHighlighted):
                self.highlight(shown)
        return tuple(rows) == self._rows

    @on(OptionList.OptionHighlighted)
    def _tell(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        if self.highlighted_id is not None:
            self.post_message(self.Chosen(self.highlighted_id))


def _line(rank: int, solution: Solution) -> str:
    facts = solution.facts
    if not set(facts) & set(COLUMNS):
        return f"{rank:>2} {solution.score:g}"
    cells = [_cell(name, facts.get(name)) for name in COLUMNS]
    unique = facts.get("unique")
    words = "" if unique is None else "unique" if unique else "shared"
    return f"{rank:>2} {cells[0]:<5} {cells[1]:<7} {cells[2]:<4} {words}".rstrip()


def _cell(name: str, value: Value | None) -> str:
    if not isinstance(value, int | float):  # facts come from files
        return "-"
    return percent(value, SHARES[name]) if name in SHARES else f"{value:.3f}"


def _id(board: Sequence[int]) -> str:
    return "-".join(map(str, board))


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


NO_MATCH = "Nothing has all of these words. Fewer letters find more"
"""What a list says that a filter has emptied, before what takes the filter off."""
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
