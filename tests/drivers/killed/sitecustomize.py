"""Python imports this at the start of each worker of `kill_runs.py`: checkpoints come often, one call may be the last.

`KILLED_BELOW` is the folder whose changes count; `KILLED_AT` the number of the change before which, or in the middle of
which, the process kills itself (0: none). A line in `KILLED_LOG` says what it was about to do. With `KILLED_LAUNCHER`
that holds for commands too.
"""

from __future__ import annotations

import builtins
import io
import os
import signal
import sys
from collections.abc import Callable
from typing import Any


class Killer:
    """Counts changes of files, and ends the process at one of them."""

    def __init__(self, folder: str, last: int, log: str) -> None:
        self.folder, self.last, self.log = folder, last, log
        self.changes = 0
        self.real_open = builtins.open
        self.real = {name: getattr(os, name) for name in ("open", "write", "fsync", "replace", "unlink")}

    def change(self, what: str, begin: Callable[[], object] = lambda: None) -> None:
        """One more change is about to be made; if it is the last one it is begun, and the process killed."""
        self.changes += 1
        if self.changes == self.last:
            begin()
            log = self.real["open"](self.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
            self.real["write"](log, f"{what}\n".encode())
            os.kill(os.getpid(), signal.SIGKILL)

    def counts(self, path: Any) -> bool:
        """True if the path is below the folder."""
        return isinstance(path, (str, os.PathLike)) and os.fspath(path).startswith(self.folder)

    def open(self, path: Any, flags: int, *arguments: Any, **settings: Any) -> int:
        """As `os.open`."""
        if self.counts(path) and flags & (os.O_CREAT | os.O_WRONLY | os.O_RDWR):
            self.change("open")
        return int(self.real["open"](path, flags, *arguments, **settings))

    def write(self, descriptor: int, data: Any) -> int:
        """As `os.write`."""
        if os.readlink(f"/proc/self/fd/{descriptor}").startswith(self.folder):
            self.change("write")
            self.change("write half", lambda: self.real["write"](descriptor, data[: len(data) // 2]))
        return int(self.real["write"](descriptor, data))

    def fsync(self, descriptor: int) -> None:
        """As `os.fsync`."""
        self.change("fsync")
        self.real["fsync"](descriptor)

    def replace(self, source: Any, target: Any) -> None:
        """As `os.replace`."""
        if self.counts(target):
            self.change("replace")
        self.real["replace"](source, target)

    def unlink(self, path: Any, **settings: Any) -> None:
        """As `os.unlink`."""
        if self.counts(path):
            self.change("unlink")
        self.real["unlink"](path, **settings)

    def open_stream(self, path: Any, mode: str = "r", *arguments: Any, **settings: Any) -> Any:
        """As `open`; bytes are not buffered."""
        if not self.counts(path) or mode != "wb":
            return self.real_open(path, mode, *arguments, **settings)
        self.change("open")
        return _Stream(self, path, settings.get("opener"))

    def begin(self) -> None:
        """From now on changes are counted."""
        for name in self.real:
            setattr(os, name, getattr(self, name))
        builtins.open = self.open_stream  # type: ignore[assignment]


class _Stream(io.FileIO):
    def __init__(self, killer: Killer, path: Any, opener: Any) -> None:
        self._killer = killer
        super().__init__(path, "wb", opener=opener)

    def write(self, data: Any) -> int:
        write = super().write
        self._killer.change("write")
        self._killer.change("write half", lambda: write(data[: len(data) // 2]))
        return write(data)


def prepare() -> None:
    """Lets this process, a worker, save its place often, and end at the change that the environment names."""
    from solvers.driver import pace

    pace.CHECKPOINT_EVERY, pace.CHECKPOINT_SHARE = 0.05, 1.0
    last = int(os.environ["KILLED_AT"])
    if isinstance(before := getattr(os.fsync, "__self__", None), Killer):  # the worker that was forked into this one
        before.changes, before.last = 0, last
    elif last:
        Killer(os.environ["KILLED_BELOW"], last, os.environ["KILLED_LOG"]).begin()


if "KILLED_BELOW" in os.environ and ("solvers.worker" in sys.orig_argv or os.environ.get("KILLED_LAUNCHER")):
    prepare()
