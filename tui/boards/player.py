"""Plays a game on by itself: one step after another, at a chosen speed."""

from __future__ import annotations

from collections.abc import Callable

from textual.timer import Timer

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Steps a second. A position costs some hundred bytes up to a KiB on the line."""
USUAL_SPEED = 2


class Player:
    """Calls `step` at its speed while it plays; `every` starts a timer with its period in seconds."""

    def __init__(self, step: Callable[[], None], every: Callable[[float, Callable[[], None]], Timer]) -> None:
        self._step = step
        self._every = every
        self._speed = USUAL_SPEED
        self._timer: Timer | None = None

    @property
    def playing(self) -> bool:
        """True from `start` to `halt`."""
        return self._timer is not None

    @property
    def words(self) -> str:
        """The speed, such as `2/s`."""
        return f"{SPEEDS[self._speed]:g}/s"

    def start(self) -> None:
        """The first step comes after one period."""
        self.halt()
        self._timer = self._every(1 / SPEEDS[self._speed], self._step)

    def halt(self) -> None:
        """No step comes any more."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def change(self, by: int) -> None:
        """Another speed, that many steps faster; from now on if it plays."""
        self._speed = min(max(self._speed + by, 0), len(SPEEDS) - 1)
        if self.playing:
            self.start()
