"""The designs of the playout that `mcs-tui bench morpion` compares: a search on any of them, with a clock."""

from __future__ import annotations

import importlib
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from puzzles.engine.limits import Limits
from puzzles.engine.streams import stream
from puzzles.morpion.kernels import byte_board, designs, rules
from puzzles.morpion.kernels.byte_board import ByteBoard
from puzzles.morpion.puzzle import MorpionPuzzle
from puzzles.parameters import Value
from solvers.registry import algorithm as known
from solvers.searches.tally import PLAYOUTS, RESTARTS, RUNNING, STATUS, STATUS_NAMES
from solvers.session import Arrays, Session, named_arrays

PAPER = "paper"
OURS = "ours"


@dataclass(frozen=True, slots=True)
class Design:
    """One design. `cycles`: what Table I gives for it, in cycles a move of 5D; `kind` is None for our rules."""

    name: str
    title: str
    kind: type[ByteBoard] | None
    cycles: str

    def build(self, variant: str) -> tuple[Any, Limits]:
        """A state at the empty cross, and the sizes that searches need."""
        if self.kind is None:
            state = rules.build_state(MorpionPuzzle(variant))
            return state, rules.limits(state)
        board = byte_board.build(self.kind, variant)
        return board, byte_board.limits(board)


DESIGNS = (
    Design("rescan", "whole board", designs.FullRescanState, "150,000"),
    Design("star", "four directions", designs.StarScanState, "15,000"),
    Design("rectangle", "rectangle", designs.RectangleScanState, "6,000"),
    Design(PAPER, "range query, the paper's design", designs.PaperState, "300"),
    Design(OURS, "ours", None, ""),
)
BY_NAME = {design.name: design for design in DESIGNS}


class DesignSearch:
    """A search of `solvers` on a design's state; the stream is the one of a session's first worker."""

    def __init__(
        self,
        design: Design,
        variant: str,
        algorithm: str,
        parameters: Mapping[str, Value],
        seed: int,
        *,
        alone: bool = False,
    ) -> None:
        """`alone`: ours plays one game after the other, not two in lock-step."""
        self.state, room = design.build(variant)
        self._module = importlib.import_module(f"solvers.searches.{algorithm}")
        two = design.name == OURS and known(algorithm).pairs and not alone
        twin = {"twin": rules.twin(self.state)} if two else {}
        self.search = self._module.make_search(room, parameters, np.ones(1), stream("solve", seed, 0), **twin)

    def advance(self, playouts: int) -> str:
        """The status after at most that many more playouts."""
        return STATUS_NAMES[self._module.advance(self.state, self.search, playouts)]

    @property
    def playouts(self) -> int:
        """Playouts so far."""
        return int(self.search.tally.counters[PLAYOUTS])

    @property
    def restarts(self) -> int:
        """Restarts so far."""
        return int(self.search.tally.counters[RESTARTS])

    @property
    def status(self) -> str:
        """As `advance` returned it last."""
        return STATUS_NAMES[self.search.tally.counters[STATUS]]

    @property
    def best_score(self) -> float:
        """The best score so far; -inf before the first playout."""
        return float(self.search.tally.best_score[0])

    def play(self, games: int) -> None:
        """That many playouts, whether or not one reaches the proven bound (none has in 5D and 5T)."""
        end = self.playouts + games
        while self.playouts < end:
            self.search.tally.counters[STATUS] = RUNNING
            self.advance(end - self.playouts)

    def arrays(self) -> Arrays:
        """All there is to save, by place."""
        return named_arrays(self.state._asdict(), "state") | named_arrays(self.search._asdict(), "search")

    def restore(self, saved: Arrays) -> None:
        """Goes back to what `arrays` gave."""
        for name, array in self.arrays().items():
            array[...] = saved[name]


def first_game(search: Session | DesignSearch, level: int) -> float:
    """Runs NMCS to the end of its first game of that level, to the playout; the CPU seconds of it.

    It is run in slices. One in which the search has begun again is taken back and made again in slices of a tenth; what
    was taken back does not count.
    """
    seconds = 0.0
    slice_length = {1: 100, 2: 1_000}.get(level, 10_000)
    while True:
        saved = {name: array.copy() for name, array in search.arrays().items()}
        begun = time.process_time()
        status = search.advance(slice_length)
        took = time.process_time() - begun
        if search.restarts == 0:
            seconds += took
            if status != "running":
                return seconds
            continue
        search.restore(saved)
        if slice_length == 1:
            return seconds
        slice_length //= 10
