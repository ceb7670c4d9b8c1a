"""A game in a file of its own: the family, the puzzle as a text, and under GAME all steps, lines, pins and times.

Every command takes the puzzle of it (`puzzles.registry`); the app opens the game where it was left.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from puzzles.errors import PuzzleError
from puzzles.family import Board, Puzzle
from puzzles.registry import GAME
from puzzles.text.json_texts import load
from tui.kept.loaded import Loaded
from tui.kept.stored_files import UNREADABLE
from tui.play.fill_game import FillGame
from tui.play.game import MoveGame, OwnGames, new_game
from tui.play.played import PlayedGame


def games_in(data: Mapping[str, Any]) -> tuple[list[tuple[int, ...]], Mapping[str, Any] | None]:
    """The lines of moves and the game of a stored object; one of UNREADABLE if it has none."""
    games, play = [tuple(int(move) for move in game) for game in data["games"]], data.get("play")
    if play is not None and not isinstance(play, dict):
        raise ValueError("the game is no object")
    return games, play


def game_text(game: PlayedGame) -> str:
    """The text of the file; PuzzleError if no format holds the puzzle as a whole."""
    games = game.own.games if isinstance(game, MoveGame) else ()
    data = {"family": game.family.name, "puzzle": _text_of(game), GAME: {"games": games, "play": game.data()}}
    return json.dumps(data) + "\n"


def _text_of(game: PlayedGame) -> str:
    family, puzzle = game.family, game.loaded.puzzle
    formats = [one.name for one in family.writable(puzzle) if one.reads and not one.board_only]
    texts = (family.write(puzzle, name) for name in formats)
    found = next((text for text in texts if family.parse(text) == puzzle), None)
    if found is None:
        raise PuzzleError(f"no format of {family.title} holds this puzzle as a whole", "another puzzle")
    return found


def game_of(puzzle: Puzzle, boards: Sequence[Board]) -> PlayedGame:
    """The game that goes from board to board, with no time."""
    game = new_game(Loaded(puzzle), OwnGames(), clock=lambda: 0.0, now=lambda: 0.0)
    for board in boards:
        game.take(board)
    return game


def game_in(text: str, loaded: Loaded) -> PlayedGame | None:
    """The game of the loaded puzzle that the text has; None if it has none. PuzzleError if it is none of the puzzle."""
    if f'"{GAME}"' not in text or loaded.family.by_hand is None:
        return None
    data = load(text, "a game")
    found = data.get(GAME) if isinstance(data, dict) else None
    if found is None:
        return None
    try:
        games, play = games_in(found)
        game = new_game(loaded, OwnGames(one for one in games if loaded.family.judge(loaded.puzzle, one).legal))
        game.read({} if play is None else play)
    except UNREADABLE as error:
        raise PuzzleError(f"the game in it can't be read ({error})", "a game that mcs-tui has written") from None
    return game


def go_on(game: PlayedGame, other: PlayedGame) -> None:
    """Puts the other game of the puzzle on the board, with its lines and pins; what was there stays, on other lines."""
    begun = game.begun
    for line in (*(branch.line for branch in reversed(other.branches())), other.whole, other.made):
        game.show(line)
    game.pins = [*(pin for pin in other.pins if pin not in game.pins), *game.pins]
    if not begun:
        game.tally = replace(other.tally)


def boards_on(game: PlayedGame | None) -> Sequence[Board]:
    """The boards on the way to the game's, as they were played; empty where that is the order in which they stand."""
    return game.boards() if isinstance(game, FillGame) else ()
