"""Generating puzzles: each from its own number, with its solution, checked before it is reported."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from puzzles import registry
from puzzles.engine.contract import InstancesModule, load
from puzzles.family import Puzzle
from solvers.counting import count_solutions
from solvers.jobs.best_results import check_generated
from solvers.jobs.kernels import make_ready
from solvers.jobs.orders import Order
from solvers.jobs.worker_reporter import WorkerReporter
from solvers.runs.events import Generated
from solvers.runs.reader import view
from solvers.runs.spec import GenerateSpec

COUNT_DEAD_ENDS = 20_000
"""For one count of solutions while a puzzle is made (some 0.2 s); not in seconds, so that a seed gives one puzzle on
every machine. Most counts take less than a millisecond."""
NOT_LEAVING = (Order.GO, Order.PAUSE)


def work(reporter: WorkerReporter, spec: GenerateSpec) -> None:
    """Generates; says everything up to the last word. LeaveError on an order.

    Worker k of n makes the puzzles k, k + n, k + 2n, ...; a resumed one goes on after those it has reported.
    """
    told = sum(event.worker == reporter.worker for event in view(reporter.run).generated)
    reporter.begin(playouts=told, resumed=told > 0)
    family = registry.get_family(spec.family)
    generator = family.needed_generator()
    parameters = generator.resolve(spec.parameters, f"the {spec.family} generator")
    make_ready(reporter, spec)
    instances = load(generator.module, InstancesModule)
    counting = {"count_solutions": _boards(reporter)} if generator.counts_solutions else {}
    mine = range(reporter.worker, spec.count, spec.workers)
    reporter.total = len(mine)
    reporter.enter("running")
    for index in mine[told:]:
        reporter.obey()
        begin = reporter.clock()
        puzzle, solution = instances.generate(parameters, spec.seed, index=index, purpose="generate", **counting)
        check_generated(family, puzzle, solution)
        reporter.at += reporter.clock() - begin
        reporter.playouts += 1
        reporter.done = reporter.playouts
        reporter.say(Generated, puzzle=family.to_json(puzzle), solution=list(solution), note=puzzle.note)
        reporter.show()
    reporter.done = len(mine)
    reporter.finish("done")


def _boards(reporter: WorkerReporter) -> Callable[[Puzzle], Any]:
    """What a generator that makes sure of a single solution counts with; it obeys orders meanwhile."""

    def boards(puzzle: Puzzle) -> tuple[tuple[int, ...], ...] | None:
        reporter.obey()
        reporter.show()
        counted = count_solutions(
            puzzle, dead_ends=COUNT_DEAD_ENDS, keep_going=lambda: reporter.orders.look() in NOT_LEAVING
        )
        reporter.obey()
        return None if counted.solutions == "unknown" else counted.boards

    return boards
