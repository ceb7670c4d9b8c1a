"""What was asked of a search or a training, and the spec of its run: the only place where defaults are applied.

Command line, app, experiments and other programs make a `Request` of what their users gave them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzles.errors import PuzzleError
from puzzles.family import Family, Puzzle
from puzzles.foreign import versions_of
from puzzles.groups import Preset
from puzzles.inputs import legal_board
from puzzles.parameters import Parameter, ParameterError, Value, resolve
from puzzles.registry import families, get_family
from solvers.registry import (
    RENAMED,
    Algorithm,
    algorithms,
    algorithms_for,
    offered_for,
    parameters_of,
    peers_of,
    why_not,
)
from solvers.runs.scoring import ends_solved, score_of
from solvers.settings import LABELS, SECONDS, SETTING, Setting, counts_solutions

if TYPE_CHECKING:
    from solvers.runs.spec import SolveSpec, TrainSpec

OF_PRESET = tuple(one.name for one in fields(Preset) if one.name in SETTING)


class AskedError(ParameterError):
    """A setting that does not fit the puzzle; `name` says which: of SETTINGS, or a parameter's."""

    def __init__(self, name: str, words: str) -> None:
        super().__init__(words)
        self.name = name


class Request:
    """What was asked of a search: settings by their names in SETTINGS, and parameters by theirs.

    `asked` has only what was given, and no value that is the default anyway; what is None was not given. `parameters`
    are those of the algorithm, of the rules and of the puzzle. `board`: to begin with, as if it stood in the file
    `warm_start`. Whether a puzzle can be searched so is seen by `resolve`. ParameterError for an unknown setting, for
    one out of its range, and for some that mean nothing together.
    """

    def __init__(
        self, parameters: Mapping[str, Value] | None = None, board: Sequence[int] = (), **asked: Value | None
    ) -> None:
        self.parameters: Mapping[str, Value] = dict(parameters or {})
        self.board = tuple(board)
        self.asked: Mapping[str, Value] = _given(asked)
        self._check_several()

    def but(self, **changes: Value | None) -> Request:
        """The request with these settings in place of its own; None takes one away."""
        return Request(self.parameters, self.board, **{**self.asked, **changes})

    def get(self, name: str) -> Any:
        """The setting's value: what was asked, else its default; None for an optional one that was left open."""
        one = SETTING[name]
        return self.asked.get(name, None if one.optional else one.default)

    def _check_several(self) -> None:
        """ParameterError for what is asked of several designs where one is wanted, or not the best."""
        several = self.get("designs") > 1
        for name in ("first", "apart"):
            if name in self.asked and not several:
                raise AskedError(name, f"--{name} is for several designs; expected --designs K with it")
        if "front" in self.asked and ("first" in self.asked or not several):
            words = "--front is for the best of several designs; expected --designs K with it, and no --first"
            raise AskedError("front", words)
        if "front_gc" in self.asked and "front" not in self.asked:
            raise AskedError("front_gc", "--front-gc is for a Pareto front; expected --front with it")

    def preferred(self, family: Family) -> Request:
        """The request with what its preset says where nothing else was asked; ParameterError for no such preset.

        Without any budget it has that of the preset, or SECONDS.
        """
        budgeted = "seconds" in self.asked or "playouts" in self.asked
        if not self.get("preset"):
            return self if budgeted else self.but(seconds=SECONDS)
        chosen = family.preset(str(self.get("preset")))
        fits = self.get("algorithm") in ("", chosen.algorithm or family.default_algorithm)
        of_preset = {name: getattr(chosen, name) for name in OF_PRESET}
        for name in ("seconds", "playouts") if budgeted else ():
            del of_preset[name]
        if "prior" in self.asked:
            del of_preset["prior_tau"]
        parameters = {**(chosen.parameters if fits else {}), **self.parameters}
        return Request(parameters, self.board, **{**of_preset, **self.asked, "preset": None})

    def adjusted(self, puzzle: Puzzle) -> Puzzle:
        """The puzzle with those of its own settings that were given, such as its energy model; ParameterError."""
        family = get_family(puzzle.family)
        own = {one.name for one in family.puzzle_parameters}
        return family.adjusted(puzzle, {name: value for name, value in self.parameters.items() if name in own})

    def algorithm_for(self, family: Family) -> Algorithm:
        """The search; AskedError if puzzles of the family can't be searched by it."""
        name = str(self.get("algorithm")) or family.default_algorithm
        name = RENAMED.get(name, name)
        for one in (*algorithms(), *peers_of(family)):
            if one.name == name and not why_not(one, family):
                return one
        able = ", ".join(one.name for one in offered_for(family))
        raise AskedError("algorithm", f"{family.name} can't be searched by {name}; expected one of: {able}")

    def values_of(self, known: Iterable[Parameter], label: str) -> dict[str, Value]:
        """All known parameters with their values, as `puzzles.parameters.resolve`; AskedError for one that is wrong."""
        known = tuple(known)
        try:
            return resolve(known, self.parameters, label)
        except ParameterError:
            for name, value in self.parameters.items():
                try:
                    resolve(known, {name: value}, label)
                except ParameterError as error:
                    raise AskedError(name, str(error)) from None
            raise

    def check_choices(self, family: Family) -> None:
        """Nothing; AskedError for a prior or mode that puzzles of the family do not have."""
        priors = ["auto", "none", *(kind.name for kind in family.priors.kinds)]
        if (prior := self.get("prior")) not in priors:
            words = f"{family.name} has no prior {prior!r}; expected one of: {', '.join(priors)}"
            raise AskedError("prior", words)
        modes = family.rules.modes
        if (mode := self.get("mode")) and mode not in modes:
            choice = f"expected one of: {', '.join(modes)}" if modes else "it has no choice of modes"
            raise AskedError("mode", f"{family.name} has no mode {mode!r}; {choice}")

    def resolve(self, puzzle: Puzzle, *, source: str = "", idle: bool = False, bare: bool = False) -> SolveSpec:
        """The run's spec for one puzzle: all of the algorithm's parameters in it, those given for the puzzle set.

        `source`: the name of the puzzle's file; `idle`: parameters without an effect on such a puzzle are admitted, as
        specs have them; `bare`: who searches has the puzzle at hand, so the spec need not hold it. ParameterError if
        its family has no such algorithm, mode, prior or parameter, if the algorithm can't learn from a warm start, or
        if several solutions are asked for where a puzzle has one; PuzzleError if the warm start is no board of the
        puzzle.
        """
        from solvers.runs.spec import SolveSpec

        family = get_family(puzzle.family)
        request = self.preferred(family)
        puzzle = request.adjusted(puzzle)
        family = family.for_puzzle(puzzle)
        chosen = request.algorithm_for(family)
        if chosen.peer:
            request._require_peer(family, puzzle, chosen)
        settings = request.values_of((*parameters_of(chosen, family), *family.puzzle_parameters), chosen.name)
        for name in () if idle else family.unused.get(chosen.name, ()):
            if name in request.parameters:
                where = f"by {decided}" if (decided := family.decided_by(puzzle)) else f"of {family.title}"
                raise ParameterError(f"{name} has no effect on {chosen.name} {where}; leave it out")
        request.check_choices(family)
        several = request.get("designs") > 1
        if several and not ends_solved(family):
            request._require_best(family, puzzle)
        keep_best = several and not request.get("first")
        own = {one.name for one in family.puzzle_parameters}
        prior = request.get("prior") if chosen.uses_prior and family.priors.kinds else "none"
        if prior == "auto" and family.priors.defaults.get(chosen.name) == "none":
            prior = "none"
        cluster, workers = request.get("cluster"), request.get("workers")
        return SolveSpec(
            family=puzzle.family,
            puzzle={} if bare and not family.deciding else family.to_json(puzzle),
            title=puzzle.title,
            algorithm=chosen.name,
            mode=request.get("mode"),
            parameters={name: value for name, value in settings.items() if name not in own},
            prior=prior,
            prior_tau=request.get("prior_tau"),
            seed=request.get("seed"),
            seconds=request.get("seconds"),
            playouts=request.get("playouts"),
            workers=1 if cluster else workers,
            searches=workers if cluster and workers > 1 else 0,
            cluster=cluster,
            cluster_signature=_signed(cluster) if cluster else "",
            count_seconds=request.get("count_seconds") if counts_solutions(family) else 0.0,
            source=source,
            warm_start=request._learnt(chosen, puzzle),
            wanted=request._number_wanted(family),
            keep_best=keep_best,
            front=request._front_middle(family, puzzle) if keep_best else None,
            apart=request._possible_distance(family, puzzle) if several else 0,
            until=request._wanted_score(family),
            versions=versions_of(puzzle.family, chosen.name),
            labels={one.name: str(request.get(one.name)) for one in LABELS if one.name in request.asked},
        )

    def _require_best(self, family: Family, puzzle: Puzzle) -> None:
        """ParameterError for what several designs can't be asked for where each of them may be bettered."""
        for name in ("first", "cluster"):
            if self.get(name):
                found = f"{SETTING[name].option_name} does not go with --designs by {family.decided_by(puzzle)}"
                raise ParameterError(f"{found}; expected one of them")

    def _require_peer(self, family: Family, puzzle: Puzzle, chosen: Algorithm) -> None:
        """ParameterError if its package is not installed, or if it is asked for what other programs can't do."""
        {one.name: one for one in family.peers}[chosen.name].require(puzzle)
        if self.get("seconds") is None or self.get("playouts") is not None:
            raise ParameterError(f"{chosen.name} counts no playouts; expected a time, such as --seconds 60")
        if self.get("designs") > 1:
            raise ParameterError(f"{chosen.name} looks for one solution; expected --designs 1")

    def _number_wanted(self, family: Family) -> int:
        designs: int = self.get("designs")
        if designs > 1 and not family.many_solutions:
            able = ", ".join(one.name for one in families() if one.many_solutions)
            raise ParameterError(f"{family.name} is searched for one solution; --designs is for: {able}")
        return designs

    def _front_middle(self, family: Family, puzzle: Puzzle) -> float | None:
        if not self.get("front"):
            return None
        middle = family.many_solutions.front_middle(puzzle) if family.many_solutions else None
        if middle is None:
            raise ParameterError(f"solutions of {family.name} have no Pareto front; leave out --front")
        asked: float | None = self.get("front_gc")
        return middle if asked is None else asked

    def _possible_distance(self, family: Family, puzzle: Puzzle) -> int:
        apart: int = self.get("apart")
        if family.many_solutions and apart > (most := family.many_solutions.farthest(puzzle)):
            raise ParameterError(f"apart is {apart:,}; expected at most {most:,}, the positions of a design")
        return apart

    def _wanted_score(self, family: Family) -> float | None:
        until: float | None = self.get("until")
        if until is None:
            return None
        if family.optimisation is None:
            able = ", ".join(one.name for one in families() if one.optimisation)
            raise ParameterError(f"{family.name} is searched for a solution, not a score; --until is for: {able}")
        return score_of(family.optimisation, until)

    def _learnt(self, chosen: Algorithm, puzzle: Puzzle) -> list[int]:
        file = str(self.get("warm_start"))
        if not (self.board or file):
            return []
        if not chosen.learns:
            able = ", ".join(one.name for one in algorithms_for(get_family(puzzle.family)) if one.learns)
            raise ParameterError(f"{chosen.name} can't learn from a warm start; expected one of: {able}")
        return list(self.board or legal_board(file, puzzle))


def _given(asked: Mapping[str, Value | None]) -> dict[str, Value]:
    """What was given, checked; without what is the default anyway."""
    found: dict[str, Value] = {}
    for name, value in asked.items():
        if name not in SETTING:
            raise AskedError(name, f"there is no setting {name!r}; expected one of: {', '.join(SETTING)}")
        if value is None:
            continue
        one: Setting = SETTING[name]
        try:
            checked = one.check(value)
        except ParameterError as error:
            raise AskedError(name, str(error)) from None
        if one.optional or checked != one.default:
            found[name] = checked
    return found


def _signed(address: str) -> str:
    from solvers.runs.checkpoint import signed

    return signed(address)


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
        check_beginning(family, prior, self.path, self.column)
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
