"""Trained priors on disk: one .npz a table in the application's cache, checked as a whole before it is used.

A file is sealed (`priors.sealed`); it holds `count` and `nb`, int64, and `provenance`, the bytes of a JSON object. What
is damaged or outdated is renamed aside and counts as absent. Imports no numba.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import filelock
import msgspec
import numpy as np

from priors import shipped
from priors.provenance import FORMAT, Provenance
from priors.sealed import DamagedError, sealed, unsealed
from priors.stored import ORIGINS, stem
from priors.stored import Stored as Stored
from priors.table import Counts, log_frequencies
from puzzles import registry, trouble
from puzzles.engine.kernel_cache import application_cache
from puzzles.user_data import decoded, make_folder, read_file, replace_file, set_aside, take_lock

SUFFIX = ".npz"
LARGEST = 1 << 28
"""Bytes of the largest file that is read; the largest table we make is far below."""
PATIENCE = 30.0
"""Seconds to wait for another process that stores or sets aside; either takes milliseconds."""
_DECODER = msgspec.json.Decoder(Provenance)
WORD = re.compile(r"[a-z0-9][a-z0-9._-]*")


@dataclass(frozen=True, slots=True)
class Lookup:
    """What was found: a prior or None; `notice` is a line about a file that was not used, or empty."""

    stored: Stored | None
    notice: str = ""


class UnusableError(Exception):
    """Why a file is not used, one line; `outdated`: it is intact, but was counted by other rules."""

    def __init__(self, reason: str, *, outdated: bool = False) -> None:
        super().__init__(reason)
        self.outdated = outdated


def folder() -> Path:
    """The folder of the stored priors; it may not exist yet."""
    return application_cache() / "priors"


def name_of(family: str, prior: str, shape: str) -> str:
    """The file name of one prior; ValueError if a part is not a plain word that is safe in a file name."""
    for word in (family, prior, shape):
        if not WORD.fullmatch(word):
            raise ValueError(f"{word!r} can't name a prior; expected small letters, digits and . _ -")
    return f"{stem(family, prior, shape)}{SUFFIX}"


def find(family: str, prior: str, shape: str) -> Stored | None:
    """The prior to use: one that was trained here if it can be trusted, else the one that comes with the program.

    None if there is neither; a bad file is set aside.
    """
    return look_up(family, prior, shape).stored


def look_up(family: str, prior: str, shape: str) -> Lookup:
    """The prior as `find` gives it, with a line that says why a file was set aside."""
    found = _trusted(folder() / name_of(family, prior, shape))
    return found if found.stored is not None else Lookup(shipped.find(family, prior, shape), found.notice)


def all_priors() -> list[Stored]:
    """All that searches use: those trained here that can be trusted, by file name, then what comes with the program.

    What comes with the program is left out where one of the same name was trained here.
    """
    trained = all_stored()
    names = {stored.name for stored in trained}
    return [*trained, *(one for one in shipped.all_shipped() if one.name not in names)]


def all_stored() -> list[Stored]:
    """All priors that were trained here and can be trusted, by file name; bad files are set aside."""
    found = [_trusted(path).stored for path in sorted(folder().glob(f"*{SUFFIX}"))]
    return [stored for stored in found if stored is not None]


def unusable() -> Iterator[tuple[Path, UnusableError]]:
    """Each file of a prior that was trained here and can't be trusted, and why; nothing is changed."""
    for path in sorted(folder().glob(f"*{SUFFIX}")):
        try:
            _read(path)
        except OSError as error:
            yield path, UnusableError(f"it can't be read: {error.strerror or error}")
        except UnusableError as error:
            yield path, error


def save(count: Counts, nb: Counts, provenance: Provenance) -> Path:
    """The path of the stored prior, now on disk: written aside, synced, then renamed over what was there.

    A training that was stopped early never replaces an intact prior that was counted from more puzzles.
    Raises ValueError for counts that make no table, OSError if the disk refuses, `filelock.Timeout` (an
    OSError) if another process holds the lock.
    """
    log_frequencies(count, nb)
    path = folder() / name_of(provenance.family, provenance.prior, provenance.shape)
    make_folder(path.parent)
    with _lock():
        if provenance.counted < provenance.asked and _counted(path) > provenance.counted:
            return path
        replace_file(path, _encode(count, nb, provenance), durable=True)
    return path


