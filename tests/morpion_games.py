"""Games of Morpion Solitaire for tests: uniform random play over the plain checker, the same from the same seed."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path

from hypothesis import strategies as st

from puzzles.morpion.checker import Position
from puzzles.morpion.game import MorpionPuzzle, Move
from puzzles.morpion.variants import VARIANTS

CODES = ("H", "V", "DP", "DN")


@cache
def random_game(variant: str, seed: int, most: int = 1000) -> tuple[Move, ...]:
    """A game of at most that many moves; it has ended if it has fewer."""
    position, chance = Position(VARIANTS[variant]), random.Random(seed)
    moves: list[Move] = []
    while len(moves) < most and (legal := position.moves()):
        moves.append(chance.choice(legal))
        position.play(moves[-1])
    return tuple(moves)


def puzzles(variants: tuple[str, ...] = tuple(VARIANTS)) -> st.SearchStrategy[MorpionPuzzle]:
    """Legal games of some length: the beginnings of a few random games."""

    def beginning(variant: str, seed: int, share: float) -> MorpionPuzzle:
        game = random_game(variant, seed)
        return MorpionPuzzle(variant, game[: round(share * len(game))])

    return st.builds(beginning, st.sampled_from(variants), st.integers(1, 4), st.floats(0, 1))


def record_files(folder: Path) -> dict[str, Path]:
    """The record games of the benchmark data, in JSON, by name."""
    files = {path.stem: path for path in sorted((folder / "morpion" / "msr-json").glob("[45][TD]-*.json"))}
    assert len(files) == 11
    return files


def record_moves(path: Path) -> tuple[str, tuple[Move, ...]]:
    """Variant and moves of a record file, taken from its JSON without any reader of ours."""
    data = json.loads(path.read_text(encoding="utf-8"))
    rows = data["moves"]
    return data["variant"], tuple(Move(row["x"], row["y"], CODES.index(row["dir"]), row["pos"]) for row in rows)
