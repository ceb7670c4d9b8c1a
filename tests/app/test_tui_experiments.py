"""Experiments in the app: one is chosen, watched, stopped and gone on with."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest
from drivers.fake_engine import make_app, screen_text, wait_for, wait_for_texts

from solvers.experiments import folder as folders
from solvers.experiments.cell import cells, problems
from solvers.experiments.folder import ExperimentFolder, default_folder
from solvers.experiments.live import LiveFile
from solvers.experiments.search import run_cell
from solvers.experiments.spec import parse
from solvers.runs.status import Progress
from tui.screens.experiment_dialog import ExperimentDialog

TEXT = """\
title = "Games of the small cross"
playouts = [1, 3]
seeds = 2
[[puzzles]]
family = "morpion"
files = "example:4D"
[[row]]
algorithm = "sampling"
[[row]]
algorithm = "nrpa"
parameters = { level = 1, iterations = 2 }
"""


async def test_an_experiment_is_watched_stopped_and_gone_on_with(monkeypatch: pytest.MonkeyPatch) -> None:
    experiment = parse(dedent(TEXT), "games", Path("/"))
    folder = ExperimentFolder(default_folder(experiment))
    folder.make(experiment)
    found = problems(experiment)
    folder.keep_problems(found)
    whole = cells(experiment, puzzles=found)
    for cell in whole[:3]:
        folder.add(run_cell(cell))
    started: list[tuple[Path, int]] = []
    monkeypatch.setattr(folders, "start", lambda place, workers: started.append((place.path, workers)))
    app = make_app(None, "runs")
    async with app.run_test(size=(100, 34)) as pilot:
        with folder.held_by_us():
            live = LiveFile(folder.path, 1)
            live.enter("searching")
            live.tell(Progress(key=whole[3].key, playouts=2, seconds=0.5, score=31.0))
            live.write(now=True)
            await pilot.press("e")
            await wait_for(pilot, lambda: "games (runs): Games of the small cross" in screen_text(app))
            await wait_for_texts(pilot, "(quick size)")
            await pilot.press("enter")
            await wait_for(pilot, lambda: "3 of 4 cells are done, 1 at a time" in screen_text(app))
            dialog = app.screen
            assert isinstance(dialog, ExperimentDialog)
            rows = [line.split() for line in screen_text(app).splitlines() if "Sampling" in line]
            assert rows[0][1:4] == ["Sampling", "2", "2"]
            assert "A Sampling" in screen_text(app)
            await pilot.press("v")
            await wait_for(pilot, lambda: "SEARCHED NOW" in screen_text(app))
            assert any(line.split()[-5:-1] == ["ms", "2", "of", "3"] for line in screen_text(app).splitlines())
            await pilot.press("u")
            await wait_for(pilot, lambda: "It runs already." in screen_text(app))
            await pilot.press("s")
            await wait_for(pilot, lambda: folder.asked_to_stop)
        await wait_for(pilot, lambda: "3 of 4 cells are done; it does not run" in screen_text(app))
        await pilot.press("u")
        assert [place for place, _ in started] == [folder.path]
        folder.add(run_cell(whole[3]))
        await wait_for(pilot, lambda: "4 of 4 cells are done" in screen_text(app))
        await pilot.press("u")
        await wait_for(pilot, lambda: "All cells are done." in screen_text(app))
        await pilot.press("escape")
        assert app.screen is not dialog
