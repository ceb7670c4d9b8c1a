"""`python -m solvers.bench.traced_worker [CORE]`: searches for scores on one core, a task a line in, an outcome out."""

from __future__ import annotations

import sys

from solvers.bench.traced_search import traced
from solvers.bench.traced_task import Task
from solvers.bench.worker_loop import serve

if __name__ == "__main__":
    sys.exit(serve(sys.argv[1:], Task, traced))
