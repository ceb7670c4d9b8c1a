"""Runs: all searches with their seeds, live and old; marked, filtered, sorted, compared and acted on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Click
from textual.widgets import Input, OptionList, Static

from puzzles.registry import get_family
from puzzles.text.quoting import counted
from solvers.runs.groups import ORDERS
from tui.game_names import RUN, offered_games
from tui.processes.engine import WatchedRun
from tui.screens.dialog import ConfirmDialog, EntryDialog
from tui.screens.main_screen import Asker
from tui.screens.run_orders import NO_RUN, OrderingScreen, question, removed
from tui.widgets.comparison import Comparison
from tui.widgets.lists import GUTTER, NO_MATCH, FilterField, VimList
from tui.words.references import reference
from tui.words.run_table import Line, RunTable, column_at, head
from tui.words.wording import run_status_text

if TYPE_CHECKING:
    from puzzles.picture import Picture
    from solvers.runs.folder import Run
    from solvers.runs.listing import RunList
    from solvers.runs.view import RunView

NOTHING = """There are no runs yet.

Search a puzzle of 2 Puzzles: its search appears here, and stays until you delete it."""
LOOK = 0.5
"""Seconds between two looks at the runs: a list needs no higher rate."""
BATCH = 0.1
"""Seconds of reading runs, after which those that were read are drawn; twice as long each time until all are."""


class RunsScreen(OrderingScreen, scope="runs"):
    """The list of searches, a line about the highlighted one, and the comparison of the marked ones."""

    CSS = """
    RunsScreen #sentence { height: 1; color: $foreground; }
    RunsScreen #head { color: $text-muted; }
    RunsScreen #nothing { color: $text-muted; padding: 1 0; height: 1fr; }
    RunsScreen #filter { height: 1; border: none; padding: 0; }
    RunsScreen #details { height: auto; min-height: 2; color: $text-muted; padding: 1 0 0 0; }
    RunsScreen.-comparing #details { display: none; }
    RunsScreen.-comparing Comparison { height: 1fr; margin: 1 0 0 0; }
    RunsScreen.-comparing VimList { height: auto; max-height: 40%; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.watched: dict[str, WatchedRun] = {}
        self.table = RunTable()
        self._looking = False
        self._field: FilterField
        self._comparison: Comparison
        self._list: RunList | None = None

    def body(self) -> ComposeResult:
        words = "words that all occur: puzzle, search, level=4, seed=1, state"
        self._field = FilterField(lambda: self.query_one(VimList), words, id="filter")
        self._comparison = Comparison(plain=self.plain)
        with Vertical(classes="pane"):
            yield Static("", id="sentence", markup=False)
            yield self._field
            yield Static("", classes="pane-title", id="head", markup=False)
            yield VimList(plain=self.plain)
            yield Static(NOTHING, id="nothing", markup=False)
            yield self._comparison
            yield Static("", id="details", markup=False)

    async def on_mount(self) -> None:
        self._field.display = self._comparison.display = False
        self.query_one(VimList).focus()
        self.set_interval(LOOK, self._look)

    def on_screen_resume(self) -> None:
        self._look()

    def on_resize(self) -> None:
        self._draw()

    def possible(self) -> Iterable[str]:
        if self._field.has_focus:
            return ["take_filter", "back"]
        chosen = self.acted_on()
        going = any(one.going for one in chosen)
        if not chosen:
            return ["experiments", "back"] if self._field.value else ["experiments"]
        can = ["attach", "mark", "compare", "filter", "sort", "save", "experiments"]
        if self._comparison.display:
            can += ["turn", "add", "back"]
        if any(one.going or one.waits for one in chosen):
            can.append("stop")
        if going:
            can.append("pause")
        if any(one.resumable and not (one.waits and going) for one in chosen):
            can.append("resume")
        return [*can, "delete"] if not all(one.going for one in chosen) else can

    def idle(self) -> Iterable[str]:
        listed = [] if self.table.groups else ["sort", "sort_next"]
        return listed if self._field.has_focus else [*listed, "take_filter"]

    async def look(self) -> None:
        """Reads all runs aside, the newest first, and draws what has changed, while there is more to read."""
        if self._looking:
            return
        self._looking = more = True
        seconds = BATCH
        try:
            while more and self.is_mounted:
                self.watched, more = await asyncio.to_thread(self._read, seconds)
                seconds *= 2
                views = [one.view for one in self.watched.values() if one.view is not None]
                if self.is_mounted and (self.table.take(views) or not views):
                    self._draw(calm=True)
                    self.forget_what_is_done()
        finally:
            self._looking = False

    def action_experiments(self) -> None:
        self.begin(partial(self._choose_experiment, self.asker()), "experiments")

    async def _choose_experiment(self, ask: Asker) -> None:
        from tui.screens.experiment_dialog import ExperimentDialog, known_experiments

        known = await asyncio.to_thread(known_experiments)
        dialog = EntryDialog("Which experiment?", [one.label for one in known])
        ask(dialog, lambda at: self.app.push_screen(ExperimentDialog(known[at])))

    def action_attach(self) -> None:
        """Opens the run, or unfolds and folds the seeds of a search."""
        line = self._line
        if line is None:
            self.say(NO_RUN)
        elif len(line.group.runs) > 1:
            self.table.unfold(line)
            self._draw()
        else:
            self.app.show_run(self.watched[line.group.first.id].run)

    def action_mark(self) -> None:
        line = self._line
        if line is None:
            self.say(NO_RUN)
            return
        self.table.mark(line)
        self._draw()
        self.query_one(VimList).action_cursor_down()

    def action_sort(self) -> None:
        self._sort(self.table.sort)

    def action_sort_next(self) -> None:
        self._sort(lambda: self.table.sort_by(self.table.next_order))

    def _sort(self, sort: Callable[[], None]) -> None:
        if not self.table.groups:
            self.say(NO_RUN)
        sort()
        self._draw()

    def action_filter(self) -> None:
        self._field.display = True
        self._field.focus()

    @on(Input.Submitted, "#filter")
    def action_take_filter(self) -> None:
        """Back to the list, with what was typed."""
        self._field.display = bool(self._field.value)
        self.query_one(VimList).focus()

    def action_compare(self) -> None:
        if not self.acted_on() and not self._comparison.display:
            self.say(NO_RUN)
        else:
            self._show_comparison(not self._comparison.display)

    def action_add(self) -> None:
        """Asks for a game of one's own, a record or a run of the compared family, to be compared too."""
        spec = next((group.spec for group in self._comparison.groups if group.spec is not None), None)
        if not self._comparison.display or spec is None:
            self.say("= compares first.")
            return
        found = dict(offered_games(get_family(spec.family)))
        names, labels = list(found), [f"{name}  {about}" for name, about in found.items()]
        take = partial(self._add, names, spec.family)
        self.ask(EntryDialog("Compare with", labels, [(name,) for name in names]), take)

    def _add(self, names: list[str], family: str, at: int) -> None:
        async def add() -> None:
            with self.telling():
                found = await asyncio.to_thread(reference, names[at], family)
                self._comparison.references = (*self._comparison.references, found)
                self._draw()

        run = names[at].removeprefix(RUN)
        if run in self.watched:
            chosen = {one.run.id for one in self.acted_on()}  # what is shown stays
            self.table.marked |= {run, *chosen}
            self._draw()
        else:
            self.begin(add, "add")

    def action_turn(self) -> None:
        if self._comparison.display:
            self._comparison.turn()
        else:
            self.say("= compares first.")

    def action_back(self) -> None:
        """Takes back, one at a time: the comparison, the filter, the marks."""
        if self._comparison.display and not self._field.has_focus:
            self._show_comparison(False)
        elif self._field.value or self._field.has_focus:
            self._field.value = ""
            self.action_take_filter()
        elif self.table.marked:
            self.table.marked.clear()
            self._draw()
        else:
            self.say("All runs are listed, and none is marked.")

    def action_save(self, kind: str = "") -> None:
        """Exports the list as a table, or what is compared as a picture or a table."""
        comparing = self._comparison.display
        groups = list(self._comparison.groups) if comparing else self.table.groups
        if not groups:
            self.say(NO_RUN)
            return
        from tui.words.comparison_picture import comparison_picture
        from tui.words.exports import of_picture, of_text
        from tui.words.run_table import improvements_csv, runs_csv

        if comparing:
            by_playouts, references = self._comparison.by_playouts, self._comparison.references

            def draw(_: object) -> list[Picture]:
                return [comparison_picture(groups, by_playouts=by_playouts, references=references)]

            kinds = {"svg": "a drawing for papers", "pdf": "a page to print", "png": "a picture"}
            exports = [of_picture(name, about, f".{name}", draw) for name, about in kinds.items()]
            about = "all improvements as a table"
            exports.append(of_text("csv", about, ".csv", lambda: improvements_csv(groups).encode()))
            self.export_to("Export the comparison", "comparison.svg", exports)
        else:
            runs = [run for group in groups for run in group.runs]
            table = of_text("csv", "the list as a table", ".csv", lambda: runs_csv(runs).encode())
            self.export_to("Export the list", "runs.csv", [table])

    def action_delete(self) -> None:
        chosen = [one for one in self.acted_on() if one.view is not None]
        ended = [one for one in chosen if not one.going]
        if not chosen:
            self.say(NO_RUN)
        elif not ended:
            self.say(
                "The run is active; s stops it first." if len(chosen) == 1 else "All are active; s stops them first."
            )
        else:
            title = "Delete this run?" if len(ended) == 1 else f"Delete {len(ended)} runs?"
            dialog = ConfirmDialog(title, question(ended, len(chosen) - len(ended)), "delete")
            self.ask(dialog, lambda _: self._delete([one.run for one in ended]))

    @property
    def _line(self) -> Line | None:
        return self.table.lines.get(self.highlighted_id())

    def acted_on(self) -> list[WatchedRun]:
        """The marked runs, or else those of the highlighted line."""
        return [self.watched[run_id] for run_id in self.table.chosen(self._line) if run_id in self.watched]

    def _show_comparison(self, shown: bool) -> None:
        self._comparison.display = shown
        self._comparison.references = ()
        self.set_class(shown, "-comparing")
        self._draw()

    @on(Input.Changed, "#filter")
    def _narrow(self) -> None:
        self.table.words = self._field.value
        self.table.arrange()
        self._draw()
        names = {
            name: (line.group.title, *(run.id for run in line.group.runs)) for name, line in self.table.lines.items()
        }
        self._field.choose(names)

    @on(Click, "#head")
    def _sort_by_column(self, event: Click) -> None:
        """Sorts by the column whose name is clicked; again: the other way round."""
        name = column_at(event.x - GUTTER, self.size.width - 4 - GUTTER)
        if name in ORDERS:
            self._sort(partial(self.table.sort_by, name))

    @on(OptionList.OptionHighlighted)
    def _highlighted(self) -> None:
        if self._comparison.display and not self.table.marked:
            self._comparison.show(self.table.compared(self._line))
        self._tell()

    def _tell(self) -> None:
        """Says what Enter does, or what the highlighted run has come to."""
        line, text = self._line, ""
        if line is not None and len(line.group.runs) > 1:
            unfolded = line.group.key in self.table.unfolded
            text = "Enter folds the seeds into one line." if unfolded else "Enter shows the seeds, one by one."
        elif line is not None:
            view = line.group.first
            text = "  ".join(part for part in (run_status_text(view), view.id, view.message) if part)
        _put(self.query_one("#details", Static), text)
        self.show_keys()

    def _look(self) -> None:
        if self.is_current:
            self.begin(self.look, "look", replacing=False)

    def _read(self, seconds: float) -> tuple[dict[str, WatchedRun], bool]:
        """The runs, read once more if they may have changed; True if some are left, as that takes longer."""
        from solvers.runs.folder import Run
        from solvers.runs.listing import RunList

        watched = self.watched

        def read(run: Run) -> RunView:
            one = watched.setdefault(run.id, WatchedRun(self.app.engine, run, listed=True))
            one.look()
            assert one.view is not None  # it was looked at
            return one.view

        if self._list is None:
            self._list = RunList()
        found = {}
        for name, view in self._list.look(read, seconds).items():
            found[name] = watched.get(name) or WatchedRun(self.app.engine, Run(view.folder), listed=True)
            found[name].view = view
        return found, self._list.left > 0

    def _draw(self, *, calm: bool = False) -> None:
        """Draws the list and the comparison, this one now and then if `calm`."""
        table, width = self.table, self.size.width - 4 - GUTTER
        texts = table.texts(width, plain=self.plain)
        self.query_one(VimList).show_lines(list(texts.items()))
        _put(self.query_one("#head", Static), " " * GUTTER + head(table.groups, width))
        _put(self.query_one("#sentence", Static), table.sentence(width + GUTTER, plain=self.plain))
        nothing = self.query_one("#nothing", Static)
        nothing.display = not texts
        _put(nothing, f"{NO_MATCH}; Esc shows all runs." if table.views else NOTHING)
        self.query_one("#head").display = self.query_one(VimList).display = bool(texts)
        if self._comparison.display:
            self._comparison.show(table.compared(self._line), calm=calm)
        self._tell()

    def _delete(self, runs: list[Run]) -> None:
        async def delete() -> None:
            deleted, trouble = await asyncio.to_thread(removed, runs)
            done = "Deleted." if len(runs) == 1 else f"Deleted {counted(deleted, 'run')}."
            self.say(
                f"{done if deleted else ''} It can't be deleted: {trouble}".strip() if trouble else done,
                error=bool(trouble),
            )
            await self.look()

        self.begin(delete, "delete", replacing=False)


def _put(widget: Static, text: str) -> None:
    if str(widget.content) != text:
        widget.update(text)
