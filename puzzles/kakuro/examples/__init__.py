"""The bundled Kakuro: the seed paper's square of sums, and crosswords of our own generator."""

from __future__ import annotations

from puzzles.family import bundled

EXAMPLES = bundled(
    __name__,
    {
        "paper-10.txt": "10 x 10 sums, values 1 to 11, from Cazenave, Learning a Prior, section 4.2",
        "crossword-6.kak": "6 x 6 crossword with one solution, by our own generator from seed 1",
        "crossword-9.kak": "9 x 9 crossword with one solution, by our own generator from seed 2",
        "crossword-12.kak": "12 x 12 crossword with one solution, by our own generator from seed 3",
    },
)
