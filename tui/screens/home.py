"""Home: something alive, three ways in, and what can be gone on with; beside it the puzzle under the cursor."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from textwrap import wrap
from typing import TYPE_CHECKING, cast

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import OptionList, Static

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.family import Family, Puzzle
from puzzles.groups import About
from solvers.runs.scoring import amount
from tui.kept.loaded import Loaded
from tui.screens.main_screen import MainScreen
from tui.screens.play_chooser import choose_and_play
from tui.widgets.lists import VimList
from tui.words.wording import seconds_text

if TYPE_CHECKING:
    from solvers.runs.folder import Run
    from solvers.runs.reader import Follower
    from solvers.runs.spec import SolveSpec
    from solvers.runs.view import RunView
    from tui.widgets.board_pane import Picture

WELCOME = "Puzzles to play, to solve, and to search."
WAYS = {
    "play": ("p", "Play", "a puzzle, ready on the board"),
    "edit": ("n", "Solve my own", "type, paste or open it"),
    "research": ("s", "Research", "search, watch and compare"),
}
"""By the action's argument: its key, what it is called, and what it leads to."""
WAY, RUN, GAME, OWN = "way", "run", "game", "own"
LOOK = 2.0
"""Seconds between two looks at live runs."""
SPARK = 7
"""Columns of the course of a live run."""
MOST = 6
"""Games, and puzzles of one's own, that are listed."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of `Go on`: its words, what stands at its right, and the puzzle with the board to draw.

    `course`: of a live run its best, and how it came, where there is room for it.
    """

    words: str
    right: str
    loaded: Loaded
    board: tuple[int, ...]
    run: Run | None = None
    course: str = ""


