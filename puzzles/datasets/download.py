"""A dataset's files, downloaded or imported from this disk.

Of a download the missing part is requested, what arrives is kept, and the whole is checked. requests does the
transfer: redirects, proxies by the environment's variables, time limits, certificates. Resuming a cut download is done
here, as are the unfinished file and setting a wrong one aside. Imported files are recognised by their checksum,
whatever their names, gzipped or not.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import re
import socket
import ssl
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from io import RawIOBase
from pathlib import Path
from typing import TYPE_CHECKING

from puzzles.datasets.registry import Dataset
from puzzles.datasets.stored import ORIGIN, DataError, State, Stored, accept, all_stored, beside, checksum, locked
from puzzles.user_data import read_file, replace_file

if TYPE_CHECKING:
    from requests import Response


Report = Callable[[int, int], None]
"""Is called with the bytes that are here and those of the whole file (0: unknown), also before the first arrives."""

CHUNK = 1 << 13
"""Bytes between two calls of Report: what an interruption can lose at most."""
CONNECTING, WAITING = 15.0, 60.0
"""Seconds after which a connection that is not made is given up, and one that sends nothing."""
CUTS = 10
"""How often a download is resumed after a cut connection, each time only if something arrived."""


class DownloadError(DataError):
    """The server could not be reached, or did not send the file; the text is one line for the user."""


class _CutError(Exception):
    """The connection ended too early, for that reason; what has arrived is kept."""


class _StaleError(Exception):
    """The server can't resume from what is here: the file must be downloaded again."""


def download(stored: Stored, report: Report) -> State:
    """PRESENT or NOT_VERIFIED, once the file is here. A part of it that is here is resumed, if the server can.

    DownloadError, DataError (wrong checksum, disk full); what has arrived stays for the next time, also after a
    KeyboardInterrupt.
    """
    if not stored.file.url:
        raise DownloadError(f"{stored.name} can't be downloaded, only imported")
    try:
        with locked(stored):
            _transfer_all(stored, report)
            beside(stored.path, ORIGIN).unlink(missing_ok=True)
            return accept(stored, stored.part)
    except OSError as error:
        raise DataError(f"{error.filename or stored.path}: {error.strerror or error}") from None


def _transfer_all(stored: Stored, report: Report) -> None:
    for turn in range(CUTS + 1):
        before = _begun(stored)
        if stored.file.size and before == stored.file.size:
            return
        try:
            _transfer(stored, before, report)
            return
        except _StaleError:
            stored.part.unlink(missing_ok=True)
        except _CutError as cut:
            if turn == CUTS or _begun(stored) <= before:
                raise DownloadError(f"{stored.file.url}: {cut}") from None
    raise DownloadError(f"{stored.file.url}: the server keeps sending something else")


def _begun(stored: Stored) -> int:
    """Bytes of an unfinished file from which the download can be resumed; 0 if there are none.

    Without a checksum to verify it in the end, a part is only used if the server said how to ask for the same file.
    """
    try:
        size = stored.part.stat().st_size
    except FileNotFoundError:
        return 0
    known = stored.expected() or _validator(stored)
    return size if known and not 0 < stored.file.size < size else 0


def _validator(stored: Stored) -> str:
    try:
        return read_file(beside(stored.path, ORIGIN)).decode("latin-1")
    except OSError:
        return ""


def _transfer(stored: Stored, begun: int, report: Report) -> None:
    """Downloads the rest of the file from byte `begun` on. _CutError, _StaleError, DownloadError, OSError."""
    import requests

    url, published, size, answered = stored.file.url, stored.file.size, begun, False
    headers = {"Accept-Encoding": "identity"}  # the file's own bytes: a compressed transfer can't be resumed
    if begun:
        headers["Range"] = f"bytes={begun}-"
        if known := _validator(stored):
            headers["If-Range"] = known
    try:
        with requests.get(url, headers=headers, stream=True, timeout=(CONNECTING, WAITING)) as answer:
            if answer.status_code == 416 and begun:
                if answer.headers.get("Content-Range", "").endswith(f"/{begun}"):
                    return  # all of it was here
                raise _StaleError
            size, total = _sizes(stored, begun, answer)
            tag = answer.headers.get("ETag", "")  # for If-Range (RFC 9110, 13.1.5): a strong tag, else the date
            validator = tag if tag.startswith('"') else answer.headers.get("Last-Modified", "")
            if validator != _validator(stored):
                replace_file(beside(stored.path, ORIGIN), validator.encode("latin-1", "replace"))
            # not asked for, so the file itself is compressed: it is kept so, where requests would unpack it
            answer.raw.headers.pop("content-encoding", None)
            with stored.part.open("ab" if size else "wb", buffering=0) as part:
                answered = True
                report(size, total)
                for data in answer.iter_content(CHUNK):
                    if 0 < published < size + len(data):
                        part.truncate(0)
                        raise DownloadError(f"{url}: more than the published {published:,} bytes came")
                    size = _append(stored, part, data, size)
                    report(size, total)
    except (requests.RequestException, ValueError) as error:  # ValueError: a redirect to what is no address
        if answered:
            raise _CutError(f"the connection was cut after {size:,} bytes ({_reason(error)})") from None
        raise DownloadError(f"{url}: {_reason(error)}") from None
    if size < total:
        raise _CutError(f"the connection was cut after {size:,} of {total:,} bytes")


