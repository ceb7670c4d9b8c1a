"""The compiled rules of puzzles of cells."""