def remove(stored: Stored) -> None:
    """Nothing; the prior's file is gone, whoever removed it.

    ValueError for one that comes with the program, OSError if the disk refuses.
    """
    if not stored.removable or stored.path is None:
        raise ValueError(f"{stored.name} ({ORIGINS[stored.origin]}) was not trained here; it can't be removed")
    with _lock():
        stored.path.unlink(missing_ok=True)


@contextlib.contextmanager
def _lock() -> Iterator[None]:
    """Inside, no other process stores or sets aside."""
    lock = filelock.FileLock(folder() / "priors.lock", mode=0o600)
    if not take_lock(lock, PATIENCE):
        raise filelock.Timeout(lock.lock_file)
    try:
        yield
    finally:
        lock.release()


def _counted(path: Path) -> int:
    try:
        return _read(path).provenance.counted
    except (OSError, UnusableError):
        return 0


def _trusted(path: Path) -> Lookup:
    try:
        return Lookup(_read(path))
    except FileNotFoundError:
        return Lookup(None)
    except OSError as error:
        line, aside = f"the prior {path.name} can't be read: {error.strerror or error}", path
    except UnusableError as error:
        line, aside = put_aside(path, error)
    trouble.tell(line, aside)
    return Lookup(None, line)


def put_aside(path: Path, why: UnusableError) -> tuple[str, Path]:
    """One line that says what was wrong with the file and what became of it, and where it is now.

    It is set aside, unless it was replaced.
    """
    end = "outdated" if why.outdated else "damaged"
    line = f"the prior {path.name} is {end} ({why})"
    try:
        with _lock():
            with contextlib.suppress(UnusableError, OSError):
                _read(path)  # read again: another process may have stored a good one meanwhile
                return f"{line}; it has just been replaced", path
            return f"{line}; it was set aside", set_aside(path, end)
    except OSError:
        return f"{line}; it is not used", path


def _read(path: Path) -> Stored:
    """The prior in the file; OSError as it comes, UnusableError if it can't be trusted."""
    about = path.stat()
    stored = _content(path, about.st_mtime_ns, about.st_size, about.st_ino)
    _check_current(stored.provenance)
    return stored


@lru_cache(8)
def _content(path: Path, changed: int, size: int, place: int) -> Stored:
    """As `_read`, of any version; the file's time, size and place tell whether it is the one that was read before."""
    data = read_file(path, LARGEST)
    try:
        arrays = unsealed(data)
        count, nb, text = arrays["count"], arrays["nb"], arrays["provenance"]
        provenance = decoded(_DECODER.decode, text.tobytes())
    except DamagedError as error:
        raise UnusableError(str(error)) from None
    except (KeyError, ValueError) as error:
        raise UnusableError(f"it is not a prior: {error}") from None
    if path.name != f"{stem(provenance.family, provenance.prior, provenance.shape)}{SUFFIX}":
        raise UnusableError(f"it holds {provenance.family} {provenance.prior} {provenance.shape}")
    if count.dtype != np.int64 or nb.dtype != np.int64:
        raise UnusableError(f"its counts are {count.dtype} and {nb.dtype}; expected int64")
    stored = Stored(path, count, nb, provenance)
    try:
        stored.table  # noqa: B018 - computed once, here, where a wrong count can still be refused
    except ValueError as error:
        raise UnusableError(str(error)) from None
    return stored


def _check_current(provenance: Provenance) -> None:
    if provenance.format != FORMAT:
        raise UnusableError(f"format {provenance.format}; expected {FORMAT}", outdated=True)
    try:
        family = registry.get_family(provenance.family)
        kind = family.priors.kind(provenance.prior)
        shaped = kind.source != "counted" or family.priors.training_shape(provenance.shape) == provenance.parameters
    except (KeyError, ValueError):
        raise UnusableError(f"there is no {provenance.family} {provenance.prior} any more", outdated=True) from None
    now = (kind.revision, kind.code, kind.reading if kind.source == "counted" else "")
    if (provenance.revision, provenance.code, provenance.reading) != now or not shaped:
        raise UnusableError("the rules have changed since it was counted", outdated=True)


def _encode(count: Counts, nb: Counts, provenance: Provenance) -> bytes:
    text = np.frombuffer(msgspec.json.encode(provenance), np.uint8)
    return sealed({"count": count, "nb": nb, "provenance": text}, compressed=True)
