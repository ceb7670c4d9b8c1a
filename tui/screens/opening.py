"""Opening a file among the puzzles, and the question that is asked once: what a grid is that may be two things."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from textual.app import ComposeResult
from textual.widgets import Static

from puzzles import registry
from puzzles.alike import ALIKE
from puzzles.errors import PuzzleError
from tui.kept.loaded import file_text, open_file
from tui.kept.settings import change_settings, settings_path
from tui.screens.dialog import Dialog
from tui.screens.own_screen import Services
from tui.screens.path_dialog import in_home
from tui.screens.puzzles import PuzzlesScreen, ask_which


class AlikeDialog(Dialog[bool], scope="alike"):
    """Answers True for the first of `ALIKE`, False for the second."""

    def contents(self) -> ComposeResult:
        question = "Nothing stands twice in a row, a column or a box of it, so it may be either."
        yield Static(question, classes="question", markup=False)

    def on_mount(self) -> None:
        super().on_mount()
        self.hint("The answer is kept; Settings (F8) change it.")

    def action_first(self) -> None:
        self.dismiss(True)

    def action_second(self) -> None:
        self.dismiss(False)


def unclear(app: Services, text: str) -> bool:
    """Whether the text may be of two families, and nobody has been asked yet of which such a text is."""
    return app.options.grids == "ask" and registry.alike(text)


def ask_once(app: Services, then: Callable[[], object]) -> None:
    """Asks, keeps the answer, and does `then`; without an answer nothing is asked until the app is left."""

    def use(first: bool | None) -> None:
        answer = "" if first is None else ALIKE[not first]
        app.use({"grids": answer})
        if answer:
            path = settings_path(app.options.settings)
            try:
                change_settings(path, {("", "grids"): answer})
            except (OSError, ValueError) as error:
                app.say(f"{in_home(path)} can't be written: {error}", error=True)
        then()

    app.push_screen(AlikeDialog("A Sudoku or a Latin square?"), use)


def once_clear(app: Services, text: str, then: Callable[[], object]) -> None:
    """Does `then` once it is known how the text is read."""
    if unclear(app, text):
        ask_once(app, then)
    else:
        then()


def open_path(app: Services, path: Path) -> None:
    """Reads a file and highlights it among the puzzles; one line says what is wrong otherwise."""
    once_clear(app, text_at(path), lambda: _open_path(app, path))


def text_at(path: Path) -> str:
    """The file's text; empty if it has none."""
    with suppress(PuzzleError):
        return file_text(path)
    return ""


def _open_path(app: Services, path: Path) -> None:
    screen = app.main_screen("puzzles")
    assert isinstance(screen, PuzzlesScreen)
    try:
        loaded = open_file(path)
    except PuzzleError as error:
        if not ask_which(screen, path):
            screen.refuse(error)
        return
    screen.show_file(path, loaded)
    app.say(f"Opened {path}. Enter opens it.")
    if loaded.opened is not None:
        app.open_board(loaded, face="play")
