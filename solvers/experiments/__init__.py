"""Experiments: a TOML file of puzzles, searches, budgets and seeds becomes cells, and their results tables."""
