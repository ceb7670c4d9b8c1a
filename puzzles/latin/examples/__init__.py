"""The bundled Latin squares: one of the seed paper, and our own generator's."""

from __future__ import annotations

from importlib import resources

from puzzles.family import Example

_EXPLANATIONS = {
    "paper-20": "order 20, from Cazenave, Learning a Prior, section 4.1; 176 holes, not 168, as nine entries of its"
    " second row were lost when the text was extracted",
    "order-9": "order 9, 34 holes (42 %), by our own generator from seed 9",
    "order-33": "order 33, 457 holes (42 %), by our own generator from seed 33",
}


def _example(name: str, explanation: str) -> Example:
    text = resources.files(__name__).joinpath(f"{name}.txt").read_text(encoding="utf-8")
    return Example(name, explanation, text)


EXAMPLES = tuple(_example(name, explanation) for name, explanation in _EXPLANATIONS.items())
