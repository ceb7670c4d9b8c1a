"""Root-parallel search on a Dask cluster: as many searches of one puzzle as are asked for, each with its own stream.

The run's worker is the only one on this machine. What the searches find comes back while they go on, and is judged and
reported here; as many solutions as are wanted, the wanted score or a stop end all of them. Nobody keeps their places: a
run that is resumed begins its searches again, for the time that is left, with what it had found.

A `Cluster` is an executor, for cells of experiments too. A worker does one search at a time in its own process (`dask
worker --nthreads 1`), so the clock of a search is that process's. Dask gives a search whose worker is lost to another
one; one that nobody waits for any more, as its launcher has stopped or is gone, ends within some seconds.
"""

from __future__ import annotations

import platform
import queue
import secrets
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from contextlib import suppress
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeVar

import msgspec

from priors.provenance import version
from puzzles.foreign import in_one_line, versions_of
from puzzles.parameters import ParameterError
from puzzles.registry import get_family
from puzzles.text.quoting import one_line
from solvers.driver.loop import Slice, drive
from solvers.driver.pace import Budget
from solvers.driver.remote import Ended, make_ready, missing, search_here
from solvers.driver.results import BestResults
from solvers.driver.sink import LeaveError, Sink
from solvers.registry import algorithm
from solvers.runs.checkpoint import is_ours
from solvers.runs.spec import SolveSpec
from solvers.runs.status import Progress, Tell

LOOK_EVERY = 0.05
"""Seconds that reports are waited for between two looks at the orders."""


def work(sink: Sink, spec: SolveSpec) -> None:
    """Solves, and reports everything up to its end. LeaveError on an order; ParameterError, one line."""
    if not is_ours(spec.cluster, spec.cluster_signature):
        raise ParameterError(f"the cluster {spec.cluster} was not named on this machine; expected a run begun here")
    puzzle = get_family(spec.family).from_json(spec.puzzle)
    results = BestResults.of(sink, spec, get_family(spec.family).for_puzzle(puzzle), puzzle)
    before = sink.earlier_result()
    sink.begin(at=sink.at, resumed=sink.at > 0.0)
    if before is None:
        results.begin_with(tuple(spec.warm_start))
    elif before.board:
        results.take(tuple(before.board))
        for one in before.found:
            results.take(one.board)
    arrivals: queue.SimpleQueue[Any] = queue.SimpleQueue()
    try:
        with sink.guarded():
            cluster = Cluster(spec.cluster, arrivals.put, arrivals.put)
        with cluster:
            source = ClusterSource(sink, spec, cluster, arrivals)
            end = drive(source, sink, results, Budget(spec.seconds, None))
    except ClusterError as error:
        raise ParameterError(str(error)) from None
    except LeaveError:
        sink.keep(results.result(proof="solved" if results.solved_seconds is not None else ""))
        raise
    _conclude(sink, spec, results, end, source.claim)


