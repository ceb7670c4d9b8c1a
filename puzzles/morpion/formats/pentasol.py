"""Pentasol's text: `(28,28)`, the cross's inner corner, then a move a line: `(27,27) / 0`; lines of five only.

`(x,y)` is the new dot, `- | / \\` the direction, and the number the steps along it from the dot to its line's centre.
The variant is not in the text. The mapping was found by replaying the record games in both notations.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from puzzles.errors import PuzzleError
from puzzles.morpion import checker
from puzzles.morpion.formats.found_game import Reading, out_of_range, read_moves, refused
from puzzles.morpion.puzzle import VARIANTS, Move
from puzzles.text.fields import Field, used_lines
from puzzles.text.quoting import quoted

SIGNS = "-|/\\"
"""Pentasol's directions, in the order of DIRECTIONS."""

CORNER = 3
"""Column and row, in our frame, of the square that the first line names."""

WRITTEN_CORNER = 28
CENTRE = 2

_NUMBER = r"\s*([+-]?[0-9]{1,6})\s*"
_REFERENCE = re.compile(rf"\s*\({_NUMBER},{_NUMBER}\)\s*")
_MOVE = re.compile(rf"\s*\({_NUMBER},{_NUMBER}\)\s*([-|/\\])\s*([+-]?[0-9]{{1,6}})\s*")
EXPECTED = "a move such as (27,27) / 0"


def likeness(text: str) -> float:
    """1 if the first line is a square in parentheses, alone or with a direction and a number; else 0."""
    first = used_lines(text, ("#",))[:1]
    return 1.0 if first and (_REFERENCE.fullmatch(first[0].text) or _MOVE.fullmatch(first[0].text)) else 0.0


def read(text: str, expected: str = "") -> Reading:
    """The moves with their lines; the variant is the expected one, or the strictest in which all moves are legal."""
    if expected and VARIANTS[expected].length != 5:
        raise PuzzleError("Pentasol's notation is for lines of 5", f"a game of {expected}", line=1)
    lines = used_lines(text, ("#",))
    found = _REFERENCE.fullmatch(lines[0].text) if lines else None
    if lines and not found:
        wanted = "the square of the cross's inner corner first, such as (28,28)"
        raise lines[0].error(f"found {quoted(lines[0].text.strip())}", wanted)
    corner = (int(found.group(1)), int(found.group(2))) if found else (0, 0)
    moves, numbers = read_moves(lines[1:], lambda line, number: _move(line, number, corner))
    variant, note = (expected, "") if expected else _assumed(moves)
    return Reading(variant, moves, numbers, note)


def write(variant: str, moves: Sequence[Move], about: Sequence[tuple[str, str]] = ()) -> str:
    """The game as text; PuzzleError if its lines are not of five. What is known about it is left out."""
    if VARIANTS[variant].length != 5:
        raise PuzzleError(f"format pentasol cannot hold a game of {variant}", "lines of 5, as in 5D and 5T")
    shift = WRITTEN_CORNER - CORNER
    rows = [
        f"({move.x + shift},{move.y + shift}) {SIGNS[move.direction]} {_signed(CENTRE - move.position)}"
        for move in moves
    ]
    return "\n".join([f"({WRITTEN_CORNER},{WRITTEN_CORNER})", *rows]) + "\n"


def _move(line: Field, number: int, corner: tuple[int, int]) -> Move:
    found = _MOVE.fullmatch(line.text)
    if not found:
        raise line.stripped().error(f"found {quoted(line.text.strip())}", EXPECTED)
    x, y, steps = int(found.group(1)), int(found.group(2)), int(found.group(4))
    if abs(steps) > CENTRE:
        wanted = "-2 to 2, the steps from the dot to its line's centre"
        raise line.error(f"move {number}: found {steps}", wanted, found.start(4))
    move = Move(x - corner[0] + CORNER, y - corner[1] + CORNER, SIGNS.index(found.group(3)), CENTRE - steps)
    if out_of_range(move, 5):
        raise refused(
            f"the dot ({x},{y}) is far from the cross", number, "a dot near the first line's square", line.line
        )
    return move


def _assumed(moves: Sequence[Move]) -> tuple[str, str]:
    """The variant of moves that do not say theirs, and the note that says why."""
    found = checker.replay("5D", moves)
    if not found.fault:
        return "5D", "the variant is not in the text: read as 5D, in which every move is legal"
    return "5T", f"the variant is not in the text: read as 5T, as move {found.legal + 1} is not legal in 5D"


def _signed(steps: int) -> str:
    return f"{steps:+d}" if steps else "0"
