"""The settings as a form: it writes the file of `mcs-tui config`, and what is set there begins a new search."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from drivers.fake_engine import FakeEngine, make_app, screen_text, wait_for
from textual.pilot import Pilot
from textual.widgets import Input

from puzzles import registry
from solvers.runs.spec import SolveSpec
from tui.app import McsTuiApp
from tui.kept import settings
from tui.kept.loaded import Loaded
from tui.kept.options import AppOptions
from tui.kept.settings import app_options, change_settings, changed, parse, read_settings
from tui.screens.app_dialogs import SettingsDialog
from tui.widgets.form import Choice, Form
from tui.widgets.new_search import default_seeds, default_spec

HERE = Path("settings.toml")
MINE = """# my own remark
theme = "paper"   # at work
motion = calm

[play]
clock = false
[keys]
"search.stop" = "f7"
"""


def test_only_the_lines_of_what_changes_are_written_anew() -> None:
    new = changed(
        MINE, {("", "theme"): "night", ("play", "clock"): True, ("search", "seeds"): 4, ("", "fps"): 5.0}, HERE
    )
    assert new.split("\n") == [
        "# my own remark", 'theme = "night"   # at work', "motion = calm", "fps = 5", "", "[play]", "clock = true",
        "[keys]", '"search.stop" = "f7"', "", "[search]", "seeds = 4", "",
    ]  # fmt: skip
    assert parse(changed(MINE, {("", "motion"): "still"}, HERE), HERE).values[""]["motion"] == "still", "mended"
    with pytest.raises(ValueError, match=r"settings.toml: clock can't be changed here"):
        changed("play = { clock = false }\n", {("play", "clock"): True}, HERE)


def test_a_new_file_explains_all_settings_and_a_link_and_its_mode_stay(tmp_path: Path) -> None:
    path, link = tmp_path / "deep" / "settings.toml", tmp_path / "link.toml"
    change_settings(path, {("search", "preset"): "quick"})
    text = path.read_text()
    assert 'preset = "quick"' in text
    assert "# theme = " in text
    path.chmod(0o640)
    link.symlink_to(path)
    change_settings(link, {("", "motion"): "still"})
    assert link.is_symlink()
    assert path.stat().st_mode & 0o777 == 0o640
    assert app_options(read_settings(path)).motion == "still"
    assert app_options(read_settings(path)).preset == "quick"


def game() -> Loaded:
    return Loaded(registry.read("morpion 5D\n"))


def test_a_new_search_begins_as_the_settings_say() -> None:
    assert default_spec(game()).seconds == 60.0
    quick = default_spec(game(), AppOptions(preset="quick", seeds=4, cores=2))
    assert (quick.seconds, quick.workers) == (10.0, 1), "several seeds have one core each"
    assert default_seeds(AppOptions(seeds=4)) == [1, 2, 3, 4]
    longer = default_spec(game(), AppOptions(preset="quick", seconds=30.0, cores=2))
    assert (longer.seconds, longer.workers) == (30.0, 2)
    paper = default_spec(game(), AppOptions(preset="paper"))
    assert paper.parameters["level"] == game().family.presets[0].parameters["level"]


async def open_form(app: McsTuiApp, pilot: Pilot[int]) -> SettingsDialog:
    await pilot.press("f8")
    await wait_for(pilot, lambda: isinstance(app.screen, SettingsDialog))
    assert isinstance(app.screen, SettingsDialog)
    return app.screen


def choose(form: SettingsDialog, name: str, value: str) -> None:
    field = next(one.fields[name] for one in form.query(Form) if name in one.fields)
    field.value = value


async def test_the_form_writes_the_file_and_what_it_says_holds_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    path = tmp_path / "settings.toml"
    path.write_text(MINE)
    engine = FakeEngine()
    app = make_app(engine, settings=path)
    async with app.run_test(size=(80, 24)) as pilot:
        form = await open_form(app, pilot)
        theme = next(one for one in form.query(Choice) if one.name == "theme")
        assert (theme.value, theme.has_focus) == ("paper", True)
        assert "colours; auto: night" in screen_text(app)
        for name, value in {"theme": "safe-paper", "preset": "quick", "seeds": "three"}.items():
            choose(form, name, value)
        await pilot.press("enter")
        await wait_for(pilot, lambda: "seeds is 'three'" in screen_text(app))
        assert path.read_text() == MINE, "nothing is written while a value is wrong"
        choose(form, "seeds", "3")
        path.write_text(f'{MINE}"search.new" = "f6"\n')  # by an editor, meanwhile
        with monkeypatch.context() as full:
            full.setattr(settings, "write_named", refused)
            await pilot.press("enter")
            await wait_for(pilot, lambda: "can't be written: No space left on device" in screen_text(app))
        await pilot.press("enter")
        await wait_for(pilot, lambda: not app.screen.is_modal)
        assert app.said == "Saved."
        assert app.theme == "safe-paper"
        found = read_settings(path)
        assert found.keys == {"search.stop": "f7", "search.new": "f6"}
        assert "# my own remark" in path.read_text()
        assert found.values["search"] == {"preset": "quick", "seeds": 3}

        app.open_board(game(), face="search")
        await wait_for(pilot, lambda: app.screen.query("#own-form"))
        fields = {one.name: one.value for one in app.screen.query(Input)}
        assert (fields["seconds"], fields["seeds"]) == ("10", "3")
        assert next(one for one in app.screen.query(Choice) if one.name == "how_long").value == "quick"
        choose(await open_form(app, pilot), "seeds", "2")
        await pilot.press("enter")
        await wait_for(
            pilot, lambda: {one.name: one.value for one in app.screen.query(Input)}.get("seeds") == "2", "the open form"
        )
        await pilot.press("enter")
        await wait_for(pilot, lambda: len(engine.launched) == 2)
        spec = engine.last.spec()
        assert isinstance(spec, SolveSpec)
        assert (spec.seconds, spec.seed) == (10.0, 2)
    engine.close()


def refused(path: Path, data: bytes) -> None:
    raise OSError(28, os.strerror(28), str(path))
