"""Commands in one process that may take no more than some MiB of memory beside what the program itself takes.

`python -m drivers.limited_memory MIB` reads a JSON list of arguments' lists, and prints [exit code, stderr] for each.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

from drivers.command_line import HOME, KAKURO, invoke


def limited(commands: list[list[str]], mib: int) -> list[tuple[int, str]]:
    """Exit code and stderr of each command, in a process of their own with so much memory."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(HOME), str(HOME / "tests")])}
    done = subprocess.run(
        [sys.executable, "-m", "drivers.limited_memory", str(mib)],
        input=json.dumps(commands),
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return [(code, said) for code, said in json.loads(done.stdout)]


def main(mib: int) -> None:
    commands = json.load(sys.stdin)
    for warm in (["check", "-"], ["runs"], ["priors"], ["config", "--check"]):  # imports
        invoke(*warm, given=KAKURO)
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + (mib << 20),) * 2)
    results = []
    for command in commands:
        done = invoke(*command)
        error = "" if done.exception is None or isinstance(done.exception, SystemExit) else f"\n{done.exception!r}"
        results.append((done.exit_code, done.stderr + error))
    print(json.dumps(results))


if __name__ == "__main__":
    main(int(sys.argv[1]))
