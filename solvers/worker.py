"""The worker process: `python -P -m solvers.worker FOLDER WORKER [LOCK]` does the worker's part of a run.

LOCK is the descriptor of the worker's locked lock file if the launcher hands it over. `--idle SOCKET` in their place:
it imports what jobs need and waits to be given them through the socket (`solvers.runs.processes`). There it asks for
another run after a search that has ended in order, and does that one with what it has loaded. A search that may be over
before anybody could look at it is made without a folder, and given back as a whole (`attempt`): so a command with many
puzzles has one worker search them, and their runs cost little more than their searches.
What is wrong becomes a `Failed` event of one line, with the traceback on stderr (the worker's log) and one of these
exit codes, which are those of sysexits.h: 65 wrong spec or puzzle, 70 a fault of ours, 74 a disk that stays full.
"""

from __future__ import annotations

import faulthandler
import fcntl
import importlib
import os
import signal
import socket
import sys
import time
import traceback
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NoReturn

import msgspec

from priors.provenance import version
from puzzles import trouble
from puzzles.errors import PuzzleError
from puzzles.parameters import ParameterError
from puzzles.registry import FAMILY_MODULES, get_family, not_here
from solvers.driver.judging import MismatchError
from solvers.driver.sink import LeaveError, Order
from solvers.jobs.takeover import TAKING_OVER, ProcessKernels, ProcessSink
from solvers.jobs.worker_reporter import DiskError, WorkerReporter, processor_seconds, time_of_day
from solvers.registry import algorithm, offered_for
from solvers.runs.events import Failed, Progress, Started, encode
from solvers.runs.folder import Run, SpecError, WorkerRunsError, hold, runs_root
from solvers.runs.ledger import SIGNALLED
from solvers.runs.listing import summarize
from solvers.runs.processes import (
    IDLE,
    LONGEST_ATTEMPT,
    NAME,
    NEXT,
    answer,
    give_way,
    name_process,
    print_nowhere,
    replace_program,
    sources,
    wait_for_run,
)
from solvers.runs.spec import CompileSpec, GenerateSpec, RunSpec, SolveSpec, TrainSpec, unpacked

WRONG_INPUT = 65
OUR_FAULT = 70
DISK_FULL = 74
ALREADY_RUNS = 75

JOBS: dict[type[RunSpec], str] = {
    SolveSpec: "solvers.driver.search",
    TrainSpec: "solvers.jobs.train",
    GenerateSpec: "solvers.jobs.generate",
    CompileSpec: "solvers.driver.kernels",
}
"""The module of each kind of job; imported by need, as they import numba."""

BEFOREHAND = ("solvers.driver.results", "solvers.driver.loop", "solvers.jobs.takeover", "solvers.runs.checkpoint")
"""What an idle worker imports at once: no kernels, as the run decides whether they are interpreted."""
LOOK_EVERY = 1.0
"""Seconds after which a worker that is given another run looks whether its source files were changed meanwhile."""
MEANWHILE = (*FAMILY_MODULES.values(), "numba")
"""What it imports if no run comes soon."""


