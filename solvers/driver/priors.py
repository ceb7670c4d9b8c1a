"""Where the odds of a search's prior come from: computed from the puzzle, stored, or trained on its first need."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

import filelock
import numpy as np
import numpy.typing as npt

from priors import store
from priors.provenance import version
from priors.sealed import DamagedError, sealed, unsealed
from priors.table import odds, puzzle_table
from puzzles.family import Family, Puzzle
from puzzles.groups import PriorKind
from puzzles.parameters import ParameterError
from puzzles.registry import get_family
from puzzles.user_data import make_folder, read_file, replace_file
from solvers.driver.kernels import hold_while_working, make_ready
from solvers.driver.pace import Due, Pace, checkpoint_interval
from solvers.driver.sink import LeaveError, Order, Sink
from solvers.registry import algorithm
from solvers.runs.events import describe_trouble
from solvers.runs.spec import SolveSpec, TrainSpec, encode, puzzle_of

if TYPE_CHECKING:
    from priors.corpus_training import CorpusTrainer
    from priors.training import Trainer

Stage = Literal["plain", "easy", "prior"]
"""`plain`: without a prior to the end; `easy`: without one, as nothing is trained yet; `prior`: with one."""

EASY_PLAYOUTS = 2_000
"""Playouts without a prior before one is trained: most puzzles are solved by then, in less than a second.
A fixed number, not a time, so that the whole run depends on the spec alone."""

TRAINING_SEED = 1


def trains_first(spec: SolveSpec) -> bool:
    """True if the search can't begin before a prior is trained."""
    family = get_family(spec.family)
    if spec.prior in ("auto", "none") or not family.priors.kinds or not algorithm(spec.algorithm).uses_prior:
        return False
    kind = family.priors.kind(spec.prior, spec.algorithm)
    if kind.source != "counted":
        return False
    shape = family.priors.shape_key(puzzle_of(spec), kind.name)
    return store.find(family.name, kind.name, shape) is None


class PriorStages:
    """Where the search of one spec gets its odds from. Families without a prior are always `plain`."""

    def __init__(self, sink: Sink, spec: SolveSpec, family: Family, puzzle: Puzzle) -> None:
        self._sink = sink
        self._spec = spec
        self._family = family
        self._puzzle = puzzle

    def first_stage(self) -> Stage:
        spec = self._spec
        if spec.prior == "none" or not self._family.priors.kinds or not algorithm(spec.algorithm).uses_prior:
            return "plain"
        if spec.prior != "auto" or self._kind.source == "puzzle" or self._find() is not None:
            return "prior"
        return "easy" if self._kind.source == "counted" else "plain"  # what comes from a file can't be trained here

    def odds(self) -> npt.NDArray[np.float64]:
        """The odds of each prior code, float64; computed from the puzzle, or trained and stored first if absent.

        LeaveError on an order; ParameterError if the prior is absent and can't be trained from generated puzzles.
        """
        kind, spec = self._kind, self._spec
        tau = kind.tau if spec.prior_tau is None else spec.prior_tau
        if kind.source == "puzzle":
            return odds(puzzle_table(self._family, kind, self._puzzle, spec.parameters), tau)
        return odds((self._find() or self._train()).table, tau)

    @property
    def _kind(self) -> PriorKind:
        return self._family.priors.kind(self._spec.prior, self._spec.algorithm)

    @property
    def _shape(self) -> str:
        return self._family.priors.shape_key(self._puzzle, self._kind.name)

    def _find(self) -> store.Stored | None:
        found = store.find(self._family.name, self._kind.name, self._shape)
        self._sink.tell_others()
        return found

    def _train(self) -> store.Stored:
        sink, shape, kind = self._sink, self._shape, self._kind
        if kind.source != "counted":
            makes_it = f"mcs-tui train {self._family.name} --from FILE makes it"
            raise ParameterError(f"the prior {kind.name} is absent; {makes_it}")
        phase = sink.phase
        spec = TrainSpec(
            family=self._family.name,
            prior=kind.name,
            shape=shape,
            title="",
            puzzles=self._family.priors.training_puzzles(shape),
            seed=TRAINING_SEED,
        )
        sink.enter("training")
        try:
            make_folder(store.folder())
        except OSError as error:
            raise ParameterError(
                f"the prior {kind.name} can't be trained, as {store.folder()} can't be written: "
                f"{error.strerror or error}; --prior none searches without one"
            ) from None
        name = store.name_of(spec.family, spec.prior, spec.shape)
        lock = filelock.FileLock(store.folder() / f"{name}.training", mode=0o600)
        with hold_while_working(sink, lock, f"another worker trains the prior {kind.name}"):
            stored = self._find()
            if stored is None:
                make_ready(sink, spec)
                sink.note(f"training the prior {kind.name} for {shape.replace('-', ' ')}, once")
                stored = self._trained(spec)
        sink.done = sink.total = 0
        sink.enter(phase)
        return stored

    def _trained(self, spec: TrainSpec) -> store.Stored:
        """The prior, counted from all puzzles and stored; LeaveError on an order: then its place is saved."""
        from priors.training import Trainer

        trainer = Trainer(spec.family, spec.prior, spec.shape, spec.puzzles, spec.seed)
        count_with_places(self._sink, trainer, spec)
        trainer.store()
        if self._sink.training_path is not None:
            self._sink.training_path.unlink(missing_ok=True)
        stored = self._find()
        if stored is None:
            raise RuntimeError(f"the prior {spec.prior} was stored, but can't be read back")
        return stored


def count_with_places(sink: Sink, trainer: Trainer, spec: TrainSpec) -> None:
    """As `count`; begins at the saved place, and saves it now and then, and on an order.

    The place is that of the same training by the same version; what is damaged is counted again.
    """
    path = sink.training_path
    if path is None:
        count(sink, trainer)
        return
    whose = np.frombuffer(encode(spec) + version().encode(), np.uint8)

    def save() -> None:
        try:
            replace_file(path, sealed({"whose": whose, **trainer.place()}), durable=True)
            sink.trouble = ""
        except OSError as error:
            sink.trouble = describe_trouble(error, path)

    try:
        place = unsealed(read_file(path, store.LARGEST))
        if place["whose"].tobytes() == whose.tobytes():
            trainer.restore(place)
            sink.note(f"the training goes on after {trainer.done:,} puzzles")
    except FileNotFoundError:
        pass
    except (OSError, DamagedError, KeyError) as error:
        why = f"the training's place can't be used ({error}); the counting begins again"
        sink.tell(f"{path.parent.name}: {why}", path)
    try:
        count(sink, trainer, save)
    except LeaveError as leave:
        if leave.order is not Order.GONE:
            save()
        raise


def count(sink: Sink, trainer: Trainer | CorpusTrainer, save: Callable[[], object] = lambda: None) -> None:
    """Returns when the trainer has counted all its puzzles, shown on the way; LeaveError on an order.

    `save` is called as often as searches save their places.
    """
    pace, spent, before, due = Pace(sink.clock), 0.0, trainer.done, Due()
    due.done(sink.clock(), checkpoint_interval(0.0))
    while not trainer.finished:
        sink.done, sink.total = trainer.done, trainer.puzzles
        left, fresh = trainer.puzzles - trainer.done, trainer.done - before
        sink.seconds_left = spent / fresh * left if fresh else 0.0
        sink.show()
        sink.obey(save)
        spent += pace.slice(trainer.advance, lambda: trainer.done)
        begin = sink.clock()
        if due(begin):
            save()
            end = sink.clock()
            due.done(end, checkpoint_interval(end - begin))
    sink.done = sink.total = trainer.done
    sink.seconds_left = 0.0
