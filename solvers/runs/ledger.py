"""What a run's events add up to: each worker's state, the improvements, the solution, the log."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import reduce
from itertools import accumulate

from solvers.runs.events import (
    AnyEvent,
    Counted,
    Failed,
    Finished,
    Found,
    Generated,
    Improved,
    Note,
    Paused,
    Progress,
    Resumed,
    Solved,
    Started,
    Trained,
    Unpaused,
    decode_all,
)
from solvers.runs.found import Solution
from solvers.runs.log_lines import LogLine, in_words


@dataclass(slots=True)
class WorkerState:
    """One worker, by its events: the `reason` it finished for or the `failure` it met, if any."""

    pid: int = 0
    at: float = 0.0
    playouts: int = 0
    restarts: int = 0
    rate: float = 0.0
    done: int = 0
    total: int = 0
    uncounted: float = 0.0
    paused: bool = False
    searching: bool = False
    best_score: float | None = None
    reason: str = ""
    failure: str = ""
    wrong_input: bool = False


@dataclass(slots=True)
class Ledger:
    """The sum of all events so far. A worker that resumes takes back what it said beyond where it resumes."""

    unit: str
    optimises: bool = False
    workers: dict[int, WorkerState] = field(default_factory=dict)
    improved: list[Improved | Solved] = field(default_factory=list)
    solutions: list[Solved | Found] = field(default_factory=list)
    counted: list[Counted] = field(default_factory=list)
    generated: list[Generated] = field(default_factory=list)
    lines: list[tuple[int, LogLine]] = field(default_factory=list)  # (playouts, line)
    best: Improved | Solved | None = None  # the first solution, or else the first of the highest score

    def read(self, data: bytes) -> None:
        """Takes in whole lines of events; torn and foreign lines are passed over."""
        for event in decode_all(data):
            self._take(event)

    @property
    def solved(self) -> Solved | None:
        """The first solution, if there is one."""
        return self.best if isinstance(self.best, Solved) else None

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

    def history(self) -> tuple[tuple[float, float], ...]:
        """(seconds, score) of each improvement over all workers' best so far."""
        in_time = sorted(self.improved, key=lambda event: event.at)
        bests = accumulate((event.score for event in in_time), max)
        points = [(event.at, best) for event, best in zip(in_time, bests, strict=True)]
        return tuple(p for i, p in enumerate(points) if i == 0 or p[1] > points[i - 1][1])

    def _take(self, event: AnyEvent) -> None:
        worker = self.workers.setdefault(event.worker, WorkerState())
        if type(event) is Progress:  # asked first, as a long run has little else
            worker.at, worker.playouts = event.at, event.playouts
            worker.restarts, worker.rate = event.restarts, event.rate
            worker.done, worker.total, worker.uncounted = event.done, event.total, event.uncounted
            worker.best_score = event.best_score
            return
        if isinstance(event, (Started, Resumed)):
            self._take_back(event.worker, event.playouts)
            worker = self.workers[event.worker] = WorkerState(pid=event.pid)
        worker.at, worker.playouts = event.at, event.playouts
        match event:
            case Improved() | Solved():
                self.improved.append(event)
                self.best = _better(self.best, event)
                if isinstance(event, Solved):
                    self.solutions.append(event)
            case Found():
                self.solutions.append(event)
            case Counted():
                self.counted.append(event)
            case Generated():
                self.generated.append(event)
                return
            case Trained():
                worker.done = event.puzzles
            case Paused() | Unpaused():
                worker.paused = isinstance(event, Paused)
            case Finished():
                worker.reason, worker.restarts = event.reason, event.restarts
                worker.best_score = event.best_score
            case Failed():
                worker.failure, worker.wrong_input = event.message, event.wrong_input
            case _:
                pass
        words = in_words(event, self.unit, optimises=self.optimises)
        line = LogLine(event.at, event.worker, words, isinstance(event, Note))
        self.lines.append((event.playouts, line))

    def _take_back(self, worker: int, playouts: int) -> None:
        def stands(event: AnyEvent) -> bool:
            return event.worker != worker or event.playouts <= playouts

        self.improved = [event for event in self.improved if stands(event)]
        self.best = reduce(_better, self.improved, None)
        self.solutions = [event for event in self.solutions if stands(event)]
        self.counted = [event for event in self.counted if stands(event)]
        self.generated = [event for event in self.generated if stands(event)]
        self.lines = [(at, line) for at, line in self.lines if line.worker != worker or at <= playouts]


def _better(best: Improved | Solved | None, event: Improved | Solved) -> Improved | Solved:
    if best is None:
        return event
    if isinstance(best, Solved) or isinstance(event, Solved):
        return best if isinstance(best, Solved) else event
    return event if event.score > best.score else best
