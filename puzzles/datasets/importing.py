"""Importing a dataset's files from this disk: recognised by their checksum, whatever their names, gzipped or not."""

from __future__ import annotations

import gzip
import hashlib
import os
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from puzzles.datasets.registry import Dataset
from puzzles.datasets.stored import DataError, State, Stored, accept, all_stored, beside, checksum, locked

COPY = ".copy"
"""What the name of an unfinished copy ends in."""
CHUNK = 1 << 20


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
            while left >= 0 and (data := stream.read(CHUNK)):
                digest.update(data)
                left -= len(data)
    except (OSError, EOFError, zlib.error):
        return ""
    return digest.hexdigest() if left >= 0 else ""


def _copy(match: Match, copy: Path) -> None:
    """Copies all bytes, unpacked if they are packed. OSError, with the copy's name, if the disk is full."""
    with gzip.open(match.path) if match.packed else match.path.open("rb") as reading, copy.open("wb") as writing:
        while data := reading.read(CHUNK):
            try:
                writing.write(data)
                writing.flush()
            except OSError as error:
                raise OSError(error.errno, error.strerror, str(copy)) from None
