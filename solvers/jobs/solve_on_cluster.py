"""Root-parallel search on a Dask cluster: as many searches of one puzzle as are asked for, each with its own stream.

This worker is the run's only one on this machine. What the searches find comes back while they go on, and is judged and
reported here; as many solutions as are wanted, the wanted score or a stop end all of them. Nobody keeps their places: a
run that is resumed begins its searches again, for the time that is left, with what it had found.
"""

from __future__ import annotations

import queue
from concurrent.futures import Future
from typing import Any

from msgspec import UNSET, UnsetType

from puzzles.parameters import ParameterError
from puzzles.registry import get_family
from solvers.driver.loop import Budget
from solvers.driver.results import BestResults
from solvers.driver.sink import LeaveError
from solvers.experiments.cell import Cell, CellResult, Progress, Several
from solvers.experiments.cluster import Cluster, ClusterError
from solvers.jobs.orders import LOOK_EVERY
from solvers.jobs.worker_reporter import WorkerReporter
from solvers.registry import algorithm
from solvers.runs.checkpoint import is_ours
from solvers.runs.result import read_result
from solvers.runs.spec import SolveSpec

LONGEST = 1e9
"""CPU seconds of a search that only this worker's clock, playouts or an order end."""


def work(reporter: WorkerReporter, spec: SolveSpec) -> None:
    """Solves, and reports everything up to its end. LeaveError on an order; ParameterError, one line."""
    if not is_ours(spec.cluster, spec.cluster_signature):
        raise ParameterError(f"the cluster {spec.cluster} was not named on this machine; expected a run begun here")
    ClusterSolving(reporter, spec).run()


