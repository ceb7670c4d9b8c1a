"""Where compiled kernels are cached: a folder for each family, salted with its kernel sources. Imports no numba.

Numba's own cache goes by the place and time of the file that holds the calling function: an edit in `puzzles` would
leave a stale `solvers` kernel that gives wrong results, and a copy of the same sources elsewhere would compile all
again. Here the name of a folder says what is in it: whose kernels, and a salt, a hash of all sources that they are made
of, of Numba's and Python's versions, and of the processor. An edit of one family's kernels leaves the other families'
kernels in use, and the folders hold on any machine of the same kind.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote, unquote

import filelock
import platformdirs

from puzzles import trouble
from puzzles.engine import kernel_sources
from puzzles.engine.kernel_sources import SHARED, SUFFIX, owner_of
from puzzles.parameters import ParameterError
from puzzles.user_data import make_folder, read_file, replace_file, trouble_in

KEPT = 30 * 24 * 3600.0
"""Seconds after which a folder of other sources that nobody used is removed."""
FOLDER = re.compile(r"([\w+]+-)?[0-9a-f]{16}")
USED, COMPILED, LOCKS = "used", "compiled", "locks"
"""In each folder: a file whose time says when a process last used it; for each kernel a marker that lists its files,
a line each; locks."""
LARGEST = 256 << 20
"""Bytes of one kernel's file; the largest known one has a few million."""
CHECKSUM = 32
"""Bytes of a SHA-256 before the kernel's own."""

_notices: list[str] = []
_reported: set[str] = set()


class UnsafeCacheError(ParameterError):
    """Somebody else could put programs into the cache; the message is one line that says how to mend it."""


def application_cache() -> Path:
    """This application's cache folder (priors, kernels); MCS_TUI_CACHE overrides the platform's."""
    override = os.environ.get("MCS_TUI_CACHE")
    return Path(override) if override else platformdirs.user_cache_path("mcs-tui")


def parent() -> Path:
    """The folder of all families' folders; MCS_TUI_KERNELS overrides it (tests share one among processes)."""
    override = os.environ.get("MCS_TUI_KERNELS")
    return Path(override) if override else application_cache() / "numba"


def folder(families: str = SHARED) -> Path:
    """The salted folder of the families' kernels."""
    return parent() / f"{families}-{kernel_sources.salt(families)}"


def check_trusted(place: Path) -> None:
    """UnsafeCacheError if a user other than this one and root owns the folder, or others may write into it."""
    try:
        about = place.stat()
    except OSError:
        return  # there is nothing to be loaded
    if about.st_uid not in (os.getuid(), 0):
        raise UnsafeCacheError(
            f"the kernel cache {place} is another user's, and kernels are programs: MCS_TUI_CACHE=FOLDER names another"
        )
    if about.st_mode & 0o022:
        raise UnsafeCacheError(
            f"others may write into the kernel cache {place}, and kernels are programs: remove it if somebody did, "
            f"else chmod go-w {place}"
        )


def write_trouble() -> str:
    """Why nothing can be kept in the cache, in words; empty if it can be written."""
    return trouble_in(parent())


def not_kept(why: str) -> str:
    """The line about kernels that can't be written, with the reason."""
    return f"compiled kernels serve this run alone, as {parent()} can't be written: {why}"


def report(text: str) -> None:
    """Keeps a line for people until it is asked for; one that was kept before is left out."""
    if text not in _reported:
        _reported.add(text)
        _notices.append(text)


def take_notices() -> list[str]:
    """The lines since it was last asked."""
    taken = _notices.copy()
    _notices.clear()
    return taken


def read_kernel(place: Path) -> bytes | None:
    """The kernel in the file; None if there is none. A damaged file is removed, and reported."""
    try:
        content = read_file(place, LARGEST)
        if _is_intact(content):
            return content[CHECKSUM:]
        place.unlink()
    except OSError:
        return None
    trouble.tell(f"a file of the kernel cache was damaged, and is made again: {place.name}")
    return None


def write_kernel(place: Path, kernel: bytes) -> None:
    """Writes the kernel with its checksum; OSError if that can't be done."""
    make_folder(place.parent)
    replace_file(place, hashlib.sha256(kernel).digest() + kernel)