def main(arguments: list[str], *, own: bool = False) -> int:
    """The exit code of a worker's whole life: of its last run, if it was given several one after the other.

    `own`: the process is this worker alone, so it gives way and is named as one. Not so in a program that calls this.
    It gives way once it searches: until then people wait for it.
    """
    name: Callable[[str], object] = name_process if own else lambda title: None
    gives_way: Callable[[], object] = give_way if own else lambda: None
    if own:
        faulthandler.enable()
    kernels, given, link = ProcessKernels(), arguments, None
    if arguments[0] == IDLE:
        name(arguments[2])
        link = socket.socket(fileno=int(arguments[1]))
        before = sources()
        _import(BEFOREHAND)
        run = wait_for_run(link, partial(_meanwhile, gives_way))
        if not isinstance(run, list):
            return 0
        if sources() != before:  # by an upgrade or an edit: what is imported here is outdated
            replace_program(run, link.fileno())
        given = run
    elif NEXT in arguments:
        link = socket.socket(fileno=int(arguments[arguments.index(NEXT) + 1]))
        before = sources()
    begun = processor_seconds() if TAKING_OVER in given else 0.0
    while True:
        name(f"{NAME} {given[1]} of {Path(given[0]).name}")
        reporter = WorkerReporter(Run(Path(given[0])), int(given[1]))
        try:
            reporter.lock = int(given[2]) if len(given) > 2 else hold(reporter.run.lock_path(reporter.worker))
        except WorkerRunsError as error:
            print(error, file=sys.stderr)
            return ALREADY_RUNS
        reporter.cpu_begun, reporter.gives_way = begun, gives_way
        reporter.link = -1 if link is None else link.fileno()
        if TAKING_OVER in given:
            reporter.taking_over = given[given.index(TAKING_OVER) + 1]
        code = _one_run(reporter, kernels)
        if code or link is None or not kernels.stay:
            return code
        fcntl.flock(reporter.lock, fcntl.LOCK_UN)  # first: who is asked sees at once that the run has ended
        os.close(reporter.lock)
        print_nowhere()
        if not answer(link):
            return code
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        name(f"{NAME}, idle, for PID {os.getppid()}")
        outdated = False
        while True:
            run = wait_for_run(link)
            if run is None:
                return 0
            if kernels.looked < time.monotonic() - LOOK_EVERY:
                kernels.looked = time.monotonic()
                outdated = outdated or sources() != before
            if not isinstance(run, bytes):
                break
            if not answer(link, b"" if outdated else attempt(run, kernels)):
                return 0
        if outdated:
            kernels.start_anew(run, link.fileno())
        given, begun = run, processor_seconds()


def _one_run(reporter: WorkerReporter, kernels: ProcessKernels) -> int:
    """The exit code of the worker's part of one run."""
    run, worker = reporter.run, reporter.worker
    trouble.note_lines()
    reporter.restore_numbers()
    reporter.orders.listen_to_signals()
    try:
        code = _work(reporter, kernels)
        # what is only a job is in no list
        if run.folder.parent == runs_root():
            with suppress(OSError):
                summarize(run, worker)
        if code < SIGNALLED:
            reporter.start_next()
        return code
    except FileNotFoundError:
        if run.folder.exists():
            raise
        return 0  # the run was removed: nobody is left to read a report
    except DiskError as error:
        print(error, file=sys.stderr)
        return DISK_FULL


def _meanwhile(gives_way: Callable[[], object]) -> None:
    gives_way()
    _import(MEANWHILE)


def _import(modules: Iterable[str]) -> None:
    """Imports the modules. What can't be imported is reported by the job that needs it."""
    for module in modules:
        with suppress(Exception):
            importlib.import_module(module)


def _work(reporter: WorkerReporter, kernels: ProcessKernels) -> int:
    kernels.stay = False
    try:
        spec = reporter.run.spec()
        _check_names(spec)
        if not isinstance(spec, SolveSpec):
            reporter.gives_way()
        reporter.batch = getattr(spec, "batch", "")
        reporter.kernels, reporter.interpreted = kernels, kernels.choose(reporter, spec)
        with reporter.guarded():
            job = importlib.import_module(_module(spec))
        job.work(reporter, spec)
        kernels.stay = job.__name__ == JOBS[SolveSpec]
    except LeaveError as leave:
        return _leave(reporter, leave.order)
    except DiskError:
        raise
    except (SpecError, PuzzleError, ParameterError) as error:
        return _fail(reporter, error.message if isinstance(error, PuzzleError) else str(error), WRONG_INPUT)
    except MismatchError as error:
        return _fail(reporter, str(error), OUR_FAULT)
    except Exception as error:
        if isinstance(error, FileNotFoundError) and not reporter.run.folder.exists():
            raise
        traceback.print_exc()
        text = str(error).partition("\n")[0]
        log = reporter.run.log_path(reporter.worker)
        return _fail(reporter, f"{type(error).__name__}: {text}, see {log}", OUR_FAULT)
    return 0


