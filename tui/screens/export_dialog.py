"""Saving to a file: a list of formats, a preview of the chosen one, and the path. Export and Print are both this."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, OptionList, Static

from puzzles.errors import PuzzleError
from puzzles.parameters import Parameter, Value
from puzzles.picture import Picture
from tui.screens.path_dialog import PLACEHOLDER, PathAnswer, PathDialog, completed
from tui.widgets.form import Choice, Form
from tui.widgets.lists import VimList
from tui.words.exports import Export
from tui.words.picture_preview import preview

FRAME = 14
"""Lines of the dialog around its preview."""
MOST_LINES = 30
"""Of a preview."""


class ExportDialog(PathDialog, scope="path"):
    """Answers with a path and a format. Up and Down choose the format, whose ending the path then has.

    `fields`: what else is asked, by choices.
    """

    def __init__(self, title: str, typed: str, exports: Sequence[Export], fields: Sequence[Parameter] = ()) -> None:
        super().__init__(title, typed, saving=True)
        self.exports = {one.name: one for one in exports}
        self.fields = fields

    def contents(self) -> ComposeResult:
        yield Input(self.typed, compact=True, select_on_focus=False, placeholder=PLACEHOLDER[False])
        with Horizontal(classes="export"):
            with Vertical(classes="formats"):
                yield VimList(plain=self.plain)
                if self.fields:
                    yield Form(self.fields, plain=self.plain)
            yield Static("", classes="preview", markup=False)

    def on_mount(self) -> None:
        lines = max(3, min(MOST_LINES, self.app.size.height - FRAME))
        self.query_one(".export").styles.height = lines
        self.query_one(VimList).show_lines([(one.name, one.name) for one in self.exports.values()])
        super().on_mount()

    @property
    def export(self) -> Export:
        """The chosen format."""
        return self.exports[self.query_one(VimList).highlighted_id or next(iter(self.exports))]

    @property
    def values(self) -> dict[str, Value]:
        """What the fields say."""
        return {name: value for form in self.query(Form) for name, value in form.values().items()}

    def answer(self, path: Path) -> PathAnswer:
        return PathAnswer(path, self.export.name, self.values)

    def follow(self, typed: str) -> None:
        """The format is that of the typed end, unless the chosen one has it too or none has."""
        end = Path(typed).suffix
        named = [one.name for one in self.exports.values() if one.suffix == end]
        if named and self.export.name not in named:
            self.query_one(VimList).highlight(named[0])

    def entry_taken(self) -> bool:
        return False

    async def action_down(self) -> None:
        self.query_one(VimList).action_cursor_down()

    async def action_up(self) -> None:
        self.query_one(VimList).action_cursor_up()

    action_format = action_down

    def action_complete(self) -> None:
        """Completes the path; where nothing is added, goes to the next field."""
        field = self.query_one(Input)
        if field.has_focus and completed(field.value) != field.value:
            super().action_complete()
        else:
            self.focus_next("Choice, Input")

    @on(OptionList.OptionHighlighted)
    def _choose(self) -> None:
        """The path ends as the files of the chosen format do."""
        field, end = self.query_one(Input), self.export.suffix
        for suffix in {one.suffix for one in self.exports.values()} - {end}:
            if field.value.endswith(suffix):
                field.value = field.value.removesuffix(suffix) + end
                field.cursor_position = len(field.value)
                break
        self.hint(f"{self.export.name}: {self.export.about}")
        self._look()

    @on(Choice.Changed)
    def _look(self) -> None:
        self.run_worker(self._preview(), group="preview", exclusive=True)

    async def _preview(self) -> None:
        shown = self.query_one(".preview", Static)
        export, values = self.export, self.values
        try:
            found = await asyncio.to_thread(export.preview, values)
        except PuzzleError as error:
            shown.update(str(error))
            return
        size = shown.container_size if not shown.content_size.width else shown.content_size
        if isinstance(found, Picture):
            shown.update(preview(found, max(8, size.width), max(3, size.height), plain=self.plain))
        else:
            lines = found.splitlines()[: size.height]
            shown.update("\n".join(line[: size.width].expandtabs() for line in lines))
