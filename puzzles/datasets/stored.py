"""The datasets' files on this disk: where they are, whether they are what was published, and removing them.

A file stands under its own name only once it has passed its check. The checksum of a file that nobody publishes one
for is kept at its first arrival, in SHA256SUMS beside the datasets' folders: later copies are compared with that.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import filelock

from puzzles import trouble
from puzzles.datasets import registry
from puzzles.datasets.registry import DataFile, Dataset, split
from puzzles.user_data import data_root, open_regular, read_file, replace_file, sync

PART = ".part"
"""What an unfinished file's name ends in; beside it may lie one that ends in ORIGIN."""
ORIGIN = ".part.from"
"""Of what an unfinished file is a part: the validator that the server gave."""
WRONG = ".wrong"
"""What the name of a file ends in that was set aside because it failed its check."""


class DataError(Exception):
    """A file could not be stored here or is not what was published; the text is one line for the user."""


class State(StrEnum):
    """What a file on this disk was found to be."""

    ABSENT = "absent"
    PARTIAL = "partial"
    PRESENT = "present"
    NOT_VERIFIED = "not verified"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Stored:
    """A dataset's file and its place on this disk, whether or not it is there."""

    dataset: Dataset
    file: DataFile

    @property
    def name(self) -> str:
        """`DATASET/FILE`."""
        return f"{self.dataset.name}/{self.file.name}"

    @property
    def path(self) -> Path:
        return folder() / self.dataset.name / self.file.name

    @property
    def part(self) -> Path:
        """Where it grows while it is downloaded."""
        return beside(self.path, PART)

    @property
    def size(self) -> int:
        """Bytes that are here, whole or in part."""
        for path in (self.path, self.part):
            with suppress(OSError):
                return path.stat().st_size
        return 0

    def expected(self) -> str:
        """The SHA-256 that the file must have: the published one, else that of its first arrival, else empty."""
        return self.file.sha256 or pinned().get(self.name, "")

    def state(self) -> State:
        """What is here, without reading the file: a published checksum was compared when the file arrived."""
        if self.path.is_file():
            published = self.file.sha256
            verified = published and pinned().get(self.name, published) == published
            return State.PRESENT if verified else State.NOT_VERIFIED
        return State.PARTIAL if self.part.is_file() else State.ABSENT

    def verified(self) -> State:
        """As `state`, having read the file; OSError if that fails."""
        found = self.state()
        if found not in (State.PRESENT, State.NOT_VERIFIED):
            return found
        wanted = pinned().get(self.name) or self.file.sha256
        return found if wanted in ("", checksum(self.path)) else State.WRONG


def folder() -> Path:
    return data_root() / "data"


def find(name: str) -> Path | None:
    """The path of `DATASET/FILE`, or of `DATASET`'s first file here; None if there is none. UnknownDatasetError."""
    found, wanted = split(name)
    for file in (wanted,) if wanted else found.files:
        path = Stored(found, file).path
        if path.is_file():
            return path
    return None


def all_stored(found: Dataset | None = None) -> tuple[Stored, ...]:
    """All files of the dataset (default: of all), here or not."""
    return tuple(Stored(one, file) for one in ((found,) if found else registry.DATASETS) for file in one.files)


def beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def checksum(path: Path) -> str:
    """The file's SHA-256 in hexadecimal digits; OSError if it can't be read."""
    with open(open_regular(path), "rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def accept(stored: Stored, arrived: Path, *, any_checksum: bool = False) -> State:
    """PRESENT or NOT_VERIFIED, once the file that has arrived has been checked and put in its place.

    DataError if its checksum is not the expected one; it is then set aside under a name that ends in WRONG.
    `any_checksum`: take it anyway. OSError leaves the file where it arrived.
    """
    found, wanted = checksum(arrived), stored.expected()
    if wanted and found != wanted and not any_checksum:
        aside = beside(stored.path, WRONG)
        arrived.replace(aside)
        whose = "as published" if stored.file.sha256 else "as it first arrived here"
        sums = f"the SHA-256 {found[:16]}...; expected {wanted[:16]}..."
        what = f"{stored.name} has {sums}, {whose}; set aside as {aside}"
        trouble.keep(what, aside)
        raise DataError(what)
    _pin(stored.name, None if found == stored.file.sha256 else found)
    sync(arrived)
    arrived.replace(stored.path)
    return stored.state()


def remove(stored: Stored) -> bool:
    """True if there was anything of the file; it, its parts and its remembered checksum are gone. OSError if not."""
    if not stored.path.parent.is_dir():
        return False
    gone = False
    with locked(stored):
        for suffix in ("", PART, ORIGIN, WRONG):
            with suppress(FileNotFoundError):
                beside(stored.path, suffix).unlink()
                gone = True
        _pin(stored.name, None)
    with suppress(OSError):  # other files are in it
        stored.path.parent.rmdir()
    return gone


def pinned() -> dict[str, str]:
    """`DATASET/FILE` -> SHA-256 of files that differ from what is published, or that nothing is published about."""
    with suppress(OSError):
        return _sums()
    return {}


def _sums() -> dict[str, str]:
    """As `pinned`; OSError if there is a file that can't be read."""
    try:
        text = read_file(folder() / "SHA256SUMS").decode("utf-8", "replace")
    except FileNotFoundError:
        return {}
    pairs = [line.split("  ", 1) for line in text.splitlines() if "  " in line]
    return {name: digits for digits, name in pairs}


@contextmanager
def locked(stored: Stored) -> Iterator[None]:
    """A context in which no other process stores this file; DataError if one does. OSError: no folder."""
    stored.path.parent.mkdir(parents=True, exist_ok=True)
    lock = filelock.FileLock(folder() / f".{stored.dataset.name}-{stored.file.name}.lock", timeout=0)
    try:
        lock.acquire()
    except filelock.Timeout:
        raise DataError(f"{stored.name} is being downloaded or imported by another process") from None
    try:
        yield
    finally:
        lock.release()


def _pin(name: str, digits: str | None) -> None:
    """Remembers the checksum, or forgets it; nothing is written if that changes nothing. In the form of sha256sum."""
    path = folder() / "SHA256SUMS"
    with filelock.FileLock(folder() / ".sums.lock"):
        sums = _sums()
        if sums.get(name) == digits:
            return
        if digits is None:
            del sums[name]
        else:
            sums[name] = digits
        replace_file(path, "".join(f"{value}  {key}\n" for key, value in sorted(sums.items())).encode(), durable=True)
