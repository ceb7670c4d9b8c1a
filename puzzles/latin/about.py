"""What people are told of Latin squares: rules, a square to watch and one to begin with, papers."""

from __future__ import annotations

from puzzles.about import About, Showcase

PUZZLE = """\
. 1 2 4 6 9 3 . .
. 9 . . . 8 7 4 .
7 . . 3 4 . . 1 .
2 . . . 3 6 . 5 .
3 . . 9 . 4 . 8 6
1 6 4 . 9 . . 2 8
. 3 8 . 7 2 6 9 4
. 7 . 6 . 1 9 . .
. 8 . 5 2 7 4 6 3
"""
"""The bundled example order-9."""
SOLUTION = """\
8 1 2 4 6 9 3 7 5
6 9 3 2 5 8 7 4 1
7 2 6 3 4 5 8 1 9
2 4 9 8 3 6 1 5 7
3 5 7 9 1 4 2 8 6
1 6 4 7 9 3 5 2 8
5 3 8 1 7 2 6 9 4
4 7 5 6 8 1 9 3 2
9 8 1 5 2 7 4 6 3
"""

ABOUT = About(
    rules=(
        "A square of n rows and n columns holds the numbers 1 to n. Each number stands exactly once in every row and "
        "in every column.",
        "Some cells are given; fill the others. There are no boxes as in a Sudoku.",
    ),
    starter="order-9",
    showcase=Showcase("A Latin square: every number once in each row and column.", PUZZLE, SOLUTION),
    papers=("T. Cazenave: Learning a Prior for Monte Carlo Search by Replaying Solutions to Combinatorial Problems",),
)
