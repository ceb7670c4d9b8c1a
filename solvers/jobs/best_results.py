"""What a worker has found: its best board and its solutions, each judged by the plain checker before it is reported."""

from __future__ import annotations

import hashlib
import heapq
import math
import sys
from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING

from puzzles.family import Family, Puzzle, Verdict
from puzzles.parameters import Value
from solvers.jobs.slicing import IMPROVED_EVERY, Due, sharing_interval
from solvers.jobs.worker_reporter import WorkerReporter
from solvers.runs.events import Counted, Found, Improved, Solved
from solvers.runs.result import Result, Solution, distinct, rank_key, ranked
from solvers.runs.scoring import figure

if TYPE_CHECKING:
    from solvers.runs.checkpoint import Checkpoint
    from solvers.session import Session

Board = tuple[int, ...]

TOLERANCE = 1e-9
"""Between the search's score and the checker's: both are sums of few small numbers."""
MOST_REMEMBERED = 2**16
"""Solutions of which a digest of 16 bytes is kept, so that none is judged twice; of more, the latest."""


class MismatchError(Exception):
    """Search and checker disagree: one of them is wrong. The message is one line for the user."""


def check_solution(family: Family, puzzle: Puzzle, board: Sequence[int]) -> Verdict:
    """The checker's verdict on a claimed solution; MismatchError if it is not one."""
    verdict = family.judge(puzzle, board)
    if not verdict.solved:
        raise MismatchError(f"the search claims a solution, but the checker says: {_fault(verdict)}")
    return verdict


def check_generated(family: Family, puzzle: Puzzle, board: Sequence[int]) -> Verdict:
    """The checker's verdict on the board that a generator made a puzzle from; MismatchError if it is not sound."""
    verdict = family.judge(puzzle, board)
    if not family.passes(verdict):
        raise MismatchError(f"the checker refuses the board that a puzzle was generated from: {_fault(verdict)}")
    return verdict


def check_best(family: Family, puzzle: Puzzle, score: float, board: Sequence[int]) -> Verdict:
    """The checker's verdict; MismatchError unless the board is legal, has that score, and is no solution.

    None is claimed. A best board that is no solution is a dead end, and may show why it is one: a Kakuro run that was
    filled to a wrong sum. So not every fault is a mismatch; what the rules can't lead to is.
    """
    verdict = family.judge(puzzle, board)
    if not verdict.legal:
        raise MismatchError(f"the search reports a board that is not legal: {verdict.faults[0]}")
    if not math.isclose(verdict.score, score, rel_tol=TOLERANCE, abs_tol=TOLERANCE):
        raise MismatchError(f"the search scores a board {figure(score)}, the checker {figure(verdict.score)}")
    if verdict.solved:
        raise MismatchError("the search does not know that its board is a solution, the checker does")
    return verdict


def _fault(verdict: Verdict) -> str:
    return verdict.faults[0] if verdict.faults else "it is not complete"


class BestFound:
    """The best `most` of the different `solutions` added, equal ones in their order; `judged` counts all added."""

    def __init__(self, family: Family, most: int) -> None:
        self.solutions: dict[tuple[int, ...], Solution] = {}
        self.judged = 0
        self._family = family
        self._most = most
        self._worst_first: list[tuple[tuple[float, ...], int, tuple[int, ...]]] = []
        self._digests: dict[bytes, None] = {}

    def knows(self, board: tuple[int, ...]) -> bool:
        """True if a solution of that board was added before, as far as that is remembered."""
        return board in self.solutions or _digest(board) in self._digests

    def add(self, one: Solution) -> bool:
        """True if it is among the best."""
        self.judged += 1
        self._digests[_digest(one.board)] = None
        if len(self._digests) > MOST_REMEMBERED:
            del self._digests[next(iter(self._digests))]
        entry = (rank_key(one, self._family), -self.judged, one.board)
        self.solutions[one.board] = one
        if len(self._worst_first) < self._most:
            heapq.heappush(self._worst_first, entry)
            return True
        *_, left_out = heapq.heappushpop(self._worst_first, entry)
        del self.solutions[left_out]
        return left_out != one.board


