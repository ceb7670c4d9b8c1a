"""Every screen and every family's faces look as they did: in colour at two sizes as SVG, in ASCII as text.

`pytest -n 0 tests/app/test_snapshots.py --snapshot-update` keeps the present looks.
"""

from __future__ import annotations

from typing import Any

import pytest
from drivers.fake_engine import screen_text
from drivers.screen_tour import tour
from pytest_textual_snapshot import SVGImageExtension
from syrupy import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from tui.app import McsTuiApp

SIZES = {"80x24": (80, 24), "120x35": (120, 35)}


class Text(SingleFileSnapshotExtension):
    _file_extension = "txt"
    _write_mode = WriteMode.TEXT

    def serialize(self, data: str, **_: Any) -> str:
        return data


@pytest.mark.parametrize("size", SIZES)
async def test_screens_in_colour(size: str, snapshot: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    different: list[str] = []

    def look(name: str, app: McsTuiApp) -> None:
        if app.export_screenshot() != snapshot(name=f"{name}-{size}", extension_class=SVGImageExtension):
            different.append(name)

    await tour(look, size=SIZES[size])
    assert not different


@pytest.mark.parametrize("size", SIZES)
async def test_screens_in_ascii(size: str, snapshot: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a terminal of sixteen colours nothing is seen behind a dialog; in one of more, what it lies over is."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("COLORTERM", raising=False)
    different: list[str] = []

    def look(name: str, app: McsTuiApp) -> None:
        text = screen_text(app)
        assert text.isascii(), (name, text)
        if text != snapshot(name=f"{name}-{size}", extension_class=Text):
            different.append(name)

    await tour(look, size=SIZES[size], ascii=True)
    assert not different
