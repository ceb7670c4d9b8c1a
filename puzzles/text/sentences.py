"""Parts of sentences: lists, counted nouns, capitals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def listed(items: Iterable[object], last: str = "and") -> str:
    """Such as `1, 2 and 3`."""
    words = [str(item) for item in items]
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def numbered(noun: str, numbers: Sequence[int]) -> str:
    """Such as `row 3` or `rows 3 and 5`."""
    return f"{noun}{'s' if len(numbers) > 1 else ''} {listed(numbers)}"


def counted(number: int, noun: str) -> str:
    """Such as `1 cell` or `2 cells`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def times(number: int) -> str:
    return "twice" if number == 2 else f"{number} times"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
