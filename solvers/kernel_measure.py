"""Measuring what kernels cost to compile: for the table that comes with the program (`solvers.kernel_costs`)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence

from solvers.kernel_costs import ALONE, reference_seconds
from solvers.runs.processes import child_environment

PROGRAM = """
import json, sys, time
from solvers.compiling import compile_one, in_order
from solvers.session import Session
seconds = {}
for one in in_order(sys.argv[1:], only=True):
    begun = time.process_time()
    compile_one(one)
    seconds[one.name] = time.process_time() - begun
print(json.dumps(seconds))
"""


def measure(names: Sequence[str]) -> str:
    """The named kernels' table of costs, as JSON: each compiled in a process of its own, and all in one process."""
    reference = reference_seconds(time.process_time)
    alone = {name: _seconds([name])[name] for name in names}
    after = _seconds(names)
    rows = {name: [round(one / reference, 1) for one in (alone[name], after[name])] for name in names}
    assert ALONE == 0
    return "{\n" + ",\n".join(f"  {json.dumps(name)}: {json.dumps(row)}" for name, row in rows.items()) + "\n}\n"


def _seconds(names: Sequence[str]) -> dict[str, float]:
    """CPU seconds to compile the kernels one after the other, in a new process with an empty cache."""
    with tempfile.TemporaryDirectory() as empty:
        environment = child_environment() | {"MCS_TUI_KERNELS": empty, "MCS_TUI_CACHE": empty}
        command = [sys.executable, "-P", "-c", PROGRAM, *names]
        done = subprocess.run(command, env=environment, cwd=os.sep, capture_output=True, text=True, check=True)
        found: dict[str, float] = json.loads(done.stdout)
        return found
