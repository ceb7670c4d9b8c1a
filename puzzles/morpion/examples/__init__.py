"""The bundled games: the empty cross of each variant, two of our own by uniform random play, and one that NRPA found.

The last one is kept as MSR, whose header, like docs/morpion.md, says how to find it again.
"""

from __future__ import annotations

from puzzles.family import Example, bundled

_EMPTY = {
    "5D": "lines of five that share no dot with one of their direction",
    "5T": "lines of five that may touch at their ends",
    "4T": "lines of four that may touch at their ends",
    "4D": "lines of four that share no dot with one of their direction",
}

_GAMES = {
    "opening-5D.txt": "the first 10 moves of a random game from seed 56: a search continues after them",
    "random-5T.txt": "a random game from seed 9, 76 moves to its end: something to check and to compare",
    "nrpa-5D-82.json": "a game of 82 moves, as long as the longest known of 5D: NRPA's, level 4, from seed 1",
}


EXAMPLES = (
    *(Example(name, f"empty cross, {rule}", f"morpion {name}\n") for name, rule in _EMPTY.items()),
    *bundled(__name__, _GAMES),
)