class ClusterSource:
    """The searches on a cluster, which is looked at for what has come of them about every LOOK_EVERY seconds."""

    def __init__(self, sink: Sink, spec: SolveSpec, cluster: Cluster, arrivals: queue.SimpleQueue[Any]) -> None:
        """Begins them, once their kernels and priors are there; ParameterError if these can't be made."""
        self.status = "running"
        self.claim = ""
        self._sink = sink
        self._arrivals = arrivals
        self._boards: list[tuple[int, ...]] = []
        self._progress: dict[str, Progress] = {}
        self._restarts: dict[str, int] = {}
        self._shortfall = ""
        self._cpu = 0.0
        spec = _for_there(spec)
        number = spec.searches or len(cluster.workers)
        sink.note(f"{number:,} searches on {len(cluster.workers):,} workers of {spec.cluster}")
        with sink.guarded():
            for fault in cluster.make_ready(make_ready, [spec]):
                raise ParameterError(fault)
        sink.enter("running")
        self._left = number
        for index in range(number):
            future = cluster.executor.submit(cluster.call(search_here), (spec, index))
            future.add_done_callback(arrivals.put)
        self._since = sink.clock()

    @property
    def playouts(self) -> int:
        return sum(one.playouts for one in self._progress.values())

    @property
    def restarts(self) -> int:
        return sum(self._restarts.values())

    def improvements(self) -> list[tuple[int, float]]:
        return []

    def work(self, _seconds: float | None, _playouts: int | None) -> Slice:
        """The seconds until something came, or a while; ClusterError, ParameterError for a search that failed."""
        try:
            self._take(self._arrivals.get(timeout=LOOK_EVERY))
            while True:
                self._take(self._arrivals.get_nowait())
        except queue.Empty:
            pass
        if not self._left and self.status == "running":
            self.status = "budget"
        now = self._sink.clock()
        took, self._since = now - self._since, now
        cpu = sum(one.seconds for one in self._progress.values())
        before, self._cpu = self._cpu, cpu
        return Slice(took, cpu - before)

    def look(self, results: BestResults) -> None:
        boards, self._boards = self._boards, []
        for board in boards:
            results.take(board)
        if results.enough:
            self.status = "solved"
        results.report()

    def _take(self, arrived: Any) -> None:
        if isinstance(arrived, ClusterError):
            raise arrived
        if isinstance(arrived, Progress):
            self._hear(arrived)
            return
        self._left -= 1
        future: Future[Ended] = arrived
        if future.cancelled() or future.exception() is not None:
            why = "cancelled" if future.cancelled() else str(future.exception()).partition("\n")[0]
            self._sink.note(f"a search was lost: {why}")
            return
        done = future.result()
        if done.error:
            raise ParameterError(done.error)
        self._restarts[done.key] = done.restarts
        self._hear(Progress(key=done.key, playouts=done.playouts, seconds=done.seconds, board=done.board))
        if done.end == "exhausted":
            self.status, self.claim = "exhausted", done.claim

    def _hear(self, one: Progress) -> None:
        self._progress[one.key] = one
        if one.shortfall and one.shortfall != self._shortfall:
            self._shortfall = one.shortfall
            self._sink.note(one.shortfall)
        if one.board:
            self._boards.append(one.board)


def _for_there(spec: SolveSpec) -> SolveSpec:
    """What each of the searches is asked: only playouts, this worker's clock or an order end one."""
    prior, family, chosen = spec.prior, get_family(spec.family), algorithm(spec.algorithm)
    if prior == "auto":
        uses = chosen.uses_prior and family.priors.kinds
        prior = family.priors.kind("auto", chosen.name).name if uses else "none"
    return msgspec.structs.replace(spec, prior=prior, seconds=None, cluster="", cluster_signature="", count_seconds=0.0)


def _conclude(sink: Sink, spec: SolveSpec, results: BestResults, end: str, claim: str) -> None:
    results.report(now=True)
    solved = results.solved_seconds is not None
    exhausted = end == "exhausted" and not solved
    proof = "exhausted" if exhausted else "solved" if solved else ""
    sink.keep(results.result(proof=proof, claim=claim if exhausted else ""))
    if solved and spec.keep_best and spec.wanted > 1:
        judged, kept = results.best_found.judged, len(results.found)
        sink.note(f"solutions that the searches sent: {judged:,}; the best {kept:,} of them are kept")
    sink.finish("done" if end == "exhausted" and not exhausted else end)


Result = TypeVar("Result")

CONNECT_SECONDS = 20.0
"""How long a scheduler may take to answer."""
GONE_SECONDS = 5.0
"""How long it may be gone, once it was there, before the launcher gives up."""


class ClusterError(Exception):
    """The cluster can't be used, or is no longer there; the text is one line."""


