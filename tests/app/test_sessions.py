"""Recorded sessions of real tasks, each from a cold start in four sizes of terminal: no crash, nothing lost or cut."""

from __future__ import annotations

from pathlib import Path

import pytest
from drivers.sessions import FOLDER, SIZES, Session


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.txt")))
async def test_a_session(name: str, size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv("MCS_TUI_JIT", "0")  # searches this small are over before their kernels would be compiled
    await Session((FOLDER / f"{name}.txt").read_text(encoding="utf-8"), size).replay()
