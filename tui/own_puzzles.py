"""The puzzles that were generated in the app or chosen from a file of several, on disk: one file each."""

from __future__ import annotations

import json
import time
from functools import cached_property
from pathlib import Path

from puzzles.errors import PuzzleError
from puzzles.registry import get_family
from tui.loaded import Loaded
from tui.own_store import write_aside


class OwnPuzzles:
    """Knows the user's puzzles by the names of their files, the oldest first."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "own-puzzles"

    @cached_property
    def puzzles(self) -> dict[str, Loaded]:
        """Those of earlier sessions that can be read, and those added since."""
        try:
            paths = sorted(self.folder.glob("*.json"))
        except OSError:
            return {}
        return {path.stem: loaded for path in paths if (loaded := _read(path)) is not None}

    def add(self, loaded: Loaded) -> str:
        """The puzzle's name. It is listed even if the disk refuses it; `kept` says whether it did."""
        name = f"{time.time_ns():020d}-{loaded.puzzle.family}"
        self.puzzles[name] = loaded
        data = {"family": loaded.puzzle.family, "puzzle": loaded.family.to_json(loaded.puzzle), "source": loaded.source}
        write_aside(self._path(name), json.dumps(data) + "\n")
        return name

    def kept(self, name: str) -> bool:
        """True if the puzzle is on disk."""
        return self._path(name).is_file()

    def remove(self, name: str) -> None:
        """Takes the puzzle off the list and deletes its file; OSError if the disk refuses."""
        self._path(name).unlink(missing_ok=True)
        self.puzzles.pop(name, None)

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.json"


def _read(path: Path) -> Loaded | None:
    """The puzzle in the file; None if it can't be read, as after a change of its family's format."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return Loaded(get_family(data["family"]).from_json(data["puzzle"]), str(data["source"]))
    except (OSError, ValueError, TypeError, KeyError, PuzzleError):
        return None
