"""What is known of a cell's search so far, whatever program makes it: each better board, judged, and each point."""

from __future__ import annotations

import importlib.metadata
import sys
import time
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cache

import msgspec
from msgspec import structs

from priors.provenance import version
from puzzles.family import Family
from puzzles.parameters import Value
from solvers.driver.judging import BestFound, check_best, check_solution
from solvers.driver.loop import Due
from solvers.experiments.cell import Better, Cell, CellResult, Progress, Reading, Several, StoppedError, Tell
from solvers.processor import processor
from solvers.runs.result import Solution
from solvers.runs.scoring import TOLERANCE

TELL_EVERY = 1.0
"""Seconds between two reports of a search that finds nothing better."""


class Kept(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a record holds, as data."""

    seconds: float
    playouts: int
    trace: list[Better]
    readings: list[Reading]
    board: tuple[int, ...]
    facts: dict[str, Value]
    times: list[float] = []


class Record:
    """What is known of a cell's search so far: each better board, judged, and what was known at each point.

    Any program that looks for boards can be measured by it: `step` is told where the search is after each step of it,
    `found` of each better board, `settle` that there is no more of this step.
    """

    def __init__(self, cell: Cell, tell: Tell) -> None:
        self.cell = cell
        self.family: Family = cell.aim
        self.puzzle = self.family.from_json(cell.data)
        self.seconds = 0.0
        self.playouts = 0
        self.trace: list[Better] = []
        """The boards that were judged, each at the end of the slice that found it."""
        self._improved: list[tuple[int, float]] = []
        self._times: list[float] = []
        """CPU seconds of each of these playouts, as if all of a slice took equally long."""
        self.board: tuple[int, ...] = ()
        self.facts: dict[str, Value] = {}
        self.shortfall = ""
        """What the search could not learn of its warm start, until it is told."""
        self._readings: list[Reading] = []
        self._claimed: float | None = None
        self._tell = tell
        self._due = Due()
        several = cell.several or None
        most = several.wanted if several and several.keep_best else sys.maxsize
        self._solutions = BestFound(self.family, most, several.apart, several.front) if several else None

    def kept(self) -> Kept:
        """All of it, to go on from."""
        return Kept(
            seconds=self.seconds,
            playouts=self.playouts,
            trace=self.trace,
            readings=self._readings,
            board=self.board,
            facts=self.facts,
            times=self._times,
        )

    def restore(self, kept: Kept) -> None:
        """Nothing; it is as it was."""
        self.seconds, self.playouts, self.board, self.facts = kept.seconds, kept.playouts, kept.board, kept.facts
        self.trace, self._readings, self._times = kept.trace, kept.readings, kept.times

    @property
    def score(self) -> float | None:
        return self.trace[-1].score if self.trace else None

    def beaten_by(self, score: float) -> bool:
        """True if a search's score is better than that of the last board, as the search had it."""
        best = self.score if self._claimed is None else self._claimed
        return best is None or score > best

    @property
    def solved(self) -> bool:
        return bool(self.trace) and self.trace[-1].solved

    @property
    def reached(self) -> bool:
        """True if the best score is the one at which the search ends, or better."""
        until, score = self.cell.until, self.score
        return until is not None and score is not None and score >= until - TOLERANCE * max(1.0, abs(until))

    @property
    def left(self) -> tuple[float | None, int | None]:
        """CPU seconds and playouts to the next point; None where the budget is the other one."""
        point = self.cell.points[min(len(self._readings), len(self.cell.points) - 1)]
        return (None, int(point) - self.playouts) if self.cell.playouts else (point - self.seconds, None)

    @property
    def spent(self) -> bool:
        """True if the budget is."""
        return len(self._readings) == len(self.cell.points)

    def comes_to(self, seconds: float, playouts: int) -> bool:
        """True if a search that has used so much has come to the next point."""
        point = self.cell.points[min(len(self._readings), len(self.cell.points) - 1)]
        return (playouts if self.cell.playouts else seconds) >= point

    def step(self, seconds: float, playouts: int) -> None:
        """The search has used so much; StoppedError if nobody wants it any more.

        What a step found is known at its end: points in seconds that it went past are read as before it.
        """
        if self.cell.seconds:
            self._read(bisect_left(self.cell.seconds, seconds))
        self.seconds, self.playouts = seconds, playouts
        self.tell()

    def improved(self, rows: list[tuple[int, float]], seconds: float, playouts: int) -> None:
        """Takes which playouts of a search were better than all before, after the slice that begins there."""
        pace = (self.seconds - seconds) / max(1, self.playouts - playouts)
        new = [at for at, (found, _) in enumerate(rows) if found > playouts]
        self._times += [0.0] * (len(rows) - len(self._times))
        for at in new:
            self._times[at] = seconds + (rows[at][0] - playouts) * pace
        self._improved = rows

    def _whole_trace(self) -> tuple[Better, ...]:
        """Each better score at the playout that found it, up to the last board that was judged."""
        if not self.trace or not self._improved:
            return tuple(self.trace)
        found: list[Better] = []
        most = self.trace[-1].score if self._claimed is None else self._claimed
        for (playouts, score), seconds in zip(self._improved, self._times, strict=True):
            if score <= most and (not found or score > found[-1].score):
                found.append(Better(score=score, seconds=seconds, playouts=playouts))
        last = found.pop() if found and found[-1].score == most else self.trace[-1]
        return (*found, structs.replace(self.trace[-1], seconds=last.seconds, playouts=last.playouts))

    def settle(self) -> None:
        """What the last step found has been taken: the points that it came to are read."""
        self._read(bisect_right(self.cell.points, self.playouts if self.cell.playouts else self.seconds))

    def _read(self, points: int) -> None:
        for point in self.cell.points[len(self._readings) : points]:
            self._readings.append(self._reading(point))

    def _reading(self, point: float) -> Reading:
        return Reading(point=point, score=self.score, solved=self.solved, playouts=self.playouts, seconds=self.seconds)

    def found(self, score: float, board: tuple[int, ...], *, solved: bool) -> None:
        """Takes a board that is better than all before; MismatchError if the checker does not agree with it."""
        if solved:
            verdict = check_solution(self.family, self.puzzle, board)
        else:
            verdict = check_best(self.family, self.puzzle, score, board)
        self.board, self.facts = board, dict(verdict.facts)
        self._claimed = verdict.score if solved else score
        self.trace.append(
            Better(score=verdict.score, seconds=self.seconds, playouts=self.playouts, solved=verdict.solved)
        )
        self.tell(now=True)

    def take(self, boards: Sequence[tuple[int, ...]]) -> None:
        """Takes solutions: the first one or, where several are wanted, each different one. MismatchError."""
        for board in boards:
            if not self.solved:
                self.found(0.0, board, solved=True)
            if self._solutions is None:
                return
            if not self._solutions.knows(board):
                verdict = check_solution(self.family, self.puzzle, board)
                facts = dict(verdict.facts)
                one = Solution(board=board, score=verdict.score, seconds=self.seconds, facts=facts)
                if self._solutions.add(one) and board != self.board:
                    self._report(board)

    @property
    def enough(self) -> bool:
        """True if this search alone has found as many solutions as are wanted."""
        several = self.cell.several or Several(wanted=1)
        found = len(self._solutions.solutions) if self._solutions else int(self.solved)
        return not several.keep_best and found >= several.wanted

    def tell(self, *, now: bool = False) -> None:
        """Reports where the search is, if that is due."""
        time_now = time.monotonic()
        if not now and not self._due(time_now):
            return
        self._due.done(time_now, TELL_EVERY)
        self._report(self.board if now else ())

    def _report(self, board: tuple[int, ...]) -> None:
        here = Progress(
            key=self.cell.key,
            playouts=self.playouts,
            seconds=self.seconds,
            score=self.score,
            solved=self.solved,
            board=board,
            shortfall=self.shortfall,
        )
        self.shortfall = ""
        if not self._tell(here):
            raise StoppedError(self.cell.title)

    def result(self, end: str, *, restarts: int = 0, claim: str = "") -> CellResult:
        """The result; points that the search ended before are read at its end."""
        for point in self.cell.points[len(self._readings) :]:
            self._readings.append(self._reading(point))
        return CellResult(
            key=self.cell.key,
            row=self.cell.row,
            group=self.cell.group,
            puzzle=self.cell.puzzle,
            seed=self.cell.seed,
            end=end,
            readings=tuple(self._readings),
            trace=self._whole_trace(),
            playouts=self.playouts,
            seconds=self.seconds,
            restarts=restarts,
            board=self.board,
            facts=self.facts,
            claim=claim,
            machine=processor(),
            versions=_versions(),
        )


def failed(cell: Cell, error: str) -> CellResult:
    """The result of a cell that could not be done, with what is wrong in one line."""
    return CellResult(
        key=cell.key,
        row=cell.row,
        group=cell.group,
        puzzle=cell.puzzle,
        seed=cell.seed,
        machine=processor(),
        versions=_versions(),
        error=error,
    )


@cache
def _versions() -> dict[str, str]:
    """The versions of this program and of what its figures depend on."""
    return {
        "mcs-tui": version(),
        **{name: importlib.metadata.version(name) for name in ("numpy", "numba", "viennarna")},
    }
