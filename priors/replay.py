# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls
"""Counting by replay, for every puzzle: Algorithm 4 of Cazenave, Learning a Prior, section 3."""

from __future__ import annotations

from puzzles.engine.kernels import kernel
from puzzles.engine.rules import agrees, counted_moves, legal_moves, play, prior_code, reset, solved

READINGS = ("line", "open")
"""Names of the readings, by their numbers.

`line`: at each choice the legal moves are counted, which are those of the variable that is branched on;
this is Algorithm 4 as printed. `open`: at each choice the moves of all open variables are counted (those
that `counted_moves` lists), so that a code's frequency does not depend on which variable is branched on.
A forced move, the only legal one, is played and not counted in either reading: no playout asks the prior
for it.
"""
LINE, OPEN = range(2)


@kernel
def replay(state, solution, rng, reading, count, nb):
    """True if the solution (a board, int64) was replayed from the root until the position was solved.

    Adds, for each move counted, 1 to nb[code], and 1 to count[code] if the move agrees with the solution
    (int64 arrays indexed by prior code). `rng` (uint64[1]) draws which variable to branch on, `reading` is
    LINE or OPEN. Where no legal move agrees, the replay ends with False; what was counted until then stays.
    """
    reset(state)
    while True:
        n = legal_moves(state, rng)
        if n == 0:
            return solved(state)
        chosen = 0
        while chosen < n and not agrees(state, solution, state.moves[chosen]):
            chosen += 1
        if chosen == n:
            return False
        move = state.moves[chosen]  # kept, as counted_moves overwrites state.moves
        if n > 1:
            if reading == OPEN:
                n = counted_moves(state, rng, reading)
            for index in range(n):
                counted = state.moves[index]
                code = prior_code(state, counted)
                nb[code] += 1
                if agrees(state, solution, counted):
                    count[code] += 1
        play(state, move)
