"""A game in play, whatever its steps are: undone and made again, the time and the help taken. No textual."""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from puzzles.family import Family
from tui.kept.loaded import Loaded

LONGEST = 366 * 24 * 3600.0
"""Seconds of play that a file may tell."""
MOST_PINS = 100
"""Of one game, those pinned last."""


@dataclass
class Tally:
    """What is told of a game when it is over: `started`, `changed`, `finished` are seconds since 1970, 0 for not yet.

    `seconds`: of play, while the board was on the screen. `hints`: steps of which a hint was shown; `reveals`: cells.
    """

    seconds: float = 0.0
    hints: int = 0
    checks: int = 0
    reveals: int = 0
    started: float = 0.0
    changed: float = 0.0
    finished: float = 0.0

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Tally:
        """From JSON values; ValueError for what is no number of 0 or more."""
        values = {one.name: data.get(one.name, 0) for one in fields(cls)}
        for name, value in values.items():
            if type(value) not in (int, float) or not 0 <= value < math.inf:
                raise ValueError(f"{name} is {value!r}")
        counts = {name: int(values[name]) for name in ("hints", "checks", "reveals")}
        return cls(**{**values, **counts, "seconds": min(float(values["seconds"]), LONGEST)})


@dataclass(frozen=True)
class Branch:
    """A position to go back to: the end of another line of steps, or a pinned one. `line`: its steps or moves."""

    words: str
    line: Sequence[Any]


class PlayedGame(ABC):
    """The game of one puzzle. `at`: how many steps are made; those behind can be made again.

    `touched`: the cell of the last change, where the cursor goes; None where steps are moves. `clock`: monotonic
    seconds; `now`: seconds since 1970.
    """

    def __init__(
        self, loaded: Loaded, clock: Callable[[], float] = time.monotonic, now: Callable[[], float] = time.time
    ) -> None:
        self.loaded = loaded
        self.tally = Tally()
        self.at = 0
        self.touched: int | None = None
        self.left = 0
        """How many undone steps the last step has left on another line, which is one of `branches` now."""
        self.pins: list[Sequence[Any]] = []
        """Pinned positions, as `made`; the one pinned last is the last."""
        self.saved = True
        """False while the game on the disk is an older one."""
        self._clock, self._now = clock, now
        self._runs_since: float | None = None

    @property
    def family(self) -> Family:
        return self.loaded.family

    @property
    @abstractmethod
    def board(self) -> tuple[int, ...]:
        """The position reached."""

    @property
    @abstractmethod
    def length(self) -> int:
        """How many steps there are, made or undone."""

    @property
    def other_lines(self) -> int:
        """How many other lines of steps there are, undone before other steps were made."""
        return len(self._other_lines())

    @property
    def goes_back(self) -> bool:
        """True if there are `branches`."""
        return self.other_lines > 0 or any(pin != self.made for pin in self.pins)

    @property
    @abstractmethod
    def made(self) -> Sequence[Any]:
        """The steps that lead to the position reached, or the moves."""

    @property
    @abstractmethod
    def whole(self) -> Sequence[Any]:
        """Those, and the ones that were undone and can be made again."""

    def pin(self) -> bool:
        """True if the position reached is pinned now; False if it was, and is no longer."""
        made = self.made
        pinned = made not in self.pins
        self.pins = [*self.pins[1 - MOST_PINS :], made] if pinned else [one for one in self.pins if one != made]
        self._changed()
        return pinned

    def branches(self) -> list[Branch]:
        """The positions to go back to but the one reached: pins first, and of each kind the one left last."""
        pins = [Branch(f"pin: {self.standing(one)}", one) for one in reversed(self.pins) if one != self.made]
        return pins + [Branch(f"line: {self.standing(one)}", one) for one in self._other_lines()]

    @abstractmethod
    def show(self, line: Sequence[Any]) -> None:
        """Puts the position on the board that a branch has; what was on it stays, on a line of its own."""

    @abstractmethod
    def _other_lines(self) -> Sequence[Sequence[Any]]: ...

    @abstractmethod
    def standing(self, line: Sequence[Any]) -> str:
        """How far the line has come."""

    @property
    def seconds(self) -> float:
        """Of play until now."""
        running = 0.0 if self._runs_since is None else max(0.0, self._clock() - self._runs_since)
        return self.tally.seconds + running

    @property
    def begun(self) -> bool:
        """True once a step was made, even if it is undone."""
        return self.length > 0 or self.other_lines > 0

    def resume(self) -> None:
        """The clock goes on, unless the game is over."""
        if self._runs_since is None and not self.tally.finished:
            self._runs_since = self._clock()

    def pause(self) -> None:
        """The clock stands still."""
        if self._runs_since is not None:
            self.tally.seconds = self.seconds
            self._runs_since = None
            self.saved = self.saved and not self.begun

    def count(self, what: str) -> None:
        """One more of `hints`, `checks` or `reveals`."""
        setattr(self.tally, what, getattr(self.tally, what) + 1)
        self._changed()

    def finish(self) -> None:
        """The game is over: the clock stands still for good."""
        self.pause()
        if not self.tally.finished:
            self.tally.finished = self._now()
            self._changed()

    def go(self, at: int) -> bool:
        """True if the position after that many steps is another one than that reached, and it is reached now."""
        at, self.left = min(max(at, 0), self.length), 0
        if at == self.at:
            return False
        self._move_to(at)
        self._changed()
        return True

    def data(self) -> dict[str, Any]:
        """The game as plain JSON values, without `OwnGames`, which stand beside it."""
        return {"at": self.at, **asdict(self.tally), "seconds": round(self.seconds, 1)}

    @abstractmethod
    def read(self, data: Mapping[str, Any]) -> None:
        """Takes the game over from JSON values; KeyError, TypeError or ValueError if they are none of this puzzle."""

    @abstractmethod
    def begin_again(self) -> None:
        """Back to the puzzle itself, with no time and no help taken; what was done is another line."""

    @abstractmethod
    def take(self, board: Sequence[int]) -> bool:
        """True if the position was another one; it is reached now, and can be undone where steps are changes."""

    @abstractmethod
    def _move_to(self, at: int) -> None: ...

    def _changed(self) -> None:
        self.tally.changed = self._now()
        self.tally.started = self.tally.started or self.tally.changed
        self.saved = False

    def _anew(self) -> None:
        running = self._runs_since is not None
        self._runs_since = None
        self.tally = Tally()
        self._changed()
        if running:
            self.resume()


def place_among(at: Any, most: int) -> int:
    """The number of steps that a file tells; ValueError if there are not as many."""
    if type(at) is not int or not 0 <= at <= most:
        raise ValueError(f"step {at!r} of {most}")
    return at
