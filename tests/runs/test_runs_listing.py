"""The list of runs: an ended run is read once; what changes, lives, or is damaged is read again."""

from __future__ import annotations

import os

import pytest
from drivers.ended_runs import ended_run, improved, morpion_spec
from drivers.run_driver import solve_spec
from msgspec import structs

from solvers.runs.events import Finished, Found, Improved, encode
from solvers.runs.folder import Run, hold, new_run, remove_run, runs_root
from solvers.runs.listing import SUMMARY, RunList, summarize
from solvers.runs.reader import view
from solvers.runs.spec import SolveSpec
from solvers.runs.view import RunView
from tui.commands.run_list import _row, view_json


class Reading:
    """Reads runs and notes which."""

    def __init__(self) -> None:
        self.read: list[str] = []

    def __call__(self, run: Run) -> RunView:
        self.read.append(run.id)
        return view(run)


def look(runs: RunList) -> tuple[dict[str, RunView], list[str]]:
    reading = Reading()
    return runs.look(reading), reading.read


def test_an_ended_run_is_read_once_by_all_processes() -> None:
    made = [ended_run(improved(), Finished(reason="stopped")) for _ in range(3)]
    runs = RunList()
    first, read = look(runs)
    assert sorted(read) == sorted(run.id for run in made)
    assert look(runs) == (look(RunList())[0], [])
    again, read = look(RunList())
    assert (list(again), read) == (list(first), [])
    for run in made:
        whole = view(run)
        assert _row(again[run.id]) == _row(whole)
        assert view_json(again[run.id]) == view_json(whole)
        assert isinstance(again[run.id].spec, SolveSpec)
        assert again[run.id].board is None


def test_a_run_with_a_summary_is_listed_unread_until_a_file_changes() -> None:
    run = ended_run(improved(), improved(score=90.0, at=2.0, playouts=9), Finished(reason="stopped"))
    lock = hold(run.lock_path(0))
    summarize(run, 0)  # as the worker does before it lets its lock go
    os.close(lock)
    found, read = look(RunList())
    assert read == []
    whole = view(run)
    assert (found[run.id].history, found[run.id].history_playouts) == (whole.history, whole.history_playouts)
    assert view_json(found[run.id]) == view_json(whole)
    (runs_root() / ".list.json").unlink()
    moved = Run(run.folder.rename(run.folder.with_name("20200101-000000-moved-0000")))
    found, read = look(RunList())
    assert (list(found), read, found[moved.id].folder) == ([moved.id], [], moved.folder)
    with moved.events_path.open("ab") as events:
        events.write(encode(improved(score=100.0)))
    found, read = look(RunList())
    assert (read, found[moved.id].best_score) == ([moved.id], 100.0)


def test_no_summary_is_written_while_another_worker_lives_and_a_damaged_one_is_passed_over() -> None:
    run = ended_run(improved(), spec=morpion_spec(workers=2))
    locks = [hold(run.lock_path(worker)) for worker in range(2)]
    summarize(run, 0)
    assert not (run.folder / SUMMARY).exists()
    os.close(locks[0])
    summarize(run, 1)
    os.close(locks[1])
    whole = (run.folder / SUMMARY).read_bytes()
    forged = (
        whole.replace(b'"workers_alive":0', b'"workers_alive":1'),
        whole.replace(b'"history_playouts":[5]', b'"history_playouts":[]'),
        whole.replace(b'"message":"', rb'"message":"\u001b]0;'),
        whole.replace(b'"mode":"strong"', b'"mode":"nonsense"'),
    )
    assert len({whole, *forged}) == 5
    for damaged in (b"", whole[:-9], b"[" * 100_000, b"[[], {}]", *forged):
        (run.folder / SUMMARY).write_bytes(damaged)
        assert look(RunList())[1] == [run.id]
        (runs_root() / ".list.json").unlink()


