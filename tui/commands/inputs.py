"""Reading what the user names: a puzzle or a board from a file or from standard input."""

from __future__ import annotations

import sys
from pathlib import Path

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.family import Puzzle
from tui.commands.exits import complain


def read_puzzle(name: str, family_name: str | None = None) -> Puzzle:
    """The puzzle in the file (or on standard input for `-`); PuzzleError if it is none or can't be read."""
    data, source = _read(name)
    return registry.read_bytes(data, source=source, family_name=family_name)


def read_board(name: str, puzzle: Puzzle) -> tuple[int, ...]:
    """The board for the puzzle in the file (or on standard input for `-`); errors as `read_puzzle`."""
    data, source = _read(name)
    text = registry.decode(data, source=source).replace("\r\n", "\n").replace("\r", "\n")
    try:
        if not text.strip():
            raise PuzzleError("the text is empty", f"a board for this puzzle ({puzzle.title})")
        return registry.family(puzzle.family).parse_board(puzzle, text)
    except PuzzleError as error:
        raise error.within(source) from None


def _read(name: str) -> tuple[bytes, str]:
    """The bytes and the name of their source. At most one byte over the limit is read: a pipe may never end."""
    limit = registry.LARGEST_TEXT
    try:
        if name == "-":
            if sys.stdin.isatty():
                complain("reading the puzzle from the terminal; Ctrl-D on a line of its own ends it")
            data, source = sys.stdin.buffer.read(limit + 1), "<stdin>"
        else:
            with Path(name).open("rb") as file:
                data, source = file.read(limit + 1), name
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise PuzzleError(getattr(error, "strerror", None) or str(error), source=name) from None
    if len(data) > limit:
        most = f"{limit >> 20} MiB"
        raise PuzzleError(f"the text has over {most}", f"at most {most}", source=source)
    return data, source
