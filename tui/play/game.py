"""A puzzle that is played by hand: its steps, undone and made again, the time and the help taken. No textual."""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from puzzles.by_hand import FillIn, MoveByMove
from puzzles.family import Family
from tui.boards.game import OwnGames
from tui.loaded import Loaded

Marks = tuple[int, ...]
Change = tuple[int, int, Marks]
"""A cell, its value after the step (the open value if empty), and its pencil marks."""
Step = tuple[Change, ...]
LONGEST = 366 * 24 * 3600.0
"""Seconds of play that a file may tell."""


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
    @abstractmethod
    def share(self) -> float | None:
        """How much of the puzzle is done, 0 to 1; None where nobody knows how long a game is."""

    @property
    def seconds(self) -> float:
        """Of play until now."""
        running = 0.0 if self._runs_since is None else max(0.0, self._clock() - self._runs_since)
        return self.tally.seconds + running

    @property
    def begun(self) -> bool:
        """True once a step was made, even if it is undone."""
        return self.length > 0

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

    def undo(self) -> bool:
        """True if there was a step to undo."""
        return self.go(self.at - 1)

    def redo(self) -> bool:
        """True if there was a step to make again."""
        return self.go(self.at + 1)

    def go(self, at: int) -> bool:
        """True if the position after that many steps is another one than that reached, and it is reached now."""
        at = min(max(at, 0), self.length)
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
        """Back to the puzzle itself, with no time and no help taken."""

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


class FillGame(PlayedGame):
    """A board that is filled in. `marks`: pencil marks by cell; a value hides them, and emptying shows them again."""

    def __init__(self, loaded: Loaded, **clocks: Callable[[], float]) -> None:
        super().__init__(loaded, **clocks)
        hand = self.family.by_hand
        assert isinstance(hand, FillIn)
        self.hand = hand
        self.free = hand.free_cells(loaded.puzzle)
        self.steps: list[Step] = []
        self.marks: dict[int, Marks] = {}
        self._board = list(loaded.start)

    @property
    def board(self) -> tuple[int, ...]:
        return tuple(self._board)

    @property
    def length(self) -> int:
        return len(self.steps)

    @property
    def filled(self) -> int:
        """Free cells with a value."""
        return sum(self._board[cell] != self.hand.open_value for cell in self.free)

    @property
    def full(self) -> bool:
        return self.filled == len(self.free)

    @property
    def share(self) -> float | None:
        return self.filled / len(self.free) if self.free else 1.0

    def write(self, cell: int, value: int) -> bool:
        """True if the cell had another value; the open value empties it."""
        return self.change([(cell, value)])

    def change(self, values: Iterable[tuple[int, int]]) -> bool:
        """One step that gives these (cell, value); True if it changes anything. Cells that are given stay."""
        new = [(cell, value) for cell, value in values if cell in self.free and self._board[cell] != value]
        return self._step(tuple((cell, value, self.marks.get(cell, ())) for cell, value in new))

    def pencil(self, cell: int, value: int) -> bool:
        """True if the cell is open: the value is one of its marks now, or no longer."""
        if cell not in self.free or self._board[cell] != self.hand.open_value:
            return False
        order = {one: place for place, one in enumerate(self.hand.values(self.loaded.puzzle, cell))}
        marks = set(self.marks.get(cell, ())) ^ {value}
        return self._step(((cell, self.hand.open_value, tuple(sorted(marks, key=lambda one: order[one]))),))

    def holds(self, cell: int | None) -> bool:
        """True if the cell has a value or marks of the player's."""
        return cell in self.free and (self._board[cell] != self.hand.open_value or bool(self.marks.get(cell)))

    def empty(self, cell: int) -> bool:
        """True if there was a value, which is taken away, or else marks, which are."""
        if cell not in self.free:
            return False
        if self._board[cell] != self.hand.open_value:
            return self.write(cell, self.hand.open_value)
        return bool(self.marks.get(cell)) and self._step(((cell, self.hand.open_value, ()),))

    def next_empty(self, cell: int | None) -> int | None:
        """The next open cell in the board's order, round and round; None if all others are filled."""
        last = -1 if cell is None else cell
        open_cells = sorted(one for one in self.free if self._board[one] == self.hand.open_value and one != cell)
        return next((one for one in open_cells if one > last), next(iter(open_cells), None))

    def take(self, board: Sequence[int]) -> bool:
        return self.change(enumerate(board))

    def remember(self, other: FillGame) -> bool:
        """True if the other game of the puzzle stands otherwise: undo shows its board, and again goes on as before."""
        cells = [
            cell
            for cell in sorted(self.free)
            if (self._board[cell], self.marks.get(cell, ())) != (other._board[cell], other.marks.get(cell, ()))
        ]
        if not cells:
            return False
        there = tuple((cell, other._board[cell], other.marks.get(cell, ())) for cell in cells)
        back = tuple((cell, self._board[cell], self.marks.get(cell, ())) for cell in cells)
        self.steps[self.at : self.at] = [there, back]
        self.at += 2
        return True

    def begin_again(self) -> None:
        self.steps, self.at, self.marks, self._board = [], 0, {}, list(self.loaded.start)
        self._anew()

    def data(self) -> dict[str, Any]:
        return {"steps": self.steps, **super().data()}

    def read(self, data: Mapping[str, Any]) -> None:
        tally = Tally.read(data)
        steps = [tuple(self._read_change(change) for change in step) for step in data["steps"]]
        at = data["at"]
        if type(at) is not int or not 0 <= at <= len(steps) or not all(steps):
            raise ValueError(f"step {at!r} of {len(steps)}")
        self.steps, self.at, self.tally = steps, 0, tally
        self._move_to(at)
        self.touched = None

    def _read_change(self, change: Any) -> Change:
        cell, value, marks = change
        if cell not in self.free:
            raise ValueError(f"cell {cell!r} can't be filled in")
        known = set(self.hand.values(self.loaded.puzzle, cell))
        if value != self.hand.open_value and value not in known:
            raise ValueError(f"{value!r} is no value")
        if not known.issuperset(marks) or not all(type(one) is int for one in (cell, value, *marks)):
            raise ValueError("a pencil mark is no value")
        return cell, value, tuple(marks)

    def _step(self, changes: Step) -> bool:
        if not changes:
            return False
        del self.steps[self.at :]
        self.steps.append(changes)
        self._move_to(len(self.steps))
        self._changed()
        return True

    def _move_to(self, at: int) -> None:
        if at > self.at:
            for cell, value, marks in (one for step in self.steps[self.at : at] for one in step):
                self._set(cell, value, marks)
        else:
            cells = {cell for step in self.steps[at : self.at] for cell, _, _ in step}
            earlier = {cell: (cell, value, marks) for step in self.steps[:at] for cell, value, marks in step}
            for cell in cells:
                self._set(*earlier.get(cell, (cell, self.hand.open_value, ())))
            self.touched = self.steps[at][0][0]
        self.at = at

    def _set(self, cell: int, value: int, marks: Marks) -> None:
        self._board[cell], self.marks[cell], self.touched = value, marks, cell


