"""Verdicts on boards by processes beside the search, in the order in which the boards were found.

A checker in plain Python may take longer than the search took to find the board, as ViennaRNA does for large designs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from concurrent.futures import Future, TimeoutError
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from puzzles import trouble
from puzzles.family import Family, Puzzle, Verdict
from puzzles.registry import get_family
from solvers.pinned_workers import LostWorkerError, PinnedWorkers, own_cores

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
        self._workers = PinnedWorkers(number, _nothing, pinned=False)
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

    def next(self, seconds: float | None = 0.0) -> Judged | None:
        """The verdict on the board that has waited longest; None if there is none within so many seconds.

        A judge that was killed is replaced, and the board is judged again, here if that happens twice.
        """
        if not self._queue:
            return None
        board, at, answer = self._queue[0]
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


def judged(family: str, data: bytes, board: Board) -> Verdict:
    """The checker's verdict, in a judge's process."""
    return get_family(family).judge(_puzzle(family, data), board)


@lru_cache(maxsize=1)
def _puzzle(family: str, data: bytes) -> Puzzle:
    content: Mapping[str, Any] = msgspec.json.decode(data)
    return get_family(family).from_json(dict(content))


def _nothing(_: object) -> None:
    """What judges report beside their verdicts: nothing."""
