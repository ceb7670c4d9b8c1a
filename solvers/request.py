"""The specs of runs that search or train, from the command line's options or the app's forms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from puzzles.errors import PuzzleError
from puzzles.family import Family, Puzzle
from puzzles.inputs import legal_board
from puzzles.parameters import ParameterError, Value, resolve
from puzzles.presets import preset_of
from puzzles.registry import families, get_family
from solvers.registry import Algorithm, algorithms_for, offered_for, parameters_of
from solvers.runs.scoring import ends_solved, score_of

if TYPE_CHECKING:
    from solvers.runs.spec import SolveSpec, TrainSpec

SECONDS = 60.0
"""The budget if none is given: some seconds are plenty for what can be solved, and nobody waits much longer."""


@dataclass(frozen=True, slots=True)
class Search:
    """How to search; whether a puzzle of a family can be searched so is seen when its spec is made.

    `algorithm` and `mode`: None for the family's default; `prior_tau`: None for the prior's own. `parameters`: those
    that were given. `warm_start`: the name of a file with a board, or empty; `board`: as if it stood in one.
    `cluster`: the address of a Dask scheduler whose workers search; empty for this machine.
    `until`: what ends the search, as people count the family's score: a cost where costs are counted. `preset`: names
    the settings that hold where none was given.
    """

    algorithm: str | None
    mode: str | None
    prior: str
    prior_tau: float | None
    parameters: Mapping[str, Value]
    seed: int
    seconds: float | None
    playouts: int | None
    workers: int
    warm_start: str = ""
    board: tuple[int, ...] = ()
    designs: int = 1
    first: bool = False
    apart: int = 0
    front: bool = False
    front_gc: float | None = None
    until: float | None = None
    preset: str = ""
    cluster: str = ""

    def preferred(self, family: Family) -> Search:
        """The search with what its preset says where nothing else was given; ParameterError for no such preset.

        Without any budget it has that of the preset, or SECONDS.
        """
        endless = self.seconds is None and self.playouts is None
        if not self.preset:
            return replace(self, seconds=SECONDS) if endless else self
        chosen = preset_of(family, self.preset)
        fits = self.algorithm in (None, chosen.algorithm or family.default_algorithm)
        return replace(
            self,
            preset="",
            algorithm=self.algorithm or chosen.algorithm or None,
            mode=self.mode or chosen.mode or None,
            prior=chosen.prior if self.prior == "auto" else self.prior,
            prior_tau=chosen.prior_tau if self.prior_tau is None and self.prior == "auto" else self.prior_tau,
            parameters={**(chosen.parameters if fits else {}), **self.parameters},
            seconds=chosen.seconds if endless else self.seconds,
            playouts=chosen.playouts if endless else self.playouts,
        )

    def adjusted(self, puzzle: Puzzle) -> Puzzle:
        """The puzzle with those of its own settings that were given, such as its energy model; ParameterError."""
        family = get_family(puzzle.family)
        own = {one.name for one in family.puzzle_parameters}
        return family.adjusted(puzzle, {name: value for name, value in self.parameters.items() if name in own})

    def spec(self, puzzle: Puzzle, *, count_seconds: float = 0.0, source: str = "") -> SolveSpec:
        """The run's spec for one puzzle, all of the algorithm's parameters in it, and those given for the puzzle set.

        ParameterError if its family has no such algorithm, mode, prior or parameter, if the algorithm can't learn from
        a warm start, or if several solutions are asked for where a puzzle has one; PuzzleError if the warm start is no
        board of the puzzle.
        """
        from solvers.runs.spec import SolveSpec

        family = get_family(puzzle.family)
        if self != (search := self.preferred(family)):
            return search.spec(puzzle, count_seconds=count_seconds, source=source)
        puzzle = self.adjusted(puzzle)
        family = family.for_puzzle(puzzle)
        own = {one.name for one in family.puzzle_parameters}
        name, able = self.algorithm or family.default_algorithm, {one.name: one for one in offered_for(family)}
        if name not in able:
            raise ParameterError(f"{family.name} can't be searched by {name}; expected one of: {', '.join(able)}")
        chosen = able[name]
        if chosen.peer:
            _require_peer(family, puzzle, chosen, search)
        known = (*parameters_of(chosen, family), *family.puzzle_parameters)
        settings = resolve(known, self.parameters, chosen.name)
        for idle in family.unused.get(chosen.name, ()):
            if idle in self.parameters:
                decided = family.decided_by(puzzle)
                raise ParameterError(f"{idle} has no effect on {chosen.name} by {decided}; leave it out")
        priors = ["auto", "none", *(kind.name for kind in family.priors.kinds)]
        if self.prior not in priors:
            raise ParameterError(f"{family.name} has no prior {self.prior!r}; expected one of: {', '.join(priors)}")
        modes = family.rules.modes
        if self.mode is not None and self.mode not in modes:
            choice = f"expected one of: {', '.join(modes)}" if modes else "it has no choice of modes"
            raise ParameterError(f"{family.name} has no mode {self.mode!r}; {choice}")
        if search.designs > 1 and not ends_solved(family):
            _require_best(family, puzzle, search)
        return SolveSpec(
            family=puzzle.family,
            puzzle=family.to_json(puzzle),
            title=puzzle.title,
            algorithm=chosen.name,
            mode=self.mode or "",
            parameters={name: value for name, value in settings.items() if name not in own},
            prior=self.prior if chosen.uses_prior and family.priors.kinds else "none",
            prior_tau=self.prior_tau,
            seed=self.seed,
            seconds=self.seconds,
            playouts=self.playouts,
            workers=1 if self.cluster else self.workers,
            searches=self.workers if self.cluster and self.workers > 1 else 0,
            cluster=self.cluster,
            cluster_signature=_signed(self.cluster) if self.cluster else "",
            count_seconds=count_seconds if counts_solutions(family) else 0.0,
            source=source,
            warm_start=_learnt(chosen, puzzle, self),
            wanted=_known_number(family, self.designs),
            keep_best=self.designs > 1 and not self.first,
            front=_front_middle(family, puzzle, self) if self.designs > 1 and not self.first else None,
            apart=_possible_distance(family, puzzle, self.apart) if self.designs > 1 else 0,
            until=_wanted_score(family, self.until),
        )


def _require_best(family: Family, puzzle: Puzzle, search: Search) -> None:
    """ParameterError for what several designs can't be asked for where each of them may be bettered."""
    for option, given in (("--first", search.first), ("--cluster", search.cluster)):
        if given:
            found = f"{option} does not go with --designs by {family.decided_by(puzzle)}"
            raise ParameterError(f"{found}; expected one of them")


