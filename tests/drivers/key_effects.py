"""What a key does: all that could be noticed before and after it, on a screen without dialogs."""

from __future__ import annotations

import time

from drivers.fake_engine import DEADLINE, FakeEngine, screen_text, wait_for
from textual.pilot import Pilot
from textual.widgets import TextArea

from tui.app import McsTuiApp
from tui.boards.grid_board import GridBoard
from tui.widgets.lines import KeyLine
from tui.widgets.lists import VimList

LATER = DEADLINE
"""Seconds after which a key is called dead; one that asks a thread first may take its time on a busy machine."""


def fingerprint(app: McsTuiApp, engine: FakeEngine) -> tuple[object, ...]:
    """All that a user, or the engine, could notice."""
    return (
        screen_text(app), app.said, app.current_mode, type(app.screen), repr(app.focused), len(engine.launched),
        len(engine.requests), len(engine.resumed), app.clipboard,
        [(board.scroll_target_x, board.scroll_target_y) for board in app.screen.query(GridBoard)],
        [rows.highlighted for rows in app.screen.query(VimList)],
        [text.cursor_location for text in app.screen.query(TextArea)],
    )  # fmt: skip


async def settle(app: McsTuiApp, pilot: Pilot[int], name: str) -> None:
    """Back to the screen, without dialogs or words."""
    while app.screen.is_modal:
        app.screen.dismiss(None)
        await pilot.pause()
    if app.current_mode != name:
        app.action_show(name)
    app.said = ""
    await wait_for(pilot, lambda: app.current_mode == name and app.screen.query(KeyLine))


async def changes(app: McsTuiApp, engine: FakeEngine, pilot: Pilot[int], before: object) -> bool:
    """True if the key's effect comes a little later."""
    end = time.monotonic() + LATER
    while time.monotonic() < end:
        assert app._exception is None, repr(app._exception)
        await pilot.pause(0.01)
        if fingerprint(app, engine) != before:
            return True
    return False
