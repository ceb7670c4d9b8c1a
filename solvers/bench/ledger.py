"""A benchmark's finished searches as JSON lines: an interrupted table goes on where it stopped."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Generic, Protocol, TypeVar

import msgspec

from puzzles.user_data import decoded


class Finished(Protocol):
    """A search that has ended, a msgspec.Struct."""

    @property
    def name(self) -> tuple[str | int, ...]:
        """What it is called by."""


Outcome = TypeVar("Outcome", bound=Finished)
Line = TypeVar("Line")


class Ledger(Generic[Outcome]):
    """A file of finished searches, or just the memory of them (no path); it is made when the first one is added.

    Its first line is what they all have in common, `settings`, a msgspec.Struct with a tag; None: there is no such
    line. The class of the searches may refuse one by a ValueError. ValueError (one line) if the file holds anything
    else, belongs to other settings or can't be written, OSError if it can't be read. A last line without its end is
    what a killed run leaves: it is passed over, and overwritten.
    """

    def __init__(self, path: Path | None, settings: msgspec.Struct | None, outcome: type[Outcome]) -> None:
        self._path = path
        self._settings = settings
        self._outcome = outcome
        self._found: dict[tuple[str | int, ...], Outcome] = {}
        self._whole = 0
        if path is not None:
            self._read(path)

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
            if not self._whole and self._settings is not None:
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
        lines = data[: self._whole].splitlines()
        if data and not lines and not data.startswith(b"{"):
            lines = [data]  # no line at all, and no beginning of one of ours
        for number, line in enumerate(lines, 1):
            place = f"{path.name}, line {number}"
            if number == 1 and self._settings is not None:
                theirs = msgspec.structs.asdict(_decoded(place, line, type(self._settings), "settings"))
                ours = msgspec.structs.asdict(self._settings)
                wrong = [f"{name} {theirs[name]}, not {ours[name]}" for name in ours if ours[name] != theirs[name]]
                if wrong:
                    raise ValueError(f"{path.name} was made with {'; '.join(wrong)}: give those, or another file")
                continue
            one = _decoded(place, line, self._outcome, "a finished search")
            self._found[one.name] = one


def _decoded(place: str, line: bytes, wanted: type[Line], what: str) -> Line:
    """The line as that struct; ValueError with its place if it is something else."""
    try:
        return decoded(msgspec.json.Decoder(wanted).decode, line)
    except ValueError as error:
        raise ValueError(f"{place}: expected {what} as JSON ({error})") from None
