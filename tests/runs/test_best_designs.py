"""The best solutions of a run's whole budget: kept as they come, shared by workers, the same after a stop."""

from __future__ import annotations

import json
from itertools import count, permutations
from typing import Any

import click
import msgspec
import pytest
from drivers.command_line import invoke, one_line
from drivers.reporter_driver import StopAfter, solved
from drivers.run_driver import ended, events_of, kill_all, log_texts, start
from hypothesis import given
from hypothesis import strategies as st

from puzzles import registry
from puzzles.family import Puzzle, Verdict
from puzzles.groups import ManySolutions
from puzzles.latin import FAMILY
from solvers.driver import judging, search
from solvers.driver.judging import BestFound
from solvers.driver.results import BestResults
from solvers.driver.sink import LeaveError
from solvers.jobs.worker_reporter import WorkerReporter
from solvers.runs.events import Found, Solved
from solvers.runs.folder import Run, new_run
from solvers.runs.reader import view
from solvers.runs.result import Result, Solution, kept, merge_result, read_result
from solvers.runs.spec import SolveSpec, decode, encode
from tui.commands.job_options import request_of, search_options
from tui.commands.report import exit_code

pytestmark = pytest.mark.compiled

EMPTY = "order 4\n" + "-1 -1 -1 -1\n" * 4
"""576 solutions."""
PUZZLE = FAMILY.parse(EMPTY)
ALGORITHMS = ("sampling", "nmcs", "nrpa", "backtracking", "exhaustive")


def spec_of(**settings: Any) -> SolveSpec:
    """A search for the best solutions, without a prior."""
    asked: dict[str, Any] = {"algorithm": "sampling", "prior": "none", "playouts": 4_000, "keep_best": True} | settings
    return SolveSpec(family="latin", puzzle=FAMILY.to_json(PUZZLE), title=PUZZLE.title, **asked)


def merit(board: tuple[int, ...]) -> int:
    """A number that differs for all boards."""
    value = 0
    for symbol in board:
        value = (value * 31 + symbol + 7) % 1_000_003
    return value


@pytest.fixture
def ranked_by_merit(monkeypatch: pytest.MonkeyPatch) -> None:
    judge = type(FAMILY).judge

    def with_merit(self: object, puzzle: Puzzle, board: Any) -> Verdict:
        verdict = judge(FAMILY, puzzle, board)
        return Verdict(verdict.solved, verdict.score, verdict.faults, facts={"merit": merit(tuple(board))})

    monkeypatch.setattr(type(FAMILY), "judge", with_merit)
    monkeypatch.setattr(ManySolutions, "rank_key", lambda self, verdict: (verdict.facts["merit"],))


def best_of_all(number: int) -> list[tuple[int, ...]]:
    """The best of all 576 solutions, found in the plainest way."""
    rows = list(permutations(range(4)))
    boards = [a + b + c + d for a in rows for b in rows for c in rows for d in rows if _fits(a, b, c, d)]
    assert len(boards) == 576
    return sorted(boards, key=merit, reverse=True)[:number]


def _fits(*rows: tuple[int, ...]) -> bool:
    return all(len(set(column)) == 4 for column in zip(*rows, strict=True))


@pytest.mark.usefixtures("ranked_by_merit")
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_the_best_of_all_solutions_that_the_budget_finds_are_kept(algorithm: str) -> None:
    run = solved(spec_of(algorithm=algorithm, wanted=5, playouts=20_000))
    seen = view(run)
    assert [one.board for one in seen.found] == best_of_all(5)
    assert (seen.status, seen.board, exit_code(seen), seen.resumable) == ("solved", seen.found[0].board, 0, ())
    result = read_result(run.result_path)
    assert result is not None
    assert {one.board for one in result.found} == {one.board for one in seen.found}
    notes = [text for text in log_texts(run) if text.startswith("solutions judged: ")]
    assert notes == ["solutions judged: 576; the best 5 of them are kept"]


@pytest.mark.usefixtures("ranked_by_merit")
def test_the_first_found_end_the_search_where_that_is_asked_for() -> None:
    seen = view(solved(spec_of(wanted=5, keep_best=False)))
    assert (seen.status, len(seen.found)) == ("solved", 5)
    assert seen.playouts < 4_000
    assert [one.board for one in seen.found] != best_of_all(5)


