"""Whether a reader has used up what it accepted: a line of other text in it is refused, or changes what is read.

`python -m tests.fuzz.used_up` tries all texts of the corpus at all of their lines; a test tries some of them.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.family import Family, Puzzle

from .mutations import corpus_of

GARBAGE = ("garbage and more text", "3 9 4", "x", "(", '"', "zz: 3", "))")
"""Lines that are comments in no format."""
COMMENTS = ("#", "%", "//", ";", "$", ">", "COMMENT", "NAME", "DISPLAY_DATA")
"""Beginnings of lines that may hold any text, or what is said twice."""
LONGEST = 3000
"""Characters of a text that is tried."""

Reading = Callable[[str], object]


@dataclass(frozen=True)
class Accepted:
    """A text, how it is read, and what was read."""

    family: str
    kind: str
    text: str
    read: Reading
    value: object

    def ignored(self, changed: str) -> bool:
        """Whether the changed text is read as if nothing was changed."""
        try:
            return self.read(changed) == self.value
        except PuzzleError:
            return False


def puzzles_in(family: Family) -> Reading:
    """Reads all puzzles of a text, with their notes, as one value."""

    def read(text: str) -> object:
        text = registry.unified(text)
        entries = family.entries(text)
        found = [family.parse(one.text) for one in entries] if len(entries) > 1 else [family.parse(text)]
        return [(json.dumps(family.to_json(one)), one.note, family.attached_board(one)) for one in found]

    return read


def board_for(family: Family, puzzle: Puzzle) -> Reading:
    return lambda text: family.parse_board(puzzle, registry.unified(text))


@cache
def accepted(name: str) -> tuple[Accepted, ...]:
    """The texts of the family's corpus that are read as puzzles, or as boards of its first example."""
    family = registry.get_family(name)
    example = family.parse(family.examples[0].text)
    readers = [("puzzle", puzzles_in(family)), ("board", board_for(family, example))]
    found = []
    for text in corpus_of(name):
        for kind, read in readers:
            if len(text) <= LONGEST and text.strip():
                with suppress(PuzzleError):
                    found.append(Accepted(name, kind, text, read, read(text)))
    return tuple(found)


def changed(text: str) -> Iterator[str]:
    """The text with a line of garbage behind it, and at and in place of each line that is no comment."""
    lines = text.rstrip("\n").split("\n")
    for garbage in GARBAGE:
        yield "\n".join([*lines, garbage, ""])
        yield "\n".join([*lines, "", garbage, ""])
        for at, line in enumerate(lines):
            yield "\n".join([*lines[:at], garbage, *lines[at:], ""])
            if line.strip() and not line.lstrip().startswith(COMMENTS):
                yield "\n".join([*lines[:at], garbage, *lines[at + 1 :], ""])


def main() -> int:
    """Prints each text that was not used up, by family; exit code 1 if there is one."""
    bad = 0
    for name in sys.argv[1:] or registry.names():
        for one in accepted(name):
            found = [text for text in changed(one.text) if text.split() != one.text.split() and one.ignored(text)]
            if found:
                bad += 1
                print(
                    f"=== {name} {one.kind}: {len(found)} changes are ignored; one is\n{found[0]!r}\nof\n{one.text!r}"
                )
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
