"""Training one prior: counted in slices, stored at the end, and also when it is stopped before."""

from __future__ import annotations

from priors.training import Trainer
from solvers.jobs.desk import Desk
from solvers.jobs.kernels import make_ready
from solvers.jobs.orders import LeaveError, Order
from solvers.jobs.priming import count
from solvers.runs.events import Trained
from solvers.runs.spec import TrainSpec


def work(desk: Desk, spec: TrainSpec) -> None:
    """Trains; says everything up to the last word. LeaveError on an order: what was counted is stored."""
    desk.begin()
    make_ready(desk, spec)
    trainer = Trainer(spec.family, spec.prior, spec.shape, spec.puzzles, spec.seed)
    desk.enter("training")
    desk.note(f"training the prior {spec.prior} for {spec.shape.replace('-', ' ')}")
    try:
        count(desk, trainer)
    except LeaveError as leave:
        if leave.order is Order.STOP:
            _store(desk, trainer)
        raise
    _store(desk, trainer)
    desk.finish("done")


def _store(desk: Desk, trainer: Trainer) -> None:
    path = trainer.store()
    desk.done = trainer.done
    if path is not None:
        desk.say(Trained, path=str(path), puzzles=trainer.done)
