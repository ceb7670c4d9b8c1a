"""The rules of puzzles in plain Python: each operation of a search asks the object. Never compiled."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mcs_tui.plain import OutOfRoomError, PythonPuzzle, hashable_in, number_in
from priors.table import LARGEST_BIAS
from puzzles.engine import rules
from puzzles.engine.limits import Limits
from puzzles.engine.rules import rule


class Game:
    """A game in progress: its positions, the root first, and the numbers of its moves.

    `listed`: how many moves were offered up to each step. `weighed`: moves have a bias; `odds` is the search's table.
    """

    def __init__(self, puzzle: PythonPuzzle, weighed: bool) -> None:
        self.puzzle = puzzle
        self.room = dict(puzzle.room)
        self.path: list[Any] = [puzzle.root]
        self.played: list[int] = []
        self.listed: list[int] = []
        self.codes: dict[Any, int] = {}
        self.own_codes = hasattr(puzzle.root, "code")
        by_value: Any = type(puzzle.root).__hash__
        self.known_again = by_value not in (None, object.__hash__)
        self.saved: dict[int, tuple[list[Any], list[int]]] = {}
        self.saves = 0
        self.weighed = weighed
        self.biases: dict[float, int] = {}
        self.odds: npt.NDArray[np.float64] = np.ones(1)
        self.tau = 1.0

    @property
    def here(self) -> Any:
        return self.path[-1]

    def weigh(self, odds: npt.NDArray[np.float64], tau: float) -> None:
        """Nothing; biases that are met get their odds in that table, of the search."""
        self.odds, self.tau = odds, tau

    def grow(self, what: str) -> None:
        """Nothing; a search that is made from now on has room for twice as many."""
        self.puzzle.room[what] = max(self.puzzle.room[what], 2 * self.room[what])

    def numbered(self, numbers: dict[Any, int], key: Any, what: str) -> int:
        """The key's number among those met so far; OutOfRoomError if there are too many."""
        found = numbers.setdefault(key, len(numbers))
        if found >= self.room[what]:
            raise OutOfRoomError(what)
        return found


class PythonState(NamedTuple):
    """The game, and the numbers of the moves of its last position."""

    game: Any
    moves: npt.NDArray[np.int64]


def build_state(puzzle: PythonPuzzle, *, prior_code: int = 0, **_settings: Any) -> PythonState:
    """A state at the root; `prior_code`: 0 for searches without the moves' bias."""
    return PythonState(Game(puzzle, prior_code > 0), np.zeros(puzzle.room["moves"], np.int64))


def limits(state: PythonState) -> Limits:
    """Sizes as far as they are known."""
    room = state.game.room
    return Limits(
        policy_codes=room["move codes"],
        prior_codes=room["biases"] if state.game.weighed else 1,
        width=room["moves"],
        steps=room["steps"],
        choices=room["offered moves"],
        board=room["steps"],
        frame=1,
        open=-1,
    )


@rule(rules.reset, PythonState)
def _reset(state):
    game = state.game
    del game.path[1:], game.played[:]


@rule(rules.legal_moves, PythonState)
def _legal_moves(state, rng):
    game = state.game
    if game.here.done():
        return 0
    offered = game.here.moves()
    if len(offered) > state.moves.size:
        raise OutOfRoomError("moves")
    if offered and len(game.played) >= game.room["steps"]:
        raise OutOfRoomError("steps")
    del game.listed[len(game.played) :]
    game.listed.append((game.listed[-1] if game.listed else 0) + len(offered))
    if game.listed[-1] > game.room["offered moves"]:
        raise OutOfRoomError("offered moves")
    for k, move in enumerate(offered):
        state.moves[k] = game.puzzle.number(hashable_in(game.here, "moves", move))
    return len(offered)


@rule(rules.play, PythonState)
def _play(state, move):
    game = state.game
    game.path.append(game.here.play(game.puzzle.known[move]))
    game.played.append(int(move))


@rule(rules.score, PythonState)
def _score(state):
    here = state.game.here
    return np.float64(number_in(here, "score", here.score()))


@rule(rules.solved, PythonState)
def _solved(state):
    here = state.game.here
    return hasattr(here, "solved") and bool(here.solved())


@rule(rules.policy_code, PythonState)
def _policy_code(state, move):
    game = state.game
    key: Any = int(move)
    if game.own_codes:
        key = hashable_in(game.here, "code", game.here.code(game.puzzle.known[move]))
    return game.numbered(game.codes, key, "move codes")


@rule(rules.prior_code, PythonState)
def _prior_code(state, move):
    game = state.game
    bias = number_in(game.here, "bias", game.here.bias(game.puzzle.known[move]))
    code = game.numbered(game.biases, bias, "biases")
    game.odds[code] = math.exp(min(max(game.tau * bias, -LARGEST_BIAS), LARGEST_BIAS))
    return code


@rule(rules.snapshot, PythonState)
def _snapshot(state, board):
    played = state.game.played
    board[: len(played)] = played
    return len(played)


@rule(rules.save_position, PythonState)
def _save_position(state, frame):
    game = state.game
    game.saved.pop(int(frame[0]), None)  # a frame holds one position: what it held before is needed no more
    game.saves += 1
    game.saved[game.saves] = game.path[:], game.played[:]
    frame[0] = game.saves


@rule(rules.restore_position, PythonState)
def _restore_position(state, frame):
    game = state.game
    game.path[:], game.played[:] = game.saved[int(frame[0])]


@rule(rules.position_code, PythonState)
def _position_code(state):
    game = state.game
    return np.uint64((hash(game.here) & (2**64 - 1)) or 1) if game.known_again else np.uint64(0)


@rule(rules.mark, PythonState)
def _mark(state):
    return len(state.game.played)


@rule(rules.undo, PythonState)
def _undo(state, mark):
    game = state.game
    del game.path[mark + 1 :], game.played[mark:]


@rule(rules.bound, PythonState)
def _bound(state):
    here = state.game.here
    return float(here.bound()) if hasattr(here, "bound") else math.inf
