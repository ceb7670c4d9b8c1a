"""An experiment from its folder to its last result: puzzles, kernels, then the cells that are not done yet.

They are done by the workers of any executor (`concurrent.futures`), and each result is kept as it comes.
"""

from __future__ import annotations

import queue
import shlex
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import CancelledError, Executor, Future
from contextlib import suppress
from typing import Any

from puzzles.family import Family
from puzzles.registry import get_family
from puzzles.text.quoting import one_line
from solvers.experiments.cell import Cell, CellResult, cells, problems
from solvers.experiments.folder import ExperimentFolder
from solvers.experiments.live import LiveFile
from solvers.experiments.search import make_ready, run_cell
from solvers.experiments.spec import algorithm
from solvers.jobs.worker_reporter import HASTY, patient
from solvers.runs.scoring import amount, ends_solved

LOOK_EVERY = 1.0
"""Seconds between two looks at what the folder asks for."""


class StopError(Exception):
    """The experiment is to end: by a signal, or as a command asks for it (0)."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class DiskFullError(Exception):
    """Results could not be written; the text is one line."""


MOST_ATTEMPTS = 10
"""How often a cell is begun whose worker is lost, before it is left for another run of the experiment."""

Inbox = queue.SimpleQueue[Any]
"""What `run` waits for: cells that are done, and exceptions from elsewhere, which end it."""


class InProcess(Executor):
    """An executor that does each thing at once, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """The future, which is done."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def run(
    cells: Sequence[Cell],
    executor: Executor,
    keep: Callable[[Any], None],
    call: Callable[[Cell], Any] = run_cell,
    lost: Callable[[Cell, BaseException], None] = lambda cell, error: None,
    inbox: Inbox | None = None,
) -> int:
    """How many cells were done by the executor; `keep` takes each result as it comes.

    `call` is what the executor is given for a cell. A future that fails has lost its worker: the cell is begun again,
    up to MOST_ATTEMPTS times, and `lost` is told. An exception in the `inbox` ends it, as what `keep` raises does: it
    is raised, and what has not begun is cancelled.
    """
    arrivals: Inbox = queue.SimpleQueue() if inbox is None else inbox
    attempts: dict[str, int] = {}
    futures: dict[str, Future[Any]] = {}

    def begin(cell: Cell) -> None:
        attempts[cell.key] = attempts.get(cell.key, 0) + 1
        future = executor.submit(call, cell)
        futures[cell.key] = future
        future.add_done_callback(lambda one: arrivals.put((cell, one)))

    def take(arrived: Any) -> bool:
        if isinstance(arrived, BaseException):
            raise arrived
        cell: Cell = arrived[0]
        future: Future[Any] = arrived[1]
        if futures.get(cell.key) is not future:
            return False  # of an earlier use of the inbox
        del futures[cell.key]
        error = CancelledError("a worker was lost") if future.cancelled() else future.exception()
        if error is None:
            keep(future.result())
            return True
        lost(cell, error)
        if attempts[cell.key] < MOST_ATTEMPTS:
            begin(cell)
        return False

    finished = 0
    try:
        for cell in cells:
            begin(cell)
            with suppress(queue.Empty):
                while True:
                    finished += take(arrivals.get_nowait())
        while futures:
            finished += take(arrivals.get())
    finally:
        for future in list(futures.values()):
            future.cancel()
    return finished


def to_do(cells: Iterable[Cell], results: dict[str, CellResult]) -> list[Cell]:
    """The cells without a result, or with an error in its place, in their order."""
    return [cell for cell in cells if (one := results.get(cell.key)) is None or one.error]


class Launch:
    """One run of an experiment in its folder, which is locked meanwhile.

    A result that can't be written waits in memory, and is tried again with each that follows; in the end for half an
    hour, or half a second after a signal.
    """

    def __init__(self, folder: ExperimentFolder, workers: int, *, quiet: bool = False) -> None:
        self.folder = folder
        self.live = LiveFile(folder.path, workers)
        self.inbox: Inbox = queue.SimpleQueue()
        self.cells: tuple[Cell, ...] = ()
        self._left: list[Cell] = []
        self._families: dict[str, Family] = {}
        self._quiet = quiet
        self._done = 0
        self._failed = 0
        self._waiting: list[CellResult] = []
        self._trouble = ""

    @property
    def how_far(self) -> str:
        return f"{self._done:,} of {len(self.cells):,} cells are done"

    def say(self, line: str) -> None:
        """Nothing; the line is on stderr, unless it is to be quiet."""
        if not self._quiet:
            with suppress(OSError):  # the terminal is gone
                print(one_line(line), file=sys.stderr, flush=True)

    def look(self) -> bool:
        """True if it has been asked to stop, which it will; else readers of the folder know how far it is."""
        if self.folder.asked_to_stop:
            self.inbox.put(StopError(0))
            return True
        self.live.write()
        return False

    def prepare(self) -> None:
        """Nothing; the puzzles are read or generated, and kept, and it is known what is to be done. PuzzleError."""
        self.folder.go()
        self.live.enter("reading puzzles")
        experiment = self.folder.experiment()
        found = problems(experiment)
        self.folder.keep_problems(found)
        self.cells = self.folder.mine(cells(experiment, puzzles=found))
        self._families = {one.key: one.aim for one in self.cells}
        self._left = to_do(self.cells, self.folder.results())
        self._done = len(self.cells) - len(self._left)
        self.say(f"{experiment.title}: {self.how_far}, {self.live.workers:,} at a time, in {self.folder.path}")

    def run(
        self,
        executor: Executor,
        call: Callable[[Cell], CellResult] = run_cell,
        prepare: Callable[[list[Cell]], object] | None = None,
    ) -> bool:
        """True if all cells have a result when it ends. StopError, DiskFullError, and what else comes to the inbox.

        `call`: as `run_cell`, where the executor has a way to lead back to `tell` what cells report. `prepare` compiles
        the kernels that these cells need; by default a worker does.
        """
        over = threading.Event()
        threading.Thread(target=self._look_now_and_then, args=(over,), daemon=True).start()
        try:
            if self._left:
                self.live.enter("compiling")
                if prepare is not None:
                    prepare(kernels(self._left))
                else:
                    run(kernels(self._left), executor, lambda fault: None, make_ready, inbox=self.inbox)
                self.live.enter("searching")
                run(self._left, executor, self._keep, call, self._lost, self.inbox)
        except StopError:
            self._write_all(HASTY)
            raise
        finally:
            over.set()
            self.live.enter("ended")
        self._write_all((*patient(), 0.0))
        if self._failed:
            self.say(f"{self._failed:,} cells could not be done: their errors are in {self.folder.path}")
        if self._done < len(self.cells):
            return False
        self.say(f"the table: mcs-tui experiment report {shlex.quote(str(self.folder.whole.path))}")
        return True

    def _look_now_and_then(self, over: threading.Event) -> None:
        while not over.wait(LOOK_EVERY):
            if self.look():
                return

    def _keep(self, result: CellResult) -> None:
        self.live.ended(result.key, result.seconds)
        self._waiting.append(result)
        if result.error:
            self._failed += 1
            self.say(f"could not be done: {_title(result)}: {result.error}")
        else:
            self._done += 1
            self.say(f"{self._done:,} of {len(self.cells):,}: {_title(result)}: {self._what_came(result)}")
        self._write()

    def _lost(self, cell: Cell, error: BaseException) -> None:
        self.live.ended(cell.key)
        self.say(f"{error}: {cell.title} is gone on with")

    def _what_came(self, result: CellResult) -> str:
        family = self._families[result.key]
        if result.score is None:
            return f"nothing in {result.seconds:.2f} s"
        what = "solved" if result.solved and ends_solved(family) else amount(family, result.score, result.facts)
        return f"{what} after {result.trace[-1].seconds:.2f} s"

    def _write(self) -> bool:
        """True if no result waits for the disk any more."""
        while self._waiting:
            try:
                self.folder.add(self._waiting[0])
            except OSError as error:
                if not self._trouble:
                    self._trouble = error.strerror or str(error)
                    self.say(f"{self.folder.path}: {self._trouble}: results wait for it to be written")
                return False
            del self._waiting[0]
        if self._trouble:
            self._trouble = ""
            self.say(f"{self.folder.path}: all results are written now")
        return True

    def _write_all(self, pauses: tuple[float, ...]) -> None:
        for pause in pauses:
            if self._write():
                return
            with suppress(queue.Empty):
                arrived = self.inbox.get(timeout=pause)
                if isinstance(arrived, StopError):
                    break
        if not self._write():
            number = len(self._waiting)
            raise DiskFullError(
                f"{self.folder.path}: {self._trouble}: {number:,} results are lost; the same command does them again"
            )


def _title(result: CellResult) -> str:
    return ", ".join([result.row, " ".join(filter(None, [result.group, result.puzzle])), f"seed {result.seed}"])


def kernels(wanted: list[Cell]) -> list[Cell]:
    """One of the cells for each kernel, and each table of a prior, that they need."""
    found: dict[tuple[str, str], Cell] = {}
    puzzles = {(cell.group, cell.puzzle): cell for cell in wanted}
    known = {name: get_family(cell.family).from_json(cell.data) for name, cell in puzzles.items()}
    for cell in (one for one in wanted if not algorithm(one.algorithm).peer):
        family, puzzle = get_family(cell.family), known[cell.group, cell.puzzle]
        shape = family.priors.shape_key(puzzle, cell.prior) if cell.prior != "none" else ""
        kernel = algorithm(cell.algorithm).kernel_name(family, puzzle, cell.parameters, led=False)
        found.setdefault((kernel, f"{cell.prior} {shape}"), cell)
    return list(found.values())
