"""Root-parallel search on a Dask cluster: as many searches of one puzzle as are asked for, each with its own stream.

This worker is the run's only one on this machine. What the searches find comes back while they go on, and is judged and
reported here; as many solutions as are wanted, the wanted score or a stop end all of them. Nobody keeps their places: a
run that is resumed begins its searches again, for the time that is left, with what it had found.
"""

from __future__ import annotations

import queue
from concurrent.futures import Future
from typing import Any

import msgspec

from puzzles.parameters import ParameterError
from puzzles.registry import get_family
from solvers.cluster import Cluster, ClusterError
from solvers.driver.loop import Budget, Slice, drive
from solvers.driver.remote import Ended, make_ready, search_here
from solvers.driver.results import BestResults
from solvers.driver.sink import LeaveError, Sink
from solvers.registry import algorithm
from solvers.runs.checkpoint import is_ours
from solvers.runs.spec import SolveSpec
from solvers.runs.status import Progress

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
