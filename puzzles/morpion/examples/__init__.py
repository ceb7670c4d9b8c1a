"""The bundled games: the empty cross of each variant."""

from __future__ import annotations

from puzzles.family import Example

_EMPTY = {
    "5D": "lines of five that share no dot with one of their direction",
    "5T": "lines of five that may touch at their ends",
    "4T": "lines of four that may touch at their ends",
    "4D": "lines of four that share no dot with one of their direction",
}

EXAMPLES = tuple(Example(name, f"empty cross, {rule}", f"morpion {name}\n") for name, rule in _EMPTY.items())
