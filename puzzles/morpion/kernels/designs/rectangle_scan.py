"""A rectangular scan: after each move the squares next to the new dot are looked at.

Row "The surrounding rectangular area" of Table I (Buzer & Cazenave, Playout Optimization for Monte-Carlo Search
Algorithms, IV.A), read thus: the smallest rectangle that has the first squares of all lines through the new dot, 9 by 5
squares for lines of 5, in all four directions. Old moves that begin there are dropped and found again if still legal;
those that lie over the new line are dropped wherever they begin.
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import inlined
from puzzles.engine.rules import play, rule
from puzzles.morpion.kernels.designs import byte_board
from puzzles.morpion.kernels.designs.byte_board import (
    COUNT,
    draw_line,
    first_square,
    line_entry,
    record,
    scan_from,
    step_of,
)
from puzzles.morpion.kernels.designs.operations import register_others


class RectangleScanState(byte_board.ByteBoard):
    """A game that looks at a rectangle around the new dot."""


def build_state(variant: str) -> RectangleScanState:
    """The empty cross of a variant: 5T, 5D, 4T or 4D (else KeyError)."""
    return RectangleScanState(*byte_board.build(variant))


limits = byte_board.limits


@inlined
def _keep_outside(moves, count, left, top, back, arena, drawn, reach):
    """The number of moves that begin outside of the rectangle and do not lie over the drawn line, put in front."""
    kept = 0
    for k in range(count):
        code = np.int64(moves[np.uint64(k)])
        start = first_square(code, arena)
        dx = (start & ((1 << len(arena)) - 1)) - left
        dy = (start >> len(arena)) - top
        inside = (dx >= 0) & (dx <= 2 * back) & (dy >= 0) & (dy <= back)
        over = (code >= drawn - reach) & (code <= drawn + reach)
        moves[np.uint64(kept)] = np.uint16(code)
        kept += int(not (inside | over))
    return kept


@rule(play, RectangleScanState)
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
    back = len(line) - 1
    left = x - back
    top = y - back
    count = _keep_outside(state.moves, state.scalars[COUNT], left, top, back, arena, code, len(marks) - 1)
    for down in range(top, y + 1):
        for across in range(left, x + back + 1):
            count = scan_from(state.board, state.table, state.moves, count, across, down, arena, line, marks)
    state.scalars[COUNT] = count


register_others(RectangleScanState)
