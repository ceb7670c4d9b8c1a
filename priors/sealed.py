"""NumPy arrays as one file whose checksum is over all of its bytes, for checkpoints and priors. Imports no numba.

The file is a zip archive as NumPy writes it. Its last 64 bytes, the archive's comment, are the SHA-256 of all bytes
before, in hexadecimal digits; so nothing is parsed that was not written here, and any change of it is noticed.
"""

from __future__ import annotations

import hashlib
import io
import warnings
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

Arrays = dict[str, npt.NDArray[Any]]
CHUNK = 1 << 20
MOST_UNPACKED = 1 << 28
"""Bytes of all arrays of a smaller file that is compressed."""
DIGEST = 64
"""Bytes of the checksum at the file's end."""


class DamagedError(ValueError):
    """The file does not hold what was written to it; the message gives the reason."""


def sealed(arrays: Mapping[str, npt.NDArray[Any]], *, compressed: bool = False) -> bytes:
    """The whole file, with these arrays by name."""
    buffer = io.BytesIO()
    (np.savez_compressed if compressed else np.savez)(buffer, allow_pickle=False, **arrays)
    with zipfile.ZipFile(buffer, "a") as archive:
        archive.comment = bytes(DIGEST)
    body = buffer.getvalue()[:-DIGEST]
    return body + _digest(body)


def is_sealed(file: BinaryIO) -> bool:
    """True if the file ends with the checksum of all before; it may be larger than the memory."""
    left, running = file.seek(0, io.SEEK_END) - DIGEST, hashlib.sha256()
    file.seek(0)
    while left > 0 and (part := file.read(min(left, CHUNK))):
        running.update(part)
        left -= len(part)
    return running.hexdigest().encode() == file.read(DIGEST)


def unsealed(data: bytes) -> Arrays:
    """The arrays of a sealed file; DamagedError if it is not as it was written."""
    if not is_sealed(io.BytesIO(data)):
        raise DamagedError("its checksum is wrong")
    return parsed(io.BytesIO(data))


def parsed(file: BinaryIO) -> Arrays:
    """The arrays of an .npz file, sealed or not; DamagedError, whatever is wrong with it."""
    most = max(MOST_UNPACKED, file.seek(0, io.SEEK_END))
    file.seek(0)
    try:
        with strictly(), np.load(file, allow_pickle=False) as members:
            if sum(member.file_size for member in members.zip.infolist()) > most:
                raise ValueError(f"it unpacks to over {most >> 20} MiB")
            arrays = {name: members[name] for name in members.files}
        if wrong := [name for name, array in arrays.items() if not isinstance(array, np.ndarray)]:
            raise ValueError(f"{wrong[0]!r} is no array")
        return arrays
    except Exception as error:  # zipfile, zlib, struct, ast and tokenize raise a dozen types for what is damaged
        raise DamagedError(f"it can't be read ({type(error).__name__}: {str(error).partition(chr(10))[0]})") from None


@contextmanager
def strictly() -> Iterator[None]:
    """Inside, what NumPy warns of in a header is an error (UserWarning): our files have no such headers."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        yield


def _digest(body: bytes) -> bytes:
    return hashlib.sha256(body).hexdigest().encode()
