"""What the user has typed, opened and generated, in the data folder: how its files are read and replaced, each in one
step, and what is said when the disk refuses them.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import Path

from puzzles.registry import get_family
from puzzles.user_data import read_file
from tui.kept.loaded import Loaded, path_of
from tui.kept.stored_files import (
    LARGEST_OWN,
    UNREADABLE,
    Stamp,
    keep_damaged,
    read_json,
    read_text,
    stamp_of,
    write_aside,
    write_trouble,
)
from tui.play.choices import read_choices
from tui.play.statistics import read_finished
from tui.play.store import OwnStore, read_played

MOST_DRAFTS = 20
"""Texts replaced in Edit, of which the newest are kept."""
MOST_RECENT = 20
"""Files opened before, of which the newest are remembered."""
OWN_NAME = re.compile(r"[0-9]{20}-")
"""How the name of an own puzzle begins: nanoseconds since 1970, later than the one before."""
UNSAVED = "The disk refuses your"
"""How it is said that something can't be kept."""


class EarlierDrafts:
    """Texts that another one has taken the place of in Edit, and that are no puzzles of the user's own; the newest."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "earlier-drafts"

    @property
    def names(self) -> list[str]:
        """The newest first."""
        try:
            return sorted((path.stem for path in self.folder.glob("*.txt")), reverse=True)
        except OSError:
            return []

    def text(self, name: str) -> str:
        """The text; empty if it can't be read any more."""
        try:
            return read_text(self.folder / f"{name}.txt")
        except (OSError, ValueError):
            return ""

    def keep(self, text: str) -> str:
        """Why the text is not among them now; empty if it is, once, or is blank. The oldest of too many goes."""
        names = self.names
        if not text.strip():
            return ""
        for name in names:
            if self.text(name) == text:
                return ""
        number = max(time.time_ns(), *(int(name) + 1 for name in names if name.isdecimal()), 0)
        trouble = write_trouble(self.folder / f"{number:020d}.txt", text)
        for name in [] if trouble else names[MOST_DRAFTS - 1 :]:
            with suppress(OSError):
                self.remove(name)
        return trouble

    def remove(self, name: str) -> None:
        """Deletes the text; OSError if the disk refuses."""
        (self.folder / f"{name}.txt").unlink(missing_ok=True)


class EditText:
    """The text of the Edit screen. `text` is what the user sees; `save` writes it if it has changed since.

    `earlier` keeps what another app has written there meanwhile. `trouble`: why the disk refuses, in words.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / "draft.txt"
        self.earlier = EarlierDrafts(folder)
        self.trouble = ""
        self.met_another = False
        """True once another app's text was kept; whoever tells the user takes it back."""
        self._stamp: Stamp | None = None
        self._text: str | Callable[[], str] = ""
        self._saved: str | None = None

    @property
    def text(self) -> str:
        if not isinstance(self._text, str):
            self._text = self._text()
        return self._text

    @text.setter
    def text(self, text: str) -> None:
        self._text = text

    def promise(self, text: Callable[[], str]) -> None:
        """The text is what this gives, once it is asked for: of a large puzzle it is not written with each key."""
        self._text = text

    def load(self) -> str:
        """The text of the last session; empty if there is none or it can't be read, and then it is set aside."""
        self._stamp = stamp_of(self.path)
        try:
            self.text = read_file(self.path, LARGEST_OWN).decode("utf-8", "replace")
        except OSError:
            self.text = ""
            keep_damaged(self.path)
        self._saved = self.text
        return self.text

    def save(self) -> bool:
        """True if the text is on disk now; False if the disk refuses."""
        if self._saved == self.text or (self._saved is None and not self.text):
            self.trouble = ""
            return True
        self.trouble = self._keep_anothers() or write_trouble(self.path, self.text)
        if self.trouble:
            return False
        self._saved, self._stamp = self.text, stamp_of(self.path)
        return True

    def _keep_anothers(self) -> str:
        """Why what another app has written since can't be kept; empty if it is, or there is nothing."""
        stamp = stamp_of(self.path)
        if stamp in (None, self._stamp):
            return ""
        try:
            other = read_file(self.path, LARGEST_OWN).decode("utf-8", "replace")
        except OSError as error:
            return error.strerror or str(error)
        if other.strip() and other not in (self.text, self._saved):
            trouble = self.earlier.keep(other)
            self.met_another = not trouble
            return trouble
        return ""


