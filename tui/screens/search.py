"""Search: one puzzle, the settings of its search, then the search while it runs, and what it has found."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, cast

from textual import on
from textual.app import ComposeResult
from textual.widgets import ContentSwitcher, Input

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.family import Board
from puzzles.parameters import ParameterError
from tui.boards.drawing import Facts
from tui.boards.puzzle_board import PuzzleBoard
from tui.kept.loaded import Loaded
from tui.processes.engine import GOES_ON, WatchedRun
from tui.screens.path_dialog import PathDialog
from tui.screens.run_orders import PASSING, SEARCH_RUNS, SOON, OrderingScreen
from tui.screens.search_panels import NO_BOARD, STYLE, BoardPanel, SentenceLine, list_seeds, other_curves
from tui.screens.shown_boards import FollowedRun, ShownBoards, compares
from tui.widgets.form import Choice
from tui.widgets.lists import FoundList, SeedList
from tui.widgets.monitor import Details, Monitor
from tui.widgets.new_search import default_seeds, default_spec
from tui.widgets.search_settings import SearchSettings

if TYPE_CHECKING:
    from solvers.runs.folder import Run
    from solvers.runs.spec import RunSpec, SolveSpec
    from solvers.runs.view import RunView

NO_PUZZLE = "There is no puzzle yet: choose one in 2 Puzzles, or type one: e."
SETTINGS, MONITOR = "settings", "monitor"


class SearchScreen(OrderingScreen, scope="search"):
    """Its settings form starts searches; `shown` has the puzzle, the run that it follows, and their boards."""

    CSS = STYLE

    def __init__(self) -> None:
        super().__init__()
        self.shown = ShownBoards(lambda puzzle: self.app.own_games.of(puzzle).games)
        self._starting: asyncio.Task[Run | None] | None = None
        """What is being started; forgotten when another puzzle is chosen, so that only Runs shows it."""
        self._start_when_laid_out = False
        self._laying_out = asyncio.Lock()
        self._listed = True
        """Whether the table of seeds has the latest rows."""

    @property
    def loaded(self) -> Loaded | None:
        return self.shown.loaded

    @property
    def view(self) -> RunView | None:
        return self.shown.view

    def body(self) -> ComposeResult:
        yield SentenceLine("", id="sentence", markup=False)
        yield (boards := BoardPanel(self.shown, plain=self.plain, id="board"))
        with ContentSwitcher(initial=SETTINGS, id="panel", classes="side"):
            yield SearchSettings(boards.own_game, self.app.options, plain=self.plain, id=SETTINGS)
            yield Monitor(plain=self.plain, id=MONITOR)

    @property
    def boards(self) -> BoardPanel:
        return self.query_one(BoardPanel)

    @property
    def settings(self) -> SearchSettings:
        return self.query_one(SearchSettings)

    @property
    def monitor(self) -> Monitor:
        return self.query_one(Monitor)

    async def on_mount(self) -> None:
        """Shows what was handed over before the screen was made."""
        self.query_one("#panel").display = False
        if self.loaded is not None:
            await self._lay_out(self.loaded)

    def possible(self) -> Iterable[str]:
        if self.loaded is None:
            return []
        compare = ["compare"] if compares(self.loaded.family) else []
        run = self.shown.run
        if run is None:
            if isinstance(self.focused, Input):
                return ["start", "leave_field", "save"]
            warm = ["begin_with"] if self.settings.takes_file else []
            flip = ["flip"] if self._games_to_flip else []
            return ["start", "face", *warm, *flip, *compare, "save", "copy", "zoom"]
        orders = ["start", *(["resume"] if run.resumable else []), "new"]
        if self.shown.goes_on:
            orders = ["stop", "pause"]
        every = ["save_all"] if run.view is not None and len(run.view.found) > 1 else []
        return [*orders, "face", "flip", *compare, "copy", "save", *every, "details", "zoom"]

    def idle(self) -> Iterable[str]:
        if self.loaded is None:
            return ["details", "flip_back", "report"]
        return ["details", *([] if self._games_to_flip else ["flip_back"])] if self.shown.run is None else ()

    @property
    def _games_to_flip(self) -> bool:
        """True if there are boards besides the puzzle's own and a run's."""
        return bool(self.shown.compared or self.shown.own)

    def acted_on(self) -> list[WatchedRun]:
        return [] if self.shown.run is None else self.shown.run.every

    def chosen(self) -> Loaded | None:
        if self.loaded is None:
            self.say(NO_PUZZLE)
        return self.loaded

    def position(self) -> Board | None:
        return None if self.loaded is None else self.boards.position

    def take(self, loaded: Loaded, *, board: Board | None = None, start: bool = False) -> None:
        """Shows another puzzle; `start`: its search starts at once. A run shown before continues unseen."""
        self._turn_to(loaded)
        self._start_when_laid_out = start
        settings = self.query(SearchSettings)
        for one in settings:
            one.take(loaded)
        if start and not loaded.finished:
            options = self.app.options
            with suppress(ParameterError):  # the form says so, once it is there
                spec = settings.first().spec(loaded) if settings else default_spec(loaded, options)
                seeds = settings.first().seeds(loaded) if settings else default_seeds(options)
                self._start_when_laid_out = False
                # now: its worker searches while the screen is laid out
                self._starting = asyncio.create_task(self._launched(spec, seeds))
        self._begin_layout()

    def follow_options(self) -> None:
        """A search that has not begun begins with the new settings."""
        if self.shown.run is None and self._starting is None:
            self._begin_layout()

    def show_run(self, run: Run, spec: RunSpec, *, best: bool = False) -> bool:
        spec = cast("SolveSpec", spec)  # the app shows only searches here
        if lack := registry.not_here(spec.family, spec.versions):
            self.say(f"{run.id}: {lack}", error=True)
            return False
        try:
            puzzle = registry.get_family(spec.family).from_json(spec.puzzle)
        except PuzzleError as error:
            self.say(f"The run's puzzle can't be read: {error}", error=True)
            return False
        self._turn_to(Loaded(puzzle, spec.source), FollowedRun(self.app.engine, run, spec, best=best))
        self._begin_layout()
        return True

    def _turn_to(self, loaded: Loaded | None, run: FollowedRun | None = None) -> None:
        """The puzzle and the run are those of the screen from now on; what was being started is forgotten."""
        self.shown.loaded = loaded
        self.shown.follow(run)
        self._starting, self._start_when_laid_out = None, False
        if self.is_mounted:
            self.query_one(SentenceLine).hide()

    def tick(self) -> None:
        run = self.shown.run
        if run is None or self.loaded is None:
            return
        watched, seen = run.watched, run.view
        changed = self.shown.look(run)
        if run.watched is not watched:
            self.query_one(Details).describe(run.spec)
        elif seen is not None and not seen.ended and not run.watched.going and self.app.said == GOES_ON:
            self.say("")
        if changed or not self._listed:
            self._listed = list_seeds(self.monitor, run)
        if changed or run.watched.going:  # then what was held back for being too early is drawn, too
            self._draw()

    @on(Input.Submitted)
    def action_start(self) -> None:
        if self.loaded is None:
            self.say(NO_PUZZLE)
        elif self.shown.goes_on:
            self.say(SEARCH_RUNS)
        elif self.loaded.finished:
            self.say("No move is left in this game: there is nothing to search.")
        elif self._starting is None:
            try:
                settings = self.settings
                loaded = settings.begun(whole := settings.adjusted(self._whole(self.loaded)))
                spec, seeds = settings.spec(loaded), settings.seeds(loaded)
                if len(seeds) > 1 and spec.workers > 1:
                    raise ParameterError("several seeds are searched by one worker each; expected workers 1")
            except ParameterError as error:
                self._turn_to(self.loaded)
                self._show_panel(SETTINGS)
                self.settings.hint(str(error), error=True)
                return
            if loaded is not whole:
                self.app.continued = loaded, whole
            if loaded is not self.loaded:
                self.shown.loaded = loaded
                self.boards.pane.show(loaded)
            self.say("")
            self._starting = asyncio.create_task(self._launched(spec, seeds))
            self.begin(self._show_started, "launch", replacing=False)

    def action_begin_with(self) -> None:
        settings = self.settings
        if self.shown.run is not None:
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
        if self._starting is not None or self.shown.goes_on:
            self.say("The search continues; 4 Runs shows it.")
        self._turn_to(self._whole(self.loaded))
        self.boards.draw(at_once=True)
        self._begin_layout()

    def action_details(self) -> None:
        if self.shown.run is None:
            self.say("There are details once the search has begun.")
            return
        self.monitor.toggle_details()
        self._draw()

    def action_zoom(self) -> None:
        if self.loaded is None:
            self.say(NO_BOARD)
            return
        panel = self.query_one("#panel")
        panel.display = not panel.display
        if not panel.display:
            self.boards.focus_board()

    def action_flip(self) -> None:
        self._flip(1)

    def action_flip_back(self) -> None:
        self._flip(-1)

    def _flip(self, by: int) -> None:
        """The next seed, or the next board where there is one seed alone."""
        seeds = self.shown.seeds
        if seeds is not None and len(seeds.watched) > 1:
            seeds.choose_next(by)
            self.tick()
        else:
            self.boards.flip(by)

    def action_compare(self) -> None:
        self.boards.compare()

    def action_copy(self) -> None:
        self.boards.copy()

    def action_report(self) -> None:
        self.boards.report()

    def saved(self) -> tuple[Loaded, Board | None, Facts] | None:
        return self.boards.saved()

    def action_save_all(self) -> None:
        self.boards.save_all()

    def action_leave_field(self) -> None:
        if self.loaded is None or self.focused is self.boards.board:
            self.say("No field has the focus.")
        self.boards.focus_board()

    @on(FoundList.Chosen)
    def _show_chosen(self, event: FoundList.Chosen) -> None:
        self.shown.stay_with(event.board)
        self.boards.draw(at_once=True)

    @on(SeedList.Chosen)
    def _choose_seed(self, event: SeedList.Chosen) -> None:
        if self.shown.seeds is not None:
            self.shown.seeds.chosen = event.run
            self.tick()

    @on(PuzzleBoard.StatusText)
    def _board_changed(self) -> None:
        self.show_keys()

    def _begin_layout(self) -> None:
        if self.is_mounted and self.loaded is not None:
            self.query_one("#panel").visible = False  # until it belongs to this puzzle
            self.begin(partial(self._lay_out, self.loaded), "lay out", replacing=False)

    async def _lay_out(self, loaded: Loaded) -> None:
        """Draws the puzzle, and the panel that fits; one puzzle after the other, as cancelling would cancel widgets."""
        async with self._laying_out:
            if self.loaded is not loaded:  # another puzzle was chosen meanwhile
                return
            self.boards.pane.show(loaded)
            self.boards.draw(at_once=True)
            if self._starting is None and self.shown.run is None:
                await self.settings.fit(loaded, self.app.options)
                if self.loaded is loaded and self._starting is None and self.shown.run is None:
                    self._show_panel(SETTINGS)
                    self.settings.query(Choice).first().focus()
            elif self.shown.run is None:
                self.begin(self._show_started, "launch", replacing=False)
            else:
                self._show_run(self.shown.run)
        self.boards.draw()
        if self._start_when_laid_out:
            self._start_when_laid_out = False
            self.action_start()

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
        run = await starting
        if self._starting is not starting:  # another puzzle was chosen meanwhile; Runs shows this one
            return
        self._starting = None
        spec = None if run is None else self.app.spec_of(run)
        if run is None or spec is None:
            if self.shown.run is None and self.loaded is not None:
                await self._lay_out(self.loaded)
            return
        self.shown.follow(followed := FollowedRun(self.app.engine, run, cast("SolveSpec", spec), best=True))
        self._show_run(followed)
        self.boards.focus_board()
        for seconds in SOON:  # an easy puzzle is solved before the next frame
            self.set_timer(seconds, self.tick)

    def _show_run(self, run: FollowedRun) -> None:
        """Shows the run that is followed, on the screen that is laid out: the one way from any place to any run."""
        self.begin(partial(self._find_others, run), "others")
        monitor, about = self.monitor, self.loaded.family.about if self.loaded is not None else None
        monitor.goal = about.goal(self.loaded.puzzle) if about is not None and self.loaded is not None else None
        monitor.describe(run.spec)
        self._show_panel(MONITOR)
        self.tick()

    async def _find_others(self, run: FollowedRun) -> None:
        """The other seeds of its batch; else, for the chart, the other runs on the puzzle, the newest ones."""
        if await run.gather():
            if self.shown.run is run:
                self.tick()
            return
        others = await other_curves(run)
        if self.shown.run is run:
            self.monitor.earlier = others

    def _draw(self) -> None:
        run = self.shown.run
        assert run is not None
        assert run.view is not None
        monitor = self.monitor
        self.query_one(SentenceLine).tell(run, monitor.goal, monitor.clock(), plain=self.plain)
        monitor.draw(run.view, run.spec.seconds)
        self.boards.draw()
        self.show_keys()
        if self.app.said in PASSING and run.view.status != "running":
            self.say("")

    def _show_panel(self, which: str) -> None:
        panel = self.query_one("#panel", ContentSwitcher)
        panel.display = panel.visible = True
        panel.current = which
        if which == SETTINGS:
            self.query_one(SentenceLine).hide()
        self.show_keys()

    def _whole(self, loaded: Loaded) -> Loaded:
        """The puzzle of which `loaded` is a position, if the form says to begin with one; else that itself."""
        begun = self.app.continued
        if begun is None or begun[0].puzzle != loaded.puzzle or not self.settings.from_position:
            return loaded
        return begun[1]
