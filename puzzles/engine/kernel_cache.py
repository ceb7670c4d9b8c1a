"""Where compiled kernels are cached: a folder for each family, salted with its kernel sources. Imports no numba.

Numba's own cache goes by the place and time of the file that holds the calling function: an edit in `puzzles` would
leave a stale `solvers` kernel that gives wrong results, and a copy of the same sources elsewhere would compile all
again. Here the name of a folder says what is in it: whose kernels, and a salt, a hash of all sources that they are made
of, of Numba's and Python's versions, and of the processor. An edit of one family's kernels leaves the other families'
kernels in use, and the folders hold on any machine of the same kind.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import os
import platform
import re
import shutil
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from urllib.parse import quote, unquote

import filelock
import platformdirs

PACKAGES = ("puzzles", "priors", "solvers")
HOME = Path(__file__).resolve().parents[2]
DECLARES = re.compile(r"^(from puzzles\.engine\.(kernels|rules) import|from numba|import numba)", re.MULTILINE)
"""Lines of the modules whose text is part of a salt: they declare kernels, register rules, or define how."""

IMPORTS = re.compile(r"^[ \t]*from ([\w.]+) import (\([^)]*\)|[^\n]*)", re.MULTILINE)
"""What they import: kernels hold the values of constants from there, so its text is part of the salt too."""

SHARED = "shared"
"""The folder of kernels that are of no family."""
KEPT = 30 * 24 * 3600.0
"""Seconds after which a folder of other sources that nobody used is removed."""
FOLDER = re.compile(r"([\w.+]+-)?[0-9a-f]{16}")
USED, COMPILED, LOCKS = "used", "compiled", "locks"
"""In each folder: a file whose time says when a process last used it; a marker for each kernel; locks."""


def application_cache() -> Path:
    """This application's cache folder (priors, kernels); MCS_TUI_CACHE overrides the platform's."""
    override = os.environ.get("MCS_TUI_CACHE")
    return Path(override) if override else platformdirs.user_cache_path("mcs-tui")


def parent() -> Path:
    """The folder of all families' folders; MCS_TUI_KERNELS overrides it (tests share one among processes)."""
    override = os.environ.get("MCS_TUI_KERNELS")
    return Path(override) if override else application_cache() / "numba"


def machine() -> dict[str, str]:
    """What a kernel runs on and is compiled by; machines are of one kind if all of it is equal."""
    versions = {package: importlib.metadata.version(package) for package in ("numba", "llvmlite")}
    python = ".".join(platform.python_version_tuple()[:2])
    return {
        "processor": _cpuinfo("model name") or f"{platform.machine()} {platform.processor()}",
        "features": _features(),
        "system": platform.system(),
        "python": python,
        **versions,
    }


def describe(kind: Mapping[str, str]) -> str:
    """A machine in one line, such as `Xeon, Linux, python 3.11, numba 0.68, llvmlite 0.48`."""
    return ", ".join(value if name in ("processor", "system") else f"{name} {value}" for name, value in kind.items())


def owner_of(module: str) -> str:
    """What a module's kernels belong to: a family, another distribution's package, or (empty) engine and searches.

    A family is a folder `puzzles/<name>` with `kernels` in it.
    """
    top, _, rest = module.partition(".")
    if top not in PACKAGES:
        return top
    name = rest.partition(".")[0]
    return name if top == "puzzles" and name in _families() else ""


def owners_of(module: str, classes: Iterable[str]) -> str:
    """The families of a function in the module that is compiled for states of classes in these modules, joined by `+`.

    Those of our own functions for benchmarks are also of the families that their module imports.
    """
    found = {owner_of(one) for one in (module, *classes)}
    if owner_of(module) == "":
        file = HOME.joinpath(*module.split(".")).with_suffix(".py")
        found |= {owner_of(one) for one in _imported(file) if one.partition(".")[0] in PACKAGES}
    return "+".join(sorted(found - {""})) or SHARED


def kernel_sources(families: str = SHARED) -> list[Path]:
    """The source files that the families' kernels are made of, sorted; those of engine and searches among them.

    They are files that declare kernels, all that they import, and on where that declares kernels, too.
    """
    found: set[Path] = set()
    left = _shared_files()
    for family in families.split("+"):
        left += _files_of(family)
    own = frozenset(families.split("+"))
    while left:
        path = left.pop()
        if path in found:
            continue
        found.add(path)
        for module in _imported(path):
            # a benchmark's imports of a family do not make the family's text part of every salt
            if owner_of(module) in own or owner_of(_module(path)) or not owner_of(module):
                left += [file for file in _places(module) if file not in found]
    return sorted(found)


@cache
def salt(families: str = SHARED) -> str:
    """16 hexadecimal digits over the families' kernel sources and what `machine` says."""
    digest = hashlib.sha256()
    for path in kernel_sources(families):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    for value in machine().values():
        digest.update(value.encode() + b"\0")
    return digest.hexdigest()[:16]