class HomeScreen(MainScreen, scope="home"):
    """Its list has the ways in, then live runs, unfinished games and own puzzles."""

    CSS = """
    HomeScreen #body { padding: 1 1 0 3; }
    HomeScreen.-narrow #body { padding: 0 1 0 3; }
    HomeScreen #sentence { height: 2; }
    HomeScreen Picture { margin-right: 2; }
    HomeScreen #ways { width: 34; height: 1fr; }
    HomeScreen.-wide #ways { width: 62; }
    HomeScreen.-broad #ways { width: 86; }
    HomeScreen.-slim #body { padding: 0 1; }
    HomeScreen.-slim #ways { width: 1fr; }
    HomeScreen.-slim Picture { display: none; }
    HomeScreen.-short #body { padding: 0 1; }
    """
    ALWAYS = ("palette",)
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - the base class's own type
        (0, "-slim"),
        (70, "-narrow"),
        (110, "-wide"),
        (160, "-broad"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.entries: dict[str, Entry] = {}
        self.shown = 0
        """Which of the showcases is drawn."""
        self._drawn = ""
        self._chosen = self._painted = False
        self._followers: dict[str, Follower] = {}
        """Of the live runs, by their ids."""

    def body(self) -> ComposeResult:
        with Vertical():
            yield Static(WELCOME, id="sentence", markup=False)
            with Horizontal(id="columns"), Vertical(id="ways"):
                yield VimList(plain=self.plain)

    async def on_mount(self) -> None:
        self.query_one(VimList).focus()
        self._fill()
        # the app's messages wait while it begins, which is before anything is painted
        self.app.call_later(self.call_after_refresh, self._add_picture)
        self.set_interval(LOOK, self._look_at_runs)

    def _look_at_runs(self) -> None:
        """Live runs go on; without any, nothing is looked at, or drawn."""
        if self._followers and self.is_current:
            self.begin(self._look, "look", replacing=False)

    def on_screen_resume(self) -> None:
        if self._painted:
            self.begin(self._look, "look", replacing=False)
        for picture in self._pictures():
            picture.go_on()

    def on_screen_suspend(self) -> None:
        super().on_screen_suspend()
        for picture in self._pictures():
            picture.rest()

    def on_resize(self) -> None:
        self._fill()

    def possible(self) -> Iterable[str]:
        several = self._drawn and len(showcases()) > 1  # before the first picture no family is imported
        return ["choose", "way", *(["next_picture"] if several and not self.has_class("-slim") else [])]

    def action_way(self, name: str) -> None:
        if name == "play":
            choose_and_play(self.app)
        elif name == "research":
            self.app.research()
        else:
            if not self.app.edit_text.text:
                self.app.main_screen("edit").ask_new()  # type: ignore[attr-defined]
            self.app.action_show(name)

    def action_choose(self) -> None:
        name = self.highlighted_id().partition(":")[2]
        entry = self.entries.get(self.highlighted_id())
        if entry is None:
            self.action_way(name)
        elif entry.run is not None:
            self.app.show_run(entry.run, best=True)
        else:
            self.app.open_board(entry.loaded)

    def action_next_picture(self) -> None:
        self.shown += 1
        rows = self.query_one(VimList)
        if not self.highlighted_id().startswith(WAY):
            rows.action_first()
        self._drawn = ""
        self._draw()

    async def _look(self) -> None:
        """Looks aside for what can be gone on with."""
        self.entries = await asyncio.to_thread(self._read)
        if self.is_mounted:
            self._fill()
            if not self._chosen and self.entries and not next(iter(self.entries)).startswith(OWN):
                self.query_one(VimList).highlight(next(iter(self.entries)))
            self._chosen = True

    def _read(self) -> dict[str, Entry]:
        """By id: live searches, games, own puzzles, each the newest first."""
        from solvers.runs.spec import SolveSpec

        live = self.app.engine.live_runs()
        self._followers = {run.id: self._followers.get(run.id) or self.app.engine.follower(run) for run in live}
        searches: dict[str, list[RunView]] = {}
        for view in (self._followers[run.id].poll() for run in live):
            if isinstance(view.spec, SolveSpec):
                searches.setdefault(view.spec.batch or view.id, []).append(view)
        words = {name: _words(views) for name, views in searches.items()}
        alike = Counter(words.values())
        found = {}
        for name, views in searches.items():
            entry = self._of_search(views, words[name] if alike[words[name]] < 2 else _words(views, whole=True))
            if entry is not None:
                found[f"{RUN}:{name}"] = entry
        for place, game in enumerate(self.app.own_games.unfinished(MOST)):
            board = self.app.own_games.game(game.loaded).board
            found[f"{GAME}:{place}"] = Entry(game.title, game.words, game.loaded, board)
        own = list(self.app.own_puzzles.puzzles.items())[-MOST:]
        for name, loaded in reversed(own):
            found[f"{OWN}:{name}"] = Entry(loaded.puzzle.title, "", loaded, loaded.start)
        return found

    def _of_search(self, views: list[RunView], words: str) -> Entry | None:
        """The line of a search's live runs, with the best one's board; None without its family."""
        from solvers.runs.folder import Run
        from solvers.runs.view import best_first

        best = best_first(views)[0]
        spec = cast("SolveSpec", best.spec)
        try:
            loaded = Loaded(registry.get_family(spec.family).from_json(spec.puzzle), spec.source)
        except (PuzzleError, KeyError):
            return None
        took, course = seconds_text(max(one.elapsed for one in views)), self._course(loaded.family, best)
        return Entry(words, took, loaded, best.board or loaded.start, Run(best.folder), course)

    def _course(self, family: Family, view: RunView) -> str:
        """The best so far as people count it, and how it came; empty where nothing is counted."""
        from tui.widgets.monitor import people_count
        from tui.words.step_plot import sparkline

        if family.optimisation is None or not view.history or view.board_score is None:
            return ""
        history, _ = people_count(family, view.history)
        spark = sparkline(history, view.elapsed, SPARK, plain=self.plain)
        return f"{amount(family, view.board_score, view.facts)}  {spark}"

    def _fill(self) -> None:
        rows, wide = self.query_one(VimList), not self.has_class("-narrow")
        width = max(20, rows.size.width - 4)
        lines = []
        for name, (key, title, words) in WAYS.items():
            text = f"{key}  {title:<15} {words}" if wide else f"{key}  {title}\n   {words}"
            lines.append((f"{WAY}:{name}", text))
            if not wide and self.has_class("-tall") and not self.entries:  # blank lines go first
                lines.append(("", ""))
        kinds = {RUN: "*" if self.plain else "●", GAME: "o" if self.plain else "○", OWN: "-" if self.plain else "·"}
        before = ""
        for name, entry in self.entries.items():
            kind = name.partition(":")[0]
            title = "Yours" if kind == OWN else "Go on"
            if title != before:
                lines += [*([("", "")] if wide or before else []), ("", title)]
                before = title
            lines.append((name, f"{kinds[kind]} {_laid_out(entry, width - 2)}"))
        rows.show_lines(lines)

    def _pictures(self) -> Iterable[Picture]:
        """The one there is; none before the first paint, as boards are imported only then."""
        if not self._painted:
            return ()
        from tui.widgets.board_pane import Picture

        return self.query(Picture)

    def _add_picture(self) -> None:
        """After the first paint: now runs are looked for, too."""
        from tui.widgets.board_pane import Picture

        self._painted = True
        self.begin(self._look, "look", replacing=False)
        self.query_one("#columns").mount(Picture(plain=self.plain), before=0)
        self.call_after_refresh(self._draw)

    @on(OptionList.OptionHighlighted)
    def _draw(self) -> None:
        """Draws what the highlighted line is about; the showcase beside the ways in."""
        entry = self.entries.get(self.highlighted_id())
        drawn = self.highlighted_id() if entry is not None else f"{WAY}:{self.shown}"
        for picture in self._pictures():
            if drawn != self._drawn and not self.has_class("-slim"):
                self._drawn = drawn
                if entry is not None:
                    self._say(entry.words)
                    picture.show(entry.loaded.puzzle, entry.board)
                else:
                    sentence, puzzle, board = showcase(self.shown)
                    self._say(sentence)
                    picture.show(puzzle, board, replay=self.app.options.motion != "still")
        self.show_keys()

    def _say(self, sentence: str) -> None:
        self.query_one("#sentence", Static).update(sentence)


def _words(views: list[RunView], *, whole: bool = False) -> str:
    """What is searched, and with how many seeds; `whole`: how, and with which ones, too."""
    spec = cast("SolveSpec", views[0].spec)
    seeds = f", {len(views)} seeds" if len(views) > 1 else f", seed {spec.seed}" if whole else ""
    return f"{spec.title}{f', {spec.algorithm}' if whole else ''}{seeds}"


def _laid_out(entry: Entry, width: int) -> str:
    """The entry in lines that wide, all of its words in them; behind them, or below, its course and what is right."""
    tail = f"{entry.course}  {entry.right:>8}" if entry.course else entry.right
    *lines, last = wrap(entry.words, width) or [""]
    if len(last) + 2 + len(tail) <= width:
        lines.append(f"{last:<{width - len(tail)}}{tail}")
    else:
        lines += [last, f"{tail:>{width}}"]
    return "\n  ".join(lines)


@cache
def showcases() -> list[tuple[Family, About]]:
    """The families that have something to show; those first of which a record is known."""
    found = [(family, family.about) for family in registry.families() if family.about is not None]
    return sorted(found, key=lambda one: one[1].goal(one[0].parse(one[1].showcase.puzzle)) is None)


def showcase(number: int) -> tuple[str, Puzzle, tuple[int, ...]]:
    """The sentence, the puzzle and the board of one of them."""
    family, about = showcases()[number % len(showcases())]
    return about.showcase.sentence, *family.read_showcase(about.showcase)
