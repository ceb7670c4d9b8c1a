"""Checkpoints that were written elsewhere: one that holds positions is not used unless it is trusted."""

from __future__ import annotations

import numpy as np
import pytest
from drivers.command_line import invoke
from drivers.run_driver import latin_spec, log_texts

from puzzles.user_data import data_root
from solvers.driver import search
from solvers.jobs.worker_reporter import WorkerReporter
from solvers.registry import algorithms
from solvers.runs import launcher
from solvers.runs.checkpoint import KEY, Checkpoint, digest, read_checkpoint, write_checkpoint
from solvers.runs.folder import Run, new_run
from solvers.runs.launcher import WrittenElsewhereError, resume_run
from solvers.session import Session

LEFT = 50
"""Playouts after which the searches were left."""


def left_run(algorithm: str, *, forged: bool = False) -> Run:
    """A run that was left; `forged`: by one who does not know the key, and its positions are nonsense."""
    spec = latin_spec("paper-20", algorithm=algorithm, playouts=2 * LEFT)
    run = new_run(spec)
    session = Session(spec, 0)
    session.advance(LEFT)
    arrays = {name: array.copy() for name, array in session.arrays().items()}
    if forged:
        for name in ("state.cells", "search.frames", "search.moves"):
            if name in arrays:
                arrays[name][...] = np.iinfo(arrays[name].dtype).max
    place = Checkpoint(
        stage="plain",
        elapsed=1.0,
        playouts=LEFT,
        earlier_playouts=0,
        earlier_restarts=0,
        best_score=session.best_score,
        best_board=list(session.best_board() or ()),
        spec=digest(run.spec_path.read_bytes()),
    )
    write_checkpoint(run.checkpoint_path(0), place, arrays)
    run.lock_path(0).touch()
    if forged:
        (data_root() / KEY).write_bytes(bytes(32))
    return run


@pytest.mark.usefixtures("troubles_are_noted")
@pytest.mark.parametrize("algorithm", ["nmcs", "backtracking", "exhaustive"])
def test_forged_positions_are_set_aside_with_one_line_before_a_kernel_sees_them(algorithm: str) -> None:
    run = left_run(algorithm, forged=True)
    search.work(WorkerReporter(run, 0), run.spec())  # type: ignore[arg-type]  # it is a SolveSpec
    why = "it was not written in this data folder, and its positions can't be checked"
    line = f"{run.id}: the checkpoint was set aside as checkpoint-0.npz.damaged: {why}; starting over"
    assert log_texts(run)[0] == line
    assert (run.folder / "checkpoint-0.npz.damaged").exists()
    place = read_checkpoint(run.checkpoint_path(0), own=True)
    assert place is not None
    assert place[0].playouts == 2 * LEFT


def test_resume_refuses_such_a_checkpoint_and_loses_nothing_until_it_is_trusted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run, started = left_run("nmcs", forged=True), list[int]()
    monkeypatch.setattr(launcher, "start_worker", lambda run, worker, idle: started.append(worker))
    before = run.checkpoint_path(0).read_bytes()
    with pytest.raises(WrittenElsewhereError, match=rf"checkpoint-0.npz was not written here; .* {run.id} --trust"):
        resume_run(run)
    said = invoke("resume", run.id)
    assert (said.exit_code, said.stderr.count("\n")) == (2, 1)
    assert (started, run.checkpoint_path(0).read_bytes()) == ([], before)
    assert resume_run(run, trusting=True) == (0,)
    assert resume_run(run) == (0,)
    assert read_checkpoint(run.checkpoint_path(0), own=True) is not None


def test_a_search_whose_numbers_are_all_checked_goes_on_from_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    run = left_run("sampling")
    (data_root() / KEY).unlink()
    monkeypatch.setattr(launcher, "start_worker", lambda run, worker, idle: None)
    assert resume_run(run) == (0,)
    search.work(WorkerReporter(run, 0), run.spec())  # type: ignore[arg-type]  # as above
    assert not any("set aside" in line for line in log_texts(run))


def test_no_search_that_saves_positions_says_that_all_is_checked() -> None:
    assert {one.name for one in algorithms() if one.checked} == {
        "sampling", "uct", "nrpa", "gnrpa", "blnrpa", "nrpa-pair", "lns"
    }  # fmt: skip
    assert not any(one.checked and (one.needs_undo or one.needs_repair) for one in algorithms())
