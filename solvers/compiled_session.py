"""A search that is ready to be timed: its kernel compiled and loaded once, however many workers begin at a time, and
the odds of its prior computed from the puzzle, or stored, and trained first if it is not there.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

from puzzles.family import Puzzle
from puzzles.parameters import Value
from solvers.driver.search import Search
from solvers.driver.sink import Sink
from solvers.request import Request
from solvers.runs.events import AnyEvent, Note
from solvers.session import Session


def on_stderr(event: AnyEvent) -> None:
    """Prints what a search says before it begins, such as which kernels it has to compile."""
    if isinstance(event, Note):
        print(event.text, file=sys.stderr, flush=True)


def compiled_session(
    puzzle: Puzzle,
    name: str,
    parameters: Mapping[str, Value],
    *,
    prior: str = "none",
    tau: float | None = None,
    mode: str = "",
    seed: int,
    worker: int = 0,
    warm_start: Sequence[int] = (),
) -> Session:
    """The search that `mcs-tui solve` makes with these settings, the family's defaults for others; nothing is played.

    With interpreted kernels (MCS_TUI_JIT=0) nothing is compiled.
    `name` is the algorithm's, `tau` the temperature of the prior: None for the prior's own.
    """
    asked = Request(parameters, warm_start, algorithm=name, mode=mode, prior=prior, prior_tau=tau, seed=seed)
    search = Search(asked.resolve(puzzle, idle=True), Sink(on_stderr, worker=worker), puzzle)
    search.begin()
    return search.prepare().session