class RecentFiles:
    """Absolute paths of files opened before, newest first; fewer if the file fails. A damaged one is set aside."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "recent.json"
        self.paths: list[Path] = self._read()

    def add(self, path: Path) -> None:
        path = path_of(path).absolute()
        self._keep([path, *(one for one in self._read() if one != path)])

    def forget(self, path: Path) -> None:
        self._keep([one for one in self._read() if one != path])

    def _read(self) -> list[Path]:
        try:
            return _read_recent(self._file)
        except UNREADABLE:
            keep_damaged(self._file)
            return []

    def _keep(self, paths: list[Path]) -> None:
        self.paths = paths[:MOST_RECENT]
        write_aside(self._file, json.dumps([str(path) for path in self.paths], indent=1))


class OwnPuzzles:
    """The puzzles that were typed, generated or chosen from a file of several, by their files' names, oldest first."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "own-puzzles"

    @cached_property
    def puzzles(self) -> dict[str, Loaded]:
        """Those of earlier sessions that can be read, and those added since."""
        try:
            paths = sorted(self.folder.glob("*.json"))
        except OSError:
            return {}
        found = {}
        for path in paths:
            with suppress(*UNREADABLE):  # as after a change of its family's format
                found[path.stem] = read_own_puzzle(path)
        return found

    def add(self, loaded: Loaded) -> str:
        """The puzzle's name. It is listed even if the disk refuses it; `kept` says whether it did."""
        earlier = [int(name.partition("-")[0]) for name in self.puzzles if OWN_NAME.match(name)]
        number = max([time.time_ns(), *(one + 1 for one in earlier)])  # the clock may have been set back
        name = f"{number:020d}-{loaded.puzzle.family}"
        self.puzzles[name] = loaded
        data = {"family": loaded.puzzle.family, "puzzle": loaded.family.to_json(loaded.puzzle), "source": loaded.source}
        write_aside(self._path(name), json.dumps(data) + "\n")
        return name

    def keep(self, loaded: Loaded) -> None:
        """Adds the puzzle, unless it is one of them already."""
        if all(one.puzzle != loaded.puzzle for one in self.puzzles.values()):
            self.add(loaded)

    def kept(self, name: str) -> bool:
        return self._path(name).is_file()

    def remove(self, name: str) -> None:
        """Takes the puzzle off the list and deletes its file; OSError if the disk refuses."""
        self._path(name).unlink(missing_ok=True)
        self.puzzles.pop(name, None)

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.json"


def unreadable(folder: Path) -> Iterator[tuple[Path, Exception]]:
    """Each of these files that can't be read, and why."""
    for pattern, read in READERS.items():
        for path in sorted(folder.glob(pattern)):
            try:
                read(path)
            except UNREADABLE as error:
                yield path, error


def _read_recent(path: Path) -> list[Path]:
    found = read_json(path)
    if not isinstance(found, list):
        raise ValueError("it is no list of files")
    return [Path(one) for one in found if isinstance(one, str)]


def read_own_puzzle(path: Path) -> Loaded:
    """The puzzle in a file of one; one of UNREADABLE if there is none."""
    data = read_json(path)
    return Loaded(get_family(data["family"]).from_json(data["puzzle"]), str(data["source"]))


READERS: dict[str, Callable[[Path], object]] = {
    "draft.txt": read_text,
    "earlier-drafts/*.txt": read_text,
    "recent.json": _read_recent,
    "own-puzzles/*.json": read_own_puzzle,
    "own-games/*.json": read_played,
    "next-puzzles/*.json": read_own_puzzle,
    "play-choices.json": read_choices,
    "finished-games.json": read_finished,
}
"""The files in the data folder, and how each is read."""


class Keeping:
    """Keeps the draft and the games; says what is to be said of it."""

    def __init__(self, draft: EditText, games: OwnStore) -> None:
        self._draft, self._games = draft, games

    def save(self) -> bool:
        """True if all that was typed and played is on the disk now."""
        draft, games = self._draft.save(), self._games.save_changed()
        return draft and games

    @property
    def unsaved(self) -> str:
        """What can't be put on the disk, and why; empty if all is there."""
        what = "draft" if self._draft.trouble else "game"
        trouble = self._draft.trouble or self._games.trouble
        return f"{UNSAVED} {what}: {trouble}. w saves it elsewhere." if trouble else ""

    def save_and_tell(self, said: str) -> str:
        """As `save`; what is to be said then: `unsaved`, that all is well again, or that another app has been there.

        Empty for nothing. `said`: the last line that was said.
        """
        found = ""
        if not self.save():
            found = self.unsaved
        elif said.startswith(UNSAVED):
            found = "Saved now."
        elif self._draft.met_another:
            found = "Another app has changed the draft; its text is in 2 Puzzles."
        elif self._games.met_another:
            found = "Another app has gone on with this game; u shows its board."
        self._draft.met_another = self._games.met_another = False
        return found
