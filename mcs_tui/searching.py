"""Searches in this process: step by step (`start`), or to their end (`solve`); what they return.

They are driven as all searches are (`solvers.driver`). Kernels release the interpreter's lock while they run. No
process is forked, and no signal handler is set.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np

from mcs_tui.plain import GrowingSession, PlainPuzzle, PythonPuzzle, wrapped
from mcs_tui.results import Board, History, Progress, Result
from mcs_tui.scores import ScoreFunction, Scores
from puzzles.family import Puzzle, Verdict
from puzzles.parameters import ParameterError
from solvers.driver import search as driver
from solvers.driver.judging import MismatchError
from solvers.driver.pace import Budget
from solvers.driver.sink import Improving, LeaveError, Reporting, Sink
from solvers.request import Request
from solvers.runs.events import AnyEvent, Improved, Note, Solved
from solvers.runs.spec import SolveSpec
from solvers.runs.status import Insight
from solvers.settings import SETTING

if TYPE_CHECKING:
    from solvers.session import Session

Callback = Callable[[Progress], object]
TELL_EVERY = 1.0
"""Seconds between two reports to a callback while nothing better is found."""
STATUS = {"stopped": "interrupted", "done": "finished"}
"""What results call some ends of runs."""
NOT_HERE = ("algorithm", "cluster", "warm_start")
"""Settings of a search that are not given by name in Python, or not there."""


class _Heard(Sink):
    """What a search in this process reports: its history, its notes, its best board, and progress for a callback."""

    remembers = False

    def __init__(self, worker: int, callback: Callback | None, scores: Scores | None) -> None:
        super().__init__(self._take, worker=worker)
        self.improved: list[tuple[int, float, float]] = []
        """The playout, the CPU seconds by then and the score of each that was better than all before."""
        self.notes: list[str] = []
        self.last: tuple[int, ...] | None = None
        """The best board that the checker has seen."""
        self._callback, self._scores = callback, scores
        self._told = 0.0

    def session(self, spec: SolveSpec, odds: Any, puzzle: Puzzle) -> Session:
        """The search itself: of a puzzle in plain Python, with scores from a function, or compiled."""
        if isinstance(puzzle, PythonPuzzle):
            plain: Any = GrowingSession(spec, self.worker, puzzle, odds)
            return plain  # type: ignore[no-any-return]
        if self._scores is not None:
            return self._scores.session(spec, self.worker, odds, puzzle)
        return super().session(spec, odds, puzzle)

    def step(self, seconds: float, cpu: float, playouts: int, source: Improving, results: Reporting) -> bool:
        """As of any sink; writes down what the slice has found."""
        before, earlier = self.playouts, playouts - source.playouts
        best = self.improved[-1][2] if self.improved else -np.inf
        for found, score in source.improvements():
            if found + earlier > before and score > best:
                at = self.cpu + cpu * (found + earlier - before) / (playouts - before)
                self.improved.append((found + earlier, at, score))
                best = score
        return super().step(seconds, cpu, playouts, source, results)

    def settle(self, results: Reporting) -> None:
        """As of any sink; tells the callback where the search is, if that is due."""
        now = time.monotonic()
        if self._callback is not None and (self.best_score != self._shown or now >= self._told + TELL_EVERY):
            self._told, self._shown = now, self.best_score
            self.stop = self._callback(Progress(self.playouts, self.cpu, self.best_score)) is False or self.stop

    _shown: float | None = None

    def _take(self, event: AnyEvent) -> None:
        if isinstance(event, Improved | Solved):
            self.last = tuple(event.board)
        elif isinstance(event, Note):
            self.notes.append(event.text)
            if self.phase != "running":  # what it has to wait for, such as compiling
                print(f"mcs-tui: {event.text}", file=sys.stderr, flush=True)


class Search:
    """A search in progress, as `start` makes it. What it finds depends on its spec alone, not on how it is advanced.

    A context manager, which ends what judges beside it. One thread at a time may use it.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        spec: SolveSpec,
        *,
        worker: int = 0,
        callback: Callback | None = None,
        scores: Scores | None = None,
        budget: Budget | None = None,
    ) -> None:
        self.puzzle, self.spec = puzzle, spec
        self._heard = _Heard(worker, callback, scores)
        family = None if scores is None else scores.family
        self._driver = driver.Search(spec, self._heard, puzzle, budget=budget, family=family)
        self._status = ""

    def __enter__(self) -> Search:
        return self

    def __exit__(self, *_: object) -> None:
        self._driver.close()

    def advance(self, playouts: int = 1000) -> str:
        """Makes at most that many more playouts (the algorithm's unit); `running`, or how the search has ended.

        Ctrl-C raises KeyboardInterrupt between two slices of some 50 ms; the search can go on then.
        """
        if not self._status:
            self._status = "running" if self._driver.begin() else self._ended()
        if self._status == "running" and (end := self._driver.go(playouts)):
            self._driver.conclude(end)
            self._status = self._ended()
        return self._status

    def run(self) -> None:
        """To its end, to that of its budget, or until Ctrl-C or the callback ends it."""
        try:
            self._driver.run()
        except LeaveError as leave:
            self._heard.finish(leave.order.value)
        except KeyboardInterrupt:
            try:
                self._driver.break_off()
            except MismatchError:  # in the middle of a playout in plain Python: the last board that was judged counts
                self._heard.finish("stopped")
        self._status = self._ended()

    def _ended(self) -> str:
        return STATUS.get(self._heard.reason, self._heard.reason)

    def stop(self) -> None:
        """Ends the search, also from another thread, within some 50 ms."""
        self._heard.stop = True

    @property
    def status(self) -> str:
        """`running`, or how it has ended, as of a result."""
        return self._status or "running"

    @property
    def playouts(self) -> int:
        """Playouts so far."""
        return self._heard.playouts

    @property
    def seconds(self) -> float:
        """CPU seconds of search so far."""
        return self._heard.cpu

    @property
    def best(self) -> Board | None:
        """The best board so far, int64[n], which the checker has judged; None before the first playout."""
        self._driver.results.report(now=True)
        return None if self._heard.last is None else np.array(self._heard.last, np.int64)

    @property
    def best_score(self) -> float | None:
        """The best score so far, higher is better; None before the first playout."""
        return self._heard.best_score

    @property
    def insight(self) -> Insight | None:
        """What the search says of itself, such as its levels and the entropy of its policy; None if it says nothing."""
        session = self._driver.session
        return None if session is None else session.insight()

    @property
    def history(self) -> History:
        """Each better score so far."""
        playouts, seconds, best = zip(*self._heard.improved, strict=True) if self._heard.improved else ((), (), ())
        return History(np.array(playouts, np.int64), np.array(seconds, np.float64), np.array(best, np.float64))

    def result(self) -> Result:
        """What has been found so far, judged by the checker."""
        heard, best = self._heard, self.best
        verdict: Verdict | None = None
        if heard.last is not None:
            verdict = heard.verdict
            if verdict is None or self._driver.results.board != heard.last:
                verdict = self._driver.family.judge(self.puzzle, heard.last)
        merged = heard.merged
        kept = [] if merged is None else [one.board for one in merged.found] or merged.boards
        return Result(
            puzzle=self.puzzle,
            spec=self.spec,
            status=self.status,
            board=best,
            score=None if verdict is None else verdict.score,
            verdict=verdict,
            history=self.history,
            playouts=heard.playouts,
            seconds=heard.cpu,
            solutions=tuple(np.array(one, np.int64) for one in kept),
            count="" if merged is None else merged.solutions,
            claim="" if merged is None else merged.claim,
            notes=tuple(heard.notes),
        )


