"""What people are told of Kakuro: rules, a puzzle to watch and one to begin with, papers."""

from __future__ import annotations

from puzzles.about import About, Showcase

SOLUTION = """\
9,9
*,*,C42,C16,C20,C17,*,C42,C3
*,F27,4,9,8,6,F3,2,1
*,C17F29,9,7,5,8,C7F9,7,2
F13,8,5,F25,7,3,6,9,*
F16,9,7,C12,*,F6,1,5,C8
*,F17,8,9,C15,C8,F8,1,7
*,C17F13,1,3,7,2,C17F5,4,1
F10,8,2,F17,2,1,8,6,*
F15,9,6,F28,6,5,9,8,*
"""
"""Of the bundled example crossword-9."""
PUZZLE = """\
9,9
*,*,C42,C16,C20,C17,*,C42,C3
*,F27,?,?,?,?,F3,?,?
*,C17F29,?,?,?,?,C7F9,?,?
F13,?,?,F25,?,?,?,?,*
F16,?,?,C12,*,F6,?,?,C8
*,F17,?,?,C15,C8,F8,?,?
*,C17F13,?,?,?,?,C17F5,?,?
F10,?,?,F17,?,?,?,?,*
F15,?,?,F28,?,?,?,?,*
"""

ABOUT = About(
    rules=(
        "Write a digit from 1 to 9 into each white cell. The digits of a run, across or down, add up to its clue, and "
        "no digit stands twice in a run.",
        "A clue in a black cell belongs to the run on its right (across) or below it (down). In the square form of the "
        "paper all cells are white, values go further than 9, and clues stand at the rows and columns.",
    ),
    starter="crossword-6",
    showcase=Showcase("A Kakuro of 9 x 9: there is exactly one solution.", PUZZLE, SOLUTION),
    papers=("T. Cazenave: Learning a Prior for Monte Carlo Search by Replaying Solutions to Combinatorial Problems",),
)
