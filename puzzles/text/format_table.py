"""Text formats, the table of a family's, and the puzzles of a text of several, divided at blank lines or marks.

A table finds the format that a text looks like most, or the one that has a name.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from typing import Generic, TypeVar

from puzzles.errors import PuzzleError
from puzzles.puzzle import Board, Own
from puzzles.text.fields import lines_of
from puzzles.text.quoting import counted, quoted
from puzzles.text.signs import Sign

MOST_NAMED = 3
"""Puzzles that a refusal names as examples."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One puzzle of a text. `text` is what the family's `parse` reads as that puzzle alone.

    `number` counts from 1, or is what the text numbers it by. `variant` distinguishes puzzles of one number, such
    as V1 and V2; the one that is meant if none is named comes first. `line`: that of the whole text at which `text`
    begins, from 1.
    """

    number: int
    text: str
    name: str = ""
    variant: str = ""
    line: int = 1

    @property
    def label(self) -> str:
        """For a list to choose from, such as `7 Simple Hairpin (V2)`."""
        named = f"{self.number} {self.name}" if self.name else str(self.number)
        return f"{named} ({self.variant})" if self.variant else named

    @property
    def key(self) -> str:
        """What chooses it, such as `7` or `7:V2`."""
        return f"{self.number}:{self.variant}" if self.variant else str(self.number)


def choose(entries: Sequence[Entry], wanted: str) -> Entry:
    """The entry called `wanted`: its number or its name, either with `:` and a variant; PuzzleError if there is none.

    Letters' case is not looked at. Where no whole name is meant, the first word of one will do, as in FASTA. An entry
    without a variant named is the first of its number.
    """
    key = wanted.strip().casefold()
    name, colon, variant = key.rpartition(":")
    ways = ((key, None), (name, variant)) if colon else ((key, None),)
    for called, of, first in ((*way, first) for first in (False, True) for way in ways):
        found = [
            one
            for one in entries
            if called
            in ((one.name.casefold().split() or [""])[:1] if first else (str(one.number), one.name.casefold()))
            and called
            and of in (None, one.variant.casefold())
        ]
        if len({one.number for one in found}) > 1:
            numbers = ", ".join(str(one.number) for one in found[:MOST_NAMED])
            raise PuzzleError(f"there is more than one puzzle {called!r}", f"its number: {numbers}")
        if found:
            return found[0]
    raise PuzzleError(f"there is no puzzle {wanted!r} in the text", _known(entries))


def only(entries: Sequence[Entry]) -> Entry:
    """The entry of a text that holds one; PuzzleError, which says how to choose, if it holds several."""
    if len({one.number for one in entries}) > 1:
        raise PuzzleError(f"the text holds {len({one.number for one in entries}):,} puzzles", _known(entries))
    return entries[0]


def _known(entries: Sequence[Entry]) -> str:
    numbers = list(dict.fromkeys(f"#{one.number}" for one in entries))
    versions = [one.key for one in entries if one.variant and one.number == entries[0].number]
    shown = ", ".join(numbers[:MOST_NAMED]) + (f" ... {numbers[-1]}" if len(numbers) > MOST_NAMED else "")
    if len(numbers) == 1 and len(versions) < 2:
        return f"{shown}, the only one"
    named = " or name" if any(one.name for one in entries) else ""
    version = f"; with a version: #{versions[-1]}" if len(versions) > 1 else ""
    return f"one of them, by number{named} behind the file's name: {shown}{version}"


@dataclass(frozen=True, slots=True)
class TextFormat:
    """One text format: its name on the command line, one line of explanation, whether we write and read it, suffix.

    `board_only`: it has a board and nothing of the puzzle, as a tour alone.
    """

    name: str
    explanation: str
    writes: bool = False
    suffix: str = ".txt"
    reads: bool = True
    board_only: bool = False


PICTURE = TextFormat("svg", "a picture of the puzzle or board", writes=True, suffix=".svg", reads=False)
"""The format of families that draw pictures (`Family.picture`); the pictures of all of them can be printed."""

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


class FormatTable(ABC, Generic[Own, Reader, Writer]):
    """All text formats of a family: how each is known by its content, read, and written; the first written is usual.

    `signs`: how texts that are meant for the family are known. `unknown`: what a text is that is in no format, `known`
    what is expected. `head`: how many of a text's first characters are looked at to know its format.
    """

    def __init__(
        self,
        *rows: Format[Reader, Writer],
        signs: tuple[Sign, ...] = (),
        unknown: str = "",
        known: str = "",
        head: int | None = HEAD,
    ) -> None:
        self.rows, self.signs, self.unknown, self.known, self.head = rows, signs, unknown, known, head
        self._last = "", (0.0, rows[0])  # a text is asked for by its family, then by its reader

    @property
    def texts(self) -> tuple[TextFormat, ...]:
        """What people are shown of the formats, and the picture's."""
        return (*(one.text for one in self.rows), PICTURE)

    def likeness(self, text: str) -> float:
        """How much the text looks like a puzzle of the family, 0 to 1; cheap."""
        return self.likeliest(text)[0]

    def likeliest(self, text: str) -> tuple[float, Format[Reader, Writer]]:
        """How much the text looks like a format, and that format, the first of several."""
        start = text[: self.head]
        last, found = self._last
        if last != start:
            found = 0.0, self.rows[0]
            for one in self.rows:
                likeness = one.likeness(start)
                if likeness > found[0]:
                    found = likeness, one
                if likeness == 1.0:  # no other is more
                    break
            self._last = start, found
        return found

    def row_of(self, text: str) -> Format[Reader, Writer]:
        """The format that the text looks like; PuzzleError if it looks like none."""
        likeness, found = self.likeliest(text)
        if likeness == 0.0:
            raise PuzzleError(self.unknown, self.known, line=1, column=1)
        return found

    def writer(self, name: str) -> Writer:
        """What writes the format of that name; PuzzleError, which names all that are written, for another."""
        written = {one.text.name: one.write for one in self.rows if one.text.writes}
        writer = written.get(name)
        if writer is None:
            raise PuzzleError(f"format {quoted(name)} is not one that can be written", " or ".join(written))
        return writer

    def entries(self, text: str) -> tuple[Entry, ...]:
        """As `Family.entries`: the puzzles of the text, divided as its format says, or as the first one does."""
        likeness, found = self.likeliest(text)
        return (found if likeness else self.rows[0]).divide(text)

    @abstractmethod
    def read(self, text: str) -> Own:
        """As `Family.parse`."""

    @abstractmethod
    def read_board(self, puzzle: Own, text: str) -> tuple[int, ...]:
        """As `Family.parse_board`."""

    @abstractmethod
    def write(self, puzzle: Own, name: str, board: Board | None) -> str:
        """As `Family.write`."""


