"""What a reader found in a text before anyone asked whether it is legal."""

from __future__ import annotations

from dataclasses import dataclass

from puzzles.morpion.game import Move


@dataclass(frozen=True, slots=True)
class Reading:
    """A game as written: its variant, its moves, each move's line in the text (from 1, 0 if unknown), and the rest."""

    variant: str
    moves: tuple[Move, ...]
    lines: tuple[int, ...]
    note: str = ""
    about: tuple[tuple[str, str], ...] = ()


def quoted(text: str) -> str:
    """The text for a message: ASCII, in quotes, cut to some 30 characters."""
    short = text.strip()
    return ascii(short if len(short) <= 30 else short[:27] + "...")
