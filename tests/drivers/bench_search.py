"""A benchmark's search of nothing, as worker processes run it: what comes of a task is what its puzzle says."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable

from drivers.traced_outcomes import outcome

from solvers.bench.samegame import ROWS
from solvers.bench.traced_rows import Outcome, Task


def search(task: Task, alive: Callable[[], bool]) -> Outcome:
    """An outcome; or a fault, an end of the process, or a search that goes on as long as its starter lives."""
    if task.puzzle == "fault":
        raise RuntimeError("the checker refuses it")
    if task.puzzle == "exit":
        os._exit(3)
    if task.puzzle == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    while task.puzzle == "endless" and alive():
        time.sleep(0.01)
    return outcome(ROWS[0], task.puzzle, (1.0, float(os.getpid())), seed=task.seed)