def start(
    puzzle: Puzzle | PlainPuzzle, algorithm: str | None = None, *, score: ScoreFunction | None = None, **options: Any
) -> Search:
    """A search that has made no playout, to be advanced step by step; options as of `solve`, but for budgets.

    `with mcs_tui.start(puzzle, "nrpa", level=3) as search: search.advance(1000); search.best`.
    """
    scores, asked, spec = _asked(puzzle, algorithm, score, options)
    return Search(asked, spec, scores=scores, budget=Budget(None, None))


def solve(
    puzzle: Puzzle | PlainPuzzle,
    algorithm: str | None = None,
    *,
    score: ScoreFunction | None = None,
    callback: Callback | None = None,
    **options: Any,
) -> Result:
    """The result of a search in this process, with the defaults of `mcs-tui solve`, judged by the plain checker.

    `algorithm`: its name, such as `nrpa`; None for the family's default. `options` are those of a search: `seconds`
    (of the clock; 60 if there is no budget), `playouts`, `seed`, `workers` (threads, each with a random stream of its
    own), `mode`, `prior`, `prior_tau`, `until` (a score, or a cost where costs count, at which it ends), `designs` and
    what belongs to it (several solutions), `warm_start` (a board), `preset`, `count_seconds` (for how long a second
    solution is looked for; 0); and the parameters of algorithm and puzzle by name, such as `level=3`. `puzzle` may be
    an object in plain Python (`PlainPuzzle`). `score`: a function of a batch of boards (`mcs_tui.scores`), whose scores
    count in place of the family's. `callback` gets a `Progress` at each better score and about once a second, in the
    thread of the search; it ends the search by returning False.

    Ctrl-C ends the search, too: the result is what it has found by then. Kernels that are missing are compiled first,
    which takes up to a minute, once. ParameterError (a ValueError), one line, for options that do not fit.
    """
    scores, asked, spec = _asked(puzzle, algorithm, score, options)
    if spec.workers > 1:
        return _in_threads(asked, spec, callback, scores)
    search = Search(asked, spec, callback=callback, scores=scores)
    search.run()
    return search.result()


