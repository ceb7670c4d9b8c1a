"""The frame of all dialogs; a question, choosing an entry of a list such as a text's puzzles, a text to be read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Generic, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static

from puzzles.text.format_table import Entry
from tui.keys import key_table
from tui.screens.own_screen import OwnScreen
from tui.widgets.form import Form
from tui.widgets.lines import KeyLine
from tui.widgets.lists import NO_MATCH, FilterField, VimList, has_words
from tui.words.wording import shorten

Answer = TypeVar("Answer")


class Dialog(OwnScreen, ModalScreen[Answer], Generic[Answer]):  # type: ignore[misc]  # of the app it knows `Services`
    """A box with a title, contents, one line for errors and explanations, and its keys."""

    CSS_PATH = "dialog.tcss"
    VERTICAL_BREAKPOINTS = [(0, "-short"), (24, "-tall")]  # noqa: RUF012 - the base class's own type
    SCOPE: ClassVar[str] = "help"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q", "app.leave", show=False)]

    def __init__(self, title: str) -> None:
        super().__init__()
        self.heading = title

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Static(self.heading, classes="heading", markup=False)
            yield from self.contents()
            yield Static("", classes="hint", markup=False)
            line = KeyLine()
            line.show([one for one in key_table.of(self.SCOPE) if one.footer])
            yield line

    def on_mount(self) -> None:
        self.set_class(self.plain, "-ascii")

    def contents(self) -> ComposeResult:
        raise NotImplementedError

    def hint(self, text: str, *, error: bool = False) -> None:
        """Draws one line below the contents; an error begins with `! `."""
        line = self.query_one(".hint", Static)
        line.update(f"! {text}" if error else text)
        line.set_class(error, "-error")

    def action_cancel(self) -> None:
        self.dismiss(None)

    def action_accept(self) -> None:
        """Answers, or does what the dialog is for: Enter."""
        raise NotImplementedError

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self.action_accept()


class ConfirmDialog(Dialog[bool], scope="confirm"):
    """Answers True for Enter or y; n and Escape close it without an answer."""

    def __init__(self, title: str, question: str, yes: str) -> None:
        super().__init__(title)
        self.question = question
        self.yes = yes

    def contents(self) -> ComposeResult:
        yield Static(self.question, classes="question", markup=False)

    def on_mount(self) -> None:
        self.hint(f"Enter: {self.yes}    Esc: leave everything as it is")

    def action_accept(self) -> None:
        self.dismiss(True)

    def action_refuse(self) -> None:
        self.dismiss(None)


class FormDialog(Dialog[Answer], Generic[Answer]):
    """A form: Up and Down go through its fields, and what the field at hand is about stands below."""

    def action_up(self) -> None:
        self.focus_previous("Choice, Input")

    def action_down(self) -> None:
        self.focus_next("Choice, Input")

    def explained(self, name: str, text: str) -> str:
        """What is said of the field of that name."""
        return text

    @on(Form.Explained)
    def _explain(self, event: Form.Explained) -> None:
        self.hint(self.explained(event.name, event.text))


LINES, FRAME = 30, 14
"""Lines of the list at most, and those of a low terminal that are not the list's."""
ROOM, ROUND_IT = 110, 14
"""Columns of an entry at most, and those of a narrow terminal that are not the entry's."""


class EntryDialog(Dialog[int], scope="entry"):
    """Answers with the index of a label. `names`: what each is called besides, such as its number; typed too.

    `first`: the label that is highlighted at the beginning.
    """

    def __init__(
        self,
        title: str,
        labels: Sequence[str],
        names: Sequence[Sequence[str]] | None = None,
        placeholder: str = "part of a name",
        first: int = 0,
    ) -> None:
        super().__init__(title)
        self.first = first
        self.labels = labels
        self.names = [(*(names[at] if names else ()), " ".join(label.split())) for at, label in enumerate(labels)]
        self.placeholder = placeholder
        self._count = ""

    def contents(self) -> ComposeResult:
        yield FilterField(lambda: self.query_one(VimList), self.placeholder)
        yield VimList(plain=self.plain, classes="suggestions")

    def on_mount(self) -> None:
        super().on_mount()
        self.query_one(VimList).styles.height = max(3, min(LINES, self.app.size.height - FRAME))
        self.query_one(Input).focus()
        self._narrow()
        self.query_one(VimList).highlight(str(self.first))

    @on(OptionList.OptionSelected)
    def action_accept(self) -> None:
        chosen = self.query_one(VimList).highlighted_id
        if chosen is None:
            self.hint(f"{NO_MATCH}; there are {len(self.labels):,} entries.", error=True)
        else:
            self.dismiss(int(chosen))

    async def action_down(self) -> None:
        await self.query_one(FilterField).action_row("cursor_down")

    async def action_up(self) -> None:
        await self.query_one(FilterField).action_row("cursor_up")

    @on(Input.Changed)
    def _narrow(self) -> None:
        field = self.query_one(FilterField)
        found = [index for index, names in enumerate(self.names) if has_words(field.value, names)]
        self.query_one(VimList).show_lines([(str(index), shorten(self.labels[index], self._room)) for index in found])
        field.choose({str(index): self.names[index] for index in found})
        self._count = f"{len(found):,} of {len(self.labels):,}; Up and Down choose" if found else f"{NO_MATCH}."
        self.hint(self._count)

    @on(OptionList.OptionHighlighted)
    def _tell(self) -> None:
        """The whole of the highlighted entry, where its line has no room for it."""
        chosen = self.query_one(VimList).highlighted_id
        label = self.labels[int(chosen)] if chosen is not None else ""
        self.hint(" ".join(label.split()) if len(label) > self._room else self._count)

    @property
    def _room(self) -> int:
        """Columns of an entry."""
        return max(20, min(ROOM, self.app.size.width - ROUND_IT))


def which_entry(entries: Sequence[Entry]) -> EntryDialog:
    """Asks for one of a text's puzzles, by a part of its label, its number or its key."""
    names = [(one.key, str(one.number)) for one in entries]
    labels = [one.label for one in entries]
    return EntryDialog(f"Which of the {len(entries):,} puzzles?", labels, names, "part of a name, or a number")


ROUND_TEXT = 11
"""Lines of a dialog around the text that it shows."""


class TextDialog(Dialog[None], scope="text"):
    """Escape, Enter and q close it."""

    def contents(self) -> ComposeResult:
        with VerticalScroll(classes="help"):
            yield from self.text()

    def text(self) -> ComposeResult:
        raise NotImplementedError

    def on_mount(self) -> None:
        super().on_mount()
        self.query_one(VerticalScroll).focus()

    def on_resize(self) -> None:
        """The text leaves room for the line of keys; what does not fit is scrolled."""
        self.query_one(VerticalScroll).styles.max_height = max(3, self.app.size.height * 94 // 100 - ROUND_TEXT)

    def action_down(self) -> None:
        self.query_one(VerticalScroll).scroll_down(animate=False)

    def action_up(self) -> None:
        self.query_one(VerticalScroll).scroll_up(animate=False)


class ReportDialog(TextDialog):
    """Lines about a board, one below the other."""

    def __init__(self, title: str, lines: tuple[str, ...]) -> None:
        super().__init__(title)
        self.lines = lines

    def text(self) -> ComposeResult:
        for line in self.lines:
            yield Static(line, markup=False)
