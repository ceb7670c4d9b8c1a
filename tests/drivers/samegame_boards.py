"""Boards and games of SameGame for tests, by the naive implementation."""

from __future__ import annotations

import random

from hypothesis import strategies as st
from oracles import naive_samegame as naive

from puzzles.samegame.puzzle import SameGamePuzzle


def puzzle_of(*rows: str, name: str = "") -> SameGamePuzzle:
    """The puzzle of rows such as `0.1`, the top one first."""
    cells = tuple(-1 if letter == "." else int(letter) for row in rows for letter in row)
    return SameGamePuzzle(len(rows[0]), len(rows), cells, name)


def rows_of(puzzle: SameGamePuzzle) -> list[list[int]]:
    """The rows of the puzzle, the top one first."""
    return [list(puzzle.cells[first : first + puzzle.width]) for first in range(0, len(puzzle.cells), puzzle.width)]


@st.composite
def puzzles(draw: st.DrawFn, side: int = 7) -> SameGamePuzzle:
    """A settled board of at most side x side, its columns of any heights."""
    width, height = draw(st.integers(1, side)), draw(st.integers(1, side))
    colour = st.integers(0, draw(st.integers(0, 8)))
    column = st.lists(colour, min_size=1, max_size=height)
    columns = draw(st.lists(column, min_size=1, max_size=width))
    columns += [[]] * (width - len(columns))
    padded = [[*column, *[-1] * (height - len(column))] for column in columns]
    cells = tuple(padded[x][y] for y in reversed(range(height)) for x in range(width))
    name = " ".join(draw(st.text(st.characters(exclude_categories=("C", "Z")), max_size=12)).split())
    return SameGamePuzzle(width, height, cells, name)


def random_game(puzzle: SameGamePuzzle, seed: int, most: int = 10_000) -> list[naive.Cell]:
    """A game by random moves, any cell of a group each, to its end or to at most `most` moves."""
    rng = random.Random(seed)
    cells = naive.cells_of(rows_of(puzzle))
    moves: list[naive.Cell] = []
    while len(moves) < most and (groups := sorted(map(sorted, naive.groups(cells)))):
        group = rng.choice(groups)
        moves.append(rng.choice(group))
        cells = naive.without(cells, group)
    return moves


def board(moves: list[naive.Cell]) -> tuple[int, ...]:
    """The family's board of a game."""
    return tuple(column * 64 + row for column, row in moves)