def _module(spec: RunSpec) -> str:
    """The name of the module that does the job."""
    if isinstance(spec, SolveSpec) and spec.cluster:
        return "solvers.driver.cluster"
    by_peer = isinstance(spec, SolveSpec) and algorithm(spec.algorithm).peer
    return "solvers.driver.peers" if by_peer else JOBS[type(spec)]


def _check_names(spec: RunSpec) -> None:
    """ParameterError for a family, algorithm or prior that there is not here: of a distribution that is gone."""
    if isinstance(spec, CompileSpec):
        return
    if missing := not_here(spec.family, getattr(spec, "versions", {})):
        raise ParameterError(missing)
    if isinstance(spec, GenerateSpec):
        return
    family, uses_prior = get_family(spec.family), True
    if isinstance(spec, SolveSpec):
        try:
            uses_prior = algorithm(spec.algorithm).uses_prior
        except KeyError:
            able = ", ".join(one.name for one in offered_for(family))
            raise ParameterError(f"there is no search {spec.algorithm!r} here; expected one of: {able}") from None
    kinds = [one.name for one in family.priors.kinds]
    if kinds and uses_prior and spec.prior not in ("auto", "none", *kinds):
        raise ParameterError(f"{family.name} has no prior {spec.prior!r} here; expected one of: {', '.join(kinds)}")


def _leave(reporter: WorkerReporter, order: Order) -> int:
    if order is Order.GONE:
        return 0
    if order is Order.INTERRUPT:
        reporter.note(f"interrupted by signal {reporter.orders.signal}; resume goes on from here")
        reporter.write_out(hasty=True)
        return SIGNALLED + reporter.orders.signal
    reporter.finish(order.value)
    return 0


def _fail(reporter: WorkerReporter, message: str, code: int) -> int:
    reporter.say(Failed, message=message, wrong_input=code == WRONG_INPUT)
    reporter.phase = "ended"
    reporter.write_out(hasty=True)
    return code


class Attempt(ProcessSink):
    """Keeps what is reported. LeaveError as soon as the run takes long, is to be saved, or waits for something."""

    remembers = False

    def __init__(self, kernels: ProcessKernels) -> None:
        super().__init__(lambda event: self._events.append(encode(event)))
        self.kernels: ProcessKernels = kernels
        self._cpu_begun = processor_seconds()
        self._events: list[bytes] = []
        self._until = time.process_time() + LONGEST_ATTEMPT

    def begin(self, *, at: float = 0.0, cpu: float = 0.0, playouts: int = 0, resumed: bool = False) -> None:
        self.say(Started, pid=os.getpid(), time=time_of_day(), version=version())

    def obey(self, before_pause: Callable[[], object] = lambda: None) -> None:
        if time.process_time() >= self._until:
            self.rest()

    def rest(self) -> NoReturn:
        raise LeaveError(Order.GONE)

    def save(self, place: object, arrays: object) -> NoReturn:
        self.rest()

    def tell_others(self) -> None:
        """Nothing before the end: if that is not reached, the run is done again, and tells it."""

    def finish(self, reason: str) -> None:
        rate = self.playouts / self.at if self.at else 0.0
        run_cpu = processor_seconds() - self._cpu_begun
        numbers = {"best_score": self.best_score, "restarts": self.restarts}
        self.say(Progress, rate=rate, cpu=self.cpu, run_cpu=run_cpu, **numbers)
        super().finish(reason)

    def content(self) -> bytes:
        """The lines of events.jsonl, then that of result.json; empty without a result."""
        super().tell_others()
        return b"" if self.merged is None else b"".join(self._events) + msgspec.json.encode(self.merged) + b"\n"


def attempt(data: bytes, kernels: ProcessKernels) -> bytes:
    """The `content` of the run of a `packed` spec; empty if it is to be done with a folder, to say why it fails."""
    sink = Attempt(kernels)
    with suppress(Exception):
        spec = unpacked(data)
        sink.interpreted = kernels.choose(sink, spec)
        from solvers.driver.search import Search  # imports kernels

        Search(spec, sink).run()
        return sink.content()
    return b""


if __name__ == "__main__":
    code = main(sys.argv[1:], own=True)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)  # all is written; taking the compiler down takes 0.15 s in which the run would still look alive
