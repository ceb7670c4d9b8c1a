"""The search of a cell, with its clock: CPU time inside the search alone, and each better board judged by the checker.

Kernels are compiled and loaded, and tables of priors made, before the clock runs; the checker judges between slices.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import time
from bisect import bisect_left, bisect_right
from contextlib import suppress
from functools import cache
from pathlib import Path

import msgspec
import numpy as np

from priors.provenance import version
from puzzles.errors import PuzzleError
from puzzles.family import Family, Puzzle, Verdict
from puzzles.parameters import Value, resolve
from puzzles.registry import get_family
from puzzles.user_data import decoded
from solvers.compiled_session import compiled_session
from solvers.experiments.algorithms import algorithm
from solvers.experiments.cell import Better, Cell, CellResult, Progress, Reading, StoppedError, Tell
from solvers.jobs.best_results import TOLERANCE, MismatchError, check_best, check_solution
from solvers.jobs.slicing import Due, Pace, checkpoint_interval
from solvers.processor import processor
from solvers.registry import parameters_of
from solvers.runs.checkpoint import Checkpoint, digest, read_checkpoint, write_checkpoint
from solvers.session import Session

RECORD = "record"
"""Name of a checkpoint's member that holds what is known so far; a search's arrays have other names."""
TELL_EVERY = 1.0
"""Seconds between two reports of a search that finds nothing better."""


def run(cell: Cell, tell: Tell, place: Path | None) -> CellResult:
    """The cell's result, or its error in one line; StoppedError if `tell` says so. `place`: as of `run_cell`."""
    try:
        record = Record(cell, tell)
        if algorithm(cell.algorithm).peer:
            by_peer: CellResult = importlib.import_module("solvers.experiments.peer").searched(record)
            return by_peer
        return searched(record, place)
    except (MismatchError, PuzzleError, ValueError, RuntimeError, OSError) as error:
        words = " ".join((error.message if isinstance(error, PuzzleError) else str(error)).split())
        return failed(cell, words or type(error).__name__)


def searched(record: Record, place: Path | None) -> CellResult:
    """The result of the search, made to its end, its goal or its budget. MismatchError, and what sessions raise."""
    cell, session = record.cell, session_of(record.cell, record.puzzle)
    checkpoint = CellCheckpoint(place, record, session)
    checkpoint.restore()
    pace, spent = Pace(time.process_time), record.seconds
    record.tell(now=True)
    over = False
    while session.status == "running" and not record.spent:
        seconds_left, playouts_left = record.left
        if cell.whole:
            seconds = slice_of_one(session, pace, playouts_left, seconds_left)
            if over := seconds is None:
                break
            spent += seconds or 0.0
        else:
            spent += pace.slice(session.advance, lambda: session.playouts, playouts_left, seconds_left)
        record.step(spent, session.playouts)
        if record.spent:
            break  # what came after its time is not counted
        solutions = session.solutions()
        score, board = session.best_score, session.best_board()
        if solutions and not record.solved:
            record.found(0.0, solutions[0], solved=True)
        elif score is not None and board is not None and (record.score is None or score > record.score):
            record.found(score, board, solved=False)
        record.settle()
        if record.reached:
            break
        checkpoint.save()
    ended = session.status != "running" and not (cell.seconds and record.spent)
    end = session.status if ended else "reached" if record.reached else "whole" if over else "budget"
    return record.result(end, restarts=session.restarts, claim=_claim(record, session) if ended else "")


