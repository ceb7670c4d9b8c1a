"""A star-shaped scan: after each move all squares in the four directions around the new dot are looked at.

Row "All squares in the four directions" of Table I (Buzer & Cazenave, Playout Optimization for Monte-Carlo Search
Algorithms, IV.A), read thus: the squares of the row, the column and the two diagonals through the new dot, each from
border to border, as first squares of lines of all four directions. That is a seventh of a 32 wide arena;
the table's ratio to the whole board is a tenth. A line whose legality a move changes has the new dot, or lies over the
new line in its strip; its first square is on the star in both cases. So the old moves that begin off the star stay.
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import inlined
from puzzles.engine.rules import play, rule
from puzzles.morpion.kernels.designs import byte_board
from puzzles.morpion.kernels.designs.byte_board import (
    BORDER,
    COUNT,
    draw_line,
    first_square,
    line_entry,
    record,
    scan_from,
    step_of,
)
from puzzles.morpion.kernels.designs.operations import register_others


class StarScanState(byte_board.ByteBoard):
    """A game that looks at the rays of the new dot."""


def build_state(variant: str) -> StarScanState:
    """The empty cross of a variant: 5T, 5D, 4T or 4D (else KeyError)."""
    return StarScanState(*byte_board.build(variant))


limits = byte_board.limits


@inlined
def _keep_off_star(moves, count, x, y, arena):
    """The number of moves that begin off the star around (x, y), moved to the front."""
    kept = 0
    for k in range(count):
        code = moves[np.uint64(k)]
        start = first_square(np.int64(code), arena)
        dx = (start & ((1 << len(arena)) - 1)) - x
        dy = (start >> len(arena)) - y
        moves[np.uint64(kept)] = code
        kept += int((dx != 0) & (dy != 0) & (dx != dy) & (dx != -dy))
    return kept


@rule(play, StarScanState)
def _play(state, move):
    arena, line, marks = state.arena, state.line, state.marks
    code = np.int64(move)
    record(state.sequence, state.scalars, code)
    direction = code >> 13
    start = first_square(code, arena)
    step = step_of(direction, arena)
    hole = line_entry(state.board, state.table, start, step, direction, line, marks) >> 1
    draw_line(state.board, start, step, direction, line, marks)
    dot = start + hole * step
    x = dot & ((1 << len(arena)) - 1)
    y = dot >> len(arena)
    count = _keep_off_star(state.moves, state.scalars[COUNT], x, y, arena)
    inner = (1 << len(arena)) - BORDER
    for ray in range(4):
        dx = 0 if ray == 1 else -1 if ray == 0 else 1
        dy = 0 if ray == 3 else 1
        for k in range(-inner, inner):
            across = x + k * dx
            down = y + k * dy
            outside = (across < BORDER) | (across >= inner) | (down < BORDER) | (down >= inner)
            # the dot itself lies on all four rays
            if outside or (k == 0 and ray > 0):
                continue
            count = scan_from(state.board, state.table, state.moves, count, across, down, arena, line, marks)
    state.scalars[COUNT] = count


register_others(StarScanState)