class ClusterSolving:
    """One run, from its spec to its end."""

    def __init__(self, reporter: WorkerReporter, spec: SolveSpec) -> None:
        self._reporter = reporter
        self._spec = spec
        self._puzzle = get_family(spec.family).from_json(spec.puzzle)
        self._family = get_family(spec.family).for_puzzle(self._puzzle)
        keeps = spec.keep_best and spec.wanted > 1
        of_puzzle = reporter, self._family, self._puzzle
        self._results = BestResults(
            *of_puzzle, spec.wanted, keep_best=keeps, until=spec.until, apart=spec.apart, front=spec.front
        )
        self._arrivals: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._playouts: dict[str, int] = {}
        self._cpu: dict[str, float] = {}
        self._restarts: dict[str, int] = {}
        self._claim = ""
        self._shortfall = ""
        self._exhausted = False

    def run(self) -> None:
        reporter, spec = self._reporter, self._spec
        before = read_result(reporter.run.result_path) if reporter.at > 0.0 else None
        reporter.begin(at=reporter.at, resumed=reporter.at > 0.0)
        if before is None:
            self._results.begin_with(tuple(spec.warm_start))
        elif before.board:
            self._results.take(tuple(before.board))
            for one in before.found:
                self._results.take(one.board)
        try:
            with reporter.guarded():
                cluster = Cluster(spec.cluster, self._arrivals.put, self._arrivals.put)
            with cluster:
                end = self._search(cluster)
        except ClusterError as error:
            raise ParameterError(str(error)) from None
        except LeaveError:
            reporter.keep(self._results.result(proof="solved" if self._solved else ""))
            raise
        self._conclude(end)

    @property
    def _solved(self) -> bool:
        return self._results.solved_seconds is not None

    def _cells(self, number: int) -> list[Cell]:
        """The searches: those of as many workers of `mcs-tui solve --workers`."""
        spec, chosen = self._spec, algorithm(self._spec.algorithm)
        prior = spec.prior
        if prior == "auto":
            uses = chosen.uses_prior and self._family.priors.kinds
            prior = self._family.priors.kind("auto", chosen.name).name if uses else "none"
        several: Several | UnsetType = UNSET
        if spec.wanted > 1:
            several = Several(wanted=spec.wanted, keep_best=spec.keep_best, apart=spec.apart, front=spec.front)
        return [
            Cell(
                experiment="",
                row=chosen.title,
                group="",
                puzzle=str(index),
                family=spec.family,
                data=spec.puzzle,
                algorithm=spec.algorithm,
                parameters=spec.parameters,
                prior=prior,
                prior_tau=spec.prior_tau,
                mode=spec.mode if self._family.rules.modes else "",
                seed=spec.seed,
                index=index,
                playouts=() if spec.playouts is None else (spec.playouts,),
                seconds=() if spec.playouts is not None else (LONGEST,),
                until=spec.until,
                warm_start=tuple(spec.warm_start) or UNSET,
                several=several,
            )
            for index in range(number)
        ]

    def _search(self, cluster: Cluster) -> str:
        """How it ended: `solved`, `reached`, `exhausted`, `budget`, or `finished`."""
        reporter, results = self._reporter, self._results
        cells = self._cells(self._spec.searches or len(cluster.workers))
        reporter.note(f"{len(cells):,} searches on {len(cluster.workers):,} workers of {self._spec.cluster}")
        with reporter.guarded():
            for fault in cluster.make_ready(cells[:1]):
                raise ParameterError(fault)
        reporter.enter("running")
        futures = [cluster.executor.submit(cluster.call, cell) for cell in cells]
        for future in futures:
            future.add_done_callback(self._arrivals.put)
        budget, left, since = Budget(self._spec.seconds, None), len(futures), reporter.clock()
        while left and not (results.enough or self._exhausted or results.reached()):
            if budget.spent(reporter.at, 0):
                return "budget"
            reporter.obey()
            left -= self._take(LOOK_EVERY)
            now = reporter.clock()
            reporter.at += now - since
            since = now
            results.report()
            reporter.show()
        if results.enough:
            return "solved"
        return "exhausted" if self._exhausted else "reached" if results.reached() else "budget"

    def _take(self, seconds: float) -> int:
        """How many searches have ended, after that time at most; ClusterError, ParameterError for one that failed."""
        ended = 0
        try:
            arrived = self._arrivals.get(timeout=seconds)
            while True:
                if isinstance(arrived, ClusterError):
                    raise arrived
                if isinstance(arrived, Progress):
                    self._hear(arrived)
                else:
                    self._end(arrived)
                    ended += 1
                arrived = self._arrivals.get_nowait()
        except queue.Empty:
            return ended

    def _hear(self, one: Progress) -> None:
        self._playouts[one.key] = one.playouts
        self._cpu[one.key] = one.seconds
        self._reporter.playouts, self._reporter.cpu = sum(self._playouts.values()), sum(self._cpu.values())
        if one.shortfall and one.shortfall != self._shortfall:
            self._shortfall = one.shortfall
            self._reporter.note(one.shortfall)
        if one.board:
            self._results.take(one.board)

    def _end(self, future: Future[CellResult]) -> None:
        if future.cancelled() or future.exception() is not None:
            why = "cancelled" if future.cancelled() else str(future.exception()).partition("\n")[0]
            self._reporter.note(f"a search was lost: {why}")
            return
        done = future.result()
        if done.error:
            raise ParameterError(done.error)
        self._restarts[done.key] = done.restarts
        self._reporter.restarts = sum(self._restarts.values())
        self._hear(Progress(key=done.key, playouts=done.playouts, seconds=done.seconds, board=done.board))
        if done.end == "exhausted":
            self._exhausted, self._claim = True, done.claim

    def _conclude(self, end: str) -> None:
        reporter, results = self._reporter, self._results
        results.report(now=True)
        exhausted = end == "exhausted" and not self._solved
        proof = "exhausted" if exhausted else "solved" if self._solved else ""
        reporter.keep(results.result(proof=proof, claim=self._claim if exhausted else ""))
        if self._solved and self._spec.keep_best and self._spec.wanted > 1:
            judged, kept = results.best_found.judged, len(results.found)
            reporter.note(f"solutions that the searches sent: {judged:,}; the best {kept:,} of them are kept")
        reporter.finish("done" if end == "exhausted" and not exhausted else end)
