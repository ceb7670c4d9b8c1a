"""Keys of JSON and columns of tables that are surely meant for something, and would be passed over unread."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from difflib import get_close_matches

from puzzles.errors import PuzzleError
from puzzles.text.quoting import quoted

LIKENESS = 0.75
"""Of a misspelt name, as `difflib.SequenceMatcher.ratio` has it: `constraints` and `restraints` have 0.76."""


def check_spelling(given: Iterable[str], wanted: Collection[str], known: Collection[str], what: str) -> None:
    """PuzzleError for the first name that is not known, but like a wanted one; others are a text's own affair.

    `what`: what the names are, such as `key`.
    """
    for name in given:
        if name in known or name in wanted:
            continue
        if near := get_close_matches(name[:100].lower(), wanted, 1, LIKENESS):
            raise PuzzleError(f"{quoted(name)} is no {what}", near[0])
