"""One app walked through all screens, and all families on each face, with nothing in it that changes by itself."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from unittest.mock import patch

from drivers.ended_runs import ended_run, improved
from drivers.fake_engine import FakeEngine, make_app, screen_text, wait_for
from textual.pilot import Pilot
from textual.widgets import Input, TextArea

from puzzles.registry import families
from solvers.runs.events import Finished
from solvers.runs.folder import Run
from tui.app import McsTuiApp
from tui.boards.puzzle_board import PuzzleBoard
from tui.kept.loaded import Loaded
from tui.keys import key_table
from tui.widgets.play_area import PlayArea

Look = Callable[[str, McsTuiApp], object]
"""Is called at each stop with its name."""

RUN = "20260101-120000-solve-0000"


def a_run() -> Run:
    """An ended search of Morpion Solitaire, always of the same name and with the same times."""
    run = ended_run(improved(at=1.5), Finished(reason="budget"))
    return Run(shutil.move(run.folder, run.folder.with_name(RUN)))


async def tour(look: Look, *, size: tuple[int, int], ascii: bool = False) -> None:
    """Stops at each screen and a search that has ended, then at each family's faces, then at help and palette.

    The data folder is to be empty.
    """
    Input.cursor_blink = TextArea.cursor_blink = False
    run = a_run()
    engine = FakeEngine()
    app = make_app(engine, "home", ascii=ascii, motion="still", clock=False)
    # the age of a run of 2026-01-01 is another one each day; a slow machine would count solutions before the look
    with patch("tui.words.run_table.age_text", return_value="2 h"), patch("tui.widgets.edit_area.COUNT_AFTER", 1e9):
        async with app.run_test(size=size) as pilot:
            await _walk(app, pilot, run, look)
    engine.close()


async def _walk(app: McsTuiApp, pilot: Pilot[int], run: Run, look: Look) -> None:
    async def stop(name: str) -> None:
        """Looks when nothing is at work any more and the screen stays as it is."""
        before = None
        while before != (before := screen_text(app)):
            await app.workers.wait_for_complete()
            app.say("")
            for _ in range(3):
                await pilot.pause(0.02)
        look(name, app)

    for place in ("home", "puzzles", "runs", "priors"):
        app.action_show(place)
        await wait_for(pilot, lambda place=place: app.current_mode == place)
        if place in ("home", "puzzles"):  # their boards come after the first paint, and once the highlight rests
            await wait_for(pilot, lambda: app.screen.query(PuzzleBoard))
        if place == "home":
            await wait_for(pilot, lambda: "Research" in screen_text(app))
        await asyncio.sleep(0)
        await stop(place)
    app.show_run(run)
    await wait_for(pilot, lambda: app.current_mode == "search")
    await stop("search-ended")
    for family in families():
        loaded = Loaded(family.parse(family.examples[0].text), f"example {family.examples[0].name}")
        for face in key_table.FACES:
            app.open_board(loaded, face=face)
            await wait_for(pilot, lambda face=face: app.current_mode == face)
            if face == "play":
                area = app.main_screen("play").query_one(PlayArea)
                await wait_for(pilot, lambda area=area: area.cursor is not None)
            await stop(f"{face}-{family.name}")
    for name in ("help", "palette"):
        await app.run_action(name)
        await wait_for(pilot, lambda: app.screen.is_modal)
        await stop(name)
        await pilot.press("escape")
        await wait_for(pilot, lambda: not app.screen.is_modal)
