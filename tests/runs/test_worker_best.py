"""Workers on a puzzle that optimises: every worker uses its budget, the best of all is kept, notices come once."""

from __future__ import annotations

import json

import pytest
from drivers.ended_runs import morpion_spec
from drivers.reporter_driver import StopAfter, solved
from drivers.run_driver import ended, events_of, kill_all, latin_spec, log_texts, start
from drivers.samegame_games import CLEARING, SMALL
from drivers.tsptw_tours import AROUND, CORNERS
from msgspec import structs

from puzzles.registry import get_family
from puzzles.samegame.puzzle import Move, SameGamePuzzle, board_of
from solvers.driver import search
from solvers.driver.priors import PriorStages
from solvers.driver.sink import LeaveError
from solvers.jobs.worker_reporter import WorkerReporter
from solvers.runs.events import Finished, Improved, Resumed
from solvers.runs.folder import Run, new_run
from solvers.runs.reader import view
from solvers.runs.spec import SolveSpec
from solvers.session import Session

pytestmark = pytest.mark.compiled

MORPION, SAMEGAME, TSPTW = get_family("morpion"), get_family("samegame"), get_family("tsptw")
NOTICE = "a game reached the end of the world"


def stopped(run: Run, looks: int = 3) -> None:
    """Searches until the run is asked to stop."""
    spec = run.spec()
    reporter = StopAfter(run, looks)
    with pytest.raises(LeaveError):
        search.work(reporter, spec)  # type: ignore[arg-type]  # only searches are run here


def test_a_budget_ends_with_the_best_of_all_and_every_worker_spends_it() -> None:
    spec = morpion_spec(workers=2, playouts=150)
    try:
        run = start(spec, workers=2)
        seen = ended(run)
    finally:
        kill_all()
    events = events_of(run)
    bests = {event.worker: event.score for event in events if isinstance(event, Improved)}
    assert set(bests) == {0, 1}
    assert (seen.status, seen.playouts) == ("budget", 300)
    assert {event.reason for event in events if isinstance(event, Finished)} == {"budget"}
    assert seen.board is not None
    assert seen.board_score == seen.best_score == max(bests.values())
    assert MORPION.judge(MORPION.from_json(spec.puzzle), seen.board).score == seen.board_score


def test_there_is_no_prior_to_train_whatever_the_spec_says() -> None:
    spec = morpion_spec(prior="auto", playouts=30)
    run = new_run(spec)
    assert PriorStages(WorkerReporter(run, 0), spec, MORPION, MORPION.from_json(spec.puzzle)).first_stage() == "plain"
    assert view(solved(spec)).status == "budget"


