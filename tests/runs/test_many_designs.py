"""Several solutions of one puzzle: the search goes on after the first until there are as many as are wanted."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from drivers.command_line import invoke
from drivers.reporter_driver import StopAfter, solved
from drivers.run_driver import ended, events_of, kill_all, latin_spec, log_texts, start

from puzzles.family import Puzzle
from puzzles.groups import ManySolutions
from puzzles.latin import FAMILY
from solvers.driver import search
from solvers.driver.sink import LeaveError
from solvers.jobs.worker_reporter import WorkerReporter
from solvers.runs.events import Found, Solved
from solvers.runs.folder import Run, new_run
from solvers.runs.reader import view
from solvers.runs.result import Result, merge_result, read_result
from solvers.runs.spec import SolveSpec
from solvers.session import Session

pytestmark = pytest.mark.compiled

EMPTY = "order 4\n" + "-1 -1 -1 -1\n" * 4
"""576 solutions, a well-known number."""
TWO = ". . 3 4\n. . 4 3\n3 4 1 2\n4 3 2 1\n"
"""Two solutions."""
PUZZLE = FAMILY.parse(EMPTY)
ALGORITHMS = ("sampling", "nmcs", "nrpa", "gnrpa", "backtracking", "exhaustive")


def spec_of(text: str, **settings: Any) -> SolveSpec:
    """A search for several solutions without a prior."""
    puzzle = FAMILY.parse(text)
    asked: dict[str, Any] = {"algorithm": "sampling", "prior": "none", "playouts": 100_000} | settings
    return SolveSpec(family="latin", puzzle=FAMILY.to_json(puzzle), title=puzzle.title, **asked)


def boards_told(run: Run) -> list[tuple[int, ...]]:
    return [tuple(event.board) for event in events_of(run) if isinstance(event, Solved | Found)]


def is_latin(board: tuple[int, ...], order: int = 4) -> bool:
    """By the definition alone."""
    rows = [board[order * k : order * (k + 1)] for k in range(order)]
    return all(sorted(line) == list(range(order)) for line in (*rows, *zip(*rows, strict=True)))


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_algorithm_goes_on_to_as_many_different_solutions_as_are_wanted(algorithm: str) -> None:
    run = solved(spec_of(EMPTY, algorithm=algorithm, wanted=30))
    boards, seen = boards_told(run), view(run)
    assert len(set(boards)) == len(boards) == len(seen.found) == 30
    assert all(map(is_latin, boards))
    assert (seen.status, seen.board) == ("solved", seen.found[0].board)
    result = read_result(run.result_path)
    assert result is not None
    assert [one.board for one in result.found] == boards
    assert [type(event) for event in events_of(run) if isinstance(event, Solved | Found)] == [Solved] + [Found] * 29


@pytest.mark.parametrize("algorithm", ["sampling", "nrpa", "nmcs"])
def test_all_of_a_small_puzzle_are_found_and_then_the_budget_ends_it(algorithm: str) -> None:
    run = solved(spec_of(TWO, algorithm=algorithm, wanted=5, playouts=2_000))
    seen = view(run)
    assert (seen.status, len(seen.found), seen.playouts, seen.resumable) == ("budget", 2, 2_000, ())
    assert set(boards_told(run)) == {one.board for one in seen.found}
    again = [text for text in log_texts(run) if text.startswith("solutions that came again: ")]
    assert len(again) == 1
    assert int(again[0].rpartition(" ")[2].replace(",", "")) > 0


def test_what_has_been_seen_to_the_end_ends_with_what_there_is() -> None:
    seen = view(solved(spec_of(TWO, algorithm="backtracking", wanted=5)))
    assert (seen.status, len(seen.found)) == ("done", 2)


def test_solutions_of_learning_searches_are_spread_as_those_of_fresh_ones() -> None:
    session = Session(spec_of(TWO, algorithm="nrpa", wanted=5), 0)
    counts: Counter[tuple[int, ...]] = Counter()
    while sum(counts.values()) < 400:
        assert session.advance(1_000) == "solved"
        counts[session.solutions()[0]] += 1
        session.go_on()
        assert (session.status, session.best_score) == ("running", None)
    assert min(counts.values()) > 120  # of 400, each 200 by symmetry; 8 standard deviations


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_stopped_run_goes_on_to_what_it_would_have_found_unstopped(algorithm: str) -> None:
    spec = spec_of(EMPTY, algorithm=algorithm, wanted=60)
    whole, run = solved(spec), new_run(spec)
    with pytest.raises(LeaveError):
        search.work(StopAfter(run, 12), spec)
    kept = view(run)
    assert 0 < len(kept.found) < 60
    search.work(WorkerReporter(run, 0), spec)
    assert boards_told(run)[-1:] == boards_told(whole)[-1:]
    after, unstopped = view(run), view(whole)
    assert {one.board for one in after.found} == {one.board for one in unstopped.found}
    assert {one.board for one in kept.found} < {one.board for one in after.found}
    assert (after.status, after.playouts) == ("solved", unstopped.playouts)


def test_a_killed_worker_finds_again_what_its_checkpoint_lacks() -> None:
    spec = spec_of(EMPTY, wanted=40)
    whole, run = solved(spec), new_run(spec)
    with pytest.raises(LeaveError):
        search.work(StopAfter(run, 25), spec)
    checkpoint = run.checkpoint_path(0).read_bytes()
    search.work(WorkerReporter(run, 0), spec)
    run.checkpoint_path(0).write_bytes(checkpoint)  # as if it had been killed just before its last save
    assert view(run).status == "solved"
    run.result_path.unlink()
    search.work(WorkerReporter(run, 0), spec)
    assert {one.board for one in view(run).found} == {one.board for one in view(whole).found}


class KilledError(BaseException):
    """Ends a worker without a chance to write anything."""


class KilledBeforeTheEnd(WorkerReporter):
    """A worker that is killed when it has reported the last solution, but the run's result does not have it yet."""

    def keep(self, result: Result) -> None:
        if len(result.found) >= result.wanted:
            raise KilledError
        super().keep(result)


