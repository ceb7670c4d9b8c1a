"""Power cuts and failing writes: whatever is left of a run's folder, the run comes to the undisturbed result."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

DRIVER = Path(__file__).parents[1] / "drivers" / "cut_runs.py"


@pytest.mark.parametrize("run", ["latin", "samegame"])
def test_a_run_survives(run: str, own_folders: None) -> None:
    done = subprocess.run(
        [sys.executable, DRIVER, run],
        env=os.environ | {"MCS_TUI_JIT": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert list(found) == ["cuts", "faults"]
    for what in found.values():
        assert what["wrong"] == {}
        assert what["tried"] > what["operations"] > 30
