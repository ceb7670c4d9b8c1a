"""The bundled Latin squares: one of the seed paper, and our own generator's."""

from __future__ import annotations

from puzzles.family import bundled

EXAMPLES = bundled(
    __name__,
    {
        "paper-20.txt": "order 20, from Cazenave, Learning a Prior, section 4.1; 176 holes, not 168, as nine entries of"
        " its second row were lost when the text was extracted",
        "order-9.txt": "order 9, 34 holes (42 %), by our own generator from seed 9",
        "order-33.txt": "order 33, 457 holes (42 %), by our own generator from seed 33",
    },
)
