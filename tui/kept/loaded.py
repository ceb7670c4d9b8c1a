"""A puzzle as the screens hand it on: with its family, where it comes from, and its text."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.family import Board, Family, Puzzle
from puzzles.inputs import meant
from puzzles.text.format_table import Entry
from puzzles.user_data import read_named, write_named
from tui.boards.drawing import Facts

if TYPE_CHECKING:
    from tui.play.played import PlayedGame

Result = TypeVar("Result")


@dataclass(frozen=True)
class Loaded:
    """A puzzle that was read. `source` is a file's path, `example NAME`, `generated`, or empty for typed text."""

    puzzle: Puzzle
    source: str = ""
    opened: PlayedGame | None = field(default=None, compare=False)
    """The game that the file has besides the puzzle."""

    @cached_property
    def family(self) -> Family:
        return registry.get_family(self.puzzle.family)

    @cached_property
    def searched(self) -> Family:
        """The family with this very puzzle's default algorithm, and without those that can't search it.

        Where settings that can be changed decide that (`deciding`), the family as it is.
        """
        return self.family if self.family.deciding else self.family.for_puzzle(self.puzzle)

    @cached_property
    def start(self) -> tuple[int, ...]:
        return self.family.start_board(self.puzzle)

    @cached_property
    def finished(self) -> bool:
        """True if no move is left in it, so that there is nothing to search."""
        optimisation = self.family.optimisation
        return optimisation is not None and optimisation.finished(self.puzzle)

    @cached_property
    def attached_board(self) -> tuple[int, ...] | None:
        """The complete board that came with the puzzle, such as a start sequence; None for none."""
        return self.family.attached_board(self.puzzle)

    def text(self, format_name: str | None = None, board: Board | None = None, facts: Facts | None = None) -> str:
        """The puzzle, with the board filled in if given, in a text format (by default the first).

        `facts`: what the checker has said of the board; formats with figures have it judged again if it is missing.
        """
        name = format_name or self.formats[0]
        if board is not None and facts:
            return self.family.write_many(self.puzzle, name, [board], [facts])
        return self.family.write(self.puzzle, name, board)

    @property
    def formats(self) -> tuple[str, ...]:
        """The names of all formats that can hold the puzzle, text formats first, then those of pages to print."""
        from tui.words.printing import pages_of

        return tuple(one.name for one in (*self.family.writable(self.puzzle), *pages_of(self.family)))

    def suffix(self, format_name: str) -> str:
        """The usual end of a file's name for that format, such as `.txt`."""
        from tui.words.printing import formats_of

        return {one.name: one.suffix for one in formats_of(self.family)}[format_name]


def path_of(typed: str | Path) -> Path:
    """The path that was typed, `~` and `~NAME` replaced by the home folder; as it is where there is no such user."""
    return Path(os.path.expanduser(typed))


def open_file(path: Path) -> Loaded:
    """The puzzle in the file; PuzzleError with one line for people in every case that fails."""
    path = path_of(path)
    loaded = Loaded(_guarded(path, lambda: registry.read_file(path)), str(path))
    return _with_game(loaded, path) if path.suffix == GAMES else loaded


GAMES = ".game"
"""How the names of files with games end."""


def _with_game(loaded: Loaded, path: Path) -> Loaded:
    from tui.play.game_file import game_in

    return replace(loaded, opened=_guarded(path, lambda: game_in(file_text(path), loaded)))


def file_text(path: Path) -> str:
    """The file's text, for editing; PuzzleError as `open_file`."""
    path = path_of(path)
    return _guarded(path, lambda: registry.decode(read_named(path, registry.LARGEST_TEXT), source=str(path)))


def several(text: str) -> tuple[Family, tuple[Entry, ...]] | None:
    """The family and the puzzles of a text that holds more than one; None for one, and for what can't be read."""
    try:
        family, entries = registry.read_entries(text)
    except PuzzleError:
        return None
    return (family, entries) if len(entries) > 1 else None


def check_file(path: Path) -> None:
    """Raises PuzzleError as `open_file`, unless the file holds a puzzle, or several of which one can be chosen."""
    try:
        open_file(path)
    except PuzzleError:
        if several(file_text(path)) is None:
            raise


def save_file(path: Path, content: bytes) -> Path:
    """The path that was written, absolute; PuzzleError with one line for people if it can't be."""
    path = path_of(path).absolute()
    if not os.path.isdir(path.parent):
        raise PuzzleError(f"the folder {path.parent} does not exist", source=str(path))
    _guarded(path, lambda: write_named(path, content))
    return path


def _guarded(path: Path, work: Callable[[], Result]) -> Result:
    if "\0" in str(path):
        raise PuzzleError("the path has a NUL character", "a file's path", source=repr(str(path)))
    try:
        if path.exists() and not path.is_file():
            kind = "a folder" if path.is_dir() else "not a file"
            raise PuzzleError(f"this is {kind}", "a file", source=str(path))
        return work()
    except OSError as error:
        expected = meant(str(path)) if isinstance(error, FileNotFoundError) else ""
        raise PuzzleError(error.strerror or str(error), expected, source=str(path)) from None
