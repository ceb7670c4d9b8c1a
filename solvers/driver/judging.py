"""What a search claims, judged by the plain checker: here, or by processes beside the search; and the best of many.

A checker in plain Python may take longer than the search took to find the board, as ViennaRNA does for large designs.
So several processes judge, and their verdicts come in the order in which the boards were found.
"""

from __future__ import annotations

import hashlib
import heapq
import sys
from array import array
from collections import deque
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, TimeoutError
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from puzzles import trouble
from puzzles.family import Family, Puzzle, Verdict
from puzzles.groups import ManySolutions
from puzzles.registry import get_family
from solvers.pinned_workers import LostWorkerError, PinnedWorkers, own_cores
from solvers.runs.processes import give_way
from solvers.runs.result import Solution, criteria, dominates, kept, rank_key
from solvers.runs.scoring import ends_solved, figure, same_score

Board = tuple[int, ...]

MOST_JUDGES = 8
WAITING_EACH = 2
"""Boards for each judge that may wait for their verdict: one more is ready when it has judged one."""


class Waiting(NamedTuple):
    """A board without a verdict yet. `at`: seconds of search after which it was found."""

    board: Board
    at: float
    verdict: Future[Verdict]


class Judged(NamedTuple):
    board: Board
    at: float
    verdict: Verdict


def judges_beside(searches: int) -> int:
    """How many processes may judge: the cores that so many searches leave, 0 where they leave none."""
    return max(0, min(MOST_JUDGES, len(own_cores()) - searches))


class Judges:
    """`number` processes that judge boards of one puzzle. They end with the process that has them."""

    def __init__(self, family: Family, puzzle: Puzzle, number: int) -> None:
        self._family, self._puzzle = family, puzzle
        self._data = msgspec.json.encode(family.to_json(puzzle))
        self._workers = PinnedWorkers(number, lambda report: None, pinned=False)
        for _ in range(number):  # they begin while the search's kernel is loaded, before it gives way to other programs
            self._workers.submit(made_ready, family.name, self._data)
        self._most = WAITING_EACH * number
        self._queue: deque[Waiting] = deque()

    @property
    def boards(self) -> list[Board]:
        """Those that wait for their verdict, in the order in which they came."""
        return [one.board for one in self._queue]

    @property
    def full(self) -> bool:
        """True if the next board would have to wait for longer than its turn."""
        return len(self._queue) >= self._most

    def submit(self, board: Board, at: float) -> None:
        self._queue.append(Waiting(board, at, self._asked(board)))

    def next(self, seconds: float | None = 0.0, *, here: bool = False) -> Judged | None:
        """The verdict on the board that has waited longest; None if there is none within so many seconds.

        `here`: it is judged in this process if no judge has begun with it, as where other programs use all cores. A
        judge that was killed is replaced, and the board is judged again, here if that happens twice.
        """
        if not self._queue:
            return None
        board, at, answer = self._queue[0]
        if here and answer.cancel():
            self._queue.popleft()
            return Judged(board, at, self._family.judge(self._puzzle, board))
        try:
            verdict = answer.result(seconds)
        except TimeoutError:
            return None
        except LostWorkerError:
            trouble.tell("a process that judges boards was killed; another one takes its place")
            try:
                verdict = self._asked(board).result()
            except LostWorkerError:
                verdict = self._family.judge(self._puzzle, board)
        self._queue.popleft()
        return Judged(board, at, verdict)

    def close(self) -> None:
        """The processes end; boards without a verdict stay without."""
        self._workers.shutdown(cancel_futures=True)

    def _asked(self, board: Board) -> Future[Verdict]:
        return self._workers.submit(judged, self._family.name, self._data, board)


def made_ready(family: str, data: bytes) -> None:
    """Nothing; the judge's process can judge boards of the puzzle, and gives way to other programs."""
    _puzzle(family, data)
    give_way()


def judged(family: str, data: bytes, board: Board) -> Verdict:
    """The checker's verdict, in a judge's process."""
    return get_family(family).judge(_puzzle(family, data), board)


@lru_cache(maxsize=1)
def _puzzle(family: str, data: bytes) -> Puzzle:
    content: Mapping[str, Any] = msgspec.json.decode(data)
    return get_family(family).from_json(dict(content))


class MismatchError(Exception):
    """Search and checker disagree: one of them is wrong. The message is one line for the user."""


def check_solution(family: Family, puzzle: Puzzle, board: Sequence[int]) -> Verdict:
    """The checker's verdict on a claimed solution; MismatchError if it is not one."""
    return require_solved(family.judge(puzzle, board))


def require_solved(verdict: Verdict) -> Verdict:
    """The verdict on a claimed solution; MismatchError if it is not one."""
    if not verdict.solved:
        raise MismatchError(f"the search claims a solution, but the checker says: {_fault(verdict)}")
    return verdict


def check_generated(family: Family, puzzle: Puzzle, board: Sequence[int]) -> Verdict:
    """The checker's verdict on the board that a generator made a puzzle from; MismatchError if it is not sound."""
    verdict = family.judge(puzzle, board)
    if not family.passes(verdict):
        raise MismatchError(f"the checker refuses the board that a puzzle was generated from: {_fault(verdict)}")
    return verdict


def check_best(family: Family, puzzle: Puzzle, score: float, board: Sequence[int]) -> Verdict:
    """The checker's verdict; MismatchError unless the board is legal, has that score, and does not end the search.

    None is claimed. A best board that is no solution is a dead end, and may show why it is one: a Kakuro run that was
    filled to a wrong sum. So not every fault is a mismatch; what the rules can't lead to is.
    """
    verdict = family.judge(puzzle, board)
    if not verdict.legal:
        raise MismatchError(f"the search reports a board that is not legal: {verdict.faults[0]}")
    if not same_score(family, verdict, family, score):
        raise MismatchError(f"the search scores a board {figure(score)}, the checker {figure(verdict.score)}")
    if verdict.solved and ends_solved(family):
        raise MismatchError("the search does not know that its board is a solution, the checker does")
    return verdict


def _fault(verdict: Verdict) -> str:
    return verdict.faults[0] if verdict.faults else "it is not complete"


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
