"""The puzzle, its text and its checker. Imports no numba."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import ClassVar

from puzzles.errors import PuzzleError
from puzzles.family import Board, Family, Puzzle, Verdict

LARGEST = 200


@dataclass(frozen=True, slots=True)
class Trees:
    """All trees of `vertices` vertices that grow from a first one: of its vertex k + 1 the neighbour is start[k]."""

    vertices: int
    start: tuple[int, ...] = ()
    note: str = field(default="", compare=False)
    family: ClassVar[str] = "trees"

    @property
    def title(self) -> str:
        """Such as `Trees of 19 vertices`."""
        return f"Trees of {self.vertices} vertices"


class TreesFamily(Family):
    """A board holds of each vertex, behind those of the first tree, the vertex that it was hung on."""

    def recognise(self, text: str) -> float:
        """1 if the first word is `trees`."""
        return 1.0 if text.split(maxsplit=1)[:1] == ["trees"] else 0.0

    def parse(self, text: str) -> Trees:
        """The puzzle in the first two lines."""
        return self._read(text)[0]

    def parse_board(self, puzzle: Puzzle, text: str) -> tuple[int, ...]:
        """The tree in the text: its third line below a puzzle, or its first line alone."""
        if self.recognise(text):
            return self._read(text)[1]
        return _numbers(text.strip().split("\n", 1)[0], 1)

    def write(self, puzzle: Puzzle, format_name: str, board: Board | None = None) -> str:
        """The puzzle; the first tree; and what has grown on it."""
        if format_name != "text":
            raise PuzzleError(f"trees are not written as {format_name!r}", "text")
        lines = [f"trees {trees(puzzle).vertices}", " ".join(map(str, trees(puzzle).start))]
        if board:
            lines.append(" ".join(map(str, board)))
        return "\n".join(lines).rstrip("\n") + "\n"

    def judge(self, puzzle: Puzzle, board: Board) -> Verdict:
        """The plain checker's verdict; the score is the number of leaves."""
        neighbours = (*trees(puzzle).start, *board)
        wrong = [k for k, one in enumerate(neighbours, 1) if not 0 <= one < k]
        if wrong or len(neighbours) > trees(puzzle).vertices - 1:
            return Verdict(False, 0.0, ("a vertex hangs on none before it, or is one too many",), legal=False)
        degrees = Counter(neighbours) + Counter(range(1, len(neighbours) + 1))
        return Verdict(False, float(sum(one == 1 for one in degrees.values())), (), legal=True)

    def _read(self, text: str) -> tuple[Trees, tuple[int, ...]]:
        lines = text.splitlines()
        words = lines[0].split() if lines else []
        if words[:1] != ["trees"] or len(words) != 2:
            raise PuzzleError(
                "these are no trees", "trees and a number of vertices, such as trees 19", line=1, column=1
            )
        if not words[1].isdecimal() or not 2 <= int(words[1][:6]) <= LARGEST:
            raise PuzzleError(f"{words[1][:20]!r} vertices are out of range", f"2 to {LARGEST}", line=1, column=7)
        start = _numbers(lines[1], 2) if len(lines) > 1 else ()
        if any(one >= k for k, one in enumerate(start, 1)) or len(start) > int(words[1]) - 1:
            raise PuzzleError("a vertex hangs on none before it, or is one too many", "such as 0 1", line=2, column=1)
        return Trees(int(words[1]), start), _numbers(lines[2], 3) if len(lines) > 2 else ()


def trees(puzzle: Puzzle) -> Trees:
    """The puzzle as one of trees; PuzzleError if it is of another family."""
    if not isinstance(puzzle, Trees):
        raise PuzzleError(f"this is a puzzle of the family {puzzle.family!r}", "trees")
    return puzzle


def _numbers(line: str, number: int) -> tuple[int, ...]:
    for word in line.split():
        if not word.isdecimal() or int(word[:6]) >= LARGEST:
            column = line.index(word) + 1
            raise PuzzleError(f"{word[:20]!r} is no vertex", f"0 to {LARGEST - 1}", line=number, column=column)
    return tuple(map(int, line.split()))
