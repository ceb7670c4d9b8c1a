"""The code of docs/authoring.md runs as it is written: the puzzle, and the search as an installed distribution."""

from __future__ import annotations

import json
import os
import re
import runpy
import tomllib
from pathlib import Path

import pytest
from drivers.command_line import HOME, run
from drivers.distributions import install, install_ladder

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "authoring.md").read_text()
PUZZLE, SEARCH, ALGORITHM = re.findall(r"^```python\n(.*?)^```$", PAGE, re.M | re.S)
(PROJECT,) = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.M | re.S)


def test_the_puzzle_in_plain_python_is_searched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own_folders: None
) -> None:
    monkeypatch.setenv("MCS_TUI_JIT", "0")
    (tmp_path / "puzzle.py").write_text(PUZZLE)
    result = runpy.run_path(str(tmp_path / "puzzle.py"))["result"]
    assert 8 < result.score <= 23
    assert len(result.board) == result.score


def test_the_search_is_found_by_its_entry_point_and_passes_the_checks(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    project = tomllib.loads(PROJECT)["project"]
    install_ladder(site)
    install(site, project["name"], project["entry-points"], cut_search=SEARCH, cut_algorithm=ALGORITHM)
    changes = {"PYTHONPATH": os.pathsep.join((str(site), str(HOME))), "MCS_TUI_JIT": "0"}
    asked = ("solve", "-", "--algorithm", "cut", "--playouts", "300", "--json")
    solved = run(asked, b"1 . 3\n. 3 .\n3 . 2\n", **changes)
    assert json.loads(solved.stdout)["status"] == "solved", solved.stderr
    checked = run(("check-family", "ladder", "--interpreted"), **changes)
    lines = checked.stdout.decode().splitlines()
    assert (checked.returncode, [one for one in lines if one.startswith("FAILS")]) == (0, []), checked.stderr
    assert any(one.startswith("holds") and "cut" in one.split("  ")[1] for one in lines), lines
