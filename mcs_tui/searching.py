"""Searches in this process: step by step (`start`), or to their end (`solve`); what they return.

Kernels release the interpreter's lock while they run. No process is forked, and no signal handler is set.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np

from mcs_tui.plain import GrowingSession, PlainPuzzle, PythonPuzzle, wrapped
from mcs_tui.results import Board, History, Progress, Result
from puzzles.family import Puzzle, Verdict
from puzzles.registry import get_family
from solvers.driver.judging import check_best, check_solution
from solvers.driver.loop import Pace
from solvers.registry import algorithm as algorithm_of
from solvers.request import Request
from solvers.runs.insight import Insight
from solvers.runs.spec import SolveSpec

if TYPE_CHECKING:
    from solvers.session import Session

EASY_PLAYOUTS = 2_000
"""Playouts without a prior before one is trained, where none was asked for, as in a run (`solvers.jobs.train`)."""
TELL_EVERY = 1.0
"""Seconds between two reports to a callback while nothing better is found."""


class Search:
    """A search in progress, as `start` makes it. What it finds depends on its spec alone, not on how it is advanced.

    A context manager, though nothing has to be closed. One thread at a time may use it.
    """

    def __init__(self, puzzle: Puzzle, spec: SolveSpec, worker: int = 0) -> None:
        self.puzzle, self.spec = puzzle, spec
        self._family = get_family(puzzle.family).for_puzzle(puzzle)
        self._worker = worker
        self._earlier = 0
        self._improved: list[tuple[int, float, float]] = []
        self._judged: tuple[float, tuple[int, ...], Verdict] | None = None
        self.seconds = 0.0
        """CPU seconds of search."""
        kind = self._kind()
        self._easy = kind is not None and spec.prior == "auto" and self._untrained(kind.name)
        self._session = self._begin(with_prior=kind is not None and not self._easy)

    def __enter__(self) -> Search:
        return self

    def __exit__(self, *_: object) -> None:
        return None

    def advance(self, playouts: int = 1000) -> str:
        """Makes at most that many more playouts (the algorithm's unit); `running`, or the status it has ended with."""
        end = self.playouts + playouts
        while self.status == "running" and self.playouts < end:
            before, left = self.playouts, end - self.playouts
            if self._easy:
                left = min(left, EASY_PLAYOUTS - before)
            begun = time.thread_time()
            self._session.advance(left)
            self._note(before, time.thread_time() - begun)
            if self._easy and self.playouts >= EASY_PLAYOUTS and self.status == "running":
                self._easy, self._earlier = False, self.playouts
                self._judge()
                self._session = self._begin(with_prior=True)
        return self.status

    @property
    def status(self) -> str:
        """`running`, `solved`, `exhausted` (all was seen) or `finished`."""
        return self._session.status

    @property
    def playouts(self) -> int:
        """Playouts so far."""
        return self._earlier + self._session.playouts

    @property
    def best(self) -> Board | None:
        """The best board so far, int64[n]; None before the first playout."""
        best = self._best()
        return None if best is None else np.array(best[1], np.int64)

    @property
    def best_score(self) -> float | None:
        """The best score so far as the search counts it, higher is better; None before the first playout."""
        best = self._best()
        return None if best is None else best[0]

    @property
    def insight(self) -> Insight | None:
        """What the search says of itself, such as its levels and the entropy of its policy; None if it says nothing."""
        return self._session.insight()

    @property
    def history(self) -> History:
        """Each better score so far."""
        playouts, best, seconds = zip(*self._improved, strict=True) if self._improved else ((), (), ())
        return History(np.array(playouts, np.int64), np.array(seconds, np.float64), np.array(best, np.float64))

    def result(self, end: str = "") -> Result:
        """What has been found so far, judged by the checker; `end`: why it ends where that is not the search's own."""
        status = end if self.status == "running" else self.status
        self._judge()
        boards = self._session.solutions()
        for board in boards:
            check_solution(self._family, self.puzzle, board)
        _, board, verdict = self._judged or (0.0, (), None)
        optimisation, claim = self._family.optimisation, ""
        if status == "exhausted" and optimisation is not None and verdict is not None and not self._session.notice():
            claim = optimisation.proof_statement(self.puzzle, self.spec.parameters, verdict)
        return Result(
            puzzle=self.puzzle,
            spec=self.spec,
            status=status or "budget",
            board=None if verdict is None else np.array(board, np.int64),
            score=None if verdict is None else verdict.score,
            verdict=verdict,
            history=self.history,
            playouts=self.playouts,
            seconds=self.seconds,
            solutions=tuple(np.array(one, np.int64) for one in boards),
            claim=claim,
        )

    def _kind(self) -> Any:
        chosen = algorithm_of(self.spec.algorithm)
        if self.spec.prior == "none" or not self._family.priors.kinds or not chosen.uses_prior:
            return None
        return self._family.priors.kind(self.spec.prior, self.spec.algorithm)

    def _untrained(self, kind: str) -> bool:
        from priors import store

        priors = self._family.priors
        if priors.kind(kind).source != "counted":
            return False
        return store.find(self._family.name, kind, priors.shape_key(self.puzzle, kind)) is None

    def _begin(self, *, with_prior: bool) -> Session:
        if isinstance(self.puzzle, PythonPuzzle):
            plain: Any = GrowingSession(self.spec, self._worker, self.puzzle, with_prior=with_prior)
            return plain  # type: ignore[no-any-return]
        from solvers.compiled_session import compile_missing, trained_odds
        from solvers.session import Session

        compile_missing(self.spec, self.puzzle)
        odds, spec = None, self.spec
        if with_prior:
            kind = self._kind()
            tau = kind.tau if spec.prior_tau is None else spec.prior_tau
            odds = trained_odds(self.puzzle, kind.name, tau, spec.parameters)
        session = Session(spec, self._worker, odds, self.puzzle)
        session.advance(0)
        return session

    def _note(self, before: int, seconds: float) -> None:
        """Takes what a slice, which began at that playout, has found."""
        pace = seconds / max(1, self.playouts - before)
        best = self._improved[-1][1] if self._improved else -np.inf
        for found, score in self._session.improvements():
            playout = self._earlier + found
            if playout > before and score > best:
                self._improved.append((playout, score, self.seconds + (playout - before) * pace))
                best = score
        self.seconds += seconds

    def _best(self) -> tuple[float, tuple[int, ...]] | None:
        score, board = self._session.best_score, self._session.best_board()
        if score is not None and board is not None and (self._judged is None or score > self._judged[0]):
            return score, board
        return None if self._judged is None else self._judged[:2]

    def _judge(self) -> None:
        """Judges the best board, unless it has been; MismatchError if the checker does not agree with the search."""
        best = self._best()
        if best is None or (self._judged is not None and self._judged[:2] == best):
            return
        if self._session.solutions():
            verdict = check_solution(self._family, self.puzzle, best[1])
        else:
            verdict = check_best(self._family, self.puzzle, *best)
        self._judged = (*best, verdict)

    def run(self, callback: Callable[[Progress], object] | None = None, stop: threading.Event | None = None) -> str:
        """Advances to the end of the spec's budget, in slices of some 50 ms; why it ended, empty for its own end.

        KeyboardInterrupt ends it as `stop` does, and a callback that returns False: `interrupted`.
        """
        spec, pace, told, shown = self.spec, Pace(time.perf_counter), 0.0, None
        begun = time.perf_counter()
        try:
            while self.status == "running":
                spent = time.perf_counter() - begun
                if stop is not None and stop.is_set():
                    return "interrupted"
                best = self.best_score
                if spec.until is not None and best is not None and best >= spec.until:
                    return "reached"
                left = None if spec.playouts is None else spec.playouts - self.playouts
                seconds = None if spec.seconds is None else spec.seconds - spent
                if (left is not None and left <= 0) or (seconds is not None and seconds <= 0):
                    return "budget"
                pace.slice(self.advance, lambda: self.playouts, left, seconds)
                if callback is not None:
                    now, best = time.perf_counter(), self.best_score
                    if best != shown or now >= told + TELL_EVERY:
                        told, shown = now, best
                        if callback(Progress(self.playouts, self.seconds, best)) is False:
                            return "interrupted"
        except KeyboardInterrupt:
            return "interrupted"
        return ""


def start(puzzle: Puzzle | PlainPuzzle, algorithm: str | None = None, **options: Any) -> Search:
    """A search that has made no playout, to be advanced step by step; options as of `solve`, whose budget it ignores.

    `with mcs_tui.start(puzzle, "nrpa", level=3) as search: search.advance(1000); search.best`.
    """
    asked = asked_of(puzzle)
    return Search(_adjusted(asked, options), spec_of(asked, algorithm, options))


def solve(
    puzzle: Puzzle | PlainPuzzle,
    algorithm: str | None = None,
    *,
    callback: Callable[[Progress], object] | None = None,
    **options: Any,
) -> Result:
    """The result of a search in this process, with the defaults of `mcs-tui solve`, judged by the plain checker.

    `algorithm`: its name, such as `nrpa`; None for the family's default. `options` are those of a search: `seconds`
    (of the clock; 60 if there is no budget), `playouts`, `seed`, `workers` (threads, each with a random stream of its
    own), `mode`, `prior`, `prior_tau`, `until` (a score, or a cost where costs count, at which it ends), `warm_start`
    (a board), `preset`; and the parameters of the algorithm by name, such as `level=3`. `callback` gets a `Progress` at
    each better score and about once a second, in the thread of the search; it ends the search by returning False.

    Ctrl-C ends the search, too: the result is what it has found by then. Kernels that are missing are compiled first,
    which takes up to a minute, once. ParameterError (a ValueError), one line, for options that do not fit.
    """
    asked = asked_of(puzzle)
    spec, adjusted = spec_of(asked, algorithm, options), _adjusted(asked, options)
    if spec.workers == 1:
        search = Search(adjusted, spec)
        return search.result(search.run(callback))
    return _in_threads(adjusted, spec, callback)


def _in_threads(puzzle: Puzzle, spec: SolveSpec, callback: Callable[[Progress], object] | None) -> Result:
    """The best result of the spec's workers, a thread each; the first solution ends all."""
    stop, lock = threading.Event(), threading.Lock()
    searches = [Search(puzzle, spec, worker) for worker in range(spec.workers)]
    best: list[float] = []

    def tell(progress: Progress) -> bool:
        with lock:
            if callback is None or (best and (progress.best is None or progress.best < best[0])):
                return True
            best[:] = [] if progress.best is None else [progress.best]
            return callback(progress) is not False

    def run(search: Search) -> str:
        end = search.run(tell, stop)
        if end != "budget":
            stop.set()
        return end

    with ThreadPoolExecutor(spec.workers) as pool:
        futures = [pool.submit(run, one) for one in searches]
        try:
            ends = [one.result() for one in futures]
        except KeyboardInterrupt:
            stop.set()
            ends = [one.result() for one in futures]
    results = [one.result(end) for one, end in zip(searches, ends, strict=True)]
    return max(results, key=lambda one: (one.solved, -np.inf if one.score is None else one.score))


def asked_of(puzzle: Puzzle | PlainPuzzle) -> Puzzle:
    """The puzzle itself, or the one that begins with an object of plain Python; ParameterError if it is neither."""
    plain: Any = puzzle
    return plain if isinstance(puzzle, Puzzle) and hasattr(plain, "note") else wrapped(plain)


def spec_of(puzzle: Puzzle, algorithm: str | None, options: dict[str, Any]) -> SolveSpec:
    """The spec of a search with these options, all defaults applied; ParameterError for one that does not fit."""
    names = ("mode", "prior", "prior_tau", "seed", "seconds", "playouts", "workers", "until", "preset")
    asked = {name: options[name] for name in names if name in options}
    board = tuple(int(one) for one in options.get("warm_start", ()))
    parameters = {name: value for name, value in options.items() if name not in (*names, "warm_start")}
    return Request(parameters, board, algorithm=algorithm, **asked).resolve(puzzle)


def _adjusted(puzzle: Puzzle, options: dict[str, Any]) -> Puzzle:
    """The puzzle with those of its own settings that are among the options."""
    family = get_family(puzzle.family)
    own = {one.name for one in family.puzzle_parameters}
    return family.adjusted(puzzle, {name: value for name, value in options.items() if name in own})
