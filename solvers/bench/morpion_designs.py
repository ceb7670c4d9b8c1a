"""The designs of the playout that `mcs-tui bench morpion` compares: a search on any of them, with a clock."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from puzzles.engine.contract import RulesModule, load
from puzzles.engine.limits import Limits
from puzzles.engine.streams import stream
from puzzles.morpion.kernels import byte_board, designs, rules
from puzzles.morpion.kernels.byte_board import ByteBoard
from puzzles.morpion.puzzle import MorpionPuzzle
from puzzles.parameters import Value
from solvers.registry import algorithm as known
from solvers.searches.contract import SearchModule
from solvers.searches.tally import RUNNING, STATUS
from solvers.session import Session

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


class DesignSearch(Session):
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
        chosen = known(algorithm)
        self._rules = load(rules.__name__, RulesModule)
        self._search_module = load(chosen.module, SearchModule)
        self._advance = self._search_module.advance
        self.keeps_state = chosen.needs_undo
        self.state, self._limits = design.build(variant)
        self._states = [self.state]
        two = design.name == OURS and chosen.pairs and not alone
        twin = {"twin": rules.twin(self.state)} if two else {}
        rng = stream("solve", seed, 0)
        self.search = self._search_module.make_search(self._limits, parameters, np.ones(1), rng, **twin)

    def play(self, games: int) -> None:
        """That many playouts, whether or not one reaches the proven bound (none has in 5D and 5T)."""
        end = self.playouts + games
        while self.playouts < end:
            self.search.tally.counters[STATUS] = RUNNING
            self.advance(end - self.playouts)


def first_game(search: Session, level: int) -> float:
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
