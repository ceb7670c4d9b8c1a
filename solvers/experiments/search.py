"""The search of a cell: `run_cell` makes it, in any process, and a `Record` keeps what is known of it.

Its clock is CPU time (or wall time) inside the search alone: kernels are compiled and loaded, and tables of priors
made, before it runs, and the checker judges better boards between slices. Importing this imports no numba; `run_cell`
does.
"""

from __future__ import annotations

import importlib.metadata
import time
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
from msgspec import structs

from priors.provenance import version
from priors.sealed import Arrays
from puzzles import trouble
from puzzles.foreign import versions_of
from puzzles.parameters import ParameterError
from puzzles.registry import get_family
from puzzles.user_data import decoded
from solvers.driver import remote
from solvers.driver.loop import drive
from solvers.driver.remote import TellingSink, in_words
from solvers.driver.results import BestResults
from solvers.driver.sink import Improving, Reporting
from solvers.experiments.cell import Better, Cell, CellResult, Reading
from solvers.experiments.spec import algorithm
from solvers.pinned_workers import tell as tell_starter
from solvers.request import Request
from solvers.runs.checkpoint import Checkpoint, digest, read_checkpoint, write_checkpoint
from solvers.runs.events import AnyEvent, Improved, Solved, describe_trouble
from solvers.runs.spec import SolveSpec
from solvers.runs.status import Progress, StoppedError, Tell, processor

if TYPE_CHECKING:
    pass


RECORD = "record"
"""Name of a checkpoint's member that holds what is known so far; a search's arrays have other names."""


