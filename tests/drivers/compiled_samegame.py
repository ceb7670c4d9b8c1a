"""Games in the compiled rules of SameGame, with their groups named by their cells, as in the plain positions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from drivers.compiled_rules import codes_into, look, moves_at, play_move, reset_state

from puzzles.samegame.kernels import cellwise, rules
from puzzles.samegame.kernels.cellwise import CellState
from puzzles.samegame.kernels.packed import PackedState
from puzzles.samegame.puzzle import SameGamePuzzle

NO_CHANCE = np.ones(1, np.uint64)
"""For operations that may draw: SameGame's draw nothing."""

State = PackedState | CellState


class Offer(NamedTuple):
    """A group that is offered: its item, its cells as (column, row), its codes."""

    item: int
    cells: frozenset[tuple[int, int]]
    policy: int
    prior: int


class CompiledGame:
    """A compiled state in play, at its root."""

    def __init__(
        self, puzzle: SameGamePuzzle, *, selective: str = "off", plainly: bool = False, trail: bool = False
    ) -> None:
        """`plainly`: cell by cell, whatever the board's height."""
        if plainly:
            self.state: State = cellwise.build(puzzle, selective, rules.SIZE, trail=trail)
        else:
            self.state = rules.build_state(puzzle, prior_code=rules.SIZE, selective=selective, trail=trail)
        self.limits = rules.limits(self.state)
        self.board = np.zeros(self.limits.board, np.int64)
        self.policy, self.prior = np.zeros((2, self.limits.width), np.int64)
        self.reset()

    def reset(self) -> None:
        reset_state(self.state)

    def items(self) -> list[int]:
        """The groups that are offered, in the list's order."""
        return self.state.moves[: moves_at(self.state, NO_CHANCE)].tolist()

    def offers(self) -> list[Offer]:
        """The same with their cells and codes."""
        count = moves_at(self.state, NO_CHANCE)
        codes_into(self.state, count, self.policy, self.prior)
        found = zip(self.state.moves[:count].tolist(), self.policy.tolist(), self.prior.tolist(), strict=False)
        return [Offer(item, self.cells(item), policy, prior) for item, policy, prior in found]

    def cells(self, item: int) -> frozenset[tuple[int, int]]:
        """The cells of a listed group, read from what the state keeps of it."""
        group = int(self.state.groups[item])
        if isinstance(self.state, PackedState):
            return frozenset(_cells_of_runs(self.state, group >> 40))
        return frozenset(_cells_around(self.state, group >> 40))

    def play(self, item: int) -> None:
        play_move(self.state, item)

    def look(self) -> tuple[list[int], float]:
        """The moves played, as numbers of the board, and the score; never solved."""
        score, best, length = look(self.state, self.board)
        assert not best
        return self.board[:length].tolist(), score


def _cells_of_runs(state: PackedState, place: int) -> Iterator[tuple[int, int]]:
    begin, count = place & 0x7FFF, place >> 15
    for run in state.runs[begin : begin + count].tolist():
        yield from ((run // 256 - 1, row) for row in range(run // 16 % 16, run % 16 + 1))


def _cells_around(state: CellState, anchor: int) -> Iterator[tuple[int, int]]:
    """By another way than the kernel's: cells of the colour that are joined are added until none is left."""
    stride = int(state.stride[0])
    cells = {int(at) for at in np.flatnonzero(state.cells == state.cells[anchor])}
    found, new = {anchor}, {anchor}
    while new:
        new = {at + step for at in new for step in (1, -1, stride, -stride)} & cells - found
        found |= new
    yield from ((at // stride - 1, at % stride) for at in found)


def puzzle_of(rows: Sequence[Sequence[int]]) -> SameGamePuzzle:
    """A board of rows, the top one first; -1 where empty."""
    return SameGamePuzzle(len(rows[0]), len(rows), tuple(colour for row in rows for colour in row))


def random_puzzle(seed: int, width: int, height: int, colours: int, *, ragged: bool = False) -> SameGamePuzzle:
    """Uniform colours; `ragged`: columns of any height, some on the right without a cell."""
    chance = np.random.default_rng(seed)
    cells = chance.integers(0, colours, (height, width))
    if ragged:
        used = int(chance.integers(1, width + 1))
        heights = chance.integers(1, height + 1, width)
        heights[used:] = 0
        cells[height - heights[None, :] > np.arange(height)[:, None]] = -1
    return puzzle_of(cells.tolist())
