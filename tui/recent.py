"""The files opened before, newest first, remembered in the data folder."""

from __future__ import annotations

import json
import os
from pathlib import Path

MOST = 20


class RecentFiles:
    """Absolute paths, newest first, at most MOST. A file that can't be read or written only means a shorter memory."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "recent.json"
        self.paths: list[Path] = self._read()

    def add(self, path: Path) -> None:
        """Puts the path first."""
        path = path.expanduser().absolute()
        self.paths = [path, *(one for one in self._read() if one != path)][:MOST]
        self._write()

    def forget(self, path: Path) -> None:
        """Takes the path off."""
        self.paths = [one for one in self._read() if one != path]
        self._write()

    def _read(self) -> list[Path]:
        try:
            found = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return []
        return [Path(one) for one in found if isinstance(one, str)] if isinstance(found, list) else []

    def _write(self) -> None:
        aside = self._file.with_name(f"recent.{os.getpid()}")
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            aside.write_text(json.dumps([str(path) for path in self.paths], indent=1), encoding="utf-8")
            aside.replace(self._file)
        except (OSError, UnicodeError):
            return
