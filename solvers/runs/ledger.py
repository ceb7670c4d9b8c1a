"""What a run's events add up to, and the state of the run by them.

First each worker's state, the improvements, the solution and the log; then the run's status, the one line that matters,
and who can be resumed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import reduce
from typing import Any

import msgspec

from puzzles.user_data import is_full, open_regular, read_file
from solvers.runs import events
from solvers.runs.folder import Run
from solvers.runs.result import Result, Solution
from solvers.runs.spec import RunSpec
from solvers.runs.status import Status
from solvers.runs.view import LogLine, in_words

ENDED_FOR_GOOD = frozenset({"solved", "budget", "reached", "exhausted", "done", "elsewhere"})
SIGNALS = {2: "was interrupted", 9: "was killed", 15: "was terminated"} | dict.fromkeys((4, 6, 7, 8, 11), "crashed")
SIGNALLED = 128
"""A worker that was asked to end by a signal adds its number to this, as a shell does."""
BOARDS_KEPT = 500
"""Improvements whose boards are kept, the latest: a worker that resumes goes back to its last checkpoint at most."""
LINES_KEPT = 10_000
"""Lines of the log that are kept, the latest, or up to twice as many."""
LONGEST_TAIL = 4096
"""Bytes of a worker's log that are looked at for its last line."""


@dataclass(slots=True)
class WorkerState:
    """One worker, by its events: the `reason` it finished for or the `failure` it met, if any.

    `earlier`: the process ids that it had before `pid`.
    """

    pid: int = 0
    earlier: frozenset[int] = frozenset()
    at: float = 0.0
    playouts: int = 0
    restarts: int = 0
    rate: float = 0.0
    done: int = 0
    total: int = 0
    cpu: float = 0.0
    run_cpu: float = 0.0
    paused: bool = False
    best_score: float | None = None
    reason: str = ""
    failure: str = ""
    wrong_input: bool = False


