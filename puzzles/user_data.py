"""Where this application keeps what belongs to its user (runs, drafts, logs, benchmark data), and writing it."""

from __future__ import annotations

import errno
import gzip
import io
import os
import re
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypeVar

import platformdirs

if TYPE_CHECKING:
    import filelock

ASIDE = re.compile(r"\..+\.(\d+)")
"""The name of a file that is being written: a dot, the name that it will have, the process."""
ABANDONED = 60.0
"""Seconds after which one is removed whose process is gone; writing takes milliseconds."""
LOG_BYTES = 1 << 18
"""The length of a log, at most: then the oldest entries go."""
LOG_ENTRY = b"=== "
"""How an entry of a log begins, at the start of a line."""
MANY_DIGITS = re.compile(rb"(?<![\d.])\d{19}")
LARGEST_TEXT = 4 << 20
"""Bytes of a puzzle, a board, an experiment or settings: what a person or a program writes has a few thousand."""
LARGEST_FILE = 64 << 20
"""Bytes of another file that is read as a whole, unless its reader says more."""
CHUNK = 1 << 20
TEXT_OR_NUMBER = re.compile(rb'"(?:[^"\\]|\\.)*+(?:"|\Z)|[-+.\deE]+', re.DOTALL)
"""A text of JSON, also one without an end, or a number."""
NO_LOCKS = (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS)
"""What locking a file fails with where the file system has no locks."""
_tidied: set[Path] = set()
Content = TypeVar("Content")


def data_root() -> Path:
    """This application's data folder; MCS_TUI_DATA overrides the platform's."""
    override = os.environ.get("MCS_TUI_DATA")
    return Path(override) if override else platformdirs.user_data_path("mcs-tui")


def make_folder(folder: Path) -> None:
    """Makes the folder, and those above it that are missing, for its user alone (0700); OSError if that can't be."""
    if not folder.is_dir():
        make_folder(folder.parent)
        folder.mkdir(0o700, exist_ok=True)


def trouble_in(folder: Path) -> str:
    """Why nothing can be written into the folder, in words; empty if it can. It is made if it is missing."""
    try:
        make_folder(folder)
    except OSError as error:
        return error.strerror or str(error)
    return "" if os.access(folder, os.W_OK | os.X_OK) else "it is read-only"


def is_full(folder: Path) -> bool:
    """True if there is no room for its user on the folder's disk."""
    try:
        return os.statvfs(folder).f_bavail == 0
    except OSError:
        return False


def replace_file(path: Path, data: bytes, *, durable: bool = False) -> None:
    """Nothing; afterwards the file holds exactly these bytes, and no reader ever sees a part of them.

    The file is its user's alone (0600), whatever it was before.

    `durable`: on the disk before the rename, so that a power cut leaves the old file or the new one.
    OSError leaves the old file or the new one. A missing folder is not made: a deleted run stays deleted.
    """
    _replace(path, path.with_name(f".{path.name}.{os.getpid()}"), data, private, durable)


