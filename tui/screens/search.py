"""Search: one puzzle, the settings of its search, then the search while it runs, and what it has found."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, cast

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import ContentSwitcher, Input

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.family import Board
from puzzles.parameters import ParameterError
from tui.boards.puzzle_board import PuzzleBoard
from tui.kept.loaded import Loaded
from tui.processes.engine import GOES_ON
from tui.screens.board_screen import NO_PUZZLE, compares
from tui.screens.path_dialog import PathDialog
from tui.screens.run_orders import PASSING, SEARCH_RUNS, SOON
from tui.screens.seeds_screen import SeedsScreen
from tui.widgets.board_pane import BoardPane
from tui.widgets.form import Choice
from tui.widgets.lines import WholeText
from tui.widgets.monitor import Monitor, people_count
from tui.widgets.new_search import default_seeds, default_spec
from tui.widgets.search_settings import SearchSettings
from tui.words import sentence
from tui.words.sentence import Sentence

if TYPE_CHECKING:
    from solvers.runs.folder import Run
    from solvers.runs.spec import RunSpec, SolveSpec

WELCOME = """There is no puzzle here yet.

  2  Puzzles: choose an example, open a file, or generate one
  e  Edit: type or paste one
  4  Runs: show a search that is running or has ended"""
SETTINGS, MONITOR = "settings", "monitor"
SENTENCE_PERIOD = 1.0
"""Seconds between two sentences while the run goes on."""


MOST_OTHERS = 8
"""Other runs on the same puzzle that are drawn beneath a run's curve."""


def histories_beside(run: Run) -> list[tuple[tuple[float, float], ...]]:
    """The histories of the newest other runs on the run's puzzle; called in a thread, as it may read many folders."""
    from solvers.runs.listing import RunList

    views = RunList().look()
    own = views.get(run.id)
    if own is None or not own.puzzle_key:
        return []
    others = [one for name, one in views.items() if name != run.id and one.puzzle_key == own.puzzle_key]
    return [one.history for one in others if len(one.history) > 1][:MOST_OTHERS]


