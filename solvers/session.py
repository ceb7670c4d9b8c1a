"""One worker's search on one puzzle: the compiled state, the search's arrays, and how to go on, save and restore."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from puzzles.engine.contract import RulesModule, load
from puzzles.engine.kernels import INTERPRETED
from puzzles.engine.limits import Limits
from puzzles.engine.streams import stream
from puzzles.family import Puzzle
from puzzles.parameters import ParameterError, resolve
from puzzles.registry import get_family
from solvers.registry import Algorithm, algorithm
from solvers.runs.spec import SolveSpec, puzzle_of
from solvers.runs.status import Insight
from solvers.searches import tally
from solvers.searches.contract import SearchModule
from solvers.searches.insight import insight_into, merit
from solvers.searches.learning import RECORDS
from solvers.searches.tally import BEST_LENGTH, PLAYOUTS, RESTARTS, STATUS, STATUS_NAMES

Arrays = dict[str, npt.NDArray[Any]]


class Session:
    """A search that can be advanced, looked at, saved and restored; `state` and `search` are its arrays.

    The result depends on the spec, the worker's number and the prior alone, not on how `advance` is sliced.
    Raises PuzzleError or ParameterError (ValueErrors, one line each) if the spec does not fit.
    """

    def __init__(
        self,
        spec: SolveSpec,
        worker: int,
        odds: npt.NDArray[np.float64] | None = None,
        puzzle: Puzzle | None = None,
        scored: Callable[[Limits, Any], Callable[[Any, Any, int], int]] | None = None,
    ) -> None:
        """`odds` (float64[prior codes], exp of the bias) belong to `spec.prior`, or for `auto` to the default.

        `puzzle` is the spec's, if it is at hand; it saves reading that again. `scored`: scores come from a function
        (`solvers.searches.batched.scored`, given that function).
        """
        family = get_family(spec.family)
        chosen = algorithm(spec.algorithm)
        parameters = resolve((*chosen.parameters, *family.rules.parameters), spec.parameters, chosen.name)
        if scored is not None:
            parameters = {**parameters, "scored": True}
        self.puzzle = puzzle if puzzle is not None else puzzle_of(spec)
        if odds is None and spec.prior not in ("auto", "none") and chosen.uses_prior:
            raise ParameterError(f"the prior {spec.prior} has no odds; a session is given those of its spec's prior")
        code = 0
        if odds is not None and chosen.uses_prior:
            kind = family.priors.kind(spec.prior, chosen.name)
            code = kind.code
        self._rules = rules = load(family.rules.module, RulesModule)
        self._search_module = load(chosen.module, SearchModule)
        build = partial(
            rules.build_state,
            self.puzzle,
            mode=spec.mode,
            prior_code=code,
            trail=chosen.needs_undo,
            ties="first" if chosen.replays else str(parameters.get("ties", "random")),
            **{one.name: parameters[one.name] for one in family.rules.parameters},
            **({"twins": True} if rules.TWINS and (spec.warm_start or int(parameters.get("solutions", 0)) > 2) else {}),
        )
        self.state = build()
        self.keeps_state = chosen.needs_undo or chosen.needs_repair
        """Whether a part of the search's place is in the state; else each playout begins at the root or at a frame."""
        self._limits = limits = rules.limits(self.state)
        prior = np.ones(1) if code == 0 or odds is None else np.array(odds, np.float64)
        if prior.size != limits.prior_codes:
            raise ParameterError(f"the prior has {prior.size} codes; expected {limits.prior_codes}")
        if chosen.needs_repair:
            self.state = rules.repairing(self.state, self.puzzle)
        rng = stream("solve", spec.seed, worker)
        twin = {"twin": rules.twin(self.state)} if chosen.pairs else {}
        self.search = self._search_module.make_search(limits, parameters, prior, rng, **twin)
        self._advance: Callable[[Any, Any, int], int] = self._search_module.advance
        if scored is not None:
            self._advance = scored(limits, self.search)
        self._states = [self.state]
        threads = int(parameters.get("threads", 0))
        if threads and scored is None and not INTERPRETED:  # interpreted, one thread makes the same playouts
            self._states += [rules.twin(self.state) or build() for _ in range(threads - 1)]
            twins = [rules.twin(self.state) if family.rules.lockstep else None for _ in self._states]
            self.search, self._advance = self._search_module.shared(limits, self.search, self._states, twins)
        self.batch = 1
        """Playouts that are made together: slices are multiples of it."""
        self.shortfall = ""
        """What a learning search could not learn of its warm start, one line; empty if nothing."""
        self._narrow = ", ".join(f"{one.name}={parameters[one.name]}" for one in family.rules.parameters if one.choices)
        if spec.warm_start:
            self._begin_with(spec.warm_start, chosen, int(parameters.get("warmth", 0)))

    def _begin_with(self, board: list[int], chosen: Algorithm, adapts: int) -> None:
        """Lets the policy learn a board before the search begins, or begin with it; ParameterError if that can't be."""
        if not chosen.learns:
            raise ParameterError(f"{chosen.name} learns nothing from a warm start")
        used, reached = self._search_module.begin_with(self.state, self.search, np.array(board, np.int64), adapts)
        if chosen.needs_repair:
            if not used:
                raise ParameterError("the warm start does not fit this puzzle")
            return
        if reached < len(board):
            learned = f"the first {reached:,} of {len(board):,} moves" if used else "nothing"
            under = f" under {self._narrow}" if self._narrow else ""
            self.shortfall = f"learned {learned} of the warm start: the search does not play the next one{under}"
        elif not used:
            self.shortfall = "learned nothing of the warm start: the search does not reach it"

    def advance(self, playouts: int) -> str:
        """`running`, or `solved`, `exhausted` (all seen), `finished`, after at most that many more playouts."""
        return STATUS_NAMES[self._advance(self.state, self.search, playouts)]

    def forget_best(self) -> None:
        """Lets the search go on as it was and notice the next best board, better than that one or not."""
        tally.begin_again(self.search.tally)

    def go_on(self) -> None:
        """Lets a search that has ended with a solution look for another."""
        tally.begin_again(self.search.tally)
        self._search_module.begin_again(self.search)

    @property
    def status(self) -> str:
        return STATUS_NAMES[self.search.tally.counters[STATUS]]

    @property
    def playouts(self) -> int:
        return int(self.search.tally.counters[PLAYOUTS])

    @property
    def restarts(self) -> int:
        return int(self.search.tally.counters[RESTARTS])

    @property
    def best_score(self) -> float | None:
        """The best score so far; None before the first playout."""
        best = float(self.search.tally.best_score[0])
        return None if best == -np.inf else best

    def best_board(self) -> tuple[int, ...] | None:
        """The board of the best score; None before the first playout."""
        if self.best_score is None:
            return None
        found = self.search.tally
        return tuple(found.best_board[: found.counters[BEST_LENGTH]].tolist())

    @property
    def found_at(self) -> int:
        """The playout, from 1, that led to the best score; 0 if that is not known, as of an earlier version."""
        found = self.improvements()
        return found[-1][0] if found and found[-1][1] == self.best_score else 0

    def improvements(self) -> list[tuple[int, float]]:
        """The playouts that were better than all before, from 1, and their scores (`tally.note`)."""
        return tally.improvements(self.search.tally)

    def solutions(self) -> list[tuple[int, ...]]:
        """The complete solutions found: all of them for the exhaustive search, else the one or none."""
        collected = self._search_module.solutions(self.search)
        if collected is not None:
            return [tuple(board.tolist()) for board in collected]
        board = self.best_board()
        return [board] if self.status == "solved" and board is not None else []

    def notice(self) -> str:
        """A line of the rules about the search so far, such as a limit that was met; empty if there is none."""
        return next(filter(None, map(self._rules.notice, self._states)), "")

    def unmet(self) -> str:
        """A line of the rules about what stands in the way of a solution; empty if that is not known."""
        return self._rules.unmet(self.state, self.puzzle)

    def insight(self) -> Insight | None:
        """What the search says of itself, for people; None if it says nothing."""
        return insight_into(self.search, self.state)

    def merit(self) -> float | None:
        """The present solution's score, of a search that goes from solution to solution; else None."""
        return merit(self.search)

    def arrays(self) -> Arrays:
        """The arrays that a checkpoint needs, by name; the arrays themselves, not copies.

        Left out are the state, unless it is a part of the search's place, its twin, the threads' arrays, and the fields
        that the rules and the search name as SCRATCH: what is in them changes no result, such as what is filled before
        each use.
        """
        named, scratch = _named(self.state._asdict(), "state"), frozenset(self._rules.SCRATCH)
        kept = {name: array for name, array in named.items() if scratch.isdisjoint(name.split("."))}
        search = _named(self.search._asdict(), "search")
        saved = {name: array for name, array in search.items() if not name.startswith(self._unsaved)}
        return {**(kept if self.keeps_state else {}), **saved}

    @property
    def _unsaved(self) -> tuple[str, ...]:
        """How the names of the search's arrays begin that no checkpoint holds."""
        scratch = (f"search.{name}" for name in self._search_module.SCRATCH)
        return ("search.twin.", "search.beam.crew.", *scratch)

    def restore(self, saved: Mapping[str, npt.NDArray[Any]]) -> None:
        """Goes back to what `arrays` gave; ValueError, and nothing changed, if names, shapes or types differ.

        So it is if a number is out of its range (`SearchModule.check`). What earlier versions saved without need is not
        used: states and scratch; they did not save when a search had improved, nor what the rules name as ADDED.
        """
        arrays = self.arrays()
        saved = self._search_module.of_earlier(self.search, saved)
        unused = self._unsaved if self.keeps_state else (*self._unsaved, "state.")
        added = {name: value for name, value in self._rules.ADDED.items() if name in arrays}
        saved = {name: np.full_like(arrays[name], value) for name, value in added.items()} | dict(saved)
        arrays = {name: one for name, one in arrays.items() if name in saved or not name.endswith(".tally.improved")}
        if {name for name in saved if not name.startswith(unused)} != set(arrays):
            raise ValueError("the checkpoint holds other arrays than this search")
        for name, array in arrays.items():
            if saved[name].shape != array.shape or saved[name].dtype != array.dtype:
                raise ValueError(f"the checkpoint's {name} has another shape or type than this search's")
        before = {name: array.copy() for name, array in arrays.items()}
        for name, array in arrays.items():
            array[...] = saved[name]
        try:
            tally.check(self.search.tally)
            self._search_module.check(self.search, self._limits)
        except ValueError:
            for name, array in arrays.items():
                array[...] = before[name]
            raise


def _named(fields: Mapping[str, Any], name: str) -> Arrays:
    """The arrays among the fields of a NamedTuple and of those nested in it, by dotted name.

    A record of games is named by no part of it: a search and its record were one in earlier versions.
    """
    found: Arrays = {}
    for field, part in fields.items():
        if isinstance(part, np.ndarray):
            found[f"{name}.{field}"] = part
        elif hasattr(part, "_fields"):
            found |= _named(part._asdict(), name if field in RECORDS else f"{name}.{field}")
    return found
