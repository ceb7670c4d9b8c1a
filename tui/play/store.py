"""The games played by hand, one file a puzzle in `own-games`: the game to go on with, and all lines of moves played.

What is played is in memory at once, and on the disk when `save_changed` is called next.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from puzzles.family import Puzzle
from puzzles.registry import get_family
from tui.kept.loaded import Loaded
from tui.kept.stored_files import (
    UNREADABLE,
    Stamp,
    keep_damaged,
    read_json,
    stamp_of,
    write_trouble,
)
from tui.play.fill_game import FillGame
from tui.play.game import MoveGame, OwnGames, new_game
from tui.play.game_file import games_in, go_on
from tui.play.played import PlayedGame, Tally

FOLDER = "own-games"
"""Of the data folder."""
DONE = ((0.1, "just begun"), (0.4, "a third done"), (0.6, "half done"), (0.85, "two thirds done"), (2.0, "almost done"))
"""What is said of a share done that is below the number."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A game to go on with.

    `words`: how far it is, such as `half done`, or how it stands, such as `11 moves; 9 are open`. `changed`: seconds
    since 1970.
    """

    loaded: Loaded
    words: str
    changed: float

    @property
    def title(self) -> str:
        return self.loaded.puzzle.title


@dataclass(frozen=True, slots=True)
class Stored:
    """What a file holds: where the puzzle came from, lines of moves, and the game as `PlayedGame.data`, None for none.

    Files of version 0.1.0 have the lines alone.
    """

    source: str
    games: list[tuple[int, ...]]
    play: Mapping[str, Any] | None


class OwnStore:
    """All who show a puzzle share one game of it, and one object of its lines of moves."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / FOLDER
        self._lines: dict[Puzzle, OwnGames] = {}
        self._stored: dict[Puzzle, Stored] = {}
        self._games: dict[Puzzle, PlayedGame] = {}
        self._stamps: dict[Puzzle, Stamp | None] = {}
        """Of the files as they were when this app read or wrote them last."""
        self._taken_in: list[PlayedGame] = []
        self.trouble = ""
        """Why the disk refuses, in words."""
        self.met_another = False
        """True once another app's game was taken up; whoever tells the user takes it back."""

    def of(self, puzzle: Puzzle) -> OwnGames:
        """The lines of moves on the puzzle; those of earlier sessions as far as they can be read and are legal."""
        if puzzle not in self._lines:
            stored = self._read(puzzle)
            judge = get_family(puzzle.family).judge
            self._lines[puzzle] = OwnGames(game for game in stored.games if game and judge(puzzle, game).legal)
        return self._lines[puzzle]

    def game(self, loaded: Loaded) -> PlayedGame:
        """The game to go on with, where it was left; a new one if there is none. Its family can be played by hand."""
        puzzle = loaded.puzzle
        if puzzle not in self._games:
            play = self._read(puzzle).play
            game = new_game(loaded, self.of(puzzle))
            if play is not None:
                try:
                    game.read(play)
                except UNREADABLE:
                    keep_damaged(self.path(puzzle))
                    game = new_game(loaded, self.of(puzzle))
            self._games[puzzle] = game
        return self._games[puzzle]

    def take_in(self, loaded: Loaded) -> None:
        """Puts the game on the board that came with the puzzle in a file, once."""
        if loaded.opened is not None and all(one is not loaded.opened for one in self._taken_in):
            self._taken_in.append(loaded.opened)
            go_on(self.game(loaded), loaded.opened)

    def record(self, puzzle: Puzzle) -> Tally | None:
        """When the puzzle's game was begun and finished, the time and the help taken; None if it was not begun."""
        if get_family(puzzle.family).by_hand is None or not (puzzle in self._games or self.path(puzzle).is_file()):
            return None
        game = self.game(Loaded(puzzle))
        return game.tally if game.begun else None

    def unfinished(self, most: int = 10) -> tuple[Unfinished, ...]:
        """Up to that many games to go on with, the one played on last first; what can't be read is left out."""
        self.save_changed()
        return tuple(sorted(self._newest(most), key=lambda one: -one.changed))

    def save(self, puzzle: Puzzle) -> bool:
        """True if the puzzle's game and lines are on disk now; False if the disk refuses."""
        family = get_family(puzzle.family)
        self._take_up_anothers(puzzle)
        game, play = self._games.get(puzzle), self._read(puzzle).play
        source = game.loaded.source if game is not None else self._read(puzzle).source
        data: dict[str, Any] = {"family": puzzle.family, "puzzle": family.to_json(puzzle), "source": source}
        data["games"] = self.of(puzzle).games
        if game is not None and game.begun:
            play = game.data()
        if play is not None:
            data["play"] = dict(play)
        self.trouble = write_trouble(self.path(puzzle), json.dumps(data) + "\n")
        if not self.trouble:
            self._stamps[puzzle] = stamp_of(self.path(puzzle))
            if game is not None:
                game.saved = True
        return not self.trouble

    def _take_up_anothers(self, puzzle: Puzzle) -> None:
        """Another app has written the file since: its lines of moves and pins are kept, and undo shows its board."""
        known, path = self._read(puzzle), self.path(puzzle)
        stamp = stamp_of(path)
        if stamp is None or stamp == self._stamps.get(puzzle):
            return
        own, game = self.of(puzzle), self._games.get(puzzle)
        try:
            other = _stored(_object(path))
        except UNREADABLE:
            keep_damaged(path)
            return
        judge = get_family(puzzle.family).judge
        lines = [line for line in other.games if line and judge(puzzle, line).legal]
        new = [line for line in lines if all(line != one[: len(line)] for one in own.games)]
        own.games = (*own.games, *new)
        self.met_another = self.met_another or bool(new)
        if game is None or other.play is None or other.play == known.play:
            return
        theirs = new_game(game.loaded, OwnGames(lines))
        with suppress(*UNREADABLE):
            theirs.read(other.play)
            game.pins = [*(pin for pin in theirs.pins if pin not in game.pins), *game.pins]
            if isinstance(game, FillGame) and isinstance(theirs, FillGame) and game.remember(theirs):
                self.met_another = True

    def save_changed(self) -> bool:
        """True if all that was played is on disk now."""
        self.trouble = ""
        changed = [puzzle for puzzle, game in self._games.items() if not game.saved]
        return [puzzle for puzzle in changed if not self.save(puzzle)] == []

    def path(self, puzzle: Puzzle) -> Path:
        """Named by the puzzle itself, without a game that came with it."""
        family = get_family(puzzle.family)
        text = family.write(puzzle, family.writable(puzzle)[0].name, family.start_board(puzzle))
        return self.folder / f"{puzzle.family}-{hashlib.sha256(text.encode()).hexdigest()[:16]}.json"

    def _read(self, puzzle: Puzzle) -> Stored:
        if puzzle not in self._stored:
            path = self.path(puzzle)
            self._stamps[puzzle] = stamp_of(path)
            try:
                self._stored[puzzle] = _stored(_object(path))
            except UNREADABLE:
                keep_damaged(path)
                self._stored[puzzle] = Stored("", [], None)
        return self._stored[puzzle]

    def _newest(self, most: int) -> Iterator[Unfinished]:
        """From the files written last on; at most that many."""
        try:
            paths = sorted(self.folder.glob("*.json"), key=lambda path: -path.stat().st_mtime)
        except OSError:
            return
        for path in paths:
            with suppress(*UNREADABLE):
                loaded = loaded_from(path, _object(path))
                one = self._as_unfinished(self.game(loaded)) if loaded.family.by_hand is not None else None
                if one is not None:
                    yield one
                    most -= 1
            if not most:
                return

    def _as_unfinished(self, game: PlayedGame) -> Unfinished | None:
        if not game.at or game.tally.finished:
            return None
        words = ""
        if isinstance(game, FillGame):
            words = next(words for below, words in DONE if game.share < below)
        elif isinstance(game, MoveGame):
            if not game.hand.choices(game.loaded.puzzle, game.board):
                return None
            words = game.hand.standing(game.loaded.puzzle, game.board)
        changed = game.tally.changed or self.path(game.loaded.puzzle).stat().st_mtime
        return Unfinished(game.loaded, words, changed)


def read_played(path: Path) -> Stored:
    """What is in the file; one of UNREADABLE if it is none of these."""
    data = _object(path)
    stored = _stored(data)
    if stored.play is not None:
        loaded = loaded_from(path, data)
        if loaded.family.by_hand is not None:
            new_game(loaded, OwnGames(stored.games)).read(stored.play)
    return stored


def _object(path: Path) -> dict[str, Any]:
    data = read_json(path)
    if not isinstance(data, dict):
        raise ValueError("it is no object")
    return data


def _stored(data: dict[str, Any]) -> Stored:
    return Stored(str(data.get("source", "")), *games_in(data))


def loaded_from(path: Path, data: dict[str, Any]) -> Loaded:
    """The puzzle of a file; its family is in the file's name where version 0.1.0 has written it."""
    family = data.get("family") or path.name.rpartition("-")[0]
    return Loaded(get_family(family).from_json(data["puzzle"]), str(data.get("source", "")))
