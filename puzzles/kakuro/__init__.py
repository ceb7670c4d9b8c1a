"""Kakuro: the paper's squares of sums and crossword shapes."""

from __future__ import annotations

from puzzles.kakuro.family import FAMILY as FAMILY