def _sizes(stored: Stored, begun: int, answer: Response) -> tuple[int, int]:
    """Bytes that are kept of what is here, and those of the whole file, 0 if unknown. _StaleError, DownloadError."""
    sent = _length(answer)
    total = 0
    if answer.status_code == 206:
        place = re.fullmatch(r"bytes (\d+)-\d+/(\d+|\*)", answer.headers.get("Content-Range", "").strip())
        if place is None or int(place[1]) != begun:
            raise _StaleError
        total = 0 if place[2] == "*" else int(place[2])  # a server may send less than all that was requested
    elif answer.status_code == 200:
        begun = 0
    else:
        said = f"{answer.status_code} {answer.reason or ''}".rstrip()
        raise DownloadError(f"{stored.file.url}: the server answered {said}")
    ends_itself = "chunked" in answer.headers.get("Transfer-Encoding", "").lower()
    if not (sent or ends_itself or stored.expected()):
        raise DownloadError(f"{answer.url}: the server reports no length, and no checksum is known")
    return begun, stored.file.size or total or (begun + sent if sent else 0)


def _append(stored: Stored, part: RawIOBase, data: bytes, size: int) -> int:
    """The unfinished file's new size, once all the data is in it; DataError if the disk is full."""
    rest = memoryview(data)
    try:
        while rest:
            written = part.write(rest) or 0
            size += written
            rest = rest[written:]
    except OSError as error:
        raise DataError(f"{stored.part}: {error.strerror}; its {size:,} bytes are kept") from None
    return size


def _length(answer: Response) -> int:
    with suppress(ValueError):
        return max(0, int(answer.headers.get("Content-Length", "")))
    return 0


def _reason(error: BaseException) -> str:
    """The cause within the libraries' nested errors, in few words."""
    from requests.exceptions import ProxyError, Timeout
    from urllib3.exceptions import TimeoutError as NoAnswer

    nested = list(_nested(error))
    proxy = "the proxy: " if any(isinstance(one, ProxyError) for one in nested) else ""
    for one in reversed(nested):
        if isinstance(one, socket.gaierror):
            return f"{proxy}the host's name is not found"
        if isinstance(one, ssl.SSLCertVerificationError):
            return f"{proxy}the certificate is not accepted ({one.verify_message})"
        if isinstance(one, (TimeoutError, Timeout, NoAnswer)):
            return f"{proxy}no answer in time"
        if isinstance(one, OSError) and one.strerror:
            return f"{proxy}{one.strerror}"
    return f"{proxy}{' '.join(str(nested[-1]).split()) or type(error).__name__}"