def test_a_notice_of_the_rules_is_reported_once_also_after_a_resume(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = latin_spec(playouts=4_000)
    monkeypatch.setattr(Session, "notice", lambda self: NOTICE if self.playouts > 3 else "")
    run = new_run(spec)
    stopped(run, looks=6)
    assert log_texts(run).count(NOTICE) == 1
    before = view(run).playouts
    assert 3 < before < 4_000
    search.work(WorkerReporter(run, 0), spec)
    assert view(run).playouts == 4_000
    assert log_texts(run).count(NOTICE) == 1


def test_rules_without_a_notice_have_nothing_to_say() -> None:
    assert Session(latin_spec("order-9"), 0).notice() == ""
    assert Session(morpion_spec(), 0).notice() == ""


def test_a_run_of_a_version_without_warm_starts_goes_on_from_its_checkpoint() -> None:
    run = new_run(latin_spec(playouts=3_000))
    old = json.loads(run.spec_path.read_text())
    del old["warm_start"]
    run.spec_path.write_text(json.dumps(old, indent=2))
    stopped(run)
    search.work(WorkerReporter(run, 0), run.spec())  # type: ignore[arg-type]  # it is a search
    assert any(isinstance(event, Resumed) for event in events_of(run))
    assert not any("set aside" in line for line in log_texts(run))
    assert view(run).playouts == 3_000


def test_a_game_at_its_end_is_not_searched_and_that_is_said() -> None:
    game = MORPION.parse(next(one.text for one in MORPION.examples if one.name == "random-5T"))
    spec = structs.replace(morpion_spec(playouts=None, seconds=60.0), puzzle=MORPION.to_json(game))
    run = solved(spec)
    seen = view(run)
    assert (seen.status, seen.playouts, seen.board) == ("exhausted", 0, MORPION.start_board(game))
    assert seen.claim == "no move is left in this game: there is nothing to search"


def test_that_the_warm_start_of_a_game_at_its_end_is_not_used_is_said() -> None:
    over = SameGamePuzzle(2, 1, (0, 1))
    run = solved(samegame_spec(over, CLEARING))
    assert log_texts(run).count("the warm start is not used: the game to be searched is at its end") == 1
    assert not any("warm start" in line for line in log_texts(solved(samegame_spec(over, ()))))


FORBIDDEN = SameGamePuzzle(10, 1, (0, 0, 1, 1, 0, 0, 1, 1, 0, 0))
"""The colour 0 is the commonest: with selective=tabu none of its groups may go while there is a group of the other."""


def samegame_spec(puzzle: SameGamePuzzle, game: tuple[int, ...], *, playouts: int = 5, rule: str = "tabu") -> SolveSpec:
    """A search of a few playouts that begins with the game."""
    return SolveSpec(
        family="samegame",
        puzzle=SAMEGAME.to_json(puzzle),
        title=puzzle.title,
        algorithm="nrpa",
        parameters={"level": 1, "iterations": 5, "selective": rule},
        playouts=playouts,
        warm_start=list(game),
    )


def test_a_game_to_begin_with_is_the_first_best_and_is_never_lost() -> None:
    run = solved(samegame_spec(SMALL, CLEARING))
    first = next(event for event in events_of(run) if isinstance(event, Improved))
    assert (first.score, tuple(first.board), first.playouts) == (1012.0, CLEARING, 0)
    assert view(run).best_score == 1012.0


def test_only_one_worker_reports_the_game_to_begin_with() -> None:
    spec = samegame_spec(SMALL, CLEARING)
    run = new_run(spec)
    search.work(WorkerReporter(run, 1), spec)
    assert all(event.playouts for event in events_of(run) if isinstance(event, Improved))


def test_what_could_not_be_learned_is_reported_once_also_after_a_resume() -> None:
    game = board_of((Move(0, 0), Move(0, 0)))
    spec = samegame_spec(FORBIDDEN, game, playouts=200_000)
    run = new_run(spec)
    stopped(run, looks=4)
    search.work(WorkerReporter(run, 0), spec)
    line = "learned nothing of the warm start: the search does not play the next one under selective=tabu"
    assert [text for text in log_texts(run) if text.startswith("learned")] == [line]
    assert view(run).status == "budget"
    free = solved(samegame_spec(FORBIDDEN, game, rule="off"))
    assert not any(text.startswith("learned") for text in log_texts(free))


def test_how_much_of_a_game_was_learned_is_reported() -> None:
    game = board_of((Move(2, 0), Move(6, 0), Move(0, 0)))
    begun = Session(samegame_spec(FORBIDDEN, game), 0)
    assert begun.shortfall.startswith("learned the first 1 of 3 moves of the warm start: ")
    assert Session(samegame_spec(FORBIDDEN, game[:1]), 0).shortfall == ""


def test_a_tour_that_leaves_nodes_out_is_no_best_to_begin_with() -> None:
    data = TSPTW.to_json(CORNERS)
    for tour in (AROUND[:2], AROUND):
        spec = SolveSpec(
            family="tsptw", puzzle=data, title="x", algorithm="annealing", playouts=5, warm_start=list(tour)
        )
        boards = [
            (tuple(event.board), event.playouts) for event in events_of(solved(spec)) if isinstance(event, Improved)
        ]
        assert (boards[0] == (AROUND, 0)) == (tour == AROUND)
        assert all(len(board) == 3 for board, _ in boards)