@pytest.mark.usefixtures("ranked_by_merit")
def test_only_what_was_among_the_best_is_an_event() -> None:
    run = solved(spec_of(wanted=5, playouts=20_000))
    events = [event for event in events_of(run) if isinstance(event, Solved | Found)]
    boards = [tuple(event.board) for event in events]
    assert 5 <= len(boards) < 100  # some 5 (1 + ln(576 / 5)) of 576
    for number, board in enumerate(boards):
        assert sum(merit(other) > merit(board) for other in boards[:number]) < 5


@pytest.mark.usefixtures("ranked_by_merit")
@pytest.mark.parametrize("algorithm", ["sampling", "nrpa", "backtracking"])
def test_a_stopped_run_goes_on_to_the_best_that_it_would_have_found_unstopped(algorithm: str) -> None:
    spec = spec_of(algorithm=algorithm, wanted=7, playouts=1_500)
    whole, run = solved(spec), new_run(spec)
    for looks in (12, 40):
        with pytest.raises(LeaveError):
            search.work(StopAfter(run, looks), spec)
        kept = view(run)
        assert 0 < len(kept.found) <= 7
        assert kept.resumable == (0,)
        assert kept.status != "solved"
    search.work(WorkerReporter(run, 0), spec)
    assert [one.board for one in view(run).found] == [one.board for one in view(whole).found]
    assert (view(run).status, view(run).playouts) == ("solved", view(whole).playouts)


def test_fewer_than_wanted_are_no_success() -> None:
    seen = view(solved(spec_of(wanted=600, playouts=500)))
    assert (seen.status, exit_code(seen)) == ("budget", 1)
    assert 0 < len(seen.found) < 600


def test_workers_search_to_the_end_of_their_budgets_and_share_one_list() -> None:
    spec = spec_of(wanted=3, workers=2, playouts=3_000)
    try:
        seen = ended(start(spec, workers=2))
    finally:
        kill_all()
    assert (seen.status, len(seen.found), seen.playouts) == ("solved", 3, 6_000)
    result = read_result(seen.folder / "result.json")
    assert result is not None
    assert len(result.found) == 3


def test_results_of_two_workers_are_cut_to_the_best() -> None:
    run = new_run(spec_of(wanted=2))
    for worker, scores in ((0, (1.0, 4.0)), (1, (2.0, 3.0))):
        mine = [Solution(board=(int(one),), score=one, seconds=1.0, worker=worker) for one in scores]
        reporter = WorkerReporter(run, worker)
        BestResults(reporter, FAMILY, PUZZLE, 2, keep_best=True)
        reporter.keep(Result(proof="solved", worker=worker, wanted=2, keep_best=True, found=mine))
    merged = read_result(run.result_path)
    assert merged is not None
    assert [one.score for one in merged.found] == [4.0, 3.0]
    assert not merged.over


def solutions() -> st.SearchStrategy[list[Solution]]:
    """Different solutions, many of them of equal rank."""
    scores = st.lists(st.integers(0, 4), max_size=40)
    return scores.map(
        lambda many: [Solution(board=(n,), score=float(score), seconds=float(n)) for n, score in enumerate(many)]
    )


@given(solutions(), st.integers(1, 6))
def test_the_best_are_those_that_sorting_all_would_give(offered: list[Solution], most: int) -> None:
    best = BestFound(FAMILY, most)
    for number, one in enumerate(offered, 1):
        expected = sorted(offered[:number], key=lambda other: -other.score)[:most]
        assert best.add(one) == (one in expected)
        assert list(best.solutions.values()) == [other for other in offered if other in expected]
    assert all(best.knows(one.board) for one in offered)
    assert not best.knows((-1,))


@given(st.lists(st.tuples(st.integers(0, 31), st.integers(0, 4)), max_size=30, unique_by=lambda one: one[0]))
def test_solutions_that_are_kept_are_as_far_apart_as_asked_for(offered: list[tuple[int, int]]) -> None:
    """Boards of five bits; greedily by rank over all that was ever kept, and never fewer once there were more."""
    many = [
        Solution(board=tuple(number >> bit & 1 for bit in range(5)), score=float(score), seconds=float(at))
        for at, (number, score) in enumerate(offered)
    ]
    best, most_so_far = BestFound(FAMILY, 4, apart=3), 0
    for one in many:
        best.add(one)
        assert len(best.solutions) >= most_so_far
        most_so_far = len(best.solutions)
        assert all(far(a, b) for a in best.solutions for b in best.solutions if a != b)
    for keep_best in (True, False):
        chosen = kept(many, FAMILY, 4, keep_best=keep_best, apart=3)
        assert all(far(a.board, b.board) for a in chosen for b in chosen if a != b)
        top = sorted(many, key=lambda one: -one.score)[:1] if keep_best else many[:1]
        assert all(one in chosen for one in top)
        left = [one for one in many if one not in chosen]
        assert len(chosen) == 4 or all(any(not far(one.board, other.board) for other in chosen) for one in left)


