"""How threads wait for each other, in plain Python where the other thread's moves come from the test."""

from __future__ import annotations

import os
import subprocess
import sys

WAITS = """
import numpy as np
from solvers.searches import crew

ours = crew.Crew(*[np.zeros((2, crew.LINE), np.int64)] * 7, None, None)
ours.lines[0, crew.STEP] = ours.lines[1, crew.MAIL] = 1
looks = []

def finishes_after_one_look(lines, at):
    found = int(lines.reshape(-1)[at])
    lines[1, crew.DONE] = 1
    looks.append(found)
    assert len(looks) < 9, "it waits for what has happened"
    return found

crew.load = finishes_after_one_look
crew.await_all(ours)
print(looks)
"""


def test_a_thread_that_finishes_between_two_looks_is_not_waited_for() -> None:
    """With two cores at work, a search had waited for good after some 100,000 playouts."""
    asked = [sys.executable, "-c", WAITS]
    done = subprocess.run(asked, env={**os.environ, "MCS_TUI_JIT": "0"}, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[0, 1]\n", "")