def _nested(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    one: BaseException | None = error
    while one is not None and id(one) not in seen:
        yield one
        seen.add(id(one))
        held = [getattr(one, "reason", None), *one.args, one.__cause__, one.__context__]
        one = next((inner for inner in held if isinstance(inner, BaseException)), None)


COPY = ".copy"
"""What the name of an unfinished copy ends in."""
PIECE = 1 << 20


class NothingToImportError(DataError):
    """No file there is one of the dataset's; the text is one line for the user."""


class ChecksumError(DataError):
    """The file is not what was published; the text is one line for the user."""


@dataclass(frozen=True, slots=True)
class Match:
    """A file on this disk, and which of the dataset's it is.

    `differs`: it has the name, but not the checksum. `packed`: what it has gzipped is the dataset's file.
    """

    path: Path
    stored: Stored
    differs: bool = False
    packed: bool = False


def matches(dataset: Dataset, path: Path) -> tuple[Match, ...]:
    """The dataset's files at the path: that file, or those in that folder and its folders; one for each at most.

    By checksum first; by name if the published checksum is not known, or if no file there has it. OSError if the path
    can't be read; NothingToImportError if nothing there is one of them.
    """
    found: dict[str, Match] = {}
    for one in _files(path):
        for match in _of(dataset, one):
            before = found.get(match.stored.name)
            if before is None or (before.differs and not match.differs):
                found[match.stored.name] = match
    if not found:
        names = ", ".join(file.name for file in dataset.files)
        raise NothingToImportError(f"{path}: there is none of {dataset.name}'s files; expected one of: {names}")
    return tuple(found[stored.name] for stored in all_stored(dataset) if stored.name in found)


def take(match: Match, *, any_checksum: bool = False) -> State:
    """PRESENT or NOT_VERIFIED, once a copy is in its place.

    ChecksumError if its checksum is not the expected one: nothing is changed then. `any_checksum`: take it anyway.
    DataError if it can't be copied.
    """
    stored = match.stored
    copy = beside(stored.path, COPY)
    try:
        size = match.path.stat().st_size
        if match.differs and size > stored.file.size > 0 and not any_checksum:  # it might fill the disk
            sizes = f"{size:,} bytes; expected {stored.file.size:,}"
            raise ChecksumError(f"{match.path} has {sizes}, {stored.name} as published")
        with locked(stored):
            try:
                _copy(match, copy)
                wanted = stored.expected()
                if wanted and not any_checksum and (found := checksum(copy)) != wanted:
                    whose = "as published" if stored.file.sha256 else "as it first arrived here"
                    sums = f"the SHA-256 {found[:16]}...; expected {wanted[:16]}..."
                    raise ChecksumError(f"{match.path} has {sums}, {stored.name} {whose}")
                return accept(stored, copy, any_checksum=any_checksum)
            finally:
                copy.unlink(missing_ok=True)
    except OSError as error:
        raise DataError(f"{error.filename or stored.path}: {error.strerror or error}") from None


def _files(path: Path) -> Iterator[Path]:
    """The file itself, or all below the folder, in the order of their names."""
    if not path.is_dir():
        path.stat()  # OSError if there is nothing
        if path.is_file():  # a pipe may never end
            yield path
        return
    os.listdir(path)  # OSError if it can't be read; os.walk would pass over it
    for folder, folders, names in os.walk(path):
        folders.sort()
        yield from (one for name in sorted(names) if (one := Path(folder, name)).is_file())


def _of(dataset: Dataset, path: Path) -> Iterable[Match]:
    """Which of the dataset's files it is: none, one, or more than one of the same content."""
    size, digits = path.stat().st_size, ""
    packed = _unpacked(path, max(file.size for file in dataset.files))
    for stored in all_stored(dataset):
        if stored.file.sha256 and size == stored.file.size:
            digits = digits or checksum(path)
            if digits == stored.file.sha256:
                yield Match(path, stored)
                continue
        if packed and packed == stored.file.sha256:
            yield Match(path, stored, packed=True)
            continue
        if path.name == stored.file.name:
            yield Match(path, stored, differs=bool(stored.file.sha256))


def _unpacked(path: Path, most: int) -> str:
    """The SHA-256 of what the file has gzipped, in hexadecimal digits.

    Empty if it is not gzipped, can't be read, is damaged, or has more than `most` bytes.
    """
    try:
        with gzip.open(path) as stream:
            digest, left = hashlib.sha256(), most
            while left >= 0 and (data := stream.read(PIECE)):
                digest.update(data)
                left -= len(data)
    except (OSError, EOFError, zlib.error):
        return ""
    return digest.hexdigest() if left >= 0 else ""


def _copy(match: Match, copy: Path) -> None:
    """Copies all bytes, unpacked if they are packed. OSError, with the copy's name, if the disk is full."""
    with gzip.open(match.path) if match.packed else match.path.open("rb") as reading, copy.open("wb") as writing:
        while data := reading.read(PIECE):
            try:
                writing.write(data)
                writing.flush()
            except OSError as error:
                raise OSError(error.errno, error.strerror, str(copy)) from None
