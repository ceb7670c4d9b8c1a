"""The paper's own design: removal by range queries over a list of 16-bit codes, then insertion by table, no branches.

Buzer & Cazenave, Playout Optimization for Monte-Carlo Search Algorithms: Algorithm 1 (range query process), Algorithm 2
(detecting moves in a group of 9 squares), Algorithm 3 (removed codes are replaced by 0 in blocks of 16-bit lanes,
then packed). It is the benchmark's yardstick: what the paper's C++ does, in plain loops that Numba vectorises.

As there, and other than in Algorithm 1, the direction of the new line is not left out: five intervals are removed and
four groups of squares looked at. A touching variant needs that, as the new dot can end a line and begin the next.
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import inlined
from puzzles.engine.rules import play, rule
from puzzles.morpion.kernels.designs import byte_board
from puzzles.morpion.kernels.designs.byte_board import (
    COUNT,
    code_at,
    draw_line,
    first_square,
    line_entry,
    needed,
    record,
    step_of,
)
from puzzles.morpion.kernels.designs.operations import register_others


class PaperState(byte_board.ByteBoard):
    """A game by the paper's design."""


def build_state(variant: str) -> PaperState:
    """The empty cross of a variant: 5T, 5D, 4T or 4D (else KeyError)."""
    return PaperState(*byte_board.build(variant))


limits = byte_board.limits


@inlined
def _remove(moves, count, low, width):
    """Replaces the codes in [low, low + width] by 0 (Algorithm 3). `low` and `width` are uint16.

    The difference is taken modulo 2 ** 16, so that one comparison sees both ends and the compiled loop keeps 16-bit
    lanes, eight at once as in the paper; a comparison with either end, or an int64 between, would widen them. Whole
    blocks instead of the exact count were slower: a block then reads codes that were stored one by one just before.
    """
    for k in range(count):
        at = np.uint64(k)
        code = moves[at]
        moves[at] = np.uint16(0) if np.uint16(code - low) <= width else code


@inlined
def _pack(moves, count):
    """The number of codes that are not 0, which are moved to the front."""
    packed = 0
    for k in range(count):
        code = moves[np.uint64(k)]
        moves[np.uint64(packed)] = code
        packed += int(code != 0)
    return packed


@inlined
def _insert(board, table, moves, count, at, step, direction, code, line, marks):
    """The length of the list after the legal lines of a direction through the new dot are appended (Algorithm 2).

    `at` is the dot's square, `code` that of the line that begins there.
    """
    back = len(line) - 1
    bits = 0
    for k in range(2 * back + 1):
        bits |= ((np.int64(board[np.uint64(at + (k - back) * step)]) >> (2 * direction)) & 3) << (2 * k)
    for k in range(len(line)):
        moves[np.uint64(count)] = np.uint16(code - back + k)
        count += np.int64(table[np.uint64((bits >> (2 * k)) & needed(line, marks))]) & 1
    return count


@rule(play, PaperState)
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
    moves = state.moves
    back = len(line) - 1
    reach = len(marks) - 1
    count = state.scalars[COUNT]
    for d in range(4):
        _remove(moves, count, np.uint16(code_at(d, x, y) - back), np.uint16(back))
    _remove(moves, count, np.uint16(code - reach), np.uint16(2 * reach))
    count = _pack(moves, count)
    for d in range(4):
        count = _insert(
            state.board, state.table, moves, count, dot, step_of(d, arena), d, code_at(d, x, y), line, marks
        )
    state.scalars[COUNT] = count


register_others(PaperState)
