"""The compiled rules of Morpion Solitaire: the move list is kept up to date by range queries (Buzer & Cazenave, 2020).

Variants differ by numbers alone: how far a line reaches from its start (4 squares, or 3 for lines of four), and how far
around its start it blocks others of its direction (as far as it reaches if disjoint, one less if touching).
Move and policy code: the code of the line. Score: the number of moves played, those of the puzzle included.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from puzzles.engine.kernels import kernel
from puzzles.engine.limits import Limits
from puzzles.engine.rules import (
    agrees,
    legal_moves,
    play,
    play_by_policy,
    play_reporting_removed,
    policy_code,
    prior_code,
    reset,
    restore_position,
    rule,
    save_position,
    score,
    snapshot,
    solved,
)
from puzzles.errors import PuzzleError
from puzzles.morpion.kernels import policy_playout
from puzzles.morpion.kernels import state as morpion
from puzzles.morpion.kernels.codes import STEPS, encode
from puzzles.morpion.kernels.root import allocate, draw_cross, second
from puzzles.morpion.kernels.state import (
    ARENA,
    BOUND,
    COUNT,
    CROWDED,
    LENGTH,
    LONGEST,
    ORIGIN,
    REACH,
    TOUCHED,
    WIDTH,
    MorpionState,
)
from puzzles.morpion.puzzle import VARIANTS

if TYPE_CHECKING:
    from puzzles.morpion.puzzle import MorpionPuzzle, Move

BOARD_DIRECTION = (2, 1, 3, 0)
"""The board's number of each direction of the codes; 0 runs through its squares from the other end there."""


def build_state(
    puzzle: MorpionPuzzle, *, mode: str = "strong", prior_code: int = 0, trail: bool = False, ties: str = "random"
) -> MorpionState:
    """A state at the position after the puzzle's own moves. The rules have one text: other arguments change nothing.

    Raises PuzzleError if one of those moves is not legal inside the arena.
    """
    state = allocate(puzzle.variant)
    draw_cross(state, VARIANTS[puzzle.variant].cross)
    for number, move in enumerate(puzzle.moves, 1):
        code = _code_of(state, move)
        if code not in state.moves[: state.scalars[COUNT]]:
            found = f"move {number} is not legal in an arena of {state.settings[ARENA]} squares"
            raise PuzzleError(found, "a game that stays near its cross")
        _play_at_root(state, code)
    state.root[:] = state.position[: state.root.size]
    return state


def twin(state: MorpionState) -> MorpionState:
    """A second game of the same puzzle, at its root, to be played in lock-step; flags of one are flags of both."""
    return second(state)


def limits(state: MorpionState) -> Limits:
    """The room a search needs. No game is longer than its variant's proven bound."""
    steps = int(state.settings[BOUND]) + 1
    return Limits(
        policy_codes=8 * int(state.settings[ARENA]) ** 2,
        prior_codes=1,
        width=WIDTH,
        steps=steps,
        choices=steps * WIDTH,
        board=LONGEST,
        frame=state.position.size,
        stays=True,
    )


def notice(state: MorpionState) -> str:
    """One line if a game met a limit of the state, and so may have lacked a move; empty if none did."""
    if state.settings[TOUCHED]:
        return f"a game reached the border of the arena of {state.settings[ARENA]} squares; moves may be missing there"
    if state.settings[CROWDED]:
        return f"a position had more than {WIDTH} legal moves; those beyond were left out"
    return ""


def _code_of(state: MorpionState, move: Move) -> int:
    """The code of a move's line."""
    direction = BOARD_DIRECTION.index(move.direction)
    hole = int(state.settings[REACH]) - move.position if direction == 0 else move.position
    dx, dy = STEPS[direction]
    origin = int(state.settings[ORIGIN])
    return encode(direction, move.x + origin - hole * dx, move.y + origin - hole * dy, int(state.settings[ARENA]))


@kernel
def _play_at_root(state, move):
    play(state, move)


@rule(reset, MorpionState)
def _reset(state):
    morpion.copy_board(state, state.position, state.root)


@rule(legal_moves, MorpionState)
def _legal_moves(state, rng):
    count = state.scalars[COUNT]
    if count == 0:
        morpion.note_border(state)
    return count


@rule(play, MorpionState)
def _play(state, move):
    morpion.play_line(state, np.uint64(move), False)


@rule(play_reporting_removed, MorpionState)
def _play_reporting_removed(state, move):
    return morpion.play_line(state, np.uint64(move), True)


@rule(play_by_policy, MorpionState)
def _play_by_policy(state, search, step, records):
    return policy_playout.play_by_policy(state, search, step, records)


@rule(score, MorpionState)
def _score(state):
    return np.float64(state.scalars[LENGTH])


@rule(solved, MorpionState)
def _solved(state):
    return state.scalars[LENGTH] >= state.settings[BOUND]


@rule(policy_code, MorpionState)
def _policy_code(state, move):
    return np.int64(move)


@rule(prior_code, MorpionState)
def _prior_code(state, move):
    return 0


@rule(snapshot, MorpionState)
def _snapshot(state, board):
    for k in range(state.scalars[LENGTH]):
        board[k] = morpion.board_number(state, state.sequence[k])
    return state.scalars[LENGTH]


@rule(agrees, MorpionState)
def _agrees(state, solution, move):
    length = state.scalars[LENGTH]
    return length < solution.size and morpion.line_of(state, solution[length]) == np.int64(move)


@rule(save_position, MorpionState)
def _save_position(state, frame):
    morpion.copy_board(state, frame, state.position)
    morpion.copy_sequence(state, frame, state.position)


@rule(restore_position, MorpionState)
def _restore_position(state, frame):
    morpion.copy_board(state, state.position, frame)
    morpion.copy_sequence(state, state.position, frame)