def slice_of_one(session: Session, pace: Pace, playouts_left: int | None, seconds_left: float | None) -> float | None:
    """The CPU seconds of a slice in which the search has not begun again; None if it does with its next playout.

    A slice in which it has is taken back, and made again in tenths of it; what was taken back does not count.
    """
    saved = {name: array.copy() for name, array in session.arrays().items()}
    length = pace.next(playouts_left, seconds_left)
    while True:
        before, begun = session.playouts, time.process_time()
        session.advance(length)
        took = time.process_time() - begun
        if session.restarts == 0:
            pace.took(session.playouts - before, took)
            return took
        session.restore(saved)
        if length == 1:
            return None
        length = max(1, length // 10)


class CellCheckpoint:
    """The file from which a cell goes on after its worker was killed; without a path there is none.

    The search goes on bit for bit, as that of a run does (`solvers.runs.checkpoint`).
    """

    def __init__(self, path: Path | None, record: Record, session: Session) -> None:
        self._path = path
        self._record = record
        self._session = session
        self._due = Due()
        self._due.done(time.monotonic(), checkpoint_interval(0.0))

    @property
    def _spec(self) -> str:
        return digest(f"{self._record.cell.key} {version()}".encode())

    def save(self) -> None:
        """Nothing; the place is written, if that is due. What the disk refuses is tried again later."""
        begun = time.monotonic()
        if self._path is None or not self._due(begun):
            return
        kept = self._record.kept()
        place = Checkpoint(
            stage="plain",
            elapsed=kept.seconds,
            playouts=kept.playouts,
            earlier_playouts=0,
            earlier_restarts=0,
            best_score=self._record.score,
            best_board=list(kept.board),
            spec=self._spec,
        )
        record = np.frombuffer(msgspec.json.encode(kept), np.uint8)
        with suppress(OSError):
            write_checkpoint(self._path, place, {**self._session.arrays(), RECORD: record})
        end = time.monotonic()
        self._due.done(end, checkpoint_interval(end - begun))

    def restore(self) -> None:
        """Nothing; search and record are at the saved place, if there is one that fits."""
        if self._path is None:
            return
        own = not algorithm(self._record.cell.algorithm).checked
        with suppress(OSError, ValueError, KeyError):  # damaged, or of another version: the cell begins anew
            saved = read_checkpoint(self._path, own=own)
            if saved is None or saved[0].spec != self._spec:
                return
            arrays = saved[1]
            kept = decoded(msgspec.json.Decoder(Kept).decode, arrays.pop(RECORD).tobytes())
            self._session.restore(arrays)
            self._record.restore(kept)


def _claim(record: Record, session: Session) -> str:
    """What a search that has seen everything has proven of the best board, in words."""
    optimisation, cell = record.family.optimisation, record.cell
    if session.status != "exhausted" or optimisation is None or record.score is None:
        return ""
    settings = resolve(parameters_of(algorithm(cell.algorithm), record.family), cell.parameters, cell.algorithm)
    verdict = Verdict(record.solved, record.score, facts=record.facts)
    return optimisation.proof_statement(record.puzzle, settings, verdict)


def session_of(cell: Cell, puzzle: Puzzle) -> Session:
    """The cell's search, its kernel compiled and loaded, and its prior's table made; nothing is played."""
    return compiled_session(
        puzzle,
        cell.algorithm,
        cell.parameters,
        prior=cell.prior,
        tau=cell.prior_tau,
        mode=cell.mode,
        seed=cell.seed,
        worker=cell.index,
    )


def make_ready(cell: Cell) -> str:
    """Why the cell's kernel could not be compiled, or its prior's table not be made; empty if they are there now."""
    try:
        session_of(cell, get_family(cell.family).from_json(cell.data))
    except (PuzzleError, ValueError, RuntimeError, OSError) as error:
        return str(error)
    return ""


class Kept(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a record holds, as data."""

    seconds: float
    playouts: int
    trace: list[Better]
    readings: list[Reading]
    board: tuple[int, ...]
    facts: dict[str, Value]


class Record:
    """What is known of a cell's search so far: each better board, judged, and what was known at each point.

    Any program that looks for boards can be measured by it: `step` is told where the search is after each step of it,
    `found` of each better board, `settle` that there is no more of this step.
    """

    def __init__(self, cell: Cell, tell: Tell) -> None:
        self.cell = cell
        self.family: Family = get_family(cell.family)
        self.puzzle = self.family.from_json(cell.data)
        self.seconds = 0.0
        self.playouts = 0
        self.trace: list[Better] = []
        self.board: tuple[int, ...] = ()
        self.facts: dict[str, Value] = {}
        self._readings: list[Reading] = []
        self._tell = tell
        self._due = Due()

    def kept(self) -> Kept:
        """All of it, to go on from."""
        return Kept(
            seconds=self.seconds,
            playouts=self.playouts,
            trace=self.trace,
            readings=self._readings,
            board=self.board,
            facts=self.facts,
        )

    def restore(self, kept: Kept) -> None:
        """Nothing; it is as it was."""
        self.seconds, self.playouts, self.board, self.facts = kept.seconds, kept.playouts, kept.board, kept.facts
        self.trace, self._readings = kept.trace, kept.readings

    @property
    def score(self) -> float | None:
        return self.trace[-1].score if self.trace else None

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

    def step(self, seconds: float, playouts: int) -> None:
        """The search has used so much; StoppedError if nobody wants it any more.

        What a step found is known at its end: points in seconds that it went past are read as before it.
        """
        if self.cell.seconds:
            self._read(bisect_left(self.cell.seconds, seconds))
        self.seconds, self.playouts = seconds, playouts
        self.tell()

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
        self.trace.append(
            Better(score=verdict.score, seconds=self.seconds, playouts=self.playouts, solved=verdict.solved)
        )
        self.tell(now=True)

    def tell(self, *, now: bool = False) -> None:
        """Reports where the search is, if that is due."""
        time_now = time.monotonic()
        if not now and not self._due(time_now):
            return
        self._due.done(time_now, TELL_EVERY)
        here = Progress(
            key=self.cell.key,
            playouts=self.playouts,
            seconds=self.seconds,
            score=self.score,
            solved=self.solved,
            board=self.board if now else (),
        )
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
            trace=tuple(self.trace),
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
