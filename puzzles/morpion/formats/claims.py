"""What follows from a game's moves: score, moves left, bounding box; and whether a text's claims of them are true."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from puzzles.errors import PuzzleError
from puzzles.morpion import checker
from puzzles.morpion.formats.found_game import Claim, quoted
from puzzles.morpion.puzzle import Move
from puzzles.morpion.variants import VARIANTS


def box(variant: str, moves: Sequence[Move]) -> tuple[int, int, int, int]:
    """The smallest and largest x and y of all dots, the cross's too: min x, min y, max x, max y."""
    dots = VARIANTS[variant].cross | {(move.x, move.y) for move in moves}
    columns, rows = [x for x, _ in dots], [y for _, y in dots]
    return min(columns), min(rows), max(columns), max(rows)


def facts(variant: str, moves: Sequence[Move]) -> dict[str, Any]:
    """The derived fields of an MSR record (MSR 0.1, section 6) of a legal game, in the order of its schema."""
    left = len(checker.legal_moves_left(variant, moves))
    return {
        "score": len(moves),
        "available_moves": left,
        "terminal": left == 0,
        "bbox": list(box(variant, moves)),
    }


def check(claims: Sequence[Claim], variant: str, moves: Sequence[Move]) -> None:
    """Nothing; PuzzleError at the first claim that the moves do not bear out (MSR 0.1, section 6: never trust them)."""
    if not claims:
        return
    true = facts(variant, moves)
    for claim in claims:
        if claim.value != true[claim.key]:
            said = claim.value if isinstance(claim.value, list) else quoted(claim.value)
            expected = str(true[claim.key]).lower()
            found = f'"{claim.key}" is {said}'
            raise PuzzleError(found, f"{expected}, as the moves have it", line=claim.line, column=claim.column)
