# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls
"""Random games in which one activity of a move can be done more often than needed, with the same result.

Of each design one kernel: `extra` (int64[KINDS]) says how often each activity is repeated, 0 for none; the games are
the same whatever it says. What an activity changes is put back before it is repeated. The time to put it back has
a kind of its own (UNDRAW: the dot of ours is taken off and set again, so twice as much; UNLIST: the list is kept and
written back). `opaque` keeps the compiler from seeing that a repetition is one.

The games, and what a move does, are those of the rules: `play_line`, and `play` of the paper's design, in their parts.
`count_moves` plays them without repetitions, on any design.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from puzzles.engine.kernels import inlined, kernel, popcount
from puzzles.engine.lanes import LANES, store_codes
from puzzles.engine.rules import legal_moves, play, reset, score
from puzzles.engine.streams import next_below
from puzzles.engine.vectors import INT64
from puzzles.morpion.kernels import byte_board, designs
from puzzles.morpion.kernels import state as ours
from solvers.searches.sampling import choose, seed

SELECT, BOARD, REMOVE, INSERT, RESET, UNDRAW, UNLIST = range(7)
KINDS = 7

SPARE = 64
"""Words of the work space in which lists are kept."""


@intrinsic
def opaque(typing_context, word):
    """The uint64 itself, by way of no instruction of which the compiler knows nothing, memory included."""
    signature = types.uint64(types.uint64)

    def generate(context, builder, signature, arguments):
        function = ir.FunctionType(INT64, [INT64])
        return builder.asm(function, "", "=r,0,~{memory}", arguments, side_effect=True)

    return signature, generate


@kernel
def count_moves(state: Any, search: Any, playouts: int) -> float:
    """The moves of that many playouts of `solvers.searches.sampling` from the search's stream, which goes on."""
    moves = 0.0
    for _ in range(playouts):
        moves += _moves_of_one(state, search.twin, search)
    return moves


@inlined
def _moves_of_one(state, twin, search):
    """The moves of the next playout, of which the search may make two at once."""
    if twin is None:
        return _play_out(state, search, search.rng)
    else:
        seed(search.streams, 0, search.rng)
        return _play_out(state, search, search.streams[0])


@inlined
def _play_out(state, search, rng):
    reset(state)
    while True:
        count = legal_moves(state, rng)
        if count == 0:
            return score(state)
        play(state, state.moves[choose(state, search, rng, count)])


@inlined
def _select(state, rng, count, extra):
    """A move drawn uniformly, as solvers.searches.sampling does without a prior."""
    seed = rng[0]
    for _ in range(extra[SELECT]):
        rng[0] = opaque(seed)
        at = 0 if count == 1 else next_below(rng, count)
        opaque(np.uint64(state.moves[at]))
    rng[0] = seed
    at = 0 if count == 1 else next_below(rng, count)
    return np.uint64(state.moves[at])


@inlined
def _reset(state, extra):
    for _ in range(extra[RESET]):
        opaque(np.uint64(0))
        reset(state)
    reset(state)


@kernel
def games_of_ours(state, rng, games, extra, spare):
    """The moves of that many games from the stream, on the state of the rules."""
    moves = 0
    for _ in range(games):
        _reset(state, extra)
        while True:
            count = legal_moves(state, rng)
            if count == 0:
                break
            _play_ours(state, _select(state, rng, count, extra), extra, spare)
            moves += 1
    return moves


@inlined
def _play_ours(state, move, extra, spare):
    back = np.uint64(state.settings[ours.BACK])
    reach = np.uint64(state.settings[ours.REACH])
    length = state.scalars[ours.LENGTH]
    for _ in range(extra[BOARD]):
        drawn, found, _hole = ours.put_dot(state, opaque(move))
        opaque(found)
        _take_dot(state, drawn)
    four, possible, hole = ours.put_dot(state, move)
    for _ in range(extra[UNDRAW]):
        _take_dot(state, opaque(four))
        _set_dot(state, opaque(four))
    state.sequence[length] = np.uint32(hole << np.uint64(16) | move)
    state.scalars[ours.LENGTH] = length + 1
    lows = four - ours.FOUR_FIELDS * reach
    count = state.scalars[ours.COUNT]
    if count + popcount(possible) > LANES:
        ours.change_long_list(state, lows, move - back, back + back, possible, False)
        return
    low, wide = move - back, back + back
    for _ in range(extra[REMOVE]):
        _keep(state, spare, ours.NOW, ours.LIST_WORDS)
        removed, _left = ours.remove_lines(state, opaque(lows), low, wide, count)
        store_codes(state.moves, removed)
        opaque(np.uint64(0))
        _put_back(state, spare, ours.NOW, ours.LIST_WORDS)
    for _ in range(extra[UNLIST]):
        _keep(state, spare, ours.NOW, ours.LIST_WORDS)
        opaque(np.uint64(count))
        _put_back(state, spare, ours.NOW, ours.LIST_WORDS)
    codes, left = ours.remove_lines(state, lows, low, wide, count)
    for _ in range(extra[INSERT]):
        opaque(np.uint64(ours.insert_lines(state, codes, opaque(lows), opaque(possible), left)))
    state.scalars[ours.COUNT] = ours.insert_lines(state, codes, lows, possible, left)


