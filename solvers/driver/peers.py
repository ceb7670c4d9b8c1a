"""Another program (`puzzles.peers`) as a source of boards, and a run that asks one.

What it finds is judged and reported as a search's own finds are. It keeps no place: a run that is resumed asks the
program again, for the time that is left.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from puzzles.family import Puzzle
from puzzles.parameters import ParameterError, Value, resolve
from puzzles.registry import get_family
from solvers.driver.judging import Board
from solvers.driver.loop import Slice, drive
from solvers.driver.pace import Budget
from solvers.driver.results import BestResults
from solvers.driver.sink import LeaveError, Order, Sink
from solvers.peer_process import Line, PeerProcess, peer_named
from solvers.runs.spec import SolveSpec

LOOK_EVERY = 0.05
"""Seconds that a line of the program is waited for between two looks at the orders."""


class PeerSource:
    """The boards of a program, one a slice; as a context manager the program is ended on leaving.

    The time of a slice is that of the clock, or with `cpu_seconds`, which the system lets the program use, that of its
    processor. `status` at its end: `complete` if the program has seen everything, `done` if it has given up, `ended`
    without a last word, `solved` by the first solution.
    """

    def __init__(
        self,
        sink: Sink,
        puzzle: Puzzle,
        name: str,
        parameters: Mapping[str, Value],
        seed: int,
        cpu_seconds: float | None = None,
    ) -> None:
        """ParameterError if the program is not installed, OSError if it can't be started."""
        self.peer = peer_named(puzzle.family, name)
        self.parameters = resolve(self.peer.parameters, parameters, name)
        self.status = "running"
        self.playouts = 0
        self.restarts = 0
        self.counts = False
        """True if it goes on after a solution, to see if there is another one."""
        self.found: list[Board] = []
        """The different solutions."""
        self._sink = sink
        self._by_cpu = cpu_seconds is not None
        self._cpu = 0.0
        self._since = sink.clock()
        self._lines: list[Line] = []
        self._board: Board | None = None
        self._process = PeerProcess(self.peer, puzzle, seed=seed, parameters=self.parameters, cpu_seconds=cpu_seconds)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._process.__exit__(*error)

    def pause(self) -> None:
        """Lets the program stand still until it is asked for the next line."""
        self._process.pause()

    def work(self, _seconds: float | None, _playouts: int | None) -> Slice:
        paused = self._process.go_on()
        if not self._lines:
            self._lines = self._process.lines(LOOK_EVERY)
        now, before = self._sink.clock(), self._cpu
        took = 0.0 if paused else now - self._since
        self._since = now
        if self._lines:
            line = self._lines.pop(0)
            self._cpu = line.cpu
            if line.board is None:
                self.status = "complete" if line.complete else "done"
            else:
                self._board = tuple(line.board)
                self.playouts += 1
        elif self._process.ended:
            self.status = "ended"
        cpu = self._cpu - before
        return Slice(cpu if self._by_cpu else took, cpu)

    def look(self, results: BestResults) -> None:
        board, self._board = self._board, None
        if board is not None:
            results.take(board)
            if results.solved_seconds is not None and board not in self.found:
                self.found.append(board)
                if not self.counts:
                    self.status = "solved"
        results.report()

    def improvements(self) -> list[tuple[int, float]]:
        return []


class _Limits:
    """The seconds of a run by a program, and after a solution those for another one."""

    def __init__(self, spec: SolveSpec, sink: Sink, source: PeerSource) -> None:
        self._budget, self._spec, self._sink, self._source = Budget(spec.seconds, None), spec, sink, source
        self._counting_until: float | None = None

    def left(self, at: float, _playouts: int) -> tuple[float | None, int | None]:
        return self._budget.left(at, 0)

    def spent(self, at: float, _playouts: int) -> bool:
        if self._source.found and self._counting_until is None:
            self._counting_until = at + self._spec.count_seconds
            self._sink.enter("counting")
        return self._budget.spent(at, 0) or (self._counting_until is not None and at >= self._counting_until)


def work(sink: Sink, spec: SolveSpec) -> None:
    """Solves, and reports everything up to its end. LeaveError on an order; ParameterError for a missing package."""
    if spec.seconds is None:
        raise ParameterError(f"{spec.algorithm} counts no playouts; expected a time, such as --seconds 60")
    puzzle = get_family(spec.family).from_json(spec.puzzle)
    results = BestResults.of(sink, spec, get_family(spec.family).for_puzzle(puzzle), puzzle)
    before = sink.earlier_result()
    sink.begin(at=sink.at, cpu=sink.cpu, playouts=sink.playouts, resumed=sink.at > 0.0)
    with PeerSource(sink, puzzle, spec.algorithm, spec.parameters, spec.seed + sink.worker) as source:
        source.counts = source.peer.exact and source.parameters["solutions"] != 1 and spec.count_seconds > 0
        try:
            own = before is not None and before.worker == sink.worker
            end = _searched(source, sink, results, spec, tuple(before.board) if before is not None and own else ())
        except LeaveError as leave:
            if leave.order is not Order.STOP or not source.found:
                if leave.order is not Order.GONE:
                    sink.keep(results.result(proof="solved" if source.found else ""))
                raise
            end = "budget"
    results.report(now=True)
    if source.found:
        if source.counts:
            several, unique = len(source.found) > 1, end == "complete"
            results.count("several" if several else "unique" if unique else "unknown", source.found)
        sink.finish("solved")
    elif end == "complete" and source.peer.exact:
        sink.keep(results.result(proof="exhausted"))
        sink.finish("exhausted")
    else:
        sink.keep(results.result())
        sink.finish("done" if end in ("complete", "ended") else end)


def _searched(source: PeerSource, sink: Sink, results: BestResults, spec: SolveSpec, board: Board) -> str:
    """How the program's search ended, as `drive`; `board`: the best of an earlier life, which is taken first."""
    if board:
        results.take(board)
        if results.solved_seconds is not None:
            source.found = [board]
            if not source.counts:
                return "solved"
    sink.enter("running")
    return drive(source, sink, results, _Limits(spec, sink, source), before_pause=source.pause)
