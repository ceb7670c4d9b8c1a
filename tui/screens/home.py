"""Home: ways in, and the runs that go on."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static
from textual.widgets.option_list import Option

from tui.screens.main_screen import MainScreen
from tui.widgets.lists import VimList, heading

if TYPE_CHECKING:
    from solvers.runs.folder import Run

WAYS = {"edit": "n  Solve my own    type, paste or open it", "puzzles": "s  Research        search, watch and compare"}
WAY, RUN = "way", "run"


class HomeScreen(MainScreen, scope="home"):
    """A list of ways in and of live runs; Enter follows the highlighted one."""

    def __init__(self) -> None:
        super().__init__()
        self._live: dict[str, tuple[Run, str]] = {}

    def body(self) -> ComposeResult:
        with Vertical(classes="pane"):
            yield Static("Puzzles to solve, and searches to watch.\n", id="sentence", markup=False)
            yield VimList(plain=self.plain)

    async def on_mount(self) -> None:
        self.query_one(VimList).focus()
        self._fill()

    def on_screen_resume(self) -> None:
        self.begin(self._look, "look", replacing=False)

    def action_way(self, name: str) -> None:
        if name == "edit":
            self.app.new_puzzle()
        else:
            self.app.action_show(name)

    def action_choose(self) -> None:
        kind, _, name = self.highlighted_id().partition(":")
        if kind == RUN:
            self.app.show_run(self._live[name][0])
        else:
            self.action_way(name)

    async def _look(self) -> None:
        self._live = {run.id: (run, title) for run, title in await asyncio.to_thread(self._read)}
        if self.is_mounted:
            self._fill()

    def _read(self) -> list[tuple[Run, str]]:
        from solvers.runs.folder import SpecError

        found = []
        for run in self.app.engine.live_runs():
            try:
                found.append((run, run.spec().title))
            except SpecError:
                continue
        return found

    def _fill(self) -> None:
        options = [Option(Text(words, no_wrap=True), id=f"{WAY}:{name}") for name, words in WAYS.items()]
        if self._live:
            options += [Option("", disabled=True), heading("Go on")]
        mark = "*" if self.plain else "●"
        for name, (_, title) in self._live.items():
            options.append(Option(Text(f"{mark} {title}", no_wrap=True), id=f"{RUN}:{name}"))
        self.query_one(VimList).fill(options)