def test_a_run_without_events_is_read_once_and_one_that_is_deleted_meanwhile_is_not_listed() -> None:
    run = new_run(morpion_spec())
    gone = ended_run(improved())

    def read(run: Run) -> RunView:
        if run.id == gone.id:
            remove_run(run)
        return view(run)

    assert list(RunList().look(read)) == [run.id]
    assert look(RunList())[1] == []


def test_a_run_that_changes_is_read_again_and_a_removed_one_is_gone() -> None:
    one, other = ended_run(improved()), ended_run(improved())
    runs = RunList()
    look(runs)
    better: Improved = improved(score=100.0)
    with one.events_path.open("ab") as events:
        events.write(encode(better))
    found, read = look(runs)
    assert read == [one.id]
    assert found[one.id].best_score == 100.0
    remove_run(other)
    assert list(look(RunList())[0]) == [one.id]


def test_a_live_run_is_read_each_time() -> None:
    run = ended_run(improved())
    lock = hold(run.lock_path(0))
    runs = RunList()
    for _ in range(2):
        assert look(runs)[1] == [run.id]
    os.close(lock)
    look(runs)
    assert look(runs)[1] == []


def test_a_short_look_reads_the_newest_runs_and_leaves_the_others_for_the_next() -> None:
    made = sorted((ended_run(improved()).id for _ in range(3)), reverse=True)
    runs, reading = RunList(), Reading()
    for number in (1, 2, 3):
        found = runs.look(reading, seconds=1e-9)
        assert (list(found), runs.left) == (made[:number], 3 - number)
    assert reading.read == made
    assert list(RunList().look(reading)) == made
    assert reading.read == made


@pytest.mark.parametrize("content", [b"", b"{", b"[" * 100_000, b'{"version": "0", "runs": {}}'])
def test_a_damaged_list_is_made_again(content: bytes) -> None:
    run = ended_run(improved())
    look(RunList())
    (runs_root() / ".list.json").write_bytes(content)
    assert look(RunList())[1] == [run.id]
    assert look(RunList())[1] == []


def test_what_a_list_says_of_a_run_whose_improvements_lack_playouts_is_read_again() -> None:
    run = ended_run(improved())
    look(RunList())
    whole = (runs_root() / ".list.json").read_bytes()
    forged = whole.replace(b'"history_playouts":[5]', b'"history_playouts":[]')
    assert forged != whole
    (runs_root() / ".list.json").write_bytes(forged)
    found, read = look(RunList())
    assert (read, found[run.id].history_playouts) == ([run.id], (5,))


def test_a_list_whose_times_have_no_zone_is_made_again() -> None:
    run = ended_run(improved())
    look(RunList())
    kept = (runs_root() / ".list.json").read_text()
    assert kept.count('Z"') == 1
    (runs_root() / ".list.json").write_text(kept.replace('Z"', '"'))
    assert look(RunList())[1] == [run.id]


def test_a_list_counts_by_the_objective_of_designs_and_calls_no_misfolding_ones_solved() -> None:
    text = "# objective: defect\n((((((....))))))"
    spec = solve_spec("rna", text, algorithm="annealing", prior="none", seconds=1.0, wanted=1, keep_best=True)
    several = structs.replace(spec, wanted=2)
    board, facts = [3, 3, 3, 2, 2, 2, 1, 1, 1, 1, 3, 3, 3, 2, 2, 2], {"fold": "." * 16, "distance": 6}
    found = [
        Found(at=1.0, playouts=1, score=score, board=[*board[:-1], last], seconds=1.0, facts=facts)
        for score, last in ((-0.04633241, 2), (-0.0000419, 4))
    ]
    ended = ended_run(*found, Finished(reason="budget"), spec=several)
    best = Improved(at=1.0, playouts=1, score=-0.04633241, board=board, facts=facts)
    alone = ended_run(best, Finished(reason="budget"), spec=spec)
    RunList().look()
    listed = RunList().look()
    assert isinstance(listed[ended.id].spec, SolveSpec)
    assert _row(listed[ended.id])[3:5] == ("done", "4.2e-05")
    assert _row(listed[alone.id])[3:5] == ("budget", "0.04633")
