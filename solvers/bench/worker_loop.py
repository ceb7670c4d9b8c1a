"""What each worker process of a benchmark does: a task a line in, an outcome a line out, on one core.

What goes wrong is a line too: `{"fault": ...}`, after which the worker ends.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec

from puzzles.errors import PuzzleError
from solvers.bench.pinned_workers import Asked
from solvers.jobs.best_results import MismatchError

Task = TypeVar("Task", bound=Asked)


def serve(core: Sequence[str], task: type[Task], search: Callable[[Task, Callable[[], bool]], msgspec.Struct]) -> int:
    """The exit code: 0 when no more tasks come, 1 after a fault.

    `core` is a core's number, or empty. `search` also gets what says whether the process that began this one still
    lives; MismatchError, PuzzleError, RuntimeError and ValueError of it are faults.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if core and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {int(core[0])})
    parent = os.getppid()
    for line in sys.stdin.buffer:
        asked = msgspec.json.decode(line, type=task)
        try:
            outcome = search(asked, lambda: os.getppid() == parent)
        except (MismatchError, PuzzleError, RuntimeError, ValueError) as error:
            _say({"fault": f"{asked.where}: {error}"})
            return 1
        _say(outcome)
    return 0


def _say(message: object) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(message) + b"\n")
    sys.stdout.buffer.flush()
