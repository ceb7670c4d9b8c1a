"""The puzzles of a text that holds several: what they are called, and the one that a user names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puzzles.errors import PuzzleError

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
