"""What workers of experiments are given in tests: to answer, to fail, to die, to wait."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path


def affinity(_argument: object) -> tuple[int, tuple[int, ...]]:
    """This process's number and the cores that it may run on."""
    return os.getpid(), tuple(sorted(os.sched_getaffinity(0)))


def fails(words: str) -> None:
    """Never: ValueError with these words."""
    raise ValueError(words)


def dies_once(marker: str) -> str:
    """Where the marker is; the process that makes it is killed."""
    if not os.path.exists(marker):
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return marker


def waits(begun: str) -> None:
    """Never; it opens the pipe first, so that whoever reads it knows that it has begun."""
    os.close(os.open(begun, os.O_WRONLY))
    while True:
        time.sleep(60)