@inlined
def _place(state, code):
    """(Word, bit) of the strips that hold the dot of the code."""
    bits = np.uint64(5) if len(state.halves) == 1 else np.uint64(6)
    bit = np.uint64(1) << (code & ((np.uint64(1) << bits) - np.uint64(1)))
    return (code >> bits) * np.uint64(len(state.halves)), bit


@inlined
def _take_dot(state, four):
    for k in range(4):
        word, bit = _place(state, (four >> np.uint64(16 * k)) & ours.FIELD)
        state.strips[word] &= ~bit


@inlined
def _set_dot(state, four):
    for k in range(4):
        word, bit = _place(state, (four >> np.uint64(16 * k)) & ours.FIELD)
        state.strips[word] |= bit


@inlined
def _keep(state, spare, first, words):
    for k in range(words):
        spare[k] = state.position[first + k]


@inlined
def _put_back(state, spare, first, words):
    for k in range(words):
        state.position[first + k] = spare[k]


@kernel
def games_of_paper(state, rng, games, extra, spare):
    """The moves of that many games from the stream, on the paper's design."""
    moves = 0
    for _ in range(games):
        _reset(state, extra)
        while True:
            count = legal_moves(state, rng)
            if count == 0:
                break
            _play_paper(state, np.int64(_select(state, rng, count, extra)), extra, spare)
            moves += 1
    return moves


@inlined
def _play_paper(state, code, extra, spare):
    byte_board.record(state.sequence, state.scalars, code)
    for _ in range(extra[BOARD]):
        start, step, direction, dot = _look(state, np.int64(opaque(np.uint64(code))))
        opaque(np.uint64(dot))
    start, step, direction, dot = _look(state, code)
    for _ in range(extra[BOARD]):
        again = np.int64(opaque(np.uint64(start)))
        byte_board.draw_line(state.board, again, step, direction, state.line, state.marks)
    byte_board.draw_line(state.board, start, step, direction, state.line, state.marks)
    count = state.scalars[byte_board.COUNT]
    # where the list of the paper's design begins in the words of its position, and how many are in use
    list_at, words = state.position.size - ((state.sequence.size + state.moves.size) >> 2), (count + 3) >> 2
    for _ in range(extra[REMOVE]):
        _keep(state, spare, list_at, words)
        designs.remove_lines(state, np.int64(opaque(np.uint64(code))), np.int64(opaque(np.uint64(dot))), count)
        opaque(np.uint64(designs.pack(state.moves, count)))
        _put_back(state, spare, list_at, words)
    for _ in range(extra[UNLIST]):
        _keep(state, spare, list_at, words)
        opaque(np.uint64(count))
        _put_back(state, spare, list_at, words)
    designs.remove_lines(state, code, dot, count)
    count = designs.pack(state.moves, count)
    for _ in range(extra[INSERT]):
        opaque(np.uint64(designs.insert_lines(state, np.int64(opaque(np.uint64(dot))), count)))
    state.scalars[byte_board.COUNT] = designs.insert_lines(state, dot, count)


@inlined
def _look(state, code):
    """(Start, step, direction, new dot) of the line, squares as indices of the board."""
    direction = code >> 13
    start = byte_board.first_square(code, state.arena)
    step = byte_board.step_of(direction, state.arena)
    entry = byte_board.line_entry(state.board, state.table, start, step, direction, state.line, state.marks)
    return start, step, direction, start + (entry >> 1) * step
