"""Training a prior: as a job, over generated puzzles or a file, or on a search's first need. Where its odds come from.

What a job has counted over generated puzzles is stored too when it is stopped before its end; of a file nothing is
then, as its beginning may be all of one kind. A training over generated puzzles goes on where its run was interrupted;
one over a file, which takes seconds, is done again.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import filelock
import numpy as np
import numpy.typing as npt

from priors import store
from priors.provenance import version
from priors.sealed import DamagedError, sealed, unsealed
from priors.table import odds, puzzle_table
from puzzles.errors import PuzzleError
from puzzles.family import Family, Puzzle
from puzzles.groups import PriorKind
from puzzles.parameters import ParameterError
from puzzles.registry import get_family
from puzzles.user_data import make_folder, read_file, replace_file
from solvers.driver.loop import Due, Pace, checkpoint_interval
from solvers.jobs.compile import make_ready
from solvers.jobs.guarding import hold_while_working
from solvers.jobs.orders import LeaveError, Order
from solvers.jobs.worker_reporter import WorkerReporter
from solvers.registry import algorithm
from solvers.runs.events import Trained, describe_trouble
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
        _count_with_places(reporter, trainer, spec)
    except LeaveError as leave:
        if leave.order is Order.STOP:
            store()
        raise
    store()
    reporter.run.training_path(reporter.worker).unlink(missing_ok=True)


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

    def __init__(self, reporter: WorkerReporter, spec: SolveSpec, family: Family, puzzle: Puzzle) -> None:
        self._reporter = reporter
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
        self._reporter.tell_others()
        return found

    def _train(self) -> store.Stored:
        reporter, shape, kind = self._reporter, self._shape, self._kind
        if kind.source != "counted":
            makes_it = f"mcs-tui train {self._family.name} --from FILE makes it"
            raise ParameterError(f"the prior {kind.name} is absent; {makes_it}")
        phase = reporter.phase
        spec = TrainSpec(
            family=self._family.name,
            prior=kind.name,
            shape=shape,
            title="",
            puzzles=self._family.priors.training_puzzles(shape),
            seed=TRAINING_SEED,
        )
        reporter.enter("training")
        try:
            make_folder(store.folder())
        except OSError as error:
            raise ParameterError(
                f"the prior {kind.name} can't be trained, as {store.folder()} can't be written: "
                f"{error.strerror or error}; --prior none searches without one"
            ) from None
        name = store.name_of(spec.family, spec.prior, spec.shape)
        lock = filelock.FileLock(store.folder() / f"{name}.training", mode=0o600)
        with hold_while_working(reporter, lock, f"another worker trains the prior {kind.name}"):
            stored = self._find()
            if stored is None:
                make_ready(reporter, spec)
                reporter.note(f"training the prior {kind.name} for {shape.replace('-', ' ')}, once")
                stored = self._trained(spec)
        reporter.done = reporter.total = 0
        reporter.enter(phase)
        return stored

    def _trained(self, spec: TrainSpec) -> store.Stored:
        """The prior, counted from all puzzles and stored; LeaveError on an order: then its place is saved."""
        from priors.training import Trainer

        trainer = Trainer(spec.family, spec.prior, spec.shape, spec.puzzles, spec.seed)
        _count_with_places(self._reporter, trainer, spec)
        trainer.store()
        self._reporter.run.training_path(self._reporter.worker).unlink(missing_ok=True)
        stored = self._find()
        if stored is None:
            raise RuntimeError(f"the prior {spec.prior} was stored, but can't be read back")
        return stored


def _count_with_places(reporter: WorkerReporter, trainer: Trainer, spec: TrainSpec) -> None:
    """As `count`; begins at the saved place, and saves it now and then, and on an order.

    The place is that of the same training by the same version; what is damaged is counted again.
    """
    path = reporter.run.training_path(reporter.worker)
    whose = np.frombuffer(encode(spec) + version().encode(), np.uint8)

    def save() -> None:
        try:
            replace_file(path, sealed({"whose": whose, **trainer.place()}), durable=True)
            reporter.trouble = ""
        except OSError as error:
            reporter.trouble = describe_trouble(error, path)

    try:
        place = unsealed(read_file(path, store.LARGEST))
        if place["whose"].tobytes() == whose.tobytes():
            trainer.restore(place)
            reporter.note(f"the training goes on after {trainer.done:,} puzzles")
    except FileNotFoundError:
        pass
    except (OSError, DamagedError, KeyError) as error:
        why = f"the training's place can't be used ({error}); the counting begins again"
        reporter.tell(f"{reporter.run.id}: {why}", path)
    try:
        count(reporter, trainer, save)
    except LeaveError as leave:
        if leave.order is not Order.GONE:
            save()
        raise


def count(
    reporter: WorkerReporter, trainer: Trainer | CorpusTrainer, save: Callable[[], object] = lambda: None
) -> None:
    """Returns when the trainer has counted all its puzzles, shown on the way; LeaveError on an order.

    `save` is called as often as searches save their places.
    """
    pace, spent, before, due = Pace(reporter.clock), 0.0, trainer.done, Due()
    due.done(reporter.clock(), checkpoint_interval(0.0))
    while not trainer.finished:
        reporter.done, reporter.total = trainer.done, trainer.puzzles
        left, fresh = trainer.puzzles - trainer.done, trainer.done - before
        reporter.seconds_left = spent / fresh * left if fresh else 0.0
        reporter.show()
        reporter.obey(save)
        spent += pace.slice(trainer.advance, lambda: trainer.done)
        begin = reporter.clock()
        if due(begin):
            save()
            end = reporter.clock()
            due.done(end, checkpoint_interval(end - begin))
    reporter.done = reporter.total = trainer.done
    reporter.seconds_left = 0.0
