"""The Sudoku of many tests, Wikipedia's, as texts."""

from __future__ import annotations

VALUES = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = [VALUES[at : at + 9] for at in range(0, 81, 9)]
GRID = "\n".join(ROWS)

PARKS = """\
4 4 2
- - - -
- 2 2 -
- - - -
2 2 2 -
- - - -
- - - -
- - - -
- - - -
"""
"""Skyscrapers with two parks in each row and column, and one solution."""
PARKS_FILLED = (0, 0, 2, 1, 0, 2, 1, 0, 2, 1, 0, 0, 1, 0, 0, 2)
