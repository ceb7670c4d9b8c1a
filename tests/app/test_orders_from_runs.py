"""Stopping, pausing, resuming and deleting on the Runs screen of a fresh app: one run, a line of seeds, marked runs."""

from __future__ import annotations

import pytest
from drivers.ended_runs import morpion_spec
from drivers.fake_engine import FakeEngine, make_app, wait_for, wait_for_texts

from solvers.runs.events import Finished, Paused, Unpaused
from solvers.runs.folder import all_runs, new_run
from tui.screens.dialog import ConfirmDialog
from tui.screens.runs import RunsScreen

KEYS = {"one": ("home", "enter", "down"), "group": ("home",), "marked": ("home", "enter", "down", "space", "space")}


@pytest.mark.parametrize(("chosen", "seeds"), [("one", [1]), ("group", [1, 2, 3]), ("marked", [1, 2])])
async def test_orders_go_to_the_chosen_runs_and_the_keys_say_what_they_do(chosen: str, seeds: list[int]) -> None:
    engine = FakeEngine()
    runs = {seed: engine.open(morpion_spec(seed=seed, batch="b")) for seed in (1, 2)}
    runs[3] = new_run(morpion_spec(seed=3, batch="b"))  # it waits
    live = [runs[seed] for seed in seeds if seed < 3]
    app = make_app(engine, "runs")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.main_screen("runs")
        assert isinstance(screen, RunsScreen)

        def labels() -> set[str]:
            return {one.label for one in screen.offered()}

        await wait_for_texts(pilot, "3 runs, 2 going on.")
        await pilot.press(*KEYS[chosen])
        await wait_for(pilot, lambda: len(screen.acted_on()) == len(seeds))
        await wait_for(pilot, lambda: labels() >= {"Pause", "Stop"})
        assert not labels() & {"Resume", "Go on"}

        await pilot.press("p")
        assert sorted(engine.requests) == sorted((run.id, "pause") for run in live)
        for run in live:
            engine.tell(run, Paused())
            engine.numbers(run, phase="paused")
        await wait_for(pilot, lambda: "Go on" in labels())
        assert "Pause" not in labels()
        await pilot.press("p")
        assert sorted(engine.requests[len(live) :]) == sorted((run.id, "go") for run in live)
        for run in live:
            engine.tell(run, Unpaused())
            engine.numbers(run)
        await wait_for(pilot, lambda: "Pause" in labels())

        engine.requests.clear()
        await pilot.press("s")
        assert sorted(engine.requests) == sorted((runs[seed].id, "stop") for seed in seeds)
        assert chosen != "group" or engine.requests[0][0] == runs[3].id, "first the one that would begin"
        for run in live:
            engine.end(run, Finished(reason="stopped"))
        await wait_for(pilot, lambda: "Resume" in labels() and "Stop" not in labels())
        await pilot.press("u")
        await wait_for(pilot, lambda: sorted(engine.resumed) == sorted(runs[seed].id for seed in seeds))
        await wait_for(pilot, lambda: "continue" in app.said)
        await pilot.press("x")
        await wait_for(pilot, lambda: isinstance(app.screen, ConfirmDialog))
        await pilot.press("y")
        left = {run.id for seed, run in runs.items() if seed not in seeds}
        await wait_for(pilot, lambda: {run.id for run in all_runs()} == left)
    engine.close()
