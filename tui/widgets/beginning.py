"""What a search begins with: the puzzle itself, a position of it, or a board to learn from; one choice of the form."""

from __future__ import annotations

from puzzles.errors import PuzzleError
from puzzles.family import Board, Family
from puzzles.inputs import legal_board, puzzle_from, usable
from puzzles.parameters import Parameter, ParameterError
from solvers.registry import Algorithm
from tui.kept.loaded import Loaded, path_of

BEGIN, FILE = "begin_with", "file"
NOTHING, POSITION, GAME = "nothing", "my position", "my game"
FILE_POSITION, FILE_GAME = "file's position", "file's game"
OF_FILES, POSITIONS = (FILE_POSITION, FILE_GAME), (POSITION, FILE_POSITION)


def parameters(family: Family, chosen: Algorithm, own: Board | None) -> tuple[Parameter, ...]:
    """The choice, and the file of one; none where there is nothing to choose. `own`: the user's game of the puzzle."""
    continues = type(family).continued is not Family.continued
    takes = chosen.learns and bool(family.optimisation or family.rules.local_search)
    offered = {POSITION: continues and own is not None, GAME: takes and own is not None}
    offered |= {FILE_POSITION: continues, FILE_GAME: takes}
    names = [name for name, there in offered.items() if there]
    if not names:
        return ()
    words = ["a position stays, and is searched on from"] if continues else []
    if takes:
        words.append(
            "a game is changed step by step" if chosen.needs_repair else "a game is learnt first, warmth times"
        )
    choice = Parameter(BEGIN, str, NOTHING, "; ".join(words), choices=(NOTHING, *names))
    return choice, Parameter(FILE, str, "", "a file with the board; b chooses one")


def begun(loaded: Loaded, what: str, file: str, own: Board | None) -> Loaded:
    """The puzzle that is searched: of a position the rest. ParameterError if it can't be."""
    if what not in POSITIONS:
        return loaded
    try:
        if what == FILE_POSITION:
            return Loaded(puzzle_from(_named(file), loaded.puzzle), loaded.source)
        if own is None:
            raise ParameterError("There is no game of yours here: p plays.")
        return Loaded(loaded.family.continued(loaded.puzzle, own), loaded.source)
    except PuzzleError as error:
        raise ParameterError(str(error)) from None


def board_to_learn(loaded: Loaded, what: str, file: str, own: Board | None) -> tuple[int, ...]:
    """The board that the search takes beside the puzzle; empty for none, ParameterError if it can't be taken."""
    if what not in (GAME, FILE_GAME):
        return ()
    try:
        if what == FILE_GAME:
            return legal_board(_named(file), loaded.puzzle)
        if own is None:
            raise ParameterError("There is no game of yours here: p plays.")
        return usable(tuple(own), loaded.puzzle, "your game")
    except PuzzleError as error:
        raise ParameterError(str(error)) from None


def _named(file: str) -> str:
    """The file that was typed; `~` is the home folder, and `-` a file's name like any other."""
    if not file:
        raise ParameterError("Choose a file first: b.")
    return str(path_of(file)) if file != "-" else "./-"
