"""How runs end that look for a score: the best board is the result, replayed by the checker before it is shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from drivers.command_line import invoke, one_line
from drivers.ended_runs import GAME, ended_run, improved, morpion_spec
from drivers.morpion_games import random_game, record_files, record_moves

from puzzles.morpion.puzzle import board_of
from puzzles.registry import get_family, read
from solvers.runs.events import AnyEvent, Finished, Solved
from solvers.runs.folder import Run
from solvers.runs.spec import RunSpec
from solvers.runs.status import Status, write_status

BUDGET = Finished(reason="budget", at=2.5, playouts=40, best_score=len(GAME))
BEST = f"best: {len(GAME)} moves, verified"


def watched(run: Run, *options: str) -> tuple[int, str, str]:
    result = invoke("watch", "-q", *options, run.id)
    return result.exit_code, result.stdout, result.stderr


def test_a_spent_budget_is_a_success_and_the_best_game_is_drawn() -> None:
    code, out, err = watched(ended_run(improved(GAME[:9]), improved(playouts=7), BUDGET))
    drawing, words = out.rsplit("\n\n", 1)
    assert (code, err) == (0, "")
    assert len(drawing.splitlines()) > 10
    first, *_, last = words.splitlines()
    assert first == f"5D, {len(GAME)} moves; no move is left"
    assert last == f"{BEST}; 2.5 s (40 playouts)"


def test_without_any_board_it_is_none() -> None:
    code, out, err = watched(ended_run(Finished(reason="budget", at=2.5, playouts=40)))
    assert (code, one_line(out), err) == (1, "no board was found; 2.5 s (40 playouts)", "")


@pytest.mark.parametrize(
    ("events", "code", "words", "advice"),
    [
        ([Finished(reason="stopped", at=2.5, playouts=40)], 130, "stopped after 2.5 s (40 playouts)", "stopped; "),
        ([], 70, "the worker is gone after 1.0 s (5 playouts)", "mcs-tui: the worker is gone"),
    ],
)
def test_what_was_found_before_a_search_broke_off_is_shown(
    events: list[AnyEvent], code: int, words: str, advice: str
) -> None:
    run = ended_run(improved(), *events)
    ended, out, err = watched(run)
    assert (ended, out.splitlines()[-1]) == (code, f"{words}; {BEST}")
    assert one_line(err).startswith(advice)
    assert f"mcs-tui resume {run.id} continues it" in err


def test_the_file_of_a_stopped_search_is_said_to_be_written_anew_by_a_command(tmp_path: Path) -> None:
    run, path = ended_run(improved(), Finished(reason="stopped", at=2.5, playouts=40)), tmp_path / "best.json"
    done = invoke("show", run.id, "--output", str(path))
    anew = f"; once resumed, mcs-tui show {run.id} --output {path} writes it anew"
    assert f"wrote {path}{anew}" in done.stderr.splitlines()
    assert path.exists()


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (improved((GAME[0], *GAME[2:]), score=len(GAME) - 1), "move "),
        (improved((*GAME, GAME[-1]), score=len(GAME) + 1), f"move {len(GAME) + 1}: "),
        (improved(score=len(GAME) + 1), f"its reported score is {len(GAME) + 1}, the checker computes {len(GAME)}"),
    ],
)
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_a_board_that_fails_the_checker_is_never_shown(event: AnyEvent, why: str, form: list[str]) -> None:
    run = ended_run(event, BUDGET)
    code, out, err = watched(run, *form)
    assert (code, out) == (70, "")
    assert one_line(err).startswith(f"mcs-tui: the best board of run {run.id} did not pass the checker: {why}")


def test_a_game_that_is_only_reported_as_optimal_is_not_shown() -> None:
    claim = Solved(score=len(GAME), board=list(board_of(GAME)), seconds=0.5, playouts=9)
    code, out, err = watched(ended_run(claim, Finished(reason="solved", playouts=9)))
    assert (code, out) == (70, "")
    assert "it is reported as optimal, but the checker can't confirm that" in one_line(err)


def test_an_optimal_game_says_so(benchmark_data: Path) -> None:
    variant, moves = record_moves(record_files(benchmark_data)["4D-hyyroporanen35"])
    claim = Solved(score=35, board=list(board_of(moves)), seconds=0.5, playouts=9)
    run = ended_run(claim, Finished(reason="solved", playouts=9), spec=morpion_spec(variant))
    code, out, _ = watched(run)
    assert (code, out.splitlines()[-1]) == (0, "optimal: 35 moves, verified; found in 500 ms (9 playouts)")
    answer = json.loads(watched(run, "--json")[1])
    assert (answer["status"], answer["verified"], answer["exit_code"], answer["solutions"]) == (
        "solved",
        True,
        0,
        None,
    )


def test_json_has_board_score_and_remarks() -> None:
    code, out, _ = watched(ended_run(improved(), BUDGET), "--json")
    answer = json.loads(out)
    assert (code, answer["exit_code"], answer["status"], answer["verified"]) == (0, 0, "budget", True)
    assert (answer["score"], answer["board"]) == (len(GAME), list(board_of(GAME)))
    assert answer["remarks"][0] == f"5D, {len(GAME)} moves; no move is left"


def test_live_numbers_ahead_of_the_last_board_are_not_called_verified() -> None:
    run = ended_run(improved())
    write_status(run.status_path(0), Status(pid=1, phase="running", at=9.0, playouts=90, best_score=len(GAME) + 3))
    code, out, _ = watched(run)
    assert (code, out.splitlines()[-1].endswith(f"; {BEST}")) == (70, True)
    assert json.loads(watched(run, "--json")[1])["score"] == len(GAME)


def test_of_several_workers_the_best_counts() -> None:
    other = random_game("5D", 4, most=len(GAME) - 1)
    events: list[AnyEvent] = [
        improved(other, worker=1, playouts=9),
        improved(),
        BUDGET,
        Finished(worker=1, reason="budget", at=2.5),
    ]
    code, out, _ = watched(ended_run(*events, spec=morpion_spec(workers=2)), "--json")
    assert (code, json.loads(out)["board"]) == (0, list(board_of(GAME)))


@pytest.fixture
def runs_end_well(monkeypatch: pytest.MonkeyPatch) -> list[RunSpec]:
    """Every search that is started ends with GAME as its best; the specs are listed."""
    started: list[RunSpec] = []

    def begin(spec: RunSpec, *, transient: bool = False) -> Run:
        started.append(spec)
        return ended_run(improved(), BUDGET, spec=spec)  # type: ignore[arg-type]  # only searches are started here

    monkeypatch.setattr("tui.commands.solve.start", begin)
    return started


def test_formats_and_files_hold_the_best_game(tmp_path: Path, runs_end_well: list[RunSpec]) -> None:
    puzzle, morpion = read("morpion 5D\n"), get_family("morpion")
    answer = invoke("solve", "example:5D", "--format", "msr")
    assert answer.exit_code == 0
    assert morpion.parse_board(puzzle, answer.stdout) == board_of(GAME)
    assert BEST in answer.stderr
    path = tmp_path / "best.psol"
    written = invoke("solve", "-q", "example:5D", "--output", str(path))
    assert (written.exit_code, written.stdout.splitlines()[-1]) == (0, f"{BEST}; 2.5 s (40 playouts)")
    assert morpion.parse_board(puzzle, path.read_text()) == board_of(GAME)
    assert len(runs_end_well) == 2
