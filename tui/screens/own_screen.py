"""What screens and dialogs of ours have in common: the keys of their scope, what they may ask of the app, a layout."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, cast

from textual._compositor import Compositor, ReflowResult
from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget

from tui.keys import key_table

if TYPE_CHECKING:
    from textual.binding import BindingType
    from textual.worker import Worker

    from puzzles.family import Board
    from puzzles.parameters import Value
    from solvers.runs.folder import Run
    from solvers.runs.spec import RunSpec
    from tui.kept.loaded import Loaded
    from tui.kept.options import AppOptions
    from tui.kept.user_files import EditText, OwnPuzzles, RecentFiles
    from tui.keys.key_order import KeyOrder
    from tui.play.choices import LastChoices
    from tui.play.statistics import FinishedGames
    from tui.play.store import OwnStore
    from tui.processes.engine import Engine
    from tui.processes.next_puzzles import NextPuzzles

Answered = Callable[[Any], None] | Callable[[Any], Awaitable[None]]
"""What gets a dialog's answer, None for none."""


class Services(Protocol):
    """What screens and dialogs may ask of the app; `tui/app.py` describes each call. They import nothing of it."""

    options: AppOptions
    keys: KeyOrder
    engine: Engine
    edit_text: EditText
    recent: RecentFiles
    own_games: OwnStore
    own_puzzles: OwnPuzzles
    finished_games: FinishedGames
    last_choices: LastChoices
    next_puzzles: NextPuzzles
    continued: tuple[Loaded, Loaded] | None
    """The position that was searched on from last, as a puzzle of its own, and the puzzle that it is of."""
    said: str
    said_is_error: bool
    background_work: str
    app_focus: bool
    theme: Any  # a reactive of Textual's

    @property
    def current_mode(self) -> str: ...
    @property
    def screen(self) -> Screen[object]: ...
    @property
    def size(self) -> Size: ...

    def say(self, text: str, *, error: bool = False) -> None: ...
    def say_background(self, text: str) -> None: ...
    def copy(self, text: str) -> str: ...
    def open_board(
        self, loaded: Loaded, *, face: str = "", board: Board | None = None, start: bool = False
    ) -> None: ...
    def paste(self, text: str) -> None: ...
    def research(self) -> None: ...
    def show_run(self, run: Run, *, best: bool = False) -> None: ...
    def spec_of(self, run: Run) -> RunSpec | None: ...
    def main_screen(self, name: str) -> Screen[None]: ...
    def use(self, changed: Mapping[str, Value]) -> None: ...
    def action_show(self, name: str) -> None: ...

    # of Textual's App:
    def notify(self, message: str, *, markup: bool) -> None: ...
    def push_screen(self, screen: Screen[Any], callback: Answered | None = None) -> object: ...
    def run_worker(self, work: Coroutine[Any, Any, object]) -> Worker[object]: ...
    def call_later(self, callback: Callable[..., object], *args: Any) -> bool: ...
    async def run_action(self, action: str) -> bool: ...
    def exit(self, result: int | None = None) -> None: ...


class TellingCompositor(Compositor):
    """Tells every widget its size, which Textual's own may never do for a new one (issue 5024 there).

    It compares a layout with the map of the one before. But that map is made anew in between if any widget asks for
    its region after a new one has asked to be drawn, and then holds a widget that has never been told its size.
    """

    def __init__(self) -> None:
        super().__init__()
        self._told: dict[Widget, Size] = {}
        """The size of each widget in the last layout."""

    def reflow(self, parent: Widget, size: Size) -> ReflowResult:
        hidden = super().reflow(parent, size).hidden
        before, self._told = self._told, {widget: one.region.size for widget, one in self._full_map.items()}
        resized = {widget for widget, now in self._told.items() if before.get(widget, now) != now}
        return ReflowResult(hidden, self._told.keys() - before.keys(), resized)

    def clear(self) -> None:
        super().clear()
        self._told.clear()


class OwnScreen:
    """Stands before a class of Textual's. `SCOPE` names the class's actions in the key table."""

    SCOPE: ClassVar[str] = ""
    BINDINGS: ClassVar[list[BindingType]]

    def __init_subclass__(cls, scope: str = "", **options: Any) -> None:
        if scope:
            cls.SCOPE, cls.BINDINGS = scope, list(key_table.bindings(scope))
        super().__init_subclass__(**options)

    def __init__(self) -> None:
        super().__init__()
        self._compositor: Compositor = TellingCompositor()

    @property
    def app(self) -> Services:
        return cast("Services", super().app)  # type: ignore[misc]

    @property
    def plain(self) -> bool:
        """True where nothing but ASCII is drawn."""
        return self.app.options.ascii
