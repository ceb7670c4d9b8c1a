"""What people are told of Kakuro: rules, a puzzle to watch and one to begin with, papers."""

from __future__ import annotations

from puzzles.about import About, Showcase

SOLUTION = """\
6,6
*,C3,C31,*,C34,C17
F11,2,9,C23F17,8,9
F26,1,7,6,4,8
*,C3F17,3,8,6,C12
F31,2,8,9,7,5
F5,1,4,F16,9,7
"""
"""Of the bundled example crossword-6."""
PUZZLE = """\
6,6
*,C3,C31,*,C34,C17
F11,?,?,C23F17,?,?
F26,?,?,?,?,?
*,C3F17,?,?,?,C12
F31,?,?,?,?,?
F5,?,?,F16,?,?
"""

ABOUT = About(
    rules=(
        "Write a digit from 1 to 9 into each white cell. The digits of a run, across or down, add up to its clue, and "
        "no digit stands twice in a run.",
        "A clue in a black cell belongs to the run on its right (across) or below it (down). In the square form of the "
        "paper all cells are white, values go further than 9, and clues stand at the rows and columns.",
    ),
    starter="crossword-6",
    showcase=Showcase("A Kakuro of 6 x 6: there is exactly one solution.", PUZZLE, SOLUTION),
    papers=("T. Cazenave: Learning a Prior for Monte Carlo Search by Replaying Solutions to Combinatorial Problems",),
)
