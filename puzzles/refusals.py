"""What to say of a text that no family reads: what it is instead, or what the likeliest family has against it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from puzzles.errors import PuzzleError
from puzzles.family import Family
from puzzles.text.fields import Places
from puzzles.text.format_table import choose
from puzzles.text.json_texts import is_json, load
from puzzles.text.quoting import listed, quoted
from puzzles.text.signs import Found

MOST_KEYS = 5

Ranked = Sequence[tuple[float, Family]]
"""Families with how much the text looks like them, the likeliest first."""


def of_no_family(found: Found, text: str, ranked: Ranked) -> PuzzleError:
    expected = found.sign.instead or f"a puzzle of one of: {listed((one.title for _, one in ranked), 'or')}"
    return Places(text).field("", found.index).error(f"this is {found.what}", f"{expected} (see mcs-tui formats)")


def of_unknown(text: str, ranked: Ranked) -> PuzzleError:
    """The refusal of a text that looks like nothing; JSON is named with its keys."""
    titles = ", ".join(one.title for _, one in ranked)
    expected = f'one of: {titles} (mcs-tui formats lists their forms; a first line "# latin" says which is meant)'
    if not is_json(text):
        return PuzzleError("the text is in no known format", expected)
    try:
        value = load(text, "an object of a family's")
    except PuzzleError as error:
        return error
    keys = list(value) if isinstance(value, dict) else []
    shown = f" ({listed(map(quoted, keys[:MOST_KEYS]))}{' ...' if len(keys) > MOST_KEYS else ''})" if keys else ""
    return PuzzleError(f"this JSON{shown} is no family's", 'an object with "family", such as mcs-tui convert writes')


def helped(error: PuzzleError, found: str, family: Family) -> PuzzleError:
    """The error in these words, with what names the family's forms at its end."""
    more = f"mcs-tui formats --family {family.name} lists the forms"
    expected = f"{error.expected} ({more})" if error.expected else more
    return PuzzleError(found, expected, line=error.line, column=error.column)


def error_of(family: Family, text: str, entry: str, read: Callable[[str], object] | None = None) -> PuzzleError | None:
    """The family's error for the text, or for the puzzle that is meant or else the first; None if it reads it.

    `read`: the reader in place of the family's own.
    """
    try:
        if read is not None:
            read(text)
            return None
        entries = family.entries(text)
        family.parse((choose(entries, entry) if entry else entries[0]).text)
    except PuzzleError as error:
        return error
    return None