def test_a_worker_killed_before_its_last_solution_is_in_the_result_goes_on() -> None:
    spec = spec_of(EMPTY, wanted=3)
    run = new_run(spec)
    with pytest.raises(KilledError):
        search.work(KilledBeforeTheEnd(run, 0), spec)
    run.lock_path(0).touch()
    seen, result = view(run), read_result(run.result_path)
    assert result is not None
    assert (seen.status, len(seen.found), len(result.found), seen.resumable) == ("solved", 3, 2, (0,))
    search.work(WorkerReporter(run, 0), spec)
    after = read_result(run.result_path)
    assert after is not None
    assert {one.board for one in after.found} == {one.board for one in seen.found}
    assert view(run).resumable == ()


def test_solutions_are_ranked_by_the_family_and_cut_at_what_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    judge = type(FAMILY).judge

    def with_corner(self: object, puzzle: Puzzle, board: Any) -> Any:
        verdict = judge(FAMILY, puzzle, board)
        return type(verdict)(verdict.solved, verdict.score, verdict.faults, facts={"corner": board[0]})

    monkeypatch.setattr(type(FAMILY), "judge", with_corner)
    monkeypatch.setattr(ManySolutions, "rank_key", lambda self, verdict: (verdict.facts["corner"],))
    run = solved(spec_of(EMPTY, wanted=24))
    corners = [one.facts["corner"] for one in view(run).found]
    assert corners == sorted((board[0] for board in boards_told(run)), reverse=True)
    assert len(set(corners)) > 1
    assert view(run).facts == {"corner": corners[0]}


