"""The puzzle, its text and its checker. Imports no numba."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from puzzles.errors import PuzzleError
from puzzles.family import Board, Family, Puzzle, Verdict

MOST_SETS = 8
WORDS = ["weak", "schur"]


@dataclass(frozen=True, slots=True)
class WeakSchur:
    """So many sets, all empty at first."""

    sets: int
    note: str = field(default="", compare=False)
    family: ClassVar[str] = "weak_schur"

    @property
    def title(self) -> str:
        """Such as `WS(5)`."""
        return f"WS({self.sets})"

    @property
    def most(self) -> int:
        """Numbers for which there is room: more than is known of any weak Schur number (Rowley 2020: WS(6) >= 642)."""
        return 4**self.sets


class WeakSchurFamily(Family):
    """A board holds the set of each number from 1 on, sets from 0."""

    def recognise(self, text: str) -> float:
        """1 if it begins with the words `weak schur`."""
        return 1.0 if text.lower().split(maxsplit=2)[:2] == WORDS else 0.0

    def parse(self, text: str) -> WeakSchur:
        """The puzzle in the first line."""
        words = text.split("\n", 1)[0].split()
        if [word.lower() for word in words[:2]] != WORDS or len(words) != 3:
            raise PuzzleError("this is no puzzle of weak Schur numbers", "weak schur 5", line=1, column=1)
        if not words[2].isdecimal() or not 1 <= int(words[2][:4]) <= MOST_SETS:
            raise PuzzleError(f"{words[2][:20]!r} sets can't be filled", f"1 to {MOST_SETS}", line=1, column=12)
        return WeakSchur(int(words[2]))

    def parse_board(self, puzzle: Puzzle, text: str) -> tuple[int, ...]:
        """The sets, a line of numbers for each, below the puzzle or alone."""
        lines = list(enumerate(text.splitlines(), 1))
        lines = [one for one in (lines[1:] if self.recognise(text) else lines) if one[1].strip()]
        place: dict[int, int] = {}
        for at, (number, line) in enumerate(lines):
            for word in line.split():
                if not word.isdecimal() or int(word[:6]) in place:
                    column = line.index(word) + 1
                    raise PuzzleError(f"{word[:20]!r} is no new number", "each once", line=number, column=column)
                place[int(word[:6])] = at
        if sorted(place) != list(range(1, len(place) + 1)) or len(lines) > weak_schur(puzzle).sets:
            wanted = f"1, 2, 3, ... in {weak_schur(puzzle).sets} lines at the most"
            raise PuzzleError("these are not all numbers up to one, or too many sets", wanted, line=1, column=1)
        return tuple(place[number] for number in sorted(place))

    def write(self, puzzle: Puzzle, format_name: str, board: Board | None = None) -> str:
        """The puzzle, and a line of numbers for each set."""
        if format_name != "text":
            raise PuzzleError(f"weak Schur numbers are not written as {format_name!r}", "text")
        lines = [f"weak schur {weak_schur(puzzle).sets}", *_lines(board or ())]
        return "\n".join(lines) + "\n"

    def judge(self, puzzle: Puzzle, board: Board) -> Verdict:
        """The plain checker's verdict: every number is looked at with all pairs below it in its set."""
        if len(board) > weak_schur(puzzle).most or not all(0 <= at < weak_schur(puzzle).sets for at in board):
            return Verdict(False, 0.0, ("a number stands in no set",), legal=False)
        members: dict[int, set[int]] = {}
        faults = []
        for number, at in enumerate(board, 1):
            own = members.setdefault(at, set())
            part = next((one for one in own if number - one in own and 2 * one != number), None)
            if part is not None:
                faults.append(f"{number} = {part} + {number - part} in one set")
            own.add(number)
        return Verdict(False, float(len(board)), tuple(faults), legal=not faults)


def weak_schur(puzzle: Puzzle) -> WeakSchur:
    """The puzzle as one of weak Schur numbers; PuzzleError if it is of another family."""
    if not isinstance(puzzle, WeakSchur):
        raise PuzzleError(f"this is a puzzle of the family {puzzle.family!r}", "weak Schur numbers")
    return puzzle


def _lines(board: Board) -> Iterator[str]:
    for at in range(max(board, default=-1) + 1):
        yield " ".join(str(number) for number, own in enumerate(board, 1) if own == at)
