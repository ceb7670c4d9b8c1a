"""The puzzle families, and reading a text of any of them. A new family is one line in FAMILY_MODULES."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

from puzzles.entries import Entry, choose
from puzzles.errors import PuzzleError
from puzzles.family import Family, Puzzle

Result = TypeVar("Result")

FAMILY_MODULES = {
    "latin": "puzzles.latin",
    "kakuro": "puzzles.kakuro",
    "morpion": "puzzles.morpion",
    "rna": "puzzles.rna",
    "samegame": "puzzles.samegame",
    "tsptw": "puzzles.tsptw",
}

LARGEST_TEXT = 4 * 1024 * 1024
"""Bytes of one puzzle's text. The largest known puzzle file is far below; a larger paste is refused, not parsed."""


@cache
def family(name: str) -> Family:
    """The family of that name; KeyError if none is registered."""
    found: Family = importlib.import_module(FAMILY_MODULES[name]).FAMILY
    return found


def families() -> tuple[Family, ...]:
    """All families, in the registry's order."""
    return tuple(family(name) for name in FAMILY_MODULES)


def families_that_generate() -> tuple[Family, ...]:
    """Those with a generator, in the registry's order."""
    return tuple(one for one in families() if one.instances_module)


def families_with_priors() -> tuple[Family, ...]:
    """Those with a prior of any kind, in the registry's order."""
    return tuple(one for one in families() if one.prior_kinds)


def families_that_train() -> tuple[Family, ...]:
    """Those with a prior that is counted, over generated puzzles or over a file, in the registry's order."""
    counted = ("counted", "corpus")
    return tuple(one for one in families() if any(kind.source in counted for kind in one.prior_kinds))


def read(text: str, *, source: str = "<text>", family_name: str | None = None, entry: str = "") -> Puzzle:
    """The puzzle in a text of any known format; PuzzleError, with the source named, otherwise.

    `entry`: which one of a text with several, by number or name (`puzzles.entries.choose`).
    """
    try:
        owner, text = _owner(text, family_name)
        return owner.parse(text) if not entry else part(owner, text, entry, owner.parse)
    except PuzzleError as error:
        raise error.within(source) from None


def read_bytes(data: bytes, *, source: str = "<text>", family_name: str | None = None, entry: str = "") -> Puzzle:
    """As `read`, from the bytes of a file: UTF-8 with or without a byte-order mark."""
    return read(decode(data, source=source), source=source, family_name=family_name, entry=entry)


def read_entries(
    text: str, *, source: str = "<text>", family_name: str | None = None
) -> tuple[Family, tuple[Entry, ...]]:
    """The family that the text looks like, and the puzzles in it, not yet checked; errors as of `read`."""
    try:
        owner, text = _owner(text, family_name)
        return owner, owner.entries(text)
    except PuzzleError as error:
        raise error.within(source) from None


def part(owner: Family, text: str, entry: str, reader: Callable[[str], Result]) -> Result:
    """What the reader makes of the named puzzle of the text; its errors name the line in the whole text."""
    chosen = choose(owner.entries(text), entry)
    try:
        return reader(chosen.text)
    except PuzzleError as error:
        line = error.line + chosen.line - 1 if error.line else 0
        raise PuzzleError(error.found, error.expected, line=line, column=error.column) from None


def read_file(path: Path, *, family_name: str | None = None) -> Puzzle:
    """As `read`, from a file; OSError if it can't be opened."""
    if path.stat().st_size > LARGEST_TEXT:
        raise too_large(path.stat().st_size).within(str(path))
    return read_bytes(path.read_bytes(), source=str(path), family_name=family_name)


def decode(data: bytes, *, source: str = "<text>") -> str:
    """The bytes as text; PuzzleError for what is not text, with the place of the first foreign byte."""
    if len(data) > LARGEST_TEXT:
        raise too_large(len(data)).within(source)
    nul = data.find(b"\0")
    try:
        if nul >= 0:
            raise UnicodeDecodeError("utf-8", data, nul, nul + 1, "")
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - (before.rfind(b"\n") + 1) + 1
        found = f"this is not text (byte {data[error.start]:#04x})"
        raise PuzzleError(found, "a puzzle as UTF-8 text", line=line, column=column, source=source) from None


def too_large(size: int) -> PuzzleError:
    """The refusal of a text over LARGEST_TEXT."""
    return PuzzleError(f"the text has {size / 2**20:.1f} MiB", f"at most {LARGEST_TEXT // 2**20} MiB")


def unified(text: str) -> str:
    """The text as readers want it: no byte-order mark, lines end with a line feed."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _owner(text: str, family_name: str | None) -> tuple[Family, str]:
    """The family that reads the text, and the text as it wants it."""
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > LARGEST_TEXT:
        raise too_large(size)
    text = unified(text)
    if not text.strip():
        raise PuzzleError("the text is empty", "a puzzle in any known format")
    if family_name is not None:
        return family(family_name), text
    ranked = sorted(families(), key=lambda one: one.recognise(text), reverse=True)
    return ranked[0], text
