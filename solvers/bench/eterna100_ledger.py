"""The finished searches of `mcs-tui bench eterna100` as JSON lines: an interrupted table goes on where it stopped."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

Name = tuple[str, int, int]
"""Row, seed, puzzle: what a search of one table is called by."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="settings"):
    """What all searches of one file have in common; its first line. `level` is that of NRPA and GNRPA."""

    version: str
    model: str
    objective: str
    level: int


class Outcome(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="outcome"):
    """One search that ended. `seconds`: the CPU seconds that it was given; `solved`: at which of them it had a
    solution, None if it had none; `spent`: those that it used. `design`: that solution, judged; `playouts`: of
    RNAinverse the starts."""

    row: str
    seed: int
    puzzle: int
    seconds: float
    solved: float | None
    playouts: int
    restarts: int = 0
    best: float | None = None
    design: str = ""
    spent: float = 0.0

    @property
    def name(self) -> Name:
        """What it is called by."""
        return self.row, self.seed, self.puzzle

    def tells(self, seconds: float) -> bool:
        """True if it is known whether that many seconds solve the puzzle."""
        return seconds <= self.seconds or self.solved is not None

    def within(self, seconds: float) -> bool:
        """True if that many seconds solved the puzzle."""
        return self.solved is not None and self.solved <= seconds


_DECODER: msgspec.json.Decoder[Settings | Outcome] = msgspec.json.Decoder(Settings | Outcome)


class Ledger:
    """A file of finished searches, or just the memory of them (no path); it is made when the first one is added.

    ValueError (one line) if the file holds anything else, belongs to other settings or can't be written, OSError if it
    can't be read. A last line without its end is what a killed run leaves: it is passed over, and overwritten.
    """

    def __init__(self, path: Path | None, settings: Settings) -> None:
        self._path = path
        self._settings = settings
        self._found: dict[Name, Outcome] = {}
        self._whole = 0
        if path is not None:
            self._read(path)

    def find(self, name: Name, seconds: float) -> Outcome | None:
        """The search, if it was given so many seconds or needed less; None if it is to be made (again)."""
        found = self._found.get(name)
        return found if found is not None and found.tells(seconds) else None

    def known(self, name: Name) -> Outcome | None:
        """The search, however long it was; None if it was never made."""
        return self._found.get(name)

    def add(self, one: Outcome) -> None:
        """Keeps it, in the file once this returns; in place of a shorter search of that name. OSError if it can't."""
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
            try:
                one = _DECODER.decode(line)
            except (msgspec.DecodeError, UnicodeDecodeError):
                one = None
            if number == 1 and isinstance(one, Settings):
                self._compare(path, one)
            elif number > 1 and isinstance(one, Outcome):
                self._found[one.name] = one
            else:
                what = "settings" if number == 1 else "a finished search"
                raise ValueError(f"{path.name}, line {number}: expected {what} as JSON")

    def _compare(self, path: Path, theirs: Settings) -> None:
        ours, others = msgspec.structs.asdict(self._settings), msgspec.structs.asdict(theirs)
        wrong = [f"{name} {others[name]}, not {ours[name]}" for name in ours if ours[name] != others[name]]
        if wrong:
            raise ValueError(f"{path.name} was made with {'; '.join(wrong)}: give those, or another file")
