"""Training a prior as a job of its own, over generated puzzles or a file.

What it has counted over generated puzzles is stored too when it is stopped before its end; of a file nothing is then,
as its beginning may be all of one kind. A training over generated puzzles goes on where its run was interrupted; one
over a file, which takes seconds, is done again.
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from puzzles.errors import PuzzleError
from puzzles.parameters import ParameterError
from solvers.driver.kernels import make_ready
from solvers.driver.priors import count, count_with_places
from solvers.driver.sink import LeaveError, Order
from solvers.jobs.worker_reporter import WorkerReporter
from solvers.runs.events import Trained
from solvers.runs.spec import TrainSpec


def work(reporter: WorkerReporter, spec: TrainSpec) -> None:
    """Trains, and reports everything up to its end. LeaveError on an order, ParameterError for a wrong file."""
    reporter.begin()
    if spec.corpus:
        _over_file(reporter, spec)
    else:
        _over_generated(reporter, spec)
    reporter.finish("done")


def _over_generated(reporter: WorkerReporter, spec: TrainSpec) -> None:
    make_ready(reporter, spec)
    from priors.training import Trainer  # imports numba

    trainer = Trainer(spec.family, spec.prior, spec.shape, spec.puzzles, spec.seed)
    reporter.enter("training")
    reporter.note(f"training the prior {spec.prior} for {spec.shape.replace('-', ' ')}")

    def store() -> None:
        _report(reporter, trainer.store(), trainer.done)

    try:
        count_with_places(reporter, trainer, spec)
    except LeaveError as leave:
        if leave.order is Order.STOP:
            store()
        raise
    store()
    reporter.training_path.unlink(missing_ok=True)


def _over_file(reporter: WorkerReporter, spec: TrainSpec) -> None:
    from priors.corpus_training import CorpusTrainer

    path = Path(spec.corpus)
    try:
        trainer = CorpusTrainer(
            spec.family,
            spec.prior,
            spec.shape,
            path,
            column=spec.column,
            families_capped=spec.families_capped,
            citation=spec.citation,
        )
        with closing(trainer):
            reporter.enter("training")
            reporter.note(f"training the prior {spec.prior} from {path.name}")
            count(reporter, trainer)
        for words, number in trainer.left_out.items():
            reporter.note(f"not counted: {number:,} {words}")
        reporter.total = trainer.counted
        _report(reporter, trainer.store(), trainer.counted)
    except LeaveError as leave:
        if leave.order is Order.STOP:
            reporter.note("stopped before the end of the file: nothing is stored")
        raise
    except PuzzleError as error:
        raise ParameterError(str(error)) from None  # with its place: a worker reports a puzzle's errors without it


def _report(reporter: WorkerReporter, path: Path | None, puzzles: int) -> None:
    reporter.done = puzzles
    if path is not None:
        reporter.say(Trained, path=str(path), puzzles=puzzles)
