"""Our own text: `morpion 5D`, then a move a line, `1 (2,2) in (0,4)-(4,0)`: the new dot and its line's two ends."""

from __future__ import annotations

import re
from collections.abc import Sequence

from puzzles.errors import PuzzleError
from puzzles.morpion.formats.found_game import Reading, check_count, cleaned, quoted
from puzzles.morpion.puzzle import DIRECTIONS, Move
from puzzles.morpion.variants import VARIANTS

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
    for line in text.split("\n"):
        if line.strip() and not line.lstrip().startswith("#"):
            return 1.0 if HEADER.fullmatch(line) else 0.7 if _BEGINNING.match(line) else 0.0
    return 0.0


def read(text: str, expected: str = "") -> Reading:
    """The variant and the moves, each with its line; whether they are legal is not looked at."""
    variant = ""
    moves: list[Move] = []
    lines: list[int] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if not variant:
            header = HEADER.fullmatch(line)
            if not header:
                raise PuzzleError(f"found {quoted(line)}", "a variant such as morpion 5D", line=number, column=1)
            code = header.group(1).upper()
            variant = code if code in VARIANTS else code[::-1]
            continue
        moves.append(_move(line, number, len(moves) + 1, VARIANTS[variant].length))
        lines.append(number)
        check_count(len(moves), number)
    if not variant:
        raise PuzzleError("the text has no variant", "a first line such as morpion 5D", line=1)
    return Reading(variant, tuple(moves), tuple(lines))


def write(variant: str, moves: Sequence[Move], about: Sequence[tuple[str, str]] = ()) -> str:
    """The game as text; what is told about it stands in comments under the header."""
    lines = [f"morpion {variant}", *(f"# {cleaned(name)}: {cleaned(value)}" for name, value in about)]
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


def _move(line: str, at: int, number: int, length: int) -> Move:
    found = _MOVE.fullmatch(line)
    if not found:
        raise PuzzleError(f"found {quoted(line)}", EXPECTED, line=at, column=len(line) - len(line.lstrip()) + 1)
    if found.group(1) and int(found.group(1)) != number:
        raise PuzzleError(f"the move's number is {found.group(1)}", str(number), line=at, column=found.start(1) + 1)
    x, y, *ends = (int(found.group(group)) for group in range(2, 8))
    one, other = sorted(((ends[0], ends[1]), (ends[2], ends[3])))
    column = found.start(4)
    for direction, (dx, dy) in enumerate(DIRECTIONS):
        if (one[0] + (length - 1) * dx, one[1] + (length - 1) * dy) == other:
            position = (x - one[0]) if dx else (y - one[1])
            if 0 <= position < length and (one[0] + position * dx, one[1] + position * dy) == (x, y):
                return Move(x, y, direction, position)
            wanted = "one of the line's squares"
            raise PuzzleError(f"move {number}: the dot ({x},{y}) is not in its line", wanted, line=at, column=column)
    shape = f"a row, column or diagonal of {length} squares"
    line_text = f"({ends[0]},{ends[1]})-({ends[2]},{ends[3]})"
    raise PuzzleError(f"move {number}: the line {line_text} is not {length} long", shape, line=at, column=column)
