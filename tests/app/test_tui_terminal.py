"""The app and its terminal: what it needs, what it draws without colour or in ASCII, and how it ends."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from drivers.app_in_terminal import AppInTerminal
from drivers.fake_engine import FakeEngine, make_app, screen_text, wait_for, wait_for_texts
from textual.events import Resize
from textual.geometry import Size
from textual.scrollbar import ScrollBar

from puzzles import registry
from solvers.runs.events import Improved
from tui.kept.loaded import Loaded
from tui.kept.user_files import EditText
from tui.keys import key_table
from tui.start import farewell
from tui.theme import PlainScrollBarRender

LEFT = b"\x1b[?1049l"


async def test_in_ascii_nothing_else_is_drawn() -> None:
    engine = FakeEngine()
    app = make_app(engine, ascii=True)
    family = registry.get_family("latin")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert ScrollBar.renderer is PlainScrollBarRender
        app.open_board(Loaded(registry.read(family.examples[0].text)), face="search", start=True)
        await wait_for(pilot, lambda: engine.launched)
        for number in range(3):
            board = [-1] * 400
            engine.tell(engine.last, Improved(at=number, score=number - 9.0, playouts=number, board=board))
        await wait_for(pilot, lambda: "score, over time" in screen_text(app))
        for key in (
            "",
            "1",
            "g",
            "escape",
            "w",
            "escape",
            "2",
            "escape",
            "4",
            "t",
            "escape",
            "5",
            "ctrl+p",
            "escape",
            "question_mark",
        ):
            if key:
                await pilot.press(key)
                await pilot.pause(0.05)
            strange = {letter for letter in screen_text(app) if not letter.isascii()}
            assert not strange, (key, strange)
    engine.close()


async def test_no_colour_leaves_the_terminals_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        filters = app.get_line_filters()
        for name in key_table.SCREENS:
            app.action_show(name)
            await wait_for(pilot, lambda name=name: app.current_mode == name)
            for strip in app.screen._compositor.render_strips(app.size):
                for segment in strip.apply_filter(filters[-1], app.screen.background_colors[1]):
                    style = segment.style
                    colours = [style.color, style.bgcolor] if style else []
                    assert all(one is None or one.is_default for one in colours), (name, segment)
            place = key_table.place_of(name)
            number = list(key_table.PLACES).index(place) + 1
            assert f"[{number} {key_table.PLACES[place]}]" in screen_text(app)


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_a_lost_terminal_saves_the_draft_and_leaves_in_order(number: signal.Signals, tmp_path: Path) -> None:
    with AppInTerminal() as app:
        app.wait_for("Home")
        app.wait_for("Quit")
        app.type("3")
        app.wait_for("Type or paste a puzzle here")
        app.type("5")
        app.wait_for("Not a puzzle yet")
        os.kill(app.pid, number)
        assert app.end() == 128 + number
        assert LEFT in app.output
        assert b"Traceback" not in app.output
    draft = EditText(Path(os.environ["MCS_TUI_DATA"]))
    assert draft.load() == "5"


def test_ctrl_z_gives_the_terminal_back_and_fg_draws_all_again() -> None:
    with AppInTerminal() as app:
        app.wait_for("Quit")
        app.type("\x1a")
        app.wait_for(LEFT.decode())
        assert app.stopped()
        app.output = b""
        os.kill(app.pid, signal.SIGCONT)
        app.wait_for("Home")
        app.wait_for("Quit")
        app.type("q")
        assert app.end() == 0
        assert b"Traceback" not in app.output


async def test_a_storm_of_resizes_is_no_error_on_any_screen() -> None:
    engine = FakeEngine()
    app = make_app(engine, "home")
    loaded = Loaded(registry.read(registry.families()[0].examples[1].text))
    async with app.run_test(size=(80, 24)) as pilot:
        for name in key_table.SCREENS:
            if name in key_table.FACES:
                app.open_board(loaded, face=name)
            else:
                app.action_show(name)
            await wait_for(pilot, lambda name=name: app.current_mode == name)
            for size in ((200, 50), (1, 1), (20, 5), (60, 20), (300, 10), (80, 24)):
                app.post_message(Resize(Size(*size), Size(*size)))
            await pilot.resize_terminal(70, 21)
            assert app.size == (70, 21)
            screen_text(app)
    assert not app.crash_line
    engine.close()


def test_leaving_restores_the_screen_and_a_file_of_errors_gets_nothing(tmp_path: Path) -> None:
    errors = tmp_path / "errors"
    with AppInTerminal(TERM="screen", NO_COLOR="1", LC_ALL="C", plain=True, errors=errors) as app:
        app.wait_for("[1 Home]")
        app.wait_for("Quit")
        app.type("q")
        assert app.end() == 0
        assert LEFT in app.output
        assert all(byte < 128 for byte in app.output)
    assert errors.read_bytes() == b""


async def test_leaving_says_that_compiling_goes_on_and_nothing_otherwise() -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert farewell(app) == ""
        app.say_background("getting ready, once: 3 of 39")
        await pilot.press("q")
        await wait_for(pilot, lambda: app.return_value == 0)
    assert farewell(app).startswith("mcs-tui: getting ready, once: 3 of 39. This continues in the background")


@pytest.mark.parametrize(("width", "shown"), [(60, False), (80, True)])
async def test_a_message_is_not_cut_by_the_word_about_background_work(width: int, shown: bool) -> None:
    app = make_app()
    message = "Generated. Enter solves it, w saves it to a file."
    async with app.run_test(size=(width, 24)) as pilot:
        await pilot.pause()
        app.say_background("getting ready, once: 3 of 39")
        app.say(message)
        await pilot.pause()
        assert message in screen_text(app)
        assert ("getting ready" in screen_text(app)) == shown
        app.say("")
        await pilot.pause()
        await wait_for_texts(pilot, "getting ready, once: 3 of 39")
