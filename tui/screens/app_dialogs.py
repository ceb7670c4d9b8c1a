"""The dialogs that open over any screen: help, the palette of all actions and places, settings, and leaving.

Help says what the screen is for, the rules of the puzzle on it, and its keys. The palette finds actions that work here
and now, puzzles, runs and themes. The settings are a form that writes the file that `mcs-tui config` reads, and of it
only what was changed.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import Static

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.family import Family
from puzzles.parameters import Value
from puzzles.text.quoting import counted
from tui.kept.loaded import Loaded, open_file
from tui.kept.settings import SETTINGS, change_settings, differing, read_settings, settings_path
from tui.keys import key_table
from tui.keys.actions import Action, Scope
from tui.screens.dialog import ConfirmDialog, EntryDialog, FormDialog, ReportDialog, TextDialog
from tui.screens.main_screen import MainScreen
from tui.screens.own_screen import Services
from tui.screens.path_dialog import in_home
from tui.theme import THEMES
from tui.widgets.form import Form, FormScroll
from tui.words.wording import shorten_path

if TYPE_CHECKING:
    from pathlib import Path

    from textual.widget import Widget

    from puzzles.family import Example


LEAVE = "Leave mcs-tui?"


def open_help(app: Services) -> None:
    screen = _shown(app)
    board = screen.board_with_keys
    scopes = board.own_scopes() if board is not None else ()
    app.push_screen(HelpDialog(app.current_mode, screen.offered(), screen.family_shown, scopes))


def open_palette(app: Services) -> None:
    found = entries(app)

    async def carry_out(index: int | None) -> None:
        if index is not None:
            done = found[index].do()
            if inspect.isawaitable(done):
                await done

    words = "an action, a puzzle, a run or a theme"
    dialog = EntryDialog("Find anything", [one.label for one in found], [one.names for one in found], words)
    app.push_screen(dialog, carry_out)


def open_statistics(app: Services) -> None:
    """Shows what is counted of all finished games."""
    from tui.play.finish import all_figures

    app.push_screen(ReportDialog("Your games", tuple(all_figures(app.finished_games, date.today()))))


def open_settings(app: Services) -> None:
    def use(changed: dict[str, Value] | None) -> None:
        if changed:
            app.use(changed)
            app.say("Saved.")

    app.push_screen(SettingsDialog(app.options.settings), use)


def ask_to_leave(app: Services, live: int, unsaved: str) -> None:
    """`live`: runs that go on without the app; `unsaved`: what is lost, empty for nothing."""
    them = "them" if live > 1 else "it"
    question = f"{counted(live, 'run')} will go on without the app; the next start shows {them} again."
    if unsaved:
        question = f"{unsaved} It is lost if you leave now."
    app.push_screen(ConfirmDialog(LEAVE, question, "Leave"), lambda sure: app.exit(0) if sure else None)


def _shown(app: Services) -> MainScreen:
    screen = app.main_screen(app.current_mode)
    assert isinstance(screen, MainScreen)
    return screen


MORE = "? shows all keys"
KEYS_WIDTH = 18
"""Columns of an action's keys."""


class HelpDialog(TextDialog, scope="help"):
    """The help of one screen; Escape, Enter and q close it."""

    def __init__(
        self, scope: str, offered: Sequence[Action], family: Family | None, board: Sequence[Scope] = ()
    ) -> None:
        super().__init__(key_table.SCREENS[scope].title)
        self.scope = scope
        self.offered = offered
        self.family = family
        self.board = board

    def text(self) -> ComposeResult:
        screen = key_table.SCREENS[self.scope]
        yield Static(screen.help, markup=False)
        about = self.family.about if self.family is not None else None
        if self.family is not None and about is not None:
            yield Static(Text(f"\n{self.family.title}", "bold"), markup=False)
            yield Static("\n".join(about.rules), markup=False)
            yield Static(Text("\n".join(about.papers), "italic"), markup=False)
        now = _keys(self.offered, Text("\nKeys here and now", "bold"))
        yield Static(_scopes(self.board, now), markup=False, id="now")
        yield Static(self._all(screen), markup=False, id="all")

    def on_mount(self) -> None:
        super().on_mount()
        self.query_one("#all").display = False
        self.hint(MORE)

    def action_all(self) -> None:
        """All keys in place of those that work now, from their first line on; again: back."""
        now, whole = self.query_one("#now"), self.query_one("#all")
        now.display, whole.display = whole.display, now.display
        shown = whole if whole.display else now
        self.hint("? shows the keys that work now" if whole.display else MORE)
        self.call_after_refresh(shown.scroll_visible, top=True, animate=False)

    def _all(self, screen: Scope) -> Text:
        text = _keys(screen.actions, Text(f"\n{screen.title}", "bold"))
        return _scopes((*key_table.widget_scopes(self.scope), key_table.SCOPES["app"]), text)


