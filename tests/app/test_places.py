"""Going from place to place: one that was shown before is there at once."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from drivers.fake_engine import FakeEngine, make_app, wait_for
from textual.app import App
from textual.dom import DOMNode

from tui.app import McsTuiApp
from tui.kept.options import AppOptions
from tui.keys.key_table import FACES
from tui.widgets.lists import VimList


async def test_a_place_is_shown_again_without_delay_and_without_computing_its_styles(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = make_app()
    async with app.run_test(size=(120, 35)) as pilot:
        await wait_for(pilot, lambda: app.screen.query_one(VimList).option_count)
        await pilot.press("1")
        await wait_for(pilot, lambda: app.current_mode == "home" and not app._batch_count)
        computed: list[object] = []
        update = app.stylesheet.update_nodes

        def noted(nodes: Iterable[DOMNode], **given: bool) -> None:
            listed = list(nodes)
            computed.extend(listed)
            update(listed, **given)

        monkeypatch.setattr(app.stylesheet, "update_nodes", noted)
        app.action_show("puzzles")
        assert app._batch_count == 0, "nothing holds back what is drawn"
        await pilot.pause()
        assert not any(node is app.screen for node in computed)
        app.set_reactive(App.app_focus, False)  # what styles may depend on has changed
        app.action_show("home")
        await wait_for(pilot, lambda: app.screen in computed)


def test_the_app_begins_with_the_place_that_the_settings_name_or_with_an_opened_file() -> None:
    for options, place in (
        (AppOptions(start="runs"), "runs"),
        (AppOptions(start="board"), next(iter(FACES))),
        (AppOptions(open_file=Path("board.txt")), "puzzles"),
        (AppOptions(), "home"),
    ):
        assert McsTuiApp(options, FakeEngine()).current_mode == place
