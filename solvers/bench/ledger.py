"""A benchmark's finished searches as JSON lines: an interrupted table goes on where it stopped."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import msgspec


class Finished(Protocol):
    """A search that has ended, a msgspec.Struct with the tag `outcome`."""

    @property
    def name(self) -> tuple[str | int, ...]:
        """What it is called by."""

    def covers(self, seconds: float) -> bool:
        """True if it answers for a search of that many CPU seconds."""


Settings = TypeVar("Settings", bound=msgspec.Struct)
Outcome = TypeVar("Outcome", bound=Finished)


class Ledger(Generic[Settings, Outcome]):
    """A file of finished searches, or just the memory of them (no path); it is made when the first one is added.

    Its first line is what they all have in common, a msgspec.Struct with the tag `settings`. ValueError (one line) if
    the file holds anything else, belongs to other settings or can't be written, OSError if it can't be read. A last
    line without its end is what a killed run leaves: it is passed over, and overwritten.
    """

    def __init__(self, path: Path | None, settings: Settings, outcome: type[Outcome]) -> None:
        self._path = path
        self._settings = settings
        self._outcome = outcome
        self._found: dict[tuple[str | int, ...], Outcome] = {}
        self._whole = 0
        if path is not None:
            self._read(path)

    def find(self, name: tuple[str | int, ...], seconds: float) -> Outcome | None:
        """The search, if it answers for one of that many seconds; None if it is to be made (again)."""
        found = self._found.get(name)
        return found if found is not None and found.covers(seconds) else None

    def known(self, name: tuple[str | int, ...]) -> Outcome | None:
        """The search, however long it was; None if it was never made."""
        return self._found.get(name)

    def add(self, one: Outcome) -> None:
        """Keeps it, in the file once this returns; in place of an earlier search of that name. OSError if it can't."""
        self._found[one.name] = one
        if self._path is None:
            return
        with self._path.open("r+b" if self._path.exists() else "wb") as file:
            file.truncate(self._whole)
            file.seek(self._whole)
            if not self._whole:
                file.write(msgspec.json.encode(self._settings) + b"\n")
            file.write(msgspec.json.encode(one) + b"\n")
            file.flush()
            os.fsync(file.fileno())
            self._whole = file.tell()

    def _read(self, path: Path) -> None:
        data = path.read_bytes() if path.exists() else b""
        parent = path.absolute().parent
        if not (os.access(path, os.W_OK) if path.exists() else parent.is_dir() and os.access(parent, os.W_OK)):
            raise ValueError(f"{path} can't be written")
        self._whole = data.rfind(b"\n") + 1
        if data and not self._whole and not data.startswith(b"{"):
            raise ValueError(f"{path.name}, line 1: expected settings as JSON")
        for number, line in enumerate(data[: self._whole].splitlines(), 1):
            if number == 1:
                self._compare(path, _decoded(line, type(self._settings)))
                continue
            one: Outcome | None = _decoded(line, self._outcome)
            if one is None:
                raise ValueError(f"{path.name}, line {number}: expected a finished search as JSON")
            self._found[one.name] = one

    def _compare(self, path: Path, theirs: Settings | None) -> None:
        if theirs is None:
            raise ValueError(f"{path.name}, line 1: expected settings as JSON")
        ours, others = msgspec.structs.asdict(self._settings), msgspec.structs.asdict(theirs)
        wrong = [f"{name} {others[name]}, not {ours[name]}" for name in ours if ours[name] != others[name]]
        if wrong:
            raise ValueError(f"{path.name} was made with {'; '.join(wrong)}: give those, or another file")


def _decoded(line: bytes, wanted: Any) -> Any:
    """The line as that struct, which tells its tag; None if it is something else."""
    try:
        return msgspec.json.decode(line, type=wanted)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
