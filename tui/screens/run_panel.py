"""What is said beside the board of a run that is followed: the sentence over it, its seeds, and other runs' curves."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from solvers.runs.scoring import family_of
from tui.processes.seeds import HEADING, row
from tui.screens.shown_boards import FollowedRun
from tui.widgets.lines import WholeText
from tui.widgets.lists import SeedList
from tui.widgets.monitor import Monitor, people_count
from tui.words import sentence
from tui.words.sentence import Sentence
from tui.words.step_plot import History

if TYPE_CHECKING:
    from puzzles.groups import Goal
    from solvers.runs.folder import Run

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


async def other_curves(run: FollowedRun) -> list[History]:
    """The histories of other runs on the puzzle, the newest ones, as people count."""
    others = await asyncio.to_thread(histories_beside, run.watched.run)
    return [people_count(family_of(run.spec), one)[0] for one in others]


class SentenceLine(WholeText):
    """The sentence over board and panel; it changes once a second at most while the run goes on."""

    said: Sentence | None = None
    _at = 0.0

    def hide(self) -> None:
        """There is no run to speak of."""
        self.display, self.said = False, None

    def tell(self, run: FollowedRun, goal: Goal | None, now: float, *, plain: bool) -> None:
        assert run.view is not None
        said = sentence.of_run(run.view, goal, plain=plain)
        if run.seeds is not None:
            said = replace(said, text=f"Seed {run.spec.seed}: {said.text[0].lower()}{said.text[1:]}")
        self.display = True
        waits = self.said is not None and run.watched.going and 0 <= now - self._at < SENTENCE_PERIOD
        if said == self.said or waits:
            return
        self.said, self._at = said, now
        self.say(f"{said.text}\n{said.next}")
        for kind in (sentence.FOUND, sentence.WRONG):
            self.set_class(said.kind == kind, f"-{kind}")


def list_seeds(monitor: Monitor, run: FollowedRun) -> bool:
    """Draws the table of seeds, and the curves of those that are not shown; False if the table waits for its turn."""
    views = run.seeds.ranked() if run.seeds is not None else []
    if run.seeds is None or not views:
        return True
    shown = run.watched.run.id
    monitor.earlier = [people_count(family_of(run.spec), view.history)[0] for view in views if view.id != shown]
    rows = [(view.id, row(view, plain=monitor.plain)) for view in views]
    return monitor.query_one(SeedList).show(HEADING, rows, shown, at_once=not run.seeds.going)
