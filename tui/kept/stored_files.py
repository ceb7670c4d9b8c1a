"""How files of the data folder are read and written: in one step, and one that can't be read is set aside."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from puzzles import trouble
from puzzles.text.json_texts import load
from puzzles.user_data import LARGEST_TEXT, make_folder, read_file, replace_file, set_aside

LARGEST_OWN = 4 * LARGEST_TEXT
"""Bytes of such a file: a puzzle as JSON, with a game."""
UNREADABLE = (OSError, ValueError, TypeError, KeyError, OverflowError)
"""What reading one of these files raises, whatever is wrong with it."""


def write_aside(path: Path, text: str) -> bool:
    """True if the file has the text: a crash or a power cut leaves the old or the new file."""
    return not write_trouble(path, text)


def write_trouble(path: Path, text: str) -> str:
    """Why the file can't have the text, in words; empty if it has it, as of `write_aside`."""
    try:
        make_folder(path.parent)
        replace_file(path, text.encode("utf-8", "surrogatepass"), durable=True)
    except OSError as error:
        return error.strerror or str(error)
    return ""


Stamp = tuple[int, int, int]
"""Tells whether a file was replaced: another one has another inode, time or size."""


def stamp_of(path: Path) -> Stamp | None:
    """The file's stamp; None if there is no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def keep_damaged(path: Path) -> None:
    """Sets the file aside, if there is one, so that it is not written over, and tells it."""
    with suppress(OSError):
        aside = set_aside(path)
        trouble.tell(f"{path} can't be read; it was set aside as {aside.name}", aside)


def read_text(path: Path) -> str:
    return read_file(path, LARGEST_OWN).decode("utf-8", "surrogatepass")


def read_json(path: Path) -> Any:
    """The values in the file; one of UNREADABLE if there are none."""
    return load(read_text(path), "a file of this program")
