"""A game as a text has it, before it is known to be legal, and the check of what the text says about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from puzzles.errors import PuzzleError
from puzzles.morpion import checker
from puzzles.morpion.puzzle import VARIANTS, Move
from puzzles.text.fields import NOWHERE, Field
from puzzles.text.quoting import cleaned, quoted

LONGEST_WORDS = 500
"""Characters kept of a description and the like."""

MOST_MOVES = 1000
"""Moves that are read: no game has more than 485 (the proven bound of 5T)."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a text says of its game under a key, such as `score`, and where."""

    key: str
    value: Any
    at: Field = NOWHERE


@dataclass(frozen=True, slots=True)
class Reading:
    """A game as written: its variant, its moves, each move's line in the text (from 1, 0 if unknown), and the rest."""

    variant: str
    moves: tuple[Move, ...]
    lines: tuple[int, ...]
    note: str = ""
    about: tuple[tuple[str, str], ...] = ()
    claims: tuple[Claim, ...] = ()


def described(text: str) -> str:
    """A description, or another text about the game, on one line and not too long."""
    return cleaned(text, LONGEST_WORDS)


def out_of_range(move: Move, length: int) -> str:
    """What is out of range in the move, in words; empty if nothing is. `length` is the variant's."""
    for name, value in (("x", move.x), ("y", move.y)):
        if not -100 <= value <= 100:
            return f"{name} is {quoted(value)}"
    return "" if 0 <= move.position < length else f"pos is {quoted(move.position)}"


def check_count(count: int, line: int) -> None:
    """Nothing; PuzzleError, on the line, if a text has that many moves, which no game has."""
    if count > MOST_MOVES:
        raise PuzzleError(f"the text has more than {MOST_MOVES} moves", "a game", line=line)


def read_moves(lines: Sequence[Field], read: Callable[[Field, int], Move]) -> tuple[tuple[Move, ...], tuple[int, ...]]:
    """The moves of the lines, each read with its number from 1, and their lines' numbers; PuzzleError if too many."""
    moves = []
    for number, line in enumerate(lines, start=1):
        moves.append(read(line, number))
        check_count(number, line.line)
    return tuple(moves), tuple(line.line for line in lines)


def refused(found: str, number: int, expected: str, line: int) -> PuzzleError:
    """The refusal of a move, counted from 1, on a line of the text."""
    return PuzzleError(f"move {number}: {found}", expected, line=line)


def box(variant: str, moves: Sequence[Move]) -> tuple[int, int, int, int]:
    """The smallest and largest x and y of all dots, the cross's too: min x, min y, max x, max y."""
    dots = VARIANTS[variant].cross | {(move.x, move.y) for move in moves}
    columns, rows = [x for x, _ in dots], [y for _, y in dots]
    return min(columns), min(rows), max(columns), max(rows)


def facts(variant: str, moves: Sequence[Move]) -> dict[str, Any]:
    """The fields of an MSR record that follow from a legal game (MSR 0.1, section 6), in the order of its schema."""
    left = len(checker.legal_moves_left(variant, moves))
    return {
        "score": len(moves),
        "available_moves": left,
        "terminal": left == 0,
        "bbox": list(box(variant, moves)),
    }


def check_claims(claims: Sequence[Claim], variant: str, moves: Sequence[Move]) -> None:
    """Nothing; PuzzleError at the first claim that is not true of the moves (MSR 0.1, section 6: never trust them)."""
    if not claims:
        return
    true = facts(variant, moves)
    for claim in claims:
        if claim.value != true[claim.key]:
            value = claim.value if isinstance(claim.value, list) else quoted(claim.value)
            expected = str(true[claim.key]).lower()
            raise claim.at.error(f'"{claim.key}" is {value}', f"{expected}, as the moves have it")
