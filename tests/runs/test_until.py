"""Runs that end at a wanted score: by one worker, by several, resumed, from a warm start; and where there is none."""

from __future__ import annotations

import pytest
from drivers.ended_runs import ended_run, improved, morpion_spec
from drivers.reporter_driver import StopAfter, solved
from drivers.run_driver import ended, events_of, kill_all, latin_spec, start
from drivers.tsptw_tours import AROUND, CORNERS
from msgspec import structs

from puzzles.parameters import ParameterError
from puzzles.registry import get_family, read
from solvers.driver import search
from solvers.driver.sink import LeaveError
from solvers.jobs.worker_reporter import WorkerReporter
from solvers.request import Request
from solvers.runs.events import Finished, Improved
from solvers.runs.folder import new_run
from solvers.runs.launcher import resume_run
from solvers.runs.reader import view
from solvers.runs.spec import SolveSpec, decode, encode
from tui.commands.report import exit_code

TSPTW = get_family("tsptw")
SEARCH = Request(prior="none")


def test_a_run_ends_as_soon_as_its_best_is_as_good_as_wanted() -> None:
    seen = view(solved(morpion_spec(until=25.0, playouts=100_000)))
    assert seen.status == "reached"
    assert seen.board_score is not None
    assert seen.board_score >= 25
    assert seen.playouts < 100_000
    assert (seen.resumable, exit_code(seen)) == ((), 0)
    assert seen.log[-1].text == "The wanted score is reached."
    assert view(solved(morpion_spec(until=500.0, playouts=20))).status == "budget"


def test_one_worker_that_reaches_it_ends_all_others() -> None:
    try:
        run = start(morpion_spec(until=30.0, playouts=1_000_000_000, workers=2), workers=2)
        seen = ended(run)
    finally:
        kill_all()
    assert seen.status == "reached"
    reasons = {event.reason for event in events_of(run) if isinstance(event, Finished)}
    assert "reached" in reasons
    assert reasons <= {"reached", "elsewhere"}
    assert seen.resumable == ()


def test_a_stopped_run_reaches_it_when_it_is_resumed() -> None:
    spec = morpion_spec(until=1e6, playouts=200)
    run = new_run(spec)
    reporter = StopAfter(run, 2)
    with pytest.raises(LeaveError):
        search.work(reporter, spec)
    assert 0 < view(run).playouts < 200
    best = view(run).board_score
    assert best is not None
    run.spec_path.write_bytes(encode(structs.replace(spec, until=best)))  # its checkpoint is of the other spec
    run.checkpoint_path(0).unlink()
    search.work(WorkerReporter(run, 0), structs.replace(spec, until=best))
    assert view(run).status == "reached"


def test_a_place_that_has_reached_it_is_left_at_once() -> None:
    """A worker that was killed after its best was reached plays no further playout when it is resumed."""
    spec = morpion_spec(until=20.0, playouts=100_000)
    run = solved(spec)
    before = view(run).playouts
    events = run.events_path.read_bytes().splitlines(keepends=True)
    run.events_path.write_bytes(b"".join(line for line in events if b'"finished"' not in line))
    search.work(WorkerReporter(run, 0), spec)
    assert (view(run).status, view(run).playouts) == ("reached", before)


def test_a_run_whose_result_has_it_is_not_resumed() -> None:
    run = solved(morpion_spec(until=20.0, playouts=100_000))
    run.events_path.write_bytes(b"")  # its end was not written
    assert view(run).status == "reached"
    assert resume_run(run) == ()


def test_a_warm_start_that_has_it_ends_the_run() -> None:
    score = TSPTW.judge(CORNERS, AROUND).score
    spec = SolveSpec(family="tsptw", puzzle=TSPTW.to_json(CORNERS), title="", algorithm="nrpa", prior="none",
                     playouts=1_000, warm_start=list(AROUND), until=score)  # fmt: skip
    seen = view(solved(spec))
    assert (seen.status, seen.board, seen.playouts) == ("reached", AROUND, 0)


def test_it_is_a_cost_where_costs_are_counted() -> None:
    assert SEARCH.resolve(CORNERS).until is None
    wanted = structs.replace(SEARCH.resolve(CORNERS), until=-878.64)
    asked = SEARCH.but(until=878.64)
    assert asked.resolve(CORNERS) == wanted
    assert decode(encode(wanted)) == wanted
    assert SEARCH.but(until=82.0).resolve(read("morpion 5D")).until == 82


def test_it_is_refused_where_it_means_nothing() -> None:
    with pytest.raises(ParameterError, match="latin is searched for a solution, not a score"):
        SEARCH.but(until=3.0).resolve(read("1 . 3\n. 3 .\n3 . 2\n"))
    with pytest.raises(ParameterError, match="-1 is not a cost to search until"):
        SEARCH.but(until=-1.0).resolve(CORNERS)
    with pytest.raises(ValueError, match="latin has no score to search until"):
        decode(encode(latin_spec(until=3.0)))
    with pytest.raises(ValueError, match="Expected `float`"):
        decode(encode(morpion_spec()).replace(b'"until": null', b'"until": 1e16'))


def test_costs_are_shown_as_costs() -> None:
    """In the log, in the words of the end and in the report; late nodes are counted."""
    spec = SolveSpec(
        family="tsptw", puzzle=TSPTW.to_json(CORNERS), title="", algorithm="nrpa", prior="none", playouts=9
    )
    late = TSPTW.judge(CORNERS, AROUND)
    event = Improved(score=late.score, board=list(AROUND), facts=dict(late.facts), at=1.0, playouts=5)
    lines = [line.text for line in view(ended_run(event, Finished(reason="budget", playouts=9), spec=spec)).log]
    assert lines == ["Started.", "Cost 140, 1 late node", "All 9 playouts are done."]
    games = view(ended_run(improved(), Finished(reason="budget", playouts=5)))
    assert games.log[-2].text == f"{len(games.board or ())} moves"
    assert games.log[-1].text == "Time is up."
