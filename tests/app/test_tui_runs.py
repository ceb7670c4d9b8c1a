"""The Runs screen: marked, filtered, sorted, unfolded, compared, saved, stopped and deleted, in one go."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

from drivers.ended_runs import morpion_spec
from drivers.fake_engine import FakeEngine, make_app, screen_text, wait_for, wait_for_texts
from drivers.searched_runs import listed_run
from textual.widgets import Input

from solvers.runs.events import Finished
from solvers.runs.folder import all_runs
from tui.screens.dialog import ConfirmDialog
from tui.screens.path_dialog import PathDialog
from tui.screens.runs import RunsScreen
from tui.widgets.comparison import Comparison


async def test_searches_are_filtered_marked_compared_saved_and_deleted(tmp_path: Path) -> None:
    seeds = [listed_run([60.0, 70.0 + seed], seed=seed) for seed in (1, 2, 3)]
    other = listed_run([66.0, 79.0], algorithm="nrpa")
    engine = FakeEngine()
    live = [engine.open(morpion_spec(algorithm="gnrpa", seed=seed)) for seed in (1, 2)]
    app = make_app(engine, "runs")
    async with app.run_test(size=(100, 30)) as pilot:
        screen = app.main_screen("runs")
        assert isinstance(screen, RunsScreen)
        await wait_for(pilot, lambda: len(screen.watched) == 6)
        await wait_for_texts(pilot, "6 runs, 2 going on.")
        assert len(screen.table.lines) == 3

        await pilot.press("slash", *"sampling")
        await wait_for(pilot, lambda: len(screen.table.lines) == 1)
        await wait_for_texts(pilot, "filter sampling")
        await pilot.press("enter", "enter")
        await wait_for(pilot, lambda: "seed 2" in screen_text(app))
        await pilot.press("enter", "escape", "t", "t", "T", "T")
        assert len(screen.table.lines) == 3
        assert "by best ↓" in screen_text(app)

        await pilot.press("home", "space", "space", "equals_sign")
        comparison = screen.query_one(Comparison)
        await wait_for_texts(pilot, "what differs", "finds 73", "middle half")
        assert [group.first.spec.algorithm for group in comparison.groups] == ["nrpa", "sampling"]  # type: ignore[union-attr]
        await pilot.press("plus")
        await wait_for_texts(pilot, "Compare with", "example:nrpa-5D-82")
        await pilot.press(*"nrpa-5D-82", "enter")
        await wait_for(pilot, lambda: comparison.references)
        await wait_for_texts(pilot, "nrpa-5D-82", "C")
        assert [one.called for one in comparison.references] == ["nrpa-5D-82"]
        await pilot.press("v")
        assert comparison.by_playouts
        for name in ("all.csv", "all.svg"):
            await pilot.press("w")
            await wait_for(pilot, lambda: isinstance(app.screen, PathDialog))
            app.screen.query_one(Input).value = str(tmp_path / name)
            await pilot.press("enter")
            await wait_for(pilot, lambda: app.said.startswith("Saved"))
            app.said = ""
        assert {row["letter"] for row in csv.DictReader((tmp_path / "all.csv").open())} == {"A", "B"}
        assert (tmp_path / "all.svg").read_text().startswith("<svg")
        assert ">nrpa-5D-82<" in (tmp_path / "all.svg").read_text()

        await pilot.press("escape")
        assert not comparison.display
        shutil.rmtree(seeds[0].folder)  # by somebody else
        await pilot.press("x")
        await wait_for(pilot, lambda: isinstance(app.screen, ConfirmDialog))
        await wait_for_texts(pilot, "runs?")
        await pilot.press("y")
        await wait_for(pilot, lambda: {run.id for run in all_runs()} == {run.id for run in live})
        await wait_for(pilot, lambda: len(screen.watched) == 2)
        await wait_for(pilot, lambda: app.said == "Deleted 3 runs.")
        assert not other.folder.exists()

        await pilot.press("x")
        assert app.said == "All are active; s stops them first."
        await pilot.press("s")
        assert sorted(engine.requests) == sorted((run.id, "stop") for run in live)
        assert app.said == "Stopping ..."
        for run in live:
            engine.end(run, Finished(reason="stopped"))
        await wait_for(pilot, lambda: app.said == "")
        await pilot.press("u")
        await wait_for(pilot, lambda: app.said == "2 runs continued.")
        assert sorted(engine.resumed) == sorted(run.id for run in live)
        await pilot.press("w")
        await wait_for(pilot, lambda: isinstance(app.screen, PathDialog))
        app.screen.query_one(Input).value = str(tmp_path / "list.txt")
        await pilot.press("enter")
        await wait_for(pilot, lambda: app.said.startswith("Saved"))
        assert (tmp_path / "list.txt").read_text().startswith("run,"), "the chosen format, whatever the name"
    engine.close()
