"""The lines of a text file that may be compressed and larger than the memory. Imports no numba."""

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from puzzles.errors import PuzzleError
from puzzles.user_data import open_regular

LONGEST_LINE = 1 << 20
"""Bytes of a line: far more than any RNA's sequence needs, and little enough that a file of one line does no harm."""
GZIP = b"\x1f\x8b"


class LongFile:
    """A file open for reading line by line, gzip or not, until `close`.

    PuzzleError if it can't be opened or read.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.line = 0
        """The number of the line that was read last, from 1."""
        try:
            self._raw = os.fdopen(open_regular(path), "rb")
            self._size = os.fstat(self._raw.fileno()).st_size
            packed = self._raw.read(len(GZIP)) == GZIP
            self._raw.seek(0)
        except (OSError, ValueError) as error:  # ValueError: a NUL in the name
            raise self._unreadable(error) from None
        self._file: BinaryIO | gzip.GzipFile = gzip.GzipFile(fileobj=self._raw) if packed else self._raw

    def close(self) -> None:
        """Nothing; the file is closed."""
        self._raw.close()

    @property
    def share(self) -> float:
        """How much has been read, in bytes of the file as it lies on the disk: from just above 0 to 1 (closed: 1)."""
        if self._raw.closed:
            return 1.0
        return min(1.0, max(1, self._raw.tell()) / max(1, self._size))

    def lines(self) -> Iterator[str]:
        """The lines in turn, without their ends; PuzzleError, with the place, for what is not text."""
        while data := self._next():
            self.line += 1
            if len(data) > LONGEST_LINE:
                raise self.wrong(f"a line of over {LONGEST_LINE >> 20} MiB", "lines of text")
            remark = data.startswith(b"#")  # which may name people in any encoding
            try:
                text = data.decode("utf-8-sig" if self.line == 1 else "utf-8", "replace" if remark else "strict")
            except UnicodeDecodeError as error:
                raise self.wrong(f"this is not text (byte {data[error.start]:#04x})", "UTF-8 text") from None
            if "\0" in text:
                raise self.wrong("this is not text (byte 0x00)", "UTF-8 text")
            yield text.rstrip("\r\n")

    def wrong(self, found: str, expected: str, line: int | None = None) -> PuzzleError:
        """The error at that line, by default the one read last; 0 for the file as a whole."""
        return PuzzleError(found, expected, line=self.line if line is None else line, source=str(self.path))

    def _next(self) -> bytes:
        try:
            return self._file.readline(LONGEST_LINE + 1)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise self.wrong(f"the compressed file is damaged ({error})", "a whole gzip file") from None
        except OSError as error:
            raise self._unreadable(error) from None

    def _unreadable(self, error: OSError | ValueError) -> PuzzleError:
        return self.wrong(f"it can't be read: {getattr(error, 'strerror', None) or error}", "a file", 0)
