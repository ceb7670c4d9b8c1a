"""A family whose text side is modules of its folder with the same names and functions: what ours share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, Protocol, TypeVar

from puzzles.errors import PuzzleError
from puzzles.family import PICTURE, Board, Family, Puzzle, Verdict
from puzzles.picture import Picture
from puzzles.text.quoting import quoted
from puzzles.text.svg import svg

Own = TypeVar("Own", bound=Puzzle)
"""The class of the family's puzzles."""
Judged = TypeVar("Judged", bound=Puzzle, contravariant=True)


class Formats(Protocol[Own]):
    """The module `formats`: as `recognise`, `parse`, `parse_board` and `write` of `Family`."""

    def likeness(self, text: str, /) -> float: ...
    def read(self, text: str, /) -> Own: ...
    def read_board(self, puzzle: Own, text: str, /) -> tuple[int, ...]: ...
    def write(self, puzzle: Own, name: str, board: Board | None, /) -> str: ...


class JsonValues(Protocol[Own]):
    """The module `formats.json_text`: as `to_json` and `from_json` of `Family`."""

    def plain(self, puzzle: Own, /) -> dict[str, Any]: ...
    def puzzle(self, data: Mapping[str, Any], /) -> Own: ...


class Checker(Protocol[Judged]):
    def judge(self, puzzle: Judged, board: Board, /) -> Verdict: ...


class Pictures(Protocol[Judged]):
    """The module `picture`: as `picture` of `Family`."""

    def picture(self, puzzle: Judged, board: Board | None, /) -> Picture: ...


def own(puzzle: Puzzle, kind: type[Own]) -> Own:
    """The puzzle as one of that class; PuzzleError if it is of another family."""
    if not isinstance(puzzle, kind):
        raise PuzzleError(f"this is a puzzle of the family {puzzle.family!r}", f"one of {kind.family!r}")
    return puzzle


class FolderFamily(Family, Generic[Own]):
    """Subclasses name the class of their puzzles and the modules."""

    puzzle_class: type[Own]
    formats_module: Formats[Own]
    json_module: JsonValues[Own]
    checker_module: Checker[Own]
    picture_module: Pictures[Own]

    def own(self, puzzle: Puzzle) -> Own:
        return own(puzzle, self.puzzle_class)

    def recognise(self, text: str) -> float:
        return self.formats_module.likeness(text)

    def parse(self, text: str) -> Own:
        return self.formats_module.read(text)

    def parse_board(self, puzzle: Puzzle, text: str) -> tuple[int, ...]:
        return self.formats_module.read_board(self.own(puzzle), text)

    def picture(self, puzzle: Puzzle, board: Board | None = None) -> Picture:
        return self.picture_module.picture(self.own(puzzle), board)

    def write(self, puzzle: Puzzle, format_name: str, board: Board | None = None) -> str:
        if format_name == PICTURE.name:
            return svg(self.picture(puzzle, board))
        return self.formats_module.write(self.own(puzzle), format_name, board)

    def to_json(self, puzzle: Puzzle) -> dict[str, Any]:
        return self.json_module.plain(self.own(puzzle))

    def from_json(self, data: Mapping[str, Any]) -> Own:
        if not isinstance(data, Mapping):  # of a damaged file
            raise PuzzleError(f"the puzzle is {quoted(data)}", "an object")
        return self.json_module.puzzle(data)

    def judge(self, puzzle: Puzzle, board: Board) -> Verdict:
        return self.checker_module.judge(self.own(puzzle), board)
