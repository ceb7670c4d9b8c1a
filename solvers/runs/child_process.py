"""Starting a process of ours that outlives the one that starts it."""

from __future__ import annotations

import os
import site
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO


def start_process(
    arguments: Sequence[str], *, log: IO[bytes] | int = subprocess.DEVNULL, descriptors: Sequence[int] = ()
) -> subprocess.Popen[bytes]:
    """The started `python -m solvers.worker ARGUMENTS`, in a session of its own; OSError if there can be none.

    It prints to `log` and inherits the descriptors. By subprocess and not by asyncio's calls: closing or collecting
    asyncio's transport kills a child that still runs (base_subprocess.py).
    """
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "solvers.worker", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=log,
        cwd="/",
        env=child_environment(),
        start_new_session=True,
        pass_fds=tuple(descriptors),
    )


def child_environment() -> dict[str, str]:
    """The environment of a child process of ours: with our packages' folder on its path, unless they are installed."""
    environment = dict(os.environ)
    home = Path(__file__).resolve().parent.parent.parent
    installed = {Path(folder).resolve() for folder in (*site.getsitepackages(), site.getusersitepackages())}
    if home not in installed:
        paths = [str(home), *filter(None, [environment.get("PYTHONPATH")])]
        environment["PYTHONPATH"] = os.pathsep.join(paths)
    return environment
