"""Games with a move a line: our own text, and Pentasol's.

Ours: `morpion 5D`, then moves such as `1 (2,2) in (0,4)-(4,0)`: the new dot and its line's two ends.

Pentasol's, for lines of five only: `(28,28)`, the cross's inner corner, then moves such as `(27,27) / 0`. `(x,y)` is
the new dot, `- | / \\` the direction, and the number the steps along it from the dot to its line's centre. The variant
is not in the text. The mapping was found by replaying the record games in both notations.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from puzzles.errors import PuzzleError
from puzzles.morpion import checker
from puzzles.morpion.formats.found_game import Reading, described, out_of_range, read_moves, refused
from puzzles.morpion.puzzle import DIRECTIONS, VARIANTS, Move
from puzzles.text.fields import Field, used_lines
from puzzles.text.quoting import quoted

HEADER = re.compile(r"\s*(?:morpion(?:[ \t]+solitaire)?[ \t]+)?([45][TD]|[TD][45])\s*(?:#.*)?", re.IGNORECASE)
_BEGINNING = re.compile(r"\s*(?:morpion|[45][TD]|[TD][45])\b", re.IGNORECASE)
_NUMBER = r"\s*([+-]?[0-9]{1,4})\s*"
_SQUARE = rf"\({_NUMBER},{_NUMBER}\)"
_MOVE = re.compile(
    rf"\s*(?:([0-9]{{1,6}})[.:]?\s+)?{_SQUARE}\s*in\s*{_SQUARE}\s*-\s*{_SQUARE}\s*(?:#.*)?", re.IGNORECASE
)
EXPECTED = "a move such as 1 (2,2) in (0,4)-(4,0): the new dot and the two ends of its line"


def likeness(text: str) -> float:
    """1 if the first line that is neither blank nor a comment is a variant, 0.7 if it begins with one; else 0."""
    first = used_lines(text, ("#",))[:1]
    if not first:
        return 0.0
    return 1.0 if HEADER.fullmatch(first[0].text) else 0.7 if _BEGINNING.match(first[0].text) else 0.0


def read(text: str, expected: str = "") -> Reading:
    """The variant and the moves, each with its line; whether they are legal is not checked."""
    lines = used_lines(text, ("#",))
    if not lines:
        raise PuzzleError("the text has no variant", "a first line such as morpion 5D", line=1)
    header = HEADER.fullmatch(lines[0].text)
    if not header:
        raise lines[0].error(f"found {quoted(lines[0].text.strip())}", "a variant such as morpion 5D")
    code = header.group(1).upper()
    variant = code if code in VARIANTS else code[::-1]
    length = VARIANTS[variant].length
    return Reading(variant, *read_moves(lines[1:], lambda line, number: _move(line, number, length)))


def write(variant: str, moves: Sequence[Move], about: Sequence[tuple[str, str]] = ()) -> str:
    """The game as text; what is known about it is written as comments below the header."""
    lines = [f"morpion {variant}", *(f"# {described(name)}: {described(value)}" for name, value in about)]
    lines += [f"{number} {text}" for number, text in enumerate(move_texts(variant, moves), start=1)]
    return "\n".join(lines) + "\n"


def move_texts(variant: str, moves: Sequence[Move]) -> list[str]:
    """Each move as `(2,2) in (0,4)-(4,0)`: the new dot and the two ends of its line."""
    texts = []
    for move in moves:
        squares = move.squares(VARIANTS[variant].length)
        (left, top), (right, bottom) = squares[0], squares[-1]
        texts.append(f"({move.x},{move.y}) in ({left},{top})-({right},{bottom})")
    return texts


def _move(line: Field, number: int, length: int) -> Move:
    found = _MOVE.fullmatch(line.text)
    if not found:
        raise line.stripped().error(f"found {quoted(line.text.strip())}", EXPECTED)
    counted, *numbers = found.groups()
    if counted and int(counted) != number:
        raise line.error(f"the move's number is {counted}", str(number), found.start(1))
    x, y, *ends = map(int, numbers)
    one, other = sorted(((ends[0], ends[1]), (ends[2], ends[3])))
    for direction, (dx, dy) in enumerate(DIRECTIONS):
        if (one[0] + (length - 1) * dx, one[1] + (length - 1) * dy) == other:
            position = (x - one[0]) if dx else (y - one[1])
            if 0 <= position < length and (one[0] + position * dx, one[1] + position * dy) == (x, y):
                return Move(x, y, direction, position)
            wanted = "one of the line's squares"
            raise line.error(f"move {number}: the dot ({x},{y}) is not in its line", wanted, found.start(4) - 1)
    shape = f"a row, column or diagonal of {length} squares"
    line_text = f"({ends[0]},{ends[1]})-({ends[2]},{ends[3]})"
    raise line.error(f"move {number}: the line {line_text} is not {length} long", shape, found.start(4) - 1)


SIGNS = "-|/\\"
"""Pentasol's directions, in the order of DIRECTIONS."""

