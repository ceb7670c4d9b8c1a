"""The Priors and Runs screens."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from drivers.fake_engine import FakeEngine, make_app, screen_text, wait_for, wait_for_texts
from textual.widgets import Input

from priors import store
from priors.provenance import provenance
from puzzles import registry
from solvers.runs.events import Finished, Improved, Progress, Trained
from solvers.runs.folder import runs_root
from solvers.runs.spec import SolveSpec, TrainSpec
from tui.screens import runs
from tui.screens.dialog import ConfirmDialog
from tui.screens.order_dialogs import TrainDialog
from tui.screens.path_dialog import PathDialog
from tui.widgets.form import Choice

TEXT = "1 . 3\n. 3 .\n3 . 2\n"


def stored_prior() -> Path:
    """A small prior on disk."""
    family = registry.get_family("latin")
    about = provenance(family, "dual", "order-20", asked=10_000, counted=10_000, seed=1)
    return store.save(np.array([1, 5, 9, 0]), np.array([10, 10, 10, 0]), about)


def solve_spec(title: str = "Latin square, order 3, 4 holes", **settings: Any) -> SolveSpec:
    puzzle = registry.read(TEXT)
    data = registry.get_family("latin").to_json(puzzle)
    asked: dict[str, Any] = {"algorithm": "backtracking", "seconds": 60.0}
    return SolveSpec(family="latin", puzzle=data, title=title, **asked | settings)


async def test_what_comes_with_the_program_is_listed_drawn_and_stays() -> None:
    app = make_app(first="priors")
    async with app.run_test(size=(120, 30)) as pilot:
        await wait_for(pilot, lambda: "rna ngram any, shipped" in screen_text(app))
        await wait_for(pilot, lambda: "100 of 101 codes seen; comes with mcs-tui" in screen_text(app))
        await wait_for_texts(pilot, "71,872 designs of Rfam 14.2 seed")
        await pilot.press("x")
        assert app.said == "This prior comes with mcs-tui: it stays."
        await pilot.press("down")
        await wait_for(pilot, lambda: "codes weighed; published weights" in screen_text(app))
        await pilot.press("x")
        assert app.said == "This prior comes with mcs-tui: it stays."
        app.said = ""
        await pilot.press("s")
        assert app.said


async def test_a_prior_of_a_file_is_trained_from_the_app(tmp_path: Path) -> None:
    path = tmp_path / "designs.tsv"
    path.write_text("family\tsequence\tss_mfe\nRF1\tGGGAAACCC\t(((...)))\n")
    engine = FakeEngine()
    app = make_app(engine, "priors")
    async with app.run_test(size=(100, 30)) as pilot:
        await wait_for(pilot, lambda: app.current_mode == "priors")
        await pilot.press("t")
        await wait_for(pilot, lambda: isinstance(app.screen, TrainDialog) and app.screen.query(Input))
        [family] = [one for one in app.screen.query(Choice) if one.name == "family"]
        family.focus()
        for _ in family.values:
            if family.value != "rna":
                await pilot.press("right")
        await wait_for(pilot, lambda: any(field.name == "file" for field in app.screen.query(Input)))
        fields = {field.name: field for field in app.screen.query(Input)}
        fields["file"].value = str(tmp_path / "absent.tsv")
        fields["file"].focus()
        await pilot.press("enter")
        await wait_for(pilot, lambda: "No such file" in screen_text(app))
        fields["file"].value = str(path)
        fields["column"].value = "ss_best"
        await pilot.press("enter")
        await wait_for(pilot, lambda: "no column ss_best" in screen_text(app))
        assert not engine.launched
        fields["column"].value = ""
        fields["per_family"].value = "50"
        await pilot.press("enter")
        await wait_for(pilot, lambda: engine.launched)
        spec = engine.last.spec()
        assert isinstance(spec, TrainSpec)
        assert (spec.family, spec.prior, spec.corpus, spec.families_capped) == ("rna", "ngram", str(path), 50)
    engine.close()


async def test_a_prior_is_drawn_saved_and_removed(tmp_path: Path) -> None:
    path = stored_prior()
    app = make_app(first="priors")
    async with app.run_test(size=(100, 30)) as pilot:
        await wait_for(pilot, lambda: "number of codes by frequency" in screen_text(app))
        await wait_for_texts(pilot, "latin dual order-20: 10,000 puzzles", "3 of 4 codes seen")
        await pilot.press("w")
        await wait_for(pilot, lambda: isinstance(app.screen, PathDialog))
        figure = tmp_path / "figure.svg"
        app.screen.query_one(Input).value = str(figure)
        await pilot.press("enter")
        await wait_for(pilot, lambda: app.said.startswith("Saved"))
        assert figure.read_text().startswith("<?xml")
        await pilot.press("x")
        await wait_for(pilot, lambda: isinstance(app.screen, ConfirmDialog))
        await pilot.press("escape")
        assert path.exists()
        await pilot.press("x")
        await wait_for(pilot, lambda: isinstance(app.screen, ConfirmDialog))
        await pilot.press("y")
        await wait_for(pilot, lambda: not path.exists())
        await wait_for(pilot, lambda: "latin dual" not in screen_text(app))


async def test_training_shows_progress_stops_and_lists_what_was_counted() -> None:
    engine = FakeEngine()
    app = make_app(engine, "priors")
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for(pilot, lambda: app.current_mode == "priors")
        await pilot.press("t")
        await wait_for(pilot, lambda: isinstance(app.screen, TrainDialog) and app.screen.query(Input))
        fields = {field.name: field for field in app.screen.query(Input)}
        assert fields["shape"].value == "order-20"
        assert fields["puzzles"].value == "10000"
        fields["shape"].value = "order-zero"
        await pilot.press("enter")
        await wait_for(pilot, lambda: "order-zero" in screen_text(app).split("expected")[0])
        fields["shape"].value = "order-9"
        await pilot.press("enter")
        await wait_for(pilot, lambda: engine.launched)
        spec = engine.last.spec()
        assert isinstance(spec, TrainSpec)
        assert (spec.prior, spec.shape, spec.puzzles) == ("dual", "order-9", 10_000)
        engine.tell(engine.last, Progress(at=1.0, done=2_500, total=10_000))
        engine.numbers(engine.last, compiling=5.0, compile_seconds=20.0)
        await wait_for(pilot, lambda: "Compiled in about 15 s" in screen_text(app))
        engine.numbers(engine.last, at=1.0, done=2_500, total=10_000, seconds_left=3.0)
        await wait_for(pilot, lambda: "2,500 of 10,000, about 3.0 s left" in screen_text(app))
        await pilot.press("s")
        assert engine.requests[-1][1] == "stop"
        path = stored_prior()
        engine.end(engine.last, Trained(path=str(path), puzzles=2_500), Finished(reason="stopped"))
        await wait_for(pilot, lambda: "latin dual order-20" in screen_text(app))
        await wait_for_texts(pilot, "stopped")
    engine.close()


async def test_no_runs_yet() -> None:
    app = make_app(first="runs")
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for(pilot, lambda: "There are no runs yet" in screen_text(app))
        for key in ("enter", "s", "p", "u", "x"):
            app.said = ""
            await pilot.press(key)
            assert app.said


async def test_runs_live_and_old_are_listed_watched_stopped_and_deleted() -> None:
    engine = FakeEngine()
    old = engine.open(solve_spec("the old one"))
    engine.end(old, Finished(at=1.0, playouts=77, reason="budget", best_score=-2.0))
    live = engine.open(solve_spec("the live one", algorithm="nrpa"))
    engine.tell(live, Improved(score=-1.0, playouts=5, board=[0, 1, 2, 1, 2, 0, 2, -1, 1]))
    engine.numbers(live, playouts=4321, best_score=-1.0)
    app = make_app(engine, "runs")
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for(pilot, lambda: "1 run still active" in app.said)
        await wait_for(pilot, lambda: "the live one" in screen_text(app))
        rows = {line.strip("▸ ") for line in screen_text(app).split("\n")}
        listed = next(row for row in rows if "the live one" in row)
        assert listed.split()[3:] == ["nrpa", "1", "-1", "–", "–", "0", "s", "running"]
        assert next(row for row in rows if "the old one" in row).endswith("ended")
        names = set(app.main_screen("runs").watched)  # type: ignore[attr-defined]
        await choose(app, live.id)
        await pilot.press("x")
        assert "s stops it first" in app.said
        await pilot.press("p")
        assert engine.requests[-1] == (live.id, "pause")
        await pilot.press("s")
        assert engine.requests[-1] == (live.id, "stop")
        await pilot.press("enter")
        await wait_for(pilot, lambda: app.current_mode == "search" and "best position so far" in screen_text(app))
        await pilot.press("4")
        await choose(app, old.id)
        await pilot.press("u")
        assert "ended: time is up" in app.said
        await pilot.press("x")
        await wait_for(pilot, lambda: isinstance(app.screen, ConfirmDialog))
        await pilot.press("y")
        await wait_for(pilot, lambda: not old.folder.exists())
        await wait_for(pilot, lambda: "the old one" not in screen_text(app))
        assert names == {old.id, live.id}
    engine.close()


async def test_the_newest_runs_are_listed_before_the_others_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    engine, drawn = FakeEngine(), []
    for workers in (1, 2, 3):
        engine.end(engine.open(solve_spec(workers=workers)))
    monkeypatch.setattr(runs, "BATCH", 1e-9)
    draw = runs.RunsScreen._draw

    def noted(screen: runs.RunsScreen, **how: bool) -> None:
        draw(screen, **how)
        drawn.append(list(screen.watched))

    monkeypatch.setattr(runs.RunsScreen, "_draw", noted)
    app = make_app(engine, "runs")
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for(pilot, lambda: drawn and len(drawn[-1]) == 3)
    newest = drawn[-1]
    assert newest == sorted(newest, reverse=True)
    assert [shown for at, shown in enumerate(drawn) if shown not in drawn[:at]][-3:] == [newest[:1], newest[:2], newest]


async def test_an_interrupted_run_is_resumed() -> None:
    engine = FakeEngine()
    run = engine.open(solve_spec())
    engine.end(run)
    app = make_app(engine, "runs")
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for(pilot, lambda: "interrupted" in screen_text(app))
        await pilot.press("u")
        await wait_for(pilot, lambda: engine.resumed == [run.id])


async def test_a_damaged_run_is_listed_and_can_be_deleted() -> None:
    folder = runs_root() / "20260101-000000-latin-aaaa"
    folder.mkdir(parents=True)
    (folder / "spec.json").write_text("{")
    app = make_app(first="runs")
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for(pilot, lambda: folder.name in screen_text(app))
        await pilot.press("enter")
        assert app.said_is_error
        await pilot.press("x")
        await wait_for(pilot, lambda: isinstance(app.screen, ConfirmDialog))
        await pilot.press("enter")
        await wait_for(pilot, lambda: not folder.exists())


async def choose(app: object, run_id: str) -> None:
    """Highlights the run in the list."""
    from tui.app import McsTuiApp
    from tui.widgets.lists import VimList

    assert isinstance(app, McsTuiApp)
    rows = app.main_screen("runs").query_one(VimList)
    rows.highlight(run_id)
    assert rows.highlighted_id == run_id
