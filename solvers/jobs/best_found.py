"""The best of the different solutions that a worker has found, or their Pareto front."""

from __future__ import annotations

import hashlib
import heapq
import sys
from array import array

from puzzles.family import Family
from puzzles.groups import ManySolutions
from solvers.runs.result import Solution, criteria, dominates, kept, rank_key

Board = tuple[int, ...]

MOST_REMEMBERED = 2**16
"""Solutions of which a digest of 16 bytes is kept, so that none is judged twice; of more, the latest."""


class BestFound:
    """The best `most` of the different `solutions` added, equal ones in their order; `judged` counts all added.

    Any two of them differ in at least `apart` entries: one that is too near to another only takes its place if it is
    the better of the two and near to no third, so that they do not become fewer. Without a limit (`most` is
    `sys.maxsize`) the earlier one stays. `front`: those of the Pareto front instead, as `solvers.runs.result.kept`.
    """

    def __init__(self, family: Family, most: int, apart: int = 0, front: float | None = None) -> None:
        self.solutions: dict[tuple[int, ...], Solution] = {}
        self.judged = 0
        self._family = family
        self._most = most
        self._apart = apart
        self._front = front
        self._worst_first: list[tuple[tuple[float, ...], int, tuple[int, ...]]] = []
        self._digests: dict[bytes, None] = {}

    def knows(self, board: tuple[int, ...]) -> bool:
        """True if a solution of that board was added before, as far as that is remembered."""
        return board in self.solutions or _digest(board) in self._digests

    def admits(self, score: float) -> bool:
        """False if so many are kept that one with that score, by which they are ranked, is not among the best."""
        return len(self._worst_first) < self._most or (score,) > self._worst_first[0][0]

    def add(self, one: Solution) -> bool:
        """True if it is among the best."""
        self.judged += 1
        self._digests[_digest(one.board)] = None
        if len(self._digests) > MOST_REMEMBERED:
            del self._digests[next(iter(self._digests))]
        if self._front is not None:
            return self._add_to_front(one, self._front)
        entry = (rank_key(one, self._family), -self.judged, one.board)
        if not self._makes_room(entry):
            return False
        self.solutions[one.board] = one
        if len(self._worst_first) < self._most:
            heapq.heappush(self._worst_first, entry)
            return True
        *_, left_out = heapq.heappushpop(self._worst_first, entry)
        del self.solutions[left_out]
        return left_out != one.board

    def _add_to_front(self, one: Solution, middle: float) -> bool:
        point = criteria(one, self._family, middle)
        kept_ones = self.solutions.values()
        if any(dominates(criteria(other, self._family, middle), point) for other in kept_ones):
            return False
        after = kept([*kept_ones, one], self._family, self._most, keep_best=True, apart=self._apart, front=middle)
        left = {other.board for other in after}
        self.solutions = {other.board: other for other in (*kept_ones, one) if other.board in left}
        return one.board in left

    def _makes_room(self, entry: tuple[tuple[float, ...], int, Board]) -> bool:
        """False if a solution that is kept is too near to the board; one that is worse has gone."""
        many, board = self._family.many_solutions or ManySolutions(), entry[2]
        near = [one for one in self._worst_first if self._apart and many.distance(one[2], board) < self._apart]
        if not near:
            return True
        if len(near) > 1 or near[0] > entry or self._most == sys.maxsize:
            return False
        self._worst_first.remove(near[0])
        heapq.heapify(self._worst_first)
        del self.solutions[near[0][2]]
        return True


def _digest(board: tuple[int, ...]) -> bytes:
    return hashlib.blake2b(array("q", board).tobytes(), digest_size=16).digest()
