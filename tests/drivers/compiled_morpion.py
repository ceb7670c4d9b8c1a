"""A game in the compiled rules of Morpion Solitaire, with its moves named by lines, as in the naive game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from drivers.compiled_rules import look, moves_at, play_move, reset_state
from oracles.naive_morpion import DIRECTIONS, Line, NaiveGame

from puzzles.morpion.kernels import rules
from puzzles.morpion.kernels.rules import allocate, draw_cross
from puzzles.morpion.kernels.state import ARENA, ORIGIN, REACH, MorpionState
from puzzles.morpion.puzzle import VARIANTS, MorpionPuzzle, Move, Square

NO_CHANCE = np.ones(1, np.uint64)
"""For operations that may draw: Morpion's draw nothing."""


@cache
def lines_by_code(arena: int, origin: int, length: int) -> tuple[Line, ...]:
    """The line of each code, for an arena with the board's (0, 0) at (origin, origin) (see kernels/codes.py)."""
    lines = []
    for d in range(4):
        for v in range(2 * arena):
            for u in range(arena):
                x, y = ((v - u, u), (v, u), (v + u - (arena - 1), u), (u, v))[d]
                x, y = x - origin, y - origin
                if d == 0:  # begins at its other end
                    lines.append((x - length + 1, y + length - 1, DIRECTIONS.index((1, -1))))
                else:
                    lines.append((x, y, DIRECTIONS.index(((0, 1), (1, 1), (1, 0))[d - 1])))
    return tuple(lines)


@cache
def codes_by_line(arena: int, origin: int, length: int) -> dict[Line, int]:
    return {line: code for code, line in enumerate(lines_by_code(arena, origin, length))}


def line_of_move(move: Move, length: int) -> Line:
    return (*move.squares(length)[0], move.direction)


def state_at(variant: str, origin: int, dots: frozenset[Square] | None = None) -> MorpionState:
    """A root with the board's (0, 0) at (origin, origin) of the arena, and other dots than the cross' if given."""
    state = allocate(variant)
    state.settings[ORIGIN] = origin
    draw_cross(state, VARIANTS[variant].cross if dots is None else dots)
    state.root[:] = state.position[: state.root.size]
    return state


class Compiled:
    """A compiled state in play, at its root."""

    def __init__(self, variant: str, moves: Sequence[Move] = (), state: MorpionState | None = None) -> None:
        self.state = rules.build_state(MorpionPuzzle(variant, tuple(moves))) if state is None else state
        self.limits = rules.limits(self.state)
        self.length = int(variant[0])
        where = int(self.state.settings[ARENA]), int(self.state.settings[ORIGIN]), int(self.state.settings[REACH]) + 1
        self.line_by_code, self.code_by_line = lines_by_code(*where), codes_by_line(*where)
        self.board = np.zeros(self.limits.board, np.int64)
        self.reset()

    def reset(self) -> None:
        reset_state(self.state)

    def codes(self) -> list[int]:
        """The codes of the listed moves, in the list's order."""
        return self.state.moves[: moves_at(self.state, NO_CHANCE)].tolist()

    def lines(self) -> list[Line]:
        """The listed moves, in the list's order; one that is listed twice is refused."""
        lines = [self.line_by_code[code] for code in self.codes()]
        assert len(set(lines)) == len(lines)
        return lines

    def play(self, line: Line) -> None:
        play_move(self.state, self.code_by_line[line])

    def look(self) -> tuple[list[int], float, bool]:
        """The snapshot, the score, and whether nothing better exists."""
        score, best, length = look(self.state, self.board)
        return self.board[:length].tolist(), score, best


def move_of_line(game: NaiveGame, line: Line, hole: Square) -> Move:
    """The line as a move whose new dot is at that square."""
    dx, dy = DIRECTIONS[line[2]]
    position = next(k for k in range(game.length) if (line[0] + k * dx, line[1] + k * dy) == hole)
    return Move(*hole, line[2], position)


def moves_of(game: NaiveGame) -> tuple[Move, ...]:
    """The moves of a naive game."""
    return tuple(move_of_line(game, line, hole) for line, hole in zip(game.lines, game.holes, strict=True))
