"""The Textual app: its screens, what they share, and an orderly end whatever happens."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import os
import signal
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from rich.console import RenderableType
from textual import on
from textual.actions import ActionParseResult
from textual.app import App, ScreenStackError, UnknownModeError
from textual.binding import BindingType
from textual.css.query import NoMatches
from textual.dom import DOMNode
from textual.driver import Driver
from textual.events import Event, InputEvent, Key, Paste
from textual.filter import LineFilter
from textual.widget import MountError
from textual.worker import WorkerFailed

from puzzles import alike, trouble
from puzzles.family import Board
from puzzles.foreign import refused
from puzzles.parameters import Value
from puzzles.registry import names
from puzzles.text.quoting import counted, one_line
from puzzles.user_data import data_root
from tui.garbage import Garbage
from tui.kept.loaded import Loaded
from tui.kept.options import AppOptions
from tui.kept.stored_files import write_aside
from tui.kept.user_files import EditText, Keeping, OwnPuzzles, RecentFiles
from tui.keys import actions, key_table
from tui.keys.key_order import KeyDone, KeyOrder
from tui.keys.keymap import key_faults, keymap
from tui.play.choices import LastChoices
from tui.play.statistics import FinishedGames
from tui.play.store import OwnStore
from tui.processes.engine import Engine
from tui.processes.next_puzzles import NextPuzzles
from tui.screens.ended_runs import EndedRuns
from tui.screens.kernels_ahead import compile_kernels
from tui.theme import NIGHT, OWN, THEMES, OnlyPrintable, choose_scrollbars, choose_theme

if TYPE_CHECKING:
    from solvers.runs.folder import Run
    from solvers.runs.spec import RunSpec
    from tui.screens.main_screen import MainScreen

GONE = (MountError, NoMatches, ScreenStackError, UnknownModeError)
"""What is raised where a widget or a screen is used that the closing app has no longer."""
LAST_KEYS = 30
"""Keys that the log of a crash has."""
DRAFT_SECONDS = 1.0
"""How often a changed draft goes to disk."""


class McsTuiApp(App[int], inherit_bindings=False):
    """Holds what the screens share: options, engine, draft, recent files, the user's own puzzles and games."""

    TITLE = "mcs-tui"
    DEFAULT_MODE = "home"
    CSS_PATH = Path(__file__).with_name("app.tcss")
    BINDINGS: ClassVar[list[BindingType]] = list(key_table.bindings("app"))
    ENABLE_COMMAND_PALETTE = False  # Textual's draws outside ASCII, and no chosen line without colours

    def __init__(self, options: AppOptions | None = None, engine: Engine | None = None) -> None:
        self.options = options or AppOptions()
        alike.prefer(self.options.grids)
        self.face = next(iter(key_table.FACES))
        """The face of the Board that was shown last."""
        opens = self.options.open_file is not None or self.options.open_example
        start = "puzzles" if opens else self.options.start
        if start != "home":  # Textual reads it from the instance, in the base class's `__init__`
            self.DEFAULT_MODE = self.face if start == "board" else start  # type: ignore[misc]
        choose_scrollbars(plain=self.options.ascii)
        # with ansi_color, NO_COLOR leaves the terminal's own colours; without, it gives greys: black on black at worst
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        for theme in THEMES:
            self.register_theme(theme)
        self._choose_theme()
        actions.remap(keymap(self.options.keys))
        self.set_keymap({name: ",".join(keys) for name, keys in actions.REMAPPED.items()})
        self.engine = engine or Engine()
        self.garbage = Garbage()
        folder = data_root()
        self.edit_text = EditText(folder)
        self.edit_text.load()
        self.recent = RecentFiles(folder)
        self.own_games = OwnStore(folder)
        self.own_puzzles = OwnPuzzles(folder)
        self.finished_games = FinishedGames(folder)
        self.last_choices = LastChoices(folder)
        self.next_puzzles = NextPuzzles(self.engine, folder, self.own_games)
        self.keeping = Keeping(self.edit_text, self.own_games)
        self.said, self.said_is_error = "", False
        self.ended = EndedRuns(self)
        self.background_work = self.crash_line = ""
        self._leaving = False
        self._goes_to = ""
        """The mode that is shown next, or now."""
        self.keys = KeyOrder(self, super().on_event)
        self._last_keys: deque[str] = deque(maxlen=LAST_KEYS)
        self._only_printable = OnlyPrintable(plain=self.options.ascii)
        self.continued: tuple[Loaded, Loaded] | None = None
        """The position that was searched on from last, as a puzzle of its own, and the puzzle that it is of."""
        self._main_screens: dict[str, MainScreen] = {}
        for name in key_table.SCREENS:
            self.add_mode(name, partial(self.main_screen, name))

    def main_screen(self, name: str) -> MainScreen:
        """One of the screens, made when first asked for."""
        if name not in self._main_screens:
            module = importlib.import_module(f"tui.screens.{name}")
            self._main_screens[name] = getattr(module, f"{name.capitalize()}Screen")()
        return self._main_screens[name]

    async def on_mount(self) -> None:
        """Everything slow comes after the first paint."""
        for number in (signal.SIGHUP, signal.SIGTERM):
            with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
                asyncio.get_running_loop().add_signal_handler(number, self._on_signal, number)
        self.set_interval(DRAFT_SECONDS, self._look_after)
        self.call_after_refresh(self._after_first_paint)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Our own variables, for themes of Textual's that lack them."""
        return {one: NIGHT.variables[one] for one in OWN}

    def get_line_filters(self) -> Sequence[LineFilter]:
        """As the base class; the last one sees all that goes to the terminal."""
        return [*super().get_line_filters(), self._only_printable]

    def say(self, text: str, *, error: bool = False) -> None:
        """Puts one line into the status line of whichever screen is shown."""
        self.said, self.said_is_error = text, error
        self._show_status()

    def copy(self, text: str) -> str:
        """Puts the text on the clipboard (OSC 52) and into a file beside it; where else it is, in words."""
        from tui.screens.path_dialog import in_home

        self.copy_to_clipboard(text)
        path = self.edit_text.path.with_name("clipboard.txt")
        return f"also in {in_home(path)}" if write_aside(path, text) else "if your terminal swallows it, w saves it"

    def say_background(self, text: str) -> None:
        """Puts a word about background work at the right of the status line; empty when it is over."""
        self.background_work = text
        self._show_status()

    def action_show(self, name: str) -> None:
        """Goes to one of the five places, or to a screen by its mode; dialogs are left as they are."""
        if self.screen.is_modal:
            return
        self.say("")
        self._go(self.face if name == "board" else name)

    def action_help(self) -> None:
        self._open("help")

    def action_palette(self) -> None:
        self._open("palette")

    def action_settings(self) -> None:
        self._open("settings")

    def action_statistics(self) -> None:
        self._open("statistics")

    def _open(self, name: str) -> None:
        """Opens that dialog of `app_dialogs` over a screen, and none over another dialog."""
        from tui.screens import app_dialogs

        if not self.screen.is_modal:
            getattr(app_dialogs, f"open_{name}")(self)

    def use(self, changed: Mapping[str, Value]) -> None:
        """Takes these settings over, by their names; some count only from the next start on."""
        self.options = replace(self.options, **changed)  # type: ignore[arg-type]  # they were checked
        alike.prefer(self.options.grids)
        if "theme" in changed:
            self._choose_theme()
        for screen in self._main_screens.values():
            screen.follow_options()

    def _choose_theme(self) -> None:
        self.theme = choose_theme(
            self.console.color_system,
            no_colour=self.no_color,
            wanted=self.options.theme,
            colorfgbg=os.environ.get("COLORFGBG", ""),
        )

    def action_suspend_process(self) -> None:
        """Gives the terminal back to the shell until `fg`; where that can't be, as in a browser, a line says so."""
        if self._driver is None or not self._driver.can_suspend:
            self.say("The app can't be suspended here.")
            return
        self.save_draft()
        super().action_suspend_process()

    @on(Driver.SignalResume)
    def _draw_again(self) -> None:
        """The terminal has come back, as by `fg`: all is drawn, which Textual leaves out."""
        self.refresh(layout=True)

    async def action_leave(self) -> None:
        """Leaves the app; asks first if runs go on without it."""
        from tui.screens.app_dialogs import LEAVE, ask_to_leave

        if getattr(self.screen, "heading", "") == LEAVE:  # asked already
            return
        live = len(await asyncio.to_thread(self.engine.live_runs))
        kept = self.keeping.save()
        if not live and kept:
            self.exit(0)
            return
        ask_to_leave(self, live, "" if kept else self.keeping.unsaved)

    def exit(self, result: int | None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        """Ends the app; nothing is begun any more."""
        self._leaving = True
        super().exit(result, return_code, message)

    async def on_event(self, event: Event) -> None:
        """Drops keys, mouse and pastes that come after the app was asked to end; keys go one after the other."""
        if isinstance(event, InputEvent | Paste):
            if self._leaving:
                return
            self.garbage.stir()
        if isinstance(event, Key) and not event.is_forwarded:
            self._last_keys.append(event.key)
            await self.keys.add(event)
        else:
            await super().on_event(event)

    def on_key_done(self, event: KeyDone) -> None:
        self.keys.done(event.number)

    async def run_action(
        self,
        action: str | ActionParseResult,
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """As the base class; False, and nothing is done, once the app was asked to end."""
        return not self._leaving and await super().run_action(action, default_namespace, namespaces)

    def open_board(self, loaded: Loaded, *, face: str = "", board: Board | None = None, start: bool = False) -> None:
        """Shows the puzzle on a face of the Board (`key_table.FACES`), at the position `board` if one is given.

        Without a face it is Play where the puzzle can be played, else Search. `start`: its search begins at once.
        """
        self.say("")
        face = face or ("search" if loaded.family.by_hand is None else "play")
        self.main_screen(face).take(loaded, board=board, start=start)

        async def show() -> None:
            await asyncio.sleep(0)  # what has to be started is started before the screen is made
            self._go(face)

        self.call_next(show)  # before any key is handled

    def paste(self, text: str) -> None:
        """Puts a pasted text into Edit, and goes there."""
        self.say("")
        edit = self.main_screen("edit")
        self._go("edit")
        edit.call_after_refresh(edit.paste, text)  # type: ignore[attr-defined]

    def research(self) -> None:
        """Goes to Puzzles, to choose one that is searched: the filter is open, and Enter opens the search's form."""
        self.say("")
        puzzles = self.main_screen("puzzles")
        self._go("puzzles")
        puzzles.call_after_refresh(puzzles.research)  # type: ignore[attr-defined]

    def delay_update(self, delay: float = 0.05) -> None:
        """As the base class, which hides a screen that is being made: one that is there is shown at once."""
        if self._goes_to not in self._screen_stacks:
            super().delay_update(delay)

    def _go(self, mode: str) -> None:
        self._goes_to = mode
        if mode in key_table.FACES:
            self.face = mode
        self.switch_mode(mode)

    def spec_of(self, run: Run) -> RunSpec | None:
        """What the run is to do; None, and a line that says why, if that can't be read (any more)."""
        from solvers.runs.folder import SpecError

        try:
            return run.spec()
        except SpecError as error:
            gone = not run.folder.is_dir()
            self.say(f"There is no run {run.id} any more." if gone else f"{run.id}: {error}", error=True)
            return None

    def show_run(self, run: Run, *, best: bool = False) -> None:
        """Goes to the run, or says why not; `best`: of several seeds to the best one's, not to this one's."""
        from solvers.runs.spec import SolveSpec, TrainSpec

        spec = self.spec_of(run)
        if isinstance(spec, SolveSpec | TrainSpec):
            name = "search" if isinstance(spec, SolveSpec) else "priors"
            self.say("")
            if self.main_screen(name).show_run(run, spec, best=best):
                self._go(name)
        elif spec is not None:
            self.say("There is nothing to show of this run.")

    def _look_after(self) -> None:
        self.save_draft()
        self.garbage.look()
        self.ended.look()

    def save_draft(self) -> None:
        """Puts what was typed and played since on the disk."""
        if told := self.keeping.save_and_tell(self.said):
            self.say(told, error=told == self.keeping.unsaved)

    def on_unmount(self) -> None:
        """Nothing typed or played is lost, however the app ends; no process waits for a run any more."""
        self.keeping.save()
        self.next_puzzles.stop()
        self.engine.dismiss()

    def _handle_exception(self, error: Exception) -> None:
        """Saves the draft, and leaves one line and a log file in place of a traceback.

        What misses a widget or a screen only because the app is closing is no defect.
        """
        cause = error.error if isinstance(error, WorkerFailed) else error
        if (self._leaving or not self.is_running) and isinstance(cause, GONE):
            return
        self.keeping.save()
        self.crash_line = self.crash_line or self._crash_line(cause)
        super()._handle_exception(error)

    def _crash_line(self, error: BaseException) -> str:
        """One line about an error of the app's own, and where its log is."""
        from importlib.metadata import version

        from tui.error_log import APP, logged

        facts = {
            "Textual": version("textual"),
            "terminal": f"{self.size.width} x {self.size.height}, {os.environ.get('TERM', '')}",
            "screen": self.current_mode,
            "last keys": " ".join(self._last_keys),
        }
        log = logged(APP, error, facts)
        line = f"mcs-tui has met an error of its own ({type(error).__name__}); running searches go on."
        return f"{line} Details: {log}" if log else one_line(f"{line} {error}")

    def _print_error_renderables(self) -> None:
        self._exit_renderables.clear()

    def _on_signal(self, number: int) -> None:
        self.keeping.save()
        self.exit(128 + number)

    def _after_first_paint(self) -> None:
        self.garbage.leave_out()
        if live := len(self.engine.live_runs()):
            self.say(f"{counted(live, 'run')} still active: 4 shows {'them' if live > 1 else 'it'}.")
        names()  # looks for families of other distributions
        for line in (*refused, *self.options.warnings, *key_faults(self.options.keys), *trouble.summary()):
            self.notify(line, severity="warning", markup=False)
        if self.options.open_file is not None:
            from tui.screens.opening import open_path

            open_path(self, self.options.open_file)
        elif self.options.open_example:
            self.main_screen("puzzles").show_example(self.options.open_example)  # type: ignore[attr-defined]
        self.call_later(self.keys.begin)
        self.run_worker(self._prepare(), group="prepare", exit_on_error=False)
        if self.options.compile:
            self.run_worker(compile_kernels(self), group="compile", exit_on_error=False)

    async def _prepare(self) -> None:
        """So that the first search waits neither for a process nor for imports."""
        await self.engine.prepare()
        await asyncio.to_thread(importlib.import_module, "tui.screens.search")
        self.garbage.leave_out()

    def _show_status(self) -> None:
        for screen in self._main_screens.values():
            screen.show_status()