def remove_damaged() -> None:
    """Removes, and reports, all damaged files of the present sources' kernels."""
    for path in damaged():
        read_kernel(path)


def damaged() -> list[Path]:
    """The files of the present sources' kernels that are not as they were written, or are no files."""
    found = []
    for place in present_folders():
        for path in sorted(place.glob(f"*{SUFFIX}")):
            try:
                intact = _is_intact(read_file(path, LARGEST))
            except OSError:
                intact = False
            if not intact:
                found.append(path)
    return found


def is_compiled(name: str) -> bool:
    """True if the named kernel is known to be compiled, and its files are there."""
    return _has_files(folder_of(name) / COMPILED / quote(name, safe=""))


def compiled() -> frozenset[str]:
    """The names of the kernels of the present sources that are known to be compiled."""
    return frozenset(unquote(path.name) for path in markers() if _has_files(path))


def markers(*, without_files: bool = False) -> list[Path]:
    """The markers of the present sources' kernels; those alone that list a file which is not there."""
    found = [path for place in present_folders() for path in (place / COMPILED).glob("*")]
    return [path for path in found if not _has_files(path)] if without_files else found


def mark_compiled(name: str, files: Iterable[Path] = ()) -> None:
    """Records that the named kernel is compiled, in these files; a full disk only means that it is compiled again."""
    marks = folder_of(name) / COMPILED
    lines = [f"{path.parent.name}/{path.name}\n" for path in files]
    with suppress(OSError):
        make_folder(marks)
        replace_file(marks / quote(name, safe=""), "".join(sorted(lines)).encode(), durable=True)


def lock(name: str) -> filelock.FileLock:
    """A lock among processes, to be held while the named kernel is compiled; OSError if it can't be made."""
    place = folder_of(name) / LOCKS
    make_folder(place)
    return filelock.FileLock(place / quote(name, safe=""), mode=0o600)


def remove_unused(now: float | None = None) -> list[Path]:
    """The removed folders: those of other sources or machines that no process used for KEPT seconds."""
    removed = []
    for place in all_folders():
        with suppress(OSError):
            families, _, salted = place.name.rpartition("-")
            used = place / USED
            age = (time.time() if now is None else now) - (used if used.exists() else place).stat().st_mtime
            if age > KEPT and not (
                families in kernel_sources.own_families() and kernel_sources.salt(families) == salted
            ):
                shutil.rmtree(place, ignore_errors=True)
                removed.append(place)
    return removed


def note_use(place: Path) -> None:
    """Records that a process uses the folder."""
    with suppress(OSError):
        make_folder(place)
        (place / USED).touch()


def family_of(name: str) -> str:
    """The family of a kernel's name, such as `latin-2-words/nrpa`; names of families may have hyphens."""
    from puzzles.registry import FAMILY_MODULES, names

    head = name.partition("/")[0]
    for known in (FAMILY_MODULES, names()):
        fitting = [one for one in known if head == one or head.startswith(f"{one}-")]
        if fitting:
            return max(fitting, key=len)
    return head


def folder_of(name: str) -> Path:
    """The folder of the named kernel."""
    from puzzles.registry import FAMILY_MODULES, get_family, is_family

    found = family_of(name)
    module = FAMILY_MODULES.get(found) or (get_family(found).rules.module if is_family(found) else found)
    return folder(owner_of(module) or SHARED)


def present_folders() -> list[Path]:
    """The folders of kernels of the present sources."""
    return [place for place in all_folders() if place.name == folder(place.name.rpartition("-")[0]).name]


def all_folders() -> list[Path]:
    """All folders of kernels, also of other sources; none if they can't be listed."""
    try:
        return sorted(place for place in parent().iterdir() if FOLDER.fullmatch(place.name) and place.is_dir())
    except OSError:
        return []


def _is_intact(content: bytes) -> bool:
    return hashlib.sha256(memoryview(content)[CHECKSUM:]).digest() == content[:CHECKSUM]


def _has_files(mark: Path) -> bool:
    """True if the marker is there, and all files that it lists."""
    try:
        lines = read_file(mark).decode(errors="replace").splitlines()
    except OSError:
        return False
    return all(os.path.exists(parent() / line) for line in lines)
