"""The bias of the paper's TSPTW experiment as logarithms: a move to a near node is likelier before anything is learnt.

Cazenave, Generalized NRPA, 6.2: log bias = -bias * (d - min) / (max - min). The paper prints it without the sign, which
would favour far nodes (its results can only have come from near ones first).
"""

from __future__ import annotations

from puzzles.tsptw.puzzle import TsptwPuzzle


def logs(puzzle: TsptwPuzzle, bias: float) -> tuple[float, ...]:
    """n * n logarithms, that of the move from i to j at i * n + j; 0 for the nearest pair, -bias for the farthest.

    Minimum and maximum are over all entries off the diagonal, whose own logarithm is 0; all are 0 if they are equal.
    """
    n, travel = puzzle.n, puzzle.travel
    between = [value for index, value in enumerate(travel) if index % (n + 1)]
    least, spread = min(between), max(between) - min(between)
    if not spread:
        return (0.0,) * (n * n)
    return tuple(-bias * (value - least) / spread if index % (n + 1) else 0.0 for index, value in enumerate(travel))
