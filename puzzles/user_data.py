"""Where this application keeps what belongs to its user (runs, drafts, logs, benchmark data), and writing it."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def data_root() -> Path:
    """This application's data folder; MCS_TUI_DATA overrides the platform's."""
    override = os.environ.get("MCS_TUI_DATA")
    return Path(override) if override else platformdirs.user_data_path("mcs-tui")


def make_folder(folder: Path) -> None:
    """Makes the folder, and those above it that are missing, for its user alone (0700); OSError if that can't be."""
    if not folder.is_dir():
        make_folder(folder.parent)
        folder.mkdir(0o700, exist_ok=True)


def replace_file(path: Path, data: bytes, *, durable: bool = False) -> None:
    """Nothing; afterwards the file holds exactly these bytes, and no reader ever sees a part of them.

    The file is its user's alone (0600), whatever it was before.

    `durable`: on the disk before the rename, so that a power cut leaves the old file or the new one.
    OSError leaves the old file as it was. A missing folder is not made: a deleted run stays deleted.
    """
    aside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with open(aside, "wb", opener=private) as stream:
            stream.write(data)
            if durable:
                stream.flush()
                os.fsync(stream.fileno())
        aside.replace(path)
    except OSError:
        aside.unlink(missing_ok=True)
        raise
    if durable:
        sync(path.parent)


def private(path: str, flags: int) -> int:
    """An `opener` for `open`: a file that it makes is its user's alone (0600)."""
    return os.open(path, flags | os.O_CLOEXEC, 0o600)


def sync(path: Path) -> None:
    """Nothing; what the file or folder holds is on the disk. OSError if that can't be done."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
