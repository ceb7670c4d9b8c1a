"""The search of a cell, with its clock: CPU time inside the search alone, and each better board judged by the checker.

Kernels are compiled and loaded, and tables of priors made, before the clock runs; the checker judges between slices.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import platform
import time
from pathlib import Path

import msgspec
import numpy as np

from priors.provenance import version
from puzzles import trouble
from puzzles.errors import PuzzleError
from puzzles.family import Puzzle, Verdict
from puzzles.parameters import resolve
from puzzles.registry import get_family, not_here
from puzzles.user_data import decoded
from solvers.compiled_session import compiled_session
from solvers.driver.judging import MismatchError
from solvers.driver.loop import Due, Pace, checkpoint_interval
from solvers.driver.results import JUDGING_SHARE
from solvers.experiments.algorithms import algorithm
from solvers.experiments.cell import Cell, CellResult, Tell
from solvers.experiments.record import Kept, Record, failed
from solvers.registry import parameters_of
from solvers.runs.checkpoint import Checkpoint, digest, read_checkpoint, write_checkpoint
from solvers.runs.events import describe_trouble
from solvers.session import Session

Waiting = tuple[float, tuple[int, ...]]
"""A better board that is not judged yet, and its score as the search has it."""

RECORD = "record"
"""Name of a checkpoint's member that holds what is known so far; a search's arrays have other names."""


def run(cell: Cell, tell: Tell, place: Path | None) -> CellResult:
    """The cell's result, or its error in one line; StoppedError if `tell` says so. `place`: as of `run_cell`."""
    if lack := _missing(cell):
        return failed(cell, lack)
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
    record.shortfall = session.shortfall
    record.tell(now=True)
    over, due = False, Due()
    waiting: Waiting | None = None
    while session.status == "running" and not record.spent:
        seconds_left, playouts_left = record.left
        if cell.whole:
            seconds = slice_of_one(session, pace, playouts_left, seconds_left)
            if over := seconds is None:
                break
            spent += seconds or 0.0
        else:
            spent += pace.slice(session.advance, lambda: session.playouts, playouts_left, seconds_left)
        if waiting and record.comes_to(spent, session.playouts):
            _judge(record, waiting, due)
            waiting = None
        before = record.seconds, record.playouts
        record.step(spent, session.playouts)
        record.improved(session.improvements(), *before)
        if record.spent:
            break  # what came after its time is not counted
        solutions = session.solutions()
        score, board = session.best_score, session.best_board()
        if solutions:
            waiting = None
            record.take(solutions)
            if session.status == "solved" and not record.enough:
                session.go_on()
        elif score is not None and board is not None and record.beaten_by(score):
            waiting = (score, board)
        if waiting and (due(time.monotonic()) or record.comes_to(record.seconds, record.playouts)):
            _judge(record, waiting, due)
            waiting = None
        record.settle()
        if record.reached:
            break
        checkpoint.save()
    if waiting and not record.spent:
        _judge(record, waiting, due)
    ended = session.status != "running" and not (cell.seconds and record.spent)
    end = session.status if ended else "reached" if record.reached else "whole" if over else "budget"
    return record.result(end, restarts=session.restarts, claim=_claim(record, session) if ended else "")


def _judge(record: Record, waiting: Waiting, due: Due) -> None:
    """Nothing; the board is judged. The next one is due so that judging takes JUDGING_SHARE of the time at most."""
    begun = time.monotonic()
    record.found(*waiting, solved=False)
    end = time.monotonic()
    due.done(end, (end - begun) / JUDGING_SHARE)


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
        try:
            write_checkpoint(self._path, place, {**self._session.arrays(), RECORD: record})
        except OSError as error:
            trouble.tell(f"{describe_trouble(error, self._path)}: the cell would begin anew")
        end = time.monotonic()
        self._due.done(end, checkpoint_interval(end - begun))

    def restore(self) -> None:
        """Nothing; search and record are at the saved place, if there is one that fits."""
        if self._path is None:
            return
        own = not algorithm(self._record.cell.algorithm).checked
        try:
            saved = read_checkpoint(self._path, own=own)
            if saved is None or saved[0].spec != self._spec:
                return
            arrays = saved[1]
            kept = decoded(msgspec.json.Decoder(Kept).decode, arrays.pop(RECORD).tobytes())
            self._session.restore(arrays)
            self._record.restore(kept)
        except (OSError, ValueError, KeyError) as error:  # damaged, or of another version
            trouble.tell(f"{self._path.name}: {error}: its cell begins anew", self._path)


def _claim(record: Record, session: Session) -> str:
    """What a search that has seen everything has proven of the best board, in words."""
    optimisation, cell = record.family.optimisation, record.cell
    if session.status != "exhausted" or optimisation is None or record.score is None:
        return ""
    settings = resolve(parameters_of(algorithm(cell.algorithm), record.family), cell.parameters, cell.algorithm)
    verdict = Verdict(record.solved, record.score, facts=record.facts)
    return optimisation.proof_statement(record.puzzle, settings, verdict)


def _missing(cell: Cell) -> str:
    """What this machine lacks of what another distribution adds, the cell's family or search; empty if it has both."""
    try:
        algorithm(cell.algorithm)
        lack = not_here(cell.family)
    except KeyError:
        lack = f"there is no search {cell.algorithm!r} here; expected the distribution that adds it"
    return lack and f"{platform.node()}: {lack}"


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
        warm_start=cell.warm_start or (),
    )


def make_ready(cell: Cell) -> str:
    """Why the cell's kernel could not be compiled, or its prior's table not be made; empty if they are there now."""
    if lack := _missing(cell):
        return lack
    try:
        session_of(cell, get_family(cell.family).from_json(cell.data))
    except (PuzzleError, ValueError, RuntimeError, OSError) as error:
        return str(error)
    return ""
