"""The draft of the Enter screen on disk: written aside and renamed, so that a crash leaves the old or the new one."""

from __future__ import annotations

import os
from pathlib import Path


class Draft:
    """One text in one file. `text` is what the user sees; `save` writes it if it has changed since."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "draft.txt"
        self.text = ""
        self._saved: str | None = None

    def load(self) -> str:
        """The text of the last session; empty if there is none or it can't be read."""
        try:
            self.text = self.path.read_bytes().decode("utf-8", "replace")
        except OSError:
            self.text = ""
        self._saved = self.text
        return self.text

    def save(self) -> bool:
        """True if the text is on disk now; False if the disk refuses."""
        if self._saved == self.text or (self._saved is None and not self.text):
            return True
        aside = self.path.with_name(f"draft.{os.getpid()}")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            aside.write_bytes(self.text.encode("utf-8", "surrogatepass"))
            aside.replace(self.path)
        except OSError:
            return False
        self._saved = self.text
        return True
