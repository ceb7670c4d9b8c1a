"""The games that the user has played by hand, on disk: one file a puzzle, written after each move."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

from puzzles.family import Board, Puzzle
from puzzles.registry import get_family
from tui.boards.own_games import OwnGames


class OwnStore:
    """Knows the own games of each puzzle; whoever shows the puzzle shares one object of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "own-games"
        self._known: dict[Puzzle, OwnGames] = {}

    def of(self, puzzle: Puzzle) -> OwnGames:
        """The games on the puzzle; those of earlier sessions as far as they can be read and are legal."""
        if puzzle not in self._known:
            self._known[puzzle] = OwnGames(self._read(puzzle))
        return self._known[puzzle]

    def save(self, puzzle: Puzzle) -> bool:
        """True if the puzzle's games are on disk now; False if the disk refuses."""
        path = self._path(puzzle)
        told = {"puzzle": get_family(puzzle.family).to_json(puzzle), "games": self.of(puzzle).games}
        return write_aside(path, json.dumps(told) + "\n")

    def export(self, puzzle: Puzzle, board: Board) -> Path | None:
        """A file with the game in the family's first format, for commands and searches; None if the disk refuses."""
        family = get_family(puzzle.family)
        first = family.writable(puzzle)[0]
        path = self._path(puzzle)
        path = path.with_name(f"{path.stem}-game{first.suffix}")
        return path if write_aside(path, family.write(puzzle, first.name, board)) else None

    def _read(self, puzzle: Puzzle) -> list[tuple[int, ...]]:
        try:
            found = json.loads(self._path(puzzle).read_text(encoding="utf-8"))["games"]
            games = [tuple(int(move) for move in game) for game in found]
        except (OSError, ValueError, TypeError, KeyError):
            return []
        judge = get_family(puzzle.family).judge
        return [game for game in games if game and judge(puzzle, game).legal]

    def _path(self, puzzle: Puzzle) -> Path:
        """Named by the puzzle itself, without a game that came with it."""
        family = get_family(puzzle.family)
        text = family.write(puzzle, family.writable(puzzle)[0].name, family.start_board(puzzle))
        return self.folder / f"{puzzle.family}-{hashlib.sha256(text.encode()).hexdigest()[:16]}.json"


def write_aside(path: Path, text: str) -> bool:
    """True if the file has the text: written aside and renamed, so that a crash leaves the old or the new file."""
    aside = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        aside.write_text(text, encoding="utf-8")
        aside.replace(path)
    except OSError:
        return False
    return True
