"""The bundled games: the empty cross of each variant, and two of our own by uniform random play."""

from __future__ import annotations

from importlib import resources

from puzzles.family import Example

_EMPTY = {
    "5D": "lines of five that share no dot with one of their direction",
    "5T": "lines of five that may touch at their ends",
    "4T": "lines of four that may touch at their ends",
    "4D": "lines of four that share no dot with one of their direction",
}

_GAMES = {
    "opening-5D": "the first 10 moves of a random game from seed 56: a search goes on behind them",
    "random-5T": "a random game from seed 9, 76 moves to its end: something to check and to compare",
}


def _game(name: str, explanation: str) -> Example:
    text = resources.files(__name__).joinpath(f"{name}.txt").read_text(encoding="utf-8")
    return Example(name, explanation, text)


EXAMPLES = (
    *(Example(name, f"empty cross, {rule}", f"morpion {name}\n") for name, rule in _EMPTY.items()),
    *(_game(name, explanation) for name, explanation in _GAMES.items()),
)
