"""What a reader found in a text before anyone asked whether it is legal, and text from files made fit to show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from puzzles.errors import PuzzleError
from puzzles.morpion.puzzle import Move

LONGEST_WORDS = 500
"""Characters kept of a description and the like."""


MOST_MOVES = 1000
"""Moves that are read: no game has more than 485 (the proven bound of 5T)."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a text says of its game under a key, such as `score`, and where."""

    key: str
    value: Any
    line: int = 0
    column: int = 0


@dataclass(frozen=True, slots=True)
class Reading:
    """A game as written: its variant, its moves, each move's line in the text (from 1, 0 if unknown), and the rest."""

    variant: str
    moves: tuple[Move, ...]
    lines: tuple[int, ...]
    note: str = ""
    about: tuple[tuple[str, str], ...] = ()
    claims: tuple[Claim, ...] = ()


def quoted(value: Any) -> str:
    """The value for a message: ASCII, a text in quotes, cut to some 30 characters."""
    if isinstance(value, str):
        short = value.strip()
        return ascii(short if len(short) <= 30 else short[:27] + "...")
    if isinstance(value, int) and abs(value) >= 10**18:
        return "a number of more than 18 digits"
    if isinstance(value, (dict, list)):
        return "an object" if isinstance(value, dict) else "an array"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return ascii(value)


def cleaned(text: str) -> str:
    """The text on one line, without what cannot be shown or written, cut to LONGEST_WORDS characters."""
    shown = "".join(one for one in text[: 4 * LONGEST_WORDS] if one.isprintable() or one.isspace())
    line = " ".join(shown.split())
    return line if len(line) <= LONGEST_WORDS else line[: LONGEST_WORDS - 3] + "..."


def within_range(move: Move, length: int) -> str:
    """What of the move no game has, in words; empty if nothing. `length` is the variant's."""
    for name, value in (("x", move.x), ("y", move.y)):
        if not -100 <= value <= 100:
            return f"{name} is {quoted(value)}"
    return "" if 0 <= move.position < length else f"pos is {quoted(move.position)}"


def check_count(count: int, line: int) -> None:
    """Nothing; PuzzleError, on the line, if a text has that many moves, which no game has."""
    if count > MOST_MOVES:
        raise PuzzleError(f"the text has more than {MOST_MOVES} moves", "a game", line=line)


def refused(found: str, number: int, expected: str, line: int) -> PuzzleError:
    """The refusal of a move, counted from 1, on a line of the text."""
    return PuzzleError(f"move {number}: {found}", expected, line=line)
