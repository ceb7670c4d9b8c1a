"""Power cuts and failing disks: a run comes to the undisturbed result, other files are the old or the new ones."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

DRIVERS = Path(__file__).parents[1] / "drivers"


def found_by(*command: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, DRIVERS / command[0], *command[1:]],
        env=os.environ | {"MCS_TUI_JIT": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(("run", "step"), [("latin", 1), ("samegame", 5)])
def test_a_run_survives(run: str, step: int, own_folders: None) -> None:
    found = found_by("cut_runs.py", run, str(step))  # without the step: all, by hand
    assert list(found) == ["cuts", "faults"]
    for what in found.values():
        assert what["wrong"] == {}
        assert what["tried"] * step > what["operations"] > 30
        assert what["tried"] > 20


def test_other_files_are_the_old_or_the_new_ones() -> None:
    found = found_by("cut_files.py")
    assert len(found) > 10
    for name, change in found.items():
        assert change["wrong"] == {}, name
        assert change["faults"] >= 12, name
        assert change["cuts"] > 2, name
        assert change["read faults"] >= 6, name
