"""Puzzles of cells: Sudoku and its neighbours, as groups of different values and further constraints."""

from puzzles.sudoku.family import FAMILY

__all__ = ["FAMILY"]
