"""Generating puzzles: each from its own number, with its solution, checked before it is reported.

A puzzle depends on the spec and its number alone. So compiled kernels may take over from interpreted ones at any
moment: a puzzle that is half made then is begun again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from puzzles import registry
from puzzles.engine.contract import InstancesModule, load
from puzzles.family import Puzzle
from solvers.driver.judging import check_generated, check_solution
from solvers.driver.kernels import make_ready
from solvers.driver.sink import Order
from solvers.jobs.worker_reporter import WorkerReporter
from solvers.request import Request
from solvers.runs.events import Generated
from solvers.runs.reader import view
from solvers.runs.spec import GenerateSpec
from solvers.session import Session

COUNT_DEAD_ENDS = 20_000
"""For one count of solutions while a puzzle is made (some 0.2 s); not in seconds, so that a seed gives one puzzle on
every machine. Most counts take less than a millisecond."""
SLICE = 2_000
"""Dead ends between two looks at the orders: some milliseconds."""


def work(reporter: WorkerReporter, spec: GenerateSpec) -> None:
    """Generates, and reports everything up to its end. LeaveError on an order.

    Worker k of n makes the puzzles k, k + n, k + 2n, ...; a resumed one goes on after those it has reported.
    """
    reported = sum(event.worker == reporter.worker for event in view(reporter.run).generated)
    reporter.begin(playouts=reported, resumed=reported > 0 or reporter.taking_over is not None)
    family = registry.get_family(spec.family)
    generator = family.needed_generator()
    parameters = generator.resolve(spec.parameters, f"the {spec.family} generator")
    make_ready(reporter, spec)
    instances = load(generator.module, InstancesModule)
    mine = range(reporter.worker, spec.count, spec.workers)
    reporter.total = len(mine)
    reporter.enter("running")
    look = _Look(reporter, spec)
    given: dict[str, Any] = {"count_solutions": look.count_solutions} if generator.counts_solutions else {}
    given |= {"look": look} if generator.looks else {}
    for index in mine[reported:]:
        look()
        begin = reporter.clock()
        puzzle, solution = instances.generate(parameters, spec.seed, index=index, purpose="generate", **given)
        check_generated(family, puzzle, solution)
        reporter.at += reporter.clock() - begin
        reporter.playouts += 1
        reporter.done = reporter.playouts
        reporter.seconds_left = reporter.at / (reporter.done - reported) * (reporter.total - reporter.done)
        reporter.say(Generated, puzzle=family.to_json(puzzle), solution=list(solution), note=puzzle.note)
    reporter.done = len(mine)
    reporter.finish("done")


class _Look:
    """Called now and then: obeys orders, and goes over to compiled kernels once they are there."""

    def __init__(self, reporter: WorkerReporter, spec: GenerateSpec) -> None:
        self._reporter = reporter
        self._takeover = reporter.handover(spec, lambda: True)
        self._since = reporter.clock()

    def __call__(self) -> None:
        reporter = self._reporter
        if self._takeover.after(reporter.clock() - self._since):
            self._takeover.go_over()
        reporter.obey()
        reporter.show()
        self._since = reporter.clock()

    def count_solutions(self, puzzle: Puzzle) -> Sequence[tuple[int, ...]] | None:
        """What a generator that makes sure of a single solution counts with; it obeys orders meanwhile."""
        self()
        found = count_solutions(puzzle, lambda: self._reporter.orders.look() in (Order.GO, Order.PAUSE))
        self._reporter.obey()
        return found


def count_solutions(
    puzzle: Puzzle, keep_going: Callable[[], bool] = lambda: True, dead_ends: int = COUNT_DEAD_ENDS
) -> tuple[tuple[int, ...], ...] | None:
    """All solutions by the exhaustive search, or two of several; None if `dead_ends` or `keep_going` end it before.

    Each is replayed by the family's plain checker; MismatchError if it refuses one.
    """
    spec = Request(algorithm="exhaustive", prior="none").resolve(puzzle)
    session = Session(spec, 0, puzzle=puzzle)
    status = session.advance(1)
    while status == "running" and session.playouts < dead_ends and keep_going():
        status = session.advance(min(SLICE, dead_ends - session.playouts))
    boards = tuple(session.solutions())
    for board in boards:
        check_solution(registry.get_family(puzzle.family), puzzle, board)
    return boards if status == "exhausted" or len(boards) > 1 else None
