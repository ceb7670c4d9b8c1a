"""Values from a text, as error messages show them: short, in one line, in characters that every terminal has."""

from __future__ import annotations

from typing import Any

LONGEST = 30
"""Characters of a value that are shown."""

MOST_DIGITS = 18
"""Digits of a number that are shown; Python refuses to write one of some thousands."""


def quoted(value: Any, longest: int = LONGEST) -> str:
    """The value for a message: a text in quotes, ASCII, cut to `longest` characters; other values as JSON has them."""
    if isinstance(value, str):
        return ascii(value if len(value) <= longest else value[: longest - 3] + "...")
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int) and abs(value) >= 10**MOST_DIGITS:
        return f"a number of more than {MOST_DIGITS} digits"
    if isinstance(value, (dict, list, tuple)):
        return "an object" if isinstance(value, dict) else "an array"
    return str(value)


def counted(number: int, word: str) -> str:
    """The number with its noun, such as `1 move` or `3,215 points`."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"
