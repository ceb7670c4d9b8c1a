"""Appending to `events.jsonl`: whole lines, from several processes, without losing any to a full disk."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from solvers.runs.events import AnyEvent, Improved, Progress, encode

LONGEST_QUEUE = 1_000
"""Events kept in memory while the disk is full; beyond it progress and improvements are dropped."""


class EventLog:
    """The writing end of a run's events. Opens the file for each write: it may have been replaced."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.trouble = ""
        """One line on why the last write failed; empty if it did not."""
        self._queue: list[AnyEvent] = []
        self._torn = True  # a killed worker may have left half a line

    @property
    def waiting(self) -> int:
        """How many events could not be written yet."""
        return len(self._queue)

    def append(self, event: AnyEvent) -> bool:
        """True if the event, and all before it, are in the file; False if they wait in memory.

        FileNotFoundError if the run's folder is gone.
        """
        self._queue.append(event)
        return self.flush()

    def flush(self) -> bool:
        """True if nothing waits any more."""
        try:
            while self._queue:
                self._write(encode(self._queue[0]))
                self._queue.pop(0)
        except FileNotFoundError:
            raise
        except OSError as error:
            self.trouble = describe_trouble(error, self.path)
            if len(self._queue) > LONGEST_QUEUE:
                self._queue = [event for event in self._queue if not isinstance(event, Progress | Improved)]
            return False
        self.trouble = ""
        return True

    def _write(self, line: bytes) -> None:
        descriptor = os.open(self.path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            if self._torn and not _ends_with_newline(descriptor):
                line = b"\n" + line
            self._torn = os.write(descriptor, line) < len(line)  # one write: lines of other workers don't mix in
        except OSError:
            self._torn = True
            raise
        finally:
            os.close(descriptor)
        if self._torn:
            self._write(line)  # the rest does not fit: this raises the reason, or writes the line once more


def describe_trouble(error: OSError, path: Path) -> str:
    """One line for people on what can't be written and why."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"the disk is full: {path.name} can't be written"
    return f"{path.name} can't be written: {(error.strerror or str(error)).lower()}"


def _ends_with_newline(descriptor: int) -> bool:
    size = os.fstat(descriptor).st_size
    return size == 0 or os.pread(descriptor, 1, size - 1) == b"\n"