@dataclass(slots=True)
class Ledger:
    """The sum of all events so far. When a worker resumes, what it reported beyond that place is dropped."""

    spec: RunSpec | None = None
    workers: dict[int, WorkerState] = field(default_factory=dict)
    improved: list[events.Improved | events.Solved] = field(default_factory=list)
    solutions: list[events.Solved | events.Found] = field(default_factory=list)
    counted: list[events.Counted] = field(default_factory=list)
    generated: list[events.Generated] = field(default_factory=list)
    lines: list[tuple[int, LogLine]] = field(default_factory=list)  # (playouts, line)
    best: events.Improved | events.Solved | None = None  # the first solution, or else the first of the highest score

    def read(self, data: bytes) -> None:
        """Adds whole lines of events; damaged and unknown lines are skipped."""
        for event in events.decode_all(data):
            self._add(event)

    @property
    def solved(self) -> events.Solved | None:
        """The first solution, if there is one."""
        return self.best if isinstance(self.best, events.Solved) else None

    def leave_out(self, size: int) -> None:
        """Notes that so many bytes of events, behind those read so far, are left out."""
        self.lines.append((0, LogLine(0.0, 0, f"{size / 1e6:,.0f} MB of events are left out here", note=True)))

    def found(self) -> list[Solution]:
        """All solutions that were reported, in that order; some may be of the same board."""
        return [
            Solution(
                board=tuple(event.board),
                score=event.score,
                seconds=event.seconds,
                worker=event.worker,
                facts=event.facts,
            )
            for event in self.solutions
        ]

    def history(self) -> tuple[tuple[float, int, float], ...]:
        """(seconds, playouts of its worker, score) of each improvement over all workers' best so far."""
        points: list[tuple[float, int, float]] = []
        for event in sorted(self.improved, key=lambda event: event.at):
            if not points or event.score > points[-1][2]:
                points.append((event.at, event.playouts, event.score))
        return tuple(points)

    def _add(self, event: events.AnyEvent) -> None:
        worker = self.workers.setdefault(event.worker, WorkerState())
        if type(event) is events.Progress:  # tested first, as a long run has few others
            worker.at, worker.playouts = event.at, event.playouts
            worker.restarts, worker.rate = event.restarts, event.rate
            worker.done, worker.total, worker.cpu, worker.run_cpu = event.done, event.total, event.cpu, event.run_cpu
            worker.best_score = event.best_score
            return
        if isinstance(event, (events.Started, events.Resumed)):
            self._drop_later(event.worker, event.playouts)
            worker = WorkerState(pid=event.pid, earlier=(worker.earlier | {worker.pid}) - {event.pid})
            self.workers[event.worker] = worker
        worker.at, worker.playouts = event.at, event.playouts
        match event:
            case events.Improved() | events.Solved():
                self.improved.append(event)
                if len(self.improved) > BOARDS_KEPT and (old := self.improved[-1 - BOARDS_KEPT]) is not self.best:
                    self.improved[-1 - BOARDS_KEPT] = msgspec.structs.replace(old, board=[], facts={})
                self.best = _better(self.best, event)
                if isinstance(event, events.Solved):
                    self.solutions.append(event)
            case events.Found():
                self.solutions.append(event)
            case events.Counted():
                self.counted.append(event)
            case events.Generated():
                self.generated.append(event)
                return
            case events.Trained():
                worker.done = event.puzzles
            case events.Paused() | events.Unpaused():
                worker.paused = isinstance(event, events.Paused)
            case events.Finished():
                worker.reason, worker.restarts = event.reason, event.restarts
                worker.best_score = event.best_score
            case events.Failed():
                worker.failure, worker.wrong_input = event.message, event.wrong_input
            case _:
                pass
        words = in_words(event, self.spec)
        line = LogLine(event.at, event.worker, words, isinstance(event, events.Note), getattr(event, "trouble", False))
        self.lines.append((event.playouts, line))
        if len(self.lines) > 2 * LINES_KEPT:
            del self.lines[:LINES_KEPT]

    def _drop_later(self, worker: int, playouts: int) -> None:
        lists: tuple[list[Any], ...] = (self.improved, self.solutions, self.counted, self.generated)
        for kept in lists:
            kept[:] = [event for event in kept if event.worker != worker or event.playouts <= playouts]
        self.best = reduce(_better, self.improved, None)
        self.lines = [(at, line) for at, line in self.lines if line.worker != worker or at <= playouts]


def _better(
    best: events.Improved | events.Solved | None, event: events.Improved | events.Solved
) -> events.Improved | events.Solved:
    if best is None:
        return event
    if isinstance(best, events.Solved) or isinstance(event, events.Solved):
        return best if isinstance(best, events.Solved) else event
    return event if event.score > best.score else best


@dataclass(slots=True)
class Worker:
    """One worker: whether it was launched and lives, its live numbers (of this process), what its events add up to."""

    launched: bool
    alive: bool
    status: Status | None
    reported: WorkerState = field(default_factory=WorkerState)

    @property
    def lost(self) -> bool:
        """True if it was launched and is gone without reporting an end."""
        return self.launched and not self.alive and not self.reported.reason and not self.reported.failure

    @property
    def now(self) -> Status | WorkerState:
        """The worker's numbers: the live ones, unless its events are later."""
        return self.status if self.status is not None and self.status.at >= self.reported.at else self.reported

    @property
    def phase(self) -> str:
        """What it is busy with: a phase of `status`."""
        if self.reported.paused:
            return "paused"
        return self.status.phase if self.status else "starting"


def status_of(
    workers: dict[int, Worker], *, solved: bool, result: Result | None, spec_error: str, waits: str = ""
) -> str:
    """The run's status, one of the words that `RunView` names. `solved`: it has all that it looks for.

    `waits`: its status if no worker was ever started.
    """
    if solved:
        return "solved"
    alive = [one.phase for one in workers.values() if one.alive]
    if alive:
        return alive[0] if set(alive) <= {"paused"} or set(alive) <= {"starting"} else "running"
    reasons = {one.reported.reason for one in workers.values()}
    if "exhausted" in reasons or (result is not None and result.proof == "exhausted"):
        return "exhausted"
    if "reached" in reasons or (result is not None and result.reached):
        return "reached"
    if spec_error or any(
        one.reported.failure or (one.lost and not one.reported.pid and one.status is None) for one in workers.values()
    ):
        return "failed"
    if waits and not any(one.launched or one.reported.pid for one in workers.values()):
        return waits
    if any(not one.reported.reason for one in workers.values()):
        return "interrupted"
    return next((word for word in ("stopped", "budget", "done") if word in reasons), "interrupted")


