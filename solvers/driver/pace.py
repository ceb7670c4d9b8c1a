"""When a search looks up from its work: how long its slices are, when what is due, and what it may use in all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

SLICE = 0.05
"""Seconds of one slice: long enough that looking costs nothing, short enough that stop acts at once."""
GROWTH = 4
"""Factor by which slices may grow, so that one quick slice does not lead to a very long one."""

STATUS_EVERY = 0.25
IMPROVED_EVERY = 0.1
CHECKPOINT_EVERY = 5.0
CHECKPOINT_SHARE = 0.02
"""Seconds between writes; checkpoints, and sharing solutions, never take more than that share of a worker's time."""
PROGRESS_SHARE = 200
SLOWEST_PROGRESS = 60.0
"""A run writes some 200 progress events in each e-fold of its time, and one a minute in the end."""


class Pace:
    """Chooses the playouts of each slice by the rate so far; the first is one, to show a quick solution at once.

    `batch`: slices are multiples of it, unless fewer playouts are left.
    """

    def __init__(self, clock: Callable[[], float], batch: int = 1) -> None:
        self._clock = clock
        self._batch = batch
        self._last = 0
        self._seconds_each = 0.0

    def slice(
        self,
        advance: Callable[[int], object],
        playouts: Callable[[], int],
        playouts_left: int | None = None,
        seconds_left: float | None = None,
    ) -> float:
        """The seconds that one slice took: `advance` was called once, `playouts` says how many there are."""
        before, begin = playouts(), self._clock()
        advance(self.next(playouts_left, seconds_left))
        seconds = self._clock() - begin
        self.took(playouts() - before, seconds)
        return seconds

    def next(self, playouts_left: int | None, seconds_left: float | None) -> int:
        """The playouts of the next slice, 1 or more, never more than are left."""
        target = SLICE if seconds_left is None else min(SLICE, seconds_left)
        playouts = GROWTH * self._last or 1
        if self._seconds_each > 0.0:
            playouts = min(playouts, round(target / self._seconds_each))
        playouts = max(1, -(-playouts // self._batch)) * self._batch
        return playouts if playouts_left is None else max(1, min(playouts, playouts_left))

    def took(self, playouts: int, seconds: float) -> None:
        self._last = max(1, playouts)
        self._seconds_each = seconds / self._last


class Due:
    """Something that is to be done now and then; the first time at once."""

    def __init__(self) -> None:
        self._next = float("-inf")

    def __call__(self, now: float) -> bool:
        return now >= self._next

    def done(self, now: float, interval: float) -> None:
        """It was done now, and is due again after the interval."""
        self._next = now + interval


def progress_interval(elapsed: float) -> float:
    """Seconds to the next progress event: longer and longer, so that a run of days stays a small file."""
    return min(SLOWEST_PROGRESS, max(STATUS_EVERY, elapsed / PROGRESS_SHARE))


def checkpoint_interval(cost: float) -> float:
    """Seconds to the next checkpoint after one that took `cost` seconds."""
    return max(CHECKPOINT_EVERY, cost / CHECKPOINT_SHARE)


def sharing_interval(cost: float) -> float:
    """Seconds to the next merge of a worker's solutions into the run's result, after one that took `cost` seconds."""
    return max(IMPROVED_EVERY, cost / CHECKPOINT_SHARE)


@dataclass(frozen=True, slots=True)
class Budget:
    """What a worker may use: `seconds` of search and `playouts`, of all stages; None is no limit."""

    seconds: float | None
    playouts: int | None

    def left(self, at: float, playouts: int) -> tuple[float | None, int | None]:
        """(seconds, playouts) left, 0 or less when spent."""
        seconds = None if self.seconds is None else self.seconds - at
        return seconds, None if self.playouts is None else self.playouts - playouts

    def spent(self, at: float, playouts: int) -> bool:
        return any(left is not None and left <= 0 for left in self.left(at, playouts))