class SearchScreen(SeedsScreen, scope="search"):
    """Owns the puzzle and the run; its widgets only draw them."""

    CSS_PATH = "search.tcss"

    def __init__(self) -> None:
        super().__init__()
        self._starting: tuple[SolveSpec, asyncio.Task[Run | None]] | None = None
        """What is being started; forgotten when another puzzle is chosen, so that only Runs shows it."""
        self._start_when_laid_out = False
        self._laying_out = asyncio.Lock()
        self._said: Sentence | None = None
        self._said_at = 0.0

    def body(self) -> ComposeResult:
        yield WholeText("", id="sentence", markup=False)
        with Vertical(id="board"):
            yield BoardPane(WELCOME, plain=self.plain)
            yield WholeText("", id="caption", markup=False)
        with ContentSwitcher(initial=SETTINGS, id="panel", classes="side"):
            yield SearchSettings(self._own_board, self.app.options, plain=self.plain, id=SETTINGS)
            yield Monitor(plain=self.plain, id=MONITOR)

    async def on_mount(self) -> None:
        """Shows what was handed over before the screen was made."""
        self.query_one("#panel").display = False
        if self.loaded is not None:
            await self._lay_out(self.loaded)

    def possible(self) -> Iterable[str]:
        if self.loaded is None:
            return []
        compare = ["compare"] if compares(self.loaded.family) else []
        if self.watched is None:
            if isinstance(self.focused, Input):
                return ["start", "leave_field", "save"]
            warm = ["begin_with"] if self.query_one(SearchSettings).takes_file else []
            flip = ["flip"] if self.compared or self._own() else []
            return ["start", "face", *warm, *flip, *compare, "save", "copy", "zoom"]
        resumable = self.watched.resumable if self.seeds is None else self.seeds.resumable
        ended = ["start", "resume", "new"] if resumable else ["start", "new"]
        every = ["save_all"] if self.view is not None and len(self.view.found) > 1 else []
        return [
            *(["stop", "pause"] if self._goes_on() else ended),
            "face",
            "flip",
            *compare,
            "copy",
            "save",
            *every,
            "details",
            "zoom",
        ]

    def idle(self) -> Iterable[str]:
        if self.loaded is None:
            return ["details", "flip_back", "report"]
        return ["details", *([] if self.compared or self._own() else ["flip_back"])] if self.watched is None else ()

    def _goes_on(self) -> bool:
        """True while a search that is shown, or another of its seeds, has a live worker."""
        own = self.watched is not None and self.watched.going
        return own or (self.seeds is not None and self.seeds.going)

    def take(self, loaded: Loaded, *, board: Board | None = None, start: bool = False) -> None:
        """Shows another puzzle; `start`: its search starts at once. A run shown before continues unseen."""
        self._forget_run()
        self.loaded, self._start_when_laid_out = loaded, start
        settings = self.query(SearchSettings)
        for one in settings:
            one.take(loaded)
        if start and not loaded.finished:
            try:
                options = self.app.options
                spec = settings.first().spec(loaded) if settings else default_spec(loaded, options)
                seeds = settings.first().seeds(loaded) if settings else default_seeds(options)
            except ParameterError:
                pass  # the form says so, once it is there
            else:
                self._start_when_laid_out = False
                self._launch(spec, seeds)  # now: its worker searches while the screen is laid out
        self._begin_layout(loaded)

    def follow_options(self) -> None:
        """A search that has not begun begins with the new settings."""
        if self.loaded is not None and self.spec is None and self._starting is None:
            self._begin_layout(self.loaded)

    def show_run(self, run: Run, spec: RunSpec, *, best: bool = False) -> bool:
        spec = cast("SolveSpec", spec)  # the app shows only searches here
        if not registry.is_family(spec.family):
            self.say(f"{run.id}: there is no family {spec.family!r} here (any more).", error=True)
            return False
        try:
            puzzle = registry.get_family(spec.family).from_json(spec.puzzle)
        except PuzzleError as error:
            self.say(f"The run's puzzle can't be read: {error}", error=True)
            return False
        self._forget_run()
        self.loaded = Loaded(puzzle, spec.source)
        self.follow(run, spec, best=best)
        self._begin_layout(self.loaded)
        return True

    def tick(self) -> None:
        if self.watched is None or self.loaded is None:
            return
        if self.look_at_seeds():
            self._draw()
        before, shown = self.view, self._face()
        if self.watched.look():
            if before is None or before.status != self.watched.view.status:  # type: ignore[union-attr]
                self.face = 0
            elif self.face:
                self._stay_with(shown.board)  # its rank may be another one now
            if before is not None and not before.ended and not self.watched.going and self.app.said == GOES_ON:
                self.say("")
            self._draw()
        elif self.watched.going:
            self._draw()  # what was held back for being too early

    def action_start(self) -> None:
        if self.loaded is None:
            self.say(NO_PUZZLE)
        elif self._goes_on():
            self.say(SEARCH_RUNS)
        elif self.loaded.finished:
            self.say("No move is left in this game: there is nothing to search.")
        elif self._starting is None:
            try:
                settings = self.query_one(SearchSettings)
                loaded = settings.begun(whole := settings.adjusted(self._whole(self.loaded)))
                spec, seeds = settings.spec(loaded), settings.seeds(loaded)
                if len(seeds) > 1 and spec.workers > 1:
                    raise ParameterError("several seeds are searched by one worker each; expected workers 1")
            except ParameterError as error:
                self._forget_run()
                self._show_panel(SETTINGS)
                self.query_one(SearchSettings).hint(str(error), error=True)
                return
            if loaded is not whole:
                self.app.continued = loaded, whole
            if loaded is not self.loaded:
                self.loaded = loaded
                self.query_one(BoardPane).show(loaded)
            self.say("")
            self._launch(spec, seeds)
            self.begin(self._show_started, "launch", replacing=False)

    def action_begin_with(self) -> None:
        settings = self.query_one(SearchSettings)
        if self.watched is not None:
            self.say("The search has begun; n goes to its settings.")
        elif not settings.takes_file:
            self.say("This search begins with the puzzle alone.")
        else:
            dialog = PathDialog("Begin with a file's board", settings.file)
            self.ask(dialog, lambda answer: settings.begin_with_file(str(answer.path)))

    def action_new(self) -> None:
        if self.loaded is None:
            self.say(NO_PUZZLE)
            return
        if self._starting is not None or self._goes_on():
            self.say("The search continues; 4 Runs shows it.")
        self._forget_run()
        self.loaded = self._whole(self.loaded)
        self._draw_board(at_once=True)
        self._begin_layout(self.loaded)

    def action_details(self) -> None:
        if self.watched is None:
            self.say("There are details once the search has begun.")
            return
        self.query_one(Monitor).toggle_details()
        self._draw()

    def action_zoom(self) -> None:
        if self.loaded is None:
            self.say("There is no board yet.")
            return
        panel = self.query_one("#panel")
        panel.display = not panel.display
        if not panel.display:
            self._focus_board()

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self.action_start()

    @on(PuzzleBoard.StatusText)
    def _board_changed(self) -> None:
        self.show_keys()

    def _begin_layout(self, loaded: Loaded) -> None:
        if self.is_mounted:
            self.query_one("#panel").visible = False  # until it belongs to this puzzle
            self.begin(partial(self._lay_out, loaded), "lay out", replacing=False)

    async def _lay_out(self, loaded: Loaded) -> None:
        """Draws the puzzle, and the panel that fits; one puzzle after the other, as cancelling would cancel widgets."""
        async with self._laying_out:
            if self.loaded is not loaded:  # another puzzle was chosen meanwhile
                return
            self.query_one(BoardPane).show(loaded)
            self._draw_board(at_once=True)
            if self._starting is None and self.spec is None:
                await self.query_one(SearchSettings).fit(loaded, self.app.options)
                if self.loaded is loaded and self._starting is None and self.spec is None:
                    self._show_panel(SETTINGS)
                    self.query_one(SearchSettings).query(Choice).first().focus()
            elif self.spec is None:
                self.begin(self._show_started, "launch", replacing=False)
            else:
                self._show_run()
        self._draw_board()
        if self._start_when_laid_out:
            self._start_when_laid_out = False
            self.action_start()

    def _launch(self, spec: SolveSpec, seeds: Sequence[int] = ()) -> None:
        self._starting = spec, asyncio.create_task(self._launched(spec, seeds))

    async def _launched(self, spec: SolveSpec, seeds: Sequence[int]) -> Run | None:
        """The started run, of several seeds the first; None, and a line that says why, if the system refuses."""
        if len(seeds) < 2:
            return await self.launched(spec, "search")
        with self.telling("The searches can't be started"):
            return (await self.app.engine.launch_batch(spec, seeds))[0]
        return None

    async def _show_started(self) -> None:
        starting = self._starting
        if starting is None:
            return
        _, task = starting
        run = await task
        if self._starting is not starting:  # another puzzle was chosen meanwhile; Runs shows this one
            return
        self._starting = None
        spec = None if run is None else self.app.spec_of(run)
        if run is None or spec is None:
            if self.spec is None and self.loaded is not None:
                await self._lay_out(self.loaded)
            return
        self.follow(run, cast("SolveSpec", spec), best=True)
        self._show_run()
        self._focus_board()
        for seconds in SOON:  # an easy puzzle is solved before the next frame
            self.set_timer(seconds, self.tick)

    def _show_run(self) -> None:
        """Shows the run that is followed, on the screen that is laid out: the one way from any place to any run."""
        assert self.spec is not None
        self.gather_seeds()
        monitor, about = self.query_one(Monitor), self.loaded.family.about if self.loaded is not None else None
        monitor.goal = about.goal(self.loaded.puzzle) if about is not None and self.loaded is not None else None
        monitor.describe(self.spec)
        self.begin(self._find_others, "others")
        self._show_panel(MONITOR)
        self.tick()

    async def _find_others(self) -> None:
        """Gives the chart the other runs on the puzzle, the newest ones, from the list of runs."""
        watched = self.watched
        if watched is None or self.loaded is None:
            return
        others = await asyncio.to_thread(histories_beside, watched.run)
        if self.watched is watched and self.seeds is None:
            self.query_one(Monitor).earlier = [people_count(self.loaded.family, one)[0] for one in others]

    def _forget_run(self) -> None:
        self.spec = self.watched = self._starting = self.seeds = None
        self._start_when_laid_out = False
        self.face, self.compared = 0, ()
        if self.is_mounted:
            self._say_sentence(None)

    def _draw(self) -> None:
        assert self.view is not None
        seconds = self.spec.seconds if self.spec is not None else None
        said = sentence.of_run(self.view, self.query_one(Monitor).goal, plain=self.plain)
        if self.seeds is not None and self.spec is not None:
            said = replace(said, text=f"Seed {self.spec.seed}: {said.text[0].lower()}{said.text[1:]}")
        self._say_sentence(said)
        self.query_one(Monitor).draw(self.view, seconds)
        self._draw_board()
        self.show_keys()
        if self.app.said in PASSING and self.view.status != "running":
            self.say("")

    def _say_sentence(self, said: Sentence | None) -> None:
        """Writes the sentence over board and panel; None: there is no run to speak of."""
        line = self.query_one("#sentence", WholeText)
        line.display = said is not None
        if said is None:
            self._said = None
        if said is None or said == self._said:
            return
        now = self.query_one(Monitor).clock()
        ended = self.watched is None or not self.watched.going
        if self._said is not None and not ended and 0 <= now - self._said_at < SENTENCE_PERIOD:
            return
        self._said, self._said_at = said, now
        line.say(f"{said.text}\n{said.next}")
        for kind in (sentence.FOUND, sentence.WRONG):
            line.set_class(said.kind == kind, f"-{kind}")

    def _show_panel(self, which: str) -> None:
        panel = self.query_one("#panel", ContentSwitcher)
        panel.display = panel.visible = True
        panel.current = which
        if which == SETTINGS:
            self._say_sentence(None)
        self.show_keys()

    def _whole(self, loaded: Loaded) -> Loaded:
        """The puzzle of which `loaded` is a position, if the form says to begin with one; else that itself."""
        begun = self.app.continued
        if begun is None or begun[0].puzzle != loaded.puzzle or not self.query_one(SearchSettings).from_position:
            return loaded
        return begun[1]

    def _own_board(self, loaded: Loaded) -> Board | None:
        """The user's game of the puzzle: the one on the screen, else the one to go on with; None if there is none."""
        if self.loaded is not None and self.loaded.puzzle == loaded.puzzle:
            shown = self._shown().board
            if shown in self._own():
                return shown
        if self.app.own_games.record(loaded.puzzle) is None:
            return None
        game = self.app.own_games.game(loaded)
        return game.board if game.at else None
