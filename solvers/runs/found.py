"""The solutions of a run that looks for several: as reported, without duplicates, and ranked."""

from __future__ import annotations

import hashlib
import heapq
from array import array
from collections.abc import Iterable

import msgspec

from puzzles.family import Family, ManySolutions, Verdict
from puzzles.parameters import Value

MOST_REMEMBERED = 2**16
"""Solutions of which a digest of 16 bytes is kept, so that none is judged twice; of more, the latest."""


class Solution(msgspec.Struct, frozen=True, kw_only=True):
    """One verified solution: by which worker, after how many seconds of its search, and the verdict's facts."""

    board: tuple[int, ...]
    score: float
    seconds: float
    worker: int = 0
    facts: dict[str, Value] = {}


def distinct(solutions: Iterable[Solution]) -> list[Solution]:
    """Those with different boards; of the same ones the first."""
    found: dict[tuple[int, ...], Solution] = {}
    for one in solutions:
        found.setdefault(one.board, one)
    return list(found.values())


class BestFound:
    """The best `most` of the different solutions that were added; of equal ones those that were added first.

    `solutions` has them in that order. `judged` counts all that were added.
    """

    def __init__(self, family: Family, most: int) -> None:
        self.solutions: dict[tuple[int, ...], Solution] = {}
        self.judged = 0
        self._family = family
        self._most = most
        self._worst_first: list[tuple[tuple[float, ...], int, tuple[int, ...]]] = []
        self._digests: dict[bytes, None] = {}

    def knows(self, board: tuple[int, ...]) -> bool:
        """True if a solution of that board was added before, as far as that is remembered."""
        return board in self.solutions or _digest(board) in self._digests

    def add(self, one: Solution) -> bool:
        """True if it is among the best."""
        self.judged += 1
        self._digests[_digest(one.board)] = None
        if len(self._digests) > MOST_REMEMBERED:
            del self._digests[next(iter(self._digests))]
        entry = (rank_key(one, self._family), -self.judged, one.board)
        self.solutions[one.board] = one
        if len(self._worst_first) < self._most:
            heapq.heappush(self._worst_first, entry)
            return True
        *_, left_out = heapq.heappushpop(self._worst_first, entry)
        del self.solutions[left_out]
        return left_out != one.board


def _digest(board: tuple[int, ...]) -> bytes:
    return hashlib.blake2b(array("q", board).tobytes(), digest_size=16).digest()


def rank_key(one: Solution, family: Family) -> tuple[float, ...]:
    """The key by which the family ranks the solution, the greatest first."""
    many = family.many_solutions or ManySolutions()
    return many.rank_key(Verdict(solved=True, score=one.score, facts=one.facts))


def ranked(solutions: Iterable[Solution], family: Family) -> tuple[Solution, ...]:
    """Best first, by the family's rank of their verdicts; among equals the one that was found first."""
    in_time = sorted(solutions, key=lambda one: one.seconds)
    return tuple(sorted(in_time, key=lambda one: rank_key(one, family), reverse=True))