def _scopes(scopes: Sequence[Scope], text: Text) -> Text:
    """The text, then each scope with its title, its help and its keys."""
    for scope in scopes:
        text.append(f"\n\n{scope.title}", "bold")
        text.append(f"\n{scope.help}" if scope.help else "")
        _keys(scope.actions, text)
    return text


def _keys(shown: Sequence[Action], text: Text) -> Text:
    for action in shown:
        text.append("\n" + f"{action.keys_text}  ".ljust(KEYS_WIDTH), "bold")
        text.append(action.help)
    return text


LABEL_WIDTH = 22
"""Columns of an action's name and keys."""
MOST_RUNS = 20
"""Runs that are listed, the newest first."""


class Found(NamedTuple):
    """A line of the palette, by what names it is found, and what choosing it does."""

    label: str
    names: tuple[str, ...]
    do: Callable[[], Awaitable[object] | object]


def entries(app: Services) -> list[Found]:
    """All lines, actions first."""
    return [*_actions(app), *_puzzles(app), *_runs(app), *_themes(app)]


def _actions(app: Services) -> Iterator[Found]:
    screen = _shown(app)
    board = screen.board_with_keys
    owners: list[tuple[Action, Services | Widget]] = [(one, screen) for one in screen.offered()]
    if board is not None:
        owners += [(one, board) for scope in board.own_scopes() for one in scope.actions]
    owners += [(one, app) for one in key_table.of("app") if one.name != "palette"]
    for one, owner in owners:
        label = f"{one.label} ({one.keys_text})".ljust(LABEL_WIDTH) + one.help
        yield Found(label, (one.label, *one.also.split()), partial(owner.run_action, one.call))


def _puzzles(app: Services) -> Iterator[Found]:
    for loaded in reversed(app.own_puzzles.puzzles.values()):
        yield Found(f"Puzzle: {loaded.puzzle.title}", (loaded.puzzle.title,), partial(app.open_board, loaded))
    for family in registry.families():
        for example in family.examples:
            yield Found(
                f"Puzzle: {example.name}, {family.title}", (example.name,), partial(_open_example, app, family, example)
            )
    for path in app.recent.paths:
        yield Found(f"Puzzle: {path}", (str(path), path.name, path.stem), partial(_open_file, app, path))


def _runs(app: Services) -> Iterator[Found]:
    from solvers.runs.folder import SpecError, all_runs
    from solvers.runs.spec import SolveSpec

    for run in all_runs()[:MOST_RUNS]:
        try:
            spec = run.spec()
            seed = f", seed {spec.seed}" if isinstance(spec, SolveSpec) else ""
            yield Found(f"Run: {spec.title}{seed}, {run.id}", (spec.title, run.id), partial(app.show_run, run))
        except SpecError:
            continue


def _themes(app: Services) -> Iterator[Found]:
    for theme in THEMES:
        names = (theme.name, "colours", "colors", "dark" if theme.dark else "light")
        yield Found(f"Theme: {theme.name}", names, partial(setattr, app, "theme", theme.name))


def _open_example(app: Services, family: Family, example: Example) -> None:
    app.open_board(Loaded(family.parse(example.text), f"example {example.name}"))


def _open_file(app: Services, path: Path) -> None:
    from tui.screens.opening import once_clear, text_at

    def show() -> None:
        try:
            app.open_board(open_file(path))
        except PuzzleError as error:
            app.say(str(error), error=True)

    once_clear(app, text_at(path), show)


TITLES = {"": "The app", "play": "Play", "search": "A new search"}
ROOM = 54
"""Columns of the file's path in the title."""
ROUND_IT = 11
"""Lines of a low terminal that are not the form's."""
LATER = frozenset({"start", "fps", "mouse", "ascii"})
"""What counts from the next start on."""


class SettingsDialog(FormDialog[dict[str, Value]], scope="settings"):
    """Answers with the changed settings by their names, once they are in the file."""

    def __init__(self, path: Path | None) -> None:
        self.path = settings_path(path)
        super().__init__(f"Settings, in {shorten_path(in_home(self.path), ROOM)}")
        known = read_settings(self.path)
        self.before: dict[str, Value] = {
            one.name: known.get(section, one.name) for section, parameters in SETTINGS.items() for one in parameters
        }

    def contents(self) -> ComposeResult:
        with FormScroll(classes="form"):
            for section, parameters in SETTINGS.items():
                yield Static(TITLES[section], classes="part", markup=False)
                yield Form(parameters, self.before, plain=self.plain)

    def on_mount(self) -> None:
        super().on_mount()
        self.query_one(FormScroll).styles.max_height = max(3, self.app.size.height - ROUND_IT)

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

    def explained(self, name: str, text: str) -> str:
        return f"{text}; from the next start on" if name in LATER else text
