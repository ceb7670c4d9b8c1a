"""The settings as a form: it writes the file that `mcs-tui config` reads, and only what was changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from textual import on
from textual.app import ComposeResult
from textual.widgets import Static

from puzzles.parameters import Value
from tui.kept.settings import SETTINGS, read_settings, settings_path
from tui.kept.settings_writing import change_settings, differing
from tui.screens.dialog import Dialog
from tui.screens.path_dialog import in_home
from tui.widgets.form import Form, FormScroll
from tui.words.wording import shorten_path

if TYPE_CHECKING:
    from tui.app import McsTuiApp

TITLES = {"": "The app", "play": "Play", "search": "A new search"}
ROOM = 54
"""Columns of the file's path in the title."""
ROUND_IT = 11
"""Lines of a low terminal that are not the form's."""
LATER = frozenset({"start", "fps", "mouse", "ascii"})
"""What counts from the next start on."""


class SettingsDialog(Dialog[dict[str, Value]], scope="settings"):
    """Answers with the changed settings by their names, once they are in the file."""

    def __init__(self, app: McsTuiApp) -> None:
        self.path = settings_path(app.options.settings)
        super().__init__(f"Settings, in {shorten_path(in_home(self.path), ROOM)}")
        known = read_settings(self.path)
        self.before: dict[str, Value] = {
            one.name: known.get(section, one.name) for section, parameters in SETTINGS.items() for one in parameters
        }

    @property
    def app(self) -> McsTuiApp:  # type: ignore[override]
        return cast("McsTuiApp", super().app)

    def contents(self) -> ComposeResult:
        with FormScroll(classes="form"):
            for section, parameters in SETTINGS.items():
                yield Static(TITLES[section], classes="part", markup=False)
                yield Form(parameters, self.before, plain=self.plain)

    def on_mount(self) -> None:
        super().on_mount()
        self.query_one(FormScroll).styles.max_height = max(3, self.app.size.height - ROUND_IT)

    def action_up(self) -> None:
        self.focus_previous("Choice, Input")

    def action_down(self) -> None:
        self.focus_next("Choice, Input")

    def action_accept(self) -> None:
        """Writes what was changed; a value that is not admitted, or a disk that refuses, leaves all as it is."""
        try:
            now = {name: value for form in self.query(Form) for name, value in form.values().items()}
            changes = differing(self.before, now)
            if changes:
                change_settings(self.path, changes)
        except ValueError as error:  # a ParameterError too
            self.hint(str(error), error=True)
        except OSError as error:
            self.hint(f"{in_home(self.path)} can't be written: {error.strerror or error}", error=True)
        else:
            self.dismiss({name: value for (_, name), value in changes.items()})

    @on(Form.Explained)
    def _explain(self, event: Form.Explained) -> None:
        later = "; from the next start on" if event.name in LATER else ""
        self.hint(f"{event.text}{later}")