class MoveGame(PlayedGame):
    """A game of moves. `own`: all games played on the puzzle; the one on the board is the first of them.

    A move that leaves the game shown begins another one, and the earlier is kept.
    """

    def __init__(self, loaded: Loaded, own: OwnGames, **clocks: Callable[[], float]) -> None:
        super().__init__(loaded, **clocks)
        hand = self.family.by_hand
        assert isinstance(hand, MoveByMove)
        self.hand = hand
        self.own = own
        self._line = next((game for game in own.games if self._begins_here(game)), loaded.start)
        self.at = self.length

    @property
    def board(self) -> tuple[int, ...]:
        return self._line[: len(self.loaded.start) + self.at]

    @property
    def length(self) -> int:
        return len(self._line) - len(self.loaded.start)

    @property
    def share(self) -> float | None:
        return None

    def play(self, move: int) -> None:
        """Makes a legal move; if it is the one that was undone, those behind it can still be made again."""
        self._take(self.hand.after(self.loaded.puzzle, self.board, move))

    def take(self, board: Sequence[int]) -> bool:
        if tuple(board) == self.board or not self._begins_here(board):
            return False
        self._take(tuple(board))
        return True

    def begin_again(self) -> None:
        """The moves can be made again, and games played before are kept."""
        self.at = 0
        self._anew()

    def read(self, data: Mapping[str, Any]) -> None:
        tally, at = Tally.read(data), data["at"]
        if type(at) is not int or not 0 <= at <= self.length:
            raise ValueError(f"move {at!r} of {self.length}")
        self.tally, self.at = tally, at

    def _take(self, board: tuple[int, ...]) -> None:
        self._line = self.own.played(board)
        self.at = len(board) - len(self.loaded.start)
        self.tally.finished = 0.0
        self._changed()

    def _begins_here(self, board: Sequence[int]) -> bool:
        start = self.loaded.start
        return len(board) > len(start) and tuple(board[: len(start)]) == start

    def _move_to(self, at: int) -> None:
        self.at = at


def new_game(loaded: Loaded, own: OwnGames, **clocks: Callable[[], float]) -> PlayedGame:
    """The game of a puzzle whose family can be played by hand, at the end of the newest one of its own games."""
    if isinstance(loaded.family.by_hand, FillIn):
        return FillGame(loaded, **clocks)
    return MoveGame(loaded, own, **clocks)
