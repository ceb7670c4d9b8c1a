"""What `kill_runs.py` runs: jobs of all kinds, what they come to undisturbed, and how that is compared."""

from __future__ import annotations

import os
import random
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from priors import store
from priors.training import Trainer
from puzzles.registry import get_family, names
from puzzles.rna.kernels.state import FOLDS
from solvers.driver import search
from solvers.driver.priors import PriorStages
from solvers.jobs import generate, train
from solvers.jobs.worker_reporter import WorkerReporter
from solvers.registry import algorithms_for
from solvers.runs.checkpoint import read_checkpoint
from solvers.runs.events import Finished, decode_all
from solvers.runs.folder import Run, new_run, worker_count
from solvers.runs.reader import view
from solvers.runs.result import Result, read_result
from solvers.runs.spec import GenerateSpec, RunSpec, SolveSpec, TrainSpec
from solvers.session import Session

PUZZLES = {
    "latin": ("paper-20", "order-9"),
    "kakuro": ("crossword-6", "paper-10"),
    "morpion": ("4D", "5D"),
    "rna": ("bulge", "..((((...(((....)))..(...)..))))..."),
    "samegame": ("board-6", "board-15"),
    "tsptw": ("route-13", "route-41"),
}
"""Examples, or texts, of which an interpreted search sees little in a second; of other families the first two."""
TRAINED = 4
"""Puzzles of a prior that is trained here."""
GENERATED = {"kakuro": 2}
"""Puzzles that a run generates; of other families 30."""
PILOT = 0.1
"""Seconds of search by which the playouts of a budget are chosen."""
TIMES = frozenset({"elapsed", "solved_seconds", "cpu", "spec", "digest"})
"""What is not compared in a checkpoint."""
SEVERAL = ("batch", "seeds", "files")
"""The kinds of jobs that are of several runs."""
Outcome = dict[str, Any]


class Job:
    """One spec, with its name. What it comes to is found out when it is first asked for.

    `kind`: empty for a run of its own; `batch` for runs of several seeds, `seeds` if `solve --seeds` makes them, and
    `files` for `solve` of several files.
    """

    def __init__(self, name: str, spec: RunSpec, seconds: float, kind: str = "") -> None:
        self.name, self.kind = name, kind
        self._spec, self._seconds = spec, seconds
        self._limited = False
        self._expected: dict[bytes, list[Outcome]] = {}

    @property
    def spec(self) -> RunSpec:
        """The spec, with a budget."""
        if not self._limited and isinstance(self._spec, SolveSpec):
            _train_for(self._spec)
            self._spec = _limited(self._spec, self._seconds)
        self._limited = True
        return self._spec

    def expected(self, spec: RunSpec, folder: Path) -> list[Outcome]:
        """Each worker's outcome if it does its part of a run of the job in this process, in one go."""
        if isinstance(spec, SolveSpec):
            spec = msgspec.structs.replace(spec, batch="", source="")
        key = msgspec.json.encode(spec)
        if key not in self._expected:
            job = {SolveSpec: search, TrainSpec: train, GenerateSpec: generate}[type(spec)]
            self._expected[key] = []
            for worker in range(worker_count(spec)):
                run = new_run(spec, folder / self.name / str(len(self._expected)) / str(worker))
                with own_priors(run):
                    job.work(WorkerReporter(run, worker), spec)
                self._expected[key].append(outcome(run, worker))
        return self._expected[key]


def jobs(seconds: float, chosen: str, rng: random.Random) -> list[Job]:
    """All pairs of family, algorithm and prior for one and for two workers, and other jobs, in random order.

    A budget is some `seconds` of search on this machine; `chosen` is a regular expression of their names.
    """
    specs: dict[str, RunSpec] = {}
    for name in names():
        family = get_family(name)
        texts = {one.name: one.text for one in family.examples}
        puzzles = [family.parse(texts.get(one, one)) for one in PUZZLES.get(name, tuple(texts)[:2])]
        for algorithm in algorithms_for(family):
            kinds = [one.name for one in family.priors.kinds] if algorithm.uses_prior else []
            for prior in ("none", *kinds):
                puzzle, mode = rng.choice(puzzles), rng.choice(family.rules.modes or ("",))
                spec = SolveSpec(
                    family=name,
                    puzzle=family.to_json(puzzle),
                    title=name,
                    algorithm=algorithm.name,
                    mode=mode,
                    prior=prior,
                    seed=rng.randrange(1000),
                )
                label = f"{name} {algorithm.name} {prior}"
                specs[f"{label} x1"], specs[f"{label} x2"] = spec, msgspec.structs.replace(spec, workers=2)
                if prior == "none":
                    specs |= {f"{label} {kind}": msgspec.structs.replace(spec, mode="") for kind in SEVERAL}
                if family.optimisation is None and algorithm.name == "sampling":
                    specs[f"{label} wanted 5"] = msgspec.structs.replace(spec, wanted=5)
        for kind in family.priors.kinds:
            if kind.source == "counted":
                shape = family.priors.shape_key(puzzles[0], kind.name)
                specs[f"{name} train {kind.name}"] = TrainSpec(
                    family=name, prior=kind.name, shape=shape, title="", puzzles=TRAINED
                )
        if family.generator is not None:
            for workers in (1, 2):
                specs[f"{name} generate x{workers}"] = GenerateSpec(
                    family=name, title="", count=GENERATED.get(name, 30), seed=3, workers=workers
                )
    kinds = {name: name.rpartition(" ")[2] for name in specs}
    found = [
        Job(name, spec, seconds, kinds[name] if kinds[name] in SEVERAL else "")
        for name, spec in specs.items()
        if re.search(chosen, name)
    ]
    rng.shuffle(found)
    return found


