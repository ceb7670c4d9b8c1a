"""The new lines of a growing file, each time it is asked."""

from __future__ import annotations

import os
import stat
from pathlib import Path


class Tail:
    """Reads what was appended to a file since the last look; notices a file that was replaced or cut."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._offset = 0
        self._identity = (0, 0)

    def read(self) -> tuple[bool, bytes]:
        """(anew, data): the whole lines since the last look; `anew` if they are the first of another file.

        A last line without its newline is left for the next look. No file, or none to be read, is no data.
        """
        try:
            descriptor = os.open(self.path, os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            return False, b""
        try:
            about = os.fstat(descriptor)
            if not stat.S_ISREG(about.st_mode):
                return False, b""
            identity = (about.st_dev, about.st_ino)
            anew = self._identity != identity or about.st_size < self._offset
            if anew:
                self._identity, self._offset = identity, 0
            if about.st_size == self._offset:
                return anew, b""
            data = os.pread(descriptor, about.st_size - self._offset, self._offset)
        finally:
            os.close(descriptor)
        whole = data[: data.rfind(b"\n") + 1]
        self._offset += len(whole)
        return anew, whole
