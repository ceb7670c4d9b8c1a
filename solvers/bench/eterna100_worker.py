"""`python -m solvers.bench.eterna100_worker [CORE]`: searches on one core, a task a line in, an outcome a line out.

What goes wrong is a line too: `{"fault": ...}`, after which the worker ends. One process uses one energy model.
"""

from __future__ import annotations

import os
import signal
import sys

import msgspec

from puzzles.errors import PuzzleError
from solvers.bench.eterna100_search import parent_lives, search
from solvers.bench.eterna100_task import Task
from solvers.jobs.verify import MismatchError


def main(arguments: list[str]) -> int:
    """The exit code: 0 when no more tasks come, 1 after a fault."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if arguments and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {int(arguments[0])})
    alive = parent_lives()
    for line in sys.stdin.buffer:
        task = msgspec.json.decode(line, type=Task)
        where = f"{task.row}, seed {task.seed}, puzzle {task.puzzle}"
        try:
            outcome = search(task, alive)
        except (MismatchError, PuzzleError, RuntimeError, ValueError) as error:
            _say({"fault": f"{where}: {error}"})
            return 1
        _say(outcome)
    return 0


def _say(message: object) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(message) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
