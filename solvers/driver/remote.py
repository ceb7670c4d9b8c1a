"""A search somewhere else, which reports to whoever has asked for it: how far it is, and each better board."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from puzzles.errors import PuzzleError
from puzzles.registry import not_here
from solvers.driver.judging import MismatchError
from solvers.driver.pace import Due
from solvers.driver.sink import Improving, Reporting, Sink
from solvers.registry import algorithm
from solvers.runs.events import AnyEvent, Found, Improved, Solved
from solvers.runs.status import Progress, StoppedError, Tell

if TYPE_CHECKING:
    from solvers.runs.spec import SolveSpec

TELL_EVERY = 1.0
"""Seconds between two reports of a search that finds nothing better."""


class Ended(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a search on a cluster. `end`: as `Search.go`; `error`: one line if it could not be made."""

    key: str
    end: str = ""
    playouts: int = 0
    seconds: float = 0.0
    restarts: int = 0
    board: tuple[int, ...] = ()
    claim: str = ""
    error: str = ""


class TellingSink(Sink):
    """A sink that reports by `tell`. Its clock is the CPU time of this process: of the search alone."""

    def __init__(self, key: str, tell: Tell, worker: int) -> None:
        super().__init__(worker=worker, clock=time.process_time)
        self.key = key
        self.solved = False
        self._tell = tell
        self._due = Due()
        self._shortfall = ""

    def say(self, event: Callable[..., AnyEvent], **fields: Any) -> None:
        """Reports a better board, or a further solution; of other events nobody hears."""
        if event in (Improved, Solved, Found):
            self.solved = self.solved or event is Solved
            self.report(tuple(fields["board"]))

    def note_once(self, text: str) -> None:
        """Takes what the search could not learn of its warm start, to be reported."""
        self._shortfall = text

    def enter(self, phase: Any) -> None:
        super().enter(phase)
        if phase == "running":
            self.report()

    def step(self, seconds: float, cpu: float, playouts: int, source: Improving, results: Reporting) -> bool:
        counted = super().step(seconds, cpu, playouts, source, results)
        self.show()
        return counted

    def show(self, *, now: bool = False) -> None:
        """Reports where the search is, if that is due."""
        if self.phase == "running" and self._due(time.monotonic()):
            self.report()

    def report(self, board: tuple[int, ...] = ()) -> None:
        """Reports where the search is; StoppedError if nobody wants it any more."""
        self._due.done(time.monotonic(), TELL_EVERY)
        here = Progress(
            key=self.key,
            playouts=self.playouts,
            seconds=self.at,
            score=self.best_score,
            solved=self.solved,
            board=board,
            shortfall=self._shortfall,
        )
        self._shortfall = ""
        if not self._tell(here):
            raise StoppedError(self.key)


def search_here(asked: tuple[SolveSpec, int], tell: Tell) -> Ended:
    """How the search of the spec ended that is the worker of that number; StoppedError if `tell` says so."""
    spec, index = asked
    key = str(index)
    if lack := missing(spec):
        return Ended(key=key, error=lack)
    from solvers.driver.search import Search  # imports kernels

    try:
        sink = TellingSink(key, tell, index)
        search = Search(spec, sink)
        end = search.go() if search.begin() else sink.reason
        board, claim = search.results.board, search.claim() if end == "exhausted" else ""
    except StoppedError:
        raise
    except Exception as error:
        return Ended(key=key, error=in_words(error))
    return Ended(
        key=key, end=end, playouts=sink.playouts, seconds=sink.at, restarts=sink.restarts, board=board, claim=claim
    )


def make_ready(spec: SolveSpec, lacks: Callable[[str], object] = algorithm) -> str:
    """Why the spec's kernel could not be compiled, or its prior's table not be made; empty if they are there now.

    `lacks` raises KeyError for an algorithm that there is not here.
    """
    if lack := missing(spec, lacks):
        return lack
    from solvers.driver.search import Search

    try:
        search = Search(spec, Sink())
        search.begin()
        search.prepare()
    except Exception as error:
        return in_words(error)
    return ""


def in_words(error: BaseException) -> str:
    """The error as one line; its type comes first if the project raises no errors of that type itself."""
    words = " ".join((error.message if isinstance(error, PuzzleError) else str(error)).split())
    told = isinstance(error, (MismatchError, PuzzleError, ValueError, RuntimeError, OSError))
    return words if told and words else f"{type(error).__name__}: {words}".removesuffix(": ")


def missing(spec: Any, known: Callable[[str], object] = algorithm) -> str:
    """What this machine lacks of what another distribution adds, the family or the search; empty if it has both.

    `spec` has a `family` and an `algorithm`, which `known` looks up.
    """
    try:
        known(spec.algorithm)
        lack = not_here(spec.family)
    except KeyError:
        lack = f"there is no search {spec.algorithm!r} here; expected the distribution that adds it"
    return lack and f"{platform.node()}: {lack}"
