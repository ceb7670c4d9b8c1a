"""Checks of the searches on a family: the same results by seed, in slices, and after a checkpoint."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from puzzles.family import Family
from solvers.conformance import Check
from solvers.conformance.texts import puzzles_of
from solvers.registry import Algorithm, algorithms_for
from solvers.request import Request
from solvers.session import Session

PLAYOUTS = 24
SLICES = (1, 8, 0, 12, 3)  # PLAYOUTS in all


def checks(family: Family) -> Iterator[Check]:
    """One for each algorithm that the family can be searched by."""
    for one in algorithms_for(family):
        yield Check(
            f"{one.name}: the result depends on the seed alone, and the checker agrees", partial(_search, family, one)
        )


def _session(family: Family, algorithm: Algorithm) -> Session:
    puzzle = puzzles_of(family)[:2][-1]
    spec = Request(algorithm=algorithm.name, prior="none").resolve(puzzle)
    return Session(spec, 0)


def _search(family: Family, algorithm: Algorithm) -> str:
    whole, again, sliced = (_session(family, algorithm) for _ in range(3))
    whole.advance(PLAYOUTS)
    again.advance(PLAYOUTS)
    if _outcome(whole) != _outcome(again):
        return "the same seed gives another result"
    for count in SLICES[:3]:
        sliced.advance(count)
    resumed = _session(family, algorithm)
    resumed.restore({name: array.copy() for name, array in sliced.arrays().items()})
    for count in SLICES[3:]:
        sliced.advance(count)
        resumed.advance(count)
    for one, after in ((sliced, "slices"), (resumed, "a checkpoint")):
        if _outcome(one) != _outcome(whole):
            return f"after {after} the result is another: {_outcome(one)[:4]}, not {_outcome(whole)[:4]}"
    board = whole.best_board()
    if board is None:
        return f"no board after {PLAYOUTS} {algorithm.unit}"
    verdict = family.judge(whole.puzzle, board)
    if not verdict.legal:
        return f"the checker refuses the best board: {'; '.join(verdict.faults[:1])}"
    if verdict.score != whole.best_score:
        return f"the best board scores {whole.best_score}, by the checker {verdict.score}"
    if any(not family.judge(whole.puzzle, one).solved for one in whole.solutions()):
        return "the checker refuses a solution"
    return ""


def _outcome(one: Session) -> tuple[Any, ...]:
    """The search's results and arrays; without arrays if it plays in pairs: they hold whichever game was last."""
    outcome = one.status, one.playouts, one.best_score, one.best_board(), one.restarts
    arrays = {name: array.tobytes() for name, array in one.arrays().items() if name.startswith("search.")}
    return (*outcome, {} if getattr(one.search, "twin", None) is not None else arrays)