CORNER = 3
"""Column and row, in our frame, of the square that the first line names."""

WRITTEN_CORNER = 28
CENTRE = 2

_COORDINATE = r"\s*([+-]?[0-9]{1,6})\s*"
_REFERENCE = re.compile(rf"\s*\({_COORDINATE},{_COORDINATE}\)\s*")
_PENTASOL_MOVE = re.compile(rf"\s*\({_COORDINATE},{_COORDINATE}\)\s*([-|/\\])\s*([+-]?[0-9]{{1,6}})\s*")
PENTASOL_EXPECTED = "a move such as (27,27) / 0"


def pentasol_likeness(text: str) -> float:
    """1 if the first line is a square in parentheses, alone or with a direction and a number; else 0."""
    first = used_lines(text, ("#",))[:1]
    return 1.0 if first and (_REFERENCE.fullmatch(first[0].text) or _PENTASOL_MOVE.fullmatch(first[0].text)) else 0.0


def read_pentasol(text: str, expected: str = "") -> Reading:
    """The moves with their lines; the variant is the expected one, or the strictest in which all moves are legal."""
    if expected and VARIANTS[expected].length != 5:
        raise PuzzleError("Pentasol's notation is for lines of 5", f"a game of {expected}", line=1)
    lines = used_lines(text, ("#",))
    found = _REFERENCE.fullmatch(lines[0].text) if lines else None
    if lines and not found:
        wanted = "the square of the cross's inner corner first, such as (28,28)"
        raise lines[0].error(f"found {quoted(lines[0].text.strip())}", wanted)
    corner = (int(found.group(1)), int(found.group(2))) if found else (0, 0)
    moves, numbers = read_moves(lines[1:], lambda line, number: _pentasol_move(line, number, corner))
    if expected:
        return Reading(expected, moves, numbers)
    found_game = checker.replay("5D", moves)
    if not found_game.fault:
        note = "the variant is not in the text: read as 5D, in which every move is legal"
        return Reading("5D", moves, numbers, note)
    note = f"the variant is not in the text: read as 5T, as move {found_game.legal + 1} is not legal in 5D"
    return Reading("5T", moves, numbers, note)


def write_pentasol(variant: str, moves: Sequence[Move], about: Sequence[tuple[str, str]] = ()) -> str:
    """The game as text; PuzzleError if its lines are not of five. What is known about it is left out."""
    if VARIANTS[variant].length != 5:
        raise PuzzleError(f"format pentasol cannot hold a game of {variant}", "lines of 5, as in 5D and 5T")
    shift = WRITTEN_CORNER - CORNER
    rows = []
    for move in moves:
        steps = f"{CENTRE - move.position:+d}" if move.position != CENTRE else "0"
        rows.append(f"({move.x + shift},{move.y + shift}) {SIGNS[move.direction]} {steps}")
    return "\n".join([f"({WRITTEN_CORNER},{WRITTEN_CORNER})", *rows]) + "\n"


def _pentasol_move(line: Field, number: int, corner: tuple[int, int]) -> Move:
    found = _PENTASOL_MOVE.fullmatch(line.text)
    if not found:
        raise line.stripped().error(f"found {quoted(line.text.strip())}", PENTASOL_EXPECTED)
    x, y, steps = int(found.group(1)), int(found.group(2)), int(found.group(4))
    if abs(steps) > CENTRE:
        wanted = "-2 to 2, the steps from the dot to its line's centre"
        raise line.error(f"move {number}: found {steps}", wanted, found.start(4))
    move = Move(x - corner[0] + CORNER, y - corner[1] + CORNER, SIGNS.index(found.group(3)), CENTRE - steps)
    if out_of_range(move, 5):
        found_there = f"the dot ({x},{y}) is far from the cross"
        raise refused(found_there, number, "a dot near the first line's square", line.line)
    return move