def test_workers_share_the_count_and_all_stop_when_it_is_reached() -> None:
    try:
        seen = ended(start(spec_of(EMPTY, wanted=200, workers=2, playouts=100_000_000), workers=2))
    finally:
        kill_all()
    assert seen.status == "solved"
    assert len({one.board for one in seen.found}) == 200
    assert all(is_latin(one.board) for one in seen.found)
    assert seen.playouts < 200_000_000


def test_results_of_two_workers_add_up_without_what_both_found() -> None:
    run = new_run(spec_of(EMPTY, wanted=3))
    for worker, boards in ((0, [(1,), (2,)]), (1, [(2,), (3,)])):
        found = [{"board": board, "score": 0.0, "seconds": 1.0, "worker": worker} for board in boards]
        ours = {"proof": "solved", "worker": worker, "board": boards[0], "wanted": 3, "found": found}
        before = read_result(run.result_path)
        assert before is None or not before.over
        merge_result(run.result_path, as_result(ours))
    merged = read_result(run.result_path)
    assert merged is not None
    assert [(one.board, one.worker) for one in merged.found] == [((1,), 0), ((2,), 0), ((3,), 1)]
    assert (merged.over, merged.worker, merged.proof) == (True, 0, "solved")


def test_all_are_shown_and_written_best_first() -> None:
    run = solved(spec_of(EMPTY, wanted=3))
    shown = invoke("show", run.id)
    assert shown.exit_code == 0
    assert re.search(r"\n\n3 of 3 designs, verified; found in .*\n$", shown.stdout)
    found = [one.board for one in view(run).found]
    written = invoke("show", run.id, "--format", "grid", "-q").stdout
    assert written == "\n".join(FAMILY.write(PUZZLE, "grid", board) for board in found)
    shown = json.loads(invoke("show", run.id, "--json").stdout)
    assert (shown["wanted"], shown["exit_code"], shown["verified"]) == (3, 0, True)
    assert [tuple(one["board"]) for one in shown["found"]] == found


def test_fewer_than_wanted_are_shown_too_with_another_exit_code(tmp_path: Path) -> None:
    run = solved(spec_of(TWO, wanted=5, playouts=500))
    shown = invoke("show", run.id)
    assert shown.exit_code == 1
    assert "\n2 of 5 designs, verified; all playouts are done after " in shown.stdout
    place = tmp_path / "designs.txt"
    assert invoke("show", run.id, "--output", str(place)).exit_code == 1
    assert place.read_text() == "\n".join(FAMILY.write(FAMILY.parse(TWO), "grid", one.board) for one in view(run).found)


def test_a_wrong_design_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    run = solved(spec_of(EMPTY, wanted=3))
    data = run.events_path.read_bytes()
    worst = view(run).found[-1].board
    swapped = data.replace(bytes(str(list(worst)).replace(" ", ""), "ascii"), b"[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]")
    assert swapped != data
    run.events_path.write_bytes(swapped)
    run.result_path.unlink()
    shown = invoke("show", run.id)
    assert shown.exit_code == 70
    assert "did not pass the checker" in shown.stderr
    assert shown.stdout == ""


def test_a_run_without_a_solution_shows_its_best_board() -> None:
    run = solved(latin_spec("order-33", playouts=1))
    best = view(run)
    assert (best.status, len(best.board or ())) == ("budget", 33 * 33)
    shown = invoke("show", run.id, "--format", "grid", "-q")
    assert (shown.exit_code, shown.stdout) == (1, FAMILY.write(FAMILY.from_json(best.spec.puzzle), "grid", best.board))  # type: ignore[union-attr]


def test_a_family_with_one_solution_a_puzzle_refuses() -> None:
    refused = invoke("solve", "-", "--designs", "2", given=TWO)
    assert refused.exit_code == 2
    assert "latin is searched for one solution; --designs is for: " in refused.stderr
    assert refused.stderr.count("\n") == 1


def as_result(values: dict[str, Any]) -> Result:
    return msgspec.json.decode(json.dumps(values), type=Result)
