"""The puzzle of docs/authoring.md is the one that `new-family --plain` writes, and runs as it is written."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

HOME = Path(__file__).resolve().parents[2]
PLAIN = HOME / "mcs_tui" / "templates" / "plain" / "weak_schur.py"


def test_the_puzzle_in_plain_python_is_searched(monkeypatch: pytest.MonkeyPatch, own_folders: None) -> None:
    monkeypatch.setenv("MCS_TUI_JIT", "0")
    result = runpy.run_path(str(PLAIN))["result"]
    assert 8 < result.score <= 23
    assert len(result.board) == result.score


def test_the_page_shows_the_puzzle_that_is_written() -> None:
    (shown,) = re.findall(r"^```python\n(.*?)^```$", (HOME / "docs" / "authoring.md").read_text(), re.M | re.S)
    assert PLAIN.read_text().endswith(shown)
