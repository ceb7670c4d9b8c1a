"""Scores from a Python function in place of a family's: of a batch of boards at a time."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from puzzles.family import Board, Family, Puzzle, Verdict
from puzzles.groups import Optimisation
from puzzles.parameters import ParameterError
from puzzles.registry import get_family
from solvers.registry import algorithm as algorithm_of
from solvers.runs.spec import SolveSpec

if TYPE_CHECKING:
    from solvers.session import Session

Ints = npt.NDArray[np.int64]
ScoreFunction = Callable[[Ints, Ints], npt.ArrayLike]
"""`score(boards, lengths)`: a number for each board, float64[batch], higher is better; int64[batch, n], int64[batch].

`boards[k, : lengths[k]]` is what playout k ended with: the moves of a game, or the values of the cells; behind it there
is -1. Both are copies. A score of -inf is learned from as little as no playout; NaN and inf are refused
(ParameterError). What the function raises ends the search.
"""
BATCH = 64
"""Boards of a call, where `batch` is not given."""


class Scores:
    """A function's scores for one search of one puzzle. `parameters`, the search's, get `batch` where they lack it.

    NRPA, GNRPA and BLNRPA make `batch` playouts for each policy before one is learned from (stabilized NRPA); sampling
    as many for a call; NMCS those by which its lowest level tries the moves of a position.
    """

    def __init__(self, puzzle: Puzzle, score: ScoreFunction, parameters: dict[str, Any], algorithm: str | None) -> None:
        whole = get_family(puzzle.family).for_puzzle(puzzle)
        if whole.rules.in_python:
            raise ParameterError("a puzzle in plain Python has a score of its own; leave out score")
        self._score = score
        chosen = algorithm_of(algorithm or whole.default_algorithm)
        own = any(one.name == "batch" for one in chosen.parameters)
        self._batch = int(parameters.setdefault("batch", BATCH) if own else parameters.pop("batch", BATCH))
        self._best = -np.inf
        self._known: dict[tuple[int, ...], float] = {}
        self.family = _judged_by(whole, self._of_board)

    def __call__(self, boards: Ints, lengths: Ints) -> npt.ArrayLike:
        """The scores; the best so far are remembered, so that a function need not give the same again."""
        found = np.asarray(self._score(boards, lengths))
        if found.shape == lengths.shape and found.size and found.dtype.kind in "biuf":
            best = int(np.argmax(found))
            if found[best] > self._best:
                self._best = float(found[best])
                self._known[tuple(boards[best, : lengths[best]].tolist())] = self._best
        return found

    def _of_board(self, board: Board) -> float:
        key = tuple(board)
        if key not in self._known:
            scored = np.asarray(self._score(np.array([board], np.int64), np.array([len(board)], np.int64)))
            self._known[key] = float(scored[0])
        return self._known[key]

    def session(self, spec: SolveSpec, worker: int, odds: Any, puzzle: Puzzle) -> Session:
        """The search, whose scores are the function's. ParameterError for one that learns from no such scores."""
        from solvers.searches.batched import scored
        from solvers.session import Session

        made = Session(spec, worker, odds, puzzle, partial(scored, score=self, batch=self._batch))
        made.batch = self._batch
        return made


def _judged_by(family: Family, score: Callable[[Board], float]) -> Family:
    """The family with these scores: a board is legal as it says, nothing is known to be the best."""

    def judge(self: Family, puzzle: Puzzle, board: Board) -> Verdict:
        found = family.judge(puzzle, board)
        if not found.legal:
            return found
        return replace(found, solved=False, score=score(board), facts={**found.facts, "own_score": found.score})

    other = copy(family)
    object.__setattr__(other, "__class__", type("Scored", (type(family),), {"judge": judge}))
    object.__setattr__(other, "optimisation", Optimisation())
    return other
