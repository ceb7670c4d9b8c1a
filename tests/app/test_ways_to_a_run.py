"""All ways to a run, of one seed, of several and on a cluster: live, ended, failed, gone; in a fresh app and later."""

from __future__ import annotations

import itertools
import shutil
from typing import Any

import pytest
from drivers.ended_runs import GAME, improved, morpion_spec
from drivers.fake_engine import FakeEngine, make_app, wait_for, wait_for_texts
from textual.pilot import Pilot

from solvers.runs.events import Failed, Finished
from solvers.runs.folder import Run
from tui.app import McsTuiApp
from tui.screens.search import SearchScreen
from tui.widgets.lists import VimList

SEARCHES: dict[str, list[dict[str, Any]]] = {
    "one": [{"seed": 2}],
    "several": [{"seed": seed, "batch": "b"} for seed in (1, 2, 3)],
    "cluster": [{"seed": 2, "cluster": "tcp://host:8786", "searches": 4}],
}
"""By what is searched: what the specs of its runs have; seed 2 is the one that is opened."""
STATES = ("live", "ended", "failed", "removed")
STATES_OF = {"home": ("live", "removed"), "runs": STATES, "palette": STATES, "notice": ("live", "removed")}
"""The states of the runs that each way leads to: Home, and the notice at the start, have live ones only."""
CASES = [
    (way, what, state, warm)
    for way, states in STATES_OF.items()
    for what, state, warm in itertools.product(SEARCHES, states, (False, True))
    if way in ("home", "runs") or (what != "cluster" and not warm)  # the others do what Runs does
]


def searched(engine: FakeEngine, what: str, state: str) -> list[Run]:
    """The runs; the best is of the first seed."""
    runs = [engine.open(morpion_spec(**settings)) for settings in SEARCHES[what]]
    for at, run in enumerate(runs):
        length = len(GAME) - at
        engine.tell(run, improved(GAME[:length], at=1.0 + at))
        if state == "ended":
            engine.end(run, Finished(reason="budget", best_score=float(length), at=9.0, playouts=9))
        elif state == "failed":
            engine.end(run, Failed(message="the machine has no memory left"))
    return runs


async def choose(pilot: Pilot[int], app: McsTuiApp, way: str, run: Run, several: bool, before: Any) -> None:
    """Takes the way to the run with keys; `before` is called when the run is listed, before it is opened."""
    if way == "palette":
        await pilot.press("ctrl+p")
        await wait_for(pilot, lambda: app.screen.is_modal)
        await pilot.press(*run.id[-4:])
        await wait_for_texts(pilot, "Run: Morpion Solitaire 5D, empty cross, seed 2, ")
    else:
        if way == "notice":
            await wait_for(pilot, lambda: "still active: 4 shows" in app.said)
            await pilot.press("4")
            way = "runs"
        else:
            app.action_show(way)
        await wait_for(pilot, lambda: app.current_mode == way)
        rows = app.screen.query_one(VimList)
        if way == "home":
            await wait_for(pilot, lambda: any((one.id or "").startswith("run:") for one in rows.options))
            rows.highlight(next(one.id for one in rows.options if (one.id or "").startswith("run:")))
        else:
            await wait_for(pilot, lambda: rows.option_count)
            if several and rows.option_count == 1:
                await pilot.press("home", "enter")
            await wait_for(pilot, lambda: run.id in [one.id for one in rows.options])
            rows.highlight(run.id)
    before()
    await pilot.press("enter")


@pytest.mark.parametrize(("way", "what", "state", "warm"), CASES)
async def test_a_run_is_shown_or_it_is_said_that_it_is_gone(
    way: str, what: str, state: str, warm: bool, request: pytest.FixtureRequest
) -> None:
    engine = FakeEngine()
    request.addfinalizer(engine.close)
    runs = searched(engine, what, state)
    several = len(runs) > 1
    run = runs[1] if several else runs[0]
    expected = runs[0] if way == "home" else run

    def remove() -> None:
        if state == "removed":
            for one in runs if way == "home" else [run]:
                shutil.rmtree(one.folder)

    app = make_app(engine, {"palette": "runs", "notice": "home"}.get(way, way))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.main_screen("search")
        assert isinstance(screen, SearchScreen)
        if warm:
            other = engine.open(morpion_spec("5T"))
            app.show_run(other)
            await wait_for_texts(pilot, "Morpion Solitaire 5T")
            engine.end(other)
            shutil.rmtree(other.folder)
        await choose(pilot, app, way, run, several, remove)
        if state == "removed":
            await wait_for(pilot, lambda: app.said.startswith("There is no run"))
            assert app.current_mode != "search" or warm
            return
        await wait_for(pilot, lambda: app.current_mode == "search" and screen.view is not None)
        await wait_for(
            pilot, lambda: not several or (screen.shown.seeds is not None and len(screen.shown.seeds.ranked()) == 3)
        )
        assert screen.shown.watched is not None
        assert screen.shown.watched.run.id == expected.id
        words = "no memory left" if state == "failed" else f"{len(GAME) - runs.index(expected)} moves"
        await wait_for_texts(pilot, f"Seed {1 + runs.index(expected)}: " if several else "", words)
        if warm:
            return
        for one in runs:  # while it is shown
            shutil.rmtree(one.folder)
        await pilot.press("f", "d", "s", "P", "u", "F")
        screen.tick()
        await wait_for(pilot, lambda: screen.view is not None and screen.view.message == "the run was removed")
        await pilot.press("4")
        await wait_for_texts(pilot, "There are no runs yet.")
    assert not app.crash_line