class Cluster:
    """A client of the scheduler at an address such as `tcp://host:8786`; as a context manager it lets go on leaving.

    `tell` takes what searches report, in any thread; `lost` is called once if the scheduler is gone.
    ParameterError if Dask is not installed; ClusterError if nobody answers, or if the workers are not fit for searches.
    """

    def __init__(
        self, address: str, tell: Callable[[Progress], None], lost: Callable[[ClusterError], None] = lambda error: None
    ) -> None:
        if find_spec("distributed") is None:
            raise ParameterError("--cluster needs the package 'distributed'; expected: pip install 'mcs-tui[cluster]'")
        import distributed

        dask: Any = distributed  # parts of which have no types
        self.address = address
        try:
            self._client = dask.Client(address, timeout=CONNECT_SECONDS, set_as_default=False, name="mcs-tui")
        except (OSError, ValueError, TypeError) as error:
            said = one_line(str(error).partition("\n")[0])
            raise ClusterError(f"no scheduler of Dask answers at {address}: {said}") from None
        self._decode = msgspec.json.Decoder(Progress).decode
        self._over = threading.Event()
        self._lost = lost
        try:
            self._check_workers()
            self._client.register_worker_callbacks(_importing())  # of workers that come later
        except BaseException:
            self._client.close(timeout=1)
            raise
        topic = f"mcs-tui {secrets.token_hex(8)}"
        self._client.subscribe_topic(topic, lambda event: tell(self._decode(event[1])))
        self.executor: Executor = self._client.get_executor(pure=False)
        self._topic = topic
        threading.Thread(target=self._watch, daemon=True).start()

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()
        with suppress(Exception):  # what is searched nowhere needs no good-bye
            self._client.close(timeout=2)

    @property
    def workers(self) -> list[str]:
        """The addresses of the workers that are there now."""
        return sorted(self._client.scheduler_info(n_workers=-1)["workers"])

    def call(self, search: Callable[[Any, Tell], Result]) -> Callable[[Any], Result]:
        """What the executor is given: the search of its argument, there, with what takes its reports."""
        return partial(_there, self._topic, search)

    def make_ready(self, ready: Callable[[Any], str], searches: Sequence[Any]) -> list[str]:
        """Faults, once each machine has the kernels and the tables of priors of these searches, as `ready` makes them.

        One worker of each machine makes them, into its cache.
        """
        hosts: dict[str, str] = {}
        for address in self.workers:
            hosts.setdefault(address.rpartition(":")[0], address)
        futures = [
            self._client.submit(
                _ready_as_here, ready, one, _added(one), workers=[address], allow_other_workers=True, pure=False
            )
            for one in searches
            for address in hosts.values()
        ]
        return [str(fault) for fault in self._client.gather(futures) if fault]

    def _check_workers(self) -> None:
        found = self._client.scheduler_info(n_workers=-1)["workers"]
        if not found:
            raise ClusterError(f"the scheduler at {self.address} has no workers; expected `dask worker {self.address}`")
        many = next((name for name, one in found.items() if one["nthreads"] != 1), None)
        if many:
            raise ClusterError(f"the worker {many} has several threads; expected workers begun with --nthreads 1")
        theirs = self._client.run(_importing(), on_error="return")
        for worker, one in theirs.items():
            if one != version():
                what = f"has version {one}" if isinstance(one, str) else f"can't import mcs-tui ({in_one_line(one)})"
                raise ClusterError(f"the worker {worker} {what}; expected {version()}, as here")

    def _watch(self) -> None:
        """Looks every second whether the scheduler is there."""
        gone = 0.0
        while not self._over.wait(1.0):
            gone = 0.0 if self._client.status == "running" else gone + 1.0
            if gone >= GONE_SECONDS or self._client.status == "closed":
                self._lost(ClusterError(f"the scheduler at {self.address} is gone"))
                return


def _added(search: Any) -> dict[str, str]:
    """The versions of the distributions that add the family and the algorithm of a spec or a cell, on this machine."""
    lack = missing(search)
    return {} if lack else versions_of(search.family, search.algorithm)


def _ready_as_here(ready: Callable[[Any], str], search: Any, here: dict[str, str]) -> str:
    """The fault of `ready`, or that this worker has another version of what other distributions add than `here`."""
    if lack := missing(search):
        return lack
    for name, there in _added(search).items():
        if here.get(name) != there:
            expected = f"expected {here[name]}, as here" if name in here else "there is none here"
            return f"{platform.node()}: {name} has version {there}; {expected}"
    return ready(search)


def _importing() -> Callable[[], str]:
    """What says the version of this program on a worker, and has it found there, whatever folders have its names."""

    def installed_version() -> str:  # goes there as code: `solvers` might be another package there before it has run
        import_module("mcs_tui")
        found: str = import_module("priors.provenance").version()
        return found

    return installed_version


def _there(topic: str, search: Callable[[Any, Tell], Result], asked: Any) -> Result:
    """What the search returns, on a worker: what it reports is an event of the topic. StoppedError if nobody waits."""
    return search(asked, teller(topic))


def teller(topic: str) -> Tell:
    """What takes the reports of the task that a worker does now, and says whether somebody still waits for it.

    The worker's own state says that: the scheduler has it drop a task that was cancelled, or whose client has gone.
    """
    from distributed import get_worker

    worker: Any = get_worker()
    key = worker.get_current_task()

    def tell(progress: Progress) -> bool:
        worker.log_event(topic, msgspec.json.encode(progress).decode())
        task = worker.state.tasks.get(key)
        return task is not None and task.state in ("executing", "long-running")

    return tell
