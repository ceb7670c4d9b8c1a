"""The files of a run as the system sees them: replaced as a whole, read while they grow, locked while a worker lives.

A worker lives as long as its lock file is locked; any kind of death frees the lock. The launcher takes the lock and
hands the open file to its child, so a started worker never looks dead. A shared lock asks without disturbing: any
number of readers may do so at the same time.
"""

from __future__ import annotations

import errno
import fcntl
import os
import time
from pathlib import Path

from puzzles.user_data import open_regular

CHUNK = 1 << 22
"""Bytes of a growing file that are read at a time; a longer line is read as a whole, up to LONGEST."""
LONGEST = 1 << 25
"""Bytes of a file that are read at first, the last ones; of what stands before, only the first CHUNK."""
LOCK_ATTEMPTS = 10
"""How often a lock is tried: a reader may hold it for some microseconds."""


class WorkerRunsError(RuntimeError):
    """Another process holds the worker's lock: the worker is already running."""


class Tail:
    """Reads what was appended to a file since the last look; notices a file that was replaced or cut."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.left_out = 0
        """Bytes in the middle of a very long file that were not read."""
        self._offset = 0
        self._identity = (0, 0)

    def read(self) -> tuple[bool, bytes]:
        """(replaced, data): whole lines since the last look; `replaced` if they are the first of another file.

        No more than some CHUNK bytes: there may be more until no data comes. A last line without its newline is left
        for the next look. No file, or none to be read, is no data.
        """
        try:
            descriptor = open_regular(self.path)
        except OSError:
            return False, b""
        try:
            about = os.fstat(descriptor)
            identity = (about.st_dev, about.st_ino)
            replaced = self._identity != identity or about.st_size < self._offset
            if replaced:
                self._identity, self._offset, self.left_out = identity, 0, 0
            whole = self._lines(descriptor, about.st_size)
        finally:
            os.close(descriptor)
        self._offset += len(whole)
        if replaced and about.st_size - self._offset > LONGEST:
            self._leave_out(about.st_size)
        return replaced, whole

    def _lines(self, descriptor: int, size: int) -> bytes:
        length = CHUNK
        while self._offset < size:
            data = os.pread(descriptor, min(length, size - self._offset), self._offset)
            whole = data[: data.rfind(b"\n") + 1]
            if whole or self._offset + length >= size or not data:
                return whole
            if length > LONGEST:  # no event is so long: it counts as a damaged line
                return data
            length *= 2
        return b""

    def _leave_out(self, size: int) -> None:
        """Goes on with the first whole line of the last LONGEST bytes."""
        try:
            with open(open_regular(self.path), "rb") as stream:
                stream.seek(size - LONGEST)
                stream.readline()
                self.left_out, self._offset = stream.tell() - self._offset, stream.tell()
        except OSError:
            return


def hold(path: Path) -> int:
    """The descriptor of the locked file; locked until all its copies close.

    WorkerRunsError if it is taken, OSError if it can't be locked.
    """
    descriptor = open_regular(path, os.O_RDWR | os.O_CREAT)
    for left in reversed(range(LOCK_ATTEMPTS)):
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except OSError as error:
            if error.errno not in (errno.EWOULDBLOCK, errno.EACCES):
                os.close(descriptor)
                why = f"file locks do not work in this folder ({error.strerror}); MCS_TUI_DATA names another"
                raise OSError(error.errno, why, str(path)) from None
            if not left:
                os.close(descriptor)
                raise WorkerRunsError(f"{path.name} is held: the worker is running") from None
            time.sleep(0.01)  # a reader that just asks holds it for some microseconds
    return descriptor


def held(path: Path) -> bool:
    """True while a worker holds the lock; False if it is free or was never made."""
    try:
        descriptor = open_regular(path)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno in (errno.EWOULDBLOCK, errno.EACCES)
    finally:
        os.close(descriptor)
    return False
