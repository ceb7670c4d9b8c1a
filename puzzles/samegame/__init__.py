"""SameGame: remove groups of neighbours of one colour; large groups, and an empty board, score most."""

from __future__ import annotations

from puzzles.samegame.family import FAMILY as FAMILY
