"""`python -m solvers.bench.eterna100_worker [CORE]`: searches on one core, a task a line in, an outcome a line out.

What goes wrong is a line too: `{"fault": ...}`, after which the worker ends. One process uses one energy model.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable

import msgspec

from puzzles.errors import PuzzleError
from puzzles.registry import family
from solvers.bench.eterna100_inverse import inverse
from solvers.bench.eterna100_ledger import Outcome
from solvers.bench.eterna100_rows import RNAINVERSE
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


def search(task: Task, alive: Callable[[], bool]) -> Outcome:
    """The search, to its end, or until `alive` is false; MismatchError if the checker refuses its solution."""
    puzzle = family("rna").from_json(task.target)
    if task.row == RNAINVERSE:
        return inverse(task, puzzle)
    from solvers.bench.eterna100_search import played  # the kernels, which the other has no use for

    return played(task, puzzle, alive)


def parent_lives() -> Callable[[], bool]:
    """Says whether the process that started this one still lives."""
    parent = os.getppid()
    return lambda: os.getppid() == parent


def _say(message: object) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(message) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
