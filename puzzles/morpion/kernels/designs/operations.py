"""The operations of `puzzles.engine.rules` that are the same for all reference designs: all but `play`."""

from __future__ import annotations

import numpy as np

from puzzles.engine.rules import (
    legal_moves,
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
from puzzles.morpion.kernels.designs.byte_board import BOUND, COUNT, FIRST, PLAYED, ROOT_COUNT, first_square, step_of


def reset_board(state):
    for k in range(state.root_board.size):
        state.board_words[k] = state.root_board[k]
    for k in range((state.scalars[ROOT_COUNT] + 3) >> 2):
        state.moves_words[k] = state.root_moves[k]
    state.scalars[COUNT] = state.scalars[ROOT_COUNT]
    state.scalars[PLAYED] = 0


def count_moves(state, rng):
    return state.scalars[COUNT]


def length_of_game(state):
    return np.float64(state.scalars[PLAYED])


def reaches_bound(state):
    return state.scalars[PLAYED] >= state.scalars[BOUND]


def line_code(state, move):
    return np.int64(move)


def no_prior(state, move):
    return 0


def write_game(state, board):
    """The moves as puzzles.morpion.puzzle numbers them. A code tells no hole: it is the square without a dot then."""
    width = 1 << len(state.arena)
    for k in range(state.dots.size):
        state.dots[k] = 0
    for k in range(state.root_board.size * 8):
        word = state.root_board[k >> 3]
        state.dots[k] = np.uint8((word >> np.uint64(8 * (k & 7))) & np.uint64(1))
    for index in range(state.scalars[PLAYED]):
        code = np.int64(state.sequence[index])
        direction = code >> 13
        at = first_square(code, state.arena)
        step = step_of(direction, state.arena)
        hole = 0
        for k in range(len(state.line)):
            if state.dots[at + k * step] == 0:
                hole = k
        at += hole * step
        state.dots[at] = 1
        x = (at & (width - 1)) - state.scalars[FIRST]
        y = (at >> len(state.arena)) - state.scalars[FIRST]
        # ours: 0 (-1, 1), 1 (0, 1), 2 (1, 1), 3 (1, 0); theirs: 0 (1, 0), 1 (0, 1), 2 (1, -1), 3 (1, 1)
        theirs = 2 if direction == 0 else 1 if direction == 1 else 3 if direction == 2 else 0
        position = len(state.line) - 1 - hole if direction == 0 else hole
        board[index] = ((x + 128) << 16) | ((y + 128) << 8) | (theirs << 3) | position
    return state.scalars[PLAYED]


def keep_board(state, frame):
    """Copies the whole board, as the paper's searches do; of the list and the sequence what is in use."""
    at = 2
    frame[0] = np.uint64(state.scalars[COUNT])
    frame[1] = np.uint64(state.scalars[PLAYED])
    for k in range(state.board_words.size):
        frame[at + k] = state.board_words[k]
    at += state.board_words.size
    for k in range((state.scalars[COUNT] + 3) >> 2):
        frame[at + k] = state.moves_words[k]
    at += state.moves_words.size
    for k in range((state.scalars[PLAYED] + 3) >> 2):
        frame[at + k] = state.sequence_words[k]


def recall_board(state, frame):
    at = 2
    state.scalars[COUNT] = np.int64(frame[0])
    state.scalars[PLAYED] = np.int64(frame[1])
    for k in range(state.board_words.size):
        state.board_words[k] = frame[at + k]
    at += state.board_words.size
    for k in range((state.scalars[COUNT] + 3) >> 2):
        state.moves_words[k] = frame[at + k]
    at += state.moves_words.size
    for k in range((state.scalars[PLAYED] + 3) >> 2):
        state.sequence_words[k] = frame[at + k]


def register_others(state_class: type) -> None:
    """Registers for a design's state class all operations but `play`."""
    rule(reset, state_class)(reset_board)
    rule(legal_moves, state_class)(count_moves)
    rule(score, state_class)(length_of_game)
    rule(solved, state_class)(reaches_bound)
    rule(policy_code, state_class)(line_code)
    rule(prior_code, state_class)(no_prior)
    rule(snapshot, state_class)(write_game)
    rule(save_position, state_class)(keep_board)
    rule(restore_position, state_class)(recall_board)
