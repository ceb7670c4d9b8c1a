"""What the main screens have in common: top bar, body, status, keys, a timer; ways to the Board and to a file."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import DescendantBlur, DescendantFocus, Paste, ScreenResume
from textual.screen import ModalScreen, Screen
from textual.timer import Timer

from puzzles.errors import PuzzleError
from puzzles.family import Board, Family, Puzzle
from tui.boards.puzzle_board import PuzzleBoard
from tui.kept.loaded import Loaded, save_file
from tui.keys import key_table
from tui.keys.actions import Action
from tui.screens.own_screen import OwnScreen
from tui.widgets.lines import KeyLine, StatusLine, TopBar
from tui.widgets.lists import FilterField, VimList
from tui.words.wording import saved_text

if TYPE_CHECKING:
    from puzzles.parameters import Parameter, Value
    from solvers.runs.folder import Run
    from solvers.runs.spec import RunSpec
    from tui.boards.drawing import Facts
    from tui.play.played import PlayedGame
    from tui.words.exports import Export

Answer = TypeVar("Answer")
Asker = Callable[[ModalScreen[Any], Callable[[Any], object]], None]


class MainScreen(OwnScreen, Screen[None]):  # type: ignore[misc]  # of the app it knows `Services` alone
    """One of the app's screens, a mode. `SCOPE` is its name in the key table."""

    ALWAYS: ClassVar[tuple[str, ...]] = ()
    """Actions of the app, besides help and leaving, that are in the screen's line of keys."""
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012 - the base class's own type

    VERTICAL_BREAKPOINTS = [(0, "-short"), (20, "-tall")]  # noqa: RUF012 - as above

    def __init__(self) -> None:
        super().__init__()
        self._timer: Timer | None = None
        self._styled_for: bool | None = None
        """Whether the terminal had the focus when all styles were last computed; None before that."""
        self._top_bar, self._status_line, self._key_line = TopBar(self.SCOPE), StatusLine(), KeyLine()

    def compose(self) -> ComposeResult:
        yield self._top_bar
        with Horizontal(id="body"):
            yield from self.body()
        yield self._status_line
        yield self._key_line

    def body(self) -> ComposeResult:
        """What stands between the top bar and the status line."""
        raise NotImplementedError

    def possible(self) -> Iterable[str] | None:
        """The names of the actions that make sense now, for the line of keys; None for all."""
        return None

    def idle(self) -> Iterable[str]:
        """The names of actions that would only say that there is nothing to do: they are offered nowhere."""
        return ()

    def tick(self) -> None:
        """Called at the frame rate while the screen is shown."""

    def follow_options(self) -> None:
        """The user has changed the settings while the screen is there."""

    def take(self, loaded: Loaded, *, board: Board | None = None, start: bool = False) -> None:
        """Takes over a puzzle from another screen; `board`: the position to begin with; `start`: begin at once."""
        raise NotImplementedError

    def show_run(self, run: Run, spec: RunSpec, *, best: bool = False) -> bool:
        """True if the run is shown from now on, else a line says why not; the screen may not have been made yet."""
        raise NotImplementedError

    def chosen(self) -> Loaded | None:
        """The puzzle that is solved or saved; None, and a line that says why, if there is none."""
        return None

    def action_solve(self) -> None:
        loaded = self.chosen()
        if loaded is not None:
            self.to_board(loaded, "search", start=True)

    def action_face(self, name: str) -> None:
        loaded = self.chosen()
        if loaded is not None:
            self.to_board(loaded, name)

    def action_save(self, kind: str = "") -> None:
        """Saves what `saved` gives; `print`: as a page to print."""
        saved = self.saved()
        if saved is not None:
            loaded, board, facts = saved
            boards = [] if board is None else [board]
            what = "the board" if boards else "the puzzle"
            self.save(loaded, boards, [facts] if facts else [], what, pages=bool(kind))

    def saved(self) -> tuple[Loaded, Board | None, Facts] | None:
        """What is saved: a puzzle, the board if not the puzzle alone, and its facts; None, and a line that says why."""
        loaded = self.chosen()
        return None if loaded is None else (loaded, None, {})

    @property
    def played(self) -> PlayedGame | None:
        """The game whose board is saved; None if the board was not played here."""
        return None

    def position(self) -> Board | None:
        """The position that goes along to another face of the Board; None for the puzzle's own start."""
        return None

    def to_board(self, loaded: Loaded, face: str, *, start: bool = False) -> None:
        """Takes the puzzle to a face of the Board, empty for its usual one; `start`: its search starts at once."""
        self.app.open_board(loaded, face=face, board=self.position(), start=start)

    def set_bar(self, left: str = "", right: str = "") -> None:
        """Shows `Esc`, these words and those at the right in place of the five places, which have no keys now.

        For a board that takes digits; empty `left` brings the places back.
        """
        self._top_bar.show(left, right)

    async def on_mount(self) -> None:
        self.set_class(self.plain, "-ascii")
        self._timer = self.set_interval(1 / self.app.options.fps, self.tick, pause=True)
        self.show_status()
        self.show_keys()

    @on(ScreenResume)
    def _keep_styles(self, event: ScreenResume) -> None:
        """Styles are computed anew only if what they depend on has changed; Textual itself sees to themes."""
        event.refresh_styles = self._styled_for != self.app.app_focus
        self._styled_for = self.app.app_focus

    def on_screen_resume(self) -> None:
        if self._timer is not None:
            self._timer.resume()
        self.show_status()
        self.show_keys()

    def on_screen_suspend(self) -> None:
        """Another screen, or a dialog, is shown: nothing is polled or drawn."""
        if self._timer is not None:
            self._timer.pause()
        for field in self.query(FilterField):
            field.leave()  # keys typed after the return are not for the filter

    def on_paste(self, event: Paste) -> None:
        """What is pasted where there is no field for it is put into Edit."""
        if not self._in_field:
            self.app.paste(event.text)

    def show_status(self) -> None:
        self._status_line.show(self.app.said, self.app.said_is_error, self.app.background_work)

    @property
    def board_with_keys(self) -> PuzzleBoard | None:
        return self.focused if isinstance(self.focused, PuzzleBoard) else None

    @property
    def _in_field(self) -> bool:
        """True while letters go into a text field."""
        return self.focused is not None and self.focused.check_consume_key("a", "a")

    @on(DescendantFocus)
    @on(DescendantBlur)
    def show_keys(self) -> None:
        """Draws the keys that make sense now."""
        board = self.board_with_keys
        shown = key_table.shown(self.SCOPE, self.possible(), board.SCOPES if board is not None else ())
        idle = set(self.idle())
        shown = [
            self.named(one) for one in shown if one.scope != self.SCOPE or (self._allows(one) and one.name not in idle)
        ]
        shown = [*(one for one in key_table.of("app") if one.name in self.ALWAYS), *shown]
        self._key_line.show(shown, typing=self._in_field, board=board)

    def offered(self) -> list[Action]:
        """The screen's actions that work here and now, for palette and help."""
        names = self.possible()
        listed = None if names is None else set(names)
        own = [one for one in key_table.of(self.SCOPE) if listed is None or not one.footer or one.name in listed]
        idle = set(self.idle())
        return [self.named(one) for one in own if self._allows(one) and one.name not in idle]

    def named(self, action: Action) -> Action:
        """The action with its label and help as it works now."""
        return action

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """False for Play where the puzzle's family can't be played: the key does nothing, and is shown nowhere."""
        if action == "face" and parameters == ("play",):
            return self.family_shown is None or self.family_shown.by_hand is not None
        return super().check_action(action, parameters)

    @property
    def family_shown(self) -> Family | None:
        """The family of the puzzle on the screen; None for none."""
        loaded: Loaded | None = getattr(self, "loaded", None)
        return None if loaded is None else loaded.family

    def _allows(self, action: Action) -> bool:
        parameters = (action.arguments,) if action.arguments else ()
        return self.check_action(action.name, parameters) is not False

    def begin(self, work: Callable[[], Coroutine[Any, Any, None]], group: str, *, replacing: bool = True) -> None:
        """Begins the work beside all else; `replacing`: in place of an older one of the same group."""
        self.run_worker(work, group=group, exclusive=replacing)  # type: ignore[arg-type]  # its overloads admit no callable

    async def launched(self, spec: RunSpec, what: str) -> Run | None:
        """The started run; None, and a line that says why, if the system refuses."""
        with self.telling(f"The {what} can't be started"):
            return await self.app.engine.launch(spec)
        return None

    def highlighted_id(self) -> str:
        """What is highlighted in the screen's list; empty if there is nothing, or no list yet."""
        lists = self.query(VimList)
        return (lists.first().highlighted_id if lists else None) or ""

    @contextmanager
    def telling(self, what: str = "") -> Iterator[None]:
        """Inside, an OSError ends the block, and `what` is said with its reason; a PuzzleError is said as it is."""
        try:
            yield
        except OSError as error:
            self.say(f"{what}: {error.strerror or error}", error=True)
        except PuzzleError as error:
            self.say(str(error), error=True)

    def say(self, text: str, *, error: bool = False) -> None:
        self.app.say(text, error=error)

    def ask(self, dialog: ModalScreen[Answer], take: Callable[[Answer], object]) -> None:
        """Opens the dialog; `take` gets the answer, if there is one."""

        def answered(answer: Answer | None) -> None:
            if answer is not None:
                take(answer)

        self.app.push_screen(dialog, answered)

    def asker(self) -> Asker:
        """`ask` for a dialog whose content has to be waited for. After another key it is not opened, and a line says
        so: it would take the keys that are meant for what is shown."""
        undisturbed = self.app.keys.undisturbed()

        def ask(dialog: ModalScreen[Any], take: Callable[[Any], object]) -> None:
            if not undisturbed():
                self.say("A key was pressed before the answer was there, so it is not shown; ask again.")
            elif self.is_current:
                self.say("")
                self.ask(dialog, take)

        return ask

    def save(
        self, loaded: Loaded, boards: Sequence[Board], facts: Sequence[Facts], what: str, *, pages: bool = False
    ) -> None:
        """Opens the dialog; the answer is written, and a line says where, or what is wrong.

        `boards`: several are solutions, the best first; none: the puzzle alone. `facts`: the checker's of each board.
        `pages`: pages to print.
        """
        if pages:
            self.print_pages([(loaded, boards)], what)
            return
        from tui.words.exports import exports_of

        self.export(f"Export {what}", loaded, boards, list(exports_of(loaded, boards, facts, self.played)))

    def print_pages(self, items: Sequence[tuple[Loaded, Sequence[Board]]], what: str) -> None:
        """Opens the dialog that writes pages with these puzzles, each with its boards if it has any."""
        from tui.screens.path_dialog import proposal
        from tui.words.exports import SOLUTIONS, YES, print_fields, prints_of, unsolved_in
        from tui.words.printing import pages_of

        solved: dict[Puzzle, Board] = {}

        async def solve(fields: Mapping[str, Value]) -> None:
            if fields.get(SOLUTIONS.name) == YES:
                from tui.processes.solving import solutions_of

                puzzles = [loaded.puzzle for loaded in unsolved_in(items)]
                solved.update(await solutions_of(self.app.engine, puzzles, self.say))

        exports = list(prints_of(items, solved))
        if exports:
            loaded, boards = items[0]
            path = proposal(loaded, boards[0] if boards else None, exports[0].suffix)
            self.export_to(f"Print {what}", path, exports, print_fields(items), solve)
        else:
            title = next(loaded.family.title for loaded, _ in items if not pages_of(loaded.family))
            self.say(f"{title} has no page to print; w saves it as text.")

    def export(
        self,
        title: str,
        loaded: Loaded,
        boards: Sequence[Board],
        exports: Sequence[Export],
    ) -> None:
        """Opens the dialog with these formats, a path beside the puzzle's proposed, and writes the file."""
        from tui.screens.path_dialog import proposal

        self.export_to(title, proposal(loaded, boards[0] if boards else None, exports[0].suffix), exports)

    def export_to(
        self,
        title: str,
        path: str,
        exports: Sequence[Export],
        fields: Sequence[Parameter] = (),
        before: Callable[[Mapping[str, Value]], Awaitable[None]] | None = None,
    ) -> None:
        """Opens the dialog with that path and those fields, does `before` with their values, and writes the file."""
        from tui.screens.export_dialog import ExportDialog
        from tui.screens.path_dialog import PathAnswer

        async def write(answer: PathAnswer) -> None:
            chosen = next(one for one in exports if one.name == answer.format_name)
            if before is not None:
                await before(answer.fields)
            with self.telling():  # a picture takes a moment
                content = await asyncio.to_thread(chosen.content, answer.fields)
                self.say(saved_text(save_file(answer.path, content)))

        dialog = ExportDialog(title, path, exports, fields)
        self.ask(dialog, lambda answer: self.begin(partial(write, answer), "save", replacing=False))
