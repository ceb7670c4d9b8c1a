"""Lists show which line is chosen: reversed and marked, whatever colours the terminal has."""

from __future__ import annotations

import pytest
from drivers.ended_runs import morpion_spec
from drivers.fake_engine import FakeEngine, make_app, wait_for
from rich.segment import Segment
from textual.geometry import Region
from textual.widget import Widget

from puzzles import registry
from solvers.runs.spec import SolveSpec
from tui.app import McsTuiApp
from tui.widgets.lists import VimList

WAYS = ("NO_COLOR", "16 colours", "ascii")


def drawn(app: McsTuiApp, widget: Widget) -> list[list[Segment]]:
    """The widget's lines as they go to the terminal, after the app's filters."""
    lines = []
    for y in range(widget.size.height):
        strip = widget.render_line(y)
        for one in app.get_line_filters():
            strip = strip.apply_filter(one, widget.background_colors[1])
        lines.append(list(strip))
    return lines


def reversed_lines(app: McsTuiApp, widget: Widget) -> list[str]:
    """The text of the lines that are reversed from their first character to their last."""
    return [
        "".join(segment.text for segment in line)
        for line in drawn(app, widget)
        if line and all(segment.style and segment.style.reverse for segment in line if segment.text)
    ]


def app_on(way: str, engine: FakeEngine, monkeypatch: pytest.MonkeyPatch) -> McsTuiApp:
    """The app on a terminal of that kind."""
    if way == "NO_COLOR":
        monkeypatch.setenv("NO_COLOR", "1")
    app = make_app(engine, ascii=way == "ascii")
    if way == "16 colours":
        app.theme = "terminal"
    return app


@pytest.mark.parametrize("way", WAYS[:2])
async def test_the_chosen_line_of_the_library_is_reversed_and_marked(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_on(way, FakeEngine(), monkeypatch)
    async with app.run_test(size=(80, 24)) as pilot:
        rows = app.screen.query_one(VimList)
        await wait_for(pilot, lambda: rows.option_count)
        assert [line.rstrip() for line in reversed_lines(app, rows)] == ["▸ paper-20"]
        asked: list[Region] = []
        monkeypatch.setattr(rows, "refresh", lambda *regions, **_: asked.extend(regions or [rows.region]))
        await pilot.press("j")
        assert [line.rstrip() for line in reversed_lines(app, rows)] == ["▸ order-9"]
        assert [(region.y, region.height) for region in asked] == [(1, 1), (2, 1)], "only these two are drawn again"
        rows.fill(list(rows.options))
        assert len(asked) == 2, "the same options again change nothing"


async def test_in_ascii_the_chosen_line_is_marked_too() -> None:
    app = make_app(ascii=True)
    async with app.run_test(size=(80, 24)) as pilot:
        rows = app.screen.query_one(VimList)
        await wait_for(pilot, lambda: rows.option_count)
        lines = ["".join(one.text for one in line) for line in drawn(app, rows)]
        assert [line[:10] for line in lines if line.startswith(">")] == ["> paper-20"]


@pytest.mark.parametrize("way", WAYS[:2])
async def test_the_chosen_run_is_reversed(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = FakeEngine()
    latin = registry.get_family("latin")
    puzzle = registry.read(latin.examples[0].text)
    for title, search in (("one", "gnrpa"), ("two", "nrpa")):
        engine.open(SolveSpec(family="latin", puzzle=latin.to_json(puzzle), title=title, algorithm=search))
    app = app_on(way, engine, monkeypatch)
    async with app.run_test(size=(80, 24)) as pilot:
        app.action_show("runs")
        await wait_for(pilot, lambda: app.current_mode == "runs" and app.screen.query(VimList))
        rows = app.screen.query_one(VimList)
        await wait_for(pilot, lambda: rows.option_count == 2 and rows.has_focus and reversed_lines(app, rows))
        [line] = reversed_lines(app, rows)
        assert line.startswith(("▸   one", "▸   two"))
        assert "starting" in line or "running" in line
        assert len(line) == rows.size.width
    engine.close()


@pytest.mark.parametrize("way", WAYS[:2])
async def test_the_chosen_entry_of_a_dialog_is_reversed(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_on(way, FakeEngine(), monkeypatch)
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for(pilot, lambda: app.screen.query_one(VimList).option_count)
        await pilot.press("o")
        await wait_for(pilot, lambda: app.screen.is_modal)
        await pilot.press("slash", "down")
        rows = app.screen.query_one(VimList)
        await wait_for(pilot, lambda: rows.has_focus)
        [line] = reversed_lines(app, rows)
        assert line.startswith("▸ /")


async def test_a_double_click_in_any_list_does_what_enter_does() -> None:
    engine = FakeEngine()
    engine.open(morpion_spec())
    app = make_app(engine, "home")
    app.CLICK_CHAIN_TIME_THRESHOLD = 600.0  # a stalled machine makes no two clicks of one double click

    async def click(times: int) -> None:
        """Clicks the chosen line of the list that is shown."""
        rows = app.screen.query_one(VimList)
        await wait_for(pilot, lambda: rows.highlighted is not None and rows.region.height)
        line = rows._index_to_line[rows.highlighted or 0] - rows.scroll_offset.y
        await pilot.click(offset=rows.region.translate((3, line)).offset, times=times)

    async with app.run_test(size=(80, 24)) as pilot:
        home = app.screen.query_one(VimList)
        await wait_for(pilot, lambda: (home.highlighted_id or "").startswith("run:"))
        await click(1)
        assert app.current_mode == "home", "one click chooses"
        await click(2)
        await wait_for(pilot, lambda: app.current_mode == "search")
        for mode, opened in (("runs", "search"), ("puzzles", "play")):
            app.action_show(mode)
            await wait_for(pilot, lambda mode=mode: app.current_mode == mode)  # type: ignore[misc]
            await click(2)
            await wait_for(pilot, lambda opened=opened: app.current_mode == opened)  # type: ignore[misc]
            await wait_for(pilot, lambda: app.focused is not None)
        await pilot.press("escape", "escape", "ctrl+p", *"night")
        await wait_for(pilot, lambda: app.screen.is_modal)
        await wait_for(pilot, lambda: app.screen.query_one(VimList).option_count < 9)
        await click(2)
        await wait_for(pilot, lambda: not app.screen.is_modal and app.theme == "night")
    engine.close()
