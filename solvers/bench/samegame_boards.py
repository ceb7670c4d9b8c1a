"""The boards of a file for `mcs-tui bench samegame`, and other programs' scores on them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from puzzles.errors import PuzzleError
from puzzles.family import Puzzle
from puzzles.registry import decode, get_family, part, unified


@dataclass(frozen=True, slots=True)
class Scores:
    """A table of scores: what its columns are called, and the cells of a position, empty where it has none."""

    names: tuple[str, ...]
    cells: dict[int, tuple[str, ...]]

    def of(self, position: int) -> tuple[str, ...]:
        """The cells of the position; empty ones if the table lacks it."""
        return self.cells.get(position, ("",) * len(self.names))


def boards(path: Path) -> dict[int, Puzzle]:
    """The boards by number; PuzzleError if the file can't be read or one of them is none."""
    samegame = get_family("samegame")
    text = _text(path)
    try:
        entries = samegame.entries(text)
        return {one.number: part(samegame, text, str(one.number), samegame.parse) for one in entries}
    except PuzzleError as error:
        raise error.within(path.name) from None


def scores(path: Path) -> Scores:
    """The table of a tab-separated file: a line of names, then position and scores; PuzzleError for another one.

    Lines that begin with no number, such as totals, are passed over.
    """
    lines = [line.split("\t") for line in _text(path).splitlines()]
    names = tuple(name.strip() for name in lines[0][1:]) if lines else ()
    if not names:
        found = "the first line names no column"
        raise PuzzleError(found, "names separated by tabs, `position` the first", line=1, source=path.name)
    cells: dict[int, tuple[str, ...]] = {}
    for number, (first, *others) in enumerate(lines[1:], start=2):
        if not first.strip().isascii() or not first.strip().isdigit():
            continue
        if len(others) != len(names):
            found = f"there are {len(others)} scores"
            raise PuzzleError(found, str(len(names)), line=number, source=path.name)
        for place, cell in enumerate(others):
            if cell.strip() and not (cell.strip().isascii() and cell.strip().isdigit()):
                column = len("\t".join([first, *others[:place]])) + 2
                found = f"the score is {ascii(cell.strip())[:30]}"
                raise PuzzleError(found, "a whole number", line=number, column=column, source=path.name)
        cells[int(first)] = tuple(f"{int(cell):,}" if cell.strip() else "" for cell in others)
    return Scores(names, cells)


def _text(path: Path) -> str:
    try:
        return unified(decode(path.read_bytes(), source=path.name))
    except OSError as error:
        raise PuzzleError(f"it can't be read: {error.strerror}", source=path.name) from None
