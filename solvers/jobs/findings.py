"""What a worker has found: its best board and its solution, each checked before anybody is told."""

from __future__ import annotations

from puzzles.family import Family, Puzzle
from puzzles.parameters import Value
from solvers.jobs.desk import Desk
from solvers.jobs.slicing import IMPROVED_EVERY, Due
from solvers.jobs.verify import check_best, check_solution
from solvers.runs.events import Counted, Improved, Solved
from solvers.runs.result import Result
from solvers.session import Session

Board = tuple[int, ...]


class Findings:
    """The best so far over all stages of a worker's search. MismatchError if the checker refuses it."""

    def __init__(self, desk: Desk, family: Family, puzzle: Puzzle) -> None:
        self.score: float | None = None
        self.board: Board = ()
        self.facts: dict[str, Value] = {}
        self.solved_seconds: float | None = None
        self._desk = desk
        self._family = family
        self._puzzle = puzzle
        self._untold = False
        self._due = Due()

    def restore(
        self,
        score: float | None = None,
        board: Board = (),
        facts: dict[str, Value] | None = None,
        solved_seconds: float | None = None,
    ) -> None:
        """Goes back to what a checkpoint says, which was told before; without one, to nothing."""
        self.score, self.board, self.facts, self.solved_seconds = score, board, facts or {}, solved_seconds
        self._desk.best_score = score
        self._untold = False

    def look(self, session: Session) -> None:
        """Takes in the session's solution or best board, and tells what is due."""
        solutions = session.solutions()
        if solutions and self.solved_seconds is None:
            self._take_solution(solutions[0])
            return
        score, board = session.best_score, None
        if score is not None and (self.score is None or score > self.score):
            board = session.best_board()
        if board is not None:
            self.score, self.board, self.facts, self._untold = score, board, {}, True
            self._desk.best_score = score
        self.tell()

    def tell(self, *, now: bool = False) -> None:
        """Writes an improvement, some ten times a second at most (`now`: in any case)."""
        moment = self._desk.clock()
        if not self._untold or self.score is None or not (now or self._due(moment)):
            return
        self.facts = dict(check_best(self._family, self._puzzle, self.score, self.board).facts)
        self._desk.say(Improved, score=self.score, board=list(self.board), facts=self.facts)
        self._due.done(moment, IMPROVED_EVERY)
        self._untold = False

    def count(self, solutions: str, boards: list[Board]) -> None:
        """Tells how many solutions there are."""
        for board in boards:
            check_solution(self._family, self._puzzle, board)
        self._desk.say(Counted, solutions=solutions, boards=[list(board) for board in boards])
        self._desk.keep(self.result(proof="solved", solutions=solutions, boards=boards))

    def result(self, *, proof: str = "", solutions: str = "", boards: list[Board] | None = None) -> Result:
        """The findings as the run's result, for merging."""
        return Result(
            proof="solved" if proof == "solved" else "exhausted" if proof == "exhausted" else "",
            worker=self._desk.worker,
            score=self.score,
            board=list(self.board),
            facts=self.facts,
            playouts=self._desk.playouts,
            seconds=self._desk.at if self.solved_seconds is None else self.solved_seconds,
            solutions=solutions,
            boards=[list(board) for board in boards or []],
        )

    def _take_solution(self, board: Board) -> None:
        verdict = check_solution(self._family, self._puzzle, board)
        self.score, self.facts = verdict.score, dict(verdict.facts)
        self.board, self._untold = board, False
        self.solved_seconds = self._desk.at
        self._desk.best_score = self.score
        self._desk.say(Solved, score=self.score, board=list(board), seconds=self.solved_seconds, facts=self.facts)
        self._desk.keep(self.result(proof="solved"))
