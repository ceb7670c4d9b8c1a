"""The paper's designs of the playout, and how each updates the list of moves: ours is compared with them.

Buzer & Cazenave, Playout Optimization for Monte-Carlo Search Algorithms: Table I has a row for each of the four.
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import inlined, inlined_loops
from puzzles.engine.rules import play, rule
from puzzles.morpion.kernels import byte_board
from puzzles.morpion.kernels.byte_board import BORDER, COUNT, ByteBoard, first_square, needed, place_of


class FullRescanState(ByteBoard):
    """The slowest: each move looks at all squares, in all directions ("Whole gameboard" of Table I, section IV.A)."""


class StarScanState(ByteBoard):
    """After each move all squares in the four directions around the new dot are looked at.

    Row "All squares in the four directions" of Table I (section IV.A), read thus: the squares of the row, the column
    and the two diagonals through the new dot, each from border to border, as first squares of lines of all four
    directions. That is a seventh of a 32 wide arena; the table's ratio to the whole board is a tenth. A line whose
    legality a move changes has the new dot, or lies over the new line in its strip; its first square is on the star in
    both cases. So the old moves that begin off the star stay.
    """


class RectangleScanState(ByteBoard):
    """After each move the squares next to the new dot are looked at.

    Row "The surrounding rectangular area" of Table I (section IV.A), read thus: the smallest rectangle that has the
    first squares of all lines through the new dot, 9 by 5 squares for lines of 5, in all four directions. Old moves
    that begin there are dropped and found again if still legal; those that lie over the new line are dropped wherever
    they begin.
    """


class PaperState(ByteBoard):
    """The paper's own design: removal by range queries over a list of 16-bit codes, then insertion by table.

    Algorithm 1 (range query process), Algorithm 2 (detecting moves in a group of 9 squares), Algorithm 3 (removed codes
    are replaced by 0 in blocks of 16-bit lanes, then packed). It is the benchmark's yardstick: what the paper's C++
    does, in plain loops that Numba vectorises.

    As there, and other than in Algorithm 1, the direction of the new line is not left out: five intervals are removed
    and four groups of squares looked at. A touching variant needs that, as the new dot can end a line and begin the
    next.
    """


class SortedState(ByteBoard):
    """The paper's other approach (section II.H): a sorted list, into which the codes that come and go are merged.

    A table has, by the two bits of each of the nine squares around a new dot, which lines of that direction become
    legal or cease to be by the dot: how many, and the place of each, 262,144 entries of six bytes. Codes of a direction
    follow each other, and those of the next are greater, so what the four tables say is sorted. A code that is in the
    list already goes, another one comes. In the direction of the new line, where more changes than a dot, the codes
    around it go, as in Algorithm 1, and those of Algorithm 2 come.
    """

    @staticmethod
    def table_of(variant):
        return np.concatenate([byte_board.ByteBoard.table_of(variant), _changes(variant)])

    @staticmethod
    def in_order(codes):
        return sorted(codes)


ENTRY = 6
"""Bytes of an entry: how many lines change, then their places, from that which ends in the dot."""
TABLED = 1024
"""Where the entries begin in the table."""
SPARE, CHANGES = 256, 488
"""Where the sequence, which no game fills, has room for the merged list, and for up to 20 changes."""
LAST = 1 << 16
"""Behind all codes."""


def _changes(variant):
    """uint8[4 ** (2 n - 1) * 6] for lines of n squares: entries by the bits around a dot; its own are ignored."""
    length, needed_bits = variant.length, (1 << variant.length + variant.marks) - 1
    legal = byte_board.ByteBoard.table_of(variant) & 1
    bits = np.arange(1 << 2 * (2 * length - 1), dtype=np.int64)
    with_dot = bits | 1 << 2 * (length - 1)
    without = bits & ~(1 << 2 * (length - 1))
    entries = np.zeros((bits.size, ENTRY), np.uint8)
    for k in range(length):
        changed = legal[with_dot >> 2 * k & needed_bits] != legal[without >> 2 * k & needed_bits]
        entries[changed, 1 + entries[changed, 0]] = k
        entries[changed, 0] += 1
    return entries.reshape(-1)


for _design in (FullRescanState, StarScanState, RectangleScanState, PaperState, SortedState):
    byte_board.register(_design)


@rule(play, FullRescanState)
def _rescan(state, move):
    byte_board.draw_move(state, np.int64(move))
    inner = (1 << len(state.arena)) - BORDER
    state.scalars[COUNT] = _scan_rectangle(state, 0, BORDER, inner, BORDER, inner)


@inlined_loops
def _scan_rectangle(state, count, left, right, top, bottom):
    """The length of the list after the legal lines that begin in a rectangle of squares are appended to it."""
    for y in range(top, bottom):
        for x in range(left, right):
            count = byte_board.scan_from(
                state.board, state.table, state.moves, count, x, y, state.arena, state.line, state.marks
            )
    return count


@rule(play, StarScanState)
def _scan_star(state, move):
    arena, line, marks = state.arena, state.line, state.marks
    x, y = place_of(byte_board.draw_move(state, np.int64(move)), arena)
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
            count = byte_board.scan_from(state.board, state.table, state.moves, count, across, down, arena, line, marks)
    state.scalars[COUNT] = count


@inlined
def _keep_off_star(moves, count, x, y, arena):
    """The number of moves that begin off the star around (x, y), moved to the front."""
    kept = 0
    for k in range(count):
        code = moves[np.uint64(k)]
        column, row = place_of(first_square(np.int64(code), arena), arena)
        dx, dy = column - x, row - y
        moves[np.uint64(kept)] = code
        kept += int((dx != 0) & (dy != 0) & (dx != dy) & (dx != -dy))
    return kept


@rule(play, RectangleScanState)
@inlined_loops
def _scan_around(state, move):
    code = np.int64(move)
    x, y = place_of(byte_board.draw_move(state, code), state.arena)
    back = len(state.line) - 1
    left, top = x - back, y - back
    count = state.scalars[COUNT]
    count = _keep_outside(state.moves, count, left, top, back, state.arena, code, len(state.marks) - 1)
    state.scalars[COUNT] = _scan_rectangle(state, count, left, x + back + 1, top, y + 1)


@inlined
def _keep_outside(moves, count, left, top, back, arena, drawn, reach):
    """The number of moves that begin outside of the rectangle and do not lie over the drawn line, put in front."""
    kept = 0
    for k in range(count):
        code = np.int64(moves[np.uint64(k)])
        column, row = place_of(first_square(code, arena), arena)
        dx, dy = column - left, row - top
        inside = (dx >= 0) & (dx <= 2 * back) & (dy >= 0) & (dy <= back)
        over = (code >= drawn - reach) & (code <= drawn + reach)
        moves[np.uint64(kept)] = np.uint16(code)
        kept += int(not (inside | over))
    return kept


@rule(play, PaperState)
@inlined_loops
def _query_ranges(state, move):
    code = np.int64(move)
    dot = byte_board.draw_move(state, code)
    remove_lines(state, code, dot, state.scalars[COUNT])
    state.scalars[COUNT] = insert_lines(state, dot, pack(state.moves, state.scalars[COUNT]))


@inlined
def remove_lines(state, code, dot, count):
    """Replaces by 0 the codes of the lines through the new dot, an index, and of those that overlap the coded line."""
    x, y = place_of(dot, state.arena)
    back = len(state.line) - 1
    reach = len(state.marks) - 1
    for d in range(4):
        _remove(state.moves, count, np.uint16(byte_board.code_at(d, x, y) - back), np.uint16(back))
    _remove(state.moves, count, np.uint16(code - reach), np.uint16(2 * reach))


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
def pack(moves, count):
    """The number of codes that are not 0, which are moved to the front."""
    packed = 0
    for k in range(count):
        code = moves[np.uint64(k)]
        moves[np.uint64(packed)] = code
        packed += int(code != 0)
    return packed


@inlined
def insert_lines(state, dot, count):
    """The length of the list after the legal lines through the new dot, an index, are appended."""
    x, y = place_of(dot, state.arena)
    for d in range(4):
        step, code = byte_board.step_of(d, state.arena), byte_board.code_at(d, x, y)
        count = _insert(state.board, state.table, state.moves, count, dot, step, d, code, state.line, state.marks)
    return count


@inlined
def _insert(board, table, moves, count, at, step, direction, code, line, marks):
    """The length of the list after the legal lines of a direction through the new dot are appended (Algorithm 2).

    `at` is the dot's square, `code` that of the line that begins there.
    """
    back = len(line) - 1
    bits = _around(board, at, step, direction, line)
    for k in range(len(line)):
        moves[np.uint64(count)] = np.uint16(code - back + k)
        count += np.int64(table[np.uint64((bits >> (2 * k)) & needed(line, marks))]) & 1
    return count


@rule(play, SortedState)
@inlined_loops
def _merge(state, move):
    code = np.int64(move)
    dot = byte_board.draw_move(state, code)
    own = code >> 13
    x, y = place_of(dot, state.arena)
    back, reach = len(state.line) - 1, len(state.marks) - 1
    end = np.int64(CHANGES)
    board, table, sequence = state.board, state.table, state.sequence
    for d in range(4):
        step, at_dot = byte_board.step_of(d, state.arena), byte_board.code_at(d, x, y)
        if d == own:
            end = _insert(board, table, sequence, end, dot, step, d, at_dot, state.line, state.marks)
        else:
            entry = TABLED + ENTRY * _around(board, dot, step, d, state.line)
            for k in range(int(table[np.uint64(entry)])):
                sequence[np.uint64(end)] = np.uint16(at_dot - back + np.int64(table[np.uint64(entry + 1 + k)]))
                end += 1
    start = byte_board.code_at(own, x, y) - back
    low, high = min(code - reach, start), max(code + reach, start + back)
    state.scalars[COUNT] = _merged(state.moves, state.sequence, state.scalars[COUNT], end, low, high)


@inlined
def _around(board, at, step, direction, line):
    """Two bits a square of a direction around the dot at that index, the first square in the lowest."""
    back = len(line) - 1
    bits = 0
    for k in range(2 * back + 1):
        bits |= ((np.int64(board[np.uint64(at + (k - back) * step)]) >> (2 * direction)) & 3) << (2 * k)
    return bits


@inlined_loops
def _merged(moves, sequence, count, end, low, high):
    """The length of the sorted list after the changes before `end` are merged into it.

    A listed code that changes goes; listed ones from `low` to `high` go in any case, and changes there come.
    """
    made, k, change = SPARE, 0, CHANGES
    while k < count or change < end:
        listed = int(moves[np.uint64(k)]) if k < count else LAST
        changed = int(sequence[np.uint64(change)]) if change < end else LAST
        if listed < changed:
            sequence[np.uint64(made)] = np.uint16(listed)
            made += int(listed < low or listed > high)
        elif changed < listed or low <= changed <= high:
            sequence[np.uint64(made)] = np.uint16(changed)
            made += 1
        k += int(listed <= changed)
        change += int(changed <= listed)
    for one in range(made - SPARE):
        moves[np.uint64(one)] = sequence[np.uint64(SPARE + one)]
    return made - SPARE
