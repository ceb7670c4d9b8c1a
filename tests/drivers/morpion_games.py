"""Games of Morpion Solitaire for tests: random ones over the plain checker, the records, and the rules in words."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path

from hypothesis import strategies as st

from puzzles.morpion.checker import Position
from puzzles.morpion.puzzle import VARIANTS, MorpionPuzzle, Move

CODES = ("H", "V", "DP", "DN")
STEPS = ((1, 0), (0, 1), (1, -1), (1, 1))


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


def line(move: Move, length: int) -> frozenset[tuple[int, int]]:
    dx, dy = STEPS[move.direction]
    return frozenset((move.x + (i - move.position) * dx, move.y + (i - move.position) * dy) for i in range(length))


def by_the_rules(variant: str, game: tuple[Move, ...]) -> set[Move]:
    """All legal moves behind a game: four or three dots and a free square in line, which shares with each earlier
    line of its direction no dot (D) or at most one (T). Nothing is kept from move to move."""
    length, shareable = int(variant[0]), int(variant[1] == "T")
    dots = VARIANTS[variant].cross | {(move.x, move.y) for move in game}
    earlier = [(move.direction, line(move, length)) for move in game]
    columns, rows = [x for x, _ in dots], [y for _, y in dots]
    found = set()
    for x in range(min(columns) - 1, max(columns) + 2):
        for y in range(min(rows) - 1, max(rows) + 2):
            if (x, y) in dots:
                continue
            for direction in range(4):
                for position in range(length):
                    move = Move(x, y, direction, position)
                    squares = line(move, length)
                    if squares - dots == {(x, y)} and all(
                        way != direction or len(squares & other) <= shareable for way, other in earlier
                    ):
                        found.add(move)
    return found