def _in_threads(puzzle: Puzzle, spec: SolveSpec, callback: Callback | None, scores: Scores | None) -> Result:
    """The best result of the spec's workers, a thread each; one that ends before its budget ends all."""
    if spec.wanted > 1 or scores is not None:
        raise ParameterError("several designs, and scores from a function, are for one worker; leave out workers")
    lock, best = threading.Lock(), [-np.inf]
    searches: list[Search] = []

    def tell(progress: Progress) -> bool:
        with lock:
            if callback is None or progress.best is None or progress.best < best[0]:
                return True
            best[0] = progress.best
            return callback(progress) is not False

    def run(search: Search) -> Result:
        search.run()
        if search.status != "budget":
            for one in searches:
                one.stop()
        return search.result()

    searches += [Search(puzzle, spec, worker=worker, callback=tell) for worker in range(spec.workers)]
    with ThreadPoolExecutor(spec.workers) as pool:
        futures = [pool.submit(run, one) for one in searches]
        try:
            results = [one.result() for one in futures]
        except BaseException as error:
            for search in searches:
                search.stop()
            if not isinstance(error, KeyboardInterrupt):
                raise
            results = [one.result() for one in futures]
    return max(results, key=lambda one: (one.solved, -np.inf if one.score is None else one.score))


def _asked(
    puzzle: Puzzle | PlainPuzzle, algorithm: str | None, score: ScoreFunction | None, options: dict[str, Any]
) -> tuple[Scores | None, Puzzle, SolveSpec]:
    """Where scores come from, the puzzle, and the spec of its search; all defaults are applied."""
    plain: Any = puzzle
    asked = plain if hasattr(plain, "family") and hasattr(plain, "note") else wrapped(plain)
    settings, parameters = {"count_seconds": 0.0}, dict(options)
    for name in [one for one in options if one in SETTING and one not in NOT_HERE]:
        settings[name] = parameters.pop(name)
    board = [int(one) for one in parameters.pop("warm_start", ())]
    scores = None
    if score is not None:
        scores = Scores(asked, score, parameters, algorithm)
    request = Request(parameters, board, algorithm=algorithm, **settings)
    return scores, request.adjusted(asked), request.resolve(asked, bare=True)