def _train_for(spec: SolveSpec) -> None:
    """Trains the spec's prior, on few puzzles, if it is not there."""
    family = get_family(spec.family)
    kind = next((one for one in family.priors.kinds if one.name == spec.prior), None)
    if kind is not None and kind.source == "counted":
        shape = family.priors.shape_key(family.from_json(spec.puzzle), kind.name)
        if store.find(family.name, kind.name, shape) is None:
            trainer = Trainer(family.name, kind.name, shape, TRAINED, 1)
            trainer.advance(TRAINED)
            trainer.store()


def _limited(spec: SolveSpec, seconds: float) -> SolveSpec:
    """The spec with as many playouts as take about that many seconds of this process."""
    odds = None
    if spec.prior != "none":
        family = get_family(spec.family)
        reporter = WorkerReporter(Run(Path(os.devnull)), 0)
        odds = PriorStages(reporter, spec, family, family.from_json(spec.puzzle)).odds()
    session, playouts = Session(spec, 0, odds), 1
    begin = time.process_time()
    while session.status == "running" and time.process_time() - begin < PILOT:
        session.advance(playouts)
        playouts *= 2
    each = (time.process_time() - begin) / session.playouts
    return msgspec.structs.replace(spec, playouts=max(20, round(seconds / each)))


def outcome(run: Run, worker: int) -> Outcome:
    """What the worker's end and its place are, without times; and what a reader sees of the run."""
    spec, seen = run.spec(), view(run)
    ends = [one for one in decode_all(run.events_path.read_bytes()) if isinstance(one, Finished)]
    end = next((one for one in reversed(ends) if one.worker == worker), None)
    found: Outcome = {
        "status": seen.status,
        "end": end and (end.reason, end.best_score, end.restarts, end.playouts),
        "result": _short_result(read_result(run.result_path)),
        "seen": (seen.status, seen.best_score, seen.board, seen.playouts, seen.restarts, seen.claim),
        "found": sorted((one.board, one.score) for one in seen.found),
        "generated": sorted((one.playouts, repr(one.puzzle), one.solution) for one in seen.generated),
    }
    if end is not None and end.reason in ("budget", "solved"):  # others do not end with a checkpoint
        saved = read_checkpoint(run.checkpoint_path(worker))
        if saved is None:  # of a short run of several files none is kept
            return found
        place, arrays = saved
        if isinstance(spec, SolveSpec) and spec.family == "rna" and "state.scalars" in arrays:
            arrays["state.scalars"][FOLDS] = 0  # how many were made: those that were remembered are made again
        if np.any(arrays.get("search.streams", 1) != 1):  # which of two games is played where, slices say
            arrays = {name: array for name, array in arrays.items() if name.startswith(("search.tally.", "search.rng"))}
        numbers = msgspec.structs.asdict(place) | {"found": [(one.board, one.score) for one in place.found]}
        found["place"] = {name: value for name, value in numbers.items() if name not in TIMES}
        found["arrays"] = {name: (str(array.dtype), array.shape, array.tobytes()) for name, array in arrays.items()}
    if isinstance(spec, TrainSpec):
        with own_priors(run):
            stored = store.find(spec.family, spec.prior, spec.shape)
        found["prior"] = stored and (stored.count.tobytes(), stored.nb.tobytes(), stored.provenance.counted)
    return found


def _short_result(result: Result | None) -> tuple[Any, ...] | None:
    return result and (result.proof, result.score, result.board, result.worker, result.playouts)


def differences(run: Run, expected: list[Outcome], *, brief: bool) -> list[str]:
    """In what the ended run differs from what is expected of its workers; `brief`: its last place need not be kept.

    Of several workers one may have solved the puzzle, or seen everything, before others came to their end, and the
    first of equal boards is the result: that is a matter of time.
    """
    found, wrong = [outcome(run, worker) for worker in range(len(expected))], []
    over = found[0]["status"] in ("solved", "exhausted")
    shared = {"status", "result", "seen", "found", "generated"} if len(expected) > 1 else set()
    for worker, wanted in enumerate(expected):
        gone = (found[worker]["end"] or ("elsewhere",))[0] == "elsewhere"
        if shared and over and gone:
            continue
        proven = bool(wanted["found"]) or found[worker]["status"] == "exhausted"  # nothing is left to resume
        later = {"end", "place", "arrays"} if over and gone and proven else set()
        later |= {"place", "arrays"} - found[worker].keys() if brief else set()
        for name in wanted.keys() - shared - later:
            if found[worker].get(name) != wanted[name]:
                wrong.append(f"worker {worker}: {name} is {found[worker].get(name)}, expected {wanted[name]}")
    if shared:
        generated = sorted(one for wanted in expected for one in wanted["generated"])
        if found[0]["generated"] != generated:
            wrong.append(f"generated are {found[0]['generated']}, expected {generated}")
        results = [one["result"] for one in expected if one["result"]]
        best = max((one[:2] for one in results), default=None, key=lambda one: (one[0] != "", one[1]))
        if found[0]["result"] not in [one for one in results if one[:2] == best or (one[0] and over)] and results:
            wrong.append(f"the result is {found[0]['result']}, expected one of {results}")
    return wrong


@contextmanager
def own_priors(run: Run) -> Iterator[None]:
    """Inside, a training stores its prior in a cache of its run's own."""
    shared = os.environ["MCS_TUI_CACHE"]
    if isinstance(run.spec(), TrainSpec):
        os.environ["MCS_TUI_CACHE"] = str(run.folder / "cache")
    try:
        yield
    finally:
        os.environ["MCS_TUI_CACHE"] = shared
