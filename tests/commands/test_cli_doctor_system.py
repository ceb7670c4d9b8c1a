"""`mcs-tui doctor`: what the program runs on, which are settings, versions, disk and terminal."""

from __future__ import annotations

import importlib.metadata
import os
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from drivers.doctor import examined, not_repaired

from tui.commands import doctor


@pytest.fixture(autouse=True)
def own_kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MCS_TUI_KERNELS", str(tmp_path / "cache" / "numba"))


@pytest.mark.parametrize(
    ("name", "value", "area", "expected"),
    [
        ("MCS_TUI_JIT", "yes", "settings", "MCS_TUI_JIT is yes, which means nothing"),
        ("MCS_TUI_DATA", "here", "settings", "MCS_TUI_DATA is here, another folder wherever you are"),
    ],
)
def test_settings_that_mean_nothing(
    name: str, value: str, area: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(name, value)
    assert not_repaired(area, expected).startswith("set it to ")


def test_versions_that_are_too_old_or_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.metadata.version

    def version(name: str) -> str:
        if name == "rich":
            raise importlib.metadata.PackageNotFoundError(name)
        return "0.59.1" if name == "numba" else real(name)

    monkeypatch.setattr(doctor.importlib.metadata, "version", version)
    code, areas = examined()
    assert code == 1
    assert [one["what"] for one in areas["versions"]["findings"]] == [
        "rich is not installed, and mcs-tui needs it",
        "numba is 0.59.1, and mcs-tui needs >=0.68",
    ]


def test_a_disk_that_is_full_or_can_not_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda place: SimpleNamespace(free=5 << 20))
    assert {one["mend"] for one in examined()[1]["disk"]["findings"]} == {"make room there"}
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert {one["mend"] for one in examined()[1]["disk"]["findings"]} == {"see to its owner and its mode"}


class Terminal:
    """A terminal's stdout, for what the command asks of it."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "xterm-256color, 80 x 24, utf-8, 256 colours"),
        ({"COLORTERM": "truecolor"}, "xterm-256color, 80 x 24, utf-8, 16 million colours"),
        ({"TERM": "linux", "NO_COLOR": "1"}, "linux, 80 x 24, utf-8, 16 colours, NO_COLOR is set"),
        ({"SSH_CONNECTION": "1", "TMUX": "1"}, "256 colours, over SSH, in tmux"),
        ({"TERM": "dumb"}, "TERM is dumb, so the app can't draw"),
        ({"TERM": ""}, "TERM is not set, so the app can't draw"),
        ({"LC_ALL": "C"}, "the locale is not UTF-8, so boards are drawn in ASCII"),
        ({"COLUMNS": "60"}, "it has 60 x 24 characters, so the app shows less"),
    ],
)
def test_what_the_terminal_can_show(changes: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("COLORTERM", "NO_COLOR", "SSH_CONNECTION", "TMUX", "STY", "LC_ALL", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in ({"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"} | changes).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stdout", Terminal())
    found = list(doctor.terminal())
    words = ", ".join(one if isinstance(one, str) else one.what for one in found)
    assert expected in words
    assert any(isinstance(one, doctor.Finding) for one in found) == ("so " in expected)
