"""Killed again and again, and resumed, a run comes to the undisturbed result: a few kills of the driver's campaign."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

DRIVER = Path(__file__).parents[1] / "drivers" / "kill_runs.py"
JOBS = "kakuro (gnrpa none (x2|batch|seeds|files)|train share)|tsptw sampling distance x1"


def test_killed_runs_come_to_the_undisturbed_result() -> None:
    done = subprocess.run(
        [sys.executable, DRIVER, "--kills", "8", "--each", "2", "--seconds", "0.2", "--jobs", JOBS],
        env=os.environ | {"MCS_TUI_JIT": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(done.stdout)
    assert found["differences"] == {}
    assert found["jobs"] == 6
    assert found["kills"] >= 8
    assert found["resumes"] > 6
