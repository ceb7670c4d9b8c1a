"""The puzzle, its text and its checker. Imports no numba.

To change: what a puzzle is (`Ladder`), what a board is and how it is judged, and the text of both. A text that can't be
read is a PuzzleError with line and column.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import ClassVar

from puzzles.errors import PuzzleError
from puzzles.family import Board, Family, Puzzle, Verdict
from puzzles.groups import Optimisation
from puzzles.parameters import Parameter, Value

RUNGS = Parameter("rungs", int, 10, "rungs of the ladder", 1, 1000)
WIDTH = Parameter("width", int, 5, "numbers on each rung", 1, 1000)
LARGEST = 1_000_000


@dataclass(frozen=True, slots=True)
class Ladder:
    """Rungs from the lowest on, all of one width."""

    rungs: tuple[tuple[int, ...], ...]
    note: str = field(default="", compare=False)
    family: ClassVar[str] = "ladder"

    @property
    def title(self) -> str:
        """Such as `Ladder, 6 rungs of 5`."""
        return f"Ladder, {len(self.rungs)} rungs of {len(self.rungs[0])}"


class LadderOptimisation(Optimisation):
    """A climb scores the sum of the numbers that it stands on."""

    def complete(self, puzzle: Puzzle, board: Board) -> bool:
        """True at the top."""
        return len(board) == len(ladder(puzzle).rungs)

    def proof_statement(self, puzzle: Puzzle, settings: Mapping[str, Value], verdict: Verdict) -> str:
        """What a search that has seen everything has proven."""
        return "no better climb exists (proved)"


class LadderFamily(Family):
    """A board holds the place on each rung climbed so far, from 0; in texts places count from 1."""

    def recognise(self, text: str) -> float:
        """1 if the first word is `ladder`."""
        return 1.0 if text.split(maxsplit=1)[:1] == ["ladder"] else 0.0

    def parse(self, text: str) -> Ladder:
        """The puzzle in the text."""
        return _read(text)[0]

    def parse_board(self, puzzle: Puzzle, text: str) -> tuple[int, ...]:
        """The climb in the text: its last line, with the ladder above it or alone."""
        if self.recognise(text):
            found, board = _read(text)
            if found.rungs != ladder(puzzle).rungs:
                raise PuzzleError("this climb is of another puzzle", "the puzzle's own rungs")
            return board
        lines = text.splitlines()
        first = next((number for number, line in enumerate(lines, 1) if line.strip()), 1)
        return _climb("".join(lines[first - 1 : first]), first)

    def write(self, puzzle: Puzzle, format_name: str, board: Board | None = None) -> str:
        """The ladder, and below it the climb."""
        if format_name != "text":
            raise PuzzleError(f"there is no format {format_name!r}", "text")
        lines = ["ladder", *(" ".join(map(str, rung)) for rung in ladder(puzzle).rungs)]
        if board:
            lines.append(" ".join(["climb", *(str(place + 1) for place in board)]))
        return "\n".join(lines) + "\n"

    def judge(self, puzzle: Puzzle, board: Board) -> Verdict:
        """The plain checker's verdict."""
        rungs = ladder(puzzle).rungs
        if len(board) > len(rungs) or not all(0 <= place < len(rungs[0]) for place in board):
            return Verdict(False, 0.0, ("the climb leaves the ladder",), legal=False)
        score = float(sum(rung[place] for rung, place in zip(rungs, board, strict=False)))
        leaps = [height for height, (one, two) in enumerate(pairwise(board), 2) if abs(one - two) > 1]
        return Verdict(False, score, tuple(f"a leap to rung {height}" for height in leaps), legal=not leaps)


def ladder(puzzle: Puzzle) -> Ladder:
    """The puzzle as a ladder; PuzzleError if it is of another family."""
    if not isinstance(puzzle, Ladder):
        raise PuzzleError(f"this is a puzzle of the family {puzzle.family!r}", "a ladder")
    return puzzle


def _read(text: str) -> tuple[Ladder, tuple[int, ...]]:
    """The ladder and the climb in the text, which is empty if there is none."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines or lines[0][1].strip() != "ladder":
        raise PuzzleError("the family is not named", "the word ladder alone in the first line", line=1, column=1)
    climbs = lines[-1][1].split()[0] == "climb"
    rungs = [_numbers(line, number, -LARGEST, LARGEST) for number, line in lines[1 : -1 if climbs else None]]
    if not rungs:
        raise PuzzleError("there is no rung", "a line of numbers", line=lines[0][0], column=1)
    for (number, _), rung in zip(lines[1:], rungs, strict=False):
        if len(rung) != len(rungs[0]):
            wanted = f"{len(rungs[0])}, as the first"
            raise PuzzleError(f"this rung has {len(rung)} numbers", wanted, line=number, column=1)
    return Ladder(tuple(rungs)), _climb(lines[-1][1], lines[-1][0]) if climbs else ()


def _climb(line: str, number: int) -> tuple[int, ...]:
    if line.split()[:1] != ["climb"]:
        raise PuzzleError("this is no climb", "the word climb, then places from 1", line=number, column=1)
    return tuple(place - 1 for place in _numbers(line.replace("climb", "     ", 1), number, 1, LARGEST))


def _numbers(line: str, number: int, low: int, high: int) -> tuple[int, ...]:
    """The integers of a line; PuzzleError with the place of what is none of them."""
    found, column = [], 0
    for word in line.split():
        column = line.index(word, column)
        try:
            value = int(word)
        except ValueError:
            raise PuzzleError(f"{word[:20]!r} is no number", line=number, column=column + 1) from None
        if not low <= value <= high:
            raise PuzzleError(f"{word[:20]} is out of range", f"{low:,} to {high:,}", line=number, column=column + 1)
        found.append(value)
        column += len(word)
    return tuple(found)
