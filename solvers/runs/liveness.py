"""Whether a worker lives: it does as long as its lock file is locked; any kind of death frees the lock.

The launcher takes the lock and hands the open file to its child, so that there is no moment at which a
started worker looks dead. A shared lock asks without disturbing: any number of readers may do so at once.
"""

from __future__ import annotations

import errno
import fcntl
import os
from pathlib import Path


class WorkerRunsError(RuntimeError):
    """Somebody else holds the worker's lock: it is already running."""


def hold(path: Path) -> int:
    """The descriptor of the locked file; locked until all its copies close. WorkerRunsError if taken."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(descriptor)
        if error.errno in (errno.EWOULDBLOCK, errno.EACCES):
            raise WorkerRunsError(f"{path.name} is held: the worker is running") from None
        raise
    return descriptor


def held(path: Path) -> bool:
    """True while a worker holds the lock; False if it is free or was never made."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno in (errno.EWOULDBLOCK, errno.EACCES)
    finally:
        os.close(descriptor)
    return False
