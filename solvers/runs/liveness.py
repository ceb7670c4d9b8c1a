"""Whether a worker lives: it does as long as its lock file is locked; any kind of death frees the lock.

The launcher takes the lock and hands the open file to its child, so that there is no moment at which a
started worker looks dead. A shared lock asks without disturbing: any number of readers may do so at once.
"""

from __future__ import annotations

import errno
import fcntl
import os
import time
from pathlib import Path

ASKED_AGAIN = 10
"""So often a lock is tried: a reader may have it for the moment of its question."""


class WorkerRunsError(RuntimeError):
    """Somebody else holds the worker's lock: it is already running."""


def hold(path: Path) -> int:
    """The descriptor of the locked file; locked until all its copies close. WorkerRunsError if taken."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    for left in reversed(range(ASKED_AGAIN)):
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except OSError as error:
            if error.errno not in (errno.EWOULDBLOCK, errno.EACCES):
                os.close(descriptor)
                raise
            if not left:
                os.close(descriptor)
                raise WorkerRunsError(f"{path.name} is held: the worker is running") from None
            time.sleep(0.01)  # a reader that just asks holds it for some microseconds
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