def _digest(board: tuple[int, ...]) -> bytes:
    return hashlib.blake2b(array("q", board).tobytes(), digest_size=16).digest()


class BestResults:
    """The best so far over all stages of a worker's search. MismatchError if the checker refuses it.

    `wanted`: how many different solutions all workers together are after. With more than one each is reported as it is
    found, and how many the others have is learned from the run's result, which the workers share. `keep_best`: the
    search goes on to its end, and the best `wanted` are kept; one is reported if it is among the best when it is found.
    `until`: the score at which the run ends.
    """

    def __init__(
        self,
        reporter: WorkerReporter,
        family: Family,
        puzzle: Puzzle,
        wanted: int = 1,
        *,
        keep_best: bool = False,
        until: float | None = None,
    ) -> None:
        self.score: float | None = None
        self.board: Board = ()
        self.facts: dict[str, Value] = {}
        self.solved_seconds: float | None = None
        self.best_found = BestFound(family, wanted if keep_best else sys.maxsize)
        self.repeats = 0
        """How often the search came to a solution that it had."""
        self._wanted = wanted
        self._keep_best = keep_best
        self._until = None if until is None else until - TOLERANCE * max(1.0, abs(until))
        if keep_best:
            reporter.combine = lambda many: list(ranked(distinct(many), family)[:wanted])
        self._reporter = reporter
        self._family = family
        self._puzzle = puzzle
        self._unreported = False
        self._due = Due()
        self._unshared = False
        self._sharing_due = Due()

    def restore(self, place: Checkpoint) -> None:
        """Goes back to what a checkpoint says, which was reported before."""
        self.score, self.board, self.facts = place.best_score, tuple(place.best_board), place.best_facts
        self.solved_seconds, self.repeats = place.solved_seconds, place.repeats
        self.best_found = BestFound(self._family, self._wanted if self._keep_best else sys.maxsize)
        for one in place.found:
            self.best_found.add(one)
        self.best_found.judged = max(place.judged, len(place.found))
        self._reporter.best_score = self.score
        self._unreported = False

    def begin_with(self, board: Board) -> None:
        """Takes a warm start as the first best where a score counts: the result is never worse than it.

        Only one worker reports it. What is not legal, or could not be a result, is left to the search.
        """
        family, puzzle = self._family, self._puzzle
        if not (board and family.optimisation and family.optimisation.complete(puzzle, board)) or self._reporter.worker:
            return
        verdict = family.judge(puzzle, board)
        if verdict.legal and not verdict.solved:
            self._take_best(verdict.score, board)
            self.report(now=True)

    def take(self, board: Board) -> None:
        """Takes a board: the first solution, or one that is better than the best so far. MismatchError if not legal."""
        verdict = self._family.judge(self._puzzle, board)
        if verdict.solved:
            if self.solved_seconds is None:
                self._take_solution(board)
        elif not verdict.legal:
            raise MismatchError(f"a board is reported that is not legal: {verdict.faults[0]}")
        elif self.score is None or verdict.score > self.score:
            self._take_best(verdict.score, board)
            self.report(now=True)

    def _take_best(self, score: float, board: Board) -> None:
        self.score, self.board, self.facts, self._unreported = score, board, {}, True
        self._reporter.best_score = score

    @property
    def enough(self) -> bool:
        """True if there are as many different solutions as are wanted, all workers' together as far as is known."""
        if self._wanted == 1:
            return self.solved_seconds is not None
        if self._keep_best:
            return False
        merged = self._reporter.merged
        boards = {*self.best_found.solutions, *(() if merged is None else (one.board for one in merged.found))}
        return len(boards) >= self._wanted

    def reached(self) -> bool:
        """True if the best score is the one at which the run ends, or better."""
        return self._until is not None and self.score is not None and self.score >= self._until

    def look(self, session: Session) -> None:
        """Takes in the session's solutions or best board, and reports what is due; lets it go on if more are wanted."""
        solutions = session.solutions()
        if solutions and self._wanted > 1:
            begin = self._reporter.clock()
            self._take_several(session, solutions)
            if self._keep_best:  # else a budget of a minute could take hours where judging is slow
                self._reporter.at += self._reporter.clock() - begin
            return
        if solutions and self.solved_seconds is None:
            self._take_solution(solutions[0])
            return
        score = session.best_score
        if score is not None and (self.score is None or score > self.score):
            board = session.best_board()
            if board is not None:
                self._take_best(score, board)
        self.report()

    def passes_over(self, session: Session) -> bool:
        """True if the session ended with a solution that came again: it is counted, and lets the session go on."""
        if self._wanted == 1 or session.status != "solved" or self.enough:
            return False
        if not all(map(self.best_found.knows, session.solutions())):
            return False
        self.repeats += 1
        session.go_on()
        return True

    def report(self, *, now: bool = False) -> None:
        """Writes an improvement, some ten times a second at most (`now`: in any case)."""
        time = self._reporter.clock()
        if not self._unreported or self.score is None or not (now or self._due(time)):
            return
        self.facts = dict(check_best(self._family, self._puzzle, self.score, self.board).facts)
        self._reporter.say(Improved, score=self.score, board=list(self.board), facts=self.facts)
        self._due.done(time, IMPROVED_EVERY)
        self._unreported = False

    def count(self, solutions: str, boards: list[Board]) -> None:
        for board in boards:
            check_solution(self._family, self._puzzle, board)
        self._reporter.say(Counted, solutions=solutions, boards=[list(board) for board in boards])
        self._reporter.keep(self.result(proof="solved", solutions=solutions, boards=boards))

    def verdict(self) -> Verdict:
        """What the checker said of the best board, once it is reported."""
        return Verdict(False, -math.inf if self.score is None else self.score, facts=self.facts)

    def result(
        self, *, proof: str = "", solutions: str = "", boards: list[Board] | None = None, claim: str = ""
    ) -> Result:
        """The run's result by what was found, for merging. `claim`: what is proven of the best, in words."""
        return Result(
            proof="solved" if proof == "solved" else "exhausted" if proof == "exhausted" else "",
            worker=self._reporter.worker,
            score=self.score,
            board=list(self.board),
            facts=self.facts,
            playouts=self._reporter.playouts,
            seconds=self._reporter.at if self.solved_seconds is None else self.solved_seconds,
            solutions=solutions,
            boards=[list(board) for board in boards or []],
            wanted=self._wanted,
            keep_best=self._keep_best,
            found=self.found,
            claim=claim,
            reached=self.reached(),
        )

    @property
    def found(self) -> list[Solution]:
        """The solutions that are kept, in the order in which they were found."""
        return list(self.best_found.solutions.values())

    def _take_solution(self, board: Board) -> None:
        verdict = check_solution(self._family, self._puzzle, board)
        self.score, self.facts = verdict.score, dict(verdict.facts)
        self.board, self._unreported = board, False
        self.solved_seconds = self._reporter.at
        self._reporter.best_score = self.score
        self._reporter.say(Solved, score=self.score, board=list(board), seconds=self.solved_seconds, facts=self.facts)
        if self._wanted > 1:
            self.best_found.add(self._solution(board, verdict))
        self._reporter.keep(self.result(proof="solved"))

    def _take_several(self, session: Session, boards: list[Board]) -> None:
        new = [board for board in boards if not self.best_found.knows(board)]
        for board in new:
            if self.solved_seconds is None:
                self._take_solution(board)
                continue
            one = self._solution(board, check_solution(self._family, self._puzzle, board))
            if self.best_found.add(one):
                self._reporter.say(Found, score=one.score, board=list(board), seconds=one.seconds, facts=one.facts)
                self._unshared = True
        begin = self._reporter.clock()
        if self._unshared and (self.enough or self._sharing_due(begin)):
            self._reporter.keep(self.result(proof="solved"))
            self._unshared = False
            end = self._reporter.clock()
            self._sharing_due.done(end, sharing_interval(end - begin))
        if session.status == "solved" and not self.enough:
            session.go_on()

    def _solution(self, board: Board, verdict: Verdict) -> Solution:
        facts, reporter = dict(verdict.facts), self._reporter
        return Solution(board=board, score=verdict.score, seconds=reporter.at, worker=reporter.worker, facts=facts)
