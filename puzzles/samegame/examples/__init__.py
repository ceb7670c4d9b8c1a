"""The bundled boards, all by our own generator, from small to the size of the usual test set and beyond."""

from __future__ import annotations

from puzzles.family import bundled

EXAMPLES = bundled(
    __name__,
    {
        "board-6.txt": "6 x 6, 3 colours, from seed 6: small enough to play out by hand",
        "board-15.txt": "15 x 15, 5 colours, from seed 15: the size of the standard test set",
        "board-20.txt": "20 columns, 12 rows, 4 colours, from seed 20",
        "board-64.txt": "64 x 64, 9 colours, from seed 64: the largest",
    },
)
