"""Values, names, counts and shares, as messages show them: short, one line, in characters of any terminal."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

LONGEST = 30
"""Characters of a value that are shown."""

MOST_DIGITS = 18
"""Digits of a number that are shown; Python refuses to write one of some thousands."""


def quoted(value: Any) -> str:
    """The value for a message: a text in quotes, ASCII, cut to LONGEST characters; other values as JSON has them."""
    if isinstance(value, str):
        return ascii(value if len(value) <= LONGEST else value[: LONGEST - 3] + "...")
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int) and abs(value) >= 10**MOST_DIGITS:
        return f"a number of more than {MOST_DIGITS} digits"
    if isinstance(value, (dict, list, tuple)):
        return _short_json(value) or ("an object" if isinstance(value, dict) else "an array")
    return str(value)


def counted(number: int, word: str) -> str:
    """The number with its noun, such as `1 move` or `3,215 points`."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def percent(share: float, digits: int = 0) -> str:
    """A share of 1 in percent, such as `54 %`, or `1.5 %` with one digit, or `0.042 %` then below 0.1 %."""
    return f"{100 * share:.{3 if digits and 0 < share < 0.001 else digits}f} %"


def _short_json(value: Any) -> str:
    try:
        text = json.dumps(value, default=str)
    except (RecursionError, ValueError):
        return ""
    return text if len(text) <= LONGEST else ""


LONGEST_NAME = 200
"""Characters kept of a name."""

LONGEST_LINE = 2000
"""Characters of a line for people, such as an error's."""


def printable(text: str) -> str:
    """The text with escapes such as `\\x1b` for what a terminal obeys or can't show; line feeds and tabs stay.

    All text for people passes through this or `cleaned`: controls, bidirectional marks, line and paragraph separators
    and lone surrogates do not reach a terminal.
    """
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() or one in "\n\t" else _escape(one) for one in text)


def one_line(text: str) -> str:
    """The text on one line, as `printable`; what is longer loses its middle."""
    line = printable(" ".join(part.strip("\t") for part in text.splitlines()))
    return line if len(line) <= LONGEST_LINE else f"{line[: LONGEST_LINE - 405]} ... {line[-400:]}"


def _escape(letter: str) -> str:
    return " " if unicodedata.category(letter) == "Zs" else ascii(letter)[1:-1]


def cleaned(text: str, longest: int = LONGEST_NAME) -> str:
    """The text on one line, without what can't be shown or written, cut to that many characters."""
    shown = "".join(one for one in text[: 4 * longest] if one.isprintable() or one.isspace())
    return " ".join(shown.split())[:longest].strip()


def listed(items: Iterable[object], last: str = "and") -> str:
    """Such as `1, 2 and 3`."""
    words = [str(item) for item in items]
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def numbered(noun: str, numbers: Sequence[int]) -> str:
    """Such as `row 3` or `rows 3 and 5`."""
    return f"{noun}{'s' if len(numbers) > 1 else ''} {listed(numbers)}"


def times(number: int) -> str:
    return "twice" if number == 2 else f"{number} times"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
