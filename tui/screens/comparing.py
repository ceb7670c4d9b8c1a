"""Comparing the board on the screen with one from a file: asks for the path, reads it, says what both have."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from puzzles.errors import PuzzleError
from puzzles.family import Board, Family
from tui.loaded import Loaded, open_file
from tui.solution_boards import Face, compared

if TYPE_CHECKING:
    from tui.screens.main_screen import MainScreen
    from tui.screens.path_dialog import PathAnswer

Show = Callable[[tuple[Face, Face]], None]


def compares(family: Family) -> bool:
    """True if the family brings a comparison of its own."""
    return type(family).compare is not Family.compare


def ask_and_compare(screen: MainScreen, loaded: Loaded, board: Board, show: Show) -> None:
    """Opens the dialog; `show` gets the two boards with what is said of them, or one line says what is wrong."""
    from tui.screens.path_dialog import PathDialog

    def take(answer: PathAnswer | None) -> None:
        if answer is None:
            return
        try:
            other = open_file(answer.path)
            if other.puzzle.family != loaded.puzzle.family:
                raise PuzzleError(f"this is a {other.family.title}", loaded.family.title, source=str(answer.path))
            comparison = loaded.family.compare(loaded.puzzle, board, other.puzzle, other.start)
        except PuzzleError as error:
            screen.say(str(error), error=True)
            return
        if comparison is None:
            screen.say(f"{loaded.family.title}: boards are not compared.")
            return
        screen.app.recent.add(answer.path)
        show(compared(loaded, board, other, comparison))

    recent = screen.app.recent.paths
    typed = f"{recent[0].parent}/".replace("//", "/") if recent else ""
    screen.app.push_screen(PathDialog("Compare with", typed, saving=False, plain=screen.plain), take)
