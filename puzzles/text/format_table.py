"""A table of text formats: the one that a text looks like most, the one that has a name; and a measure of grids."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Generic, TypeVar

from puzzles.entries import Entry
from puzzles.errors import PuzzleError
from puzzles.family import TextFormat
from puzzles.text.quoting import quoted

HEAD = 20_000
"""Characters that are looked at to know a format."""


def whole(text: str) -> tuple[Entry, ...]:
    """The text as one puzzle."""
    return (Entry(1, text),)


Reader = TypeVar("Reader")
Writer = TypeVar("Writer")


@dataclass(frozen=True, slots=True)
class Format(Generic[Reader, Writer]):
    """One format. `likeness`: how much a text looks like it, 0 to 1, cheap. `read` and `write` are the family's own.

    `divide`: the puzzles of a text of several.
    """

    text: TextFormat
    likeness: Callable[[str], float] = lambda _: 0.0
    read: Reader | None = None
    write: Writer | None = None
    divide: Callable[[str], tuple[Entry, ...]] = whole


def repeated_share(rows: Sequence[Sequence[str]], without: Container[str]) -> float:
    """The share of a grid's symbols that stood in their row before (or in their column: the greater), 0 to 1.

    Those in `without`, such as marks of empty cells, are not counted.
    """
    shares = []
    for lines in (rows, zip_longest(*rows)):
        symbols = [[symbol for symbol in line if symbol is not None and symbol not in without] for line in lines]
        count = sum(map(len, symbols))
        shares.append(sum(len(line) - len(set(line)) for line in symbols) / count if count else 0.0)
    return max(shares)


def likeliest(
    formats: Sequence[Format[Reader, Writer]], text: str, head: int = HEAD
) -> tuple[float, Format[Reader, Writer]]:
    """How much the text looks like a format, and that format, the first of several; looks at its first characters."""
    start = text[:head]
    seen = _seen.get(id(formats))
    if seen is None or seen[0] is not formats or seen[1] != start:
        found = 0.0, formats[0]
        for one in formats:
            likeness = one.likeness(start)
            if likeness > found[0]:
                found = likeness, one
            if likeness == 1.0:  # no other is more
                break
        seen = _seen[id(formats)] = formats, start, found
    return seen[2]


_seen: dict[int, tuple[object, str, Any]] = {}
"""Of each table the last text, and what was found: a text is asked for by its family, then by its reader."""


def writer_of(formats: Sequence[Format[Reader, Writer]], name: str) -> Writer:
    """What writes the format of that name; PuzzleError, which names all that are written, for another."""
    written = {one.text.name: one.write for one in formats if one.text.writes}
    writer = written.get(name)
    if writer is None:
        raise PuzzleError(f"format {quoted(name)} is not one that can be written", " or ".join(written))
    return writer
