"""Where compiled kernels are cached: a folder salted with the hash of all kernel sources. Imports no numba.

Numba's own cache looks only at the file that holds the calling function, so an edit in `puzzles` would leave a
stale `solvers` kernel that gives wrong results. The salt makes every edit of any kernel source a new folder.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import platform
import re
from contextlib import suppress
from functools import cache
from pathlib import Path
from urllib.parse import quote, unquote

import filelock
import platformdirs

PACKAGES = ("puzzles", "priors", "solvers")
DECLARES = re.compile(r"^(from puzzles\.engine\.(kernels|rules) import|from numba|import numba)", re.MULTILINE)
"""Lines of the modules whose text is part of the salt: they declare kernels, register rules, or define how."""

IMPORTS = re.compile(r"^[ \t]*from ((?:puzzles|priors|solvers)[\w.]*) import (\([^)]*\)|[^\n]*)", re.MULTILINE)
"""What they import: kernels hold the values of constants from there, so its text is part of the salt too."""


def application_cache() -> Path:
    """This application's cache folder (priors, kernels); MCS_TUI_CACHE overrides the platform's."""
    override = os.environ.get("MCS_TUI_CACHE")
    return Path(override) if override else platformdirs.user_cache_path("mcs-tui")


def kernel_sources() -> list[Path]:
    """The source files that kernels are made of, sorted: those that declare some, and those that these import."""
    home = Path(__file__).resolve().parents[2]
    files = [path for package in PACKAGES for path in (home / package).rglob("*.py")]
    texts = {path: path.read_text(encoding="utf-8") for path in files}
    declaring = {path: text for path, text in texts.items() if DECLARES.search(text)}
    imported: set[Path] = set()
    for text in declaring.values():
        for module, names in IMPORTS.findall(text):
            for dotted in (module, *(f"{module}.{name}" for name in re.findall(r"\w+", names))):
                place = home.joinpath(*dotted.split("."))
                imported |= {place.with_suffix(".py"), place / "__init__.py"}
    return sorted(declaring.keys() | (imported & texts.keys()))


@cache
def salt() -> str:
    """16 hexadecimal digits over the kernel sources, numba's and llvmlite's versions, and the processor's name."""
    digest = hashlib.sha256()
    for path in kernel_sources():
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    for package in ("numba", "llvmlite"):
        digest.update(importlib.metadata.version(package).encode() + b"\0")
    digest.update(_processor().encode())
    return digest.hexdigest()[:16]


def folder() -> Path:
    """The salted folder; MCS_TUI_KERNELS overrides its parent (tests share one among processes)."""
    override = os.environ.get("MCS_TUI_KERNELS")
    parent = Path(override) if override else application_cache() / "numba"
    return parent / salt()


EVERYTHING = "everything"
"""The mark that all kernels of these sources are compiled."""


def warmed() -> frozenset[str]:
    """The names of the kernels that are known to be compiled in the folder, one marker file each."""
    try:
        return frozenset(unquote(path.name) for path in (folder() / "warmed").iterdir()) - {EVERYTHING}
    except OSError:
        return frozenset()


def mark_warmed(name: str) -> None:
    """Records that the named kernel is compiled; a full disk only means that it is compiled again."""
    with suppress(OSError):
        (folder() / "warmed").mkdir(parents=True, exist_ok=True)
        (folder() / "warmed" / quote(name, safe="")).touch()


def all_warmed() -> bool:
    """True once `mark_warmed(EVERYTHING)` was called for these sources."""
    return (folder() / "warmed" / EVERYTHING).exists()


def lock(name: str) -> filelock.FileLock:
    """A lock among processes, to be held while the named kernel is compiled; OSError if it can't be made."""
    (folder() / "locks").mkdir(parents=True, exist_ok=True)
    return filelock.FileLock(folder() / "locks" / quote(name, safe=""))


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line
    except OSError:
        pass
    return f"{platform.machine()} {platform.processor()}"