def _signed(address: str) -> str:
    from solvers.runs.checkpoint import signed

    return signed(address)


def _require_peer(family: Family, puzzle: Puzzle, chosen: Algorithm, search: Search) -> None:
    """ParameterError if its package is not installed, or if it is asked for what other programs can't do."""
    {one.name: one for one in family.peers}[chosen.name].require(puzzle)
    if search.seconds is None or search.playouts is not None:
        raise ParameterError(f"{chosen.name} counts no playouts; expected a time, such as --seconds 60")
    if search.designs > 1:
        raise ParameterError(f"{chosen.name} looks for one solution; expected --designs 1")


def counts_solutions(family: Family) -> bool:
    """True if a second solution of its puzzles can be looked for."""
    return family.rules.undo and not family.optimisation


def _known_number(family: Family, designs: int) -> int:
    if designs > 1 and not family.many_solutions:
        able = ", ".join(one.name for one in families() if one.many_solutions)
        raise ParameterError(f"{family.name} is searched for one solution; --designs is for: {able}")
    return designs


def _front_middle(family: Family, puzzle: Puzzle, search: Search) -> float | None:
    if not search.front:
        return None
    middle = family.many_solutions.front_middle(puzzle) if family.many_solutions else None
    if middle is None:
        raise ParameterError(f"solutions of {family.name} have no Pareto front; leave out --front")
    return middle if search.front_gc is None else search.front_gc


def _possible_distance(family: Family, puzzle: Puzzle, apart: int) -> int:
    if family.many_solutions and apart > (most := family.many_solutions.farthest(puzzle)):
        raise ParameterError(f"apart is {apart:,}; expected at most {most:,}, the positions of a design")
    return apart


def _wanted_score(family: Family, until: float | None) -> float | None:
    if until is None:
        return None
    if family.optimisation is None:
        able = ", ".join(one.name for one in families() if one.optimisation)
        raise ParameterError(f"{family.name} is searched for a solution, not a score; --until is for: {able}")
    return score_of(family.optimisation, until)


def _learnt(chosen: Algorithm, puzzle: Puzzle, search: Search) -> list[int]:
    if not (search.board or search.warm_start):
        return []
    if not chosen.learns:
        able = ", ".join(one.name for one in algorithms_for(get_family(puzzle.family)) if one.learns)
        raise ParameterError(f"{chosen.name} can't learn from a warm start; expected one of: {able}")
    return list(search.board or legal_board(search.warm_start, puzzle))


def training_spec(family: Family, prior: str, shape: str, seed: int, puzzles: int | None = None) -> TrainSpec:
    """The run that counts generated puzzles, by default the shape's number; ParameterError for no such shape."""
    from solvers.runs.spec import TrainSpec

    try:
        family.priors.training_shape(shape)
        default = family.priors.training_puzzles(shape)
    except (PuzzleError, ValueError, KeyError) as error:
        expected = error.expected if isinstance(error, PuzzleError) else str(error)
        raise ParameterError(f"{family.name} has no shape {shape!r}; expected {expected}") from None
    return TrainSpec(
        family=family.name,
        prior=prior,
        shape=shape,
        title=f"training {family.name} {prior}, {shape}",
        puzzles=puzzles or default,
        seed=seed,
    )


@dataclass(frozen=True, slots=True)
class Corpus:
    """A file of solved puzzles, and how it is read; `column` and `citation` may be empty, `families_capped` 0."""

    path: Path
    column: str = ""
    families_capped: int = 0
    citation: str = ""

    def spec(self, family: Family, prior: str, shape: str | None) -> TrainSpec:
        """The run that counts the file.

        ParameterError for a shape that the family has no prior of that kind for; PuzzleError if the file can't be read
        or does not begin as it should.
        """
        from priors.corpus_training import check_beginning
        from priors.shipped import usual_shape
        from solvers.runs.spec import TrainSpec

        usual = usual_shape(family, prior)
        if shape not in (None, usual):
            raise ParameterError(f"{family.name} has no shape {shape!r} for the prior {prior}; expected {usual}")
        check_beginning(self.path, self.column)
        return TrainSpec(
            family=family.name,
            prior=prior,
            shape=usual,
            title=f"training {family.name} {prior}, {self.path.name}",
            puzzles=0,
            corpus=str(self.path.absolute()),
            column=self.column,
            families_capped=self.families_capped,
            citation=self.citation,
        )
