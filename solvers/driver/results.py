"""What a worker has found: its best board and its solutions, each judged by the plain checker before it is reported."""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING

from puzzles.family import Family, Puzzle, Verdict
from puzzles.parameters import Value
from solvers.driver.judging import (
    BestFound,
    Judges,
    MismatchError,
    check_best,
    check_solution,
    require_solved,
)
from solvers.driver.pace import IMPROVED_EVERY, Due, sharing_interval
from solvers.runs.events import Counted, Found, Improved, Solved
from solvers.runs.result import Result, Solution, kept
from solvers.runs.scoring import TOLERANCE, ends_solved, is_result

if TYPE_CHECKING:
    from solvers.driver.sink import Sink
    from solvers.runs.checkpoint import Checkpoint
    from solvers.runs.spec import SolveSpec
    from solvers.session import Session

Board = tuple[int, ...]

JUDGING_SHARE = 0.1
"""Judging improvements takes no more than that share of a worker's time, the last one aside."""


class BestResults:
    """The best so far over all stages of a worker's search. MismatchError if the checker refuses it.

    `wanted`: how many different solutions all workers together are after. With more than one each is reported as it is
    found, and how many the others have is learned from the run's result, which the workers share. `keep_best`: the
    search goes on to its end, and the best `wanted` are kept; one is reported if it is among the best when it is found.
    `until`: the score at which the run ends. `judges`: how many processes judge the solutions after the first one,
    where several are wanted; with 0 the search waits for each verdict. What it waits is search time. `apart`: any two
    differ in at least that many entries. `front`: the Pareto front is kept, as `BestFound`.
    """

    def __init__(
        self,
        sink: Sink,
        family: Family,
        puzzle: Puzzle,
        wanted: int = 1,
        *,
        keep_best: bool = False,
        until: float | None = None,
        judges: int = 0,
        apart: int = 0,
        front: float | None = None,
    ) -> None:
        self.score: float | None = None
        self.board: Board = ()
        self.facts: dict[str, Value] = {}
        self.solved_seconds: float | None = None
        self._apart, self._front = apart, front
        self.best_found = BestFound(family, wanted if keep_best else sys.maxsize, apart, front)
        self.postpones = False
        """True if a verdict takes so long that only the last best board is judged, at the end."""
        self.repeats = 0
        """How often the search came to a solution that it had."""
        self._wanted = wanted
        self._keep_best = keep_best
        self._until = None if until is None else until - TOLERANCE * max(1.0, abs(until))
        if wanted > 1:
            sink.combine = lambda many: list(kept(many, family, wanted, keep_best=keep_best, apart=apart, front=front))
        self._sink = sink
        self._family = family
        self._puzzle = puzzle
        self._unreported = False
        self._found = 0
        self._due = Due()
        self._unshared = False
        self._sharing_due = Due()
        self._judges = Judges(family, puzzle, judges) if judges and wanted > 1 else None

    @classmethod
    def of(cls, sink: Sink, spec: SolveSpec, family: Family, puzzle: Puzzle, *, judges: int = 0) -> BestResults:
        """Those of a spec, before anything is found."""
        keeps = spec.keep_best and spec.wanted > 1
        return cls(
            sink,
            family,
            puzzle,
            spec.wanted,
            keep_best=keeps,
            until=spec.until,
            judges=judges,
            apart=spec.apart,
            front=spec.front,
        )

    def restore(self, place: Checkpoint) -> None:
        """Goes back to what a checkpoint says, which was reported before."""
        self.score, self.board, self.facts = place.best_score, tuple(place.best_board), place.best_facts
        self.solved_seconds, self.repeats = place.solved_seconds, place.repeats
        most = self._wanted if self._keep_best else sys.maxsize
        self.best_found = BestFound(self._family, most, self._apart, self._front)
        for one in place.found:
            self.best_found.add(one)
        self.best_found.judged = max(place.judged, len(place.found))
        for board in place.unjudged:
            self._judge(tuple(board), place.elapsed)
        self._sink.best_score = self.score
        self._unreported = self.postpones and self.score is not None and not self.facts
        self._found = 0

    def begin_with(self, board: Board) -> None:
        """Takes a warm start as the first best where a score counts: the result is never worse than it.

        Only one worker reports it. What is not legal, or could not be a result, is left to the search.
        """
        family, puzzle = self._family, self._puzzle
        if not (board and family.optimisation and family.optimisation.complete(puzzle, board)) or self._sink.worker:
            return
        verdict = family.judge(puzzle, board)
        if verdict.legal and not (verdict.solved and ends_solved(family)):
            self._take_best(verdict.score, board)
            self.report(now=True)

    def take(self, board: Board) -> None:
        """Takes a board: a solution that is wanted, or one that is better than the best. MismatchError if not legal."""
        if self._wanted > 1 and self._knows(board):
            return
        verdict = self._family.judge(self._puzzle, board)
        if verdict.solved and ends_solved(self._family):
            if self.solved_seconds is None:
                self._take_solution(board, verdict)
            elif self._wanted > 1:
                self._take_verdict(board, self._sink.at, verdict)
                self._share()
        elif not verdict.legal:
            raise MismatchError(f"a board is reported that is not legal: {verdict.faults[0]}")
        elif self.score is None or verdict.score > self.score:
            self._take_best(verdict.score, board)
            self.report(now=True)

    def _take_best(self, score: float, board: Board, session: Session | None = None) -> None:
        earlier = self._sink.playouts - session.playouts if session else 0
        self._found = session.found_at + earlier if session and session.found_at else 0
        self.score, self.board, self.facts, self._unreported = score, board, {}, True
        self._sink.best_score = score

    @property
    def enough(self) -> bool:
        """True if there are as many different solutions as are wanted, all workers' together as far as is known."""
        if self._wanted == 1:
            return self.solved_seconds is not None
        if self._keep_best:
            return False
        merged = self._sink.merged
        many = [*self.found, *(() if merged is None else merged.found)]
        return len(kept(many, self._family, self._wanted, keep_best=False, apart=self._apart)) == self._wanted

    @property
    def unjudged(self) -> list[Board]:
        """Solutions that wait for their verdict."""
        return [] if self._judges is None else self._judges.boards

    def wait_for_verdict(self, seconds: float | None) -> None:
        """Takes in the next verdict, if it comes within so many seconds or is made here; the time is search time."""
        begin = self._sink.clock()
        self._take_judged(seconds, here=True)
        self._sink.at += self._sink.clock() - begin

    def close(self) -> None:
        """Nothing is judged any more."""
        if self._judges is not None:
            self._judges.close()

    def reached(self) -> bool:
        """True if the best score is the one at which the run ends, or better."""
        return self._until is not None and self.score is not None and self.score >= self._until

    def look(self, session: Session) -> None:
        """Takes in the session's solutions or best board, and reports what is due; lets it go on if more are wanted."""
        solutions = session.solutions() if ends_solved(self._family) or self._wanted == 1 else self._offered(session)
        if self._wanted > 1 and (solutions or self.unjudged):
            begin = self._sink.clock()
            self._take_several(session, solutions or [])
            self._sink.at += self._sink.clock() - begin  # else a budget of a minute could take hours
            if solutions:
                return
        if solutions and self.solved_seconds is None:
            self._take_solution(solutions[0])
            return
        score = session.best_score
        if score is not None and (self.score is None or score > self.score):
            board = session.best_board()
            if board is not None:
                self._take_best(score, board, session)
        self.report()

    def _offered(self, session: Session) -> list[Board]:
        """The best board since the last look, where a score is what counts, unless it is known or worse than all kept.

        The session then looks for its next best; its search goes on as it was.
        """
        score, board = session.best_score, session.best_board()
        if score is None or board is None:
            return []
        if self.score is None or score > self.score:
            self._take_best(score, board, session)
        if session.status == "running":
            session.forget_best()
        return [] if self._knows(board) or not self.best_found.admits(score) else [board]

    def passes_over(self, session: Session) -> bool:
        """True if the session ended with a solution that came again: it is counted, and lets the session go on."""
        if self._wanted == 1 or session.status != "solved" or self.enough:
            return False
        if not all(map(self._knows, session.solutions())):
            return False
        self.repeats += 1
        session.go_on()
        return True

    def report(self, *, now: bool = False) -> None:
        """Writes an improvement, some ten times a second at most (`now`: in any case)."""
        time = self._sink.clock()
        if not self._unreported or self.score is None or not (now or (self._due(time) and not self.postpones)):
            return
        verdict = self._sink.verdict = check_best(self._family, self._puzzle, self.score, self.board)
        self.facts = dict(verdict.facts)
        self._sink.say(Improved, score=self.score, board=list(self.board), facts=self.facts, found=self._found)
        end = self._sink.clock()
        self._say_slow(end - time)
        if self._wanted > 1:
            self._sink.at += end - time
        self._due.done(end, max(IMPROVED_EVERY, (end - time) / JUDGING_SHARE))
        self._unreported = False

    def count(self, solutions: str, boards: list[Board]) -> None:
        for board in boards:
            if board != self.board or self.solved_seconds is None:  # else it was checked when it was found
                check_solution(self._family, self._puzzle, board)
        self._sink.say(Counted, solutions=solutions, boards=[list(board) for board in boards])
        self._sink.keep(self.result(proof="solved", solutions=solutions, boards=boards))

    def verdict(self) -> Verdict:
        """What the checker said of the best board, once it is reported."""
        return Verdict(False, -math.inf if self.score is None else self.score, facts=self.facts)

    def result(
        self, *, proof: str = "", solutions: str = "", boards: list[Board] | None = None, claim: str = ""
    ) -> Result:
        """The run's result by what was found, for merging. `claim`: what is proven of the best, in words."""
        return Result(
            proof="solved" if proof == "solved" else "exhausted" if proof == "exhausted" else "",
            worker=self._sink.worker,
            score=self.score,
            board=list(self.board),
            facts=self.facts,
            playouts=self._sink.playouts,
            seconds=self._sink.at if self.solved_seconds is None else self.solved_seconds,
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

    def _say_slow(self, seconds: float) -> None:
        if self.postpones and seconds >= 1:
            self._sink.note(f"the verdict on the best board took {seconds:.0f} s, beside the seconds of search")

    def _take_solution(self, board: Board, verdict: Verdict | None = None) -> None:
        begin = self._sink.clock()
        verdict = self._sink.verdict = verdict or check_solution(self._family, self._puzzle, board)
        self._say_slow(self._sink.clock() - begin)
        self.score, self.facts = verdict.score, dict(verdict.facts)
        self.board, self._unreported = board, False
        self.solved_seconds = self._sink.at
        self._sink.best_score = self.score
        self._sink.say(Solved, score=self.score, board=list(board), seconds=self.solved_seconds, facts=self.facts)
        if self._wanted > 1:
            self.best_found.add(self._solution(board, verdict, self._sink.at))
        self._sink.keep(self.result(proof="solved"))

    def _take_several(self, session: Session, boards: list[Board]) -> None:
        for board in boards:
            if self._knows(board):
                continue
            if self.solved_seconds is None and ends_solved(self._family):
                self._take_solution(board)
            else:
                self._judge(board, self._sink.at)
        self._take_judged()
        self._share()
        if session.status == "solved" and not self.enough:
            session.go_on()

    def _share(self) -> None:
        """Has the run's result hold what is new, if that is due, or enough."""
        begin = self._sink.clock()
        if self._unshared and (self.enough or self._sharing_due(begin)):
            self._sink.keep(self.result(proof="solved"))
            self._unshared = False
            end = self._sink.clock()
            self._sharing_due.done(end, sharing_interval(end - begin))

    def _knows(self, board: Board) -> bool:
        return self.best_found.knows(board) or board in self.unjudged

    def _judge(self, board: Board, at: float) -> None:
        """Takes in a solution found after so many seconds, at once or when a judge has seen it.

        Waits for earlier verdicts where many are missing; without `keep_best` also where as many are as are still
        wanted, as the search may be at its end: so it ends at the same place whatever the judges' pace.
        """
        if self._judges is None:
            self._take_verdict(board, at, self._family.judge(self._puzzle, board))
            return
        while self._judges.full:
            self._take_judged(None, here=True)
        self._judges.submit(board, at)
        while self.unjudged and not self._keep_best and len(self.unjudged) + len(self.found) >= self._wanted:
            self._take_judged(None, here=True)

    def _take_judged(self, seconds: float | None = 0.0, *, here: bool = False) -> None:
        """Takes in the verdicts that there are; first waits so many seconds for one, None: until there is one.

        `here`: instead of waiting for a judge to begin with the first, it is judged here.
        """
        while self._judges is not None and (one := self._judges.next(seconds, here=here)) is not None:
            self._take_verdict(*one)
            seconds, here = 0.0, False

    def _take_verdict(self, board: Board, at: float, verdict: Verdict) -> None:
        if not is_result(self._family, verdict):
            require_solved(verdict)
        if self.solved_seconds is None:
            self.solved_seconds = at
        if board == self.board:
            self.facts = dict(verdict.facts)
        one = self._solution(board, verdict, at)
        if self.best_found.add(one):
            self._sink.say(Found, score=one.score, board=list(board), seconds=one.seconds, facts=one.facts)
            self._unshared = True

    def _solution(self, board: Board, verdict: Verdict, at: float) -> Solution:
        facts, worker = dict(verdict.facts), self._sink.worker
        return Solution(board=board, score=verdict.score, seconds=at, worker=worker, facts=facts)