class Kept(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a record holds beside the search's place, as data."""

    trace: list[Better]
    readings: list[Reading]
    times: list[float]


class Record(TellingSink):
    """A cell's search as it reports it: each better board, judged, and what was known at each point; also its budget.

    `place`: a file in which the search's place is saved every few seconds, and from which it goes on bit for bit after
    its worker was killed, as a run does (`solvers.runs.checkpoint`).
    """

    def __init__(self, cell: Cell, tell: Tell, place: Path | None = None) -> None:
        super().__init__(cell.key, tell, cell.index)
        self.cell = cell
        if cell.wall is True:
            self.clock = time.monotonic
        self.family = cell.aim
        self.puzzle = self.family.from_json(cell.data)
        self.results = BestResults(self, self.family, self.puzzle, until=cell.until)
        """Of a search that is made elsewhere than by `Search`, which has its own."""
        self.trace: list[Better] = []
        """The boards that were judged, each at the end of the slice that found it."""
        self._place = place
        self._improved: list[tuple[int, float]] = []
        self._times: list[float] = []
        """CPU seconds of each of these playouts, as if all of a slice took equally long."""
        self._readings: list[Reading] = []

    @property
    def _digest(self) -> str:
        return digest(f"{self.key} {version()}".encode())

    def save(self, place: Checkpoint, arrays: Arrays) -> bool:
        if self._place is None:
            return True
        kept = Kept(trace=self.trace, readings=self._readings, times=self._times)
        record = np.frombuffer(msgspec.json.encode(kept), np.uint8)
        try:
            write_checkpoint(self._place, structs.replace(place, spec=self._digest), {**arrays, RECORD: record})
        except OSError as error:
            trouble.tell(f"{describe_trouble(error, self._place)}: the cell would begin anew")
            return False
        return True

    def saved(self, *, own: bool) -> tuple[Checkpoint, Arrays] | None:
        """The place that a worker has saved of the same cell by the same version; None if there is none that fits."""
        if self._place is None:
            return None
        try:
            found = read_checkpoint(self._place, own=own)
            if found is None or found[0].spec != self._digest:
                return None
            kept = decoded(msgspec.json.Decoder(Kept).decode, found[1].pop(RECORD).tobytes())
        except (OSError, ValueError, KeyError) as error:  # damaged, or of another version
            self.set_aside(str(error))
            return None
        self.trace, self._readings, self._times = kept.trace, kept.readings, kept.times
        self.solved = bool(self.trace) and self.trace[-1].solved
        return found

    def set_aside(self, why: str) -> None:
        trouble.tell(f"{self.key}.npz: {why}: its cell begins anew", self._place)
        self.trace, self._readings, self._times, self.solved = [], [], [], False
        self.begin()

    def left(self, at: float, playouts: int) -> tuple[float | None, int | None]:
        """CPU seconds and playouts to the next point; None where the budget is the other one."""
        point = self._next_point
        return (None, int(point) - playouts) if self.cell.playouts else (point - at, None)

    def spent(self, _at: float, _playouts: int) -> bool:
        """True if the budget is."""
        return len(self._readings) == len(self.cell.points)

    @property
    def _next_point(self) -> float:
        return self.cell.points[min(len(self._readings), len(self.cell.points) - 1)]

    def step(self, seconds: float, cpu: float, playouts: int, source: Improving, results: Reporting) -> bool:
        """Counts a slice; False if the budget was spent before its end.

        What a slice found is known at its end: points in seconds that it went past are read as before it.
        """
        before, begun, end = self.playouts, self.at, self.at + seconds
        if (playouts if self.cell.playouts else end) >= self._next_point:
            results.report(now=True)
        if self.cell.seconds:
            self._read(bisect_left(self.cell.seconds, end))
        super().step(seconds, cpu, playouts, source, results)
        rows, pace = source.improvements(), seconds / max(1, playouts - before)
        self._times += [0.0] * (len(rows) - len(self._times))
        for at, (found, _) in enumerate(rows):
            if found > before:
                self._times[at] = begun + (found - before) * pace
        self._improved = rows
        return not self.spent(self.at, playouts)

    def settle(self, results: Reporting) -> None:
        """What the last slice found has been taken in: the points that it came to are read."""
        at = self.playouts if self.cell.playouts else self.at
        if at >= self._next_point:
            results.report(now=True)
        self._read(bisect_right(self.cell.points, at))

    def say(self, event: Callable[..., AnyEvent], **fields: Any) -> None:
        """Notes a better board, and reports it."""
        if event in (Improved, Solved):
            score, solved = fields["score"], event is Solved
            if self.verdict is not None:
                score, solved = self.verdict.score, self.verdict.solved
            self.trace.append(Better(score=score, seconds=self.at, playouts=self.playouts, solved=solved))
        super().say(event, **fields)

    def _whole_trace(self, claimed: float | None) -> tuple[Better, ...]:
        """Each better score at the playout that found it, up to the last board that was judged."""
        if not self.trace or not self._improved:
            return tuple(self.trace)
        found: list[Better] = []
        most = self.trace[-1].score if claimed is None else claimed
        for (playouts, score), seconds in zip(self._improved, self._times, strict=True):
            if score <= most and (not found or score > found[-1].score):
                found.append(Better(score=score, seconds=seconds, playouts=playouts))
        last = found.pop() if found and found[-1].score == most else self.trace[-1]
        return (*found, structs.replace(self.trace[-1], seconds=last.seconds, playouts=last.playouts))

    def _read(self, points: int) -> None:
        last = self.trace[-1] if self.trace else None
        for point in self.cell.points[len(self._readings) : points]:
            one = Reading(
                point=point,
                score=last.score if last else None,
                solved=last is not None and last.solved,
                playouts=self.playouts,
                seconds=self.at,
            )
            self._readings.append(one)

    def result(self, results: BestResults, end: str, claim: str = "") -> CellResult:
        """The result; points that the search ended before are read at its end."""
        self._read(len(self.cell.points))
        return structs.replace(
            failed(self.cell, ""),
            end=end,
            readings=tuple(self._readings),
            trace=self._whole_trace(results.score),
            playouts=self.playouts,
            seconds=self.at,
            restarts=self.restarts,
            board=results.board,
            facts=results.facts,
            bound=self.family.optimisation and self.family.optimisation.bound(self.puzzle),
            claim=claim,
        )


def unheard(_progress: Progress) -> bool:
    """True: nobody listens, and nobody stops the cell."""
    return True


def run_cell(cell: Cell, tell: Tell = unheard, place: Path | None = None) -> CellResult:
    """The cell's result; what went wrong is in its `error`. StoppedError if `tell` says so.

    `place`: a file in which its place is saved every few seconds, and from which it goes on if there is one.

    It may run in any process of any machine: it is a plain function, and both cell and result are JSON
    (`msgspec.json`) and can be pickled.
    """
    if lack := remote.missing(cell, algorithm):
        return failed(cell, lack)
    try:
        record = Record(cell, tell, place)
        return _by_peer(record) if algorithm(cell.algorithm).peer else _searched(record)
    except StoppedError:
        raise
    except Exception as error:
        return failed(cell, in_words(error))


def told_cell(cell: Cell, places: str) -> CellResult:
    """As `run_cell`, in one of `PinnedWorkers`: what the cell reports goes to the process that began it.

    `places`: the folder where it saves its place.
    """
    return run_cell(cell, tell_starter, Path(places) / f"{cell.key}.npz")


def spec_of(cell: Cell) -> SolveSpec:
    """What the cell searches, with the defaults of `mcs-tui solve`, but for its budget. ParameterError."""
    asked = Request(
        cell.parameters,
        algorithm=cell.algorithm,
        mode=cell.mode,
        prior=cell.prior,
        prior_tau=cell.prior_tau,
        seed=cell.seed,
    )
    spec = asked.resolve(get_family(cell.family).from_json(cell.data), idle=True)
    return structs.replace(spec, until=cell.until, seconds=None)


def make_ready(cell: Cell) -> str:
    """Why the cell's kernel could not be compiled, or its prior's table not be made; empty if they are there now."""
    if lack := remote.missing(cell, algorithm):
        return lack
    try:
        return remote.make_ready(spec_of(cell))
    except ParameterError as error:
        return str(error)


def _searched(record: Record) -> CellResult:
    """The result of the search, made to its end, its goal or its budget. MismatchError, and what sessions raise."""
    from solvers.driver.search import Search  # imports numba

    search = Search(spec_of(record.cell), record, record.puzzle, budget=record, whole=record.cell.whole)
    end = search.go() if search.begin() else record.reason
    if record.cell.seconds and record.spent(0.0, 0):
        end = "budget"
    return record.result(search.results, end, search.claim() if end == "exhausted" and record.trace else "")


def _by_peer(record: Record) -> CellResult:
    """The result of another program (`puzzles.peers`), by the CPU time of its process, without imports.

    To the first solution, or with the parameter `solutions` of 2 to the proof that there is no other. RuntimeError if
    the program fails, ParameterError if it is not installed; StoppedError as `Record.report`.
    """
    from solvers.driver.peers import PeerSource

    cell, limit = record.cell, record.cell.seconds[-1]
    whole = cell.parameters.get("solutions") == 2
    with PeerSource(record, record.puzzle, cell.algorithm, cell.parameters, cell.seed, cpu_seconds=limit) as source:
        source.counts = whole
        record.enter("running")
        end = drive(source, record, record.results, record)
    if end in ("ended", "budget"):  # it is ended by the system when it has spent its budget
        record.at, end = limit, "budget"
    elif end in ("complete", "done"):
        end = "solved" if record.solved else "exhausted" if end == "complete" else "finished"
    several = f"{record.playouts} solutions" if record.playouts > 1 else "one solution"
    return record.result(record.results, end, several if whole and record.solved and end != "budget" else "")


def failed(cell: Cell, error: str) -> CellResult:
    """The result of a cell that could not be done, with what is wrong in one line."""
    return CellResult(
        key=cell.key,
        row=cell.row,
        group=cell.group,
        puzzle=cell.puzzle,
        seed=cell.seed,
        machine=processor(),
        versions=_versions() | versions_of(cell.family, cell.algorithm),
        error=error,
    )


@cache
def _versions() -> dict[str, str]:
    """The versions of this program and of what its figures depend on."""
    return {
        "mcs-tui": version(),
        **{name: importlib.metadata.version(name) for name in ("numpy", "numba", "viennarna")},
    }
