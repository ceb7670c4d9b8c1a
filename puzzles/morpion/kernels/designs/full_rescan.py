"""The slowest design: after each move the list is made again, from all squares of the board in all four directions.

Row "Whole gameboard" of Table I (Buzer & Cazenave, Playout Optimization for Monte-Carlo Search Algorithms, IV.A).
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.rules import play, rule
from puzzles.morpion.kernels.designs import byte_board
from puzzles.morpion.kernels.designs.byte_board import (
    BORDER,
    COUNT,
    draw_line,
    first_square,
    record,
    scan_from,
    step_of,
)
from puzzles.morpion.kernels.designs.operations import register_others


class FullRescanState(byte_board.ByteBoard):
    """A game that looks at the whole board after each move."""


def build_state(variant: str) -> FullRescanState:
    """The empty cross of a variant: 5T, 5D, 4T or 4D (else KeyError)."""
    return FullRescanState(*byte_board.build(variant))


limits = byte_board.limits


@rule(play, FullRescanState)
def _play(state, move):
    arena, line, marks = state.arena, state.line, state.marks
    code = np.int64(move)
    record(state.sequence, state.scalars, code)
    direction = code >> 13
    draw_line(state.board, first_square(code, arena), step_of(direction, arena), direction, line, marks)
    inner = (1 << len(arena)) - BORDER
    count = 0
    for y in range(BORDER, inner):
        for x in range(BORDER, inner):
            count = scan_from(state.board, state.table, state.moves, count, x, y, arena, line, marks)
    state.scalars[COUNT] = count


register_others(FullRescanState)
