"""Training one prior, over generated puzzles or over a file: counted in slices, stored at the end.

What was counted over generated puzzles is stored too when it is stopped before; of a file nothing is then, as its
beginning may be all of one kind.
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from priors.corpus_training import CorpusTrainer
from puzzles.errors import PuzzleError
from puzzles.parameters import ParameterError
from solvers.jobs.desk import Desk
from solvers.jobs.kernels import make_ready
from solvers.jobs.orders import LeaveError, Order
from solvers.jobs.priming import count
from solvers.runs.events import Trained
from solvers.runs.spec import TrainSpec


def work(desk: Desk, spec: TrainSpec) -> None:
    """Trains; says everything up to the last word. LeaveError on an order, ParameterError for a wrong file."""
    desk.begin()
    if spec.corpus:
        _over_file(desk, spec)
    else:
        _over_generated(desk, spec)
    desk.finish("done")


def _over_generated(desk: Desk, spec: TrainSpec) -> None:
    make_ready(desk, spec)
    from priors.training import Trainer  # imports numba

    trainer = Trainer(spec.family, spec.prior, spec.shape, spec.puzzles, spec.seed)
    desk.enter("training")
    desk.note(f"training the prior {spec.prior} for {spec.shape.replace('-', ' ')}")

    def store() -> None:
        _tell(desk, trainer.store(), trainer.done)

    try:
        count(desk, trainer)
    except LeaveError as leave:
        if leave.order is Order.STOP:
            store()
        raise
    store()


def _over_file(desk: Desk, spec: TrainSpec) -> None:
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
            desk.enter("training")
            desk.note(f"training the prior {spec.prior} from {path.name}")
            count(desk, trainer)
        for words, number in trainer.left_out.items():
            desk.note(f"not counted: {number:,} {words}")
        desk.total = trainer.counted
        _tell(desk, trainer.store(), trainer.counted)
    except LeaveError as leave:
        if leave.order is Order.STOP:
            desk.note("stopped before the end of the file: nothing is stored")
        raise
    except PuzzleError as error:
        raise ParameterError(str(error)) from None  # with its place: a worker tells a puzzle's errors without


def _tell(desk: Desk, path: Path | None, puzzles: int) -> None:
    desk.done = puzzles
    if path is not None:
        desk.say(Trained, path=str(path), puzzles=puzzles)
