"""The travelling salesman problem with time windows: the shortest tour that is at every node in its window."""

from __future__ import annotations

from puzzles.tsptw.family import FAMILY as FAMILY
