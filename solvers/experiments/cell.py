"""A cell, one search of an experiment, and its result, both as data (`solvers.experiments.search` makes it)."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from puzzles.family import Family
from puzzles.parameters import Value
from puzzles.registry import get_family
from solvers.experiments.problems import Problem, problems
from solvers.experiments.spec import offered_for, rows
from solvers.experiments.toml_file import Experiment, seeds_of
from solvers.runs.scoring import score_of


class Cell(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One search to make. `group` and `puzzle`: what the puzzle is called; `data`: it as its family's JSON.

    `index`: the worker whose random stream of the seed is drawn from. `playouts` or `seconds` (CPU): the points at
    which the score is read, ascending; the last one is the budget. `whole`: it ends before its search would begin
    again. `until`: the score (higher is better) that ends it.
    """

    experiment: str
    row: str
    group: str
    puzzle: str
    family: str
    data: dict[str, Any]
    algorithm: str
    parameters: dict[str, Value] = {}
    prior: str = "none"
    prior_tau: float | None = None
    mode: str = ""
    seed: int = 1
    index: int = 0
    playouts: tuple[int, ...] = ()
    seconds: tuple[float, ...] = ()
    whole: bool = False
    until: float | None = None

    @property
    def key(self) -> str:
        """32 hexadecimal digits, equal for cells that are equal but for the experiment's name."""
        plain = msgspec.structs.replace(self, experiment="")
        return hashlib.blake2b(msgspec.json.encode(plain, order="deterministic"), digest_size=16).hexdigest()

    @property
    def title(self) -> str:
        """It in a few words, such as `NRPA, level 3, order 20 7, seed 1`."""
        return ", ".join([self.row, " ".join(filter(None, [self.group, self.puzzle])), f"seed {self.seed}"])

    @property
    def aim(self) -> Family:
        """The family, as the puzzle is searched."""
        return get_family(self.family).for_puzzle(self.data)

    @property
    def points(self) -> tuple[float, ...]:
        return self.playouts or self.seconds


class Reading(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was known at a point: the best score, None before the first playout; whether that is a solution; how many
    playouts and CPU seconds of search that took, fewer than the point if the search had ended."""

    point: float
    score: float | None
    solved: bool
    playouts: int
    seconds: float


class Better(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A best score, the playout that found it, the CPU seconds by then, and if it solves the puzzle.

    Of other programs, and as earlier versions wrote it, of the end of the slice (some 50 ms) that found it.
    """

    score: float
    seconds: float
    playouts: int
    solved: bool = False


class CellResult(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What came of a cell. `end`: how the search ended: `budget`, `reached` (its goal), `whole` (it would begin again),
    or as a session's status.

    `trace`: each better score as the search had it, of those within 3 % of the playouts the last. `board`: the best,
    judged by the family's checker as others were on the way; `facts`: what the checker says of it. `claim`: what an
    exhaustive search proved. `machine`: where it ran; `versions`: of which programs. `error`: one line if it could not
    be done; then nothing else counts, and it is to be done again.
    """

    key: str
    row: str
    group: str
    puzzle: str
    seed: int
    end: str = ""
    readings: tuple[Reading, ...] = ()
    trace: tuple[Better, ...] = ()
    playouts: int = 0
    seconds: float = 0.0
    restarts: int = 0
    board: tuple[int, ...] = ()
    facts: dict[str, Value] = {}
    claim: str = ""
    machine: str = ""
    versions: dict[str, str] = {}
    error: str = ""

    @property
    def solved(self) -> bool:
        return bool(self.trace) and self.trace[-1].solved

    @property
    def score(self) -> float | None:
        """The best score; None if there was no time for a playout."""
        return self.trace[-1].score if self.trace else None


def cells(experiment: Experiment, quick: bool = False, puzzles: tuple[Problem, ...] | None = None) -> tuple[Cell, ...]:
    """The cells of the experiment, seed by seed, and for each puzzle one row after the other.

    So rows can be compared before all is done. `puzzles`: its problems, if they are at hand; else they are read and
    generated, which imports numba. PuzzleError, one line.
    """
    chosen = experiment.quick() if quick else experiment
    found = problems(chosen) if puzzles is None else puzzles
    able = {family: {one.name for one in offered_for(get_family(family))} for family in {one.family for one in found}}
    return tuple(
        _cell(chosen, row, problem, seed)
        for seed in seeds_of(chosen)
        for problem in found
        for row in rows(chosen)
        if row.algorithm in able[problem.family] and (not row.puzzles or problem.group in row.puzzles)
    )


def _cell(experiment: Experiment, row: Any, problem: Problem, seed: int) -> Cell:
    budget, optimisation = (
        experiment.budget(row),
        get_family(problem.family).for_puzzle(problem.data).optimisation,
    )
    until = experiment.file.until
    if isinstance(until, dict):
        until = until.get(problem.name)
    return Cell(
        experiment=experiment.name,
        row=row.name,
        group=problem.group,
        puzzle=problem.name,
        family=problem.family,
        data=problem.data,
        algorithm=row.algorithm,
        parameters=row.parameters,
        prior=row.prior,
        prior_tau=row.prior_tau,
        mode=row.mode,
        seed=seed,
        index=problem.index,
        playouts=budget.playouts,
        seconds=budget.seconds,
        whole=row.whole,
        until=None if until is None or optimisation is None else score_of(optimisation, until),
    )
