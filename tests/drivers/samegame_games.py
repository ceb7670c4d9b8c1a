"""A small SameGame board with games worked out by hand, and longer games played at random."""

from __future__ import annotations

import random

from puzzles.samegame.position import SMALLEST, anchor, group, has_group, remove, start
from puzzles.samegame.puzzle import Move, SameGamePuzzle, board_of

SMALL = SameGamePuzzle(4, 3, (0, 1, 1, 2, 0, 0, 1, 2, 1, 0, 2, 2))
"""
0 1 1 2
0 0 1 2
1 0 2 2
"""
CLEARING = board_of((Move(0, 1), Move(2, 0), Move(0, 0)))
"""The four 0 for 4, the four 2 for 4; the four 1 lie side by side then, for 4 and 1000: 1,012 points."""
LEAVING = board_of((Move(1, 2), Move(0, 1), Move(1, 0)))
"""The three 1 for 1, then the 0 and the 2 for 4 each; one 1 is left: 9 points."""


def random_board(width: int, height: int, colours: int, seed: int) -> SameGamePuzzle:
    """A full board of uniform colours."""
    draw = random.Random(seed)
    return SameGamePuzzle(width, height, tuple(draw.randrange(colours) for _ in range(width * height)))


def random_game(puzzle: SameGamePuzzle, draw: random.Random) -> tuple[int, ...]:
    """A game to its end; each group is as likely as any other, however many cells it has."""
    position, moves = start(puzzle), list[Move]()
    while has_group(position):
        column = draw.choice([number for number, colours in enumerate(position.columns) for _ in colours])
        cells = group(position, Move(column, draw.randrange(len(position.columns[column]))))
        if len(cells) >= SMALLEST and draw.random() * len(cells) < 1:
            moves.append(anchor(cells))
            position = remove(position, cells)
    return board_of(moves)
