"""An experiment live: how far it is, its rows, what is searched now, and curves of what is found so far."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.events import Resize
from textual.widgets import Static

from puzzles.errors import PuzzleError
from solvers.experiments.folder import ExperimentFolder, FolderError, experiments_root, named, shipped
from solvers.experiments.live import State, Watch
from tui.screens.dialog import Dialog
from tui.words import sentence as words
from tui.words.curves import columns_for, lines_of
from tui.words.wording import shorten

if TYPE_CHECKING:
    from solvers.experiments.toml_file import Experiment

LOOK = 1.0
"""Seconds between two looks at the experiment."""
WAYS = ("rows", "now", "curves")
LEAST_CURVES = 8
"""Lines that curves need below the rows."""
NOT_BEGUN = "It has not been run: u runs it on all cores."


@dataclass(frozen=True, slots=True)
class Known:
    """An experiment that can be looked at: its folder, and what a list calls it."""

    experiment: Experiment
    folder: ExperimentFolder
    label: str


def known_experiments() -> list[Known]:
    """Those that have results on this disk, the latest first, then the shipped ones in their quick sizes."""
    found: list[Known] = []
    root = experiments_root()
    kept = [ExperimentFolder(path) for path in root.iterdir()] if root.is_dir() else []
    for folder in sorted((one for one in kept if one.exists), key=lambda one: -one.path.stat().st_mtime):
        with suppress(FolderError, PuzzleError, OSError):
            experiment = folder.experiment()
            state = "runs" if folder.runs else "begun"
            found.append(Known(experiment, folder, f"{folder.path.name} ({state}): {experiment.title}"))
    begun = {one.folder.path for one in found}
    for name in shipped():
        with suppress(FolderError, PuzzleError, OSError):
            experiment, folder = named(name, quick=True)
            if folder.path not in begun:
                found.append(Known(experiment, folder, f"{name} (quick size): {experiment.title}"))
    return found


class ExperimentDialog(Dialog[None], scope="experiment"):
    """One experiment on the whole screen; closing it changes nothing."""

    def __init__(self, known: Known) -> None:
        super().__init__(known.experiment.title)
        self.known = known
        self._watch = Watch(known.folder)
        self._state: State | None = None
        self._way = WAYS[0]
        self._looking = False

    def contents(self) -> ComposeResult:
        yield Static("", classes="far", markup=False)
        with VerticalScroll(can_focus=False):
            yield Static("", id="table", markup=False)

    def on_mount(self) -> None:
        super().on_mount()
        self.set_interval(LOOK, self._look)
        self.run_worker(self._look())

    def on_resize(self, event: Resize) -> None:
        self._draw()

    async def _look(self) -> None:
        """Reads the folder aside, and draws what has changed."""
        if self._looking:
            return
        self._looking = True
        try:
            state = await asyncio.to_thread(self._read)
            if state is not None and self.is_mounted:
                self._state = state
                self._draw()
        except (FolderError, PuzzleError, OSError) as error:
            self.hint(str(error), error=True)
        finally:
            self._looking = False

    def _read(self) -> State | None:
        return self._watch.look() if self.known.folder.exists else None

    def _draw(self) -> None:
        state, box = self._state, self.query_one("#table", Static)
        if state is None or not state.cells:
            self._put(self.query_one(".far", Static), "" if self.known.folder.runs else NOT_BEGUN)
            return
        self._put(self.query_one(".far", Static), f"{_bar(state, plain=self.plain)}  {words.how_far(state)}")
        width, height = self.query_one(VerticalScroll).size
        if width:
            self._put(box, "\n".join(self._lines(state, width - 2, height)))

    def _lines(self, state: State, width: int, height: int) -> list[str]:
        rows = _columns([words.ROW_HEADS, *words.row_lines(state)], width)
        now = _columns([words.NOW_HEADS, *words.now_lines(state)], width) if state.running else ["Nothing is searched."]
        failed = [f"{state.by_key[one.key].title}: {one.error}" for one in state.failed.values()]
        if self._way == "now":
            return [*now, *(["", "COULD NOT BE DONE", *failed] if failed else [])]
        if self._way == "curves":
            return self._curves(state, width, height)
        room = height - len(rows) - 1
        return [*rows, "", *(self._curves(state, width, room) if room >= LEAST_CURVES else [])]

    def _curves(self, state: State, width: int, height: int) -> list[str]:
        """What the rows have reached, over CPU time or playouts, with the rows' letters below where there is room."""
        from solvers.experiments.curves import by_playouts, curves, lettered
        from solvers.experiments.report import report

        made = report(self.known.experiment, state.cells, state.results, "")
        known = curves(made, state.cells, state.results, columns_for(width))
        letters = {curve.letter for curve in known}
        lines = [(letter, line) for letter, line in lettered(made) if letter in letters]
        legend = _wrapped(
            [f"{at} {line.row}" + (" (published)" if line.published else "") for at, line in lines], width
        )
        legend = legend if height - len(legend) >= LEAST_CURVES - 2 else []
        drawn = lines_of(known, width, height - len(legend), plain=self.plain, by_playouts=by_playouts(made))
        return [*drawn, *legend] if drawn else ["No score yet."]

    def _put(self, widget: Static, text: str) -> None:
        if str(widget.content) != text:
            widget.update(text)

    def action_turn(self) -> None:
        self._way = WAYS[(WAYS.index(self._way) + 1) % len(WAYS)]
        self._draw()

    def action_stop(self) -> None:
        if not self.known.folder.runs:
            self.hint("It does not run.")
            return
        self._do(self.known.folder.ask_to_stop, "Stopping ...")

    def action_resume(self) -> None:
        if self.known.folder.runs:
            self.hint("It runs already.")
        elif self._state is not None and self._state.cells and self._state.over:
            self.hint("All cells are done.")
        else:
            self._do(self._start, "Starting ...")

    def _start(self) -> None:
        from solvers.experiments.folder import start
        from solvers.runs.launcher import cores

        folder = self.known.folder
        if not folder.exists:
            folder.make(self.known.experiment)
        start(folder, cores())

    def _do(self, what: Any, said: str) -> None:
        try:
            what()
        except (FolderError, OSError) as error:
            self.hint(str(error), error=True)
        else:
            self.hint(said)


def _bar(state: State, *, plain: bool, width: int = 20) -> str:
    """How much is done, as a bar."""
    full = width * len(state.done) // max(1, len(state.cells))
    return ("#" if plain else "█") * full + ("." if plain else "░") * (width - full)


def _columns(rows: list[tuple[str, ...]], width: int) -> list[str]:
    """The rows as aligned columns no wider than that: the first one is shortened, the others stand at the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    widths[0] = max(8, min(widths[0], width - sum(widths[1:]) - 2 * len(widths[1:])))
    lines = []
    for first, *others in rows:
        cells = "".join(f"  {cell:>{room}}" for cell, room in zip(others, widths[1:], strict=True))
        lines.append(f"{shorten(first, widths[0]):<{widths[0]}}{cells}"[:width].rstrip())
    return lines


def _wrapped(parts: list[str], width: int) -> list[str]:
    """The parts in lines that are no wider, three blanks between them."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + 3 + len(part) <= width:
            lines[-1] += f"   {part}"
        else:
            lines.append(part[:width])
    return lines
