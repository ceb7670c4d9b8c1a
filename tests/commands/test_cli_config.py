"""The settings file: read line by line, printed, examined; what is wrong is told with its line, defaults are used."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from drivers.command_line import invoke
from drivers.fake_engine import make_app, screen_text, wait_for

from tui.kept.options import AppOptions
from tui.kept.settings import (
    SETTINGS,
    Settings,
    app_options,
    as_text,
    parse,
    read_settings,
    settings_path,
)
from tui.keys import actions
from tui.keys.keymap import key_faults, textual_keys

HERE = Path("settings.toml")
WRONG = """theme = "nigth"
fps = 99
xx = 3
motion = calm
ascii = true

[play]
clock = 1
conflicts = false

[keys]
"puzzles.filter" = "f7,/"
puzzles.open_board = 3
[search]
cores = 2
"""


def test_what_is_not_set_has_its_default_and_every_setting_reaches_the_app() -> None:
    assert app_options(parse("", HERE)) == AppOptions(settings=HERE)
    lines = [f"[{section}]\n" if section else "" for section in SETTINGS]
    for place, parameters in enumerate(SETTINGS.values()):
        for one in parameters:
            value = {str: (*one.choices, "")[-2:][0], bool: not one.default, int: 3, float: 4}[one.kind]
            lines[place] += f"{one.name} = {json.dumps(value)}\n"
    options = app_options(parse("".join(lines), HERE))
    for parameters in SETTINGS.values():
        for one in parameters:
            assert getattr(options, one.name) != one.default, one.name


def test_each_wrong_line_is_told_and_all_others_count() -> None:
    assert parse("fps = " + "9" * 5000, HERE).warnings == ("settings.toml: a number is too long",)
    found = parse(WRONG, HERE)
    assert [one.line for one in found.faults] == [1, 2, 3, 4, 8, 13]
    assert found.warnings[0].startswith("settings.toml:1: theme is 'nigth'; expected auto or night")
    assert found.warnings[0].endswith('the default, "auto", is used')
    assert found.warnings[3] == "settings.toml:4: this line is left out: invalid value"
    assert found.values == {"": {"ascii": True}, "play": {"conflicts": False}, "search": {"cores": 2}}
    assert found.keys == {"puzzles.filter": "f7,/"}


@pytest.mark.parametrize(
    "text", ["[", "a = 'x", '"""', "\0", "= 3", "[[x]]\n[x]", "x = [1,\n\n\n", "[keys]\na.b=1\na.b.c=2"]
)
def test_no_text_is_too_wrong(text: str) -> None:
    found = parse(text + "\n", HERE)
    assert found.faults
    assert all("\n" not in line for line in found.warnings)


def test_what_is_printed_is_read_back() -> None:
    for text in ("", 'theme = "paper"\n[play]\nclock = false\n[keys]\n"search.stop" = "f8"\n'):
        settings = parse(text, HERE)
        again = parse(as_text(settings), HERE)
        assert (again.values, again.keys, again.faults) == (settings.values, settings.keys, ())
    assert "fps = 10" in as_text(Settings(HERE))


def test_the_command_prints_checks_and_names_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "mine.toml"
    monkeypatch.setenv("MCS_TUI_CONFIG", str(path))
    assert invoke("config", "--path").stdout == f"{path}\n"
    assert invoke("config", "--check").stdout == f"{path}: there is no such file\n"
    assert "# start = " in invoke("config").stdout
    path.write_text(WRONG)
    done = invoke("config", "--check")
    assert (done.exit_code, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 6
    assert f"{path}:8: clock is 1; expected true or false" in done.stderr
    printed = invoke("config", "--json")
    assert json.loads(printed.stdout)["values"]["play"] == {"conflicts": False}
    path.write_text('fps = 4.5\n[keys]\n"puzzles.nothing" = "x"\n"search.stop" = "hyper+x"\n')
    done = invoke("config", "--check")
    assert "there is no action 'puzzles.nothing'" in done.stderr
    assert "there is no key 'hyper+x'" in done.stderr
    path.write_text("fps = 4.5\n")
    assert invoke("config", "--check").exit_code == 0
    assert read_settings().get("", "fps") == 4.5
    found = {one["area"]: one for one in json.loads(invoke("doctor", "--json").stdout)}["settings"]
    assert str(path) in found["about"]
    path.write_text("fps = 99\n")
    found = {one["area"]: one for one in json.loads(invoke("doctor", "--json").stdout)}["settings"]
    assert f"{path}:1: fps is 99" in found["findings"][0]["what"]
    other = tmp_path / "other.toml"
    assert settings_path(other) == other
    assert invoke("--config", str(other), "config", "--check").exit_code == 2
    assert '"puzzles.filter" = "slash"' in invoke("config", "--keys").stdout


def test_keys_are_named_as_people_write_them() -> None:
    assert textual_keys("i, F7") == ("i", "f7")
    assert textual_keys("^x,?,Esc,G") == ("ctrl+x", "question_mark", "escape", "G")
    assert textual_keys(",") == ("comma",)
    assert textual_keys("space,,,ctrl+pagedown") == ("comma", "space", "ctrl+pagedown")
    (told,) = key_faults({"puzzles.generate": "o"})
    assert told == "[keys]: puzzles.generate: o belongs to puzzles.open too"


async def test_keys_of_ones_own_work_and_are_shown_and_faults_are_told() -> None:
    keys = {"puzzles.filter": "f7", "app.palette": "f9"}
    app = make_app(keys=keys, warnings=("settings.toml:4: this line is left out",))
    try:
        async with app.run_test(size=(100, 40), notifications=True) as pilot:
            await wait_for(pilot, lambda: "this line is left out" in screen_text(app))
            assert "F7 Filter" in screen_text(app)
            await pilot.press("f7")
            await wait_for(pilot, lambda: app.focused is not None and app.focused.id == "filter")
            await pilot.press("f9")
            await wait_for(pilot, lambda: app.screen.is_modal)
    finally:
        actions.remap({})
