"""What people are told of SameGame: rules, a game to watch, a board to begin with, papers, a published score."""

from __future__ import annotations

from hashlib import sha256

from puzzles.about import About, Goal, Showcase
from puzzles.samegame.puzzle import SameGamePuzzle

BOARD = """\
3 3 2 2 1 1 4 3 2 0 4 3 2 1 2
0 0 3 4 1 1 2 2 2 2 1 2 1 1 0
2 0 4 0 1 2 4 1 2 3 3 3 3 2 3
4 2 0 4 2 3 3 3 2 3 2 0 1 4 0
2 1 2 3 1 4 0 0 1 1 4 1 0 3 1
1 1 3 4 1 0 0 1 2 4 2 2 4 1 1
3 1 0 1 2 1 3 2 0 1 1 3 4 1 3
4 3 3 0 0 2 4 0 4 0 4 3 0 3 1
0 3 1 0 3 1 0 4 2 3 1 4 3 4 2
0 3 1 0 1 3 1 1 0 0 3 2 4 0 1
1 3 4 3 1 2 0 4 1 3 3 0 0 3 2
2 0 0 0 0 0 0 1 0 0 4 3 1 1 1
1 3 3 0 0 1 1 2 3 0 2 2 3 2 0
1 2 3 3 0 2 3 0 4 4 4 0 0 0 3
0 0 1 4 4 1 1 1 0 1 0 2 3 1 0
"""
"""The bundled example board-15."""
MOVES = (
    "3 5,11 4,8 3,7 8,5 9,5 11,9 7,7 7,9 4,8 4,10 2,8 1,7 4,9 4,12 5,10 4,11 8,10 3,11 4,13 8,11 4,0 1,0 3,5 8,2 7,0 4,"
    "3 4,2 4,4 6,5 7,11 1,6 5,11 1,3 0,3 2,1 6,1 6,2 1,0 5,8 1,7 2,0 1,13 6,0 0,13 6,0 0,4 0,6 0,3 0,4 0,3 0,0 0,2 0,"
    "2 0,1 0,0 2,0 1,0 0"
)
"""A game that GNRPA, the default search, found on it in 106 s: 58 moves, 3,363 points."""
FIRST = "0e258e7420c1"
"""The first board of the standard test suite, 15 x 15, by the digest of its cells."""


def goal(puzzle: SameGamePuzzle) -> Goal | None:
    """The published average of the best of the paper's searches, on the board that it measures."""
    if (puzzle.width, puzzle.height) != (15, 15) or digest(puzzle) != FIRST:
        return None
    return Goal(3116.54, "published average", "Cazenave, Generalized NRPA, Table 1, 655 s")


def digest(puzzle: SameGamePuzzle) -> str:
    return sha256(bytes(1 + colour for colour in puzzle.cells)).hexdigest()[:12]


ABOUT = About(
    rules=(
        "Remove a group: two or more neighbouring cells of one colour. Cells above fall down, and empty columns close "
        "to the left.",
        "A group of n cells scores (n - 2) x (n - 2), so large groups count most; an empty board scores 1,000 more. "
        "The highest score wins.",
    ),
    starter="board-6",
    showcase=Showcase(
        "SameGame: 58 moves empty this board, for 3,363 points.", BOARD + "moves\n" + MOVES.replace(",", "\n") + "\n"
    ),
    papers=("T. Cazenave: Generalized Nested Rollout Policy Adaptation",),
    goal=goal,
)
