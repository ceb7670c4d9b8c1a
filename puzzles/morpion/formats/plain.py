"""Our own text: `morpion 5D`, then a move a line, `1 (2,2) in (0,4)-(4,0)`: the new dot and its line's two ends."""

from __future__ import annotations

import re
from collections.abc import Sequence

from puzzles.errors import PuzzleError
from puzzles.morpion.formats.found_game import Reading, described, read_moves
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
    if found.group(1) and int(found.group(1)) != number:
        raise line.error(f"the move's number is {found.group(1)}", str(number), found.start(1))
    x, y, *ends = (int(found.group(group)) for group in range(2, 8))
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
