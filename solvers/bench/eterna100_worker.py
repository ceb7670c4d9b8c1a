"""`python -m solvers.bench.eterna100_worker [CORE]`: searches on one core, a task a line in, an outcome a line out.

One process uses one energy model.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from puzzles.registry import get_family
from solvers.bench.eterna100_inverse import inverse
from solvers.bench.eterna100_ledger import Outcome, Task
from solvers.bench.eterna100_rows import RNAINVERSE
from solvers.bench.worker_loop import serve


def search(task: Task, alive: Callable[[], bool]) -> Outcome:
    """The search, to its end, or until `alive` is false; MismatchError if the checker refuses its solution."""
    puzzle = get_family("rna").from_json(task.target)
    if task.row == RNAINVERSE:
        return inverse(task, puzzle)
    from solvers.bench.eterna100_search import played  # the kernels, which the other has no use for

    return played(task, puzzle, alive)


if __name__ == "__main__":
    sys.exit(serve(sys.argv[1:], Task, search))