def far(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return sum(a != b for a, b in zip(one, other, strict=True)) >= 3


def test_what_is_remembered_of_solutions_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "MOST_REMEMBERED", 3)
    best = BestFound(FAMILY, 1)
    for number in range(10):
        best.add(Solution(board=(number,), score=-float(number), seconds=0.0))
    assert [number for number in range(10) if best.knows((number,))] == [0, 7, 8, 9]


class OneSolutionASlice:
    """A session that ends each slice with another solution."""

    status = "solved"
    best_score = 0.0

    def __init__(self) -> None:
        self.numbers = count()

    def solutions(self) -> list[tuple[int, ...]]:
        return [best_of_all(30)[next(self.numbers)]]

    def go_on(self) -> None:
        """Nothing: the next one is there."""


@pytest.mark.parametrize("keep_best", [True, False])
def test_judging_takes_its_time_from_the_budget(monkeypatch: pytest.MonkeyPatch, keep_best: bool) -> None:
    now = [0.0]
    judge = type(FAMILY).judge

    def slow(self: object, puzzle: Puzzle, board: Any) -> Verdict:
        now[0] += 1.0
        return judge(FAMILY, puzzle, board)

    monkeypatch.setattr(type(FAMILY), "judge", slow)
    reporter = WorkerReporter(new_run(spec_of(wanted=9)), 0, clock=lambda: now[0])
    best_results = BestResults(reporter, FAMILY, PUZZLE, 9, keep_best=keep_best)
    session: Any = OneSolutionASlice()
    for _ in range(3):
        best_results.look(session)
    assert len(best_results.found) == 3
    assert reporter.at == 3.0


def test_specs_and_results_of_earlier_versions_keep_their_meaning() -> None:
    data = json.loads(encode(spec_of(wanted=3)))
    del data["keep_best"]
    spec = decode(json.dumps(data).encode())
    assert isinstance(spec, SolveSpec)
    assert (spec.wanted, spec.keep_best) == (3, False)
    one = {"board": [1], "score": 0.0, "seconds": 1.0}
    old = msgspec.json.decode(json.dumps({"proof": "solved", "wanted": 1, "found": [one]}), type=Result)
    assert old.over
    run: Run = new_run(spec)
    assert merge_result(run.result_path, old).over


def rna_spec(*options: str) -> dict[str, Any]:
    """The spec that `solve` with the options makes of a hairpin, without its worker being started."""
    made: list[SolveSpec] = []

    @click.command()
    @search_options()
    def command(**given: Any) -> None:
        made.append(request_of(given).resolve(registry.read("((((....))))\n")))

    command.main(list(options), standalone_mode=False)
    return msgspec.structs.asdict(made[0])


def test_the_options_say_which() -> None:
    for options, expected in (
        ((), (1, False, 60.0)),
        (("--designs", "5"), (5, True, 60.0)),
        (("--designs", "5", "--first"), (5, False, 60.0)),
        (("--designs", "5", "--playouts", "10"), (5, True, None)),
        (("--designs", "5", "--apart", "3"), (5, True, 60.0)),
    ):
        spec = rna_spec(*options)
        assert spec["apart"] == (3 if "--apart" in options else 0)
        assert (spec["wanted"], spec["keep_best"], spec["seconds"]) == expected
    refused = invoke("solve", "example:hairpin", "--first")
    assert refused.exit_code == 2
    assert one_line(refused.stderr) == ("mcs-tui solve: --first is for several designs; expected --designs K with it")


def test_the_end_in_words() -> None:
    run = solved(spec_of(wanted=3, playouts=500))
    shown = invoke("show", run.id)
    assert shown.exit_code == 0
    assert "3 of 3 designs, verified; the best found in " in shown.stdout
    assert json.loads(invoke("show", run.id, "--json").stdout)["keep_best"] is True