def message_of(run: Run, workers: dict[int, Worker], ledger: Ledger) -> str:
    """The line that matters most: a failure, a lost worker, a full disk; while it starts, its note."""
    if trouble := trouble_of(run, workers):
        return trouble
    for number, one in workers.items():
        if one.reported.failure and not one.alive:
            return one.reported.failure
        if one.lost and one.status is not None and one.status.elsewhere:
            where = f"worker {number} was on {one.status.elsewhere}: whether it lives there can't be seen from here"
            return f"{where}; resume looks whether it does"
        if one.lost:
            return _loss(run, number, one)
    if any(one.alive and one.phase in ("starting", "training") for one in workers.values()) and ledger.lines:
        return ledger.lines[-1][1].text
    return ""


def trouble_of(run: Run, workers: dict[int, Worker]) -> str:
    """What a worker can't write, or could not when it gave up; empty if there is nothing."""
    for number, one in workers.items():
        if one.status is None and (one.alive or one.lost) and is_full(run.folder):  # it could not even say so
            return f"the disk is full: nothing can be written in {run.folder}"
        if one.status is not None and one.status.trouble and (one.alive or one.lost):
            gave_up = "" if one.alive else f"worker {number} gave up: "
            return f"{gave_up}{one.status.trouble.partition(';')[0] if gave_up else one.status.trouble}"
    return ""


def ended_for_good(workers: dict[int, Worker]) -> bool:
    """True if no worker lives and each has ended normally."""
    return all(not one.alive and one.reported.reason in ENDED_FOR_GOOD for one in workers.values())


def resumable_workers(
    workers: dict[int, Worker], ledger: Ledger, result: Result | None, wanted: int
) -> tuple[int, ...]:
    """The workers that are not alive and have work left, if only to write a result that is in the events alone."""
    if result is not None and (result.reached or (wanted > 1 and result.over)):
        return ()
    if ledger.solved is None and result is not None and result.proof == "exhausted":
        return ()
    winner = result.worker if result is not None and result.proof == "solved" and wanted == 1 else None
    return tuple(
        number
        for number, one in workers.items()
        if not one.alive and one.reported.reason not in ENDED_FOR_GOOD and winner in (None, number)
    )


def _loss(run: Run, worker: int, one: Worker) -> str:
    code = _exit_code(run, worker)
    last = _last_line(run, worker)
    if code is None:
        how = "ended without a message" if one.reported.pid else "did not start"
    elif code < 0 or code > SIGNALLED:
        number = -code if code < 0 else code - SIGNALLED
        how = f"{SIGNALS.get(number, 'was ended')} (signal {number})"
    else:
        how = f"ended with exit code {code}"
    details = f": {last}, see {run.log_path(worker)}" if last else ""
    advice = "; resume goes on from its checkpoint" if one.reported.pid and not details else ""
    return f"worker {worker} {how}{details}{advice}"


def _exit_code(run: Run, worker: int) -> int | None:
    try:
        return int(read_file(run.exit_path(worker)))
    except (OSError, ValueError):
        return None


def _last_line(run: Run, worker: int) -> str:
    """The last line that the worker's process printed, or the name of the signal that it met."""
    try:
        with open(open_regular(run.log_path(worker)), "rb") as stream:
            stream.seek(max(0, stream.seek(0, 2) - LONGEST_TAIL))
            lines = stream.read().decode("utf-8", "replace").split("\n")
    except OSError:
        return ""
    fatal = [line for line in lines if line.startswith("Fatal Python error")]
    return next((line.strip() for line in reversed([*lines, *fatal]) if line.strip()), "")