MOST_PUZZLES = 10_000
"""Puzzles of one text."""

Begins = Callable[[str, Sequence[str]], bool]
"""Whether a line begins a puzzle behind those lines of the last one that are neither blank nor comments."""


_RULES = ("---", "===", "~~~")
_RULE = re.compile(r"\s*(?:-{3,}|={3,}|~{3,})\s*")


def is_rule(line: str) -> bool:
    """Whether the line is a rule between two puzzles, such as `---`."""
    return line.lstrip()[:3] in _RULES and _RULE.fullmatch(line) is not None


def at_no_line(line: str, above: Sequence[str]) -> bool:
    return False


def at_each_line(line: str, above: Sequence[str]) -> bool:
    return True


def at_match(pattern: re.Pattern[str]) -> Begins:
    """At lines that the pattern matches as a whole."""
    return lambda line, above: pattern.fullmatch(line) is not None


def showing(pattern: re.Pattern[str], likeness: float = 1.0) -> Callable[[str], float]:
    """That likeness for a text in which the pattern is found; else 0."""
    return lambda text: likeness if pattern.search(text) else 0.0


def beginning(*signs: str) -> Callable[[str], bool]:
    """Whether a line begins with one of the signs."""
    return lambda line: line.lstrip().startswith(signs)


def divided(
    text: str,
    is_comment: Callable[[str], bool] = lambda line: False,
    begins: Begins = at_no_line,
    *,
    at_gaps: bool = True,
    is_blank: Callable[[str], bool] = lambda line: not line.strip(),
    begins_below: Callable[[str], bool] = lambda line: False,
) -> tuple[Entry, ...]:
    """The puzzles of the text, one or more, with the comments above each; PuzzleError for over MOST_PUZZLES.

    Blank lines, rules and form feeds separate them if `at_gaps`; but no rows that stand alone each, as in a print with
    wide spacing. Comments do if `begins_below` says that the line below can only be a puzzle's first.
    """
    starts: list[int] = []
    above: list[str] = []
    gap, alone, commented = False, True, False
    for line in lines_of(text):
        gap = gap or line.text.startswith("\f")
        if is_blank(line.text) or is_rule(line.text):
            gap = True
        elif is_comment(line.text):
            commented = True
        else:
            gap = gap or (commented and begins_below(line.text))
            if not starts or (gap and at_gaps) or begins(line.text, above):
                starts.append(line.line)
                above = []
            above.append(line.text)
            gap, alone, commented = False, alone and len(above) == 1, False
    return whole(text) if alone and begins is at_no_line else parts_at(text, starts, is_comment)


def parts_at(text: str, starts: Sequence[int], is_comment: Callable[[str], bool]) -> tuple[Entry, ...]:
    """The puzzles that begin at these lines, from 1, each with the comments right above; errors as of `divided`.

    One puzzle if there are fewer than two.
    """
    if len(starts) < 2:
        return whole(text)
    if len(starts) > MOST_PUZZLES:
        found = f"the text holds more than {counted(MOST_PUZZLES, 'puzzle')}"
        raise PuzzleError(found, "fewer", line=starts[MOST_PUZZLES], column=1)
    lines = ["" if is_rule(line) else line.replace("\f", " ") for line in text.split("\n")]
    cuts = [0]
    for before, start in pairwise(starts):
        at = start - 1
        while at > before and is_comment(lines[at - 1]) and lines[at - 1].strip():
            at -= 1
        cuts.append(at)
    return tuple(
        Entry(number, "\n".join(lines[begin:end]) + "\n", line=begin + 1)
        for number, (begin, end) in enumerate(pairwise([*cuts, len(lines)]), start=1)
    )
