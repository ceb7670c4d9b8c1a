"""Runs of one search on one puzzle that differ in their seeds alone, folded into one; sorting and filtering those."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

import msgspec

from puzzles.parameters import Value
from puzzles.registry import get_family
from solvers.registry import algorithm, parameters_of
from solvers.runs.scoring import optimises
from solvers.runs.spec import SolveSpec
from solvers.runs.view import RunView
from solvers.statistics import History, Spread, ascending, median_place, place_of, spread

OF_ONE_RUN = ("puzzle", "warm_start", "title", "source", "seed", "batch")
"""Fields of a spec that say nothing of the search, or are in the puzzle's key."""


@dataclass(frozen=True)
class Group:
    """The runs, by their seeds: at least one. A run that searches nothing, or whose spec can't be read, is alone."""

    key: str
    runs: tuple[RunView, ...]

    @property
    def first(self) -> RunView:
        return self.runs[0]

    @property
    def spec(self) -> SolveSpec | None:
        """What they search; None for other jobs."""
        return self.first.spec if isinstance(self.first.spec, SolveSpec) else None

    @property
    def title(self) -> str:
        return self.first.id if self.first.spec is None else self.first.spec.title

    @property
    def newest(self) -> RunView:
        return max(self.runs, key=lambda run: run.created)

    @property
    def seeds(self) -> list[int]:
        return [run.spec.seed for run in self.runs if isinstance(run.spec, SolveSpec)]

    @cached_property
    def best(self) -> RunView | None:
        """The first run of the highest score; None if there is no score yet."""
        scored = [run for run in self.runs if run.best_score is not None]
        return max(scored, key=lambda run: run.best_score or 0.0, default=None)

    @cached_property
    def scores(self) -> Spread | None:
        """Median and quartiles of the runs' best scores."""
        found = [run.best_score for run in self.runs if run.best_score is not None]
        return spread(found) if found else None

    @property
    def alive(self) -> int:
        """How many of the runs have a live worker."""
        return sum(run.workers_alive > 0 for run in self.runs)

    @property
    def elapsed(self) -> float:
        """Seconds of search of the run that took longest."""
        return max(run.elapsed for run in self.runs)

    def times_to(self, score: float | None) -> list[float | None]:
        """The seconds that each run took to the score, or to a solution where a score is not what counts."""
        if not optimises(self.spec):
            return [run.solved_seconds for run in self.runs]
        return [None if score is None else place_of(run.history, score) for run in self.runs]

    def histories(self, *, by_playouts: bool = False) -> list[History]:
        """What each run has reached, by seconds of search or by playouts."""
        if not by_playouts:
            return [run.history for run in self.runs]
        return [
            ascending([(n, score) for n, (_, score) in zip(run.history_playouts, run.history, strict=True)])
            for run in self.runs
        ]


def key_of(run: RunView) -> str:
    """Equal for runs that differ in their seeds alone."""
    spec = run.spec
    if not isinstance(spec, SolveSpec) or not run.puzzle_key:
        return run.id
    asked = {name: value for name, value in msgspec.structs.asdict(spec).items() if name not in OF_ONE_RUN}
    asked["parameters"] = settings_of(spec)
    return f"{run.puzzle_key} {msgspec.json.encode(asked, order='deterministic').decode()}"


def settings_of(spec: SolveSpec) -> dict[str, Value]:
    """All of the search's parameters with their values, the defaults too, as far as they are known here."""
    return _defaults(spec.family, spec.algorithm) | spec.parameters


@cache
def _defaults(family: str, search: str) -> dict[str, Value]:
    try:
        return {one.name: one.default for one in parameters_of(algorithm(search), get_family(family))}
    except KeyError:  # of another distribution, which is gone
        return {}


def folded(runs: Iterable[RunView], keys: dict[str, str] | None = None) -> list[Group]:
    """The runs in groups, in the order of each group's first run; `keys` remembers those of runs, by their ids."""
    found: dict[str, list[RunView]] = {}
    known = {} if keys is None else keys
    for run in runs:
        if run.id not in known:
            known[run.id] = key_of(run)
        found.setdefault(known[run.id], []).append(run)
    by_seed = [sorted(one, key=lambda run: (getattr(run.spec, "seed", 0), run.id)) for one in found.values()]
    return [Group(key, tuple(members)) for key, members in zip(found, by_seed, strict=True)]


def targets(groups: Iterable[Group]) -> dict[str, float]:
    """For each puzzle, by its key, the score that all of its searches have reached with at least one seed."""
    found: dict[str, float] = {}
    for group in groups:
        best = group.best
        if best is not None and best.best_score is not None and optimises(group.spec):
            key = group.first.puzzle_key
            found[key] = min(best.best_score, found.get(key, best.best_score))
    return found


def matches(run: RunView, text: str) -> bool:
    """True if each word of the text is in what a list says of the run; capitals are as small letters."""
    if not text:
        return True
    spec = run.spec
    said = [run.id, run.status, getattr(spec, "title", ""), getattr(spec, "family", "")]
    if isinstance(spec, SolveSpec):
        given = [f"{name}={value}" for name, value in spec.parameters.items()]
        labels = [f"{name}={value}" for name, value in spec.labels.items()]
        said += [spec.algorithm, spec.prior, spec.mode, spec.source, f"seed={spec.seed}", *given, *labels]
    whole = " ".join(said).casefold()
    return all(word in whole for word in text.casefold().split())


ValueOf = Callable[[Group, dict[str, float]], "float | str | None"]


class Order(NamedTuple):
    """What a list is sorted by; `falls`: the largest value comes first, as long as the order is not turned round."""

    value: ValueOf
    falls: bool = True


ORDERS = {
    "newest": Order(lambda group, _: group.newest.created.timestamp()),
    "puzzle": Order(lambda group, _: group.title.casefold(), falls=False),
    "search": Order(lambda group, _: group.spec.algorithm if group.spec else None, falls=False),
    "best": Order(lambda group, _: group.best.best_score if group.best else None),
    "median": Order(lambda group, _: group.scores.median if group.scores else None),
    "finds": Order(lambda group, known: median_place(group.times_to(known.get(group.first.puzzle_key))), falls=False),
    "time": Order(lambda group, _: group.elapsed),
    "state": Order(lambda group, _: f"{group.alive:>9} {group.first.status}"),
}
"""The orders of a list, by what it is sorted."""


def ordered(groups: Sequence[Group], by: str, *, turned: bool = False) -> list[Group]:
    """The groups, sorted, `turned`: the other way round. Equal ones stay in their order; without a value: last."""
    known, order = targets(groups) if by == "finds" else {}, ORDERS[by]
    values = {id(group): order.value(group, known) for group in groups}
    having = [group for group in groups if values[id(group)] is not None]
    having.sort(key=lambda group: values[id(group)], reverse=order.falls != turned)  # type: ignore[arg-type,return-value]
    return [*having, *(group for group in groups if values[id(group)] is None)]
