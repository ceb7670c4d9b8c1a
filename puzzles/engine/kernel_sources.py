"""Which sources a family's kernels are made of, and the salt: a hash of them and of what compiles and runs them.

The salt names the folder of compiled kernels (`kernel_cache`). Imports no numba.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import os
import platform
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path

PACKAGES = ("puzzles", "priors", "solvers")
HOME = Path(__file__).resolve().parents[2]
DECLARES = re.compile(
    r"^(from puzzles\.engine\.(kernels import (?!INTERPRETED$)|rules import)|from numba|import numba)", re.MULTILINE
)
"""Lines of the modules whose text is part of a salt: they declare kernels, register rules, or define how."""
TOOLS = ("solvers.bench", "solvers.conformance")
"""Where kernels are that no search calls: their text is part of their own files' names alone (`text_of_tool`)."""

IMPORTS = re.compile(r"^[ \t]*from ([\w.]+) import (\([^)]*\)|[^\n]*)", re.MULTILINE)
"""What they import: kernels hold the values of constants from there, so that text is part of the salt too."""
NAMES = re.compile(r"(\w+)(?: as (\w+))?")
CONSTANTS = re.compile(r"(\w+)\.[A-Z][A-Z0-9_]*\b")
"""What has a constant by name, as `limits.MOST`."""

SHARED = "shared"
"""The folder of kernels that are of no family."""
SUFFIX = ".kernel"
"""Of a compiled kernel's file."""


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
    return name if top == "puzzles" and name in own_families() else ""


def owners_of(module: str, classes: Iterable[str]) -> str:
    """The families of a function in the module that is compiled for states of classes in these modules, joined by `+`.

    Those of our own functions for benchmarks are also of the families that their module imports.
    """
    found = {owner_of(one) for one in (module, *classes)}
    if owner_of(module) == "":
        file = HOME.joinpath(*module.split(".")).with_suffix(".py")
        found |= {owner_of(one) for one in _imported(file) if one.partition(".")[0] in PACKAGES}
    return "+".join(sorted(found - {""})) or SHARED


def source_files(families: str = SHARED) -> list[Path]:
    """The source files that the families' kernels are made of, sorted; those of engine and searches among them.

    They are files that declare kernels, those that they import kernels or constants from, and so on.
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
    """16 hexadecimal digits over the families' kernel sources, what `machine` says, and whether bounds are checked."""
    digest = hashlib.sha256()
    for path in source_files(families):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    for value in machine().values():
        digest.update(value.encode() + b"\0")
    digest.update(os.environ.get("NUMBA_BOUNDSCHECK", "").encode())
    return digest.hexdigest()[:16]


@cache
def own_families() -> frozenset[str]:
    """The folders of `puzzles` that have kernels."""
    return frozenset(path.parent.name for path in (HOME / "puzzles").glob("*/kernels"))


def text_of_tool(module: str) -> str:
    """16 hexadecimal digits over the text of a benchmark's or check's module; empty for what a salt has already."""
    if not module.startswith(tuple(f"{tool}." for tool in TOOLS)):
        return ""
    return hashlib.sha256(b"".join(path.read_bytes() for path in _places(module))).hexdigest()[:16]


def _shared_files() -> list[Path]:
    """Our files that declare kernels and are of no family, and no tool's."""
    places = [place for package in PACKAGES for place in (HOME / package).iterdir() if place.name not in own_families()]
    files = [path for place in places for path in (place.rglob("*.py") if place.is_dir() else [place])]
    declaring = [path for path in files if path.suffix == ".py" and _path_declares(path)]
    return [path for path in declaring if not _module(path).startswith(TOOLS)]


def _files_of(family: str) -> list[Path]:
    """The files of a family that declare kernels; all of another distribution's package."""
    if family in ("", SHARED):
        return []
    if family in own_families():
        files = (HOME / "puzzles" / family).rglob("*.py")
        return [path for path in files if _path_declares(path)]
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
    """The dotted names of the modules of which a file may hold kernels or constants.

    Of ours that declare no kernel only those count whose constants it names, or has by name (`limits.MOST`).
    """
    try:
        text = _text(path)
    except OSError:
        return frozenset()
    found = set()
    with_constants = frozenset(CONSTANTS.findall(text))
    for module, names in IMPORTS.findall(text):
        for name, alias in NAMES.findall(names):
            has_constant = name.isupper() or (alias or name) in with_constants
            one = f"{module}.{name}" if _places(f"{module}.{name}") else module
            if has_constant or one.partition(".")[0] not in PACKAGES or _declares(one):
                found.add(one)
    return frozenset(found)


@cache
def _declares(module: str) -> bool:
    """True if a module of ours declares kernels."""
    return any(_path_declares(path) for path in _places(module))


@cache
def _path_declares(path: Path) -> bool:
    return DECLARES.search(_text(path)) is not None


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
