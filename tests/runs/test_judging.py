"""Verdicts by processes beside the search: in order, bounded, kept over a stop, and by judges that may be killed."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from itertools import count, permutations
from typing import Any

import pytest
from drivers.run_driver import log_texts
from msgspec import structs

from puzzles import registry
from puzzles.latin import FAMILY
from solvers.driver import search
from solvers.driver.judging import Board, Judged, Judges, MismatchError
from solvers.driver.results import BestResults
from solvers.jobs.worker_reporter import WorkerReporter
from solvers.runs.checkpoint import Checkpoint
from solvers.runs.folder import new_run
from solvers.runs.reader import view
from solvers.runs.spec import SolveSpec

PUZZLE = FAMILY.parse("order 3\n" + "-1 -1 -1\n" * 3)
ROWS = list(permutations(range(3)))
BOARDS = [a + b + c for a in ROWS for b in ROWS for c in ROWS if all(len({*x}) == 3 for x in zip(a, b, c, strict=True))]
WRONG = (0,) * 9


@pytest.fixture
def judges() -> Iterator[Judges]:
    made = Judges(FAMILY, PUZZLE, 1)
    yield made
    made.close()


def test_verdicts_come_in_the_order_of_the_boards_though_a_judge_is_killed(judges: Judges) -> None:
    assert judges.next(None) is None
    judges.submit(BOARDS[0], 1.0)
    assert judges.next(None) == Judged(BOARDS[0], 1.0, FAMILY.judge(PUZZLE, BOARDS[0]))
    os.kill(judges._workers.processes[0], signal.SIGKILL)
    for at, board in enumerate((BOARDS[1], WRONG)):
        assert not judges.full
        judges.submit(board, float(at))
    assert judges.full
    assert judges.boards == [BOARDS[1], WRONG]
    found = [judges.next(None), judges.next(None)]
    assert found == [Judged(one, float(k), FAMILY.judge(PUZZLE, one)) for k, one in enumerate((BOARDS[1], WRONG))]
    assert not judges.boards


def test_a_board_that_no_judge_has_begun_with_is_judged_here() -> None:
    stopped = Judges(FAMILY, PUZZLE, 1)
    try:
        stopped.submit(BOARDS[0], 1.0)
        assert stopped.next(None) is not None
        os.kill(stopped._workers.processes[0], signal.SIGSTOP)
        for board in (BOARDS[1], BOARDS[2]):
            stopped.submit(board, 2.0)
        while not stopped._queue[0].verdict.running():
            os.sched_yield()
        assert stopped.next(0.0, here=True) is None, "a judge is at it"
        second = stopped._queue.pop()
        stopped._queue.appendleft(second)
        assert stopped.next(None, here=True) == Judged(BOARDS[2], 2.0, FAMILY.judge(PUZZLE, BOARDS[2]))
        assert stopped.boards == [BOARDS[1]]
    finally:
        stopped.close()


class Slow:
    """Judges who give as many verdicts as they are allowed to, and one more where somebody waits."""

    allowed = 0

    def __init__(self, family: Any, puzzle: Any, number: int) -> None:
        self.queue: list[tuple[Board, float]] = []

    boards = property(lambda self: [board for board, _ in self.queue])
    full = property(lambda self: len(self.queue) >= 2)

    def submit(self, board: Board, at: float) -> None:
        self.queue.append((board, at))

    def next(self, seconds: float | None = 0.0, *, here: bool = False) -> Judged | None:
        if not self.queue or (seconds == 0.0 and not Slow.allowed):
            return None
        Slow.allowed = max(0, Slow.allowed - 1)
        board, at = self.queue.pop(0)
        return Judged(board, at, FAMILY.judge(PUZZLE, board))

    def close(self) -> None: ...


class Slices:
    """A session that ends each slice with the next of these boards."""

    best_score = 0.0

    def __init__(self, boards: list[Board]) -> None:
        self.boards, self.status, self.repeated = boards, "solved", 0

    def solutions(self) -> list[Board]:
        return self.boards[:1]

    def go_on(self) -> None:
        self.boards = self.boards[1:]


def spec(**settings: Any) -> SolveSpec:
    return SolveSpec(
        family="latin", puzzle=FAMILY.to_json(PUZZLE), title="", algorithm="sampling", playouts=9, **settings
    )


def results(wanted: int, keep_best: bool) -> BestResults:
    reporter = WorkerReporter(new_run(spec(wanted=wanted)), 0)
    return BestResults(reporter, FAMILY, PUZZLE, wanted, keep_best=keep_best, judges=1)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solvers.driver.results.Judges", Slow)
    Slow.allowed = 0


@pytest.mark.usefixtures("slow")
def test_the_search_goes_on_while_solutions_wait_for_their_verdict() -> None:
    ours, session = results(9, keep_best=True), Slices(BOARDS)
    for _ in range(3):
        ours.look(session)  # type: ignore[arg-type]
    assert [one.board for one in ours.found] == BOARDS[:1], "the first is judged at once"
    assert ours.unjudged == BOARDS[1:3]
    ours.look(session)  # type: ignore[arg-type]
    assert [one.board for one in ours.found] == BOARDS[:2], "no more may wait, so the search did"
    assert ours.unjudged == BOARDS[2:4]
    session.boards = BOARDS[2:3]
    assert ours.passes_over(session), "a board that waits for its verdict is not asked for again"  # type: ignore[arg-type]
    saved = Checkpoint(
        stage="plain", elapsed=1.0, playouts=4, earlier_playouts=0, earlier_restarts=0, best_score=None, best_board=[],
        spec="", found=ours.found, unjudged=[list(board) for board in ours.unjudged], solved_seconds=0.5,
    )  # fmt: skip
    again = results(9, keep_best=True)
    again.restore(saved)
    assert again.unjudged == BOARDS[2:4], "a stop loses none"
    while again.unjudged:
        again.wait_for_verdict(1.0)
    assert [one.board for one in again.found] == BOARDS[:4]


@pytest.mark.usefixtures("slow")
def test_no_more_are_judged_than_are_wanted_first() -> None:
    ours, session = results(3, keep_best=False), Slices(BOARDS)
    for _ in range(4):
        ours.look(session)  # type: ignore[arg-type]
    assert ours.enough
    assert [one.board for one in ours.found] == BOARDS[:3]
    assert session.boards[0] == BOARDS[2], "whatever the judges' pace, the search ends where it found the last of them"


@pytest.mark.usefixtures("slow")
def test_a_judge_who_refuses_a_solution_ends_the_run() -> None:
    ours = results(3, keep_best=True)
    session = Slices([BOARDS[0], WRONG])
    for _ in range(2):
        ours.look(session)  # type: ignore[arg-type]
    with pytest.raises(MismatchError, match="the checker says"):
        ours.wait_for_verdict(1.0)


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize(("wanted", "kept", "left"), [(9, 3, 0), (1, 1, 2)])
def test_what_was_found_in_time_is_judged_after_it_until_there_are_enough(wanted: int, kept: int, left: int) -> None:
    asked = structs.replace(spec(wanted=wanted, keep_best=True), seconds=1.0, playouts=None)
    reporter = WorkerReporter(new_run(asked), 0)
    searching, session = search.Search(asked, reporter), Slices(BOARDS)
    ours = searching.results = BestResults(reporter, FAMILY, PUZZLE, 9, keep_best=True, judges=1)
    for _ in range(3):
        ours.look(session)  # type: ignore[arg-type]
    reporter.at = 1.5
    searching._wait_for_verdicts()
    assert (len(ours.found), len(ours.unjudged)) == (kept, left)
    assert log_texts(reporter.run)[-1].startswith("solutions found but not" if left else "solutions judged in ")


def test_only_the_last_best_is_judged_where_a_verdict_takes_long() -> None:
    family = registry.get_family("rna")
    asked = structs.replace(spec(), family="rna", puzzle={"target": "." * 1000}, playouts=None)
    run = new_run(asked)
    reporter = WorkerReporter(run, 0, clock=count(0.0, 2.0).__next__)
    of_seconds = [search.Search(structs.replace(asked, seconds=one), reporter).results for one in (60.0, 5.0, None)]
    assert [one.postpones for one in of_seconds] == [False, True, False]
    puzzle = family.parse("((((....))))")
    ours = BestResults(reporter, family, puzzle)
    ours.postpones = True
    for board in ((1,) * 4 + (3,) * 4 + (4,) * 4, (1,) * 8 + (4,) * 4):
        ours._take_best(family.judge(puzzle, board).score, board)
        ours.report()
        assert not ours.facts
    ours.report(now=True)
    assert ours.facts
    assert log_texts(run) == ["the verdict on the best board took 2 s, beside the seconds of search"]


@pytest.mark.compiled
def test_what_is_not_judged_in_time_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    family = registry.get_family("rna")
    puzzle = registry.read("((((....))))\n")
    monkeypatch.setattr("solvers.driver.results.Judges", Slow)
    monkeypatch.setattr("solvers.driver.search.judges_beside", lambda searches: 1)
    Slow.allowed = 0
    asked = SolveSpec(
        family="rna", puzzle=family.to_json(puzzle), title="", algorithm="sampling", prior="none", seconds=0.3,
        wanted=9_999, keep_best=True,
    )  # fmt: skip
    monkeypatch.setattr(Slow, "full", False)
    monkeypatch.setattr(Slow, "next", lambda self, seconds=0.0, here=False: None)
    run = new_run(asked)
    search.work(WorkerReporter(run, 0, clock=count(0.0, 0.01).__next__), asked)  # each look at it takes 10 ms
    assert len(view(run).found) == 1
    assert any(line.startswith("solutions found but not judged in time: ") for line in log_texts(run))
