"""The search of a cell: `run_cell` makes it, in any process.

Its clock is CPU time inside the search alone: kernels are compiled and loaded, and tables of priors made, before it
runs, and the checker judges better boards between slices. Importing this imports no numba; `run_cell` does.
"""

from __future__ import annotations

from pathlib import Path

from msgspec import structs

from puzzles.parameters import ParameterError
from puzzles.registry import get_family
from solvers.driver import remote
from solvers.driver.loop import drive
from solvers.driver.remote import EXPECTED, in_words
from solvers.experiments.algorithms import algorithm
from solvers.experiments.cell import Cell, CellResult
from solvers.experiments.record import Record, failed
from solvers.pinned_workers import tell as tell_starter
from solvers.request import Request
from solvers.runs.spec import SolveSpec
from solvers.runs.status import Progress, Tell


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
    except EXPECTED as error:
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
