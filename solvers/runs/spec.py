"""What a run is to do, as data: one JSON object in the run folder, checked when read."""

from __future__ import annotations

import pickle
import threading
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from puzzles.family import Family, Puzzle
from puzzles.foreign import versions_of
from puzzles.parameters import Value
from puzzles.registry import get_family, is_family
from puzzles.text.quoting import cleaned
from puzzles.user_data import decoded
from solvers.registry import MOST_WORKERS, RENAMED
from solvers.settings import LONGEST_LABEL, SETTING

NO_MODE = "strong"
"""The mode in specs of families without modes."""

Workers = Annotated[int, Meta(ge=1, le=MOST_WORKERS)]
Whole = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
"""Numbers as the command line's options admit them: they are checked when a spec is read."""


def within(name: str) -> Meta:
    """The range of that setting of a search, as msgspec has it."""
    one = SETTING[name]
    return Meta(gt=one.minimum, le=one.maximum) if one.above else Meta(ge=one.minimum, le=one.maximum)


class SolveSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="solve", tag_field="kind"):
    """Solve one puzzle, as `solvers.request.Request.resolve` makes it.

    `seconds` and `playouts` are the budget of each worker; at least one is given.
    `parameters`: all of the algorithm's, with the family's defaults in them; one that is missing, as in specs of
    versions that did not have it, has the algorithm's own default.
    `mode`: one of the family's (`puzzles.family.Rules`), empty for its first; it means nothing where there are none.
    `prior`: `auto` (the family's default kind: used if trained, else trained once the easy first attempts
    have failed), `none`, or a kind's name (trained first if absent). `prior_tau`: the temperature of its bias; None for
    the kind's own. `count_seconds`: after a solution,
    look for a second one for that long (0: don't). `playouts` counts playouts, or dead ends for backtracking.
    `warm_start`: a board whose moves the policy learns before the search begins; empty for none.
    `wanted`: how many different solutions. With more than 1 the search goes on after a solution: with `keep_best` to
    the end of its budget, and the best `wanted` are kept; else until all workers together have that number.
    `apart`: any two of them differ in at least that many entries (Hamming distance).
    `front`: with `keep_best`, the Pareto front is kept, at most `wanted` of it; it is the middle that the family's
    criteria are measured from (`ManySolutions.criteria`).
    `batch`: common to runs that differ in their seed, of which a few are searched at a time (`solvers.runs.launcher`).
    `cluster`: the address of a Dask scheduler, on whose workers `searches` searches are made (0: one on each); empty
    for this machine. `cluster_signature`: by this data folder's key, so that a run folder from elsewhere connects to
    nothing.
    `until`: the run ends as soon as the best of any worker has that score (higher is better, so minus a cost).
    `versions`: of the distributions that add its family or algorithm; empty for our own.
    `labels`: settings that change nothing in the search (`solvers.settings.LABELS`), by name.
    """

    family: str
    puzzle: dict[str, Any]
    title: str
    algorithm: str
    mode: str = ""
    parameters: dict[str, Value] = {}
    prior: str = "auto"
    prior_tau: Annotated[float, within("prior_tau")] | None = None
    seed: Annotated[int, within("seed")] = 1
    seconds: Annotated[float, within("seconds")] | None = None
    playouts: Annotated[int, within("playouts")] | None = None
    workers: Annotated[int, within("workers")] = 1
    count_seconds: Annotated[float, within("count_seconds")] = 0.0
    source: str = ""
    warm_start: list[int] = []
    wanted: Annotated[int, within("designs")] = 1
    keep_best: bool = False
    apart: Annotated[int, within("apart")] = 0
    front: Annotated[float, within("front_gc")] | None = None
    batch: Annotated[str, Meta(max_length=64)] = ""
    until: Annotated[float, within("until")] | None = None
    cluster: str = ""
    cluster_signature: str = ""
    searches: Whole = 0
    versions: dict[str, str] = {}
    labels: dict[str, str] = {}

    def __post_init__(self) -> None:
        """Runs of earlier versions name algorithms as they were called then; a mode that is not given is the first."""
        msgspec.structs.force_setattr(self, "algorithm", RENAMED.get(self.algorithm, self.algorithm))
        if not self.mode:
            family = self.known_family
            msgspec.structs.force_setattr(self, "mode", (*(family.rules.modes if family else ()), NO_MODE)[0])

    @property
    def known_family(self) -> Family | None:
        """The family, as the puzzle is searched; None for one that this version does not know."""
        return get_family(self.family).for_puzzle(self.puzzle) if is_family(self.family) else None

    @property
    def other_versions(self) -> str:
        """One line on what has another version here than when the search was begun; empty if nothing has."""
        now = versions_of(self.family, self.algorithm) if self.versions else {}
        changed = [(name, was) for name, was in self.versions.items() if now.get(name) != was]
        words = "; ".join(f"{name} is {now.get(name, 'not here')}, was {was}" for name, was in changed)
        return words and f"not the version that began this search: {words}"


class TrainSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="train", tag_field="kind"):
    """Train the prior of one family, kind and shape from `puzzles` generated solutions, or from a file of solved ones.

    `corpus` is that file's absolute path; empty for generated ones. `puzzles` and `seed` mean nothing with it;
    `column`, `families_capped` and `citation` mean something with it alone (`priors.corpus_training.CorpusTrainer`).
    """

    family: str
    prior: str
    shape: str
    title: str
    puzzles: Whole
    seed: Whole = 1
    workers: Workers = 1
    corpus: str = ""
    column: str = ""
    families_capped: Whole = 0
    citation: str = ""


class GenerateSpec(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="generate", tag_field="kind"
):
    """Generate `count` puzzles of a family with its generator's parameters; the puzzles come as events."""

    family: str
    title: str
    parameters: dict[str, Value] = {}
    count: Positive = 1
    seed: Whole = 1
    workers: Workers = 1


class CompileSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="warm", tag_field="kind"):
    """Compile kernels into the cache: all of them, or those that a search needs first. `warm` is its earlier name.

    `first`: families, algorithms, or both as `family/algorithm`, whose kernels come before the others; with `only`
    the others are left out.
    """

    title: str = "compiling kernels"
    workers: Workers = 1
    search: SolveSpec | None = None
    first: list[str] = []
    only: bool = False


class _Last(threading.local):
    """The puzzle that this thread has read last, and from what."""

    data: object = None
    puzzle: Puzzle | None = None


_last = _Last()


def puzzle_of(spec: SolveSpec) -> Puzzle:
    """The spec's puzzle; PuzzleError if it is none. The last one is kept, as each stage of a run asks for it."""
    puzzle = _last.puzzle
    if puzzle is None or _last.data is not spec.puzzle or puzzle.family != spec.family:
        puzzle = known(spec, get_family(spec.family).from_json(spec.puzzle))
    return puzzle


def known(spec: SolveSpec, puzzle: Puzzle) -> Puzzle:
    """The puzzle, which is the spec's; `puzzle_of` gives it too, until it is asked for another one."""
    _last.data, _last.puzzle = spec.puzzle, puzzle
    return puzzle


def packed(spec: SolveSpec, puzzle: Puzzle) -> bytes:
    """The spec of the puzzle for another process of ours, which need not read the puzzle: `unpacked` gives it back."""
    return pickle.dumps((msgspec.structs.replace(spec, puzzle={}), puzzle))


def unpacked(data: bytes) -> SolveSpec:
    """The spec, whose `puzzle` is empty: `puzzle_of` has it."""
    spec: SolveSpec
    spec, puzzle = pickle.loads(data)
    known(spec, puzzle)
    return spec


RunSpec = SolveSpec | TrainSpec | GenerateSpec | CompileSpec


def names_a_file(spec: RunSpec) -> bool:
    """True if the job reads a file that its spec names.

    It is not resumed: nothing of it is saved, and a spec from elsewhere could name any file, whose lines errors quote.
    """
    return isinstance(spec, TrainSpec) and bool(spec.corpus)


_DECODER: msgspec.json.Decoder[RunSpec] = msgspec.json.Decoder(RunSpec)


def encode(spec: RunSpec) -> bytes:
    """The spec as indented JSON."""
    return msgspec.json.format(msgspec.json.encode(spec), indent=2) + b"\n"


def decode(data: bytes) -> RunSpec:
    """The spec back; ValueError, one line, if it is not one.

    So it is for a number that no option admits, and for a mode that its family does not have.
    """
    return checked(decoded(_DECODER.decode, data))


def checked(spec: RunSpec) -> RunSpec:
    """The spec, its words fit to be shown; ValueError if its family does not have its mode."""
    msgspec.structs.force_setattr(spec, "title", cleaned(spec.title))
    if isinstance(spec, SolveSpec) and spec.labels | spec.versions:
        labels = {name: cleaned(value)[:LONGEST_LABEL] for name, value in spec.labels.items()}
        versions = {cleaned(name): cleaned(value)[:LONGEST_LABEL] for name, value in spec.versions.items()}
        msgspec.structs.force_setattr(spec, "labels", labels)
        msgspec.structs.force_setattr(spec, "versions", versions)
    if isinstance(spec, SolveSpec) and (family := spec.known_family) is not None:
        expected = family.rules.modes or (NO_MODE, "paper")  # version 0.1.0 admitted both for every family
        if spec.mode not in expected:
            raise ValueError(f"{family.name} has no mode {spec.mode!r}; expected one of: {', '.join(expected)}")
        if spec.until is not None and family.optimisation is None:
            raise ValueError(f"{family.name} has no score to search until")
    return spec
