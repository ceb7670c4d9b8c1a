"""What happens in a run, one JSON object a line in `events.jsonl`; the same for a live and an old run.

Several processes append whole lines to the file, and none is lost on a full disk.

Every event carries `worker` (0 ...), `at` (seconds of search so far, resumes included) and `playouts` so far.
On resume, a worker first writes `Resumed`; readers then drop that
worker's events with more playouts than it says.
`Started` is as `Resumed` at 0: the worker begins from the beginning.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import msgspec

from puzzles.parameters import Value
from puzzles.user_data import decoded

LONGEST_QUEUE = 1_000
"""Events kept in memory while the disk is full; beyond it progress and improvements are dropped."""


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="event", omit_defaults=False):
    """Common to all events."""

    worker: int = 0
    at: float = 0.0
    playouts: int = 0


class Started(Event, frozen=True, kw_only=True, tag="started"):
    """The worker has its spec and begins."""

    pid: int
    time: str  # ISO 8601, UTC
    version: str


class Resumed(Event, frozen=True, kw_only=True, tag="resumed"):
    """The worker goes on from its checkpoint at `playouts`."""

    pid: int
    time: str


class Note(Event, frozen=True, kw_only=True, tag="note"):
    """One line for people: `compiling kernels, once: 3 of 7`, `training the prior dual, order 20, once`.

    `trouble`: of what went wrong and was got over, which is told to everybody.
    """

    text: str
    trouble: bool = False


class Progress(Event, frozen=True, kw_only=True, tag="progress"):
    """The search's numbers so far. `done` of `total` in jobs that know their end (training, generating).

    `cpu` and `run_cpu` as in `solvers.runs.status`.
    """

    best_score: float | None = None
    rate: float = 0.0  # playouts a second since the last progress
    restarts: int = 0
    done: int = 0
    total: int = 0
    cpu: float = 0.0
    run_cpu: float = 0.0


class Improved(Event, frozen=True, kw_only=True, tag="improved"):
    """A better position, replayed by the plain checker before it was written. `facts` are those of its verdict.

    `found`: the worker's playout, from 1, that led to it, however its search was sliced; 0 if that is not known.
    """

    score: float
    board: list[int]
    facts: dict[str, Value] = {}
    found: int = 0


class Solved(Event, frozen=True, kw_only=True, tag="solved"):
    """A complete solution, verified by the plain checker. `seconds`: search time alone, without start-up."""

    score: float
    board: list[int]
    seconds: float
    facts: dict[str, Value] = {}


class Found(Event, frozen=True, kw_only=True, tag="found"):
    """A further solution, verified too, of a run that looks for several; the first is `Solved`."""

    score: float
    board: list[int]
    seconds: float
    facts: dict[str, Value] = {}


class Counted(Event, frozen=True, kw_only=True, tag="counted"):
    """How many solutions there are: `unique`, `several` (two different boards) or `unknown` (budget hit)."""

    solutions: str
    boards: list[list[int]] = []


class Generated(Event, frozen=True, kw_only=True, tag="generated"):
    """One generated puzzle in JSON form, with its known solution."""

    puzzle: dict[str, Any]
    solution: list[int]
    note: str = ""


class Trained(Event, frozen=True, kw_only=True, tag="trained"):
    """The prior's table is stored. `puzzles`: how many were counted (fewer than asked if it was stopped)."""

    path: str
    puzzles: int


class Paused(Event, frozen=True, kw_only=True, tag="paused"):
    """The worker waits."""


class Unpaused(Event, frozen=True, kw_only=True, tag="unpaused"):
    """The worker goes on."""


class Finished(Event, frozen=True, kw_only=True, tag="finished"):
    """The worker ends normally.

    `reason`: solved, budget, reached (the wanted score), exhausted (everything was seen), stopped, done, elsewhere
    (another worker was first).
    """

    reason: str
    best_score: float | None = None
    restarts: int = 0


class Failed(Event, frozen=True, kw_only=True, tag="failed"):
    """The worker ends because something is wrong; `message` is one line for the user, the log has details.

    `wrong_input`: its spec can't be carried out, such as a generator's settings that don't go together.
    """

    message: str
    wrong_input: bool = False


AnyEvent = (
    Started
    | Resumed
    | Note
    | Progress
    | Improved
    | Solved
    | Found
    | Counted
    | Generated
    | Trained
    | Paused
    | Unpaused
    | Finished
    | Failed
)


_DECODER: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


def encode(event: AnyEvent) -> bytes:
    """The event as one line of JSON with its newline."""
    return msgspec.json.encode(event) + b"\n"


def decode_all(lines: bytes) -> list[AnyEvent]:
    """The events in whole lines; damaged and unknown lines are skipped."""
    try:
        return list(decoded(_DECODER.decode_lines, lines))
    except ValueError:
        return [event for line in lines.split(b"\n") if line and (event := decode(line)) is not None]


def decode(line: bytes) -> AnyEvent | None:
    """The event in a line; None for a damaged or unknown line (a killed writer can leave one)."""
    try:
        return decoded(_DECODER.decode, line)
    except ValueError:
        return None


class EventLog:
    """The writing end of a run's events. Opens the file for each write: it may have been replaced."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.trouble = ""
        """One line on why the last write failed; empty if it did not."""
        self._queue: list[AnyEvent] = []
        self._torn = True  # a killed worker may have left half a line

    @property
    def waiting(self) -> int:
        """How many events could not be written yet."""
        return len(self._queue)

    def append(self, event: AnyEvent) -> bool:
        """True if the event, and all before it, are in the file; False if they wait in memory.

        FileNotFoundError if the run's folder is gone.
        """
        self._queue.append(event)
        return self.flush()

    def flush(self) -> bool:
        """True if nothing waits any more."""
        try:
            if self._queue:
                self._write_queue()
        except FileNotFoundError:
            raise
        except OSError as error:
            self.trouble = describe_trouble(error, self.path)
            if len(self._queue) > LONGEST_QUEUE:
                self._queue = [event for event in self._queue if not isinstance(event, Progress | Improved)]
            return False
        self.trouble = ""
        return True

    def _write_queue(self) -> None:
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NONBLOCK
        descriptor = os.open(self.path, flags, 0o600)
        try:
            while self._queue:
                line = encode(self._queue[0])
                if self._torn and not _ends_with_newline(descriptor):
                    line = b"\n" + line
                self._torn = True
                self._torn = os.write(descriptor, line) < len(line)  # one write: lines of other workers don't mix in
                if not self._torn:  # else the rest does not fit: the next write raises the reason, or repeats the line
                    self._queue.pop(0)
        except OSError:
            self._torn = True
            raise
        finally:
            os.close(descriptor)


def is_full(error: OSError) -> bool:
    """True if the disk, or the user's part of it, is full."""
    return error.errno in (errno.ENOSPC, errno.EDQUOT)


def describe_trouble(error: OSError, path: Path) -> str:
    """One line for people on what can't be written and why."""
    if is_full(error):
        return f"the disk is full: {path.name or path.absolute()} can't be written"
    what = "locked" if path.suffix == ".lock" else "written"
    why = error.strerror or str(error)
    return f"{path.name} can't be {what}: {why[:1].lower()}{why[1:]}"


def _ends_with_newline(descriptor: int) -> bool:
    size = os.fstat(descriptor).st_size
    return size == 0 or os.pread(descriptor, 1, size - 1) == b"\n"
