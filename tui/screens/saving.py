"""Saving a puzzle or a filled-in board to a file: asks for path and format, writes, says what happened."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from puzzles.errors import PuzzleError
from puzzles.family import Board
from tui.boards.drawing import Facts
from tui.loaded import Loaded, save_text

if TYPE_CHECKING:
    from solvers.runs.result import Solution
    from tui.screens.main_screen import MainScreen
    from tui.screens.path_dialog import PathAnswer


def ask_and_save(screen: MainScreen, loaded: Loaded, board: Board | None, facts: Facts | None = None) -> None:
    """Opens the dialog; the answer is written, and one line says where or what is wrong.

    `facts`: what the checker has said of the board, for formats that contain it.
    """
    title = "Save the puzzle" if board is None else "Save the board"
    _ask(screen, loaded, title, board, lambda format_name: loaded.text(format_name, board, facts))


def ask_and_save_all(screen: MainScreen, loaded: Loaded, found: Sequence[Solution]) -> None:
    """The same for several solutions, best first in one file."""
    boards, facts = [one.board for one in found], [one.facts for one in found]

    def text(format_name: str) -> str:
        return loaded.family.write_many(loaded.puzzle, format_name, boards, facts)

    _ask(screen, loaded, f"Save {len(found):,} solutions", boards[0], text)


def _ask(screen: MainScreen, loaded: Loaded, title: str, board: Board | None, text: Callable[[str], str]) -> None:
    from tui.screens.path_dialog import PathDialog

    suffixes = {name: loaded.suffix(name) for name in loaded.formats}

    def save(answer: PathAnswer | None) -> None:
        if answer is None:
            return
        try:
            path = save_text(answer.path, text(answer.format_name))
        except PuzzleError as error:
            screen.say(str(error), error=True)
        else:
            screen.say(f"Saved to {path}")

    dialog = PathDialog(title, _proposal(loaded, board), saving=True, suffixes=suffixes, plain=screen.plain)
    screen.app.push_screen(dialog, save)


def _proposal(loaded: Loaded, board: Board | None) -> str:
    """A path to begin with: beside the source file, else in the current folder."""
    suffix = loaded.suffix(loaded.formats[0])
    end = "" if board is None else "-best" if loaded.family.optimisation else "-solved"
    source = Path(loaded.source)
    if loaded.source and source.is_absolute():
        name = f"{source.stem}{end or '-copy'}{suffix}"
        return str(source.with_name(name))
    words = loaded.source.removeprefix("example ") or loaded.puzzle.title
    stem = re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-") or loaded.puzzle.family
    return f"{stem}{end}{suffix}"