def folder(families: str = SHARED) -> Path:
    """The salted folder of the families' kernels."""
    return parent() / f"{families}-{salt(families)}"


def is_compiled(name: str) -> bool:
    """True if the named kernel is known to be compiled."""
    return (folder_of(name) / COMPILED / quote(name, safe="")).exists()


def compiled() -> frozenset[str]:
    """The names of the kernels of the present sources that are known to be compiled."""
    found: set[str] = set()
    with suppress(OSError):
        for place in parent().iterdir():
            families, _, salted = place.name.rpartition("-")
            marks = place / COMPILED
            if families and marks.is_dir() and salt(families) == salted:
                found |= {unquote(path.name) for path in marks.iterdir()}
    return frozenset(found)


def mark_compiled(name: str) -> None:
    """Records that the named kernel is compiled; a full disk only means that it is compiled again."""
    place = folder_of(name)
    with suppress(OSError):
        (place / COMPILED).mkdir(parents=True, exist_ok=True)
        (place / COMPILED / quote(name, safe="")).touch()


def lock(name: str) -> filelock.FileLock:
    """A lock among processes, to be held while the named kernel is compiled; OSError if it can't be made."""
    place = folder_of(name) / LOCKS
    place.mkdir(parents=True, exist_ok=True)
    return filelock.FileLock(place / quote(name, safe=""))


def remove_unused(now: float | None = None) -> list[Path]:
    """The removed folders: those of other sources or machines that no process used for KEPT seconds."""
    removed = []
    with suppress(OSError):
        for place in parent().iterdir():
            if not FOLDER.fullmatch(place.name) or not place.is_dir():
                continue
            families, _, salted = place.name.rpartition("-")
            used = place / USED
            age = (time.time() if now is None else now) - (used if used.exists() else place).stat().st_mtime
            if age > KEPT and not (families in _families() and salt(families) == salted):
                shutil.rmtree(place, ignore_errors=True)
                removed.append(place)
    return removed


def note_use(place: Path) -> None:
    """Records that a process uses the folder."""
    with suppress(OSError):
        place.mkdir(parents=True, exist_ok=True)
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


@cache
def _families() -> frozenset[str]:
    return frozenset(path.parent.name for path in (HOME / "puzzles").glob("*/kernels"))


def _shared_files() -> list[Path]:
    """Our files that declare kernels and are of no family."""
    places = [place for package in PACKAGES for place in (HOME / package).iterdir() if place.name not in _families()]
    files = [path for place in places for path in (place.rglob("*.py") if place.is_dir() else [place])]
    return [path for path in files if path.suffix == ".py" and DECLARES.search(_text(path))]


def _files_of(family: str) -> list[Path]:
    """The files of a family that declare kernels; all of another distribution's package."""
    if family in ("", SHARED):
        return []
    if family in _families():
        files = (HOME / "puzzles" / family).rglob("*.py")
        return [path for path in files if DECLARES.search(_text(path))]
    found = importlib.util.find_spec(family)
    if found is None or not found.origin or not found.origin.endswith(".py"):
        return []
    place = Path(found.origin).resolve()
    return list(place.parent.rglob("*.py")) if place.name == "__init__.py" else [place]


@cache
def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def _imported(path: Path) -> frozenset[str]:
    """The dotted names of the modules, and of what may be one, that a file imports; none if it declares no kernel."""
    try:
        text = _text(path)
    except OSError:
        return frozenset()
    if path.is_relative_to(HOME) and _module(path).partition(".")[0] in PACKAGES and not DECLARES.search(text):
        return frozenset()
    found = IMPORTS.findall(text)
    modules = (module for module, _ in found)
    return frozenset([*modules, *(f"{module}.{name}" for module, names in found for name in re.findall(r"\w+", names))])


def _module(path: Path) -> str:
    """The dotted name of a file of ours; of another file, its own name."""
    if not path.is_relative_to(HOME):
        return path.stem
    return ".".join(path.relative_to(HOME).with_suffix("").parts)


@cache
def _places(module: str) -> tuple[Path, ...]:
    """The files of ours that may be the module."""
    if module.partition(".")[0] not in PACKAGES:
        return ()
    place = HOME.joinpath(*module.split("."))
    return tuple(path for path in (place.with_suffix(".py"), place / "__init__.py") if path.exists())


def _features() -> str:
    """8 hexadecimal digits over the list of what the processor can do; empty where that is not known."""
    flags = _cpuinfo("flags") or _cpuinfo("Features")
    return hashlib.sha256(flags.encode()).hexdigest()[:8] if flags else ""


@cache
def _cpuinfo(key: str) -> str:
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith(key):
                return line.partition(":")[2].strip()
    return ""
