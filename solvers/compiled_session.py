"""A search that is ready to be timed: its kernel compiled and loaded once, however many workers begin at a time, and
the odds of its prior computed from the puzzle, or stored, and trained first if it is not there.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from priors import store
from priors.table import odds, puzzle_table
from priors.training import Trainer
from puzzles.engine import kernel_cache
from puzzles.engine.kernels import INTERPRETED
from puzzles.family import Puzzle
from puzzles.parameters import ParameterError, Value
from puzzles.registry import get_family
from puzzles.user_data import take_lock
from solvers import compiling
from solvers.registry import algorithm
from solvers.request import Request
from solvers.runs.spec import GenerateSpec, SolveSpec, puzzle_of
from solvers.session import Session


def compiled_session(
    puzzle: Puzzle,
    name: str,
    parameters: Mapping[str, Value],
    *,
    prior: str = "none",
    tau: float | None = None,
    mode: str = "",
    seed: int,
    worker: int = 0,
    warm_start: Sequence[int] = (),
) -> Session:
    """The search that `mcs-tui solve` makes with these settings, the family's defaults for others; nothing is played.

    With interpreted kernels (MCS_TUI_JIT=0) nothing is compiled.
    `name` is the algorithm's, `tau` the temperature of the prior: None for the prior's own.
    """
    family, chosen = get_family(puzzle.family), algorithm(name)
    asked = Request(parameters, warm_start, algorithm=name, mode=mode, prior=prior, prior_tau=tau, seed=seed)
    spec = asked.resolve(puzzle, idle=True)
    compile_missing(spec, puzzle)
    odds = None
    if prior != "none" and chosen.uses_prior:
        own = family.priors.kind(prior).tau
        odds = trained_odds(puzzle, prior, own if tau is None else tau, spec.parameters)
    session = Session(spec, worker, odds, puzzle)
    session.advance(0)
    return session


_ready: set[str] = set()
"""The kernels of searches that this process has found in the cache, or compiled."""


def compile_missing(spec: SolveSpec | GenerateSpec, puzzle: Puzzle | None = None) -> None:
    """Nothing; the spec's kernels are in the cache. Those that are not are compiled, each with a line on stderr.

    However many processes ask at a time, one compiles. With interpreted kernels (MCS_TUI_JIT=0) there are none.
    `puzzle`: the spec's, if it is at hand.
    """
    name = ""
    if isinstance(spec, SolveSpec):
        family = get_family(spec.family)
        led, puzzle = bool(spec.warm_start), puzzle if puzzle is not None else puzzle_of(spec)
        name = algorithm(spec.algorithm).kernel_name(family, puzzle, spec.parameters, led=led)
    if INTERPRETED or name in _ready:
        return
    trouble = kernel_cache.write_trouble()
    if trouble:
        kernel_cache.report(kernel_cache.not_kept(trouble))
    for kernel in [] if trouble else compiling.needed(spec):
        lock = kernel_cache.lock(kernel.name)
        take_lock(lock, -1)
        try:
            if not kernel_cache.is_compiled(kernel.name):
                print(f"compiling {kernel.name}, once", file=sys.stderr, flush=True)
                compiling.compile_one(kernel)
        finally:
            lock.release()
    for line in kernel_cache.take_notices():
        print(line, file=sys.stderr, flush=True)
    if name:
        _ready.add(name)


def trained_odds(
    puzzle: Puzzle, prior: str, tau: float, parameters: Mapping[str, Value] | None = None
) -> npt.NDArray[np.float64]:
    """float64[prior codes]: exp(tau log f) for this puzzle, or for those of its shape.

    `parameters` are the search's: a prior that is computed from the puzzle depends on those of the rules.
    """
    family = get_family(puzzle.family)
    kind = family.priors.kind(prior)
    if kind.source == "puzzle":
        return odds(puzzle_table(family, kind, puzzle, parameters or {}), tau)
    shape = family.priors.shape_key(puzzle, prior)
    found = store.find(family.name, prior, shape)
    if found is None:
        wanted = family.priors.training_puzzles(shape)
        print(f"training the prior {prior}, {shape}, once: {wanted} puzzles", file=sys.stderr, flush=True)
        trainer = Trainer(family.name, prior, shape, wanted, 1)
        trainer.advance(wanted)
        try:
            trainer.store()
        except OSError as error:
            raise ParameterError(f"{store.folder()} can't be written: {error.strerror or error}") from None
        found = store.find(family.name, prior, shape)
    if found is None:
        raise RuntimeError(f"the prior {prior}, {shape}, could not be stored")
    return odds(found.table, tau)
