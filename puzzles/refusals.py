"""The refusal of a text whose family was not named: by the family that the text is, which is not always the likeliest.

A family's likeness says which of those could read a text is meant. Of what none can read, signs say what it is
(`puzzles.text.signs`): the family's own error is shown then, or that no family reads such texts.
"""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.entries import choose
from puzzles.errors import PuzzleError
from puzzles.family import Family
from puzzles.text.fields import Places
from puzzles.text.json_texts import is_json, load
from puzzles.text.quoting import quoted
from puzzles.text.sentences import listed
from puzzles.text.signs import OTHERS, Found, strongest

LIKELY = 0.75
"""Likeness from which a family may be meant; a text that looks less like any has a mistake, and is refused anyway."""

LARGEST_READ_AGAIN = 100_000
"""Characters of a text that is refused, up to which other families are asked whether they can read it."""

MOST_KEYS = 5

Ranked = Sequence[tuple[float, Family]]
"""Families with how much the text looks like them, the likeliest first."""


def refusal(error: PuzzleError | None, ranked: Ranked, text: str, entry: str, source: str) -> PuzzleError:
    """What to say of a text that the likeliest family refuses with that error; None if the text looks like none."""
    likeness, chosen = ranked[0] if error else (0.0, None)
    other = strongest(OTHERS, text, source)
    signs = [(found, one) for _, one in ranked if (found := strongest(one.signs, text, source))]
    found, family = max(signs, key=lambda pair: pair[0].strength, default=(None, None))
    if other and other.strength > max(likeness, found.strength if found else 0.0):
        return _of_no_family(other, text, ranked)
    if found and family and (found.strength > likeness if family is not chosen else likeness < LIKELY):
        own = error if family is chosen else _error_of(family, text, entry)
        if own:
            return _helped(own, f"this looks like {found.what}: {own.found}", family)
    if error is None:
        return _with_other_reading(_of_unknown(text, ranked), None, ranked, text, entry)
    if chosen and likeness < LIKELY:
        error = _helped(error, error.found, chosen)
    return _with_other_reading(error, chosen, ranked, text, entry)


def _of_no_family(found: Found, text: str, ranked: Ranked) -> PuzzleError:
    expected = found.sign.instead or f"a puzzle of one of: {listed((one.title for _, one in ranked), 'or')}"
    return Places(text).field("", found.index).error(f"this is {found.what}", f"{expected} (see mcs-tui formats)")


def _of_unknown(text: str, ranked: Ranked) -> PuzzleError:
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


def _helped(error: PuzzleError, found: str, family: Family) -> PuzzleError:
    """The error in these words, with what names the family's forms at its end."""
    more = f"mcs-tui formats --family {family.name} lists the forms"
    expected = f"{error.expected} ({more})" if error.expected else more
    return PuzzleError(found, expected, line=error.line, column=error.column)


def _error_of(family: Family, text: str, entry: str) -> PuzzleError | None:
    """The family's error for the text, or for the puzzle that is meant or else the first; None if it reads it."""
    try:
        entries = family.entries(text)
        family.parse((choose(entries, entry) if entry else entries[0]).text)
    except PuzzleError as error:
        return error
    return None


def _with_other_reading(
    error: PuzzleError, family: Family | None, ranked: Ranked, text: str, entry: str
) -> PuzzleError:
    """The error, with another family named at its end, the likeliest that can read the text, if there is one."""
    if len(text) > LARGEST_READ_AGAIN:
        return error
    for _, other in ranked:
        if other is not family and _error_of(other, text, entry) is None:
            hint = f'or, if this is {other.title}, a first line "# {other.name}"'
            found, expected = error.found, f"{error.expected}; {hint}"
            if not error.expected:
                found, expected = f"{error.found}; {hint}", ""
            return PuzzleError(found, expected, line=error.line, column=error.column)
    return error
