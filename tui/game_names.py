"""What a game to compare with is called: a file, `example:NAME`, `run:ID` or `game:NAME`; command line and app alike.

`run:ID`: the best board of a run. `game:NAME`: a game played by hand, by its file in `own-games`; `#2` is the second.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from puzzles.errors import PuzzleError
from puzzles.family import Board, Family, Puzzle
from puzzles.inputs import EXAMPLE, read_puzzle
from puzzles.registry import get_family
from puzzles.text.quoting import counted
from puzzles.user_data import data_root
from tui.kept.stored_files import UNREADABLE, read_json
from tui.play.store import FOLDER, loaded_from, read_played

RUN, GAME = "run:", "game:"
PREFIXES = (EXAMPLE, "data:", RUN, GAME)
"""What a name begins with that is no path."""
MOST_RUNS = 20
"""Runs that are offered, the newest first."""


class NamedGame(NamedTuple):
    """A board, and what it is called where it is shown."""

    puzzle: Puzzle
    board: Board
    called: str


def named_game(name: str, family_name: str | None = None) -> NamedGame:
    """The game of that name; PuzzleError if there is none."""
    if name.startswith(RUN):
        return _of_run(name)
    if name.startswith(GAME):
        return _played(name)
    puzzle = read_puzzle(name, family_name)
    called = name if name.startswith(PREFIXES) else Path(name).name
    return NamedGame(puzzle, get_family(puzzle.family).start_board(puzzle), called)


def offered_games(family: Family) -> Iterator[tuple[str, str]]:
    """The names of the family's examples, of games played by hand and of runs, each with a few words."""
    for example in family.examples:
        yield f"{EXAMPLE}{example.name}", example.explanation
    for path in sorted((data_root() / FOLDER).glob(f"{family.name}-*.json"), key=lambda path: path.name):
        try:
            stored, loaded = read_played(path), loaded_from(path, read_json(path))
        except UNREADABLE:
            continue
        for number, game in enumerate(stored.games, 1):
            yield f"{GAME}{path.stem}#{number}", f"{loaded.puzzle.title}, {counted(len(game), 'move')}, played by hand"
    from solvers.runs.folder import SpecError, all_runs

    for run in [one for one in all_runs() if f"-{family.name}-" in f"{one.id}-"][:MOST_RUNS]:
        try:
            yield f"{RUN}{run.id}", run.spec().title
        except SpecError:
            continue


def _of_run(name: str) -> NamedGame:
    from solvers.runs.folder import RunNotFoundError, SpecError, find_run
    from solvers.runs.reader import view
    from solvers.runs.spec import SolveSpec

    try:
        run = find_run(name.removeprefix(RUN))
        seen, spec = view(run), run.spec()
    except (RunNotFoundError, SpecError) as error:
        raise PuzzleError(str(error), "the id of a run, as mcs-tui runs lists them", source=name) from None
    if not isinstance(spec, SolveSpec) or seen.board is None:
        raise PuzzleError("this run has no board yet", "a run that has found one", source=name)
    return NamedGame(get_family(spec.family).from_json(spec.puzzle), seen.board, name)


def _played(name: str) -> NamedGame:
    stem, _, number = name.removeprefix(GAME).partition("#")
    path = data_root() / FOLDER / f"{Path(stem).name}.json"
    try:
        stored, puzzle = read_played(path), loaded_from(path, read_json(path)).puzzle
    except UNREADABLE:
        raise PuzzleError("there is no such game", f"a file of {path.parent}, without .json", source=name) from None
    games = stored.games
    at = int(number or 1) - 1 if (number or "1").isdecimal() else -1
    if not 0 <= at < len(games):
        raise PuzzleError(f"there are {counted(len(games), 'game')}", "#1 or another of their numbers", source=name)
    if not get_family(puzzle.family).judge(puzzle, games[at]).legal:
        raise PuzzleError("the game is not legal", "a game by the rules", source=name)
    return NamedGame(puzzle, games[at], name)
