"""Solving by another program (`puzzles.peers`): what it finds is judged and reported as a search's own finds are.

It keeps no place: a run that is resumed asks the program again, for the time that is left.
"""

from __future__ import annotations

import sys

from puzzles.parameters import ParameterError, resolve
from puzzles.registry import get_family
from solvers.driver.loop import Budget
from solvers.driver.results import BestResults, Board
from solvers.driver.sink import LeaveError, Order
from solvers.jobs.orders import LOOK_EVERY
from solvers.jobs.worker_reporter import WorkerReporter
from solvers.peer_process import PeerProcess, peer_named
from solvers.runs.result import read_result
from solvers.runs.spec import SolveSpec


def work(reporter: WorkerReporter, spec: SolveSpec) -> None:
    """Solves, and reports everything up to its end. LeaveError on an order; ParameterError for a missing package."""
    PeerSolving(reporter, spec).run()


class PeerSolving:
    """One worker's way through one spec."""

    def __init__(self, reporter: WorkerReporter, spec: SolveSpec) -> None:
        self._reporter = reporter
        self._spec = spec
        self._puzzle = get_family(spec.family).from_json(spec.puzzle)
        self._family = get_family(spec.family).for_puzzle(self._puzzle)
        self._peer = peer_named(spec.family, spec.algorithm)
        self._parameters = resolve(self._peer.parameters, spec.parameters, spec.algorithm)
        self._results = BestResults(reporter, self._family, self._puzzle, until=spec.until)
        self._counts = self._peer.exact and self._parameters["solutions"] != 1 and spec.count_seconds > 0
        self._boards: list[Board] = []
        """The different solutions."""

    def run(self) -> None:
        reporter, spec = self._reporter, self._spec
        if spec.seconds is None:
            raise ParameterError(f"{spec.algorithm} counts no playouts; expected a time, such as --seconds 60")
        self._begin()
        seed = spec.seed + reporter.worker
        try:
            with PeerProcess(self._peer, self._puzzle, seed=seed, parameters=self._parameters) as process:
                end = self._search(process, Budget(spec.seconds, None))
        except LeaveError as leave:
            if leave.order is not Order.STOP or not self._boards:
                if leave.order is not Order.GONE:
                    reporter.keep(self._results.result(proof="solved" if self._boards else ""))
                raise
            end = "budget"
        self._conclude(end)

    def _begin(self) -> None:
        """Begins; after an earlier life with the best of that, which the result has."""
        reporter = self._reporter
        lived = reporter.at > 0.0
        before = read_result(reporter.run.result_path) if lived else None
        reporter.begin(at=reporter.at, cpu=reporter.cpu, playouts=reporter.playouts, resumed=lived)
        if before is not None and before.worker == reporter.worker and before.board:
            self._results.take(tuple(before.board))
            self._boards = [tuple(before.board)] if self._results.solved_seconds is not None else []

    def _search(self, process: PeerProcess, budget: Budget) -> str:
        """`complete` if the program has seen everything, `budget`, `reached`, or `done` if it has given up."""
        reporter, results = self._reporter, self._results
        reporter.enter("running")
        earlier, since, counting_until = reporter.cpu, reporter.clock(), sys.float_info.max
        while not process.ended:
            if results.reached():
                return "reached"
            if self._boards and not self._counts:
                return "done"
            if budget.spent(reporter.at, 0) or reporter.at >= counting_until:
                return "budget"
            reporter.obey(process.pause)
            paused = process.go_on()
            lines = process.lines(LOOK_EVERY)
            now = reporter.clock()
            reporter.at += 0.0 if paused else now - since
            since = now
            for line in lines:
                reporter.cpu = earlier + line.cpu
                if line.board is not None:
                    self._take(tuple(line.board))
                elif line.complete:
                    return "complete"
            if self._boards and counting_until == sys.float_info.max:
                counting_until = reporter.at + self._spec.count_seconds
                reporter.enter("counting")
            results.report()
            reporter.show()
        return "done"

    def _take(self, board: Board) -> None:
        self._reporter.playouts += 1
        self._results.take(board)
        if self._results.solved_seconds is not None and board not in self._boards:
            self._boards.append(board)

    def _conclude(self, end: str) -> None:
        reporter, results, boards = self._reporter, self._results, self._boards
        results.report(now=True)
        if boards:
            if self._counts:
                results.count("several" if len(boards) > 1 else "unique" if end == "complete" else "unknown", boards)
            reporter.finish("solved")
        elif end == "complete" and self._peer.exact:
            reporter.keep(results.result(proof="exhausted"))
            reporter.finish("exhausted")
        else:
            reporter.keep(results.result())
            reporter.finish("done" if end == "complete" else end)
