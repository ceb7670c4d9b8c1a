"""Latin square completion: fill the holes so that each row and each column holds every symbol once."""

from __future__ import annotations

from puzzles.latin.family import FAMILY as FAMILY