def write_named(path: Path, data: bytes) -> None:
    """Writes the data to a file that the user has named; it holds the old data or the new, whatever happens.

    It keeps its mode; a new one has that of the user's umask. Of a link the file that it leads to is replaced. What is
    no file, such as a pipe or /dev/stdout, or is in a folder where nothing can be made, is written to as it is.
    OSError leaves the old file or the new one.
    """
    place = Path(os.path.realpath(path))
    if place.is_file() and not os.access(place, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    fixed = (path.is_relative_to("/dev") and path.is_symlink()) or not (
        place.is_file() and os.access(place.parent, os.W_OK)
    )
    if path.exists() and fixed:
        with open(path, "wb") as stream:
            stream.write(data)
        return

    def opened(aside: str, flags: int) -> int:
        descriptor = os.open(aside, flags | os.O_CLOEXEC, 0o666)
        with suppress(OSError):  # there is no old file
            os.fchmod(descriptor, stat.S_IMODE(place.stat().st_mode))
        return descriptor

    _replace(place, place.with_name(f".mcs-tui.{os.getpid()}"), data, opened, durable=True)


def _replace(path: Path, aside: Path, data: bytes, opener: Callable[[str, int], int], durable: bool) -> None:
    try:
        with open(aside, "wb", opener=opener) as stream:
            stream.write(data)
            if durable:
                stream.flush()
                os.fsync(stream.fileno())
        if opener is private and path.parent not in _tidied:  # a folder of ours, none that the user has named
            _tidied.add(path.parent)
            remove_abandoned(path.parent, aside.stat().st_mtime)
        aside.replace(path)
    except OSError as error:
        with suppress(OSError):
            aside.unlink(missing_ok=True)
        error.filename = str(path)  # writing names none, and the one beside means nothing to anybody
        raise
    if durable:
        sync(path.parent)


def remove_abandoned(folder: Path, now: float) -> None:
    """Removes what killed writers have left beside the folder's files; each process does when it first writes there.

    `now` is the time of a file just written there: the file system's clock, which other machines' files go by too.
    """
    with suppress(OSError):
        for path in abandoned(folder, now):
            path.unlink()


def abandoned(folder: Path, now: float) -> list[Path]:
    """What killed writers have left beside the folder's files; none if it can't be read.

    Not that of a living process, nor what is less than a minute old: a process on another machine may write it.
    """
    found = []
    with suppress(OSError):
        for entry in os.scandir(folder):
            name = ASIDE.fullmatch(entry.name)
            if name and not _lives(int(name[1])) and now - entry.stat().st_mtime > ABANDONED:
                found.append(Path(entry.path))
    return found


def set_aside(path: Path, end: str = "damaged") -> Path:
    """Where the file is afterwards: beside, with `end` after its name; what was set aside before stays there."""
    aside = path.with_name(f"{path.name}.{end}")
    number = 1
    while os.path.lexists(aside):
        number += 1
        aside = path.with_name(f"{path.name}.{end}-{number}")
    return path.replace(aside)


def read_file(path: Path, most: int = LARGEST_FILE) -> bytes:
    """What is in the file; OSError as it comes, for more than `most` bytes, and for what is no regular file.

    Such as a pipe that would block, or a device that never ends.
    """
    with open(open_regular(path), "rb") as stream:
        size = os.fstat(stream.fileno()).st_size
        data = stream.read(size + 1) if size <= most else b""
        if len(data) > size:  # it grows, or has no size, as those of /proc
            data += _at_most(stream, most - len(data))
    if max(size, len(data)) > most:
        bound = f"{most >> 20} MiB" if most >= 1 << 20 else f"{most >> 10} KiB"
        raise OSError(errno.EFBIG, f"it has over {bound}", str(path))
    return data


def read_named(path: Path, most: int) -> bytes:
    """What is in a file that the user has named: at most one byte over `most`. OSError as it comes.

    Pipes too, such as `<(...)` makes; one that nobody has open for writing is an error, as it would block.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        mode, first = os.fstat(descriptor).st_mode, b""
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if stat.S_ISFIFO(mode):
            with suppress(BlockingIOError):
                first = os.read(descriptor, 1)
                if not first:
                    raise OSError(errno.EPIPE, "it is a pipe that nobody writes into", str(path))
        os.set_blocking(descriptor, True)
        with open(descriptor, "rb", closefd=False) as stream:
            return first + _at_most(stream, most - len(first))
    finally:
        os.close(descriptor)


def unpacked(data: bytes, most: int = LARGEST_FILE) -> bytes:
    """What gzip has packed, at most `most` bytes; OSError, EOFError or zlib.error for damage, OSError for more."""
    with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
        found = _at_most(stream, most)
    if len(found) > most:
        raise OSError(errno.EFBIG, f"it unpacks to over {most >> 20} MiB")
    return found


def _at_most(stream: BinaryIO | gzip.GzipFile, most: int) -> bytes:
    """The rest of the stream, at most one byte over `most`; memory is taken as it comes."""
    parts, left = [], most + 1
    while left > 0 and (part := stream.read(min(left, CHUNK))):
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


def add_to_log(path: Path, text: str, most: int = LOG_BYTES) -> None:
    """Nothing; the text is the last entry of the log, of which the oldest go where it gets longer than `most` bytes.

    OSError leaves what was there.
    """
    make_folder(path.parent)
    entry = LOG_ENTRY + text.rstrip().encode("utf-8", "backslashreplace")[: most - 8] + b"\n"
    with open(open_regular(path, os.O_RDWR | os.O_CREAT | os.O_APPEND), "r+b") as log:
        size = log.seek(0, io.SEEK_END)
        log.seek(max(0, size - most))
        known = log.read()
        if size + len(entry) <= most:
            log.write(entry)
            return
    _, _, newest = known[len(known) + len(entry) - most :].partition(b"\n" + LOG_ENTRY)
    replace_file(path, (LOG_ENTRY + newest if newest else b"") + entry)


def decoded(decode: Callable[[bytes], Content], data: bytes) -> Content:
    """What `decode` reads from JSON; ValueError, whatever is wrong with it.

    So are too deep nesting, and a whole number that 64 bits don't hold: Python has no float for one of 400 digits.
    """
    too_long = "it has a whole number of more than 64 bits"
    try:
        found = decode(data)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except OverflowError:
        raise ValueError(too_long) from None
    # afterwards, as it takes seconds for a large file that is no JSON at all
    if MANY_DIGITS.search(data) and not all(_fits(one) for one in TEXT_OR_NUMBER.findall(data)):
        raise ValueError(too_long)
    return found


def open_regular(path: Path, flags: int = os.O_RDONLY) -> int:
    """The descriptor of the opened regular file, which its user alone may use if it is made; OSError for any other."""
    descriptor = os.open(path, flags | os.O_NONBLOCK | os.O_CLOEXEC, 0o600)
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode):
        os.close(descriptor)
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        raise OSError(errno.EINVAL, "it is not a regular file", str(path))
    return descriptor


def _fits(token: bytes) -> bool:
    """False for a whole number that 64 bits don't hold."""
    digits = token.removeprefix(b"-")
    return not digits.isdigit() or (len(digits) < 20 and -(2**63) <= int(token) < 2**63)


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def private(path: str, flags: int) -> int:
    """An `opener` for `open`: a file that it makes is its user's alone (0600); a pipe does not block it."""
    return os.open(path, flags | os.O_NONBLOCK | os.O_CLOEXEC, 0o600)


def take_lock(lock: filelock.BaseFileLock, seconds: float = 0.0) -> bool:
    """True if the file lock is taken, within the seconds (-1: whenever); also where the file system has none.

    It guards what two processes may do at a time, to files that each replaces as a whole: it is only done twice then.
    """
    try:
        lock.acquire(timeout=seconds)
    except TimeoutError:
        return False
    except OSError as error:
        if error.errno not in NO_LOCKS:
            raise
    return True


def sync(path: Path) -> None:
    """Nothing; what the file or folder holds is on the disk. OSError if that can't be done."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
